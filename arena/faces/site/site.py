"""A site as paths and bytes: which pages there are, and how each is made. Nothing here writes a file.

Every page is made of one reading of the contest's file, by its path alone: whoever serves the site asks for one, and
whoever writes it asks for all. No path is made of a bot's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files

import msgspec
import numpy as np

from arena.faces.site import about_pages, bot_pages, deal_pages, front_pages, game_pages, live_pages, stage_pages
from arena.faces.site.game_pages import NEWEST, Watched
from arena.faces.site.html import STYLE
from arena.faces.site.live_pages import Listed
from arena.faces.site.reading import Reading, Sections
from arena.faces.site.shell import GROUPS, Shell
from arena.pairing import adaptive
from arena.standings import render

FORMAT = "arena.site/1"
_STATIC = ("site.css", "site.js", "icon.svg")
_NUMBERED = re.compile(r"(deals|stages|games)/(0|[1-9]\d{0,14})\.html")
_BOT = re.compile(r"bots/(0|[1-9]\d{0,8})(?:-games-(0|[1-9]\d{0,8}))?\.html")


class Site:
    """The site of a reading. If it is `served` every game has a page; otherwise the last `newest`, those that decided
    most and the last faulty ones. `bundle` is the path of a sealed bundle, and its seal."""

    def __init__(
        self, reading: Reading, newest: int = NEWEST, served: bool = False, bundle: tuple[str, str] = ("", "")
    ) -> None:
        self.reading = reading
        self._newest = newest
        self._served = served
        self._bundle = bundle

    @cached_property
    def watched(self) -> Watched:
        """The games that are listed to be watched."""
        return game_pages.watched(self.reading, self._newest)

    @cached_property
    def _numbers(self) -> frozenset[int] | None:
        return None if self._served else frozenset(self.watched.all)

    @cached_property
    def _top(self) -> Shell:
        return Shell(self.reading, self._numbers, "", self._sections)

    @cached_property
    def _below(self) -> Shell:
        return Shell(self.reading, self._numbers, "../", self._sections)

    @cached_property
    def _sections(self) -> Sections:
        return self.reading.sections(STYLE)

    @cached_property
    def _single(self) -> Mapping[str, Callable[[], bytes]]:
        """The pages that are there once, by path."""
        shell = self._top
        found: dict[str, Callable[[], bytes]] = {
            "cross.html": lambda: front_pages.cross_page(shell),
            "deals.html": lambda: deal_pages.deals_index(shell),
            "games.html": lambda: game_pages.games_index(shell, self.watched, not self._served),
            "resources.html": lambda: front_pages.resources_page(shell),
            "how.html": lambda: about_pages.how_page(shell),
            "downloads/standings.json": lambda: self._rendered[0],
            "downloads/standings.csv": lambda: self._rendered[1],
            "downloads.html": lambda: about_pages.downloads_page(shell, self._offered, *self._bundle),
        }
        if not self.reading.game.cooperative:
            found["course.html"] = lambda: front_pages.course_page(shell)
            found["sure.html"] = lambda: front_pages.sure_page(shell)
        if adaptive(self.reading.said.format):
            found["stages.html"] = lambda: stage_pages.stages_index(shell)
        for name in _STATIC:
            found[name] = files("arena.faces.site").joinpath("static", name).read_bytes
        found["index.html"] = self.front
        return found

    def front(self, playing: int = 0) -> bytes:
        """The front page, while so many games can be followed."""
        return front_pages.standings_page(self._top, playing)

    def live(self, games: Sequence[Listed], after: str) -> bytes:
        """The list of the games that can be followed, as it is after that event of the feed of all games."""
        return live_pages.live_index(self._top, games, after)

    @cached_property
    def _rendered(self) -> tuple[bytes, bytes]:
        standings = self.reading.standings
        return render(standings, "json").encode(), render(standings, "csv", resources=True).encode()

    @property
    def _offered(self) -> list[about_pages.Offered]:
        json, csv = self._rendered
        return [
            about_pages.Offered("downloads/standings.csv", "a row for each bot", len(csv)),
            about_pages.Offered("downloads/standings.json", "all that the tables say, for programs", len(json)),
        ]

    def paths(self) -> Iterator[str]:
        """The paths of all pages of a site of files; pages that lead to others come after them, and `status.json` is
        last."""
        yield from (f"games/{number}.html" for number in self.watched.all)
        pages = np.unique(self.reading.numbers_of_groups // GROUPS)
        yield from (f"deals/{page}.html" for page in pages.tolist())
        yield from (f"stages/{number}.html" for number in range(len(self.reading.schedule.stages)))
        for bot in range(len(self.reading.names)):
            games = len(self.reading.numbers_of(bot))
            if games > bot_pages.NEWEST:
                yield from (f"bots/{bot}-games-{page}.html" for page in range(-(-games // bot_pages.EACH)))
            yield f"bots/{bot}.html"
        yield from self._single
        yield "status.json"

    def page(self, path: str) -> bytes | None:
        """The bytes of the page of that path; None if there is none. Raises StoreError."""
        if path == "status.json":
            return self.status()
        if path in self._single:
            return self._single[path]()
        if (found := _BOT.fullmatch(path)) and int(found[1]) < len(self.reading.names):
            bot = int(found[1])
            return (
                bot_pages.bot_page(self._below, bot)
                if found[2] is None
                else bot_pages.games_page(self._below, bot, int(found[2]))
            )
        if found := _NUMBERED.fullmatch(path):
            number = int(found[2])
            match found[1]:
                case "deals":
                    return deal_pages.deals_page(self._below, number)
                case "stages":
                    return stage_pages.stage_page(self._below, number)
                case "games":
                    return game_pages.game_page(self.reading, number)
        return None

    def status(self) -> bytes:
        """What a page asks for to learn whether there is news."""
        said = {
            "format": FORMAT,
            "games": self.reading.games,
            "bots": len(self.reading.names),
            "over": self.reading.over,
        }
        return msgspec.json.encode(said) + b"\n"
