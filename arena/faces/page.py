"""A game as one HTML file: it opens by a double click, without a network, for as long as there are browsers.

Nothing in it can be run but the viewer's own script, whose hash the page's policy names: what bots and rules said lies
packed beside it as data, and the viewer shows it as text.
"""

from __future__ import annotations

import gzip
import html
import posixpath
import re
from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from jinja2 import Environment, StrictUndefined, Template

from arena.faces.edition import Edition
from arena.faces.modules import Unbundled, join
from arena.protocol import printable
from arena.replays import Replay

_VIEWER = files("arena.faces").joinpath("viewer")


def watch_page(edition: Edition) -> str:
    """The whole file as text; equal editions give equal texts."""
    return _page(edition)


def live_page(edition: Edition, feed: str, choose: str = "") -> str:
    """The page of a game that is being played, whose frames come from that feed of the same server. The edition has
    none of them. For a person who plays, what is chosen goes to `choose`; it is the edition of that seat."""
    return _page(edition, feed, choose)


def _page(edition: Edition, feed: str = "", choose: str = "") -> str:
    script, style = _script(edition.drawing), _style(edition.drawing)
    policy = {
        "default-src": "'none'",
        "script-src": _hashed(script),
        "style-src": _hashed(style),
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    if feed:
        policy["connect-src"] = "'self'"
    return _template().render(
        title=printable(_title(edition.first)),
        policy="; ".join(f"{what} {allowed}" for what, allowed in policy.items()),
        style=style,
        script=script,
        told={str(told.replay.audience): _packed(told) for told in edition.told},
        printed=_packed(edition.printed),
        feed=feed,
        choose=choose,
    )


_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def policy_of(page: bytes) -> str:
    """The policy that one of our pages states before anything that is anybody else's; for whoever sends the page, who
    adds that nobody may put it into a frame."""
    found = _POLICY.search(page, 0, 4096)
    if found is None:
        raise ValueError("a page without a policy")
    return f"{html.unescape(found[1].decode())}; frame-ancestors 'none'"


def _title(replay: Replay) -> str:
    whose = {"everything": "", "public": ", as the public saw it"}
    seen = whose.get(str(replay.audience), f", as seat {replay.audience} saw it")
    return f"{replay.title}, game {replay.number}{seen}"


def _packed(value: object) -> str:
    """Base64 has no character that could end an element; without a time in it the same value is the same text."""
    return b64encode(gzip.compress(msgspec.json.encode(value), mtime=0)).decode()


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _script(drawing: str | None) -> str:
    return join(partial(_module, drawing), "main.js")


def _module(drawing: str | None, path: str) -> str:
    """The text of a module: the viewer's own, or under `game/` those of the game's drawing."""
    if drawing is not None and path == "draw/chosen.js":
        return f'import {{ drawing }} from "../game/{_file(drawing)}";\nexport const chosen = drawing;\n'
    if drawing is not None and path.startswith("game/"):
        try:
            return _beside(drawing, path.removeprefix("game/")).read_text("utf-8")
        except (OSError, ImportError, ValueError) as problem:
            raise Unbundled(f"{drawing}: this drawing of a game cannot be read: {problem}") from problem
    return _read(path)


@cache
def _style(drawing: str | None) -> str:
    style = _read("viewer.css")
    if drawing is not None:
        own = _beside(drawing, _file(drawing).removesuffix(".js") + ".css")
        style += own.read_text("utf-8") if own.is_file() else ""
    if "</style" in style.lower():
        raise Unbundled(f"{drawing}: a text in its style sheet would end the page's")
    return style


def _file(drawing: str) -> str:
    """The name of a drawing's module in its folder."""
    return posixpath.basename(drawing.partition(":")[2])


def _beside(drawing: str, path: str) -> Traversable:
    """A file in the folder of a game's drawing."""
    package, _, module = drawing.partition(":")
    return files(package).joinpath(posixpath.dirname(module)).joinpath(path)


def _read(path: str) -> str:
    return _VIEWER.joinpath(path).read_text("utf-8")


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_read("page.html"))
