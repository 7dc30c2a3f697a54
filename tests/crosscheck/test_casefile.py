"""A case file gives back exactly what was written, and refuses to be cut, changed or mistaken for something else."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.crosscheck import Discrepancy, Kind, Verdict
from fakir3d.crosscheck.case import Case, case_of
from fakir3d.crosscheck.casefile import case_text, load_case, parse_case, save_case
from fakir3d.crosscheck.pipeline import Comparison, ask
from fakir3d.errors import FakirError, MisuseError, RecordError
from fakir3d.files import seal
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.scene import seated
from fakir3d.rules import Mode, Move, Outcome, Setup, advance, predict, start


@pytest.fixture
def case(performance) -> Case:
    """Return a case in the middle of a game, its poses with every digit a float64 has."""
    spec = load_block("lattice")
    state = start(Setup(lattice_of(spec), Mode.TWO, 10))
    for text in ("x2.3", "yb.1", "b2", "a2", "c2", "c3"):
        move = Move.parse(text)
        try:
            state = advance(state, move, predict(state, move))
        except FakirError:
            continue
    lots = Random(7)
    shaken = {
        name: [part + lots.uniform(-1e-9, 1e-9) for part in pose]
        for name, pose in seated(spec, state).as_dict().items()
    }
    asked = ask(spec, state, Snapshot.of(shaken), script_for(state, Move.parse("x2.3^"), 5, 6))
    outcome = "r2 b2 x2.3>yb.1"
    verdict = Verdict((Discrepancy(Kind.HUNG, "r2", outcome, "r2 b2 x2.3>hung:x2.3"),))
    told = replace(asked, predicted=Outcome.parse(outcome))
    return case_of("A stick hangs — as told.", Comparison(told, performance("r2 b2 x2.3>hung:x2.3"), verdict, None))


def test_a_case_reads_back_to_the_same_value(case: Case, tmp_path: Path) -> None:
    """Every field, every float to its last bit; the case expects the kind that was seen."""
    path = save_case(case, tmp_path / "new" / "folder", "a-name")
    assert path.name == "a-name.case.json"
    again = load_case(path)
    assert again == case
    assert again.snapshot.poses.tobytes() == case.snapshot.poses.tobytes()
    assert again.spec.digest == case.spec.digest
    assert again.expect == "hung"
    assert case_text(again) == path.read_text(encoding="utf-8")
    assert [left.name for left in path.parent.iterdir()] == [path.name], "no half-written file stays behind"


def test_a_byte_order_mark_and_other_line_ends_change_nothing(case: Case) -> None:
    """What editors and mail programs do to a file's outside is no edit."""
    text = case_text(case)
    assert parse_case(("\ufeff" + text.replace("\n", "\r\n")).encode(), "here") == case
    assert parse_case(text.rstrip("\n").encode(), "here") == case


def test_a_case_cut_at_any_byte_is_refused(case: Case) -> None:
    """No prefix is taken for a case; the last line's end is the one byte that carries nothing."""
    data = case_text(case).encode()
    for length in range(len(data) - 1):
        with pytest.raises(RecordError, match=r"^here: (cut short or no JSON|not a case)"):
            parse_case(data[:length], "here")


def _edits(document: object) -> Iterator[object]:
    """Yield the document with one value changed, once for every value in it at any depth."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield {name: part for name, part in document.items() if name != key}
            yield {(name + "x" if name == key else name): part for name, part in document.items()}
            for edited in _edits(value):
                yield {**document, key: edited}
    elif isinstance(document, list):
        yield [*document, *document[-1:]] if document else [0]
        yield document[1:] if document else {}
        for place, value in enumerate(document):
            for edited in _edits(value):
                yield [*document[:place], edited, *document[place + 1 :]]
    elif isinstance(document, bool):
        yield not document
    elif isinstance(document, int | float):
        yield document + 1
        yield document * (1 + 2**-50) if isinstance(document, float) and document else str(document)
        yield None
    elif isinstance(document, str):
        yield document + " "
        yield document[:-1]
        yield 0
    else:
        yield "something"


def test_every_edit_of_every_field_is_refused(case: Case) -> None:
    """A value changed, left out, renamed or doubled anywhere, down to the last bits of a pose: refused, on one line."""
    document = json.loads(case_text(case))
    count = 0
    for edited in _edits(document):
        count += 1
        with pytest.raises(RecordError) as refused:
            parse_case(json.dumps(edited).encode(), "here")
        assert str(refused.value).startswith("here: ")
        assert "\n" not in str(refused.value)
    assert count > 300


def _resealed(document: dict[str, object]) -> bytes:
    return json.dumps({**document, "sha256": seal(document)}).encode()


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["state"], "nonsense", "here: state: "),
        (["snapshot", "r1", 2], 99.0, "here: snapshot: r1: "),
        (["snapshot", "r1", 6], 4.0, "here: snapshot: r1: "),
        (["snapshot", "r1"], [0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0002], "here: snapshot: r1: is no pose: its quaternion"),
        (["snapshot", "r1", 0], 0.02, "here: snapshot: stick r1 does not lie in x2.3, right through: it is at"),
        (["snapshot", "r2", 1], 0.012, "here: snapshot: stick r2 does not stand in b2: it is astray at"),
        (["snapshot", "r2", 2], 0.06, "here: snapshot: stick r2 does not stand in b2: it is astray at"),
        (["snapshot", "zz"], [0, 0, 0, 0, 0, 0, 1], "here: snapshot: has poses of "),
        (["acts", 0, "move"], "z9^", "here: acts: "),
        (["acts", 0, "side"], 3, "here: acts: "),
        (["acts", 0, "speed_m_s"], -1.0, "here: acts: "),
        (["acts"], [], "here: acts: "),
        (["predicted"], "r2 falls", "here: predicted: "),
        (["observed"], "", "here: observed: "),
        (["verdict"], "odd", "here: verdict: "),
        (["engine"], {}, "here: engine: "),
        (["config", "dt_s"], 0.0, "here: config: "),
        (["config", "extra"], 1, "here: config: "),
        (["block", "stick", "length"], "long", "here: block: "),
        (["block", "block", "size", 0], 0.0, "here: block: block: 1 fault: block.size[0]: "),
        (["block", "block", "size", 1], -1.0, "here: block: block: 1 fault: block.size[1]: "),
        (["expect"], "surprise", "here: expect is 'surprise'"),
        (["version"], 2, "here: version 2 is from a newer fakir3d"),
        (["version"], 0, "here: version: "),
        (["version"], True, "here: version is True"),
        (["format"], "fakir-game", "here: not a case: its format is 'fakir-game'"),
        (["sabotage"], 5, "here: sabotage: "),
        (["unknown"], 5, "here: unknown: "),
    ],
)
def test_even_with_a_fitting_seal_each_field_is_checked(
    case: Case, path: list[str | int], value: object, told: str
) -> None:
    """A case written by another program is read as strictly; the message names the field."""
    document = copy.deepcopy(json.loads(case_text(case)))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(RecordError) as refused:
        parse_case(_resealed(document), "here")
    assert str(refused.value).startswith(told)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 5000, "1" * 400])
def test_numbers_that_are_none_are_refused(case: Case, number: str) -> None:
    """NaN, infinity and numbers beyond a float, in a pose and in the physics config."""
    text = case_text(case)
    document = json.loads(text)
    for broken in (
        text.replace(json.dumps(document["snapshot"]["r1"][0]), number, 1),
        text.replace('"friction": 0.09', f'"friction": {number}'),
    ):
        assert broken != text
        with pytest.raises(RecordError):
            parse_case(broken.encode(), "here")


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"[]", b"{}", b"null", b"[" * 100_000, b'{"a":' * 5000, b"\xff\xfe{\0}\0", b'"caf\xe9"']
)
def test_what_is_no_case_is_refused(data: bytes) -> None:
    """Empty, nested without end, in another encoding: one line each."""
    with pytest.raises(RecordError, match=r"^here: ") as refused:
        parse_case(data, "here")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [b"1" * 5000, b"[" + b"1" * 5000 + b"]", b'{"a":-' + b"1" * 5000 + b"}"])
@pytest.mark.parametrize("head", [b'{"format":%s}', b'{"format":"fakir-case","version":%s}'])
def test_numbers_too_long_to_print_are_refused(head: bytes, value: bytes) -> None:
    """Python does not turn them into text; the message does without."""
    with pytest.raises(RecordError, match=r"^here: ") as refused:
        parse_case(head % value, "here")
    assert "\n" not in str(refused.value)


def test_a_missing_file_and_a_folder_are_misuse(tmp_path: Path) -> None:
    """The message names the path and the reason."""
    for path in (tmp_path / "none.case.json", tmp_path):
        with pytest.raises(MisuseError, match="cannot read"):
            load_case(path)


def test_a_case_that_cannot_be_written_says_so(case: Case, tmp_path: Path) -> None:
    """A file where the folder should be: one line, and nothing left behind."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(MisuseError, match="cannot write the case"):
        save_case(case, tmp_path / "taken", "a")
