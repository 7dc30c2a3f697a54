"""``fakir3d verify``: whether a record happens again as it was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fakir3d.cli.options import JsonOption
from fakir3d.errors import MisuseError
from fakir3d.files import shown
from fakir3d.game.record.verify import VerifyReport, verify_record


def verify_command(
    games: Annotated[list[Path], typer.Argument(metavar="GAME", help="Game records (*.fakir).")],
    *,
    hashes: Annotated[bool, typer.Option("--hashes", help="Look at the chain of hashes only.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Perform every move of a record again and compare outcome, verdict, position and every bit of the poses.

    Leaves with 0 if all records are good, else 1, naming the first line of each that differs.
    """
    console = Console(stderr=True)
    reports, unread = [], []
    for path in games:
        try:
            with console.status(str(path)):
                report = verify_record(path, hashes_only=hashes)
        except MisuseError as error:
            # The others are looked at all the same; this one is told at the end.
            unread.append(str(error))
            report = VerifyReport(path, 0, 0, str(error))
        else:
            if not as_json:
                _show(report, hashes=hashes)
        reports.append(report)
    if as_json:
        print(json.dumps(_document(reports, hashes=hashes)))
    if unread:
        raise MisuseError("; ".join(unread))
    raise typer.Exit(0 if all(report.good for report in reports) else 1)


def _show(report: VerifyReport, *, hashes: bool) -> None:
    if not report.good:
        print(report.finding)
    elif hashes:
        print(f"{shown(report.path)}: {report.lines} lines, all as they were written")
    else:
        seen = [(report.jams, "in which physics decided (R12)"), (report.retried, "tried again at half the step")]
        told = "".join(f"; {count} {what}" for count, what in seen if count)
        whole = "1 move performed again, as it was written"
        if report.moves != 1:
            whole = f"{report.moves} moves performed again, all as they were written"
        print(f"{shown(report.path)}: {whole}{told}")


def _document(reports: list[VerifyReport], *, hashes: bool) -> dict[str, object]:
    games = [
        {
            "path": str(report.path),
            "good": report.good,
            "lines": report.lines,
            "moves": report.moves,
            "jams": report.jams,
            "retried": report.retried,
            "finding": report.finding or None,
        }
        for report in reports
    ]
    return {"format": "fakir-verify", "version": 1, "hashes": hashes, "games": games}
