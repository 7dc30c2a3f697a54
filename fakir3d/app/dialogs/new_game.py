"""The New game dialog: mode, who sits where, block, options, who begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.style import SMALL
from fakir3d.app.gui.widgets import Button, ChoiceBox, Emblem, Label, Widget
from fakir3d.game.setup import MAX_NAME, GameSetup, Seat
from fakir3d.players.kinds import HUMAN, LEVELS, why_not
from fakir3d.rules.state import FallRule, Options, UnsupportedPlant
from fakir3d.rules.sticks import Mode

_MODES = (("2", "two players"), ("3", "three players"), ("4", "four players"), ("teams", "two teams of two"))
_FALLS = (("any", "any fall counts"), ("vanish", "a stick must disappear"))
_PLANTS = (("forbidden", "something must hold it"), ("allowed", "anywhere, even to its loss"))
_FILE = "a file …"


class NewGameDialog:
    """Asks what the next game is to be.

    Args:
        setup: what the dialog shows at first.
        presets: names of the blocks that come with the game.
        show: shows a dialog in place of this one (another mode has other seats).
        start: begins the game, or says why it is refused.
        cancel: closes the dialog.
    """

    def __init__(
        self,
        setup: GameSetup,
        presets: Sequence[str],
        *,
        show: Callable[[Dialog], None],
        start: Callable[[GameSetup], None],
        cancel: Callable[[], None] | None,
    ) -> None:
        self._setup, self._presets = setup, tuple(presets)
        self._show, self._start, self._cancel = show, start, cancel
        self._from_file = setup.block not in self._presets
        self.dialog = self._build("mode")

    def read(self) -> GameSetup:
        """Return what the dialog says now."""
        seats = tuple(
            Seat(entry.text.strip() or old.name, kind.value)
            for entry, kind, old in zip(self._names, self._kinds, self._setup.seats, strict=True)
        )
        block = self._path.text.strip() if self._from_file else self._block.value
        return replace(
            self._setup,
            seats=seats,
            block=block,
            options=Options(FallRule(self._fall.value), UnsupportedPlant(self._plant.value)),
            first=None if self._first.value == "lots" else int(self._first.value),
        )

    def _build(self, at: str) -> Dialog:
        setup = self._setup
        self._mode = ChoiceBox(_MODES, setup.mode.value, self._change_mode)
        self._names = [TextEntry(seat.name, longest=min(MAX_NAME, 24), entered=self._begin) for seat in setup.seats]
        self._kinds = [ChoiceBox(_kinds(seat.kind), seat.kind) for seat in setup.seats]
        blocks = [(name, name) for name in self._presets] + [(_FILE, _FILE)]
        self._block = ChoiceBox(blocks, _FILE if self._from_file else setup.block, self._change_block)
        self._path = TextEntry(
            setup.block if self._from_file else "",
            hint="path of a block file (.toml)",
            longest=400,
            entered=self._begin,
        )
        self._fall = ChoiceBox(_FALLS, setup.options.fall.value)
        self._plant = ChoiceBox(_PLANTS, setup.options.unsupported_plant.value)
        firsts = [("lots", "lots are drawn"), *((str(n), f"seat {n + 1} begins") for n in range(setup.mode.seats))]
        self._first = ChoiceBox(firsts, "lots" if setup.first is None else str(setup.first))
        begin = Button("Start", self._begin)
        starts: dict[str, Widget] = {"mode": self._mode, "block": self._block}
        buttons = [begin] + ([Button("Cancel", self._cancel)] if self._cancel else [])
        foot = Row.of(*buttons, gap=16)
        dialog = Dialog("New game", self._rows(), foot=foot, cancel=self._cancel, width=600)
        return dialog.begin_at(starts[at])

    def _rows(self) -> list[Row]:
        rows = [_labelled("Players", self._mode)]
        for seat, (entry, kind) in enumerate(zip(self._names, self._kinds, strict=True)):
            stick = Emblem(self._setup.mode.colour(seat), f"seat {seat + 1}")
            rows.append(Row(((1.0, stick), (1.0, entry), (1.35, kind)), gap=6))
        missing = next(filter(None, map(why_not, LEVELS)), None)
        if missing:
            rows.append(Row.of(Label(f"{missing[:1].upper()}{missing[1:]}.", size=SMALL)))
        rows.append(_labelled("Block", self._block, gap=16))
        if self._from_file:
            rows.append(_labelled("", self._path))
        rows += [
            _labelled("Pulling a stick:", self._fall, gap=16),
            _labelled("Planting a stick:", self._plant),
            _labelled("The first turn", self._first),
        ]
        return rows

    def _change_mode(self, value: str) -> None:
        self._setup = self.read().in_mode(Mode(value))
        self._rebuild("mode")

    def _change_block(self, value: str) -> None:
        self._from_file = value == _FILE
        self._setup = self.read()
        self._rebuild("block")

    def _rebuild(self, at: str) -> None:
        self.dialog = self._build(at)
        self._show(self.dialog)

    def _begin(self) -> None:
        self._start(self.read())


def _labelled(text: str, widget: Widget, gap: float = 8) -> Row:
    return Row(((1.0, Label(text, size=SMALL)), (2.35, widget)), gap)


def _kinds(seated: str) -> list[tuple[str, str]]:
    """Return who may be chosen: a person, the levels that can play here, and whoever sits there already."""
    kinds = [HUMAN, *(level for level in LEVELS if why_not(level) is None)]
    if seated not in kinds:  # from the command line, which knows more kinds
        kinds.append(seated)
    return [(kind, _kind_text(kind)) for kind in kinds]


def _kind_text(kind: str) -> str:
    return "person" if kind == HUMAN else f"computer: {kind}"
