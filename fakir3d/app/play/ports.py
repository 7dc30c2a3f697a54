"""What the window asks of its teacher, and who thinks for the window at all; tests have their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from fakir3d.app.play.controller import EnginePort
from fakir3d.players.analysis_client import Advice, LookingBack
from fakir3d.players.teacher import Step
from fakir3d.rules.state import State

__all__ = ["AnalysisPort", "Ports"]


class AnalysisPort(Protocol):
    """Who answers, elsewhere, such as players.tutor.Tutor: one question at a time, a new one ends the one before."""

    @property
    def notice(self) -> str | None:
        """Return why this answer takes longer than usual, or None."""

    def hints(self, state: State, names: tuple[str, ...], tag: int) -> None:
        """Ask for the best moves in a position."""

    def review(self, steps: tuple[Step, ...], names: tuple[str, ...], tag: int) -> None:
        """Ask what is to be said about the moves of a game."""

    def poll(self) -> Advice | LookingBack | None:
        """Return an answer, or as much of one as is known, once there is more; never blocks.

        Raises:
            FakirError: if there can be none.
        """

    def cancel(self) -> None:
        """Give up the question."""

    def close(self) -> None:
        """Let go of the process. May be called twice."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Who thinks for the window.

    Attributes:
        player: chooses the computers' moves.
        teachers: returns a teacher; each who has one closes it.
    """

    player: EnginePort
    teachers: Callable[[], AnalysisPort]
