"""Records: cut anywhere they open, changed anywhere they tell, and what is no record is refused in one line."""

from __future__ import annotations

import base64
import itertools
import json
import pickle
import random
import re
import zlib
from pathlib import Path

import pytest

from fakir3d.errors import MisuseError, RecordError
from fakir3d.game import Journal, Session, load_record, verify_record
from fakir3d.game.record.format import split_lines
from fakir3d.game.record.load import entries
from tests.game.rewriting import rewritten, sealed

SIX = {"sticks": 3}
"""Six moves of a game with three sticks each make a small record."""


def names_line(finding: str, content: bytes, place: int) -> bool:
    """Return whether a finding names the line that the byte at ``place`` is in."""
    number = content.count(b"\n", 0, place) + 1
    return re.search(rf"\bline {number}\b", finding) is not None


def test_a_record_cut_at_any_byte_opens_with_every_finished_move(record_of, tmp_path):
    """Whatever a crash leaves, all whole lines are there; within the first line there is no game to open."""
    content = record_of(3, **SIX).read_bytes()
    path = tmp_path / "cut.fakir"
    header = content.index(b"\n") + 1
    for end in range(len(content) + 1):
        path.write_bytes(content[:end])
        if end < header:
            with pytest.raises(RecordError, match="line 1"):
                load_record(path)
            continue
        loaded = load_record(path)
        assert len(loaded.moves) == content[:end].count(b"\n") - 1
        assert loaded.cut == (content[end - 1 : end] != b"\n")
        assert loaded.content == content[: content[:end].rfind(b"\n") + 1]


def test_every_single_changed_byte_is_found_and_its_line_named(record_of, tmp_path):
    """On a 6-move record, each byte in turn replaced by a drawn other one: --hashes names the line it is in."""
    content = record_of(6, **SIX).read_bytes()
    path = tmp_path / "changed.fakir"
    lots = random.Random(1)
    for place in range(len(content)):
        other = lots.choice([byte for byte in (*range(9, 14), *range(32, 127)) if byte != content[place]])
        path.write_bytes(content[:place] + bytes([other]) + content[place + 1 :])
        report = verify_record(path, hashes_only=True)
        assert names_line(report.finding, content, place)


@pytest.mark.parametrize("bit", range(8))
def test_flipped_bits_are_found(record_of, tmp_path, bit):
    """The same for every bit of every 41st byte, bytes that are no text included."""
    content = record_of(6, **SIX).read_bytes()
    path = tmp_path / "flipped.fakir"
    for place in range(bit, len(content), 41):
        path.write_bytes(content[:place] + bytes([content[place] ^ (1 << bit)]) + content[place + 1 :])
        assert names_line(verify_record(path, hashes_only=True).finding, content, place)


def test_swapped_dropped_and_doubled_lines_are_found(record_of, tmp_path):
    """The chain keeps the order: no line can go, come twice or change places."""
    lines = record_of(6, **SIX).read_bytes().splitlines(keepends=True)
    path = tmp_path / "moved.fakir"
    for order in ([0, 2, 1, 3], [0, 2, 3], [0, 1, 1, 2], [1, 2]):
        path.write_bytes(b"".join(lines[place] for place in order))
        assert not verify_record(path, hashes_only=True).good
        with pytest.raises(RecordError, match="line"):
            load_record(path)


NO_RECORDS = {
    "empty": b"",
    "zeros": bytes(4096),
    "binary": bytes(range(256)) * 8,
    "words": b"hello\n",
    "list": b"[1, 2]\n",
    "object": b'[object Object]{"format":"fakir-record"}\n',
    "pickle": pickle.dumps({"a": 1}) + b"\n",
    "case": b'{"format":"fakir-case","version":1}\n',
    "deep": b"[" * 100_000 + b"\n",
    "digits": b'{"format":"fakir-record","version":' + b"9" * 5000 + b"}\n",
    "future": b'{"format":"fakir-record","version":999,"more":{}}\n',
    "past": b'{"format":"fakir-record","version":-1}\n',
    "text version": b'{"format":"fakir-record","version":"1"}\n',
    "true version": b'{"format":"fakir-record","version":true}\n',
    "float version": b'{"format":"fakir-record","version":1.0}\n',
    "no version": b'{"format":"fakir-record"}\n',
    "utf-16": '{"format":"fakir-record","version":1}\n'.encode("utf-16"),
    "nan": b'{"format":"fakir-record","version":NaN}\n',
    "no chain": b'{"format":"fakir-record","version":1}\n',
}


@pytest.mark.parametrize("kind", NO_RECORDS)
def test_what_is_no_record_is_refused_in_one_line(kind, tmp_path):
    """BG-01, BG-02, BG-10: one line that names file and line; versions name both; the file stays as it was."""
    path = tmp_path / "no.fakir"
    path.write_bytes(NO_RECORDS[kind])
    with pytest.raises(RecordError) as caught:
        load_record(path)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 300
    assert f"{path}: line 1" in message
    if "version" in kind or kind in {"future", "past"}:
        assert "this fakir3d reads version 1" in message
    assert path.read_bytes() == NO_RECORDS[kind]
    assert verify_record(path).finding == message


def test_a_pickle_that_would_act_does_nothing(tmp_path):
    """BG-02: a pickle named as a save is refused, and what it would have done has not happened."""

    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "sprung",)

    path = tmp_path / "trap.fakir"
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(RecordError):
        load_record(path)
    assert not (tmp_path / "sprung").exists()


def test_missing_files_and_folders_are_misuse(tmp_path):
    """No such file, or a folder: said by name."""
    for path in (tmp_path / "none.fakir", tmp_path):
        with pytest.raises(MisuseError, match=f"cannot read {path}"):
            load_record(path)


def test_an_illegal_move_with_a_right_chain_is_told_with_its_rule(record_of, tmp_path):
    """BG-06: the record stops at the move before, naming line, move and rule; so does verify."""
    content = record_of(17).read_bytes()

    moves = [line.body["move"] for line in split_lines(content) if "n" in line.body]

    def occupied(number, body):
        if number == 18:
            body["move"] = body["script"]["move"] = moves[0]

    path = tmp_path / "illegal.fakir"
    path.write_bytes(rewritten(content, occupied))
    with pytest.raises(RecordError, match=r"line 18: move 17: .*R\d") as caught:
        load_record(path)
    assert verify_record(path).finding == str(caught.value)
    assert verify_record(path, hashes_only=True).good
    seen = []
    try:
        for entry in entries(path.read_bytes(), "it"):
            seen += [entry.played.number] if entry.played else []
    except RecordError:
        pass
    assert seen[-1] == 16


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("n", 5, "move 5 cannot follow move 1"),
        ("n", True, "n:"),
        ("move", "q9!", "is no move"),
        ("predicted", "blocked", "predicted is 'blocked'; by the rules it is 'nothing'"),
        ("taken", "r1 a1 x1.1>gone", "cannot have had the outcome"),
        ("state", "mode=2", "state is 'mode=2'"),
        ("verdict", "fine", "fine"),
        ("poses", {}, "poses"),
        ("script", {}, "script"),
        ("motion", {"frames": 10**9, "sticks": [], "data": ""}, "motion"),
        ("motion", {"frames": 5, "sticks": ["r1"], "data": "eJwDAAAAAAE="}, "motion"),
        ("motion", {"frames": 5, "sticks": ["r1"], "data": "%%%"}, "motion"),
        ("more", 1, "more"),
    ],
)
def test_fields_that_cannot_be_are_named(record_of, tmp_path, field, value, told):
    """A line whose chain is right but whose content is not: told with its line and field."""
    content = record_of(3, **SIX).read_bytes()
    path = tmp_path / "odd.fakir"
    path.write_bytes(rewritten(content, lambda number, body: body.update({field: value}) if number == 3 else None))
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert f"{path}: line 3: " in str(caught.value)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("part", "value"), [(6, 1.0002), (6, 0.9998), (2, 11.0), (0, -10.0)])
def test_a_pose_from_which_no_move_could_be_made_is_refused_when_loaded(record_of, tmp_path, part, value):
    """What an engine would refuse when the next move is made, loading refuses: by file, line, move and stick."""
    path = tmp_path / "posed.fakir"
    pose = [0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0]
    pose[part] = value

    def turned(number, body):
        if number == 3:
            body["poses"][min(body["poses"])] = pose

    path.write_bytes(rewritten(record_of(3, **SIX).read_bytes(), turned))
    with pytest.raises(RecordError, match=r"line 3: move 2: poses\.\w+: is no pose: it") as caught:
        load_record(path)
    assert (caught.value.source, caught.value.line) == (str(path), 3)
    assert caught.value.field.startswith("move 2: poses.")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(record_of, tmp_path, value):
    """GE-01: no NaN or infinity gets in by a pose, whatever the chain says."""
    texts = [json.dumps(line.body) for line in split_lines(record_of(3, **SIX).read_bytes())]
    number = re.search(r'"poses": {"r1": \[([^,]+),', texts[1])
    texts[1] = texts[1][: number.start(1)] + value + texts[1][number.end(1) :]
    path = tmp_path / "nan.fakir"
    path.write_bytes(sealed(texts))
    with pytest.raises(RecordError, match="line 2"):
        load_record(path)


def test_verify_sees_one_bit_of_a_pose(record_of, tmp_path):
    """A pose moved by its last bit, the chain made right again: performing the move tells."""
    import numpy as np

    content = record_of(6, **SIX).read_bytes()

    def nudge(number, body):
        if number == 4:
            pose = body["poses"][min(body["poses"])]
            pose[0] = float(np.nextafter(pose[0], 1))

    path = tmp_path / "nudged.fakir"
    path.write_bytes(rewritten(content, nudge))
    assert verify_record(path, hashes_only=True).good
    assert "line 4: move 3" in verify_record(path).finding
    assert "poses after it differ" in verify_record(path).finding


@pytest.mark.parametrize(("field", "value"), [("observed", "blocked"), ("verdict", "blocked - [nothing] [blocked]")])
def test_verify_sees_what_did_not_happen(record_of, tmp_path, field, value):
    """An outcome or a verdict that the engine does not give again is named with its line and move."""
    content = record_of(4, **SIX).read_bytes()
    path = tmp_path / "false.fakir"
    path.write_bytes(rewritten(content, lambda number, body: body.update({field: value}) if number == 3 else None))
    assert "line 3: move 2 " in verify_record(path).finding
    assert f"{field} was" in verify_record(path).finding


def test_verify_sees_another_motion(record_of, tmp_path):
    """A motion that is not the one performed is found, though everything else is right."""
    content = record_of(4, **SIX).read_bytes()

    def shift(number, body):
        if number == 3:
            body["motion"] = _elsewhere(body["motion"])

    path = tmp_path / "motion.fakir"
    path.write_bytes(rewritten(content, shift))
    assert "the motion is another one" in verify_record(path).finding


def _elsewhere(motion):
    raw = bytearray(zlib.decompress(base64.b64decode(motion["data"])))
    raw[4 * motion["frames"]] ^= 1
    return {**motion, "data": base64.b64encode(zlib.compress(bytes(raw))).decode()}


def test_undo_and_redo_are_kept_and_nothing_is_ever_cut(new_session, play_on, tmp_path):
    """The file only grows; loading gives the moves that stand and those that redo would bring back."""
    path = tmp_path / "game.fakir"
    session = play_on(new_session(journal=Journal.create(path)), 12)
    sizes = [path.read_bytes()]
    for key in ("undo", "undo", "redo", "undo", "undo"):
        getattr(session, key)()
        sizes.append(path.read_bytes())
        loaded = load_record(path)
        assert [played.after for played in loaded.moves] == [played.after for played in session.moves]
        assert [played.after for played in loaded.undone] == [played.after for played in session.undone]
    assert all(later.startswith(earlier) and later != earlier for earlier, later in itertools.pairwise(sizes))
    play_on(session, 1)
    assert load_record(path).undone == ()
    assert verify_record(path).good


def test_undo_after_load_is_the_loaded_games(record_of, ideal, play_on):
    """BG-07: the history is the record's, to its very start, undone moves included."""
    path = record_of(9)
    session = play_on(Session.resume(load_record(path), ideal), 2)
    while session.can_undo:
        session.undo()
    assert session.moves == ()
    moves = [str(played.move) for played in session.undone]
    assert moves[:9] == [str(played.move) for played in load_record(path).moves]
    assert len(moves) == 11


def test_a_loaded_game_goes_on_as_it_would_have(record_of, ideal, play_on, new_session):
    """Saved, loaded and played on, a game is the one played in one go: same moves, same bits."""
    halfway = play_on(Session.resume(load_record(record_of(20)), ideal))
    through = play_on(new_session())
    assert halfway.journal.content == through.journal.content
    assert halfway.state == through.state


def test_loading_is_repeatable(record_of):
    """BG-05: the same record three times in one process gives the same states and poses."""
    path = record_of(None)
    first, *others = [load_record(path) for _ in range(3)]
    for other in others:
        assert [played.after for played in other.moves] == [played.after for played in first.moves]
        assert [played.snapshot for played in other.moves] == [played.snapshot for played in first.moves]
        assert [played.recording for played in other.moves] == [played.recording for played in first.moves]


def test_the_loaded_motion_is_the_recorded_one_within_its_quanta(new_session, play_on):
    """A replay shows what was seen: same frames, places within 0.01 mm, times within a microsecond."""
    import numpy as np

    session = play_on(new_session(), 25)
    path_bytes = session.journal.content
    turns = [entry.played for entry in entries(path_bytes, "it") if entry.played]
    for played, loaded in zip(session.moves, turns, strict=True):
        assert loaded.recording.names == played.recording.names
        assert np.abs(loaded.recording.times_s - played.recording.times_s).max(initial=0) <= 1e-6
        assert np.abs(loaded.recording.poses[..., :3] - played.recording.poses[..., :3]).max(initial=0) <= 5.1e-6
        assert np.abs(loaded.recording.poses[..., 3:] - played.recording.poses[..., 3:]).max(initial=0) <= 1e-4
        assert loaded.snapshot == played.snapshot


@pytest.mark.bullet
def test_another_engine_from_here_on(record_of, play_on, tmp_path):
    """A game begun with one engine and gone on with another says so in a line, and verifies whole."""
    from fakir3d.game import InlinePerformer

    path = tmp_path / "both.fakir"
    loaded = load_record(record_of(4))
    session = Session.resume(loaded, InlinePerformer("bullet"), Journal.create(path, loaded.content))
    play_on(session, 3)
    again = load_record(path)
    assert again.header.engine.name == "bullet"
    assert again.header.config == loaded.header.config
    assert verify_record(path).good
    assert verify_record(path).moves == 7


@pytest.mark.bullet
def test_a_bullet_game_is_evidence(play_on, new_session, tmp_path):
    """A whole game with rigid bodies: loads, verifies to the last bit, and agrees with the rules throughout."""
    from fakir3d.game import InlinePerformer

    path = tmp_path / "bullet.fakir"
    session = play_on(new_session(performer=InlinePerformer("bullet"), sticks=5, journal=Journal.create(path)))
    assert all(played.verdict.agree for played in session.moves)
    assert verify_record(path).good
