"""An audit as one HTML page that holds everything it shows."""

from __future__ import annotations

import base64
import platform
from collections.abc import Mapping, Sequence
from datetime import datetime

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from fakir3d.crosscheck.second import agreements
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.reporting.charts import histogram
from fakir3d.lab.reporting.disagreements import Disagreement
from fakir3d.lab.reporting.facts import SPREADS, by_block, by_difference, by_floor, greatest, overall, quantile
from fakir3d.version import __version__


def html_page(
    plan: AuditPlan,
    report: AuditReport,
    disagreements: Sequence[Disagreement],
    *,
    when: datetime,
    no_pictures: str = "",
) -> str:
    """Return the page.

    Args:
        plan: what was to be done.
        report: what was found.
        disagreements: the findings, retold, in the report's order.
        when: the date it bears.
        no_pictures: why the disagreements have no pictures; empty where they have.
    """
    floors = {each.finding: each.floor for each in disagreements}
    return _template().render(
        version=__version__,
        when=f"{when.day} {when:%B %Y, %H:%M}",
        engine=_engine(report),
        asked=report.asked,
        report=report,
        agreements=agreements(report.splits),
        verdict=_verdict(report),
        cards=_cards(report),
        blocks=by_block(report),
        differences=by_difference(report, floors),
        floors=by_floor(report, floors),
        spreads=SPREADS,
        charts=_charts(report),
        extremes=greatest(plan, report),
        disagreements=disagreements,
        no_pictures=no_pictures,
        conditions=_conditions(report),
    )


def _template() -> Template:
    # Escaped whatever the template's name; only the charts are ours, and they escape by being XML.
    pages = Environment(loader=PackageLoader("fakir3d.lab.reporting", ""), autoescape=True, undefined=StrictUndefined)
    pages.trim_blocks = True
    pages.filters["base64"] = lambda data: base64.b64encode(data).decode("ascii")
    return pages.get_template("page.html")


def _verdict(report: AuditReport) -> Mapping[str, object]:
    """Return the sentences at the top."""
    everything = overall(report)
    acts = f"{everything.acts:,} act{'' if everything.acts == 1 else 's'}"
    sentences = [f"The share of differing acts lies within {everything.interval} (95 %)." if everything.acts else ""]
    sentences += [f"Instruments: {sentence}." for sentence in report.wrong_instruments]
    sentences += [f"{report.unsettled} acts did not come to rest." if report.unsettled else ""]
    sentences += [f"{len(report.lost)} games were lost: whoever played them died." if report.lost else ""]
    sentences += [
        "The audit was stopped before its end: this is what was done until then." if report.interrupted else ""
    ]
    if report.asked.get("sabotage"):
        sentences.append(f"A fault was planted: {report.asked['sabotage']}. Differences are what should be seen here.")
    title = f"{everything.differences} of {acts} differ" if everything.differences else f"No difference in {acts}"
    return {"well": report.well, "title": title, "sentences": list(filter(None, sentences))}


def _cards(report: AuditReport) -> list[tuple[str, str]]:
    wall = _number(report.timing.get("wall_s"))
    everything = overall(report)
    return [
        (f"{report.games_played:,}", "games"),
        (f"{report.moves:,}", "moves"),
        (f"{report.acts['probe']:,}", "probes"),
        (f"{everything.differences:,}", f"differing acts, at most {everything.most}"),
        (f"{report.unsettled:,}", "unsettled"),
        (f"{report.falls['onto_stick']:,} / {report.falls['gone']:,}", "falls onto a stick / to the table"),
        (f"{report.blocked:,}", "stopped hands"),
        (f"{report.deepest_m * 1000:.2f} mm", "deepest contact"),
        (f"{everything.acts / wall:.1f}" if wall else "–", "acts a second"),
    ]


def _charts(report: AuditReport) -> dict[str, list[tuple[str, str, Markup, str]]]:
    """Return for each block a chart and its caption for each of ``SPREADS``."""
    rows: dict[str, list[tuple[str, str, Markup, str]]] = {}
    for block, measures in report.measures.items():
        rows[block] = []
        for spread in SPREADS:
            counts = spread.of(measures.values())
            svg = Markup(histogram(f"{spread.name}, {block}", spread.unit, counts, spread.step))  # noqa: S704 - XML of our own
            middle, high = quantile(counts, 0.5), quantile(counts, 0.95)
            caption = (
                f"median {middle:.3g}, 95 % below {high:.3g}, greatest {max(counts, default=0.0):.3g} {spread.unit}"
            )
            rows[block].append((spread.name, spread.unit, svg, caption))
    return rows


def _conditions(report: AuditReport) -> list[tuple[str, str]]:
    """Return what is needed to do it again, and what it took."""
    timing, asked = report.timing, report.asked
    config = asked.get("config")
    numbers = config.items() if isinstance(config, Mapping) else ()
    named = [
        (name, str(asked[name])) for name in ("games", "first_game", "choose", "sticks", "sabotage") if asked.get(name)
    ]
    return [
        ("engine", _engine(report)),
        *named,
        ("config", ", ".join(f"{name} {value}" for name, value in numbers)),
        ("machine", f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"),
        *(
            (name, f"{_number(timing[name]):.1f}")
            for name in ("wall_s", "cpu_s", "acts_cpu_s", "simulated_s")
            if name in timing
        ),
        ("digest", report.digest),
    ]


def _engine(report: AuditReport) -> str:
    engines = [report.asked.get("engine"), report.asked.get("second")]
    return " and ".join(f"{each['name']} {each['version']}" for each in engines if isinstance(each, Mapping))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
