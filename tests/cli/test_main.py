"""The command line as a person meets it: exit codes, one-line errors, help."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fakir3d import __version__
from fakir3d.cli.main import COMMANDS, _run


def fakir3d(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    import os

    return subprocess.run(
        [sys.executable, "-m", "fakir3d", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )


def test_version() -> None:
    """--version prints the package's own version."""
    assert fakir3d("--version").stdout.split() == ["fakir3d", __version__]


def test_help_lists_every_command() -> None:
    """A newcomer finds each command, with a sentence, in --help."""
    shown = fakir3d("--help").stdout
    assert all(f" {command} " in shown for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    """Each command explains itself and leaves with 0."""
    asked = fakir3d(command, "--help")
    assert asked.returncode == 0
    assert "Usage" in asked.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("block", "show", "no-such-block"),
        ("perft", "no-such-block", "1"),
        ("nonsense",),
        ("block", "show"),
        ("audit", "--games", "0"),
        ("text", "--seed", "abc"),
        ("text", "--load", "game.fakir", "--mode", "3"),
        ("perft", "lattice", "99999999999999999999999"),
        ("replay", "game.fakir", "--json", "--film", "out.mp4"),
        ("shot", "out.png", "--scene", "look", "--block", "oneway"),
        ("film", "out.mp4", "--fps", "nan"),
    ],
)
def test_misuse_is_one_line_and_two(arguments: tuple[str, ...]) -> None:
    """A user's mistake gets exit code 2, one line on stderr that repeats what was asked, and nothing on stdout."""
    asked = fakir3d(*arguments)
    assert asked.returncode == 2
    assert asked.stderr.startswith("fakir3d: ")
    assert asked.stderr.count("\n") == 1
    assert not asked.stdout


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("case", "shrink"), "fakir3d case shrink"),
        (("case", "nonsense"), "fakir3d case"),
        (("audit", "--nonsense"), "fakir3d audit"),
        (("nonsense",), "fakir3d"),
    ],
)
def test_misuse_says_where_to_look(arguments: tuple[str, ...], where: str) -> None:
    """It names the help of the very command that was misused."""
    assert fakir3d(*arguments).stderr.endswith(f"; see {where} --help\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "bell\a.fakir"),
        ("replay", "two\nlines.fakir"),
        ("case", "run", "\x1b[2J.case.json"),
        ("block", "check", "turn\u202eround.toml"),
        ("block", "show", "\x9bm.toml"),
        ("film", "\x1b]0;title\a.mp3"),
        ("shot", "\x1b[31m.gif"),
        ("perft", "latt\x07ice", "1"),
        ("audit", "--mode", "\x1b[1m"),
        ("text", "--load", "\t.fakir"),
        ("\x1b[5m",),
    ],
)
def test_nothing_that_was_asked_for_reaches_the_terminal_raw(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Names with control characters are escaped in the one line that refuses them."""
    assert _run(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fakir3d: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()


def test_a_name_that_is_no_text_is_told_all_the_same(tmp_path) -> None:
    """A file name in bytes that no encoding has: a line of ours, no traceback."""
    import os

    broken = os.path.join(os.fsencode(tmp_path), b"caf\xe9.fakir")  # noqa: PTH118 - a path of bytes
    done = subprocess.run(
        [sys.executable, "-m", "fakir3d", "verify", broken], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert r"caf\udce9.fakir" in done.stderr
    assert "Traceback" not in done.stderr


def with_stdout(where: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell that leads its standard output somewhere; the exit code is the program's."""
    program = shlex.join([sys.executable, "-m", "fakir3d", *arguments])
    shell = ["bash", "-c", f"{program} {where}; exit ${{PIPESTATUS[0]}}"]
    return subprocess.run(shell, capture_output=True, text=True, timeout=120, check=False)


TELLING = [("audit", "--sabotage", "list"), ("audit", "--sabotage", "list", "--json"), ("doctor",), ("--help",)]


@pytest.mark.parametrize("arguments", TELLING)
def test_a_reader_who_leaves_is_no_finding(arguments: tuple[str, ...]) -> None:
    """``fakir3d ... | true`` says nothing and leaves as other programs do there, not with a finding's 1."""
    done = with_stdout("| true", *arguments)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [*TELLING, ("verify", "no-such.fakir")])
def test_a_full_disk_under_stdout_is_one_line(arguments: tuple[str, ...]) -> None:
    """``fakir3d ... > file`` on a full disk: one line and 2, no traceback."""
    done = with_stdout("> /dev/full", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("fakir3d: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", TELLING)
def test_it_needs_no_standard_streams(arguments: tuple[str, ...]) -> None:
    """Started without stdin and stdout a command does what it does, and leaves as usual."""
    done = with_stdout("<&- >&-", *arguments)
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_while_the_program_is_loaded() -> None:
    """It leaves without a word, as it does later."""
    program = (
        "import sys, fakir3d.__main__ as start\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "start.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
