"""Plays a contest small: its first games, in which every bot plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import Raw
from msgspec.structs import replace

from arena.contest import Contest, End, LocalWorkers, Reporter, prepare, run_games, schedule_of
from arena.games import find_game
from arena.pairing import FormatName, adaptive
from arena.referee import GameRecord
from arena.sandbox import Program
from arena.store import Facts, Store


class Small:
    """The first `games` of a contest: so many that each of the bots `there` that could be built plays; 0 if too few
    could be."""

    def __init__(self, contest: Contest, there: Sequence[str]) -> None:
        # Who meets whom may depend on results, or on bots that cannot be built; and here any games will do.
        self.games = 0
        if adaptive(contest.format) or len(there) < len(contest.bots):
            bots = {name: bot for name, bot in contest.bots.items() if name in there}
            form: FormatName = "cross-play" if find_game(contest.game).cooperative else "round-robin"
            contest = replace(contest, format=form, bots=bots, seeded=(), line_ups=None, rounds=None, deals=1)
            if len(bots) < (1 if form == "cross-play" else contest.seats):
                return
        self._contest = contest
        self._seed = contest.seed or "rehearsal"
        schedule = schedule_of(contest, self._seed)
        unseen = set(contest.bots)
        while unseen and self.games < len(schedule):
            unseen -= set(schedule.pairing(self.games).seating)
            self.games += 1

    def play(
        self, programs: dict[str, Program], db: Path, jobs: int, reporter: Reporter
    ) -> tuple[End, list[GameRecord]]:
        """Play the games into a new file. Returns how that ended, and their records. Raises StoreError."""
        facts = Facts(contest=Raw(b"{}"), seed="", bots=tuple(self._contest.bots), anchors=())
        with Store.create(db, facts) as store:
            schedule = schedule_of(self._contest, self._seed, self.games)
            setup = prepare(self._contest, db, programs)
            return run_games(setup, schedule, store, LocalWorkers(jobs), reporter), list(store.records())


def quickest(records: Sequence[GameRecord], most: int) -> list[str]:
    """The bots, at most so many, that finished a game without a fault and answered soonest: a rehearsal must not take
    all night."""
    spent: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    faulty = {record.seating[fault.seat] for record in records for fault in record.faults}
    for record in records:
        if record.status == "finished":
            for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=True):
                spent[record.seating[seat]] += round((ms or 0) * 1000)
                asked[record.seating[seat]] += 1
    names = [name for name in asked if name not in faulty]
    return sorted(names, key=lambda name: spent[name] / asked[name])[:most]
