"""An audit as JUnit XML: a case for each game."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from fakir3d.lab.audit.game_result import Finding
from fakir3d.lab.audit.summary import AuditReport, LostGame

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, however it is written: control characters, lone surrogates, two that are no characters."""


def junit_xml(report: AuditReport) -> bytes:
    """Return the document, UTF-8; valid whatever the names in it hold.

    The instruments are a suite of their own: a case for each block and engine. What was not played because somebody
    stopped the audit is a skipped case.
    """
    failures: dict[tuple[str, str, int], list[Finding]] = defaultdict(list)
    for finding in report.findings:
        failures[finding.block, finding.mode, finding.game].append(finding)
    lost = {(each.block, each.mode, each.game): each for each in report.lost}
    root = Element("testsuites", name="fakir3d audit", time=f"{_wall_s(report):.3f}")
    _close(_instruments(root, report))
    for block, mode in _places(report):
        suite = SubElement(root, "testsuite", name=_plain(f"{block}, mode {mode}"))
        for game in report.played.get((block, mode), ()):
            _game(suite, (block, mode, game), failures.get((block, mode, game), []))
        for where, each in lost.items():
            if where[:2] == (block, mode):
                _lost(suite, each)
        _close(suite)
    if report.interrupted:
        suite = SubElement(root, "testsuite", name="not played")
        SubElement(_case(suite, "audit", "the games that were left"), "skipped", message="interrupted")
        _close(suite)
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _places(report: AuditReport) -> Iterator[tuple[str, str]]:
    """Yield every block and mode that was played or lost, in the order of the audit."""
    asked = [(str(block), str(mode)) for block in _names(report, "blocks") for mode in _names(report, "modes")]
    there = {*report.played, *((each.block, each.mode) for each in report.lost)}
    yield from (place for place in asked if place in there)


def _names(report: AuditReport, field: str) -> list[object]:
    names = report.asked[field]
    return names if isinstance(names, list) else []


def _instruments(root: Element, report: AuditReport) -> Element:
    suite = SubElement(root, "testsuite", name="instruments")
    for engine, blocks in report.instruments.items():
        for block, measurements in blocks.items():
            case = _case(suite, f"instruments.{engine}", block)
            wrong = [str(measurement) for measurement in measurements if not measurement.right]
            if wrong:
                _fault(case, "failure", "instrument", wrong[0], "\n".join(wrong))
    if report.elsewhere:
        case = _case(suite, "instruments", "where games were played")
        _fault(case, "failure", "instrument", report.elsewhere[0], "\n".join(report.elsewhere))
    return suite


def _game(suite: Element, where: tuple[str, str, int], findings: list[Finding]) -> None:
    block, mode, number = where
    case = _case(suite, f"{block}.mode {mode}", f"game {number}")
    for finding in findings:
        what = f"probe {finding.probe.value} {finding.move}" if finding.probe else f"move {finding.move}"
        message = f"{what} at move {finding.turn}: {finding.verdict}"
        text = "\n".join(filter(None, [message, finding.split, f"again: {finding.reproduction}"]))
        _fault(case, "failure", finding.kind.value, message, text)


def _lost(suite: Element, lost: LostGame) -> None:
    case = _case(suite, f"{lost.block}.mode {lost.mode}", f"game {lost.game}")
    message = (lost.why[-1].splitlines() or [""])[-1]
    _fault(case, "error", "lost", message, "\n".join([*lost.why, f"again: {lost.reproduction}"]))


def _case(suite: Element, group: str, name: str) -> Element:
    return SubElement(suite, "testcase", classname=_plain(group), name=_plain(name))


def _fault(case: Element, tag: str, kind: str, message: str, text: str) -> None:
    SubElement(case, tag, type=_plain(kind), message=_plain(message)).text = _plain(text)


def _close(suite: Element) -> None:
    """Write the counts of a suite."""
    suite.set("tests", str(len(suite)))
    for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(count, str(sum(case.find(tag) is not None for case in suite)))


def _wall_s(report: AuditReport) -> float:
    wall = report.timing.get("wall_s", 0.0)
    return float(wall) if isinstance(wall, int | float) else 0.0


def _plain(text: str) -> str:
    r"""Return a text with what XML cannot hold written as Python writes it.

    >>> _plain("a\x00b\ud800")
    'a\\x00b\\ud800'
    """
    return _NO_XML.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)
