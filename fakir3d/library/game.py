"""A game to play in Python: its moves as text, its state as a value, undo and redo, its record as a file."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.load import load_record
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup, Seat, drawn_first, member_of
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.library.block import Block, block_of
from fakir3d.library.words import as_move, as_place, seats_of
from fakir3d.library.words import player as player_called
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import available, default_engine
from fakir3d.players import HUMAN, Player
from fakir3d.rules import Move, Result, legal_moves
from fakir3d.rules.state import FallRule, Options, State, UnsupportedPlant
from fakir3d.rules.sticks import Mode, Stick


class Game:
    """A game of Fakir, from the first move to the last; every move is simulated by a physics engine.

    A move is written as on the command line: ``x2.1`` pierces, ``b2`` plants, ``x2.1^`` pulls, ``b2=`` exchanges,
    ``b2~`` discards. Wherever a move, a hole, a bore, a stick or a block is meant, its text will do. Seats are indices:
    they count from 0, as in ``State``. The game is in memory until it is saved.

    Attributes:
        block: what it is played on.
        session: the game as the window and the commands have it, for what is not offered here.

    Args:
        block: a preset's name, a document's file, or a block.
        mode: how many play: ``2``, ``3``, ``4`` or ``teams`` (R1).
        sticks: in each hand; None for R1's number.
        fall: which falls allow a pull (R5): ``any``, or those that make a stick disappear (``vanish``).
        unsupported_plant: whether a stick may be planted over nothing: ``forbidden`` or ``allowed``.
        first: the seat that begins; None to draw it from the seed (R2).
        seed: everything drawn by lot follows from it; the same game with the same moves ends in the same poses.
        players: who plays, by seat: a kind of player (``human``, ``random``, ``easy``, ``medium``,
            ``hard``, ``expert``); None for people.
        engine: what simulates: ``bullet``, ``mujoco``, or ``ideal``, a fast one of geometry alone; None for the
            best that this machine has.
        config: the numbers of the physics; None for the measured ones.
        moves: to be made at once: ``"x2.1 b2"``, or one by one.

    Raises:
        MisuseError: if a name, a number or a player is none that exists; the message says which do.
        BlockError: if the block is unfit to play; the message names all faults.
        IllegalMoveError: if the rules forbid a move; the message quotes the rule.

    >>> import fakir3d
    >>> game = fakir3d.Game("lattice", engine="ideal")
    >>> game.play("x2.1").play("b2").play("yc.2")
    Game('lattice', mode='2', seed=1, engine='ideal', moves='x2.1 b2 yc.2')
    >>> game.play("b2")
    Traceback (most recent call last):
    ...
    fakir3d.errors.IllegalMoveError: b2: R4: hole b2 is not free: red r1 stands in it
    """

    def __init__(
        self,
        block: Block | str | Path = "lattice",
        *,
        mode: str | int | Mode = "2",
        sticks: int | None = None,
        fall: str = "any",
        unsupported_plant: str = "forbidden",
        first: int | None = None,
        seed: int = 1,
        players: Sequence[str] | None = None,
        engine: str | None = None,
        config: PhysicsConfig | None = None,
        moves: str | Iterable[str | Move] = (),
    ) -> None:
        self.block, playing = block_of(block), member_of(Mode, str(mode), "mode")
        plant = member_of(UnsupportedPlant, unsupported_plant, "unsupported_plant")
        self.session = Session.new(
            self.block.fit(),
            InlinePerformer(engine or default_engine(), config),
            GameSetup(
                mode=playing,
                sticks=sticks,
                options=Options(member_of(FallRule, fall, "fall"), plant),
                first=first,
                seed=seed,
                seats=seats_of(playing, players or ()),
            ),
        )
        for move in moves.split() if isinstance(moves, str) else moves:
            self.play(move)

    @classmethod
    def of(cls, session: Session) -> Self:
        """Return the game of a session that is under way, not a copy.

        >>> game = Game(engine="ideal", moves="x2.1")
        >>> Game.of(game.session).play("b2").moves == game.moves
        True
        """
        game = cls.__new__(cls)
        game.block, game.session = block_of(session.spec), session
        return game

    @property
    def players(self) -> tuple[Seat, ...]:
        """Return who plays, by seat: name and kind.

        >>> [seat.kind for seat in Game(players=("human", "hard")).players]
        ['human', 'hard']
        """
        return self.session.header.seats

    @property
    def state(self) -> State:
        """Return the position: a value, which later moves leave as it is.

        >>> game = Game(engine="ideal", first=0, moves="x2.1 b2")
        >>> game.state.seat, game.state.phase.value, len(game.state.hand)
        (0, 'move', 9)
        """
        return self.session.state

    @property
    def snapshot(self) -> Snapshot:
        """Return the poses of the sticks in the block: x, y, z of the centre [m], then a quaternion x, y, z, w.

        >>> game = Game(engine="ideal", first=0, moves="x2.1")
        >>> game.snapshot.pose("r1").round(4).tolist()[:3]
        [0.0, 0.0, 0.0217]
        """
        return self.session.snapshot

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """Return the moves that stand, first to last: each with its outcome, its motion and what the rules foretold.

        >>> game = Game(engine="ideal", first=0, moves="x2.1 b2")
        >>> [f"{played.move}: {played.taken}" for played in game.moves]
        ['x2.1: nothing', 'b2: g1 b2 hand>x2.1']
        """
        return self.session.moves

    @property
    def result(self) -> Result | None:
        """Return the seats that have won and why (R11), or None while the game goes on.

        >>> Game(engine="ideal").result
        >>> Game(sticks=1, first=0, engine="ideal").play_out("medium").result.winners
        (1,)
        """
        return self.session.result

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat to move: pierces, plants, pulls, exchanges, discards; none at the end.

        >>> print(*Game("oneway").legal_moves())
        x1.1 x2.1 x3.1 x1.2 x2.2 x3.2 x1.3 x2.3 x3.3
        """
        return legal_moves(self.state)

    def at(self, place: str | Hole | Bore) -> Stick | None:
        """Return the stick in a hole or a bore; None where there is none.

        Args:
            place: like ``b2`` or ``x2.1``.

        Raises:
            MisuseError: if the block has no such hole or bore (a text that names neither is a NotationError).

        >>> print(Game(engine="ideal", first=0, moves="x2.1 b2").at("b2"))
        g1
        """
        where = as_place(place)
        lattice = self.state.lattice
        if where not in lattice.holes and where not in lattice.bores:
            holes, bores = lattice.holes, lattice.bores
            has = f"holes {holes[0]} to {holes[-1]}" + (f", bores {bores[0]} to {bores[-1]}" if bores else "")
            raise MisuseError(f"there is no {where} in this block; it has {has}")
        if isinstance(where, Bore):
            return self.state.pierced.get(where)
        standing = self.state.standing.get(where)
        return standing.stick if standing else None

    def where(self, stick: str | Stick) -> Hole | Bore | None:
        """Return the hole in which a stick stands or the bore that it fills; None for one that is not in the block.

        Args:
            stick: like ``r3``: a colour and a number.

        Raises:
            NotationError: if a text names no stick.

        >>> print(Game(engine="ideal", first=0, moves="x2.1 b2").where("r1"))
        x2.1
        """
        sought, state = Stick.parse(stick) if isinstance(stick, str) else stick, self.state
        inside = {standing.stick: hole for hole, standing in state.standing.items()}
        return inside.get(sought) or next((bore for bore, there in state.pierced.items() if there == sought), None)

    def play(self, move: str | Move) -> Self:
        """Make a move and wait for it; return the game.

        What came of it is ``moves[-1]``. Where physics and rules differ, what a real block can do stands (R12).

        Args:
            move: like ``x2.1``.

        Raises:
            NotationError: if a text is no move.
            IllegalMoveError: if the rules forbid it; the message quotes the rule, and nothing has changed.
            EngineError: if the engine failed; nothing has changed.

        >>> Game(engine="ideal").play("x2.1").moves[-1].taken.falls
        ()
        """
        self.session.play(as_move(move))
        return self

    def undo(self) -> Self:
        """Take back one turn (a pull with its exchange; against computers to the last human choice); return the game.

        Raises:
            MisuseError: if there is nothing to take back.

        >>> Game(engine="ideal", moves="x2.1 b2").undo()
        Game('lattice', mode='2', seed=1, engine='ideal', moves='x2.1')
        """
        self.session.undo()
        return self

    def redo(self) -> Self:
        """Go forward again as far as one ``undo`` went back; return the game.

        Raises:
            MisuseError: if there is nothing to bring back.

        >>> Game(engine="ideal", moves="x2.1 b2").undo().redo()
        Game('lattice', mode='2', seed=1, engine='ideal', moves='x2.1 b2')
        """
        self.session.redo()
        return self

    def choose(self, player: str | Player | None = None) -> Move:
        """Return the move that a computer player would make here; nothing changes.

        Args:
            player: a kind of player or a player; None for the one who sits at the seat to move.

        Raises:
            MisuseError: if there is no such player, it is a person's turn, or the game is over.

        >>> game = Game(engine="ideal")
        >>> game.choose("medium") in game.legal_moves()
        True
        """
        kind = player or self.session.seat.kind
        chooser = player_called(kind) if isinstance(kind, str) else kind
        return chooser.choose(self.state, self.session.choice_seed)

    def play_out(self, player: str | Player | None = None) -> Self:
        """Play to the end, every move chosen by computer players; return the game.

        Args:
            player: who chooses for all seats: a kind of player or a player; None for those who sit there.

        Raises:
            MisuseError: if there is no such player, or None is given and a person has a seat.

        >>> game = Game(sticks=2, players=("medium", "random"), engine="ideal")
        >>> game.play_out().result.winners
        (0,)
        """
        everyone = player_called(player) if isinstance(player, str) else player
        while self.result is None:
            self.play(self.choose(everyone))
        return self

    def save(self, path: str | Path) -> Path:
        """Write the game's record, over what is there, and return where; ``fakir3d.load`` reads it.

        Args:
            path: the file; records end in ``.fakir``.

        Raises:
            MisuseError: if it cannot be written there.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Game(engine="ideal", moves="x2.1 b2").save(f"{folder}/mine.fakir").name
        'mine.fakir'
        """
        where = Path(path)
        self.session.save_as(where)
        return where

    def __repr__(self) -> str:
        header, setup = self.session.header, self.session.header.setup
        options, kinds = setup.options, tuple(seat.kind for seat in header.seats)
        said = {
            "mode": str(setup.mode),
            "sticks": None if setup.sticks == setup.mode.sticks else setup.sticks,
            "fall": None if options.fall is FallRule.ANY else options.fall.value,
            "unsupported_plant": "allowed" if options.unsupported_plant is UnsupportedPlant.ALLOWED else None,
            "first": None if setup.first == drawn_first(setup.mode, header.seed) else setup.first,
            "seed": header.seed,
            "players": kinds if any(kind != HUMAN for kind in kinds) else None,
            "engine": None if header.engine.name == default_engine() else header.engine.name,
            "moves": " ".join(str(played.move) for played in self.moves) or None,
        }
        words = ", ".join(f"{name}={value!r}" for name, value in said.items() if value is not None)
        block = re.sub(r"^Block\.load\((.*)\)$", r"\1", repr(self.block))  # a preset's name or a file will do
        return f"Game({block}, {words})"


def load(path: str | Path, *, engine: str | None = None) -> Game:
    """Return the game in a record, to look at and to go on with; the file stays as it is.

    Args:
        path: the record; a last line that was cut is left out, with a warning.
        engine: what simulates from now on; None for the record's engine, or this machine's best where that is missing.

    Raises:
        MisuseError: if there is no such file or engine.
        RecordError: if it is no record, changed, or against the rules; the message names file and line.

    >>> import fakir3d, tempfile
    >>> game = fakir3d.Game(engine="ideal", moves="x2.1 b2")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fakir3d.load(game.undo().save(f"{folder}/mine.fakir")).redo()
    Game('lattice', mode='2', seed=1, engine='ideal', moves='x2.1 b2')
    """
    loaded = load_record(Path(path))
    if loaded.cut:
        warnings.warn(f"{loaded.path}: its last line was cut; it has been left out", stacklevel=2)
    theirs = loaded.header.engine.name
    performer = InlinePerformer(engine or (theirs if theirs in available() else default_engine()))
    return Game.of(Session.resume(loaded, performer))
