"""The graph of who stood better when: sides, bars, and that it stays in its place."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawRect, DrawText
from fakir3d.app.gui.fonts import FontMetrics
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import STICK_COLOURS
from fakir3d.app.play.actions import Action
from fakir3d.app.screens.graph import TURN, Bar, Graph, Side, draw_graph
from fakir3d.app.screens.hud import draw_hud
from fakir3d.app.screens.review import sides_of
from fakir3d.game.setup import GameSetup
from fakir3d.rules.sticks import Colour, Mode
from tests.app.shells import (
    SETUP,
    FakeAnalysis,
    begin,
    make,
    new_shell,
)

SIDES = (Side("Anna", Colour.RED), Side("Ben", Colour.GREEN))


def test_partners_are_one_side() -> None:
    """Of two teams there are two sides, of four players four; in the order in which they sit."""
    names = ("Anna", "Ben", "Chris", "Dora")
    shell = new_shell(FakeAnalysis)
    sides = {}
    for mode in (Mode.TEAMS, Mode.FOUR):
        shell.begin(GameSetup(seed=1).in_mode(mode))
        sides[mode] = [side.name for side in sides_of(shell.game.controller.shown, names)]
    assert sides[Mode.TEAMS] == ["Anna + Chris", "Ben + Dora"]
    assert sides[Mode.FOUR] == list(names)


def drawn(graph: Graph, rect: Rect) -> tuple[list, list[tuple[Rect, str]]]:
    return draw_graph(Style(FontMetrics()), graph, rect)


def bars_of(commands: list, colour: Colour) -> list[Rect]:
    return [
        command.rect
        for command in commands
        if isinstance(command, DrawRect) and command.colour == STICK_COLOURS[colour]
    ]


def test_of_two_sides_bars_go_up_and_down() -> None:
    """The first side's lead stands above the middle, the other's hangs below, as long as it is large."""
    bars = (Bar((0.9, 0.1)), Bar((0.6, 0.4)), Bar((0.2, 0.8), mistake=True, turning=True), Bar())
    commands, hits = drawn(Graph(SIDES, bars, 2), Rect(10, 500, 800, 118))
    up, down = bars_of(commands, Colour.RED), bars_of(commands, Colour.GREEN)
    assert (len(up), len(down)) == (2, 1)
    assert up[0].bottom == up[1].bottom == down[0].y
    assert up[0].h > down[0].h > up[1].h
    assert [action for _, action in hits] == [f"{TURN}{n}" for n in range(4)]
    signs = [command.text for command in commands if isinstance(command, DrawText)]
    assert signs.count("◆") == 2, "one in the graph, one in its legend"


def test_of_more_sides_each_has_its_share() -> None:
    """Of three sides every column is full, and shares follow the chances."""
    sides = (*SIDES, Side("Chris", Colour.BLUE))
    commands, _ = drawn(Graph(sides, (Bar((0.5, 0.25, 0.25)),), 1), Rect(0, 0, 800, 118))
    (red,), (green,), (blue,) = (bars_of(commands, colour) for colour in (Colour.RED, Colour.GREEN, Colour.BLUE))
    assert red.bottom == green.y
    assert green.bottom == blue.y
    assert red.h == pytest.approx(2 * green.h, abs=2)


@pytest.mark.parametrize("count", [1, 7, 60, 400])
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720)])
def test_the_graph_stays_in_its_place(count: int, size: tuple[int, int]) -> None:
    """From one move to hundreds every bar has a place of its own to click, inside the window and over no other."""
    shell = new_shell(FakeAnalysis)
    begin(shell, SETUP)
    make(shell, Action.NEXT, Action.ACT)
    shell.do(Action.REVIEW)
    graph = Graph(SIDES, (Bar((0.3, 0.7), mistake=True),) * count, count // 2)
    surface = draw_hud(Style(FontMetrics()), replace(shell.screen.hud(), graph=graph), *size, None)
    window = Rect(0, 0, *size)
    bars = [rect for rect, action in surface.hits if action.startswith(TURN)]
    assert len(bars) == count
    for one, other in pairwise(bars):
        assert one.right <= other.x
    for command in surface.commands:
        if isinstance(command, DrawRect):
            assert command.rect.x >= window.x
            assert command.rect.right <= window.right
            assert command.rect.bottom <= window.bottom
    shell.leave()
