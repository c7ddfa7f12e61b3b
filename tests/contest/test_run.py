"""Whole contests with real workers and bots: what interrupts, kills, crashes and broken rules do to them."""

from __future__ import annotations

import io
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import trio

from arena.contest import (
    Contest,
    LocalWorkers,
    Reporter,
    Schedule,
    Store,
    StoreError,
    load_contest,
    prepare,
    programs_of,
    run_games,
    schedule_of,
)
from arena.contest.run import End
from arena.games import TeamResult
from arena.referee import GameRecord
from arena.sandbox import children
from tests.contest.contests import alive, command, environment, lasting, wait_for, words_of, write_contest
from tests.kill_and_resume import kill_and_resume

PLAYERS = {"a": "plays", "b": "plays", "c": "plays"}


class Log(Reporter):
    """Keeps what is said; `at_stored` is called whenever games were stored, `at_said` with every message."""

    def __init__(
        self,
        at_stored: Callable[[], object] = lambda: None,
        at_said: Callable[[str], object] = lambda text: None,
    ) -> None:
        super().__init__(0, 0, io.StringIO())
        self.said: list[str] = []
        self.at_stored, self.at_said = at_stored, at_said

    def say(self, text: str) -> None:
        self.said.append(text)
        self.at_said(text)

    def stored(self, games: int, faults: int) -> None:
        self.at_stored()


def once(action: Callable[[], object]) -> Callable[[], None]:
    """The action at the first call, nothing afterwards."""
    left = [action]

    def first() -> None:
        if left:
            left.pop()()

    return first


def send(*signals: int) -> Callable[[], None]:
    def send() -> None:
        for number in signals:
            os.kill(os.getpid(), number)

    return send


def run(config: Path, db: Path, jobs: int = 2, reporter: Reporter | None = None) -> End:
    contest = load_contest(config)
    with Store.open(db, write=True) if db.exists() else Store.create(db, {}) as store:
        return run_games(
            prepare(contest, db, programs_of(contest)), plan(contest), store, LocalWorkers(jobs), reporter or Log()
        )


def plan(contest: Contest) -> Schedule:
    return schedule_of(contest, "s")


def records(db: Path) -> list[GameRecord]:
    with Store.open(db) as store:
        return list(store.records())


def workers() -> set[int]:
    return {pid for pid in children(os.getpid()) if "arena.contest.worker" in words_of(pid)}


def kill_workers() -> None:
    for pid in workers():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_games_are_the_same_at_any_concurrency(tmp_path: Path, mark: str) -> None:
    """D48: every game once, and the same bytes with one, two and four workers, again, and with new processes."""
    config = write_contest(tmp_path, mark, PLAYERS)
    anew = write_contest(tmp_path, mark, PLAYERS, "new.yaml", restart="game")
    runs = [(config, 1), (config, 1), (config, 4), (anew, 2)]
    assert [run(file, tmp_path / f"{i}.db", jobs) for i, (file, jobs) in enumerate(runs)] == ["finished"] * 4
    first = lasting(tmp_path / "0.db")
    assert [lasting(tmp_path / f"{i}.db") for i in range(4)] == [first] * 4
    assert [game.number for game in records(tmp_path / "0.db")] == list(range(12))
    assert {game.status for game in records(tmp_path / "0.db")} == {"finished"}


def test_a_finished_contest_plays_nothing_more(tmp_path: Path, mark: str) -> None:
    config, db = write_contest(tmp_path, mark, PLAYERS), tmp_path / "c.db"
    run(config, db)
    before = records(db)

    def nothing() -> None:
        raise AssertionError("a game was stored")

    assert run(config, db, reporter=Log(nothing)) == "finished"
    assert records(db) == before


def test_one_interrupt_lets_the_running_games_finish_and_the_rest_is_played_later(tmp_path: Path, mark: str) -> None:
    """D40: the games of both runs together are those of a run without an interrupt."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=10)
    log = Log(once(send(signal.SIGINT)))
    assert run(config, tmp_path / "c.db", 1, log) == "interrupted"
    assert log.said == ["stopping after the games that are running; interrupt again to stop now"]
    played = [game.number for game in records(tmp_path / "c.db")]
    order = list(plan(load_contest(config)).order())
    # The game after the stored one was running; it counts, too.
    assert 2 <= len(played) < 60
    assert played == sorted(order[: len(played)])
    assert run(config, tmp_path / "c.db", 1) == "finished"
    run(config, tmp_path / "whole.db", 2)
    assert lasting(tmp_path / "c.db") == lasting(tmp_path / "whole.db")


@pytest.mark.parametrize(
    "signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGTERM,), (signal.SIGHUP,)], ids=["twice", "term", "hup"]
)
def test_a_second_interrupt_or_a_termination_stops_at_once(tmp_path: Path, mark: str, signals: Sequence[int]) -> None:
    """D06, D12: bots that think for ever are removed with all that they started; `mark` sees to it."""
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
    assert len(log.said) == len(signals)
    assert alive(mark) <= {os.getpid()}
    assert records(tmp_path / "c.db") == []


def test_a_signal_that_was_ignored_from_the_start_is_ignored(tmp_path: Path, mark: str) -> None:
    """A contest that was started with nohup outlives its terminal."""
    config = write_contest(tmp_path, mark, PLAYERS)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run(config, tmp_path / "c.db", reporter=Log(once(send(signal.SIGHUP)))) == "finished"
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_longer_contest_keeps_the_games_that_it_has(tmp_path: Path, mark: str) -> None:
    db = tmp_path / "c.db"
    run(write_contest(tmp_path, mark, PLAYERS, deals=1), db)
    short = [game.measured for game in records(db)]
    run(write_contest(tmp_path, mark, PLAYERS, deals=2), db)
    assert [game.number for game in records(db)] == list(range(12))
    assert [game.measured for game in records(db)][:6] == short


def test_a_worker_that_is_killed_costs_no_game_and_leaves_no_bot(tmp_path: Path, mark: str) -> None:
    """Its game is played again by another; what its bots started is gone before that, or at the end if it hides."""
    config = write_contest(tmp_path, mark, {"a": "breeds", "b": "hides", "c": "plays"}, deals=5)
    orphans: list[str] = []

    def look(text: str) -> None:
        orphans.extend(words_of(pid) for pid in children(os.getpid()))

    log = Log(once(kill_workers), look)
    assert run(config, tmp_path / "c.db", 1, log) == "finished"
    assert len(log.said) == 1
    assert "the worker died (exit status -9); a new one plays it" in log.said[0]
    assert not [words for words in orphans if "bot.py" in words or words.startswith("sleep")]
    assert alive(mark) <= {os.getpid()}
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
        wait_for(lambda: sum("sleep" in words_of(pid) for pid in alive(mark)) >= 2, referee)
        assert sum("arena.contest.worker" in words_of(pid) for pid in alive(mark)) == 2
        referee.kill()
        wait_for(lambda: not alive(mark) - {os.getpid()})
        assert referee.stderr is not None
        assert "Traceback" not in referee.stderr.read()


def test_a_bot_that_crashes_in_every_game_costs_nobody_else_anything(tmp_path: Path, mark: str) -> None:
    """D39, D12: all its games are there, and both workers go on."""
    config = write_contest(tmp_path, mark, {"a": "plays", "bad": "crashes", "c": "plays"}, deals=3)
    assert run(config, tmp_path / "c.db") == "finished"
    games = records(tmp_path / "c.db")
    assert [game.number for game in games] == list(range(18))
    for game in games:
        faults = [(game.seating[fault.seat], fault.verdict) for fault in game.faults]
        assert faults == ([("bad", "exited")] if "bad" in game.seating else [])
        assert game.status == "finished"
        if faults:
            bad = game.seating.index("bad")
            log = game.measured.logs[bad]
            assert log == f"c.logs/{game.number}-seat{bad}.err"
            assert (tmp_path / log).read_text().startswith("I give up, seat 99, says [")
            assert "exited with code 1" in game.measured.texts[0]


def test_a_bot_that_never_answers_loses_by_time(tmp_path: Path, mark: str) -> None:
    """D25."""
    config = write_contest(tmp_path, mark, {"a": "plays", "slow": "silent"}, deals=1, time={"move_ms": 50})
    assert run(config, tmp_path / "c.db", 1) == "finished"
    games = records(tmp_path / "c.db")
    assert [[(game.seating[f.seat], f.verdict) for f in game.faults] for game in games] == [[("slow", "time")]] * 2
    assert "no answer within 50 ms" in games[0].measured.texts[0]


def test_rules_that_raise_are_nobodys_loss_and_the_run_goes_on(tmp_path: Path, mark: str) -> None:
    config = write_contest(tmp_path, mark, PLAYERS, game="buggy", deals=4)
    log = Log()
    assert run(config, tmp_path / "c.db", reporter=log) == "finished"
    games = records(tmp_path / "c.db")
    assert [game.number for game in games] == list(range(24))
    broken = [game for game in games if game.status == "error"]
    assert 0 < len(broken) < 24
    for game in broken:
        assert (game.outcome, game.faults, game.forfeited) == (None, (), ())
        assert "Traceback" in game.measured.trouble
        assert 'raise ZeroDivisionError("planted in the rules' in game.measured.trouble
        assert f"game {game.number} is not rated (error): ZeroDivisionError: planted in the rules" in log.said


def test_what_rules_print_is_kept_and_disturbs_nothing(tmp_path: Path, mark: str, capfd: Any) -> None:
    """D23: by Python or past it, and looking like a record."""
    quiet = write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    run(quiet, tmp_path / "quiet.db")
    loud = write_contest(tmp_path, mark, {"a": "plays", "b": "plays"}, game="loud")
    assert run(loud, tmp_path / "c.db") == "finished"
    assert [game.decisions for game in records(tmp_path / "c.db")] == [
        game.decisions for game in records(tmp_path / "quiet.db")
    ]
    for number in range(4):
        text = (tmp_path / "c.logs" / f"{number}-game.log").read_text("utf-8")
        assert text == 'the rules say ü \\ud800\n{"number":0}\n' * 3
    assert not (tmp_path / "quiet.logs").exists()
    out, err = capfd.readouterr()
    assert out == ""
    assert err == '{"number":0}\n' * 12


def test_in_self_play_each_seat_is_a_process_of_its_own(tmp_path: Path, mark: str) -> None:
    """Each is told its own seat, writes its own log, and they win or lose together."""
    config = write_contest(tmp_path, mark, {"a": "notes", "b": "notes"}, game="lanterns", format="self-play", deals=3)
    assert run(config, tmp_path / "c.db", 1) == "finished"
    games = records(tmp_path / "c.db")
    assert sorted(game.seating for game in games) == [("a", "a")] * 3 + [("b", "b")] * 3
    notes: dict[str, set[tuple[str, str]]] = {"a": set(), "b": set()}
    for game in games:
        assert (game.status, game.faults) == ("finished", ())
        assert isinstance(game.outcome, TeamResult)
        for seat, log in enumerate(game.measured.logs):
            assert log == f"c.logs/{game.number}-seat{seat}.err"
            words = (tmp_path / log).read_text().split()
            assert words[1:] == ["is", "seat", str(seat), "of", "2"]
            notes[game.seating[seat]].add((words[0], words[3]))
    # The same two processes of each bot in all its games, as the deals are different.
    assert all(len(kept) == len({pid for pid, _ in kept}) == 2 for kept in notes.values())


def test_cross_play_is_the_same_at_any_concurrency(tmp_path: Path, mark: str) -> None:
    """D48: bots on several seats, kept or new, one game after the other or side by side."""
    pair = {"a": "plays", "b": "plays"}
    keys: dict[str, Any] = {"game": "lanterns", "seats": 3, "deals": 1}
    config = write_contest(tmp_path, mark, pair, **keys)
    anew = write_contest(tmp_path, mark, pair, "new.yaml", restart="game", **keys)
    assert run(config, tmp_path / "0.db", 1) == run(anew, tmp_path / "1.db", 2) == "finished"
    assert lasting(tmp_path / "0.db") == lasting(tmp_path / "1.db")
    games = records(tmp_path / "0.db")
    assert {(game.group, game.deal) for game in games} == {(0, games[0].deal)}
    assert len({game.seating for game in games}) == len(games) == 2 + 2 * 3
    assert {game.status for game in games} == {"finished"}


def test_partners_of_a_bot_that_crashes_finish_their_game(tmp_path: Path, mark: str) -> None:
    """D39: only its own seats are out, in self-play all of them."""
    config = write_contest(
        tmp_path, mark, {"a": "plays", "bad": "crashes"}, game="lanterns", format="cross-play", deals=1
    )
    assert run(config, tmp_path / "c.db") == "finished"
    games = {game.seating: game for game in records(tmp_path / "c.db")}
    assert set(games) == {("a", "a"), ("a", "bad"), ("bad", "a"), ("bad", "bad")}
    for seating, game in games.items():
        assert game.status == "finished"
        assert {seating[seat] for seat in game.forfeited} == {"bad"} & set(seating)
    assert all(len(games[seating].decisions) == 6 for seating in games if seating != ("bad", "bad"))
    assert games["bad", "bad"].outcome == TeamResult(False, 0.0)


def test_a_store_that_can_take_no_more_stops_the_run(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: what was stored is safe, and a later run plays the rest."""
    config = write_contest(tmp_path, mark, PLAYERS, deals=5)
    add, calls = Store.add, iter(range(1000))

    def add_once(store: Store, games: Any) -> list[GameRecord]:
        if next(calls) > 0:
            raise StoreError("c.db: cannot be written: database or disk is full")
        return add(store, games)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_once)
        log = Log()
        assert run(config, tmp_path / "c.db", reporter=log) == "failed"
    assert log.said == ["stopping: c.db: cannot be written: database or disk is full"]
    assert alive(mark) <= {os.getpid()}
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


def test_workers_take_no_modules_from_the_current_folder(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot called random.py is no part of the library."""
    config = write_contest(tmp_path, mark, {"a": "plays", "b": "plays"}, deals=1)
    here = tmp_path / "here"
    here.mkdir()
    for name in ("random.py", "json.py", "trio.py", "arena.py"):
        (here / name).write_text("raise SystemExit('this is a bot')")
    monkeypatch.chdir(here)
    log = Log()
    assert run(config, tmp_path / "c.db", reporter=log) == "finished"
    assert log.said == []


def test_kills_at_random_moments_change_nothing(tmp_path: Path, mark: str, plug_in: Path) -> None:
    config = write_contest(tmp_path, mark, PLAYERS, deals=5)
    report = kill_and_resume(config, tmp_path, kills=2, seed=1, environment=environment(mark, plug_in))
    assert report.problems == []
    assert report.games == 30
