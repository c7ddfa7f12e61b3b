"""Whole contests that are interrupted, killed, or can go on no further: no game is lost, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import trio
import yaml

from arena.contest import load_contest, workforce
from arena.contest.run import End
from arena.programs import stoppable
from arena.referee import GameRecord
from arena.sandbox import children
from arena.store import Store, StoreError
from tests.contest.abreast import Abreast
from tests.contest.contests import command, environment, lasting, words_of, write_contest
from tests.contest.test_run import PLAYERS, Log, once, plan, records, run, send
from tests.kill_and_resume import kill_and_resume
from tests.processes import alive, wait_for


def workers() -> set[int]:
    return {pid for pid in children(os.getpid()) if "arena.referee.worker" in words_of(pid)}


def kill_workers() -> None:
    for pid in workers():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def run_abreast(config: Path, db: Path, jobs: int, log: Log) -> End:
    """Run the contest; what `log` does when games are stored, it does before most of the games have begun."""
    return run(config, db, jobs, log, Abreast(jobs, lambda: log.games))


def test_one_interrupt_lets_the_running_games_finish_and_the_rest_is_played_later(tmp_path: Path, mark: str) -> None:
    """D40: the games of both runs together are those of a run without an interrupt."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=10)
    log = Log(once(send(signal.SIGINT)))
    assert run_abreast(config, tmp_path / "c.db", 1, log) == "interrupted"
    assert log.said == ["stopping after the games that are running; interrupt again to stop now"]
    played = [game.number for game in records(tmp_path / "c.db")]
    order = list(plan(load_contest(config)).order())
    # The game after the stored one was running; it counts, too.
    assert 2 <= len(played) < 60
    assert played == sorted(order[: len(played)])
    assert run(config, tmp_path / "c.db", 1) == "finished"
    run(config, tmp_path / "whole.db", 2)
    assert lasting(tmp_path / "c.db") == lasting(tmp_path / "whole.db")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_termination_and_a_closed_terminal_let_the_running_games_finish(
    tmp_path: Path, mark: str, number: int
) -> None:
    """As the first interrupt does; and one that is sent twice at once, as `timeout` and shells do, is one."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=10)
    log = Log(once(send(number, number)))
    assert run_abreast(config, tmp_path / "c.db", 1, log) == "interrupted"
    assert log.said == ["stopping after the games that are running; interrupt again to stop now"]
    played = [game.number for game in records(tmp_path / "c.db")]
    order = list(plan(load_contest(config)).order())
    # The game after the stored one was running; it counts, too.
    assert 2 <= len(played) < 60
    assert played == sorted(order[: len(played)])


@pytest.mark.parametrize(
    "signals",
    [
        (signal.SIGINT, signal.SIGINT),
        (signal.SIGTERM, signal.SIGTERM),
        (signal.SIGINT, signal.SIGTERM),
        (signal.SIGHUP, signal.SIGHUP, signal.SIGINT),
    ],
    ids=["twice", "term twice", "interrupt and term", "hang-ups and interrupt"],
)
def test_a_second_interrupt_or_termination_stops_at_once(
    tmp_path: Path, mark: str, signals: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """D06, D12: bots that think for ever are removed with all that they started; `mark` sees to it."""
    monkeypatch.setattr(stoppable, "ECHO", 0)
    bots = {"a": "silent", "b": "silent", "c": "breeds"}
    config = write_contest(tmp_path, mark, bots, time={"move_ms": 3_600_000, "bank_ms": None})
    first, *others = signals

    def interrupt() -> None:
        wait_for(lambda: sum("silent" in words_of(pid) for pid in alive(mark)) >= 2)
        os.kill(os.getpid(), first)

    def again(text: str) -> None:
        if "interrupt again" in text:
            send(*others)()

    log = Log(at_said=again)
    thread = Thread(target=interrupt)
    thread.start()
    try:
        assert run(config, tmp_path / "c.db", reporter=log) == "interrupted"
    finally:
        thread.join()
    assert log.said[-1] == "stopping now; finished games are safe"
    assert len(log.said) == 2
    assert alive(mark) == set()
    assert records(tmp_path / "c.db") == []


def test_a_signal_that_was_ignored_from_the_start_is_ignored(tmp_path: Path, mark: str) -> None:
    """A contest that was started with nohup outlives its terminal."""
    config = write_contest(tmp_path, mark, PLAYERS)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run(config, tmp_path / "c.db", reporter=Log(once(send(signal.SIGHUP)))) == "finished"
    finally:
        signal.signal(signal.SIGHUP, before)


def test_bots_ignore_nothing_that_arena_was_told_to_ignore(tmp_path: Path, mark: str) -> None:
    """With nohup or without, bots are started alike."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=1)
    contest = yaml.safe_load(config.read_text())
    for bot in contest["bots"].values():
        bot["command"] = ["sh", "-c", f"grep SigIgn /proc/$$/status >&2; exec {bot['command']}"]
    config.write_text(yaml.safe_dump(contest))
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run(config, tmp_path / "c.db") == "finished"
    finally:
        signal.signal(signal.SIGHUP, before)
    words = [path.read_text().split() for path in (tmp_path / "c.logs").glob("*.err")]
    ignored = [int(mask, 16) for label, mask in words if label == "SigIgn:"]
    assert ignored
    assert not any(mask & 1 << signal.SIGHUP - 1 for mask in ignored)


def test_a_worker_that_is_killed_costs_no_game_and_leaves_no_bot(tmp_path: Path, mark: str) -> None:
    """Its game is played again by another; what its bots started is gone before that, or at the end if it hides."""
    config = write_contest(tmp_path, mark, {"a": "breeds", "b": "hides", "c": "plays"}, deals=5)
    orphans: list[str] = []

    def look(text: str) -> None:
        orphans.extend(words_of(pid) for pid in children(os.getpid()))

    log = Log(once(kill_workers), look)
    assert run_abreast(config, tmp_path / "c.db", 1, log) == "finished"
    assert len(log.said) == 1
    assert "the worker died (exit status -9); a new one plays " in log.said[0]
    assert not [words for words in orphans if "bot.py" in words or words.startswith("sleep")]
    assert alive(mark) == set()
    run(config, tmp_path / "whole.db")
    assert lasting(tmp_path / "c.db") == lasting(tmp_path / "whole.db")


def test_rules_that_kill_every_worker_end_as_an_error_and_the_run_goes_on(tmp_path: Path, mark: str) -> None:
    config = write_contest(tmp_path, mark, {"a": "breeds", "b": "hides"}, game="deadly", deals=1)
    log = Log()
    assert run(config, tmp_path / "c.db", reporter=log) == "finished"
    games = records(tmp_path / "c.db")
    assert [(game.number, game.status, game.outcome) for game in games] == [(0, "error", None), (1, "error", None)]
    assert games[0].measured.trouble == "3 worker processes died while they played it"
    assert "game 1: the worker died (exit status 7); a new one plays it" in log.said
    assert "game 1 is not rated (error): 3 worker processes died while they played it" in log.said


def test_workers_and_bots_go_when_the_referee_is_killed(tmp_path: Path, mark: str, plug_in: Path) -> None:
    """D06: also when nobody could tell them, and in the middle of a long thought."""
    bots = {"a": "silent", "b": "breeds"}
    config = write_contest(tmp_path, mark, bots, time={"move_ms": 3_600_000, "bank_ms": None})
    with subprocess.Popen(
        command("run", config, "--jobs", 2),
        cwd=tmp_path,
        env=environment(mark, plug_in),
        stderr=subprocess.PIPE,
        text=True,
    ) as referee:
        try:
            wait_for(lambda: sum("sleep" in words_of(pid) for pid in alive(mark)) >= 2, referee)
            assert sum("arena.referee.worker" in words_of(pid) for pid in alive(mark)) == 2
        finally:  # else a test that fails would wait for it
            referee.kill()
        wait_for(lambda: not alive(mark))
        assert referee.stderr is not None
        assert "Traceback" not in referee.stderr.read()


def test_a_store_that_can_take_no_more_stops_the_run(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: what was stored is safe, and a later run plays the rest."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=5)
    add, calls = Store.add, iter(range(1000))

    def add_once(store: Store, *games: Any) -> list[GameRecord]:
        if next(calls) > 0:
            raise StoreError("c.db: cannot be written: database or disk is full")
        return add(store, *games)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_once)
        log = Log()
        assert run_abreast(config, tmp_path / "c.db", 2, log) == "failed"
    assert log.said == ["stopping: c.db: cannot be written: database or disk is full"]
    assert alive(mark) == set()
    assert 1 <= len(records(tmp_path / "c.db")) < 30
    assert run(config, tmp_path / "c.db") == "finished"
    assert [game.number for game in records(tmp_path / "c.db")] == list(range(30))


def test_a_machine_that_has_no_more_processes_stops_the_run(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    config = write_contest(tmp_path, mark, PLAYERS)
    monkeypatch.setattr(trio.lowlevel, "open_process", refuse)
    log = Log()
    assert run(config, tmp_path / "c.db", 1, log) == "failed"
    assert log.said == [
        "stopping: a worker process cannot be started: [Errno 11] Resource temporarily unavailable; try fewer jobs"
    ]


@pytest.mark.parametrize(("mode", "told"), [(0o644, "may not be executed: allow it"), (None, "is not there any more")])
def test_a_python_that_cannot_start_a_worker_is_named(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch, mode: int | None, told: str
) -> None:
    """Fewer jobs would not help."""
    python = tmp_path / "python"
    if mode is not None:
        python.write_text("#!/bin/sh")
        python.chmod(mode)
    config = write_contest(tmp_path, mark, PLAYERS)
    with monkeypatch.context() as patch:
        patch.setattr(workforce, "WORKER_COMMAND", [str(python)])
        log = Log()
        assert run(config, tmp_path / "c.db", 1, log) == "failed"
    said = f"stopping: a worker process cannot be started: the Python that runs arena, {python}, {told}"
    assert log.said[0].startswith(said)


def test_kills_at_random_moments_change_nothing(tmp_path: Path, mark: str, plug_in: Path) -> None:
    config = write_contest(tmp_path, mark, PLAYERS, deals=5)
    report = kill_and_resume(config, tmp_path, kills=2, seed=1, environment=environment(mark, plug_in))
    assert report.problems == []
    assert report.games == 30
