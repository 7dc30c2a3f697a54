"""A move kept as a case, with pictures of the block before and after it."""

from __future__ import annotations

from fakir3d.app.play.ports import StagePort
from fakir3d.app.play.texts import Tone
from fakir3d.crosscheck.casefile import CASE_SUFFIX
from fakir3d.errors import FakirError
from fakir3d.game.keep_case import case_of_turn, keep_case
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session


def keep_move(session: Session, played: PlayedMove | None, stage: StagePort) -> tuple[str, Tone]:
    """Write a move as a case and its two pictures beside it; return what to say, and in which tone.

    Args:
        session: the game it belongs to.
        played: the move; None if there is none to keep.
        stage: what the pictures are taken with.
    """
    if played is None:
        return "There is no move to keep here. Once the sticks lie still, C keeps the last one.", Tone.WARN
    named = session.journal.path.stem if session.journal.path else "game"
    try:
        path = keep_case(case_of_turn(session.header, played), f"{named}-move-{played.number}")
    except FakirError as error:
        return f"The move was not kept: {error}.", Tone.WARN
    stem = path.name.removesuffix(CASE_SUFFIX)
    try:
        stage.picture(played.start, played.before, path.with_name(f"{stem}.before.png"))
        stage.picture(played.snapshot, played.after, path.with_name(f"{stem}.after.png"))
    except FakirError as error:
        return f"Kept as {path}, without pictures: {error}.", Tone.WARN
    return f"Kept as {path}, with a picture before and one after it.", Tone.GOOD
