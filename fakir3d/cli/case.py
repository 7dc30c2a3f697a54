"""``fakir3d case run|show``: a disagreement kept as a file, performed again or told in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fakir3d.crosscheck.case import Case, CaseRun, run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.lab.sabotage import witnesses_for
from fakir3d.physics.engines import require

__all__ = ["register"]

_Files = Annotated[list[Path], typer.Argument(help="*.case.json", show_default=False)]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    case_app = typer.Typer(help="Disagreements kept as files: run them again, or read them.", no_args_is_help=True)
    app.add_typer(case_app, name="case")

    @case_app.command("run")
    def run(
        files: _Files,
        engine: Annotated[str | None, typer.Option(help="Ask this engine instead of the case's own.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
    ) -> None:
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

    @case_app.command("show")
    def show(files: _Files) -> None:
        """Tell what a case is about: the position, the moves, and what both sides said."""
        for path in files:
            _show_case(path, load_case(path))


def _run(case: Case, engine: str | None) -> CaseRun:
    return run_case(case, witnesses_for(case.sabotage, engine or case.engine.name), engine)


def _to_json(path: Path, run: CaseRun) -> dict[str, object]:
    judged = run.judged
    return {
        "case": path.as_posix(),
        "as_expected": run.as_expected,
        "expect": run.case.expect,
        "kinds": [kind.value for kind in run.kinds],
        "act": run.act + 1,
        "acts": len(run.case.acts),
        "move": str(judged.script.move),
        "predicted": str(judged.predicted),
        "observed": str(judged.performance.outcome),
        "verdict": str(judged.verdict),
        "engine": judged.performance.engine.to_json(),
    }


def _show_run(path: Path, run: CaseRun) -> None:
    judged, case = run.judged, run.case
    sign = "as expected" if run.as_expected else f"NOT as expected ({case.expect})"
    print(f"{path}: {sign}: {judged.script.move}: {judged.verdict}")
    if run.act != len(case.acts) - 1:
        print(f"  an earlier act differed: number {run.act + 1} of {len(case.acts)}; the one to judge was not reached")
    engine = judged.performance.engine
    if engine != case.engine:
        print(f"  performed with {engine.name} {engine.version}; written with {case.engine.name} {case.engine.version}")


def _show_case(path: Path, case: Case) -> None:
    table = Table(title=str(path), show_header=False, show_edge=False, title_justify="left")
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
        ("again", f"fakir3d case run {path}"),
    )
    for name, value in rows:
        # Verdicts hold square brackets, which rich would take for its own.
        table.add_row(name, value.replace("[", r"\["))
    Console().print(table)
