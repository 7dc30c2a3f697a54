"""What tests of reports write and read them with: painters of one pixel, a reader of pages and of XML."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from fakir3d.block.document import load_block, preset_names
from fakir3d.errors import DisplayError
from fakir3d.lab.reporting.pictures import Picture, PositionView

WHEN = datetime(2026, 11, 29, 23, 0, tzinfo=UTC)
PRESETS = tuple((name, load_block(name)) for name in preset_names())
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")


def parsed(text: str | bytes) -> ET.Element:
    """Return a document that we have written."""
    return ET.fromstring(text)  # noqa: S314


class Sketcher:
    """Paints a pixel of everything, and remembers the views."""

    def __init__(self) -> None:
        self.views: list[PositionView] = []
        self.closed = False

    def paint(self, view: PositionView) -> Picture:
        """Return a pixel."""
        self.views.append(view)
        return Picture(PIXEL, "image/gif")

    def close(self) -> None:
        """Remember that nothing more can be painted."""
        self.closed = True


class Blind(Sketcher):
    """Cannot paint on this machine."""

    def paint(self, view: PositionView) -> Picture:
        """Say so."""
        super().paint(view)
        raise DisplayError("no OpenGL here; the tables are whole")


class Page(HTMLParser):
    """Reads a page: its texts by element, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and the addresses it names."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href", "data", "srcset", "action"}]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)
