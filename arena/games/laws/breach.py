"""What is known of a breach: which law, in which game and where in it, what differed, and what there is to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import CodeType, TracebackType
from typing import Any

from msgspec import Struct

from arena.errors import Trouble
from arena.layout import counted


class Difference(Struct, frozen=True):
    """Two messages that must be the same bytes and are not: of which `kind`, from which `byte` on (counted from 0), how
    many bytes each has, and an excerpt of both around that place."""

    kind: str
    byte: int
    sizes: tuple[int, int]
    expected: str
    seen: str


class Breach(Struct, frozen=True, kw_only=True):
    """One breach of a law in one random game."""

    law: str
    game: str
    seats: int
    deal: str
    """The seed of its `Deal`."""
    decision: int
    """How many decisions of the game had been made, of all seats to act at once as one."""
    what: str
    """The sentence that says what was wrong, without the difference."""
    difference: Difference | None = None
    place: str = ""
    """The function of the rules that gave the wrong answer, with file and line; "" where that is not known."""
    remedy: str = ""
    """What an author can change; "" where `what` says it."""
    moves: tuple[Any, ...] = ()
    """The moves that led there from the set-up, a mapping by seat for each decision."""

    @property
    def text(self) -> str:
        """All of it in lines for people."""
        where = f"{self.game}, {counted(self.seats, 'seat')}, deal {self.deal!r}, decision {self.decision}"
        lines = [f"law of {self.law}: {where}: {self.what}"]
        if self.difference is not None:
            one, other = self.difference.sizes
            lines[0] += f" {self.difference.kind} differs from byte {self.difference.byte} ({one} and {other} bytes)"
            lines += [f"  expected ...{self.difference.expected}", f"  seen     ...{self.difference.seen}"]
        if self.place:
            lines.append(f"  in {self.place}")
        if self.remedy:
            lines.append(f"  to mend it: {self.remedy}")
        return "\n".join(lines)

    @property
    def size(self) -> tuple[int, int, int]:
        """The smaller the easier to understand: seats, decisions before it, bytes of the messages that differ."""
        return self.seats, self.decision, sum(self.difference.sizes) if self.difference else 0


class BrokenLaw(Trouble, AssertionError):
    """A game broke a law; the message names law, game, seats, deal, decision, and what differed where."""

    def __init__(self, found: Breach | str) -> None:
        super().__init__(found.text if isinstance(found, Breach) else found)
        self.breach = found if isinstance(found, Breach) else None
        """None where no game was played, as the facts that the game states are wrong."""


def first_difference(kind: str, expected: bytes, seen: bytes) -> Difference:
    """Where two messages, which are not equal, differ first."""
    first = next(
        (at for at, (one, other) in enumerate(zip(expected, seen, strict=False)) if one != other),
        min(len(expected), len(seen)),
    )
    start = max(0, first - 40)
    one, other = (text[start : first + 40].decode(errors="replace") for text in (expected, seen))
    return Difference(kind, first, (len(expected), len(seen)), one, other)


def place_of(function: Callable[..., Any] | None) -> str:
    """Where a function is written: its name, file and line; "" for one that is not written in Python."""
    code = getattr(function, "__code__", None)
    return _place(code, code.co_firstlineno) if isinstance(code, CodeType) else ""


def place_raised(trace: TracebackType | None, rules: str, within: str) -> str:
    """Where an exception came from: the last line on its way that is of the package `rules` and not of the package
    `within`, which asked them; "" where there is none."""
    frames = [(frame, line) for frame, line in walk_tb(trace) if not _module(frame).startswith(within)]
    own = [(frame, line) for frame, line in frames if _module(frame).partition(".")[0] == rules]
    return _place(own[-1][0].f_code, own[-1][1]) if own else ""


def frames_of(trace: TracebackType | None, within: str) -> Iterator[str]:
    """The names of the functions on the way of an exception, but for those of the package `within`."""
    return (frame.f_code.co_qualname for frame, _ in walk_tb(trace) if not _module(frame).startswith(within))


def _module(frame: Any) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _place(code: CodeType, line: int) -> str:
    path = Path(code.co_filename)
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{code.co_qualname}, {path}:{line}"
