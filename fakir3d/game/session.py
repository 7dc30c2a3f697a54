"""A game being played: moves in, played moves out, undo and redo at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.case import Case
from fakir3d.crosscheck.casefile import save_case
from fakir3d.crosscheck.pipeline import Comparison, ask_move, settle
from fakir3d.crosscheck.policy import Policy
from fakir3d.errors import MisuseError
from fakir3d.game.act import Act
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.codec import engine_line, header_line, move_line
from fakir3d.game.record.format import RedoLine, UndoLine
from fakir3d.game.record.journal import Journal
from fakir3d.game.record.load import LoadedGame
from fakir3d.game.setup import GameSetup, Header, Seat
from fakir3d.game.workers.performers import Performer
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import Gesture, script_for
from fakir3d.players import choice_seed
from fakir3d.rules import Result, result, start
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State


class Session:
    """One game: its moves so far, those taken back, and the move being made.

    Everything that changes the game goes through ``begin`` (or ``play``), ``undo`` and ``redo``, and is in the
    journal before they return. ``Session.new`` starts a game; ``Session.resume`` goes on with a recorded one.
    """

    def __init__(
        self,
        header: Header,
        performer: Performer,
        journal: Journal | None = None,
        moves: Sequence[PlayedMove] = (),
        undone: Sequence[PlayedMove] = (),
    ) -> None:
        self.header = header
        self.journal = journal or Journal()
        self.stopped: PlayedMove | None = None
        """The move at which rules and physics differed under the policy STRICT; the game ends there."""
        self._case_warning = ""
        self._opening = start(header.setup)
        self._performer = performer
        self._moves = list(moves)
        self._undone = list(undone)
        self._act: Act | None = None
        self._given_up: Act | None = None
        """A move that was taken back before it was made: the last thing that redo can do."""
        if not self.journal.content:
            self.journal.append(header_line(header))

    @classmethod
    def new(
        cls,
        spec: BlockSpec,
        performer: Performer,
        setup: GameSetup,
        *,
        policy: Policy = Policy.PHYSICS,
        journal: Journal | Callable[[], Journal] | None = None,
    ) -> Self:
        """Return a new game.

        Args:
            spec: the block.
            performer: who performs the moves, with which engine.
            setup: what the game is to be; its block is ``spec``, whatever it is called there.
            policy: who is believed when rules and physics differ.
            journal: where the game is written, or what opens it once everything else has been found right (such as
                ``autosave``); in memory only unless given.

        Raises:
            MisuseError: if a number or a seat is invalid.
        """
        header = Header.of(spec, setup, performer.engine, performer.config, policy=policy)
        return cls(header, performer, journal() if callable(journal) else journal)

    @classmethod
    def resume(cls, game: LoadedGame, performer: Performer, journal: Journal | None = None) -> Self:
        """Return a recorded game to go on with, its history with it.

        Args:
            game: what was read.
            performer: who performs the moves from now on; with another engine than before, the record says so.
            journal: one that holds this game's lines (``Journal.reopen`` or ``create``); in memory unless given.
        """
        kept = journal or Journal(content=game.content)
        header = game.header
        if performer.engine != header.engine:
            header = replace(header, engine=performer.engine)
            kept.append(engine_line(header))
        return cls(header, performer, kept, game.moves, game.undone)

    # What stands on the table.

    @property
    def spec(self) -> BlockSpec:
        """Return the block."""
        return self.header.spec

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """Return the moves that stand, first to last."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[PlayedMove, ...]:
        """Return the moves that redo would bring back, in that order."""
        return tuple(self._undone)

    @property
    def state(self) -> State:
        """Return the position."""
        return self._moves[-1].after if self._moves else self._opening

    @property
    def snapshot(self) -> Snapshot:
        """Return the poses of the sticks in the block."""
        return self._moves[-1].snapshot if self._moves else Snapshot.of({})

    @property
    def result(self) -> Result | None:
        """Return who has won, or None while the game goes on."""
        return result(self.state)

    @property
    def seat(self) -> Seat:
        """Return who is to move (in phase OVER, who moved last)."""
        return self.header.seats[self.state.seat]

    @property
    def choice_seed(self) -> int:
        """Return the seed with which a computer player chooses the next move."""
        return choice_seed(self.header.seed, len(self._moves) + 1)

    @property
    def act(self) -> Act | None:
        """Return the move being made, or None."""
        return self._act

    # Moves.

    def begin(self, move: Move, gesture: Gesture | None = None) -> Act:
        """Begin a move of the seat to move; the game changes when the act's result is taken.

        Args:
            move: what to do.
            gesture: what the player decides about the hand; the rest is drawn by lot.

        Raises:
            IllegalMoveError: if the rules forbid it; the message quotes the rule, nothing has changed.
            MisuseError: if another move is being made, or the game was stopped.
        """
        if self.stopped is not None:
            raise MisuseError(f"the game was stopped at move {self.stopped.number}: {self.stopped.verdict}")
        if self._act is not None:
            raise MisuseError(f"{self._act.asked.move} is still being made; wait for it or take it back")
        header, number = self.header, len(self._moves) + 1
        draw = partial(script_for, seed=header.seed, turn=number, gesture=gesture)
        asked = ask_move(header.spec, self.state, self.snapshot, move, draw)
        retries = header.policy.retries
        self._act = Act(
            asked, gesture, self._performer, header.config, retries=retries, commit=self._commit, leave=self._leave
        )
        self._undone, self._given_up = [], None
        return self._act

    def play(self, move: Move, gesture: Gesture | None = None) -> PlayedMove:
        """Make a move and wait for it. Raises what ``begin`` and ``Act.result`` raise."""
        return self.begin(move, gesture).result()

    def _commit(self, comparison: Comparison) -> PlayedMove:
        settled = settle(comparison, self.header.policy)
        played = PlayedMove.of(len(self._moves) + 1, settled)
        if played.case is not None:
            self._keep_case(played.case, played.number)
        if settled.decision.stop:
            self.stopped = played
            return played
        self._moves.append(played)
        self.journal.append(move_line(played))
        return played

    def _leave(self, act: Act) -> None:
        if self._act is act:
            self._act = None

    # Undo and redo.

    @property
    def can_undo(self) -> bool:
        """Return whether ``undo`` would do anything."""
        return self._undo_target() is not None

    @property
    def can_redo(self) -> bool:
        """Return whether ``redo`` would do anything."""
        return self._act is None and bool(self._undone or self._given_up)

    def undo(self) -> None:
        """Go back one turn, a pull with its exchange; against computers to the last human choice.

        The move being made is given up first; it counts as made, so that hurried keys end where slow ones do.

        Raises:
            MisuseError: if there is nothing to take back.
        """
        target = self._undo_target()
        if target is None:
            raise MisuseError("there is nothing to take back")
        if self._act is not None:
            self._given_up = self._act
            self._act.cancel()
        self.stopped = None
        taken_back = self._moves[target:]
        if taken_back:
            del self._moves[target:]
            self._undone = taken_back + self._undone
            self.journal.append(UndoLine(undo=target + 1))

    def redo(self) -> Act | None:
        """Go forward again as far as one ``undo`` went back.

        Returns:
            The act, where the last thing taken back was a move that had not been made yet: it is made now.

        Raises:
            MisuseError: if there is nothing to bring back.
        """
        if not self.can_redo:
            raise MisuseError("there is nothing to bring back")
        came_back = False
        while self._undone:
            self._moves.append(self._undone.pop(0))
            came_back = True
            if self._chooses(self.state):
                break
        if came_back:
            self.journal.append(RedoLine(redo=len(self._moves)))
        if self._undone or self._given_up is None or (came_back and self._chooses(self.state)):
            return None
        return self.begin(self._given_up.asked.move, self._given_up.gesture)

    def _undo_target(self) -> int | None:
        """Return how many moves stand after an undo."""
        states = [played.before for played in self._moves] + ([self.state] if self._act else [])
        return next((place for place in reversed(range(len(states))) if self._chooses(states[place])), None)

    def _chooses(self, state: State) -> bool:
        """Return whether a turn begins here that a person decides (anyone, where no person plays)."""
        if state.phase is Phase.EXCHANGE:
            return False
        humans = [seat.human for seat in self.header.seats]
        return state.phase is Phase.OVER or humans[state.seat] or not any(humans)

    # Keeping.

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what could not be kept, as sentences; the game itself goes on."""
        return tuple(filter(None, (self.journal.warning, self._case_warning)))

    def save_as(self, path: Path) -> None:
        """Write the whole record to another file. Raises MisuseError if it cannot be written."""
        self.journal.save_as(path)

    def close(self) -> None:
        """Give up the move being made and let go of the journal; the performer belongs to the caller."""
        if self._act is not None:
            self._act.cancel()
        self.journal.close()

    def _keep_case(self, case: Case, number: int) -> None:
        """Write a difference next to the save."""
        if self.journal.path is None:
            return
        try:
            save_case(case, self.journal.path.parent, f"{self.journal.path.stem}-{number}")
        except MisuseError as error:
            self._case_warning = str(error)
