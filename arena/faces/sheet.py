"""Parts of tables as one HTML file: it opens by a double click, without a network, and nothing in it can be run."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup

from arena.faces.site.html import Linked, template
from arena.protocol import printable
from arena.standings import Part, Title


def parts_page(title: str, parts: Iterable[Part]) -> str:
    """The whole file as text. Each title of the parts begins a section; the first has none above it."""
    linked = Linked({}, "")
    sections: list[tuple[str, list[Part]]] = []
    for part in parts:
        if isinstance(part, Title):
            sections.append((part.text, []))
        elif sections:
            sections[-1][1].append(part)
    shown = [(name, linked.parts(of_section, name)) for name, of_section in sections]
    style = _style()
    text: str = template("sheet.html").render(
        title=printable(title),
        policy=f"default-src 'none'; style-src {_hashed(style)}; base-uri 'none'; form-action 'none'",
        style=Markup(style),
        sections=shown,
    )
    return text


@cache
def _style() -> str:
    return files("arena.faces.site").joinpath("static").joinpath("site.css").read_text("utf-8")


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
