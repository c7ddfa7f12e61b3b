"""An outpost: worker processes kept for a contest that runs elsewhere, and what makes them go."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from arena.cluster.outpost import IDLE, GameReply, Outpost, OutpostSetup, Report
from arena.cluster.shipping import cache_folder, hash_folder, pack, shipment, tidy_up, unpack
from arena.contest import load_contest, prepare, programs_of, schedule_of
from arena.games import find_game
from arena.referee.worker_messages import Assignment
from tests.contest.contests import words_of, write_contest
from tests.processes import alive, wait_for


class Contest:
    """Bids between two bots, with an outpost that may play it."""

    def __init__(self, folder: Path, mark: str, sandbox: str = "none") -> None:
        (folder / "bots").mkdir()
        (folder / "scratch").mkdir()
        contest = load_contest(write_contest(folder / "bots", mark, {"a": "plays", "b": "breeds"}, sandbox=sandbox))
        self.mark = mark
        self._schedule = schedule_of(contest, "s")
        setup = prepare(contest, folder / "c.db", programs_of(contest))
        self.order = OutpostSetup(
            turn=1,
            setup=setup,
            game_version=find_game("bids").version,
            bots={name: sent for name, program in setup.programs.items() if (sent := shipment(program, []))},
            folders={str(folder / "bots"): hash_folder(folder / "bots")},
            apart=[],
            never=[],
        )
        self.scratch = folder / "scratch"
        self.post = Outpost(self.scratch)

    def play(self, number: int, turn: int = 1) -> GameReply | None:
        pairing = self._schedule.pairing(number)
        line = Assignment(number=number, group=0, deal=pairing.deal, seating=pairing.seating, bot_seeds=(1, 2))
        return self.post.play(turn, number, msgspec.json.encode(line))

    def started(self) -> set[int]:
        """The processes of bots and workers, guards apart."""
        return alive(self.mark)


@pytest.fixture
def contest(tmp_path: Path, mark: str) -> Iterator[Contest]:
    contest = Contest(tmp_path, mark)
    yield contest
    contest.post.close()
    assert not list(contest.scratch.iterdir())


def test_nothing_is_played_before_it_is_prepared(contest: Contest) -> None:
    """Nor for a setup that is not known."""
    assert contest.play(0) is None
    assert contest.post.prepare(contest.order) == Report()
    assert contest.play(0, turn=2) is None
    assert contest.play(0) is not None


def test_bots_are_kept_until_nobody_wants_them(contest: Contest) -> None:
    """From game to game; then they go, and so does the outpost, whose contest may have been killed."""
    contest.post.prepare(contest.order)
    contest.play(0)
    first = contest.started()
    contest.play(2)  # at another deal: at the same one a bot is a new process
    assert contest.started() == first
    contest.post.tidy_up(time.monotonic())
    assert contest.started() == first
    contest.post.tidy_up(time.monotonic() + 2 * IDLE)
    assert contest.started() == set()
    assert contest.post.closed
    assert contest.play(0) is None


def test_bots_of_an_earlier_setup_are_not_kept(contest: Contest) -> None:
    """A ladder's come and go. A game of that setup that is still to be played is."""
    contest.post.prepare(contest.order)
    contest.play(0)
    contest.post.prepare(replace(contest.order, turn=2))
    assert contest.started() == set()
    assert contest.play(1) is not None
    assert contest.started() == set()
    assert contest.play(1, turn=2) is not None
    assert contest.started() != set()


def test_what_a_dead_worker_leaves_is_removed(contest: Contest) -> None:
    """Its guard sees to it, and the outpost tells how it ended."""
    contest.post.prepare(contest.order)
    contest.play(0)
    workers = [pid for pid in contest.started() if "stand_guard" in words_of(pid)]
    os.kill(max(workers), signal.SIGKILL)  # the guard was there before it
    played = contest.play(1)
    assert played is not None
    assert (played.line, played.end) == (None, "exit status 137")
    assert contest.started() == set()


def test_a_worker_ends_with_its_outposts_process(tmp_path: Path, mark: str) -> None:
    """Nothing is left when the process is killed, whatever its bots have started."""
    ready, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        contest = Contest(tmp_path, mark)
        contest.post.prepare(contest.order)
        contest.play(0)
        os.write(told, b"x")
        signal.pause()
    os.read(ready, 1)
    assert len(alive(mark) - {pid}) >= 5
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    wait_for(lambda: not alive(mark))


def test_folders_in_the_cache_are_held_while_their_setup_may_be_played(
    contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    (folder,) = contest.order.folders
    place = unpack(*pack(Path(folder)), cache_folder())
    Path(folder).rename(tmp_path / "away")

    def kept() -> bool:
        os.utime(place, (0, 0))
        tidy_up(cache_folder(), 0)
        return place.exists()

    assert contest.post.prepare(contest.order) == Report()
    assert contest.play(0) is not None
    assert contest.post.prepare(replace(contest.order, turn=2)) == Report()
    assert contest.post.prepare(replace(contest.order, turn=3)) == Report()
    assert kept()
    assert len(contest.post._held) == 2
    contest.post.close()
    assert not kept()
    assert contest.post.prepare(contest.order) == Report(missing=[folder])


def test_what_keeps_it_from_playing_is_told(contest: Contest) -> None:
    """Another version of the game, folders that are not there, words that are other files."""
    order = contest.order
    assert contest.post.prepare(replace(order, game_version=7)) == Report(
        ["version 1 of the game bids is installed, not 7"]
    )
    (folder,) = order.folders
    assert contest.post.prepare(replace(order, folders={folder: "0" * 32})) == Report(missing=[folder])
    bots = order.bots | {"a": replace(order.bots["a"], named={"bot.py": "another"})}
    (problem,) = contest.post.prepare(replace(order, bots=bots)).problems
    assert problem.startswith("bot a: bot.py, a word of its command, is not there, or is another file")
    assert contest.play(0) is None


def test_a_sandbox_that_cannot_be_had_is_told(tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the machine which plays."""
    contest = Contest(tmp_path, mark, "bwrap")
    monkeypatch.setenv("PATH", str(tmp_path))
    (problem,) = contest.post.prepare(contest.order).problems
    assert "bwrap" in problem
    contest.post.close()
