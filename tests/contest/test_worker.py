"""A worker and the bots that it keeps, with processes by script."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from msgspec import Raw
from trio.testing import MockClock

from arena.contest import worker as worker_module
from arena.contest.worker import KEPT, Assignment, Setup, Worker
from arena.games import Game, find_game
from arena.players import Limits, Program, TimeControl
from arena.referee import FaultPolicy
from tests.players.fake_process import FakeProcess, choose

NAMES = [f"bot {i:02}" for i in range(KEPT + 4)]


class Started:
    """Starts scripts that always take the first move, and keeps them by the bot's name."""

    def __init__(self) -> None:
        self.processes: dict[str, list[FakeProcess]] = {name: [] for name in NAMES}

    def __call__(self, program: Program) -> FakeProcess:
        self.processes[program.name].append(FakeProcess(*[choose(0)] * 1000))
        return self.processes[program.name][-1]

    def running(self) -> list[str]:
        return [name for name, processes in self.processes.items() if processes and not processes[-1].killed]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    started = Started()
    monkeypatch.setattr(worker_module, "spawn", started)
    monkeypatch.setattr(worker_module, "kill_all", lambda pids: None)  # the test's own children are none of its bots
    return started


def make_worker(folder: Path, game: Game) -> Worker:
    return Worker(
        Setup(
            game=game.name,
            options=Raw(b"{}"),
            time=TimeControl(),
            limits=Limits(),
            policy=FaultPolicy(),
            keep=True,
            programs={name: Program(name, ("bot",), str(folder), {}) for name in NAMES},
            hashes=dict.fromkeys(NAMES, ""),
            logs=str(folder / "logs"),
            core=None,
        )
    )


async def play(worker: Worker, number: int, seating: Sequence[str]) -> None:
    record = await worker.play(
        Assignment(number=number, group=number, deal=f"deal {number}", seating=tuple(seating), seeds=(1, 2))
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
