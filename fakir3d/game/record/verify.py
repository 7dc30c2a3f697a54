"""Records as evidence: every move performed again and held against what was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fakir3d.crosscheck.pipeline import ask, run_act, settle
from fakir3d.errors import EngineMissingError, FakirError, RecordError, printable
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.format import MoveLine, is_cut, split_lines
from fakir3d.game.record.load import RecordEntry, entries, read_content
from fakir3d.game.record.motion_codec import pack_motion, unpack_motion
from fakir3d.game.record.text_diff import apart
from fakir3d.game.setup import Header
from fakir3d.physics.engines import available, require


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What verifying a record found.

    Attributes:
        path: the file.
        lines: how many lines were found good.
        moves: how many of them are moves, performed again unless only hashes were asked for.
        finding: what is wrong with it, naming the line; empty when nothing is.
        jams: in how many of these moves a stick hung, or something else happened that a real block can do (R12).
        retried: how many of them had an engine fault and were tried again at half the step.
    """

    path: Path
    lines: int
    moves: int
    finding: str
    jams: int = 0
    retried: int = 0

    @property
    def good(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.finding


def verify_record(path: Path, *, hashes_only: bool = False) -> VerifyReport:
    """Return whether a record is as it was written and, unless only hashes are asked for, what really happened.

    Each move, also one taken back later, is performed again from the recorded poses with the recorded script,
    engine and numbers; what was seen, the verdict, the state and every bit of the poses after it must be equal.

    Args:
        path: the record.
        hashes_only: look at the chain alone.

    Raises:
        MisuseError: if there is no such file.
    """
    content, name = read_content(path), printable(str(path))
    lines = moves = jams = retried = 0
    try:
        if hashes_only:
            for line in split_lines(content):
                lines, moves = line.number, moves + ("n" in line.body)
        else:
            for entry in entries(content, str(path)):
                finding = _performed_again(entry)
                if finding:
                    return VerifyReport(path, lines, moves, f"{name}: line {entry.line}: {finding}")
                lines = entry.line
                if entry.played is not None:
                    moves, jams, retried = moves + 1, jams + entry.played.jammed, retried + (entry.played.tries > 1)
    except RecordError as error:
        return VerifyReport(path, lines, moves, str(RecordError.told_by(error, source=str(path))))
    if is_cut(content):
        whole = "1 move before it is" if moves == 1 else f"{moves} moves before it are"
        return VerifyReport(path, lines, moves, f"{name}: line {lines + 1} has no end: it was cut; {whole} whole")
    return VerifyReport(path, lines, moves, "", jams, retried)


def _performed_again(entry: RecordEntry) -> str:
    """Return how a move performed again differs from what is written of it; empty when it does not."""
    if entry.played is None or entry.written is None:
        return ""
    engine, move = entry.header.engine, f"move {entry.played.number} {entry.played.move}"
    try:
        here = require(engine.name)
        again = perform_again(entry.played, entry.header)
    except EngineMissingError:
        has = ", ".join(available())
        return f"{move} was made with the engine {engine.name}; this machine has only {has} (--hashes needs none)"
    except FakirError as error:
        return f"{move} could not be performed again: {error}"
    differing = next(_differences(entry.played, entry.written, again), "")
    if differing and here != engine:
        return f"{differing} (played with {engine.name} {engine.version}, this machine has {here.version})"
    return differing


def perform_again(played: PlayedMove, header: Header) -> PlayedMove:
    """Return a move made once more from where it began."""
    asked = ask(header.spec, played.before, played.start, played.script)
    comparison = run_act(asked, header.engine.name, header.config, retries=header.policy.retries)
    return PlayedMove.of(played.number, settle(comparison, header.policy))


def _differences(played: PlayedMove, written: MoveLine, again: PlayedMove) -> Iterator[str]:
    fields = ("observed", "verdict", "taken", "note")
    pairs = [(name, getattr(written, name), str(getattr(again, name))) for name in fields]
    for name, was, now in [*pairs, ("state", written.state, str(again.after))]:
        if was != now:
            then, again_now = apart(was, now)
            yield f"move {played.number} {played.move}: {name} was '{then}', performed again it is '{again_now}'"
    if played.snapshot != again.snapshot:
        shift = np.abs(played.snapshot.poses - again.snapshot.poses).max()
        yield f"move {played.number} {played.move}: poses after it differ by up to {shift:.3g}"
    packed = pack_motion(again.recording, again.start)
    # Unpacked, because two builds of zlib may pack the same numbers differently.
    if packed != written.motion and unpack_motion(packed, played.start) != played.recording:
        yield f"move {played.number} {played.move}: the motion is another one"
