"""What an audit found, as tables and lines in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table

from fakir3d.crosscheck.second import agreements
from fakir3d.errors import printable
from fakir3d.lab.audit.summary import AuditReport


def show_report(report: AuditReport) -> None:
    """Print what an audit found: a table of counts, then each finding with the command that shows it again."""
    console = Console()
    how_many = Column("how many", justify="right")
    table = Table("what", how_many, title="Audit: rules against physics", show_edge=False)
    table.add_row("games, moves", f"{report.games_played}, {report.moves}")
    for title, counts in (("", report.acts), ("probe: ", report.probes), ("fell: ", report.falls)):
        for kind, count in counts.items():
            table.add_row(f"{title}{kind.replace('_', ' ')}", str(count))
    table.add_row("stopped hands", str(report.blocked))
    for title, count in (("disagreements", len(report.findings)), ("unsettled", report.unsettled)):
        table.add_row(title, f"[{'red' if count else 'green'}]{count}[/]")
    table.add_row("deepest contact", f"{report.deepest_m * 1000:.2f} mm")
    wrong = len(report.wrong_instruments)
    table.add_row("instruments", "[green]right[/]" if not wrong else f"[red]{wrong} wrong[/]")
    console.print(table)
    if report.splits:
        console.print(_stands(report))
        console.print(_agreements(report))
    wall, cpu = report.timing["wall_s"], report.timing["cpu_s"]
    console.print(f"{wall:.1f} s, {cpu:.1f} s of CPU; digest {report.digest[:16]}")
    for sentence in report.wrong_instruments:
        print(f"instruments: {printable(sentence)}")
    for finding in report.findings:
        who = f"{finding.split}: {finding.witness}: " if finding.split else ""
        where = f"{printable(finding.block)}, mode {finding.mode}, game {finding.game}, move {finding.turn}"
        print(f"{where}: {who}{finding.verdict}")
        print(f"  again: {finding.reproduction}")
    for lost in report.lost:
        why = printable(lost.why[-1].splitlines()[-1])
        print(f"{printable(lost.block)}, mode {lost.mode}, game {lost.game}: lost: {why}")
        print(f"  again: {lost.reproduction}")
    if report.interrupted:
        console.print("[yellow]interrupted: this is what was done until then[/]")


def _stands(report: AuditReport) -> Table:
    """Return the table of how the witnesses stood, and who stood alone."""
    acts_column = Column("acts", justify="right")
    table = Table("groups that say the same", "alone", acts_column, title="How the witnesses stand", show_edge=False)
    for groups, acts in report.splits.items():
        alone = [group for group in groups.split(" | ") if "+" not in group] if " | " in groups else []
        table.add_row(groups, ", ".join(alone) or "-", str(acts))
    return table


def _agreements(report: AuditReport) -> Table:
    """Return the table of who agrees with whom."""
    total, counts = sum(report.splits.values()), agreements(report.splits)
    names = sorted({name for pair in counts for name in pair.split("+")})
    others = (Column(name, justify="right") for name in names[1:])
    table = Table("", *others, title=f"Who agrees with whom, of {total} acts", show_edge=False)
    for place, one in enumerate(names[:-1]):
        row = (str(counts[f"{one}+{other}"]) for other in names[place + 1 :])
        table.add_row(one, *[""] * place, *row)
    return table
