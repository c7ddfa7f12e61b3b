"""A bot as its owner describes it: a command, where it runs, and what it may use."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Program(Struct, frozen=True):
    """`argv` is started in `folder` (a path) with `env` added to a small fixed environment."""

    name: str
    argv: tuple[str, ...]
    folder: str
    env: dict[str, str]


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bytes: of stdout for one request, and of what is kept of a game's stderr at its head and again at its tail."""

    answer_bytes: Annotated[int, Meta(ge=1)] = 65_536
    stderr_bytes: Annotated[int, Meta(ge=0)] = 65_536
