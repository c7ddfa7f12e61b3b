"""A bot as its owner describes it: a command, where it runs, and what it may use."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Program(Struct, frozen=True):
    """`argv` is started in `folder` with `env` added to a small fixed environment."""

    name: str
    argv: tuple[str, ...]
    folder: Path
    env: dict[str, str]


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bytes: of stdout for one request, and of stderr to keep of each end of a game."""

    answer_bytes: int = 65_536
    stderr_bytes: int = 65_536

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
