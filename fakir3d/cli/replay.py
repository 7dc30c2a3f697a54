"""``fakir3d replay``: a recorded game again in the terminal, move by move."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.cli.options import FilmSizeOption, FpsOption, JsonOption
from fakir3d.cli.parsing import parse_size
from fakir3d.cli.progress import progress
from fakir3d.cli.table_text import draw_table
from fakir3d.errors import MisuseError
from fakir3d.files import shown
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.load import LoadedGame, load_record
from fakir3d.motion import Snapshot
from fakir3d.rules import result, say_move, say_outcome, start


def replay_command(
    game: Annotated[Path, typer.Argument(metavar="GAME", help="A game record (*.fakir).")],
    *,
    start_at: Annotated[int, typer.Option("--from", metavar="N", help="Begin with move N.")] = 1,
    pause: Annotated[float, typer.Option(help="Seconds between two moves.", min=0, max=60)] = 0.0,
    as_json: JsonOption = False,
    film: Annotated[
        Path | None, typer.Option(metavar="OUT.mp4", help="Film the recorded motion instead, without a display.")
    ] = None,
    size: FilmSizeOption = "640x360",
    fps: FpsOption = 15.0,
) -> None:
    """Tell a recorded game again: every move, what came of it, and the table after it.

    Moves that were taken back are left out.
    """
    if film is not None and as_json:
        raise MisuseError("--film and --json: a replay is a film or a document; leave one of them out")
    loaded = load_record(game)
    if not 1 <= start_at <= max(1, len(loaded.moves)):
        raise MisuseError(f"--from {start_at}: the game has moves 1 to {len(loaded.moves)}")
    if loaded.cut:
        print(f"fakir3d: {shown(game)}: the last line was cut and is left out", file=sys.stderr)
    moves = loaded.moves[start_at - 1 :]
    if film is not None:
        _film(loaded, moves, film, parse_size(size), fps)
    elif as_json:
        print(json.dumps(_document(loaded, moves)))
    else:
        _tell(loaded, moves, pause)


def _film(loaded: LoadedGame, moves: tuple[PlayedMove, ...], out: Path, size: tuple[int, int], fps: float) -> None:
    from fakir3d.render.film import shoot

    opening = (moves[0].start, moves[0].before) if moves else (Snapshot.of({}), start(loaded.header.setup))
    with progress("filming") as told:

        def telling() -> Iterator[PlayedMove]:
            for played in moves:
                told(f"move {played.number} {played.move}")
                yield played

        count = shoot(out, loaded.header.spec, opening, telling(), size=size, fps=fps)
    print(f"{shown(out)}: {count} pictures, {len(moves)} moves", file=sys.stderr)


def _tell(loaded: LoadedGame, moves: tuple[PlayedMove, ...], pause: float) -> None:
    names = loaded.header.names
    print(f"{loaded.header.spec.name}, mode {loaded.header.setup.mode}: {', '.join(names)}\n")
    print(draw_table(moves[0].before if moves else start(loaded.header.setup), names))
    for played in moves:
        time.sleep(pause)
        print(f"\n{played.number}. {played.move}  {say_move(played.before, played.move, names)}")
        for sentence in (*say_outcome(played.before, played.move, played.taken, names), played.note):
            if sentence:
                print(f"   {sentence}")
        print(f"   physics = rules: {'yes' if played.verdict.agree else played.verdict}\n")
        print(draw_table(played.after, names))


def _document(loaded: LoadedGame, moves: tuple[PlayedMove, ...]) -> dict[str, object]:
    header, over = loaded.header, result(loaded.moves[-1].after) if loaded.moves else None
    return {
        "format": "fakir-replay",
        "version": 1,
        "block": header.spec.name,
        "mode": header.setup.mode.value,
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in header.seats],
        "seed": header.seed,
        "cut": loaded.cut,
        "moves": [_move(played, header.names) for played in moves],
        "winners": list(over.winners) if over else None,
    }


def _move(played: PlayedMove, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "n": played.number,
        "seat": played.before.seat,
        "move": str(played.move),
        "said": say_move(played.before, played.move, names),
        "happened": list(say_outcome(played.before, played.move, played.taken, names)),
        "predicted": str(played.predicted),
        "observed": str(played.observed),
        "taken": str(played.taken),
        "verdict": str(played.verdict),
        "note": played.note,
        "seconds": played.recording.duration_s,
        "state": str(played.after),
    }
