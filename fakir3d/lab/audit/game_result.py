"""What is found in one game of an audit, to a file and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from fakir3d.crosscheck.verdict import Kind
from fakir3d.errors import RecordError, command_line
from fakir3d.files import seal
from fakir3d.json_values import as_text, record_error_of
from fakir3d.lab.audit.probes import Probe
from fakir3d.rules.moves import Move

_FORMAT, _VERSION = "fakir-audit-game", 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One act over which the witnesses differed.

    Attributes:
        block: as it was asked for.
        mode: of the game.
        game: its number, from 1.
        turn: the number of the move in the game, from 1; a probe has that of the move made after it.
        kind: the first kind of difference from the rules.
        case: the file that holds it; in a ``GameResult`` its bare name.
        probe: which probe it was; None for a move of the game.
        move: what was done.
        verdict: all differences, with both texts.
        witness: whose performance the case holds.
        split: how the witnesses stand, like ``rules+bullet | mujoco``; empty where nobody was asked besides the
            engine.
        alone: who of them stands alone.
    """

    block: str
    mode: str
    game: int
    turn: int
    kind: Kind
    case: str
    probe: Probe | None
    move: Annotated[Move, as_text(Move.parse)]
    verdict: str
    witness: str = ""
    split: str = ""
    alone: tuple[str, ...] = ()

    @property
    def reproduction(self) -> str:
        """Return the one line that shows it again."""
        return command_line("case", "run", self.case)

    def to_json(self) -> dict[str, object]:
        """Return the finding as a plain dict."""
        return {**_FINDING.dump_python(self, mode="json"), "reproduce": self.reproduction}


@dataclass(frozen=True, slots=True)
class Measure:
    """Acts of one kind: how many, on which floors, and how three measures are spread over them.

    Attributes:
        acts: how many.
        floors: how many on which floor, counted from the table, from 0; acts that touch no bore are not in it.
        settling_ms: how many took so long to come to rest after the hand's last move.
        deepest_um: how many had their deepest contact so deep, to the next 10 micrometres below.
        tilt_cdeg: after how many the most leaning stick leans so far, in steps of a tenth of a degree.
    """

    acts: int
    floors: Mapping[int, int]
    settling_ms: Mapping[int, int]
    deepest_um: Mapping[int, int]
    tilt_cdeg: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Extreme:
    """The act of a game in which something was greatest.

    Attributes:
        what: ``settling_ms``, ``residual_mm_s``, ``deepest_mm`` or ``tilt_deg``.
        value: how great.
        turn: the number of the move; a probe has that of the move made after it.
        move: what was done.
        probe: which probe it was; empty for a move of the game.
    """

    what: str
    value: float
    turn: int
    move: str
    probe: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """What was counted in a game; the same wherever it is played on one machine.

    Attributes:
        block: as it was asked for.
        mode: of the game.
        game: its number.
        acts: moves of the game by kind.
        probes: probes by kind.
        falls: falls of standing sticks in the game's moves, by where they ended.
        blocked: acts in which something stopped the hand.
        unsettled: acts without a rest certificate.
        deepest_m: the deepest contact of all acts [m].
        simulated_s: simulated time [s].
        digest: a hash of every outcome, verdict and pose, in order.
        findings: the differences.
        splits: acts by how the witnesses stood, where others were asked.
        measures: by kind of act; a probe's kind is its name.
        extremes: the acts in which something was greatest.
        instruments: what the instruments of the process that played it showed and should not, as sentences.
    """

    block: str
    mode: str
    game: int
    acts: Mapping[str, int]
    probes: Mapping[str, int]
    falls: Mapping[str, int]
    blocked: int
    unsettled: int
    deepest_m: float
    simulated_s: float
    digest: str
    findings: tuple[Finding, ...]
    splits: Mapping[str, int]
    measures: Mapping[str, Measure]
    extremes: tuple[Extreme, ...]
    instruments: tuple[str, ...] = ()

    @property
    def moves(self) -> int:
        """Return how many moves of the game were made."""
        return sum(self.acts.values())


@dataclass(frozen=True, slots=True)
class Timing:
    """What a game took; differs from run to run.

    Attributes:
        wall_s: from its beginning to its end [s].
        cpu_s: CPU time of the process that played it [s].
        acts_cpu_s: of that, in acts [s].
        worker: where it was played: machine and process.
    """

    wall_s: float
    cpu_s: float
    acts_cpu_s: float
    worker: str


_DOCUMENT = TypeAdapter(GameResult)
_FINDING = TypeAdapter(Finding)


def result_text(result: GameResult) -> str:
    """Return the file of a result: JSON, floats exact, sealed by a hash of everything in it."""
    document = {"format": _FORMAT, "version": _VERSION, "result": _DOCUMENT.dump_python(result, mode="json")}
    return json.dumps({**document, "sha256": seal(document)}, indent=1, allow_nan=False) + "\n"


def parse_result(text: str, source: str) -> GameResult:
    """Return the result that a file writes.

    Args:
        text: what is in the file.
        source: what to call it in messages.

    Raises:
        RecordError: if it is cut, changed, from another version, or no result at all.
    """
    again = "remove it, and the same command plays that game again"
    try:
        document = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise RecordError(f"cut short or no JSON; {again}", source=source) from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT or document.get("version") != _VERSION:
        raise RecordError(f"no result of a game that this fakir3d reads; {again}", source=source)
    try:
        sealed = seal(document)
    except ValueError:
        raise RecordError(f"holds a number too large to be one; {again}", source=source) from None
    if document.get("sha256") != sealed:
        raise RecordError(f"sha256 does not fit: the file was changed after it was written; {again}", source=source)
    try:
        # From JSON once more: only so are lists tuples and words numbers, and nothing else.
        return _DOCUMENT.validate_json(json.dumps(document.get("result")), strict=True)
    except ValidationError as error:
        fault = record_error_of(error)
        raise RecordError(f"{fault.text}; {again}", source=source, field=fault.field) from None
