"""Documents read, and everything a document can be that is none."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.assets import models_dir
from fakir3d.block.document import (
    block_from_json,
    block_schema,
    block_to_json,
    dump_block,
    load_block,
    parse_block,
    preset_names,
    read_document,
)
from fakir3d.block.names import Axis
from fakir3d.block.spec import Ends
from fakir3d.errors import BlockError, FakirError, MisuseError
from tests.block.strategies import specs

GOOD = (models_dir() / "blocks" / "lattice.toml").read_text(encoding="utf-8")


def refusal(text: str) -> str:
    """What is said to a document, which must be one line that names where it comes from."""
    with pytest.raises(BlockError) as caught:
        parse_block(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    assert len(message) < 1000
    return message.removeprefix("mine.toml: ")


def with_(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def test_a_preset_reads_as_it_is_written() -> None:
    """Every number of the document arrives, in metres."""
    spec = load_block("lattice")
    assert (spec.name, spec.size_m, spec.stick_ends) == ("lattice", (0.072, 0.072, 0.1), Ends.ROUND)
    assert (spec.stick_length_m, spec.stick_diameter_m) == (0.092, 0.006)
    assert (spec.hole_diameter_m, spec.bore_diameter_m) == (0.0065, 0.0065)
    assert spec.hole_x_m == spec.hole_y_m == (-0.024, 0.0, 0.024)
    assert [(floor.height_m, floor.along) for floor in spec.floors] == [
        (height, frozenset(Axis)) for height in (0.022, 0.046, 0.07)
    ]


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_survives_writing(name: str) -> None:
    """The documents that we write are the blocks that we read, and so are the JSON tables, digest and all."""
    spec = load_block(name)
    assert parse_block(dump_block(spec), "here") == spec
    again = block_from_json(json.loads(json.dumps(block_to_json(spec))), "here")
    assert again == spec
    assert again.digest == spec.digest


@settings(max_examples=200, deadline=None, derandomize=True)
@given(specs())
def test_any_block_survives_writing(spec) -> None:
    """Text and JSON read back to the same block, to the last bit, whatever its numbers and its name."""
    assert parse_block(dump_block(spec), "here") == spec
    assert block_from_json(json.loads(json.dumps(block_to_json(spec))), "here") == spec


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.floats(1e-6, 10.0))
def test_what_was_read_once_stays(length_m: float) -> None:
    """A length made by code may have no exact millimetres; once through a document it is fixed for ever."""
    once = parse_block(dump_block(replace(load_block("lattice"), stick_length_m=length_m)), "here")
    assert once.stick_length_m == pytest.approx(length_m, rel=1e-15)
    assert parse_block(dump_block(once), "here") == once


def test_millimetres_are_the_nearest_metres() -> None:
    """25.4 mm is 0.0254 m, not a neighbour of it; minus zero is zero, so that digests agree."""
    spec = parse_block(with_("x = [-24.0, 0.0, 24.0]", "x = [-25.4, -0.0, 25.4]"), "here")
    assert spec.hole_x_m == (-0.0254, 0.0, 0.0254)
    assert str(spec.hole_x_m[1]) == "0.0"


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf" + GOOD.encode(), GOOD.replace("\n", "\r\n").encode()],
    ids=["byte order mark", "CRLF"],
)
def test_what_editors_do_to_a_file_is_accepted(tmp_path: Path, data: bytes) -> None:
    """Notepad's byte order mark and Windows line ends change nothing (GE-02)."""
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    assert load_block(str(path)) == load_block("lattice")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (GOOD.encode("utf-16"), "UTF-16"),
        (GOOD.encode("utf-16-le"), "UTF-16"),
        (GOOD.encode("utf-32"), "UTF-32"),
        (GOOD.replace('"lattice"', '"café"').encode("latin-1"), "byte 0xe9 in line 3 is not UTF-8 (Latin-1"),
        (b"", "is empty"),
        (b" \r\n\t", "is empty"),
        (b"# only a comment\n", 'format is missing; a block document begins with format = "fakir-block"'),
        (b"x" * 65_537, "larger than 64 KiB"),
    ],
    ids=["utf-16", "utf-16 without mark", "utf-32", "latin-1", "empty", "blank", "comment", "large"],
)
def test_a_file_that_is_no_document(tmp_path: Path, data: bytes, says: str) -> None:
    """Encodings are named as such, not as a syntax error in column 1 (GE-02)."""
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    with pytest.raises(BlockError) as caught:
        load_block(str(path))
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["nix", "nix.toml", "", "x" * 5000, "a\0b", "/nix/nix.toml"])
def test_a_block_that_is_not_there(name: str) -> None:
    """Neither a preset nor a file: what exists is listed, whatever the name looks like."""
    with pytest.raises(MisuseError, match="lattice, oneway, staggered"):
        load_block(name)


def test_a_directory_is_no_block(tmp_path: Path) -> None:
    """A directory is named as one; so is what is no file at all."""
    with pytest.raises(MisuseError, match="is a directory"):
        load_block(str(tmp_path))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(MisuseError, match="no regular file"):
        load_block(str(pipe))
    with pytest.raises(MisuseError, match="there is no file"):
        read_document(tmp_path / "nix.toml")


NO_NUMBERS = {
    "nan": "is nan; it must be a finite number",
    "inf": "is inf; it must be a finite number",
    "-inf": "is -inf; it must be a finite number",
    "1e999": "is inf; it must be a finite number",
    "1" * 400: "is a number of 400 digits; it must be a finite number",
    "1" * 4301: "thousands of digits",
    "true": "must be a number of millimetres, not true",
    '"6"': "must be a number of millimetres, not '6'",
    "2024-01-01": "must be a number of millimetres, not date 2024-01-01",
    "07:30:00": "must be a number of millimetres, not time 07:30:00",
    "[6.0]": "must be a number of millimetres, not a list",
    "{}": "must be a number of millimetres, not a table",
}


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: value[:12])
@pytest.mark.parametrize(
    ("old", "field"),
    [
        ("[72.0, 72.0, 100.0]", "block.size[1]"),
        ("length = 92.0", "stick.length"),
        ("diameter = 6.0", "stick.diameter"),
        ("x = [-24.0, 0.0, 24.0]", "holes.x[2]"),
        ("height = 46.0", "floors[1].height"),
    ],
)
def test_what_is_no_number(old: str, field: str, value: str) -> None:
    """NaN, infinities, huge whole numbers, truths, dates, texts and lists are refused in every field (GE-01, GE-03)."""
    new = {"block.size[1]": f"[72.0, {value}, 100.0]", "holes.x[2]": f"x = [-24.0, 0.0, {value}]"}.get(field)
    message = refusal(with_(old, new or f"{old.split(' =', maxsplit=1)[0]} = {value}"))
    assert NO_NUMBERS[value] in message
    assert message.startswith(field) or "thousands" in message


def test_whole_numbers_are_numbers() -> None:
    """A designer need not write 72.0."""
    assert parse_block(GOOD.replace(".0", ""), "here") == load_block("lattice")


BROKEN = {
    "short list": (with_("[72.0, 72.0, 100.0]", "[72.0, 72.0]"), "block.size[2] is missing"),
    "long list": (with_("[72.0, 72.0, 100.0]", "[1, 2, 3, 4]"), "block.size has 4 items; it must have at most 3"),
    "no list": (with_("[72.0, 72.0, 100.0]", "72.0"), "block.size must be a list, not 72.0"),
    "text for a list": (with_("[72.0, 72.0, 100.0]", '"abc"'), "block.size must be a list, not 'abc'"),
    "missing key": (with_("height = 46.0", ""), "floors[1].height is missing"),
    "missing table": (with_("[bores]\ndiameter = 6.5", ""), "bores is missing"),
    "missing floors": (GOOD.split("[[floors]]")[0], "floors is missing"),
    "unknown key": (f'colour = "red"\n{GOOD}', "colour is unknown; a block document knows format, version, name"),
    "unknown in table": (
        with_("[stick]", "[stick]\nmass = 3"),
        "stick.mass is unknown; [stick] knows length",
    ),
    "unknown in floor": (f"{GOOD}hue = 3\n", "floors[2].hue is unknown; [floors] knows height, along"),
    "strange key": (f'"a\\nb" = 1\n{GOOD}', "'a\\nb' is unknown"),
    "ends": (with_('"round"', '"square"'), "stick.ends is 'square'; it must be 'round' or 'flat'"),
    "along": (with_('["x", "y"]', '["x", "z"]'), "floors[0].along[1] is 'z'; it must be 'x' or 'y'"),
    "along nothing": (with_('["x", "y"]', "[]"), "floors[0].along has 0 items; it must have at least 1"),
    "along twice": (with_('["x", "y"]', '["x", "x"]'), "floors[0].along names x twice"),
    "along a text": (with_('["x", "y"]', '"x"'), "floors[0].along must be a list, not 'x'"),
    "table of tables": (with_("[block]", "[[block]]"), "block must be a table, not a list"),
    "name of lines": (with_('"lattice"', '"a\\nb"'), "name is 'a\\nb'; it must be printable text"),
    "name of nothing": (with_('"lattice"', '" "'), "name is ' '; it must be printable text"),
    "name a number": (with_('"lattice"', "3"), "name is 3; it must be printable text"),
    "name too long": (with_('"lattice"', f'"{"n" * 61}"'), "name is"),
    "duplicate key": (with_("length = 92.0", "length = 92.0\nlength = 93.0"), "written twice"),
    "duplicate table": (f"{GOOD}\n[stick]\nlength = 1", "written twice"),
    "no TOML": (with_('"mm"', "mm"), "this is no TOML: Invalid value (at line 4, column 8)"),
    "JSON": ('{"format": "fakir-block"}', "this is no TOML"),
    "old Mac": (GOOD.replace("\n", "\r"), "this is no TOML"),
    "deep lists": ("x = " + "[" * 60_000, "nested too deeply"),
    "deep tables": ("x = " + "{a = " * 10_000, "nested too deeply"),
    "deep key": (".".join("a" * 30_000) + " = 1", "a key has more than 8 dots"),
    "deep header": ("[a" + ' . "a"' * 9_000 + "]", "a key has more than 8 dots"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_document(case: str) -> None:
    """One line that names the field and says what it may be (GE-03, PB-12); no traceback, no matter how deep."""
    text, says = BROKEN[case]
    assert says in refusal(text)


def test_a_file_name_cannot_break_the_line(tmp_path: Path) -> None:
    """Not even one that holds a line end."""
    path = tmp_path / "a\nb.toml"
    path.write_text(with_("92.0", "120.0"), encoding="utf-8")
    with pytest.raises(BlockError) as caught:
        load_block(str(path))
    assert len(str(caught.value).splitlines()) == 1


def test_many_troubles_are_told_together() -> None:
    """All wrong fields at once, but not more than a line can hold."""
    message = refusal(GOOD.replace("22.0", "true").replace("92.0", "nan").replace('"round"', '"oval"'))
    assert all(field in message for field in ("floors[0].height", "stick.length", "stick.ends"))
    assert "and 45 more" in refusal(with_("x = [-24.0, 0.0, 24.0]", f"x = [{'true, ' * 50}]"))


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ('"cm"', 'write unit = "mm" and every length times 10'),
        ('"m"', "every length times 1000"),
        ('"in"', "every length times 25.4"),
        ('"MM"', "unit is 'MM'; write unit = \"mm\""),
        ('"furlong"', "unit is 'furlong'; write unit = \"mm\""),
        ("3", "unit is 3; write"),
        ("[]", "unit is a list; write"),
    ],
)
def test_another_unit(unit: str, says: str) -> None:
    """Lengths are millimetres; whoever meant another unit is told what to write (GE-09)."""
    assert says in refusal(with_('unit = "mm"', f"unit = {unit}"))


def test_no_unit() -> None:
    """A document without its unit is refused: nobody guesses."""
    assert refusal(with_('unit = "mm"\n', "")) == 'unit is missing; write unit = "mm"'


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("2", "version is 2; this fakir3d reads version 1, a newer one may read it"),
        ("0", "version is 0; this fakir3d reads version 1"),
        ("-3", "version is -3; this fakir3d reads version 1"),
        ("9" * 50, "version is a number of 50 digits; this fakir3d reads version 1"),
        ("true", "version is true; write version = 1"),
        ("1.0", "version is 1.0; write version = 1"),
        ('"1"', "version is '1'; write version = 1"),
    ],
)
def test_another_version(version: str, says: str) -> None:
    """Both versions are named; what is no whole number is no version."""
    assert says in refusal(with_("version = 1", f"version = {version}"))


def test_another_format() -> None:
    """A document of another kind, or something that is no table at all."""
    assert "format is 'fakir-game'" in refusal(with_("fakir-block", "fakir-game"))
    with pytest.raises(BlockError, match="here: a block document is a table of keys, not a list"):
        block_from_json([], "here")
    with pytest.raises(BlockError, match="format is missing"):
        block_from_json({}, "here")


def test_an_unfit_block_is_told_with_all_its_faults(tmp_path: Path) -> None:
    """``load_block`` refuses it and says everything; ``read_document`` gives it all the same."""
    path = tmp_path / "mine.toml"
    path.write_text(
        with_("length = 92.0", "length = 120.0").replace("height = 46.0", "height = 24.0"), encoding="utf-8"
    )
    with pytest.raises(BlockError) as caught:
        load_block(str(path))
    assert "2 faults: " in str(caught.value)
    assert "stick.length: a stick fallen to the table ends 20 mm above the top" in str(caught.value)
    assert "floors[1].height: bores of floors[0] at 22 mm and floors[1] at 24 mm overlap" in str(caught.value)
    assert read_document(str(path)).stick_length_m == 0.12


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(0, len(GOOD) - 1), st.text(max_size=3), st.integers(0, 30))
def test_a_damaged_document_never_ends_in_a_traceback(start: int, put: str, cut: int) -> None:
    """Whatever is cut out or put in: a block or one line."""
    try:
        parse_block(GOOD[:start] + put + GOOD[start + cut :], "mine.toml")
    except FakirError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017


def test_the_schema_describes_the_documents() -> None:
    """It names every key of a preset, refuses others, and knows units and ends."""
    schema = block_schema()
    document = block_to_json(load_block("staggered"))
    assert set(schema["properties"]) == set(schema["required"]) == set(document)
    assert schema["additionalProperties"] is False
    assert schema["properties"]["unit"]["const"] == "mm"
    for key in ("block", "stick", "holes", "bores"):
        table = schema["$defs"][schema["properties"][key]["$ref"].rsplit("/")[-1]]
        assert set(table["properties"]) == set(document[key])
        assert table["additionalProperties"] is False
    assert all("title" in table for table in schema["$defs"].values())


def test_a_link_that_leads_nowhere_is_called_one(tmp_path: Path) -> None:
    """A circle of links, and a link to what is not there: not "no file", for there is one to look at."""
    loop, other, lost = (tmp_path / name for name in ("loop.toml", "other.toml", "lost.toml"))
    loop.symlink_to(other)
    other.symlink_to(loop)
    lost.symlink_to("gone\n.toml")
    with pytest.raises(MisuseError, match=r"loop\.toml is a link that leads round in a circle$"):
        load_block(str(loop))
    with pytest.raises(MisuseError, match=r"lost\.toml is a link to 'gone\\n\.toml', which is not there$") as refused:
        load_block(str(lost))
    assert str(refused.value).isprintable()
    good = tmp_path / "good.toml"
    good.symlink_to(Path(__file__).parents[2] / "models" / "blocks" / "lattice.toml")
    assert load_block(str(good)) == load_block("lattice")
