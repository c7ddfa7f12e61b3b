"""Whole contests with real workers and bots: the same at any concurrency, whatever bots and rules do."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from arena.contest import Contest, Reporter, load_contest, prepare, programs_of, schedule_of
from arena.contest.run import End, run_games
from arena.contest.workforce import LocalWorkers, Workforce
from arena.games import TeamResult
from arena.pairing import Schedule
from arena.referee import Began, Decided, Ended, GameRecord, Listener, Told
from arena.store import Store, live_of
from tests.contest.contests import lasting, write_contest
from tests.facts import made_facts

PLAYERS = {"a": "plays", "b": "plays", "c": "plays"}


class Log(Reporter):
    """Keeps what is said; `at_stored` is called whenever games were stored, `at_said` with every message."""

    def __init__(
        self,
        at_stored: Callable[[], object] = lambda: None,
        at_said: Callable[[str], object] = lambda text: None,
    ) -> None:
        super().__init__(0, 0, stream=io.StringIO())
        self.said: list[str] = []
        self.games = 0
        """How many were stored."""
        self.at_stored, self.at_said = at_stored, at_said

    def say(self, text: str) -> None:
        self.said.append(text)
        self.at_said(text)

    def stored(self, games: int, faults: int) -> None:
        self.games += games
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


def run(
    config: Path,
    db: Path,
    jobs: int = 2,
    reporter: Reporter | None = None,
    workers: Workforce | None = None,
) -> End:
    contest, workers = load_contest(config), workers or LocalWorkers(jobs)
    with Store.open(db, write=True) if db.exists() else Store.create(db, made_facts()) as store:
        return run_games(prepare(contest, db, programs_of(contest)), plan(contest), store, workers, reporter or Log())


def plan(contest: Contest) -> Schedule:
    return schedule_of(contest, "s")


def records(db: Path) -> list[GameRecord]:
    with Store.open(db) as store:
        return list(store.records())


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


def test_who_listens_hears_of_games_while_they_are_played(tmp_path: Path, mark: str) -> None:
    """Each that it sees, from its beginning; and the records are those that nobody heard."""
    config = write_contest(tmp_path, mark, PLAYERS | {"b": "thinks"})
    heard: dict[int, list[Told]] = {}
    listener, over = Listener(live_of(tmp_path / "heard.db")), Event()

    def listen() -> None:
        while not over.is_set():
            for news in listener.look():
                heard.setdefault(news.number, []).extend(news.told)
            over.wait(0.0005)

    thread = Thread(target=listen)
    thread.start()
    try:
        run(config, tmp_path / "heard.db")
    finally:
        over.set()
        thread.join()
        listener.close()
    run(config, tmp_path / "unheard.db")
    assert lasting(tmp_path / "heard.db") == lasting(tmp_path / "unheard.db")
    games = {game.number: game for game in records(tmp_path / "heard.db")}
    assert heard.keys() <= games.keys()
    assert heard  # of those in which somebody was waited for
    for number, (began, *steps, ended) in heard.items():
        assert (began, ended) == (Began(number), Ended(number, "finished"))
        decided = [step for step in steps if isinstance(step, Decided)]
        assert len(decided) == len(steps)
        assert tuple(made for step in decided for made in step.decisions) == games[number].decisions
    assert not live_of(tmp_path / "heard.db").exists()


def test_a_finished_contest_plays_nothing_more(tmp_path: Path, mark: str) -> None:
    config, db = write_contest(tmp_path, mark, PLAYERS), tmp_path / "c.db"
    run(config, db)
    before = records(db)

    def nothing() -> None:
        raise AssertionError("a game was stored")

    assert run(config, db, reporter=Log(nothing)) == "finished"
    assert records(db) == before


def test_a_longer_contest_keeps_the_games_that_it_has(tmp_path: Path, mark: str) -> None:
    db = tmp_path / "c.db"
    run(write_contest(tmp_path, mark, PLAYERS, deals=1), db)
    short = [game.measured for game in records(db)]
    run(write_contest(tmp_path, mark, PLAYERS, deals=2), db)
    assert [game.number for game in records(db)] == list(range(12))
    assert [game.measured for game in records(db)][:6] == short


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
