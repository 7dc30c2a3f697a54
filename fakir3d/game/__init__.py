"""A game being PLAYED, without a window: sessions, performers, records, saves."""

from fakir3d.game.act import Act
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.journal import Journal
from fakir3d.game.record.load import LoadedGame, load_record
from fakir3d.game.record.verify import VerifyReport, verify_record
from fakir3d.game.session import Session
from fakir3d.game.setup import Header, Seat, default_seats
from fakir3d.game.workers.performers import InlinePerformer, Performer, WorkerPerformer

__all__ = [
    "Act",
    "Header",
    "InlinePerformer",
    "Journal",
    "LoadedGame",
    "Performer",
    "PlayedMove",
    "Seat",
    "Session",
    "VerifyReport",
    "WorkerPerformer",
    "default_seats",
    "load_record",
    "verify_record",
]
