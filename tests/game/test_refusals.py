"""What a record may not hold although its chain is right, and what the refusal says."""

from __future__ import annotations

import codecs
import json
import re

import pytest

from fakir3d.errors import RecordError
from fakir3d.game import Session, load_record, verify_record
from fakir3d.game.record.format import split_lines
from fakir3d.physics import engines
from tests.game.rewriting import rewritten, sealed

SIX = {"sticks": 3}
"""Six moves of a game with three sticks each make a small record."""


@pytest.fixture
def refused(record_of, tmp_path):
    """Return a maker of refusals: what loading says of a four-move record with one line changed, less its path."""

    def refuse(line, change):
        path = tmp_path / "edited.fakir"
        path.write_bytes(rewritten(record_of(4, **SIX).read_bytes(), lambda at, body: at == line and change(body)))
        with pytest.raises(RecordError) as caught:
            load_record(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: line {line}")
        assert message.isprintable()
        assert verify_record(path).finding == message
        return message.removeprefix(f"{path}: ")

    return refuse


def test_an_unknown_engine_is_refused_with_those_there_are(refused):
    """A header that names an engine that fakir3d never had is no header: line 1, and what there is."""
    message = refused(1, lambda body: body["engine"].update(name="warp"))
    assert message == "line 1: there is no engine 'warp'; engines are bullet, mujoco, ideal"


def test_an_unknown_engine_of_a_later_line_is_refused(record_of, tmp_path):
    """The same for the line that says that the game went on with another engine."""
    texts = [json.dumps(line.body) for line in split_lines(record_of(2, **SIX).read_bytes())]
    engine = json.loads(texts[0])["engine"]
    path = tmp_path / "later.fakir"
    path.write_bytes(sealed([*texts, json.dumps({"engine": {**engine, "name": "warp"}})]))
    with pytest.raises(RecordError, match="line 4: there is no engine 'warp'"):
        load_record(path)


def test_an_engine_missing_here_loads_and_another_goes_on(record_of, ideal, play_on, tmp_path, monkeypatch):
    """A known engine need not be on this machine: the game can be seen again, and gone on with by another."""
    path = tmp_path / "far.fakir"
    path.write_bytes(
        rewritten(record_of(3, **SIX).read_bytes(), lambda at, body: at == 1 and body["engine"].update(name="bullet"))
    )
    monkeypatch.setattr(engines, "_problem", {"bullet": "not built here"}.get)
    loaded = load_record(path)
    assert loaded.header.engine.name == "bullet"
    assert len(play_on(Session.resume(loaded, ideal), 2).moves) == 5


def test_a_block_unfit_to_play_is_refused_with_its_faults(refused):
    """Holes narrower than the sticks: the header's line, how many faults, and the first of them by its field."""
    message = refused(1, lambda body: body["block"]["holes"].update(diameter=1.0))
    assert re.match(r"line 1: block: \d+ faults?: holes\.diameter: ", message)


@pytest.mark.parametrize("stick", ["q7", "r2", "g1"])
def test_a_motion_of_a_stick_that_is_not_there_is_refused(refused, stick):
    """Whether no stick is called so or it lies in a hand that does not move it: its motion is not shown."""
    message = refused(2, lambda body: body["motion"].update(sticks=[stick]))
    assert message.startswith("line 2: move 1: motion.sticks: ")
    assert stick in message


@pytest.mark.parametrize(
    ("line", "change", "field"),
    [
        (3, lambda body: body.update(note="well\x1b[2Jdone"), "note"),
        (3, lambda body: body.update(note="one\ntwo"), "note"),
        (3, lambda body: body.update(verdict="hung \x9b [nothing] [blocked]"), "verdict"),
        (3, lambda body: body["motion"].update(sticks=["\x07"]), "motion.sticks.0"),
        (3, lambda body: body.update({"\x1b]0;me\x07": 1}), "'\\x1b]0;me\\x07'"),
        (3, lambda body: body["poses"].update({"r\x1b": [0.0] * 7}), "poses.'r\\x1b'"),
        (1, lambda body: body["engine"].update(version="\ud800"), "engine.version"),
        (1, lambda body: body["seats"][1].update(name="a\u202eb"), "seats.1.name"),
        (1, lambda body: body["options"].update({"\x1b": ""}), "options.'\\x1b'"),
    ],
)
def test_nothing_that_a_terminal_would_obey_gets_in(refused, line, change, field):
    """Control characters, lone surrogates, text that turns round: refused in every text, the field named."""
    assert f": {field}: has a character that cannot be shown" in refused(line, change)


def test_a_long_text_shows_where_it_differs(refused):
    """Two states alike in their first 80 characters: the field that differs is shown of both."""
    message = refused(4, lambda body: body.update(state=re.sub(r"seat=\d", "seat=7", body["state"])))
    assert re.search(r"state is 'seat=7'; by the rules it is 'seat=[01]'$", message)


def test_a_long_field_is_cut_around_the_difference(refused):
    """A field longer than a message: what is quoted of both begins a little before they differ."""
    message = refused(4, lambda body: body.update(predicted="x" * 300 + "y"))
    was, right = re.search(r"predicted is '(.*)'; by the rules it is '(.*)'$", message).groups()
    assert was != right
    assert len(was) <= 90


def test_a_line_that_is_none_says_what_there_is(refused):
    """A line of another kind is told with the kinds there are, not with a field of one of them."""

    def other(body):
        body.clear()
        body["foo"] = 3

    assert refused(3, other) == "line 3 is none of move, undo, redo and engine; it has foo"
    assert refused(3, lambda body: body.pop("n")).startswith("line 3: n: ")
    assert refused(3, dict.clear) == "line 3 is none of move, undo, redo and engine; it has nothing"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda content: codecs.BOM_UTF8 + content, "UTF-8 with a byte order mark"),
        (lambda content: content.decode().encode("utf-16"), "UTF-16"),
        (lambda content: content.decode().encode("utf-16-le"), "UTF-16"),
        (lambda content: content.decode().encode("utf-16-be"), "UTF-16"),
        (lambda content: content.decode().encode("utf-32"), "UTF-32"),
        (lambda content: content.replace(b'"seed":1', b'"seed":NaN', 1), "NaN is no number"),
        (lambda content: content.replace(b'"seed":1', b'"seed":-Infinity', 1), "-Infinity is no number"),
        (lambda content: content.replace(b'"seed":1', b'"seed":"\xe9"', 1), "is no UTF-8 text"),
    ],
)
def test_a_file_saved_in_another_way_says_which(record_of, tmp_path, change, told):
    """An editor that rewrites the encoding, a program that writes NaN: the refusal names what it met in line 1."""
    path = tmp_path / "other.fakir"
    path.write_bytes(change(record_of(1, **SIX).read_bytes()))
    with pytest.raises(RecordError, match=f"{path}: line 1") as caught:
        load_record(path)
    assert told in str(caught.value)
    assert verify_record(path, hashes_only=True).finding == str(caught.value)
