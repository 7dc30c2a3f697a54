"""Everything that can be a user's mistake or a finding, as one tree.

A message is one line that says what was asked, what exists and what to do. The command line prints it after
``fakir3d: `` and leaves with ``exit_code``; a traceback is reserved for our own bugs.
"""

from __future__ import annotations

import shlex

__all__ = [
    "BlockError",
    "DisplayError",
    "EngineError",
    "EngineMissingError",
    "FakirError",
    "IllegalMoveError",
    "MisuseError",
    "NotationError",
    "OutcomeError",
    "RecordError",
    "command_line",
    "printable",
]


def printable(text: str) -> str:
    r"""Return a text as a terminal may show it, on one line: what it would obey, or cannot show, is escaped.

    >>> printable("bell\a, two\nlines, Ünï"), printable("\udcff")
    ('bell\\x07, two\\nlines, Ünï', '\\udcff')
    """
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def command_line(*words: object) -> str:
    """Return a line of our own command as a shell takes it: what holds spaces or quotes is quoted.

    >>> command_line("case", "run", "my cases/a.case.json")
    "fakir3d case run 'my cases/a.case.json'"
    """
    return printable(shlex.join(["fakir3d", *map(str, words)]))


class FakirError(Exception):
    """The root: catch this to catch whatever fakir3d reports on purpose."""

    exit_code = 1

    def __str__(self) -> str:
        """Return the message; a path or a text that it quotes can neither break the line nor reach the terminal."""
        return printable(super().__str__())


class MisuseError(FakirError):
    """Asked for something that does not exist: an unknown name, a value out of range, a missing file."""

    exit_code = 2


class NotationError(MisuseError, ValueError):
    """A text that is no move, stick, state or outcome; the message quotes it and shows the forms that exist."""


class IllegalMoveError(MisuseError):
    """A well-formed move that the rules forbid here; the message quotes the rule (``R3`` ... ``R12``)."""


class OutcomeError(FakirError):
    """An outcome that cannot be applied to the position: a stick that is not there, astray, or through another."""


class EngineMissingError(MisuseError):
    """The physics engine asked for is not on this machine; the message says which are."""


class DisplayError(MisuseError):
    """No window or no OpenGL can be had; the message says what works without one."""


class BlockError(FakirError):
    """A block document that cannot be read, or a block unfit to play; the message names field, value and bound."""


class RecordError(FakirError):
    """A game record or a case that is cut, changed, from another version, or no record at all."""


class EngineError(FakirError):
    """An engine that failed to do what was asked of it: parts that went missing, a worker that keeps dying."""
