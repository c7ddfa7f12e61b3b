"""The document: chapters that are made one by one and put in their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any, TypeVar

T = TypeVar("T")

TITLE = "# What the statistics are worth"
CHAPTERS = ("coverage", "few", "sprt", "settled", "drift", "claims", "mirrored", "games", "online", "ladder")
"""In this order; `games`, what mirrored deals do for real games, and `ladder` are made elsewhere (see `put`)."""

_PART = re.compile(r"<!-- (\w+) -->\n(.*?)<!-- end of \1 -->\n", re.DOTALL)


@dataclass(frozen=True)
class Section:
    """A chapter; `text` is Markdown, paragraphs and tables with empty lines between."""

    title: str
    text: str


@dataclass(frozen=True)
class Pool:
    """Calls side by side in `jobs` processes; what comes out does not depend on how many."""

    jobs: int = 1

    def each(self, function: Callable[..., T], arguments: Sequence[tuple[Any, ...]]) -> list[T]:
        if self.jobs == 1:
            return [function(*each) for each in arguments]
        with ProcessPoolExecutor(self.jobs) as executor:
            return [future.result() for future in [executor.submit(function, *each) for each in arguments]]


def table(headers: Sequence[object], rows: Iterable[Sequence[object]], align: str) -> str:
    """A table in Markdown; `align` has an l or r for each column."""
    rule = ["---:" if side == "r" else "---" for side in align]
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in (headers, rule, *rows))


def read(path: Path) -> dict[str, str]:
    """The chapters of a document, by name; none of one that is not there."""
    return dict(_PART.findall(path.read_text())) if path.exists() else {}


def put(path: Path, chapters: Mapping[str, Section], foot: str) -> None:
    """Put chapters in their places; the others stay as they are. `foot` says, under each, how it was made.

    Raises KeyError for a chapter that is none of `CHAPTERS`.
    """
    parts = read(path)
    for name, section in chapters.items():
        if name not in CHAPTERS:
            raise KeyError(f"{name!r} is no chapter; there are {', '.join(CHAPTERS)}")
        parts[name] = f"## {section.title}\n\n{_wrapped(section.text)}\n\n*{foot}*\n"
    body = "\n".join(f"<!-- {name} -->\n{parts[name]}<!-- end of {name} -->\n" for name in CHAPTERS if name in parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{TITLE}\n\n{_INTRODUCTION.strip()}\n\n{body}")


def _wrapped(text: str) -> str:
    """Paragraphs with even lines; tables are left alone."""
    paragraphs = text.strip().split("\n\n")
    return "\n\n".join(part if part.startswith("|") else fill(part, width=110) for part in paragraphs)


_INTRODUCTION = """
Players whose strengths are known play simulated contests, and the project's own statistics are asked what they make of
the results. No process is started and no game is played, only results are drawn; but for the chapter on real games.
This page is written by

    python -m benchmarks.known_truth
    python -m benchmarks.mirrored                      (the chapter on real games)
    python -m benchmarks.ladder_pairing                (the chapter on ladders)

and never by hand; with names of chapters (coverage, few, sprt, settled, drift, claims, mirrored, online) the first
makes only these anew.
The same seeds give the same figures.
"""
