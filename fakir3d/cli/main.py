"""The command ``fakir3d``: all commands, their one-line errors and exit codes."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress

import typer

from fakir3d.cli.audit import audit_command
from fakir3d.cli.bench import bench_command
from fakir3d.cli.block import (
    block_check_command,
    block_list_command,
    block_new_command,
    block_schema_command,
    block_show_command,
)
from fakir3d.cli.case import case_run_command, case_show_command, case_shrink_command
from fakir3d.cli.doctor import doctor_command
from fakir3d.cli.film import film_command
from fakir3d.cli.ladder import ladder_command
from fakir3d.cli.perft import perft_command
from fakir3d.cli.play import play_command
from fakir3d.cli.replay import replay_command
from fakir3d.cli.shot import shot_command
from fakir3d.cli.solve import solve_command
from fakir3d.cli.text import text_command
from fakir3d.cli.verify import verify_command
from fakir3d.errors import FakirError, MisuseError, printable
from fakir3d.version import __version__

_COMMANDS: dict[str, Callable[..., None]] = {
    "play": play_command,
    "text": text_command,
    "film": film_command,
    "shot": shot_command,
    "replay": replay_command,
    "verify": verify_command,
    "audit": audit_command,
    "case run": case_run_command,
    "case show": case_show_command,
    "case shrink": case_shrink_command,
    "block list": block_list_command,
    "block new": block_new_command,
    "block show": block_show_command,
    "block check": block_check_command,
    "block schema": block_schema_command,
    "lab ladder": ladder_command,
    "lab solve": solve_command,
    "perft": perft_command,
    "bench": bench_command,
    "doctor": doctor_command,
}
_GROUPS = {
    "case": "Disagreements kept as files: run, read and shrink them.",
    "block": "Blocks: the presets, and your own, written, shown and checked.",
    "lab": "What designers measure.",
}
COMMANDS = tuple(dict.fromkeys(path.partition(" ")[0] for path in _COMMANDS))
"""The first words of all commands."""

_UNREAD = 141
"""The exit code when whoever read our output has left (``| head``): 128 and SIGPIPE, as everywhere."""


def build_app() -> typer.Typer:
    """Return the Typer application with every command registered."""
    app = typer.Typer(
        name="fakir3d",
        help="The wooden game Fakir in 3D. Without a command: play.",
        no_args_is_help=False,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    groups = {name: typer.Typer(help=words, no_args_is_help=True) for name, words in _GROUPS.items()}
    for name, group in groups.items():
        app.add_typer(group, name=name)
    for path, command in _COMMANDS.items():
        where, _, name = path.rpartition(" ")
        groups.get(where, app).command(name)(command)

    @app.callback(invoke_without_command=True)
    def plain(
        version: bool = typer.Option(False, "--version", help="Print the version and leave."),
    ) -> None:
        if version:
            print(f"fakir3d {__version__}")
            raise typer.Exit

    return app


def run() -> None:
    """Run the command line; the entry point of the ``fakir3d`` script."""
    arguments = sys.argv[1:] or ["play"]
    _open_closed_streams()
    with _kept_stdout() if "--json" in arguments else nullcontext():
        code = _run(arguments)
    sys.exit(code)


def _open_closed_streams() -> None:
    """Give a program that was started without standard streams (``>&-``, pythonw) some that lead nowhere."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, how, encoding="utf-8"))  # noqa: PTH123, SIM115 - to the end


@contextmanager
def _kept_stdout() -> Iterator[None]:
    """Keep standard output for what we print ourselves; what engines print in C goes to standard error."""
    before = sys.stdout
    try:
        number = before.fileno()
    except (AttributeError, OSError):
        # There is no standard output, or it is none of the system's: nothing printed in C can get there.
        yield
        return
    before.flush()
    kept = os.dup(number)
    sys.stdout = os.fdopen(os.dup(number), "w", encoding=before.encoding, errors=before.errors)
    os.dup2(sys.__stderr__.fileno() if sys.__stderr__ else os.open(os.devnull, os.O_WRONLY), number)
    try:
        yield
    finally:
        with suppress(BrokenPipeError):
            sys.stdout.close()
        sys.stdout = before
        os.dup2(kept, number)
        os.close(kept)


def _run(arguments: list[str]) -> int:
    """Run a command, and make sure that what it printed is out; return the exit code."""
    try:
        code = _command(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nothing more can be said to a reader who left.
        _let_go_of_stdout()
        return _UNREAD
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT}:
            raise
        _let_go_of_stdout()
        print(f"fakir3d: {error.strerror}: what was to be told could not be written; make room", file=sys.stderr)
        return MisuseError.exit_code
    return code


def _let_go_of_stdout() -> None:
    """Lead standard output nowhere, so that what it still holds is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(arguments: list[str]) -> int:
    try:
        code = build_app()(arguments, prog_name="fakir3d", standalone_mode=False)
    except FakirError as error:
        print(f"fakir3d: {error}", file=sys.stderr)
        return error.exit_code
    except _UsageProblem as error:
        # A group without a command has shown its help, and has nothing to add.
        if problem := _misuse(arguments, error):
            print(f"fakir3d: {problem}", file=sys.stderr)
        return MisuseError.exit_code
    except SystemExit as leaving:
        # Rich leaves with 1, a finding, when its reader has gone.
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        return leaving.code if isinstance(leaving.code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return code if isinstance(code, int) else 0


# Typer has no public name of its own for the root of what its parser raises.
_UsageProblem: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def _misuse(arguments: list[str], error: Exception) -> str:
    """Return in one line what was asked, what is wrong with it, and where to look; empty if nothing is to be told."""
    message = " ".join(error.format_message().split()).rstrip(".")  # type: ignore[attr-defined]
    if not message:
        return ""
    command = arguments[0] if arguments[0] in COMMANDS else ""
    known = "" if command or arguments[0].startswith("-") else f"; there are {', '.join(COMMANDS)}"
    context = getattr(error, "ctx", None)
    where = context.command_path if context and command else "fakir3d"
    return printable(f"{' '.join(arguments)}: {message}{known}; see {where} --help")
