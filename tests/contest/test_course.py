"""The way through a contest whose stages depend on results: what is stored when, who is left out, who is waited for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
import trio
import trio.testing

from arena.contest import Plan
from arena.contest import run as run_module
from arena.contest.bench import Benched
from arena.contest.run import End, Entrants, Stopping, run_games
from arena.contest.workforce import Hand
from arena.games.toys import BIDS
from arena.pairing import Schedule
from arena.pairing.formats import FormatName
from arena.pairing.stages import Stage
from arena.protocol.verdicts import Verdict
from arena.referee import GameRecord, Measured, encode_record
from arena.referee.worker_messages import Assignment, Setup
from arena.standings.format_ranking import FormatRanking, ranking_of
from arena.store import Store, StoreError
from tests.contest.fake_workers import FakeWorkers, PowerCut
from tests.contest.test_run import Log
from tests.contest.test_whole_contests import SETUP, plan
from tests.facts import made_facts
from tests.standings.helpers import make_record, places_of

ADAPTIVE: list[FormatName] = ["swiss", "knock-out", "ladder"]


class Counting(Log):
    """Knows how many games are safe."""

    def __init__(self) -> None:
        super().__init__()
        self.safe = 0
        self.news = trio.Event()

    def stored(self, games: int, faults: int) -> None:
        self.safe += games
        self.news.set()
        self.news = trio.Event()


class Workers(FakeWorkers):
    """`bad` bots do not start from game `since` on, and their games end after all others that run with them; `void`
    games are not rated; `at_game` is called before each is played. With a `log` no game begins before all that were
    played are safe."""

    def __init__(
        self,
        jobs: int,
        bad: Sequence[str] = (),
        since: int = 0,
        void: Callable[[int], bool] = lambda number: False,
        cut: int | None = None,
        at_game: Callable[[int], object] = lambda number: None,
        log: Counting | None = None,
    ) -> None:
        super().__init__(jobs, cut)
        self.bad, self.since, self.void, self.at_game, self.log = set(bad), since, void, at_game, log
        self.hired: list[Setup] = []

    @property
    def together(self) -> int:
        return 1 if self.log else super().together

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        self.hired.append(setup)
        return await super().hire(setup, place, say)

    async def play(self, assignment: Assignment) -> bytes:
        number, group, seating = assignment.number, assignment.group, assignment.seating
        self.at_game(number)
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCut
        while self.log is not None and self.log.safe < len(self.played):
            await self.log.news.wait()
        if self.bad & set(seating):
            await trio.testing.wait_all_tasks_blocked()
        for _ in range(self._rng.randrange(6)):
            await trio.lowlevel.checkpoint()
        self.played.append(number)
        if self.void(number):
            record = make_record(number, group, seating, None, status="void")
            return encode_record(msgspec.structs.replace(record, measured=Measured(trouble="the machine slept")))
        failed = [seat for seat, bot in enumerate(seating) if bot in self.bad and number >= self.since]
        luck = [Random(assignment.deal + bot).randrange(3) for bot in seating]
        places = places_of([-1 if seat in failed else points for seat, points in enumerate(luck)])
        faults: list[tuple[int, Verdict]] = [(seat, "start-failure") for seat in failed]
        return encode_record(make_record(number, group, seating, places, faults=faults, forfeited=failed))


class Contest:
    """Of so many bots, in a file; each `run` goes on with it."""

    def __init__(self, db: Path, plan: Plan, bots: int, seed: str = "s", deals: int = 2) -> None:
        self.db, self.seed = db, seed
        self.plan = msgspec.structs.replace(plan, deals=deals)
        self.bots = [f"bot{number}" for number in range(bots)]
        self.log = Counting()

    def run(
        self,
        workers: Workers,
        games: int | None = None,
        entrants: Entrants | None = None,
        stopping: Stopping | None = None,
        setup: Setup = SETUP,
    ) -> End:
        facts = {
            "contest": msgspec.to_builtins(self.plan) | {"game": "bids", "bench": {"starts": 3, "games": 20}},
            "seed": self.seed,
            "bots": self.bots,
            "anchors": [],
        }
        with Store.open(self.db, write=True) if self.db.exists() else Store.create(self.db, made_facts(facts)) as store:
            schedule = self.plan.schedule(self.bots, self.seed, 1, games, store.stages())
            pairer = self.plan.pairer(self.bots, self.seed)
            return run_games(setup, schedule, store, workers, self.log, pairer, entrants, stopping)

    @property
    def stages(self) -> list[Stage]:
        with Store.open(self.db) as store:
            return [msgspec.json.decode(stage, type=Stage) for stage in store.stages()]

    @property
    def records(self) -> list[GameRecord]:
        with Store.open(self.db) as store:
            return list(store.records())

    @property
    def ranking(self) -> FormatRanking | None:
        with Store.open(self.db) as store:
            return ranking_of(store, store.ledger())

    def benched(self) -> list[str]:
        return [text.split()[1] for text in self.log.said if text.startswith("bench: ")]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("format", ADAPTIVE)
def test_games_that_were_under_way_when_a_bot_was_benched_decide_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: FormatName, seats: int
) -> None:
    """D42, D48: one game at a time or many, in a piece or broken off: the same stages and the same ranking."""
    monkeypatch.setattr(run_module, "GATHER", 0.0)  # where each game waits for the one before
    games = 90 if format == "ladder" else None
    one, many, broken = (
        Contest(tmp_path / f"{name}.db", plan(format, seats), 9, "s1", deals=3) for name in ("one", "many", "broken")
    )
    bad, since = ["bot1", "bot4"], 0 if format == "knock-out" else 10
    one.run(Workers(1, bad, since, log=one.log), games)
    many.run(Workers(24, bad, since), games)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        broken.run(Workers(24, bad, since, cut=16), games)
    broken.run(Workers(5, bad, since), games)
    assert one.stages == many.stages == broken.stages
    assert one.ranking == many.ranking == broken.ranking
    assert sorted(one.benched()) == sorted(many.benched()) != []
    if format != "ladder":  # which has another game in the place of one that is left out
        assert len(many.records) > len(one.records)


def test_a_stage_is_stored_before_its_first_game(tmp_path: Path) -> None:
    """So that whoever goes on after a power cut finds the bracket that the games belong to."""
    contest = Contest(tmp_path / "x.db", plan("knock-out"), 6, deals=1)
    groups: list[tuple[int, int]] = []

    def look(number: int) -> None:
        stored = sum(2 * len(stage.line_ups) * stage.deals for stage in contest.stages)
        groups.append((number, stored))

    assert contest.run(Workers(2, at_game=look)) == "finished"
    assert len(groups) == len(contest.records)
    assert all(number < stored for number, stored in groups)


@pytest.mark.parametrize("format", ADAPTIVE)
def test_a_full_disk_at_a_new_stage_ends_the_run_as_failed(
    tmp_path: Path, format: FormatName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the stage is played, and with room on the disk the contest goes on as it would have."""
    contest, whole = (Contest(tmp_path / f"{name}.db", plan(format), 5) for name in ("x", "whole"))
    add, calls = Store.add_stage, iter(range(1000))

    def add_once(store: Store, stage: bytes) -> None:
        if next(calls) > 0:
            raise StoreError("x.db: cannot be written: database or disk is full")
        add(store, stage)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_stage", add_once)
        assert contest.run(Workers(3), 50) == "failed"
    assert contest.log.said[-1] == "stopping: x.db: cannot be written: database or disk is full"
    (stage,) = contest.stages
    assert len(contest.records) == 2 * 2 * len(stage.line_ups)
    assert contest.run(Workers(3), 50) == whole.run(Workers(1), 50) == "finished"
    assert contest.records == whole.records
    assert contest.stages == whole.stages


class Arriving:
    """Entrants of whom `counts[stage look]` play, at last all of `counts[-1]`."""

    grows = True

    def __init__(self, *counts: int) -> None:
        self.counts = list(counts)
        self.looks = 0

    def enter(
        self, setup: Setup, schedule: Schedule, stage: int, benched: Mapping[str, Benched]
    ) -> tuple[Setup, Sequence[int]]:
        count = self.counts[min(self.looks, len(self.counts) - 1)]
        self.looks += 1
        return msgspec.structs.replace(setup, logs=str(count)), range(count)

    def retire(self, bases: Collection[str]) -> None:
        pass


def test_a_ladder_waits_for_bots_and_plays_when_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bot is too few; stages without line-ups are not stored."""
    monkeypatch.setattr(run_module, "LOOK_EVERY", 0.0)
    contest, arriving, workers = Contest(tmp_path / "x.db", plan("ladder"), 3), Arriving(0, 1, 1, 3), Workers(2)
    assert contest.run(workers, 24, arriving) == "finished"
    assert arriving.looks > 3
    assert all(stage.line_ups for stage in contest.stages)
    assert {bot for record in contest.records for bot in record.seating} == {"bot0", "bot1", "bot2"}
    # Nobody was hired for the bots that could not play.
    assert {setup.logs for setup in workers.hired} == {"3"}


def test_a_ladder_that_waits_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its time is up, nobody has come."""
    monkeypatch.setattr(run_module, "LOOK_EVERY", 0.0)
    contest = Contest(tmp_path / "x.db", plan("ladder"), 3)
    assert contest.run(Workers(2), None, Arriving(1), Stopping(minutes=1e-4)) == "finished"
    assert contest.log.said == [
        "waits: 1 of the 2 bots that a game takes can play",
        "the time is up (0.0001 minutes); run again to go on",
    ]
    assert contest.records == []


def test_a_ladder_in_which_nobody_can_come_any_more_ends(tmp_path: Path) -> None:
    """Too few are left of those of its configuration: it says who is out and why, once, also in a further run."""
    contest, told = (
        Contest(tmp_path / "x.db", plan("ladder"), 2),
        "stopping: 1 of the 2 bots that a game takes can play",
    )
    for _ in range(2):
        assert contest.run(Workers(3, ["bot1"]), 40) == "failed"
        assert contest.log.said[-1].startswith(
            f"{told} (bot1 failed to start in 3 games in a row), and without `entries`"
        )
    assert len([line for line in contest.log.said if line.startswith(told)]) == 2
    arriving = Arriving(1)
    arriving.grows = False
    assert Contest(tmp_path / "y.db", plan("ladder"), 3).run(Workers(2), 40, arriving) == "failed"
    assert arriving.looks == 1


def test_a_ladder_that_waits_says_for_how_many_whenever_that_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "LOOK_EVERY", 0.0)
    contest = Contest(tmp_path / "x.db", plan("ladder"), 3)
    contest.run(Workers(1), 16, Arriving(0, 0, 1, 1, 0, 2, 1, 1, 2))
    assert [line.split()[1] for line in contest.log.said if line.startswith("waits: ")] == ["0", "1", "0", "1"]


def test_workers_are_hired_anew_when_bots_have_come(tmp_path: Path) -> None:
    """A worker knows the bots that it was started with, and no others; who is the same stays."""
    contest, workers = Contest(tmp_path / "x.db", plan("ladder"), 4), Workers(1)

    class Rarely(Arriving):
        def enter(
            self, setup: Setup, schedule: Schedule, stage: int, benched: Mapping[str, Benched]
        ) -> tuple[Setup, Sequence[int]]:
            changed, playing = super().enter(setup, schedule, stage, benched)
            return (changed if stage == 3 else setup), playing

    contest.run(workers, 60, Rarely(4))
    assert len(contest.stages) > 5
    assert [setup.logs for setup in workers.hired] == ["", "4"]


def test_a_benched_bot_of_a_swiss_gets_no_further_games(tmp_path: Path) -> None:
    """The others go on to the last round without it, and it keeps its place in the table."""
    contest = Contest(tmp_path / "x.db", plan("swiss"), 7)
    assert contest.run(Workers(1, ["bot2"])) == "finished"
    assert contest.benched() == ["bot2"]
    games = [record.number for record in contest.records if "bot2" in record.seating]
    assert len(games) in (3, 4)
    end = [number for number, stage in enumerate(contest.stages) if any(2 in line_up for line_up in stage.line_ups)][-1]
    assert len(contest.stages) == 3 > end + 1
    assert not any(2 in stage.byes for stage in contest.stages[end + 1 :])
    assert contest.ranking is not None
    assert {row.bot for row in contest.ranking.rows} == set(contest.bots)


def test_whoever_meets_a_benched_bot_in_a_knock_out_goes_on(tmp_path: Path) -> None:
    """Also when both finalists' opponents are out, and with nobody to play against the last one has won."""
    contest = Contest(tmp_path / "x.db", plan("knock-out"), 4)
    assert contest.run(Workers(3, ["bot0", "bot1", "bot2"])) == "finished"
    ranking = contest.ranking
    assert ranking is not None
    assert msgspec.structs.astuple(ranking.rows[0]) == (1, "bot3", ("winner", ""))
    assert any("bot3 beats" in line for line in ranking.bracket)


@pytest.mark.parametrize("format", ADAPTIVE)
@pytest.mark.parametrize("games", [1, 7, 16])
def test_so_many_games_are_played_and_no_more(tmp_path: Path, format: FormatName, games: int) -> None:
    """In the middle of a stage or of a deal group; a run without that bound goes on as if there had been none."""
    contest, whole = (Contest(tmp_path / f"{name}.db", plan(format), 8) for name in ("x", "whole"))
    assert contest.run(Workers(3), games) == "finished"
    assert [record.number for record in contest.records] == list(range(games))
    most = 40 if format == "ladder" else None
    assert contest.run(Workers(3), most) == whole.run(Workers(2), most) == "finished"
    assert contest.records == whole.records
    assert contest.stages == whole.stages


@pytest.mark.parametrize("format", ADAPTIVE)
def test_void_games_hold_nothing_up(tmp_path: Path, format: FormatName) -> None:
    """Where some of a match are void the others decide it; where all are, the format knows what to do."""
    some, all_ = (Contest(tmp_path / f"{name}.db", plan(format), 5) for name in ("some", "all"))
    games = 60 if format == "ladder" else None
    assert some.run(Workers(3, void=lambda number: number % 3 == 0), games) == "finished"
    assert all_.run(Workers(3, void=lambda number: True), games) == "finished"
    for contest in (some, all_):
        counts = Counter(record.number for record in contest.records)
        last = contest.stages[-1]
        assert set(counts.values()) == {1}
        assert last.title in ("final", "final, tie-break 5", "round 3 of 3") or format == "ladder"
    if format == "swiss":  # nobody has taken anything
        assert all_.ranking is not None
        assert {row.values[0] for row in all_.ranking.rows} <= {"1.5", "2.0"}


class Deadly(Workers):
    """Every worker dies that is given the game `deadly`."""

    def __init__(self, jobs: int, deadly: int) -> None:
        super().__init__(jobs)
        self.deadly = deadly
        self.given: list[list[int]] = []

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        hand = await super().hire(setup, place, say)
        play = hand.play

        async def played(
            games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
        ) -> list[bytes] | None:
            self.given.append([game.number for game in games])
            return None if self.deadly in self.given[-1] else await play(games, meanwhile)

        hand.play = played  # type: ignore[method-assign]
        return hand


class Several(Workers):
    """They are given up to eight games at once, and begin when all before are stored. `given` are these games,
    each list with who was benched when it was handed out."""

    def __init__(self, contest: Contest) -> None:
        super().__init__(1, bad=["bot0"])
        self.contest = contest
        self.given: list[tuple[list[str], list[Assignment]]] = []

    @property
    def together(self) -> int:
        return 8

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> Hand:
        hand = await super().hire(setup, place, say)
        play = hand.play

        async def played(
            games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
        ) -> list[bytes] | None:
            benched = self.contest.benched()
            while self.contest.log.safe < len(self.played):
                await self.contest.log.news.wait()
            self.given.append((benched, list(games)))
            return await play(games, meanwhile)

        hand.play = played  # type: ignore[method-assign]
        return hand


def test_a_game_that_waits_when_its_bot_is_benched_is_not_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was named before, and the others that wait are played."""
    monkeypatch.setattr(run_module, "GATHER", 0.0)  # where each game waits for the one before
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 4, deals=6)
    workers = Several(contest)
    assert contest.run(workers) == "finished"
    assert contest.benched() == ["bot0"]
    after = [game for benched, games in workers.given if benched for game in games]
    assert after
    assert not [game for game in after if "bot0" in game.seating]
    schedule = contest.plan.schedule(contest.bots, contest.seed, 1)
    others = {number for number in schedule.order() if "bot0" not in schedule.seating(number)}
    assert others <= {record.number for record in contest.records}


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_game_that_kills_workers_takes_no_other_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """Whatever else was on their hands is played by others; the game itself is given up in the end."""
    monkeypatch.setattr(run_module, "find_game", lambda name: BIDS)
    dead, whole = (Contest(tmp_path / f"{name}.db", plan("round-robin"), 7) for name in ("dead", "whole"))
    workers = Deadly(jobs, 9)
    setup = msgspec.structs.replace(SETUP, hashes=dict.fromkeys(dead.bots, ""))
    assert (dead.run(workers, setup=setup), whole.run(Workers(jobs))) == ("finished", "finished")
    assert [record for record in dead.records if record.number != 9] == [
        record for record in whole.records if record.number != 9
    ]
    (lost,) = (record for record in dead.records if record.number == 9)
    assert (lost.status, lost.measured.trouble) == ("error", "3 worker processes died while they played it")
    first, *others = (given for given in workers.given if 9 in given)
    assert others == [[9], [9]]
    assert sum("the worker died (never started); a new one plays" in text for text in dead.log.said) == 3
    for number in set(first) - {9}:
        assert workers.given.count([number]) == 1


@pytest.mark.parametrize("format", ["swiss", "round-robin"])
def test_no_game_is_gathered_while_a_stage_or_the_end_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: FormatName
) -> None:
    """Games are stored together to save time, and not to lose it: on a clock that only moves while everybody waits it
    never moves by as much."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    monkeypatch.setattr(run_module, "GATHER", 3600.0)
    monkeypatch.setattr(run_module, "LISTEN_EVERY", float("inf"))
    monkeypatch.setattr(trio, "run", partial(trio.run, clock=clock))
    began = clock.current_time()
    contest = Contest(tmp_path / "c.db", plan(format, 2), 6)
    assert contest.run(Workers(3)) == "finished"
    assert len(contest.records) > 20
    assert clock.current_time() - began < 3600
