"""``fakir3d audit --sabotage``: injected faults, and what noticed them."""

from __future__ import annotations

import json
from contextlib import suppress

from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.faults.catalogue import FAULTS
from fakir3d.lab.faults.injection import Caught, catch


def show_faults(*, as_json: bool) -> None:
    """Tell every planted fault: its name, where it sits, what is wrong."""
    if as_json:
        planted = [{"name": each.name, "where": each.where, "planted": each.planted} for each in FAULTS]
        print(json.dumps({"format": "fakir-sabotage-list", "version": 1, "planted": planted}, indent=1))
        return
    columns = (Column(heading, overflow="fold") for heading in ("where", "planted"))
    table = Table(Column("name", no_wrap=True), *columns, show_edge=False)
    for each in FAULTS:
        table.add_row(each.name, each.where, each.planted)
    Console().print(table)


def show_caught(plan: AuditPlan, *, as_json: bool) -> int:
    """Try every planted fault with this audit and tell what noticed it; return the exit code.

    Those that the engine could never notice (straight falls know no walls) are told and not tried. Ctrl-C ends it;
    what was tried until then is told.

    Args:
        plan: the audit, honest.
        as_json: print one JSON document and nothing else.

    Raises:
        EngineMissingError: if the engine is not on this machine.
    """
    able = [each for each in FAULTS if plan.engine != "ideal" or not each.bodies]
    unable = [each.name for each in FAULTS if each not in able]
    bar = Console(stderr=True)
    found: list[Caught] = []
    with suppress(KeyboardInterrupt):
        for each in track(able, "sabotage", console=bar, disable=as_json or not bar.is_terminal):
            found.append(catch(plan, each))  # noqa: PERF401 - Ctrl-C must leave what is there
    unreached = [each.name for each in able[len(found) :]]
    missed = [each.sabotage.name for each in found if not each.caught]
    if as_json:
        document = {
            "format": "fakir-sabotage",
            "version": 1,
            **plan.asked(),
            "sabotage": "all",
            "caught": len(found) - len(missed),
            "missed": missed,
            "not_tried": [*unable, *unreached],
            "interrupted": bool(unreached),
            "planted": [each.to_json() for each in found],
        }
        print(json.dumps(document, indent=1, allow_nan=False))
    else:
        _show(found, missed, unable)
        if unreached:
            print(f"interrupted: {len(unreached)} more were not tried")
    return 130 if unreached else 1 if missed else 0


def _show(found: list[Caught], missed: list[str], unable: list[str]) -> None:
    console = Console()
    words = (Column(heading, overflow="fold") for heading in ("planted", "caught by", "at"))
    numbers = (Column(heading, justify="right") for heading in ("acts", "CPU s"))
    columns = (Column("name", no_wrap=True), *words, *numbers)
    table = Table(*columns, title="What was planted, and what noticed it", show_edge=False)
    for each in found:
        by = ", ".join(each.checks) or "[red]nothing[/]"
        table.add_row(each.sabotage.name, each.sabotage.planted, by, _at(each), str(each.acts), f"{each.cpu_s:.2f}")
    console.print(table)
    if unable:
        print(f"not tried, straight falls could not show them: {', '.join(unable)}")
    print(f"{len(found) - len(missed)} of {len(found)} caught" + (f"; missed: {', '.join(missed)}" if missed else ""))


def _at(caught: Caught) -> str:
    """Return at which act it was noticed; or that it was before the games."""
    finding = caught.finding
    if finding is None:
        return "before the games" if caught.instruments else "-"
    probe = f" ({finding.probe.value.replace('_', ' ')})" if finding.probe else ""
    return f"{finding.block}, move {finding.turn}: {finding.move}{probe}"
