"""``fakir3d case``: a disagreement run again, shown, made small."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fakir3d.cli.options import JsonOption
from fakir3d.cli.progress import progress
from fakir3d.crosscheck.case import AGREE, Case, CaseRun, run_case
from fakir3d.crosscheck.casefile import CASE_SUFFIX, load_case, save_case
from fakir3d.crosscheck.shrink import Try, live, shrink
from fakir3d.errors import MisuseError, command_line, printable
from fakir3d.files import shown
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.physics.engines import require

_Files = Annotated[list[Path], typer.Argument(help="*.case.json", show_default=False)]
_Engine = Annotated[str | None, typer.Option(help="Ask this engine instead of the case's own.")]


def case_run_command(files: _Files, engine: _Engine = None, as_json: JsonOption = False) -> None:
    """Perform cases again. Leaves with 0 if each shows what it expects, else with 1."""
    if engine:
        require(engine)
    cases = [(path, load_case(path)) for path in files]
    runs = [(path, _run(case, engine)) for path, case in cases]
    if as_json:
        print(json.dumps({"format": "fakir-case-runs", "version": 1, "runs": [_to_json(*run) for run in runs]}))
    else:
        for path, done in runs:
            _show_run(path, done)
    raise typer.Exit(0 if all(done.as_expected for _, done in runs) else 1)


def case_show_command(files: _Files) -> None:
    """Tell what a case is about: the position, the moves, and what both sides said."""
    for path in files:
        _show_case(path, load_case(path))


def case_shrink_command(
    file: Annotated[Path, typer.Argument(help="*.case.json", show_default=False)],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The smaller case's file; NAME.small.case.json if left out.")
    ] = None,
    engine: _Engine = None,
    must_agree: Annotated[
        bool, typer.Option("--must-agree", help="Expect agreement: as a test the case fails until that is so.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Make a disagreement small: the shortest history and the fewest sticks that still show it.

    The smallest case so far is always in the file, so Ctrl-C loses nothing.
    What is written is a case like any other and, for pytest, a test: that the
    difference still shows or, with --must-agree, that it does no more.
    """
    case, to = load_case(file), _target(file, out)
    if engine:
        require(engine)
    last: Try | None = None
    try:
        with progress("shrinking") as tell:
            for last in shrink(case, pipeline_for(case.sabotage, engine or case.engine.name), engine):
                if last.smaller or not to.exists():
                    kept = replace(last.case, expect=AGREE) if must_agree else last.case
                    save_case(kept, to.parent, to.name.removesuffix(CASE_SUFFIX))
                tell(f"{live(last.case)} sticks of {live(case)}, {last.tried} acts tried")
    except KeyboardInterrupt:
        if last is not None:
            _show_shrunk(case, last, to, as_json=as_json, interrupted=True)
        raise
    assert last is not None  # noqa: S101 - it yields before it ends
    _show_shrunk(case, last, to, as_json=as_json, interrupted=False)


def _target(file: Path, out: Path | None) -> Path:
    """Return where the smaller case goes. Raises MisuseError if that is no name of a case, or one that is taken."""
    to = out or file.with_name(f"{file.name.removesuffix(CASE_SUFFIX)}.small{CASE_SUFFIX}")
    if not to.name.endswith(CASE_SUFFIX):
        raise MisuseError(f"{shown(to)} is no name for a case: end it in {CASE_SUFFIX}")
    if to.exists():
        raise MisuseError(f"{shown(to)} exists already; name another file with --out, or take it away")
    return to


def _show_shrunk(case: Case, last: Try, to: Path, *, as_json: bool, interrupted: bool) -> None:
    sizes = [{"acts": len(each.acts), "sticks": live(each)} for each in (case, last.case)]
    if as_json:
        head = {"format": "fakir-case-shrunk", "version": 1, "case": to.as_posix(), "interrupted": interrupted}
        print(json.dumps({**head, "from": sizes[0], "to": sizes[1], "kind": last.case.expect, "tried": last.tried}))
        return
    before, after = (f"{_many(size['acts'], 'act')}, {_many(size['sticks'], 'stick')}" for size in sizes)
    print(f"{shown(to)}: {before} made {after}, still {last.case.expect}; {_many(last.tried, 'act')} tried")
    if interrupted:
        print("  interrupted: this is the smallest until then")
    print(f"  again: {command_line('case', 'run', to)}")
    print(f"  as a test: pytest {printable(shlex.quote(str(to)))}")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _run(case: Case, engine: str | None) -> CaseRun:
    return run_case(case, pipeline_for(case.sabotage, engine or case.engine.name), engine)


def _to_json(path: Path, run: CaseRun) -> dict[str, object]:
    comparison = run.comparison
    return {
        "case": path.as_posix(),
        "as_expected": run.as_expected,
        "expect": run.case.expect,
        "kinds": [kind.value for kind in run.kinds],
        "act": run.act + 1,
        "acts": len(run.case.acts),
        "move": str(comparison.script.move),
        "predicted": str(comparison.predicted),
        "observed": str(comparison.performance.outcome),
        "verdict": str(comparison.verdict),
        "engine": comparison.performance.engine.to_json(),
    }


def _show_run(path: Path, run: CaseRun) -> None:
    comparison, case = run.comparison, run.case
    sign = "as expected" if run.as_expected else f"NOT as expected ({case.expect})"
    print(f"{shown(path)}: {sign}: {comparison.script.move}: {comparison.verdict}")
    if run.act != len(case.acts) - 1:
        print(f"  an earlier act differed: number {run.act + 1} of {len(case.acts)}; the one to judge was not reached")
    engine = comparison.performance.engine
    if engine != case.engine:
        written = printable(f"{case.engine.name} {case.engine.version}")
        print(f"  performed with {engine.name} {engine.version}; written with {written}")


def _show_case(path: Path, case: Case) -> None:
    table = Table(title=shown(path), show_header=False, show_edge=False, title_justify="left")
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    rows = (
        ("about", case.note),
        ("block", case.spec.name),
        ("position", str(case.state)),
        ("moves", ", ".join(str(script.move) for script in case.acts)),
        ("rules foretold", str(case.predicted)),
        ("physics did", str(case.observed)),
        ("verdict", str(case.verdict)),
        ("expected", case.expect),
        ("sabotage", case.sabotage or "none"),
        ("engine", f"{case.engine.name} {case.engine.version}"),
        ("again", command_line("case", "run", path)),
    )
    for name, value in rows:
        # Verdicts hold square brackets, which rich would take for its own.
        table.add_row(name, printable(value).replace("[", r"\["))
    Console().print(table)
