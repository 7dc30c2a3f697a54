"""Everything that can be a user's mistake or a finding, as one tree.

A message is one line that says what was asked, what exists and what to do. It is made from facts that stay fields, so
that nobody has to parse it. The command line prints it after ``fakir3d: `` and leaves with ``exit_code``; a traceback
is reserved for our own bugs. docs/errors.md lists the classes for users.
"""

from __future__ import annotations

import shlex
from typing import Self


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
    """The root: catch this to catch whatever fakir3d reports on purpose.

    Args:
        text: what is wrong, and what to do.
        source: the file, where it is about one.
        line: the line in it, counted from 1.
        field: what in it is wrong, like ``config`` or ``poses.r1``.
        of_line: whether the text's first word is a verb whose subject is the line: ``is no JSON``.

    >>> str(FakirError("must be a text, not 5", source="my.fakir", line=3, field="note"))
    'my.fakir: line 3: note: must be a text, not 5'
    >>> str(FakirError("is no JSON", source="my.fakir", line=3, of_line=True))
    'my.fakir: line 3 is no JSON'
    """

    exit_code = 1

    def __init__(
        self, text: str = "", *, source: str = "", line: int | None = None, field: str = "", of_line: bool = False
    ) -> None:
        super().__init__(text)
        self.text, self.source, self.line, self.field, self.of_line = text, source, line, field, of_line

    @property
    def sentence(self) -> str:
        """Return the message without the file and the line."""
        return f"{self.field}: {self.text}" if self.field else self.text

    @classmethod
    def told_by(cls, error: FakirError, *, source: str = "", line: int | None = None, field: str = "") -> Self:
        """Return another error as one of this class, with what it does not know itself of its place.

        An error that comes from a source of its own is told whole.

        >>> found = RecordError.told_by(NotationError("'q7' is no stick"), source="my.fakir", line=2, field="script")
        >>> str(found), found.line
        ("my.fakir: line 2: script: 'q7' is no stick", 2)
        """
        if source and error.source not in ("", source):
            return cls(str(error), source=source, line=line, field=field)
        return cls(
            error.text,
            source=source or error.source,
            line=line if error.line is None else error.line,
            field=": ".join(filter(None, (field, error.field))),
            of_line=error.of_line and not field,
        )

    def __str__(self) -> str:
        """Return the message; a path or a text that it quotes can neither break the line nor reach the terminal."""
        where = "" if self.line is None else f"line {self.line}"
        told = f"{where} {self.sentence}" if where and self.of_line else ": ".join(filter(None, (where, self.sentence)))
        return printable(f"{self.source}: {told}" if self.source else told)


class MisuseError(FakirError):
    """Asked for what does not exist or is out of range: an unknown name, a number too large, a missing file.

    >>> raise MisuseError("there is no engine 'warp'; engines are bullet, mujoco, ideal")
    Traceback (most recent call last):
    ...
    fakir3d.errors.MisuseError: there is no engine 'warp'; engines are bullet, mujoco, ideal
    """

    exit_code = 2


class NotationError(MisuseError, ValueError):
    """A text that is no move, stick, state or outcome; the message quotes it and shows the forms that exist.

    >>> from fakir3d.rules.sticks import Stick
    >>> Stick.parse("q7")
    Traceback (most recent call last):
    ...
    fakir3d.errors.NotationError: 'q7' is no stick; sticks are a colour (r, g, b, y) and a number, like r3
    """


class IllegalMoveError(MisuseError):
    """A well-formed move that the rules forbid here; the message quotes the rule (``R3`` ... ``R12``).

    Args:
        text: why.
        move: as one would type it; it begins the message.
        rule: which rule forbids it, as the message quotes it; empty for a move that nothing could be made of.

    >>> str(IllegalMoveError("the bore is filled", move="x2.1", rule="R3"))
    'x2.1: R3: the bore is filled'
    """

    def __init__(self, text: str = "", *, move: str = "", rule: str = "") -> None:
        super().__init__(": ".join(filter(None, (move, rule, text))))
        self.move, self.rule = move, rule


class OutcomeError(FakirError):
    """An outcome that cannot be applied to the position: a stick that is not there, astray, or through another.

    Args:
        text: why.
        move: whose outcome it is said to be.
        outcome: the outcome.

    >>> str(OutcomeError("no stick r1 stands in a1", move="x2.1", outcome="r1 a1 x1.1>gone"))
    "x2.1 cannot have had the outcome 'r1 a1 x1.1>gone': no stick r1 stands in a1"
    """

    def __init__(self, text: str = "", *, move: str = "", outcome: str = "") -> None:
        super().__init__(f"{move} cannot have had the outcome '{outcome}': {text}" if move else text)
        self.reason, self.move, self.outcome = text, move, outcome


class EngineMissingError(MisuseError):
    """The physics engine asked for is not on this machine; the message says which are.

    Args:
        text: why, and what to do.
        engine: its name.

    >>> str(EngineMissingError("the engine bullet is not on this machine (no pybullet)", engine="bullet"))
    'the engine bullet is not on this machine (no pybullet)'
    """

    def __init__(self, text: str = "", *, engine: str = "") -> None:
        super().__init__(text)
        self.engine = engine


class DisplayError(MisuseError):
    """No window or no OpenGL can be had; the message says what works without one.

    >>> str(DisplayError("this OpenGL driver gives no shadow map; fakir3d text plays without one"))
    'this OpenGL driver gives no shadow map; fakir3d text plays without one'
    """


class BlockError(FakirError):
    """A block document that cannot be read, or a block unfit to play; the message names field, value and bound.

    >>> str(BlockError("version is 2; this fakir3d reads version 1", source="mine.toml"))
    'mine.toml: version is 2; this fakir3d reads version 1'
    """


class RecordError(FakirError):
    """A game record, a case or a result that is cut, changed, from another version, or none at all.

    >>> str(RecordError("the file is empty", source="my.fakir", line=1))
    'my.fakir: line 1: the file is empty'
    """


class EngineError(FakirError):
    """An engine that failed to do what was asked of it: parts that went missing, a worker that keeps dying.

    >>> str(EngineError("Bullet did not make a body"))
    'Bullet did not make a body'
    """
