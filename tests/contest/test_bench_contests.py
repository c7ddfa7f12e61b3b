"""Whole contests with bots that only fail."""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from arena.contest import benchings_of, fingerprint, load_contest
from arena.standings import Row, compute
from arena.store import Store
from tests.contest.contests import write_contest
from tests.contest.test_run import Log, once, run, send
from tests.facts import made_facts


def with_dead(folder: Path, mark: str, bots: Mapping[str, str], name: str, **keys: Any) -> Path:
    """A contest in which a bot of that habit ends as soon as it is started."""
    config = write_contest(folder, mark, bots, name, **keys)
    written = yaml.safe_load(config.read_text())
    written["bots"]["dead"]["command"] = "{python} -S -c pass"
    config.write_text(yaml.safe_dump(written))
    return config


def begin(config: Path, db: Path, **more: Any) -> None:
    contest = load_contest(config)
    facts = {"contest": fingerprint(contest), "seed": "s", "bots": list(contest.bots), "anchor": None}
    Store.create(db, made_facts(facts | more)).close()


def rated(db: Path) -> list[Row]:
    """The rows, without what may differ between two runs: clocks, words of a fault (they have the number of a process's
    request), and games that count for nobody with their faults."""
    with Store.open(db) as store:
        standings = compute(store.ledger(), store.facts().bots, benched=lambda games: benchings_of(store, games))
    same: dict[str, Any] = {"faults": {}, "unrated_games": 0, "median_ms": None, "max_ms": None, "resources": None}
    return [replace(row, **same, benched=row.benched and row.benched.partition(":")[0]) for row in standings.rows]


def test_contests_with_bots_that_only_fail(tmp_path: Path, mark: str) -> None:
    """D02, D12, D38, D39: one does not start, one makes a fault in each game; one game at a time, three at a time, and
    three with a kill in between end with the same table. The others' games are all played, seats in balance."""
    bots = {"a": "plays", "dead": "plays", "bad": "illegal", "b": "plays"}
    config = with_dead(tmp_path, mark, bots, "c.yaml", deals=3, bench={"starts": 3, "games": 3})
    one, three, killed = (tmp_path / f"{name}.db" for name in ("one", "three", "killed"))
    logs = {db: Log() for db in (one, three)}
    for db, jobs in (one, 1), (three, 3):
        begin(config, db)
        assert run(config, db, jobs, logs[db]) == "finished"
    begin(config, killed)
    assert run(config, killed, 3, Log(once(send(signal.SIGTERM)))) == "interrupted"
    assert run(config, killed, 3) == "finished"
    table = rated(one)
    assert rated(three) == rated(killed) == table
    assert [row.bot for row in table[2:]] == ["bad", "dead"]
    assert [row.rank for row in table[2:]] == [None, None]
    said = [[text for text in logs[db].said if text.startswith("bench: ")] for db in (one, three)]
    dead, bad = said[0]
    assert re.fullmatch(r"bench: dead failed to start in 3 games in a row \(games .*\): left out of .* follow", dead)
    assert re.fullmatch(r"bench: bad made a fault in 3 games in a row \(games .*\): left out of .* follow", bad)
    assert [row.benched and row.benched.rpartition(",")[0] for row in table[2:]] == [
        "made a fault in 3 games in a row",
        "failed to start in 3 games in a row",
    ]
    assert said[0] == said[1]
    with Store.open(three) as store:
        games = list(store.records())
    assert all(game.faults for game in games if {"dead", "bad"} & set(game.seating))
    between = Counter(game.seating for game in games if not {"dead", "bad"} & set(game.seating))
    assert between == {("a", "b"): 3, ("b", "a"): 3}


def test_a_bot_whose_build_failed_plays_no_game(tmp_path: Path, mark: str) -> None:
    """In a contest that has nothing else against it; what is left of the total is what was played."""
    config = write_contest(tmp_path, mark, {"a": "plays", "b": "plays", "unbuilt": "plays"}, deals=1)
    begin(config, tmp_path / "c.db", builds={"unbuilt": {"text": "exit code 2", "log": "x"}})
    log = Log()
    assert run(config, tmp_path / "c.db", 2, log) == "finished"
    with Store.open(tmp_path / "c.db") as store:
        assert {game.seating for game in store.records()} == {("a", "b"), ("b", "a")}
    assert log._total == -4
