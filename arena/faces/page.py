"""A game as one HTML file: it opens by a double click, without a network, for as long as there are browsers.

Nothing in it can be run but the viewer's own script, whose hash the page's policy names: what bots and rules said lies
packed beside it as data, and the viewer shows it as text.
"""

from __future__ import annotations

import gzip
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec
from jinja2 import Environment, StrictUndefined, Template

from arena.faces.edition import Edition
from arena.faces.modules import join
from arena.protocol import printable
from arena.replays import Replay

_VIEWER = files("arena.faces").joinpath("viewer")


def watch_page(edition: Edition) -> str:
    """The whole file; equal editions give equal texts."""
    script, style = _script(), _read("viewer.css")
    policy = {
        "default-src": "'none'",
        "script-src": _hashed(script),
        "style-src": _hashed(style),
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    return _template().render(
        title=printable(_title(edition.first)),
        policy="; ".join(f"{what} {allowed}" for what, allowed in policy.items()),
        style=style,
        script=script,
        told={str(told.replay.audience): _packed(told) for told in edition.told},
    )


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
def _script() -> str:
    return join(_read, "main.js")


def _read(path: str) -> str:
    return _VIEWER.joinpath(path).read_text("utf-8")


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_read("page.html"))
