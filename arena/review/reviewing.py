"""A review of one bot of a contest's file: where it lost its points, and how to see it again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from arena.contest import Benchings, Released, benchings_of, plan_of_facts, released_of, time_of
from arena.errors import WrongInput
from arena.games import Game, find_game
from arena.pairing import seating_count
from arena.protocol import printable
from arena.referee import GameRecord, Mismatch
from arena.review.decisions import Heard
from arena.review.figure import Figure
from arena.review.lines import Lines, start_of
from arena.review.points import Rows, against, by_seat, opponents, overall, partners, rows_of, together
from arena.review.progress import progress_of
from arena.review.report import Judged, Review, Standing
from arena.review.sat import Counted, games_that_count
from arena.review.subject import Subject, subject_of
from arena.review.swings import Judge, Looking, LostGame
from arena.standings import Standings, TeamStandings, known, standings_of
from arena.statistics import FEWEST_GROUPS
from arena.store import Facts, Ledger, Store

MOST_LOOKED_AT = 200
"""The most games whose records are kept for the judge, those with most to find in them."""


class _Contest(Struct):
    game: str


class _Played(NamedTuple):
    """What a bot has played: the games that count, and its rows of them."""

    counted: Counted
    rows: list[Rows]
    bot: int


class _File:
    """A contest's file as it is at one moment."""

    def __init__(self, store: Store) -> None:
        # Facts and stages first: games of a stage that is not known yet are told to nobody.
        self.facts: Facts = store.facts()
        stages = store.stages()
        self.ledger: Ledger = store.ledger()
        self.standings = standings_of(store)  # also says why nobody is rated, where people play
        self.released: Released = released_of(self.facts, stages, self.ledger)
        self.game: Game = find_game(self.facts.of_contest(_Contest).game)
        self.plan = plan_of_facts(self.facts)
        self.benchings: Benchings = benchings_of(store, self.ledger)
        self.stake = self._stake()

    def played(self, bot: str) -> _Played:
        names, cooperative = self.ledger.names, self.game.cooperative
        at = names.index(bot) if bot in names else -1
        counted = games_that_count(self.ledger, at, self.benchings.unrated, self.plan.seatings, cooperative)
        return _Played(counted, rows_of(counted.tables, at, cooperative), at)

    def shares(self, played: _Played) -> Mapping[str, tuple[int, Figure]]:
        """What was taken from each opponent, or won with each partner, by name; with how many games."""
        names = self.ledger.names
        if self.game.cooperative:
            found = together(played.counted.tables, played.rows, played.bot, self.stake)
            return {names[other]: (won.games, won.share) for other, (won, _, _) in found.items() if other != played.bot}
        taken = against(played.counted.tables, played.bot)
        return {names[other]: (one.games, one.share) for other, one in taken.items()}

    def _stake(self) -> float:
        """What a deal may move: half a game, or the standard deviation of all scores."""
        if not self.game.cooperative:
            return 0.5
        scores = np.concatenate([np.zeros(0), *(table.score[table.finished] for table in self.ledger.tables)])
        return float(scores.std()) if len(scores) and scores.min() < scores.max() else 0.0


def review_of(
    store: Store, bot: str, looking: Looking, db: Path, spoil: bool = False, before: Store | None = None
) -> Review:
    """Reviews a bot. `db` is the file as its author calls it, and `before` that of an earlier contest with a bot of the
    same name. With `spoil` it tells also of deals that are still to be played. Raises StoreError, and WrongInput where
    there is no such bot or its game is not installed."""
    here = _File(store)
    subject = subject_of(here.facts, bot, db)
    name, cooperative = subject.bot, here.game.cooperative
    earlier = _earlier(here, subject, store, before)
    played = here.played(name)
    tables, names = played.counted.tables, here.ledger.names
    games, share, score = overall(tables, played.rows, cooperative, here.stake)
    lines = Lines(db, start_of(here.facts, name), spoil)
    heard = Heard(name, time_of(here.facts))
    promising = _Promising(played, here, spoil)
    numbers = here.ledger.games_of(name).tolist()
    for record in store.records(numbers):
        heard.hear(record)
        promising.hear(record)
    judged, not_judged = _judged(promising, looking, here, lines)
    pairs = [pair for pair in here.standings.pairs if pair.bot == name] if isinstance(here.standings, Standings) else []
    return Review(
        contest=db.name,
        game=here.game.name,
        cooperative=cooperative,
        bot=name,
        standing=_standing(here.standings, name),
        games=games,
        left_out=played.counted.left_out,
        void=heard.void,
        error=heard.error,
        luck_out=seating_count(here.plan.seatings, tuple(range(here.plan.seats))) > 1 or cooperative,
        percent=known(share.times(100).value),
        percent_low_95=known(share.times(100).low_95),
        percent_high_95=known(share.times(100).high_95),
        mean_score=known(score.value, 4),
        mean_score_error_95=known(score.error_95, 4),
        by_seat=tuple(by_seat(tables, played.rows, played.bot, cooperative, here.stake)),
        by_opponent=() if cooperative else tuple(opponents(against(tables, played.bot), names, pairs)),
        by_partner=tuple(partners(together(tables, played.rows, played.bot, here.stake), names)) if cooperative else (),
        build_failed=_build_failed(here.facts, name),
        faults=tuple(heard.faults(here.released, lines, spoil)),
        times=heard.times(),
        slowest=heard.slowest(),
        judged=judged,
        not_judged=not_judged,
        progress=None
        if earlier is None
        else progress_of(earlier.said, earlier.file.shares(earlier.file.played(earlier.bot)), here.shares(played)),
        no_progress=_no_progress(here) if earlier is None else None,
        fewest_deals_for_an_error=FEWEST_GROUPS,
    )


class _Promising:
    """The lost games in which something may be found: those first at whose cards others took most more than the bot.
    What a forfeit cost was no move, so games with one are none of them."""

    def __init__(self, played: _Played, here: _File, spoil: bool) -> None:
        forfeited = {number for table in here.ledger.tables for number in table.number[table.forfeited.any(axis=1)]}
        missed = dict[tuple[int, int], float]()
        for sat, rows in zip(played.counted.tables, played.rows, strict=True):
            result = sat.result[rows.game, rows.seat]
            best = float(sat.result.max(initial=0.0)) if here.game.cooperative else 1.0
            for at in np.flatnonzero(result < best).tolist():
                number, seat = int(sat.number[rows.game[at]]), int(rows.seat[at])
                if number not in forfeited and (spoil or here.released.whole(number)):
                    gained = float(rows.gained[at])
                    # Where nobody else had these cards, all that it lost may be there to be found.
                    missed[number, seat] = best - float(result[at]) if isnan(gained) else -gained
        order = sorted(missed, key=lambda key: (-missed[key], key))
        self.lost = len({number for number, _ in order})
        self._wanted = order[:MOST_LOOKED_AT]
        self._numbers = {number for number, _ in self._wanted}
        self._records: dict[int, GameRecord] = {}

    def hear(self, record: GameRecord) -> None:
        """Keeps the record if it is wanted."""
        if record.number in self._numbers:
            self._records[record.number] = record

    def games(self) -> list[LostGame]:
        """The most promising first."""
        return [LostGame(self._records[number], seat) for number, seat in self._wanted]


def _judged(promising: _Promising, looking: Looking, here: _File, lines: Lines) -> tuple[Judged | None, str | None]:
    """What the judge says, or why it says nothing."""
    if looking.playouts is None and not looking.seconds:
        return None, "nobody has looked, since there were no seconds for it"
    games = promising.games()
    if not games:
        return None, "there is no game to look at that it lost points in, and that may be told by now"
    stake = here.stake if here.game.cooperative else 1.0
    judge = Judge(here.game, looking, stake, lines)
    try:
        with redirect_stdout(StringIO()):  # what rules print is none of the page
            return judge.look(games, promising.lost), None
    except Mismatch as problem:
        return None, f"the rules here are not those that it was played by: {problem}"
    except Exception as problem:  # what a plug-in's rules do in positions that nobody has come to
        return None, f"the rules break down on the way: {problem!r}"


class _Earlier(NamedTuple):
    """The version before: how it is called, the file in which it played, and its name there."""

    said: str
    file: _File
    bot: str


def _earlier(here: _File, subject: Subject, store: Store, before: Store | None) -> _Earlier | None:
    """The version before, which may be in a file of its own. Raises WrongInput where that has none."""
    if before is None:
        return None if subject.before is None else _Earlier(subject.before, here, subject.before)
    earlier = _File(before)
    if here.game.name != earlier.game.name:
        raise WrongInput(f"{before.path} is of {earlier.game.name} and {store.path} of {here.game.name}: two games")
    if subject.bot not in earlier.ledger.names:
        raise WrongInput(
            f"there are no games of a bot {printable(subject.bot)!r} in {before.path}: bots are known by their names"
        )
    return _Earlier(f"{subject.bot} in {before.path.name}", earlier, subject.bot)


def _no_progress(here: _File) -> str:
    if here.plan.format == "ladder":
        return "it is the first version of this bot"
    return "only a ladder knows versions; --before FILE compares with an earlier contest"


def _standing(standings: Standings | TeamStandings, name: str) -> Standing:
    if isinstance(standings, Standings):
        for row in standings.rows:
            if row.bot == name:
                return Standing(
                    rank=row.rank,
                    bots=len(standings.rows),
                    elo_of_bot=row.elo_of_bot,
                    elo_error_95=row.elo_error_95,
                    points_added=None,
                    points_added_error_95=None,
                    out=row.benched,
                )
    else:
        for team in standings.rows:
            if team.bot == name:
                return Standing(
                    rank=team.rank,
                    bots=len(standings.rows),
                    elo_of_bot=None,
                    elo_error_95=None,
                    points_added=team.points_added,
                    points_added_error_95=team.points_added_error_95,
                    out=team.benched,
                )
    raise WrongInput(f"{name} is not in the standings")


def _build_failed(facts: Facts, name: str) -> str | None:
    failed = (facts.builds or {}).get(name)
    return None if failed is None else "\n".join([failed.text, *failed.last])
