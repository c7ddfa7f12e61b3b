"""Games told in files while they are played: enough to follow them, whoever dies, and nothing for anybody else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.games import Game, find_game
from arena.games.toys import BIDS, LANTERNS
from arena.players import Answer, MachineTrouble, Question
from arena.protocol import encode_body
from arena.referee import Began, Decided, Ended, FaultPolicy, Fixture, Follower, Heard, Listener
from arena.referee.game_loop import play
from arena.referee.live import MOST_TOLD, READ_AT_ONCE, TOGETHER, GameFiles
from arena.referee.observing import Told
from tests.referee.helpers import GONE, LATE, WRONG, ToldPlayer, fixture

FOUR = fixture(BIDS, 2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "c.live"


@pytest.fixture
def listener(folder: Path) -> Iterator[Listener]:
    listener = Listener(folder)
    yield listener
    listener.close()


@pytest.fixture
def files(folder: Path, listener: Listener) -> GameFiles:
    return GameFiles(str(folder))


def begin(files: GameFiles, played: Fixture) -> None:
    """A game whose seats do not get ready at once."""
    files.began(played, lambda: None)
    files.waits()


def look(listener: Listener) -> list[Heard]:
    return list(listener.look())


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=lambda game: game.name)
async def test_the_files_are_enough_to_follow_the_game(listener: Listener, files: GameFiles, game: Game) -> None:
    """Whoever knows what is played sees all that an observer in the worker would see; here while each seat decides."""
    told: list[Told] = []

    class Looks(ToldPlayer):
        async def decide(self, question):  # type: ignore[no-untyped-def]
            for heard in listener.look():
                told.extend(heard.told)
                assert not heard.over
            return await super().decide(question)

    played, policy = fixture(game, 3), FaultPolicy(1, "substitute")
    players = [Looks(LATE), Looks(0, GONE), Looks(WRONG, WRONG)]
    record = await play(played, players, policy, files)
    (last,) = look(listener)
    told.extend(last.told)
    assert last.over
    began, *steps, ended = told
    assert (began, ended) == (Began(4), Ended(4, "finished"))
    decided = [step for step in steps if isinstance(step, Decided)]
    assert len(decided) == len(steps)
    for field in ("decisions", "substituted", "faults", "forfeited"):
        assert sum((getattr(step, field) for step in decided), ()) == getattr(record, field)
    follower = Follower(game, played.options, 3, played.deal)
    step = follower.set_up()
    for one in decided:
        *_, step = step, *follower.follow_all(one.decisions, one.substituted)
    assert follower.acting() == ()
    assert encode_body(step.state.public())


class AtOnce(ToldPlayer):
    """As a bot that answers at once: nobody waits for it."""

    def decide(self, question: Question) -> Answer:  # type: ignore[override]
        return Answer(0, 1.0)


async def test_a_game_that_is_over_at_once_leaves_no_file(
    folder: Path, listener: Listener, files: GameFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is any of it heard: to make one costs as much as some decisions."""
    made = 0

    def count(name: str, descriptor: int) -> None:
        nonlocal made
        made += 1

    monkeypatch.setattr(files, "_make", count)
    monkeypatch.setattr(time, "monotonic", lambda: 7.0)
    await play(fixture(LANTERNS, 2), [AtOnce(), AtOnce()], FaultPolicy(), files)
    assert made == 0
    assert look(listener) == []


async def test_steps_that_follow_each_other_closely_are_told_together(
    listener: Listener, files: GameFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No step is kept back for longer than that, and none when somebody is waited for."""
    now, told = 0.0, list[tuple[float, Told]]()

    def clock() -> float:
        return now

    class Takes(AtOnce):
        def decide(self, question: Question) -> Answer:  # type: ignore[override]
            nonlocal now
            now += TOGETHER / 4
            told.extend((now, one) for heard in listener.look() for one in heard.told)
            return super().decide(question)

    monkeypatch.setattr(time, "monotonic", clock)
    record = await play(fixture(find_game("gunrunners"), 2), [Takes(), Takes()], FaultPolicy(), files)
    told.extend((now, one) for heard in listener.look() for one in heard.told)
    decided = [(at, one) for at, one in told if isinstance(one, Decided)]
    assert sum((one.decisions for _, one in decided), ()) == record.decisions
    assert len(record.decisions) > 20
    assert len(decided) <= 2 + len(record.decisions) // 4
    for at, one in decided:
        # A decision is made when TOGETHER / 4 have passed for each up to it, and heard when the next is being made.
        assert at - (one.first + 1) * TOGETHER / 4 <= TOGETHER + TOGETHER / 4 + 1e-9


def test_nothing_is_wanted_where_nobody_listens(folder: Path) -> None:
    """Nor after the last one is gone; the folder goes with him."""
    files = GameFiles(str(folder))
    assert not files.wanted
    first, second = Listener(folder), Listener(folder)
    assert files.wanted
    first.close()
    assert files.wanted
    second.close()
    assert not files.wanted
    assert not folder.exists()


def test_a_listener_that_is_killed_listens_no_more(folder: Path) -> None:
    """Its lock is the kernel's: nothing has to be cleared up. The next one begins where it was."""
    code = "import sys, os, signal; from pathlib import Path; from arena.referee import Listener; "
    code += "Listener(Path(sys.argv[1])); os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", code, str(folder)])
    assert done.returncode == -signal.SIGKILL
    assert not GameFiles(str(folder)).wanted
    listener = Listener(folder)
    assert GameFiles(str(folder)).wanted
    listener.close()


def test_the_folder_is_closed_to_others(folder: Path, listener: Listener, files: GameFiles) -> None:
    """It tells everything."""
    begin(files, FOUR)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600] * 2


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_may_open_is_told_nothing(folder: Path, mode: int) -> None:
    """Somebody may have made it first."""
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(PermissionError, match="closed to others"):
        Listener(folder)
    assert not GameFiles(str(folder)).wanted


def test_a_link_to_a_folder_is_told_nothing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError):
        Listener(folder)
    assert not GameFiles(str(folder)).wanted


def test_a_game_that_begins_anew_is_another_attempt(listener: Listener, files: GameFiles) -> None:
    """A void game is played again under the same number: what was told of the first is over."""
    begin(files, FOUR)
    (first,) = look(listener)
    assert first == Heard(4, first.attempt, [Began(4)], False)
    begin(files, FOUR)
    over, again = look(listener)
    assert over == Heard(4, first.attempt, [], True)
    assert again.told == [Began(4)]
    assert again.attempt != first.attempt
    assert look(listener) == []


async def test_a_void_game_ends(listener: Listener, files: GameFiles) -> None:
    async def decide() -> None:
        await play(FOUR, [ToldPlayer(0, MachineTrouble("late")), ToldPlayer()], FaultPolicy(), files)

    begin(files, FOUR)
    look(listener)
    await decide()
    assert files._file is None
    assert look(listener)[-1].over


def test_a_worker_that_is_killed_ends_its_game(folder: Path, listener: Listener) -> None:
    """Also in the middle of a line, which is not heard; its file goes."""
    code = "import os, sys, signal; from arena.referee.live import GameFiles; "
    code += "from tests.referee.test_live import FOUR, begin; "
    code += 'files = GameFiles(sys.argv[1]); begin(files, FOUR); os.write(files._file, b\'{"told":"deci\'); '
    code += "print(flush=True); sys.stdin.read(); os.kill(os.getpid(), signal.SIGKILL)"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=os.getcwd()
    ) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        (heard,) = look(listener)
        assert heard == Heard(4, heard.attempt, [Began(4)], False)
        worker.communicate(b"")
    assert look(listener) == [Heard(4, heard.attempt, [], True)]
    assert look(listener) == []
    assert [path.name for path in folder.iterdir()] == ["listening"]


def test_what_a_dead_run_has_left_is_not_heard(folder: Path, listener: Listener) -> None:
    (folder / "7").write_text('{"told":"began","number":7}\n')
    assert look(listener) == []
    assert not (folder / "7").exists()


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b'{"told":"began","number":5}\n',
        b'{"told":"ended","number":4,"status":"won"}\n',
        b"[" * 100_000 + b"\n",
        b"\xff\n",
        b"\n",
    ],
)
def test_what_is_none_of_ours_ends_a_game(listener: Listener, files: GameFiles, line: bytes) -> None:
    """A bot without a sandbox can write there. What came before may be true; nothing more of it is heard."""
    begin(files, FOUR)
    assert files._file is not None
    os.write(files._file, line)
    heard = [one for _ in range(4) for one in look(listener)]
    assert [told for one in heard for told in one.told] == [Began(4)]
    assert [one.over for one in heard][-1]
    files._write(Began(4))
    assert look(listener) == []


def test_no_more_is_read_than_a_game_may_tell(listener: Listener, files: GameFiles) -> None:
    """Nor written."""
    begin(files, FOUR)
    for _ in range(MOST_TOLD // 20):
        files._write(Began(4))
    assert files._file is not None
    assert os.fstat(files._file).st_size <= MOST_TOLD
    os.write(files._file, b'{"told":"began","number":4}\n' * (2 * MOST_TOLD // 28))
    looks = [look(listener) for _ in range(MOST_TOLD // READ_AT_ONCE + 20)]
    assert all(sum(len(one.told) for one in heard) <= READ_AT_ONCE // 20 for heard in looks)
    assert sum(one.over for heard in looks for one in heard) == 1


def test_other_things_in_the_folder_are_passed_by(folder: Path, listener: Listener, files: GameFiles) -> None:
    """Pipes, links, folders, names that are no number."""
    os.mkfifo(folder / "1")
    (folder / "2").symlink_to("/etc/passwd")
    (folder / "3").mkdir()
    (folder / ("9" * 17)).write_text("")
    (folder / "x").write_text("")
    begin(files, replace(FOUR, number=8))
    assert [heard.number for heard in look(listener)] == [8]


def test_a_game_goes_on_where_it_cannot_be_told(folder: Path, listener: Listener, files: GameFiles) -> None:
    """The folder is gone, or the disk is full."""
    begin(files, FOUR)
    assert files._file is not None
    os.close(os.dup2(os.open("/dev/full", os.O_WRONLY), files._file, inheritable=False) and os.dup(files._file))
    files._write(Began(4))
    files.close()
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert not files.wanted
    begin(files, FOUR)
    files.close()
