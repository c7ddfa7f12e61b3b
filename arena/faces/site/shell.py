"""What all pages of a site have in common: their head, the way from one to the others, and how they show games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from arena.faces.site.html import Linked, joined, label, template
from arena.faces.site.reading import Played, Reading, Sections
from arena.pairing import adaptive
from arena.protocol import printable
from arena.referee import GameRecord

GROUPS = 20
"""The number of deal groups on a page."""

_STAGES = {"swiss": "Rounds", "knock-out": "Bracket", "ladder": "Ladder"}


class Way(NamedTuple):
    """A link in the head of all pages."""

    path: str
    name: str
    here: bool


class FaultShown(NamedTuple):
    """A fault as a list of games shows it: `link` leads to its decision; None if the game has no page."""

    bot: Markup
    verdict: str
    link: str | None


class Shell:
    """What the pages at one depth of folders share: `root` is the way from them to the front page, `watched` are the
    games that have a page, None for all and for those that are being played, and `sections` are what the text tables
    say.

    There is one for each depth of folders; it keeps what it has found out.
    """

    def __init__(self, reading: Reading, watched: Collection[int] | None, root: str, sections: Sections) -> None:
        self.reading = reading
        self.sections = sections
        self.root = root
        self.linked = Linked(dict(reading.number_of), root)
        self._watched = watched

    @cached_property
    def title(self) -> str:
        """The contest's name, which is that of its file."""
        return printable(self.reading.store.path.name.removesuffix(".db"))

    @cached_property
    def bots(self) -> Sequence[Markup]:
        """The bots by number, each as a link."""
        return [self.linked.bot(name) for name in self.reading.names]

    @cached_property
    def plain(self) -> Sequence[Markup]:
        """The bots by number, without links."""
        return [Markup("<bdi>{}</bdi>").format(label(name)) for name in self.reading.names]

    @property
    def facts(self) -> str:
        """The line below the title. It is the same for as long as the contest lasts, so that finished pages need not be
        written again.
        """
        return f"{self.reading.game.title} · {self.reading.said.format}"

    @property
    def state(self) -> str:
        """How far the contest has come, in words."""
        reading = self.reading
        games = f"{reading.games:,} game{'' if reading.games == 1 else 's'}"
        return f"{len(reading.names)} bots, {games}, {'over' if reading.over else 'not over yet'}"

    def render(self, name: str, path: str, title: str, **given: Any) -> bytes:
        """A whole page from its template."""
        text: str = template(name).render(
            site=self,
            root=self.root,
            title=title,
            path=path,
            ways=[Way(self.root + where, said, where == path) for where, said in self._ways()],
            **given,
        )
        return text.encode()

    def _ways(self) -> Iterable[tuple[str, str]]:
        yield "index.html", "Standings"
        if self._watched is None:
            yield "live.html", "Live"
        yield "cross.html", "Cross table"
        yield "deals.html", "Deals"
        yield "games.html", "Games"
        format = self.reading.said.format
        if adaptive(format):
            yield "stages.html", _STAGES.get(format, "Stages")
        if not self.reading.game.cooperative:
            yield "course.html", "Over time"
            yield "sure.html", "How sure"
        yield "resources.html", "Resources"
        yield "downloads.html", "Downloads"
        yield "how.html", "How it is made"

    def has_page(self, number: int) -> bool:
        return self._watched is None or number in self._watched

    def game(self, number: int) -> str | None:
        """The address of a game's page; None if it has none."""
        return self.moment(number, None)

    def moment(self, number: int, decision: int | None) -> str | None:
        """The address of a decision of the game, on the page of whoever may see it by now."""
        if not self.has_page(number):
            return None
        at = "" if decision is None else f"&d={decision}"
        whose = "" if self.reading.released.whole(number) else "&public"
        return f"{self.root}games/{number}.html#g={number}{at}{whose}"

    def deal(self, group: int) -> str:
        return f"{self.root}deals/{group // GROUPS}.html#d{group}"

    def deals(self, groups: Iterable[int]) -> Markup:
        """Some deals, each as a link."""
        return joined([Markup('<a href="{}">{}</a>').format(self.deal(group), group) for group in sorted(groups)])

    def games_table(self, games: Sequence[Played], caption: str, own: int | None = None) -> Markup:
        """A table of these games; for the bot `own` with its seats and its places."""
        faults = self.faults(played.number for played in games if any(sat.at_fault for sat in played.sat))
        return Markup(
            template("games_table.html").render(
                site=self,
                rows=[(played, self._seats(played, own), self._status(played)) for played in games],
                caption=caption,
                own=own,
                cooperative=self.reading.game.cooperative,
                faults=faults,
            )
        )

    def _seats(self, played: Played, own: int | None) -> Markup:
        """Who sat where, as `arena games` says it."""
        shown = []
        for sat in played.sat:
            bot = Markup("<b>{}</b>").format(self.plain[sat.bot]) if sat.bot == own else self.bots[sat.bot]
            shown.append(Markup("{} ({})").format(bot, sat.place) if sat.place else bot)
        return joined(shown)

    def _status(self, played: Played) -> str:
        if self.reading.game.cooperative and played.status == "finished":
            return f"finished: {'won' if played.won else 'lost'}, {played.score:g}"
        return played.status

    def faults(self, numbers: Iterable[int]) -> Mapping[int, list[FaultShown]]:
        """The faults of these games, whose records are read for it."""
        return self.faults_in(self.reading.store.records(list(numbers)))

    def faults_in(self, records: Iterable[GameRecord]) -> dict[int, list[FaultShown]]:
        """The faults by game, in the order in which they happened."""
        return {
            record.number: [
                FaultShown(
                    self.linked.bot(record.seating[fault.seat]),
                    fault.verdict,
                    self.moment(record.number, fault.decision),
                )
                for fault in record.faults
            ]
            for record in records
        }
