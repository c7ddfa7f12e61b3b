"""A bot is retired by another process while its contest runs, in every format."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
import trio

from arena.contest import Reporter, benchings_of
from arena.contest import run as run_module
from arena.contest.retired import retire
from arena.contest.run import run_games
from arena.pairing.formats import FormatName
from arena.referee.worker_messages import Assignment
from arena.sealing.stage_audit import odd_stages
from arena.standings import compute
from arena.store import Store, StoreError
from arena.store.store import change_facts
from tests.contest.fake_workers import PowerCut
from tests.contest.test_course import Contest, Workers
from tests.contest.test_whole_contests import OPPONENTS, SETUP, plan
from tests.facts import plant

EXCEPT_LADDER = [name for name in OPPONENTS if name != "ladder"]


class Retiring(Workers):
    """As the game `at` is played, somebody retires `bot`, by default one in it; it is over once the run has heard."""

    def __init__(self, contest: Contest, at: int, bot: str = "", cut: int | None = None) -> None:
        super().__init__(3, cut=cut)
        self.contest, self.at, self.bot = contest, at, bot
        self.asked = False
        self.late: list[int] = []
        """Its games that were handed out after the run had heard."""

    @property
    def together(self) -> int:
        return 1  # others were handed out before the run had heard

    def heard(self) -> bool:
        return any(text.startswith("retire: ") for text in self.contest.log.said)

    async def play(self, assignment: Assignment) -> bytes:
        if self.heard() and self.bot in assignment.seating:
            self.late.append(assignment.number)
        if assignment.number == self.at:
            self.bot = self.bot or assignment.seating[0]
            change_facts(self.contest.db, retire(self.bot, "it asked"))
            self.asked = True
        while self.asked and not self.heard():
            await trio.sleep(0.001)
        return await super().play(assignment)


@pytest.fixture(autouse=True)
def hears_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "LISTEN_EVERY", 0.001)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("format", EXCEPT_LADDER)
def test_it_plays_no_further_game_and_what_it_played_counts(tmp_path: Path, format: FormatName, seats: int) -> None:
    contest = Contest(tmp_path / "x.db", plan(format, seats), 7, deals=3)
    workers = Retiring(contest, at=5)
    assert contest.run(workers) == "finished"
    bot = workers.bot
    (said,) = [text for text in contest.log.said if text.startswith("retire: ")]
    assert said == f"retire: {bot} was retired: it asked: left out of the games that follow; what it played counts"
    played = [record for record in contest.records if bot in record.seating]
    assert played
    assert workers.late == []
    if format == "round-robin":
        whole = Contest(tmp_path / "whole.db", plan(format, seats), 7, deals=3)
        whole.run(Workers(3))
        assert len(played) < sum(bot in record.seating for record in whole.records)
    with Store.open(contest.db) as store:
        ledger = store.ledger()
        judged = benchings_of(store, ledger)
        assert (judged.reasons, judged.unrated) == ({bot: "was retired: it asked"}, frozenset())
        rows = {row.bot: row for row in compute(ledger, contest.bots, benched=partial(benchings_of, store)).rows}
        free = {row.bot: row for row in compute(ledger, contest.bots).rows}
    assert (rows[bot].games, rows[bot].unrated_games) == (len(played), 0)
    assert (rows[bot].rank, rows[bot].retired, rows[bot].benched) == (None, True, "was retired: it asked")
    assert all(rows[name].elo_of_bot == free[name].elo_of_bot for name in contest.bots)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("bot", ["bot0", "bot3"])
@pytest.mark.parametrize("format", ["swiss", "knock-out"])
def test_the_stages_follow_from_the_results_and_from_who_was_gone(
    tmp_path: Path, format: FormatName, bot: str, seats: int
) -> None:
    """Also where the run was killed as it had heard of it, or before."""
    for cut in (None, 3, 9, 21):
        contest = Contest(tmp_path / f"{cut}.db", plan(format, seats), 9, deals=2)
        try:
            contest.run(Retiring(contest, 7, bot, cut=cut))
        except (PowerCut, BaseExceptionGroup):
            contest.run(Workers(2))
        with Store.open(contest.db) as store:
            assert list(odd_stages(store)) == []
            assert len(store.stages()) > 1
            said = store.facts().retired
        if said:
            (stage,) = {one.stage for one in said.values()}
            number = contest.bots.index(bot)
            assert stage is not None
            assert not any(number in line_up for one in contest.stages[stage:] for line_up in one.line_ups)
            assert contest.ranking is not None
            (row,) = [row for row in contest.ranking.rows if row.bot == bot]
            assert row.values[-1] == "retired"


def test_a_swiss_gives_the_games_that_were_to_come_to_the_opponent(tmp_path: Path) -> None:
    """As a point for a match that was not played at all."""
    contest = Contest(tmp_path / "x.db", plan("swiss"), 4, deals=1)
    contest.run(Workers(1), games=4)  # the first round
    change_facts(contest.db, retire("bot3", ""))
    contest.run(Workers(1))
    assert all(3 not in line_up for stage in contest.stages[1:] for line_up in stage.line_ups)

    other = Contest(tmp_path / "y.db", plan("swiss"), 4, deals=1)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        other.run(Workers(1, cut=0))
    (stage,) = other.stages
    (opponent,) = [bot for line_up in stage.line_ups if 3 in line_up for bot in line_up if bot != 3]
    change_facts(other.db, retire("bot3", ""))
    other.run(Workers(1), games=4)
    assert other.ranking is not None
    points = {row.bot: row.values[0] for row in other.ranking.rows}
    assert (points[f"bot{opponent}"], points["bot3"]) == ("1.0", "0.0")
    assert not any("bot3" in record.seating for record in other.records)


def test_in_a_knock_out_its_opponent_goes_on(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "x.db", plan("knock-out"), 4, deals=1)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        contest.run(Workers(1, cut=0))
    (stage,) = contest.stages
    gone, opponent = stage.line_ups[0]
    change_facts(contest.db, retire(f"bot{gone}", ""))
    assert contest.run(Workers(1)) == "finished"
    assert contest.ranking is not None
    assert {row.bot: row.values for row in contest.ranking.rows}[f"bot{gone}"] == ("semi-finals", "retired")
    assert opponent in contest.stages[1].line_ups[0]


def test_who_is_retired_already_stays_so_as_it_was(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "x.db", plan("round-robin"), 3)
    contest.run(Workers(1), games=2)
    change_facts(contest.db, retire("bot0", "first"))
    change_facts(contest.db, retire("bot1", "second"))
    change_facts(contest.db, retire("bot0", "third"))
    with Store.open(contest.db) as store:
        assert {name: said.why for name, said in store.facts().retired.items()} == {
            "bot0": "first",
            "bot1": "second",
        }


@pytest.mark.parametrize("fact", [{"nobody": {}}, {"bot0": {"stage": "x"}}, ["bot0"]])
def test_what_says_that_others_are_retired_is_refused(tmp_path: Path, fact: object) -> None:
    """A bundle may say anything."""
    contest = Contest(tmp_path / "x.db", plan("swiss"), 3)
    contest.run(Workers(1))
    with Store.open(contest.db, write=True) as store:
        plant(store, "retired", fact)
        with pytest.raises(StoreError, match="retired"):
            benchings_of(store, store.ledger())
        with pytest.raises(StoreError, match="retired"):
            list(odd_stages(store))


@pytest.mark.parametrize("format", ["swiss", "knock-out", "round-robin"])
def test_a_run_that_leaves_games_out_ends_at_a_hundred_per_cent(tmp_path: Path, format: FormatName) -> None:
    """Of a bot that is retired, and of one that is benched, whose rounds then have fewer line-ups."""
    for name, bad in ("retired", ()), ("benched", ("bot1",)):
        contest, out = Contest(tmp_path / f"{name}.db", plan(format), 5, deals=4), io.StringIO()
        contest.run(Workers(1, bad), games=2)
        if not bad:
            change_facts(contest.db, retire("bot1", ""))
        pairer = contest.plan.pairer(contest.bots, contest.seed)
        with Store.open(contest.db, write=True) as store:
            schedule = contest.plan.schedule(contest.bots, contest.seed, 1, None, store.stages())
            total = pairer.least_games if pairer else len(schedule)
            with Reporter(total, 2, stream=out) as reporter:
                run_games(SETUP, schedule, store, Workers(1, bad), reporter, pairer)
            games = len(store.numbers())
        assert f"{games} of {games} games, 100 %" in out.getvalue().splitlines()[-1]
        assert contest.ranking is None or "out" in contest.ranking.columns
        if contest.ranking is not None:
            (row,) = [row for row in contest.ranking.rows if row.bot == "bot1"]
            assert row.values[-1] == name
