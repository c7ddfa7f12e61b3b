"""A worker and the bots that it keeps, with processes by script."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec import Raw
from trio.testing import MockClock

from arena.games import Game, find_game
from arena.pairing.formats import FormatName
from arena.pairing.schedule import Schedule
from arena.players import TimeControl
from arena.players import factories as factories_module
from arena.referee import Began, Decided, Ended, FaultPolicy, GameRecord, Heard, Listener, Told, decode_record
from arena.referee import live as live_module
from arena.referee import worker as worker_module
from arena.referee.live import GameFiles
from arena.referee.making import KEPT
from arena.referee.worker import Worker, maker_of, serve
from arena.referee.worker_messages import HAND_IN_EVERY, Assignment, Setup
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess, choose

NAMES = [f"bot {i:02}" for i in range(KEPT + 4)]


class Started:
    """Starts scripts that always take the first move, and keeps them by the bot's name."""

    def __init__(self) -> None:
        self.processes: dict[str, list[FakeProcess]] = {name: [] for name in NAMES}

    def __call__(self, program: Program, **_: object) -> FakeProcess:
        self.processes[program.name].append(FakeProcess(*[choose(0)] * 1000))
        return self.processes[program.name][-1]

    def running(self) -> list[str]:
        """The name of each process that is there."""
        return [name for name, processes in self.processes.items() for process in processes if not process.killed]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    started = Started()
    monkeypatch.setattr(factories_module, "spawn", started)
    monkeypatch.setattr(worker_module, "kill_all", lambda pids: None)  # the test's own children are none of its bots
    return started


def make_setup(folder: Path, game: Game) -> Setup:
    return Setup(
        game=game.name,
        options=Raw(b"{}"),
        time=TimeControl(),
        limits=Limits(),
        policy=FaultPolicy(),
        sandbox="none",
        keep=True,
        ponder=True,
        programs={name: Program(name, ("bot",), str(folder), {}) for name in NAMES},
        hashes=dict.fromkeys(NAMES, ""),
        logs=str(folder / "logs"),
        core=None,
        live=str(folder / "live"),
    )


def make_worker(folder: Path, game: Game) -> Worker:
    setup = make_setup(folder, game)
    return Worker(maker_of(setup), Path(setup.logs))


async def play(worker: Worker, number: int, seating: Sequence[str], deal: str = "") -> None:
    record = await worker.play(
        Assignment(
            number=number,
            group=number,
            deal=deal or f"deal {number}",
            seating=tuple(seating),
            bot_seeds=tuple(range(len(seating))),
        )
    )
    assert (record.status, record.faults) == ("finished", ())


async def test_a_worker_keeps_no_more_bots_than_the_machine_can_bear(
    started: Started, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Those that have not played for longest are asked to leave, never one that is about to play."""
    worker = make_worker(tmp_path, find_game("gunrunners"))
    for number, pair in enumerate(combinations(NAMES, 2)):
        await play(worker, number, pair)
        assert len(started.running()) <= KEPT
        assert set(pair) <= set(started.running())
    assert len(started.running()) == KEPT
    assert len(started.processes[NAMES[0]]) == 1  # it played all the time while the others came and went
    assert started.processes[NAMES[1]][0].messages[-1] == {"type": "quit"}
    worker.kill()
    assert started.running() == []


async def test_few_bots_are_all_kept(started: Started, tmp_path: Path, autojump_clock: MockClock) -> None:
    """Up to that number each is started once, however often it plays."""
    worker = make_worker(tmp_path, find_game("gunrunners"))
    for number, pair in enumerate(combinations(NAMES[:KEPT], 2)):
        await play(worker, number, pair)
    assert [len(started.processes[name]) for name in NAMES[:KEPT]] == [1] * KEPT
    await worker.stop()
    assert started.running() == []


def seats_told(process: FakeProcess) -> list[tuple[str, int]]:
    """Of each game that the process was in, its number and the seat."""
    return [(m["game_id"], m["seat"]) for m in process.messages if m["type"] == "start"]


async def test_a_bot_on_several_seats_has_a_process_for_each(
    started: Started, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """No process sees two seats of a game, and each goes on in the next game as the same one of its bot."""
    worker = make_worker(tmp_path, find_game("gunrunners"))
    one, other = NAMES[:2]
    await play(worker, 0, [one, one, other])
    await play(worker, 1, [other, one, one])
    await play(worker, 2, [one, other, other])
    assert sorted(map(seats_told, started.processes[one])) == [
        [("0", 0), ("1", 1), ("2", 0)],
        [("0", 1), ("1", 2)],
    ]
    assert sorted(map(seats_told, started.processes[other])) == [
        [("0", 2), ("1", 0), ("2", 1)],
        [("2", 2)],
    ]
    await worker.stop()
    assert started.running() == []


async def test_processes_are_counted_and_not_bots(started: Started, tmp_path: Path, autojump_clock: MockClock) -> None:
    """Bots that fill a table with themselves are as many processes as seats."""
    worker = make_worker(tmp_path, find_game("gunrunners"))
    for number, name in enumerate(NAMES[:6]):
        await play(worker, number, [name] * 4)
        assert len(started.running()) == min(4 * (number + 1), KEPT)
        assert started.running().count(name) == 4
    assert set(started.running()) == set(NAMES[2:6])
    worker.kill()
    assert started.running() == []


@pytest.mark.parametrize("format", ["self-play", "cross-play"])
async def test_no_process_meets_a_deal_twice(
    started: Started, tmp_path: Path, autojump_clock: MockClock, format: FormatName
) -> None:
    """Though its bot plays every deal in many line-ups, and on several seats of one game."""
    worker = make_worker(tmp_path, find_game("gunrunners"))
    schedule = Schedule(NAMES[:2], 3, "rotations", 4, "m", None, format)
    for number in schedule.order():
        pairing = schedule.pairing(number)
        await play(worker, number, pairing.seating, pairing.deal)
    games: Counter[str] = Counter()
    for name in NAMES[:2]:
        for process in started.processes[name]:
            met = [schedule.pairing(int(game)).deal for game, _ in seats_told(process)]
            assert len(set(met)) == len(met)
            games[name] += len(met)
    assert games == Counter(name for number in range(len(schedule)) for name in schedule.pairing(number).seating)
    await worker.stop()


def assignment(number: int) -> Assignment:
    return Assignment(number=number, group=number, deal=f"deal {number}", seating=tuple(NAMES[:2]), bot_seeds=(0, 1))


async def served(setup: Setup, *together: Sequence[Assignment]) -> list[list[GameRecord]]:
    """The records that a worker hands in, each time that it is given games, as its parent does it."""
    orders, results = os.pipe(), os.pipe()
    answers: list[list[GameRecord]] = []

    async def parent() -> None:
        async with trio.lowlevel.FdStream(orders[1]) as stdin, trio.lowlevel.FdStream(results[0]) as stdout:
            await stdin.send_all(msgspec.json.encode(setup) + b"\n")
            for games in together:
                await stdin.send_all(msgspec.json.encode(games) + b"\n")
                said = b""
                while not said.endswith(b"\n\n"):
                    said += await stdout.receive_some()
                answers.append([decode_record(line) for line in said.split(b"\n")[:-2]])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(parent)
        await serve(orders[0], results[1])
    return answers


@pytest.mark.parametrize(("every", "played"), [(HAND_IN_EVERY, [[0, 1, 2], [3]]), (0.0, [[0], [3]])])
async def test_a_worker_plays_what_it_is_given_until_its_time_is_up(
    started: Started,
    tmp_path: Path,
    autojump_clock: MockClock,
    monkeypatch: pytest.MonkeyPatch,
    every: float,
    played: list[list[int]],
) -> None:
    """But one game at least; those that it has not begun are handed out by its parent again."""
    monkeypatch.setattr(worker_module, "HAND_IN_EVERY", every)
    setup = make_setup(tmp_path, find_game("gunrunners"))
    answers = await served(setup, [assignment(number) for number in range(3)], [assignment(3)])
    assert [[record.number for record in records] for records in answers] == played
    assert started.running() == []


async def test_a_game_with_a_fault_is_handed_in_before_the_next(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stores it may want none of the others to be played, since the bot is benched."""
    monkeypatch.setattr(factories_module, "spawn", lambda program, **_: FakeProcess(*[choose(10**6)] * 1000))
    monkeypatch.setattr(worker_module, "kill_all", lambda pids: None)
    ((record,),) = await served(make_setup(tmp_path, find_game("gunrunners")), list(map(assignment, range(3))))
    assert (record.number, [fault.verdict for fault in record.faults]) == (0, ["illegal"])


@pytest.mark.parametrize("listens", [False, True])
async def test_a_worker_tells_what_happens_only_where_somebody_listens(
    started: Started, tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    """Of each game all that happened before its record, which is the same either way."""
    listener = Listener(tmp_path / "live") if listens else None
    heard: list[Heard] = []

    class Files(GameFiles):
        def _write(self, told: Told) -> None:
            super()._write(told)
            heard.extend(listener.look() if listener else [Heard(0, 0, [told], False)])

    monkeypatch.setattr(worker_module, "GameFiles", Files)
    monkeypatch.setattr(live_module, "TOGETHER", 0.0)  # also of bots that answer at once
    setup = make_setup(tmp_path, find_game("gunrunners"))
    records = [record for (record,) in await served(setup, [assignment(0)], [assignment(1)])]
    assert [record.number for record in records] == [0, 1]
    assert started.running() == []
    if listener is None:
        assert heard == []
        return
    listener.close()
    for record in records:
        first, *steps, last = [told for one in heard if one.number == record.number for told in one.told]
        assert (first, last) == (Began(record.number), Ended(record.number, record.status))
        assert sum((step.decisions for step in steps if isinstance(step, Decided)), ()) == record.decisions
