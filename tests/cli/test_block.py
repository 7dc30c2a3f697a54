"""``fakir3d block``: what it prints, what it writes, what it refuses, and with which exit code."""

import json
from pathlib import Path

import pytest

from fakir3d.assets import models_dir
from fakir3d.block.document import load_block, preset_names
from fakir3d.cli import main

GOOD = (models_dir() / "blocks" / "lattice.toml").read_text(encoding="utf-8")


class Answer:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def block(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run ``fakir3d block ...`` as a shell would."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(*words: str) -> Answer:
        monkeypatch.setattr("sys.argv", ["fakir3d", "block", *words])
        with pytest.raises(SystemExit) as left:
            main.run()
        out, err = capsys.readouterr()
        return Answer(int(left.value.code or 0), out, err)

    return call


@pytest.fixture
def mine(tmp_path: Path):
    """Write a document and return its path."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def one_line(text: str) -> str:
    assert text.startswith("fakir3d: ")
    assert text.count("\n") == 1
    return text


def test_list_names_every_preset(block) -> None:
    """As a table for people and as JSON for programs."""
    answer = block("list")
    assert answer.code == 0
    assert all(name in answer.out for name in preset_names())
    blocks = json.loads(block("list", "--json").out)["blocks"]
    assert [(entry["name"], entry["boxes"]) for entry in blocks] == [("lattice", 48), ("oneway", 20), ("staggered", 32)]


def test_show_tells_what_stands_out(block) -> None:
    """The figures of docs/block-format.md, the drawing, and the same as JSON."""
    answer = block("show", "staggered")
    assert answer.code == 0
    for word in ("72 x 72 x 100", "92 x 6, round ends", "10.75", "70.75", "2.2 degrees", "10 along x, 10 along y"):
        assert word in answer.out
    assert "front" in answer.out
    document = json.loads(block("show", "staggered", "--json").out)
    assert [floor["stands_out_mm"] for floor in document["facts"]["floors"]][:2] == [10.75, 22.75]
    assert document["block"]["stick"]["length"] == 92.0
    assert document["faults"] == []


def test_show_of_an_unfit_block_shows_it_all_the_same(block, mine) -> None:
    """A designer looks at what is wrong; even at a block without holes and floors."""
    answer = block("show", mine(GOOD.replace("92.0", "120.0")))
    assert answer.code == 0
    assert "This block is unfit: 1 fault" in answer.out
    bare = GOOD.split("[[floors]]")[0].replace("[-24.0, 0.0, 24.0]", "[]").replace("[block]", "floors = []\n[block]")
    answer = block("show", mine(bare))
    assert answer.code == 0
    assert "3 faults" in answer.out


@pytest.mark.parametrize("name", preset_names())
def test_check_finds_presets_sound(block, name: str) -> None:
    """Exit 0 and no faults in JSON."""
    answer = block("check", name)
    assert (answer.code, answer.err) == (0, "")
    assert "is sound" in answer.out
    assert json.loads(block("check", name, "--json").out)["faults"] == []


def test_check_tells_all_faults_at_once(block, mine) -> None:
    """Exit 1; each with field, value, bound and a sentence."""
    path = mine(GOOD.replace("92.0", "120.0").replace("diameter = 6.0", "diameter = 6.45").replace("46.0", "26.0"))
    answer = block("check", path)
    assert answer.code == 1
    assert "lattice has 4 faults:" in answer.out
    assert (
        "holes.diameter: a stick of 6.45 mm fits a hole of 6.5 mm by 0.05 mm, below the physics' resolution"
        in answer.out
    )
    answer = block("check", path, "--json")
    assert answer.code == 1
    told = json.loads(answer.out)["faults"]
    assert [fault["field"] for fault in told] == [
        "holes.diameter",
        "bores.diameter",
        "floors[1].height",
        "stick.length",
    ]
    assert all(set(fault) == {"field", "value", "bound", "text"} for fault in told)


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (GOOD.replace("92.0", "nan"), 1, "stick.length is nan; it must be a finite number"),
        (GOOD.replace("92.0", "1e999"), 1, "stick.length is inf"),
        (GOOD.replace("92.0", "9" * 5000), 1, "thousands of digits"),
        ("x = " + "[" * 60_000, 1, "nested too deeply"),
        (GOOD.encode("utf-16"), 1, "encoded in UTF-16; save it as UTF-8"),
        (b"", 1, "is empty"),
        (GOOD.replace('"mm"', '"in"'), 1, "every length times 25.4"),
        (GOOD.replace("version = 1", "version = 7"), 1, "version is 7; this fakir3d reads version 1"),
        (
            GOOD.replace("[stick]", "[stick]\nmass = 1"),
            1,
            "stick.mass is unknown; [stick] knows length, diameter",
        ),
    ],
    ids=["nan", "1e999", "huge", "deep", "utf-16", "empty", "inch", "version", "unknown"],
)
def test_broken_documents(block, mine, command: str, text: str | bytes, code: int, says: str) -> None:
    """One line on stderr, nothing on stdout, exit 1."""
    answer = block(command, mine(text))
    assert (answer.code, answer.out) == (code, "")
    assert says in one_line(answer.err)


@pytest.mark.parametrize("command", ["check", "show"])
def test_missing_documents(block, command: str, tmp_path: Path) -> None:
    """A wrong name or a directory is misuse: exit 2, and what exists is listed."""
    answer = block(command, "latice")
    assert (answer.code, answer.out) == (2, "")
    assert "no preset (lattice, oneway, staggered)" in one_line(answer.err)
    answer = block(command, str(tmp_path))
    assert answer.code == 2
    assert "is a directory" in one_line(answer.err)


def test_new_writes_a_sound_block_and_says_where(block, tmp_path: Path) -> None:
    """From counts: what is not given follows from the sticks."""
    path = tmp_path / "mine.toml"
    answer = block("new", str(path), "--holes", "4x5", "--pitch", "20", "--floors", "xyb", "--name", "Mine, 2nd")
    assert answer.code == 0
    assert f"wrote {path}: 80 x 100 x " in answer.out
    assert "20 holes, 18 bores on 3 floors" in answer.out
    spec = load_block(str(path))
    assert (spec.name, len(spec.hole_x_m), len(spec.hole_y_m), len(spec.floors)) == ("Mine, 2nd", 4, 5, 3)


def test_new_without_measures_is_the_lattice_in_other_heights(block, tmp_path: Path) -> None:
    """The defaults are the presets' block."""
    path = tmp_path / "plain.toml"
    assert block("new", str(path)).code == 0
    spec, lattice = load_block(str(path)), load_block("lattice")
    assert (spec.size_m, spec.hole_x_m, spec.stick_length_m) == (lattice.size_m, lattice.hole_x_m, 0.092)
    assert spec.name == "plain"


def test_new_copies_a_preset(block, tmp_path: Path) -> None:
    """Only the name is new."""
    path = tmp_path / "copy.toml"
    assert block("new", str(path), "--from", "oneway").code == 0
    spec = load_block(str(path))
    assert spec.name == "copy"
    assert spec.digest == load_block("oneway").digest


def test_new_never_overwrites_unasked(block, tmp_path: Path) -> None:
    """Nothing is lost: the file stays as it was until --force."""
    path = tmp_path / "mine.toml"
    path.write_text("precious", encoding="utf-8")
    answer = block("new", str(path))
    assert answer.code == 2
    assert "--force overwrites it" in one_line(answer.err)
    assert path.read_text(encoding="utf-8") == "precious"
    assert block("new", str(path), "--force").code == 0
    assert load_block(str(path)).name == "mine"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--holes", "4"], "invalid holes '4'; they must be columns x rows, like 4x4"),
        (["--holes", "0x3"], "holes cannot be 0x3"),
        (["--holes", "27x3"], "1 to 26 columns"),
        (["--floors", "xz"], "floors cannot be 'xz'"),
        (["--floors", ""], "floors cannot be ''"),
        (["--pitch", "nan"], "pitch cannot be nan"),
        (["--stick", "-1"], "stick cannot be -1"),
        (["--pitch", "7"], "holes a1 and b1 at x = -7 and 0 mm leave 0.5 mm of wood"),
        (["--name", "a\nb"], "name cannot be 'a\\nb'; 1 to 60 printable characters"),
        (["--from", "lattice", "--pitch", "20"], "--from copies a block whole"),
        (["--from", "latice"], "no preset (lattice, oneway, staggered)"),
    ],
)
def test_new_refuses_what_cannot_be(block, tmp_path: Path, words: list[str], says: str) -> None:
    """One line, and no file."""
    path = tmp_path / "mine.toml"
    answer = block("new", str(path), *words)
    assert answer.code == 2
    assert says in one_line(answer.err)
    assert not path.exists()


def test_new_where_nothing_can_be_written(block, tmp_path: Path) -> None:
    """A folder that is not there, and one in the file's place."""
    for path in (tmp_path / "nix" / "mine.toml", tmp_path):
        answer = block("new", str(path), "--force")
        assert answer.code == 2
        assert "cannot be written" in one_line(answer.err)


def test_schema_is_json(block) -> None:
    """And nothing else is printed."""
    answer = block("schema")
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["additionalProperties"] is False


def test_help_names_the_commands(block) -> None:
    """A newcomer finds list, new, show, check and schema."""
    answer = block("--help")
    assert answer.code == 0
    assert all(word in answer.out for word in ("list", "new", "show", "check", "schema"))
    assert "(default: 3x3)" in block("new", "--help").out
