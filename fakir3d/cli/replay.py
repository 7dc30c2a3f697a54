"""``fakir3d replay``: a recorded game again in the terminal, move by move."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.block.textfile import shown
from fakir3d.cli.pictures import FilmSizeWord, FpsWord, parse_size
from fakir3d.cli.progress import progress
from fakir3d.cli.table_text import draw_table
from fakir3d.errors import MisuseError
from fakir3d.game.played_move import Turn
from fakir3d.game.record.load import LoadedGame, load_record
from fakir3d.motion import Snapshot
from fakir3d.rules import result, say_move, say_outcome, start

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("replay")
    def replay(
        game: Annotated[Path, typer.Argument(metavar="GAME", help="A game record (*.fakir).")],
        *,
        start_at: Annotated[int, typer.Option("--from", metavar="N", help="Begin with move N.")] = 1,
        pause: Annotated[float, typer.Option(help="Seconds between two moves.", min=0, max=60)] = 0.0,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
        film: Annotated[
            Path | None, typer.Option(metavar="OUT.mp4", help="Film the recorded motion instead, without a display.")
        ] = None,
        size: FilmSizeWord = "640x360",
        fps: FpsWord = 15.0,
    ) -> None:
        """Tell a recorded game again: every move, what came of it, and the table after it.

        Moves that were taken back are left out.
        """
        if film is not None and as_json:
            raise MisuseError("--film and --json: a replay is a film or a document; leave one of them out")
        loaded = load_record(game)
        if not 1 <= start_at <= max(1, len(loaded.turns)):
            raise MisuseError(f"--from {start_at}: the game has moves 1 to {len(loaded.turns)}")
        if loaded.cut:
            print(f"fakir3d: {shown(game)}: the last line was cut and is left out", file=sys.stderr)
        turns = loaded.turns[start_at - 1 :]
        if film is not None:
            _film(loaded, turns, film, parse_size(size), fps)
        elif as_json:
            print(json.dumps(_document(loaded, turns)))
        else:
            _tell(loaded, turns, pause)


def _film(loaded: LoadedGame, turns: tuple[Turn, ...], out: Path, size: tuple[int, int], fps: float) -> None:
    from fakir3d.render.film import shoot

    opening = (turns[0].start, turns[0].before) if turns else (Snapshot.of({}), start(loaded.header.setup))
    with progress("filming") as told:

        def telling() -> Iterator[Turn]:
            for turn in turns:
                told(f"move {turn.number} {turn.move}")
                yield turn

        count = shoot(out, loaded.header.spec, opening, telling(), size=size, fps=fps)
    print(f"{shown(out)}: {count} pictures, {len(turns)} moves", file=sys.stderr)


def _tell(loaded: LoadedGame, turns: tuple[Turn, ...], pause: float) -> None:
    names = loaded.header.names
    print(f"{loaded.header.spec.name}, mode {loaded.header.setup.mode}: {', '.join(names)}\n")
    print(draw_table(turns[0].before if turns else start(loaded.header.setup), names))
    for turn in turns:
        time.sleep(pause)
        print(f"\n{turn.number}. {turn.move}  {say_move(turn.before, turn.move, names)}")
        for sentence in (*say_outcome(turn.before, turn.move, turn.taken, names), turn.note):
            if sentence:
                print(f"   {sentence}")
        print(f"   physics = rules: {'yes' if turn.verdict.agree else turn.verdict}\n")
        print(draw_table(turn.after, names))


def _document(loaded: LoadedGame, turns: tuple[Turn, ...]) -> dict[str, object]:
    header, over = loaded.header, result(loaded.turns[-1].after) if loaded.turns else None
    return {
        "format": "fakir-replay",
        "version": 1,
        "block": header.spec.name,
        "mode": header.setup.mode.value,
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in header.seats],
        "seed": header.seed,
        "cut": loaded.cut,
        "moves": [_move(turn, header.names) for turn in turns],
        "winners": list(over.winners) if over else None,
    }


def _move(turn: Turn, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "n": turn.number,
        "seat": turn.before.seat,
        "move": str(turn.move),
        "said": say_move(turn.before, turn.move, names),
        "happened": list(say_outcome(turn.before, turn.move, turn.taken, names)),
        "predicted": str(turn.predicted),
        "observed": str(turn.observed),
        "taken": str(turn.taken),
        "verdict": str(turn.verdict),
        "note": turn.note,
        "seconds": turn.recording.duration_s,
        "state": str(turn.after),
    }
