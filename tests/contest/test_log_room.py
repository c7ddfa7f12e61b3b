"""The room that the logs of one bot may take, in whole contests and by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from arena.contest import load_contest, prepare, programs_of
from arena.contest.log_room import LogRoom
from arena.files.regular_file import MIB
from arena.pairing import Schedule
from arena.players.stderr_file import log_name
from arena.referee import GameRecord
from arena.referee.worker_messages import Assignment, Setup
from tests.contest.contests import write_contest
from tests.contest.test_run import Log, plan, records, run

ALL = 12
"""Games of the contests here."""


def bots(log: str = "shouts") -> dict[str, str]:
    return {"loud": log, "modest": "notes", "quiet": "plays"}


def kept(games: list[GameRecord], bot: str) -> list[str | None]:
    return [log for game in games for name, log in zip(game.seating, game.measured.logs, strict=True) if name == bot]


def sizes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def test_what_one_bot_shouts_has_an_end_and_takes_nobody_elses_room(tmp_path: Path, mark: str) -> None:
    """All games are played; the run says once whose logs are kept no more, and where."""
    config = write_contest(tmp_path, mark, bots(), limits={"logs_mb": 1})
    log = Log()
    assert run(config, tmp_path / "c.db", 1, log) == "finished"
    games = records(tmp_path / "c.db")
    assert (len(games), [game.faults for game in games]) == (ALL, [()] * ALL)
    # Half a MiB each: everything that it writes is escaped.
    assert sum(name is not None for name in kept(games, "loud")) == 2
    assert sizes(tmp_path / "c.logs") < 2 * MIB
    assert None not in kept(games, "modest")
    there = {f"c.logs/{path.name}" for path in (tmp_path / "c.logs").iterdir()}
    assert there == {name for game in games for name in game.measured.logs if name}
    (said,) = (text for text in log.said if "logs" in text)
    assert said.startswith(f"loud has filled the 1 MiB that logs of one bot may take in {tmp_path / 'c.logs'} (limits.")


def test_the_games_that_run_at_once_are_all_that_a_room_is_passed_by(tmp_path: Path, mark: str) -> None:
    config = write_contest(tmp_path, mark, bots(), deals=4, limits={"logs_mb": 1})
    assert run(config, tmp_path / "c.db", 4) == "finished"
    assert 2 <= sum(name is not None for name in kept(records(tmp_path / "c.db"), "loud")) <= 1 + 4


def test_what_lies_there_from_an_earlier_run_counts(tmp_path: Path, mark: str) -> None:
    """And a run that goes on may be given more room."""
    config, db = write_contest(tmp_path, mark, bots("notes"), deals=1), tmp_path / "c.db"
    run(config, db)
    before = records(db)
    number = next(game.number for game in before if "loud" in game.seating)
    (tmp_path / "c.logs" / log_name(number, before[number].seating.index("loud"))).write_bytes(bytes(MIB))
    config = write_contest(tmp_path, mark, bots("notes"), limits={"logs_mb": 1})
    log = Log()
    assert run(config, db, reporter=log) == "finished"
    further = [game for game in records(db) if game.number >= len(before)]
    assert set(kept(further, "loud")) == {None}
    assert None not in kept(further, "modest")
    assert [text for text in log.said if "limits.logs_mb" in text] != []
    run(write_contest(tmp_path, mark, bots("notes"), deals=3, limits={"logs_mb": 2}), db)
    assert None not in kept([game for game in records(db) if game.number >= ALL], "loud")


def test_a_fault_quotes_what_is_not_kept(tmp_path: Path, mark: str) -> None:
    """With no room at all, nothing is written anywhere."""
    config = write_contest(tmp_path, mark, {"a": "plays", "bad": "crashes"}, limits={"logs_mb": 0})
    run(config, tmp_path / "c.db", 1)
    games = records(tmp_path / "c.db")
    assert {game.measured.logs for game in games} == {(None, None)}
    for game in games:
        assert "its stderr (not kept: limits.logs_mb) ends: I give up, seat 99" in game.measured.texts[0]
    assert not (tmp_path / "c.logs").exists()


def room(tmp_path: Path, mark: str, said: list[object], **keys: Any) -> tuple[LogRoom, Setup]:
    contest = load_contest(write_contest(tmp_path, mark, bots(), **keys))
    setup = prepare(contest, tmp_path / "c.db", programs_of(contest))
    return LogRoom(setup, plan(contest), said.append), setup


def game(number: int, *seating: str) -> Assignment:
    return Assignment(number=number, group=0, deal="", seating=seating, bot_seeds=())


def test_a_file_of_one_byte_takes_a_block_of_the_disk(tmp_path: Path, mark: str) -> None:
    """A million small files are as bad as one that is large."""
    logs, setup = room(tmp_path, mark, [], limits={"logs_mb": 1})
    Path(setup.logs).mkdir()
    for number in range(256):
        assert logs.full(("loud", "modest")) == ()
        (Path(setup.logs) / log_name(number, 0)).write_bytes(b"x")
        logs.add([game(number, "loud", "modest")])
    assert logs.full(("modest", "loud")) == (1,)
    assert logs.full(("loud", "loud")) == (0, 1)


def test_files_that_are_nobodys_count_for_nobody(tmp_path: Path, mark: str) -> None:
    """Of games and seats that are not in the schedule, what rules printed, what builds said."""
    logs = tmp_path / "c.logs"
    logs.mkdir()
    for name in ("99-seat0.err", "0-seat7.err", "0-game.log", "build-loud.log", "0-seat0.err.bak", "x"):
        (logs / name).write_bytes(bytes(MIB))
    said: list[object] = []
    empty, setup = room(tmp_path, mark, said, limits={"logs_mb": 1})
    assert empty.full(("loud", "modest", "quiet")) == ()
    (logs / log_name(1, 0)).write_bytes(bytes(MIB))
    contest = load_contest(tmp_path / "c.yaml")
    whose = plan(contest).seating(1)[0]
    found = LogRoom(setup, plan(contest), said.append)
    assert found.full(("loud", "modest", "quiet")) == (("loud", "modest", "quiet").index(whose),)
    assert LogRoom(replace(setup, logs=str(tmp_path / "none")), plan(contest), said.append).full((whose,)) == ()


def test_versions_of_a_ladders_bot_have_one_room(tmp_path: Path, mark: str) -> None:
    """Elsewhere `x v2` is a bot like any other."""
    for format, full in (("ladder", (0, 1)), ("swiss", (0,))):
        said: list[object] = []
        _, setup = room(tmp_path, mark, said, limits={"logs_mb": 1})
        Path(setup.logs).mkdir(exist_ok=True)
        logs = LogRoom(setup, Schedule([], 2, "rotations", 1, "m", format=format), said.append)  # type: ignore[arg-type]
        (Path(setup.logs) / log_name(0, 0)).write_bytes(bytes(MIB))
        logs.add([game(0, "x", "y")])
        assert logs.full(("x", "x v2", "x v", "y")) == full
        assert len(said) == 1
