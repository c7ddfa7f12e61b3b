"""A ladder of twenty, with bots that come, change and go while it runs, and a power cut in the middle."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import yaml

from arena.contest import Contest, fingerprint, load_contest, plan_of, prepare, schedule_of
from arena.contest.run import run_games
from arena.games import find_game, registry
from arena.league.entrants import Entrants
from arena.pairing.ladder import OFTEN
from arena.pairing.stages import Stage
from arena.referee import GameRecord
from arena.referee.worker_messages import Assignment
from arena.standings import Standings, compute
from arena.store import Store
from tests.contest.fake_workers import FakeWorkers, PowerCut
from tests.contest.test_run import Log
from tests.facts import made_facts

CONFIGURED = 18
GAMES = 700


def write_bot(folder: Path, number: int, text: str = "exit\n") -> None:
    home = folder / f"bot{number}"
    home.mkdir(exist_ok=True)
    (home / "play.sh").write_text(text)


def enter(folder: Path, number: int) -> Path:
    draft = folder / "entries" / f".bot{number}.new"
    draft.write_text(yaml.safe_dump({"command": "sh play.sh", "dir": f"../bot{number}"}))
    return draft.rename(folder / "entries" / f"bot{number}.yaml")


def ladder(folder: Path) -> Contest:
    """Of eighteen; two more are to come."""
    folder.mkdir()
    (folder / "entries").mkdir()
    for number in range(CONFIGURED + 2):
        write_bot(folder, number)
    bots = {f"bot{i}": {"command": "sh play.sh", "dir": f"bot{i}"} for i in range(CONFIGURED)}
    text = {"game": "gunrunners", "format": "ladder", "seats": 2, "entries": "entries", "bots": bots}
    (folder / "ladder.yaml").write_text(yaml.safe_dump(text, sort_keys=False))
    return load_contest(folder / "ladder.yaml")


class Changing(FakeWorkers):
    """Meanwhile, at certain games: two bots are added, one of them is overwritten and later put back, one retires."""

    def __init__(self, folder: Path, cut: int | None = None) -> None:
        super().__init__(1, cut)
        self._changes: dict[int, Callable[[], object]] = {
            100: lambda: [enter(folder, number) for number in (18, 19)],
            250: lambda: write_bot(folder, 18, "exit 1\n"),
            400: lambda: (folder / "entries" / "bot19.yaml").unlink(missing_ok=True),
            550: lambda: write_bot(folder, 18),
        }

    async def play(self, assignment: Assignment) -> bytes:
        for at in [at for at in self._changes if at <= assignment.number]:
            self._changes.pop(at)()
        return await super().play(assignment)


def play(folder: Path, contest: Contest, cut: int | None = None) -> Log:
    db, log = folder / "ladder.db", Log()
    facts = {"contest": fingerprint(contest), "seed": "s", "bots": list(contest.bots), "anchors": []}
    with Store.open(db, write=True) if db.exists() else Store.create(db, made_facts(facts)) as store:
        schedule = schedule_of(contest, "s", GAMES, store.stages())
        pairer = plan_of(contest).pairer(schedule.bots, "s")
        # Nobody is writing any more: the files have been as they are for an hour.
        entrants = Entrants(store, contest, folder / "ladder.yaml", log.say, now=lambda: time.time() + 3600)
        try:
            setup = entrants.begin(msgspec.structs.replace(prepare(contest, db, {}), hashes={}), schedule)
            run_games(setup, schedule, store, Changing(folder, cut), log, pairer, entrants)
        finally:
            entrants.close()
    return log


def records(folder: Path) -> list[GameRecord]:
    with Store.open(folder / "ladder.db") as store:
        return list(store.records())


def table(folder: Path) -> Standings:
    with Store.open(folder / "ladder.db") as store:
        return compute(store.ledger(), store.facts().bots)


@pytest.fixture(scope="module")
def peace(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Log]:
    """The folder of a ladder that was not broken off, and what it said."""
    registry._entries.cache_clear()
    find_game.cache_clear()
    folder = tmp_path_factory.mktemp("peace") / "ladder"
    return folder, play(folder, ladder(folder))


def test_bots_come_change_and_go(peace: tuple[Path, Log]) -> None:
    """Each version is an entry of its own; an old one stays in the table and plays no more, until it is put back."""
    folder, log = peace
    played = records(folder)
    assert [record.number for record in played] == list(range(GAMES))
    seen: dict[str, list[int]] = {}
    for record in played:
        for name in record.seating:
            seen.setdefault(name, []).append(record.number)
    assert set(seen) == {f"bot{i}" for i in range(20)} | {"bot18 v2"}
    assert all(100 <= seen[name][0] < 160 for name in ("bot18", "bot19"))
    first, last = seen["bot18 v2"][0], seen["bot18 v2"][-1]
    assert first >= 250
    assert 500 <= last < 600
    assert not [number for number in seen["bot18"] if first <= number <= last]
    assert seen["bot18"][-1] > last
    assert 360 <= seen["bot19"][-1] < 460  # in the stage that was under way
    names = [row.bot for row in table(folder).rows]
    assert sorted(names) == sorted(seen)
    entries = [text for text in log.said if text.startswith("entries: ")]
    assert len(entries) >= 4, log.said


def test_new_bots_play_first(peace: tuple[Path, Log]) -> None:
    """In its first stage a newcomer is in several line-ups, and these lead the stage."""
    folder, _ = peace
    with Store.open(folder / "ladder.db") as store:
        stages = [msgspec.json.decode(stage, type=Stage) for stage in store.stages()]
        newcomer = store.facts().bots.index("bot18")
    first = next(stage for stage in stages if any(newcomer in line_up for line_up in stage.line_ups))
    assert newcomer in first.line_ups[0] or newcomer in first.line_ups[1]
    counts = Counter(bot for line_up in first.line_ups for bot in line_up)
    assert counts[newcomer] > sorted(counts.values())[len(counts) // 2]


def test_everybody_meets_many(peace: tuple[Path, Log]) -> None:
    """D49: nobody meets the same two again and again, though all here is foregone, and each sits equally often on both
    seats."""
    folder, _ = peace
    meetings: dict[str, Counter[str]] = {}
    seats: dict[str, Counter[int]] = {}
    for record in records(folder):
        for seat, name in enumerate(record.seating):
            meetings.setdefault(name, Counter())[record.seating[1 - seat]] += 1
            seats.setdefault(name, Counter())[seat] += 1
    for name in (f"bot{i}" for i in range(CONFIGURED)):
        games = meetings[name].total()
        assert meetings[name].most_common(1)[0][1] <= OFTEN * games / (CONFIGURED - 1) + 2, (name, meetings[name])
        # A group that `games` cut short is the only one that is not balanced.
        assert abs(seats[name][0] - seats[name][1]) <= 1


@pytest.mark.parametrize("cut", [130, 290])
def test_a_ladder_that_was_broken_off_takes_the_same_course(peace: tuple[Path, Log], tmp_path: Path, cut: int) -> None:
    """D42: after a power cut with all its files as they were the same stages, the same games and the same table."""
    folder = tmp_path / "ladder"
    contest = ladder(folder)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        play(folder, contest, cut)
    play(folder, contest)
    assert records(folder) == records(peace[0])
    assert table(folder) == table(peace[0])
