"""Trial games of a contest, played to see how long they take, in a file that is thrown away."""

from __future__ import annotations

import io
import time
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace

from arena.contest import Contest, LocalWorkers, Reporter, Stopping, plan_of, run_games, schedule_of, usable_cores
from arena.league import Cast, opened
from arena.protocol import Verdict
from arena.referee import GameRecord
from arena.store import Say


class Trial(NamedTuple):
    """What trial games showed.

    answers   of each game, the seconds that its bots thought
    start     seconds until workers and bots had started
    each      seconds of each further game, with `jobs` of them at a time
    statuses  how many games ended how
    faults    how often a bot made a fault, by its name and the verdict
    end       how the run of them ended: "finished", "interrupted", or "failed"
    said      what the run told people
    """

    answers: list[float]
    start: float
    each: float
    jobs: int
    statuses: dict[str, int]
    faults: Counter[tuple[str, Verdict]]
    end: str
    said: str


def play_trial(contest: Contest, config: Path, seconds: float, seed: str, games: int | None, say: Say) -> Trial:
    """Play games of the contest under that master seed: the first `games` at most, as many as begin within so many
    seconds. `say` is told of builds. Raises what keeps them from being played."""
    contest = replace(contest, seed=seed, stop=type(contest.stop)())
    workforce = LocalWorkers(contest.jobs or len(usable_cores()))
    with TemporaryDirectory(prefix="arena-plan-") as scratch:
        db = Path(scratch) / "trial.db"
        cast = Cast(contest, config, db, say)
        with opened(db, contest, cast, say) as (store, _):
            schedule = schedule_of(contest, seed, games)
            pairer = plan_of(contest).pairer(schedule.bots, seed)
            said = io.StringIO()
            with cast.ready(store, schedule) as setup, Reporter(None, 0, stream=said) as reporter:
                pace = _Pace()
                stopping = Stopping(seconds / 60, pace)
                end = run_games(setup, schedule, store, workforce, reporter, pairer, cast.entrants, stopping)
            records = list(store.records())
            answers = [sum(ms or 0.0 for ms in record.measured.ms) / 1000 for record in records]
            start, each = pace.figures() if records else (0.0, 0.0)
            faulty = [(record.seating[fault.seat], fault.verdict) for record in records for fault in record.faults]
            return Trial(answers, start, each, workforce.jobs, store.count(), Counter(faulty), end, said.getvalue())


class _Pace:
    """Hears of games as a `StopRule` does that ends nothing: how long the first took to come, and then each."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._heard: list[tuple[float, int]] = []

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        """Called by the run, see `arena.contest.run.StopRule.heard`."""
        if records:
            self._heard.append((time.monotonic() - self._began, len(records)))
        return None

    def retire(self, bots: Collection[str]) -> None:
        """Called by the run, see `arena.contest.run.StopRule.retire`; nothing is waited for here."""

    def figures(self) -> tuple[float, float]:
        """The seconds until workers and bots had started, and the seconds of each game after that. If nearly all games
        ended with the first, the former is 0 and the latter is all the time by game."""
        games = sum(number for _, number in self._heard)
        first, (last, _) = self._heard[0], self._heard[-1]
        later = games - first[1]
        if later <= games / 2:
            return 0.0, last / games
        each = (last - first[0]) / later
        return max(first[0] - first[1] * each, 0.0), each
