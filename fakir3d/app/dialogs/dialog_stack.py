"""The stack of open dialogs; the last lies on top and takes every key and click."""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.app.dialogs.others import message_dialog
from fakir3d.app.gui.dialog import Dialog
from fakir3d.app.play.texts import capitalised
from fakir3d.errors import FakirError


class DialogStack:
    """The open dialogs.

    Attributes:
        open: all of them, the last on top.
    """

    def __init__(self) -> None:
        self.open: list[Dialog] = []

    @property
    def top(self) -> Dialog | None:
        """Return the dialog on top."""
        return self.open[-1] if self.open else None

    def push(self, dialog: Dialog) -> None:
        """Open a dialog."""
        self.open.append(dialog)

    def pop(self) -> None:
        """Close the dialog on top."""
        if self.open:
            self.open.pop()

    def show_message(self, title: str, *lines: str) -> None:
        """Open a dialog that only says something."""
        self.push(message_dialog(title, lines, self.pop))

    def attempt(self, action: Callable[[], None], title: str) -> bool:
        """Do something that may be refused, say why over the dialog that is open; return whether it worked."""
        try:
            action()
        except FakirError as error:
            self.show_message(title, f"{capitalised(str(error))}.".replace("..", "."))
            return False
        return True
