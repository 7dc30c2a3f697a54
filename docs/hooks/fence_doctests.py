"""The doctests of our docstrings as code on the site: Markdown would take ``>>>`` for a quotation of a quotation."""

from __future__ import annotations

import re

import griffe

_DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class FenceDoctests(griffe.Extension):
    """Puts each paragraph that begins with ``>>>`` between fences."""

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """Change the docstrings of everything in the package."""
        self._fence(pkg)

    def _fence(self, described: griffe.Object) -> None:
        if described.docstring:
            described.docstring.value = _DOCTEST.sub(r"```pycon\n\g<0>\n```", described.docstring.value)
        for member in described.members.values():
            if isinstance(member, griffe.Object):  # an alias leads to what is, or will be, changed where it is defined
                self._fence(member)
