"""Words of the command line read as values: options, physics, seats, sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fakir3d.errors import MisuseError, RecordError
from fakir3d.game.setup import Seat, default_seats, member_of
from fakir3d.physics.config import WOODS, PhysicsConfig
from fakir3d.players import HUMAN, KINDS, why_not
from fakir3d.render.quality import Tier
from fakir3d.rules.state import FallRule, Options, UnsupportedPlant
from fakir3d.rules.sticks import Mode

_MIN_PX, _MAX_PX = 16, 8192


def parse_options(words: Sequence[str] | None) -> Options:
    """Return the readings that words like ``fall=vanish`` ask for; what is not named keeps its default.

    Raises:
        MisuseError: if an option or its value does not exist, or one is named twice.
    """
    options, named = Options(), set[str]()
    for word in words or ():
        name, _, value = word.partition("=")
        if name in named:
            raise MisuseError(f"option {name} is named twice, the second time as {word}")
        named.add(name)
        match name:
            case "fall":
                options = replace(options, fall=member_of(FallRule, value, "option fall"))
            case "unsupported_plant":
                plant = member_of(UnsupportedPlant, value, "option unsupported_plant")
                options = replace(options, unsupported_plant=plant)
            case _:
                falls, plants = ("|".join(member.value for member in kind) for kind in (FallRule, UnsupportedPlant))
                known = f"fall={falls}, unsupported_plant={plants}"
                raise MisuseError(f"there is no option {word!r}; options are {known}")
    return options


def parse_physics(words: Sequence[str] | None) -> PhysicsConfig:
    """Return the physics that words like ``ends=flat`` ask for; what is not named keeps its default.

    Raises:
        MisuseError: if a field or its value does not exist, or one is named twice.

    >>> parse_physics(["ends=flat", "friction=dry"]).friction
    0.3
    """
    base = PhysicsConfig().to_json()
    # The tap is the game's policy's.
    usual = {name: default for name, default in base.items() if name != "tap"}
    named: dict[str, object] = {}
    for word in words or ():
        name, _, value = word.partition("=")
        if name not in usual:
            fields = ", ".join(f"{field}={default}" for field, default in usual.items())
            raise MisuseError(
                f"there is no physics {word!r:.60}; give FIELD=VALUE, the fields and their defaults are {fields}"
            )
        if name in named:
            raise MisuseError(f"physics {name} is named twice, the second time as {word:.60}")
        named[name] = _physics_value(name, value, usual[name])
    try:
        return PhysicsConfig.from_json({**base, **named})
    except RecordError as problem:
        raise MisuseError(f"physics {problem.text}") from None


def _physics_value(name: str, word: str, usual: object) -> object:
    """Return the value that a word gives to a field with this default."""
    if isinstance(usual, str):
        return word
    if name == "friction" and word in WOODS:
        return WOODS[word]
    try:
        return int(word) if isinstance(usual, int) else float(word)
    except ValueError:
        kind = "a whole number" if isinstance(usual, int) else "a number"
        woods = f", or {', '.join(WOODS)}" if name == "friction" else ""
        raise MisuseError(f"invalid physics {name} {word!r:.40}; it must be {kind}{woods}") from None


def parse_first(mode: Mode, seat: int | None) -> int | None:
    """Return the number, from 0, of the seat that begins, which people count from 1; None for none.

    Raises:
        MisuseError: if the mode has no such seat.
    """
    if seat is None or 1 <= seat <= mode.seats:
        return None if seat is None else seat - 1
    raise MisuseError(f"--first {seat}: seats count from 1, and mode {mode} has seats 1 to {mode.seats}")


def parse_seats(
    mode: Mode, kinds: Sequence[str] | None = None, names: Sequence[str] | None = None, usual: str = HUMAN
) -> tuple[Seat, ...]:
    """Return who plays; the words count seats from 1.

    Args:
        mode: how many play.
        kinds: words like ``2=hard``.
        names: words like ``1=Ann``; who is not named is called after their colour.
        usual: the kind of whoever is not named.

    Raises:
        MisuseError: if there is no such seat or kind of player, it cannot play here, or a seat is named twice.

    >>> parse_seats(Mode.TWO, ["2=greedy"], ["1=Ann"])
    (Seat(name='Ann', kind='human'), Seat(name='Green', kind='greedy'))
    """
    kind_at, name_at = _by_seat(mode, kinds, "--seat", "KIND"), _by_seat(mode, names, "--name", "NAME")
    for kind in kind_at.values():
        if kind not in KINDS:
            raise MisuseError(f"there is no player of kind {kind!r}; there are {', '.join(KINDS)}")
        missing = why_not(kind)
        if missing:
            raise MisuseError(missing)
    return tuple(
        Seat(name_at.get(number, seat.name), kind_at.get(number, usual))
        for number, seat in enumerate(default_seats(mode))
    )


def _by_seat(mode: Mode, words: Sequence[str] | None, option: str, what: str) -> dict[int, str]:
    """Return what words say of seats, by the seats' numbers from 0."""
    found: dict[int, str] = {}
    known = {str(number + 1): number for number in range(mode.seats)}
    for word in words or ():
        number, equals, value = word.partition("=")
        if not equals or number not in known:
            where = f"seats count from 1, and mode {mode} has seats 1 to {mode.seats}"
            raise MisuseError(f"{option} {word}: write SEAT={what}; {where}")
        if known[number] in found:
            raise MisuseError(f"{option} names seat {number} twice")
        found[known[number]] = value
    return found


def parse_size(word: str) -> tuple[int, int]:
    """Return the size that a word like ``1280x720`` means [px].

    Raises:
        MisuseError: if it means none, or one that no picture has.

    >>> parse_size("800x600")
    (800, 600)
    """
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", word)
    if not found:
        raise MisuseError(f"invalid size {word!r}; it must be width x height in pixels, like 1280x720")
    width, height = int(found[1]), int(found[2])
    if not (_MIN_PX <= width <= _MAX_PX and _MIN_PX <= height <= _MAX_PX):
        raise MisuseError(f"invalid size {word}; each side must be {_MIN_PX} to {_MAX_PX} pixels")
    return width, height


def parse_tier(word: str | None) -> Tier | None:
    """Return the tier that a word names; None for none.

    Raises:
        MisuseError: if it names no tier.
    """
    return None if word is None else member_of(Tier, word, "tier")
