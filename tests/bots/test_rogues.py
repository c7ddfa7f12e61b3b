"""The bots from hell: each is played in every sandbox that its first line names, and gets the verdict that it names.

All games are played once, side by side, each against an honest opponent; the tests then look at what came of them.
"""

from __future__ import annotations

import ctypes
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex

import pytest
import trio
from msgspec.structs import replace

from arena.games import Ranking
from arena.games.toys import BIDS
from arena.players import FunctionPlayer, choose_at_random
from arena.players.process_player import ProcessPlayer
from arena.protocol import VERDICTS
from arena.referee import FaultPolicy, Fixture, GameRecord
from arena.referee.game_loop import play
from arena.rehearsal.rogues import SANDBOXES, Rogue, read_rogues, rogues_folder
from arena.sandbox import Limits, Sandbox, SandboxName, children, sandbox_of, take_charge
from arena.sandbox.process import spawn
from arena.sandbox.tree import reap_orphans
from tests.processes import alive, descriptors

FOLDER = rogues_folder()
MARK = "ARENA_TEST"
AT_ONCE = 8
"""Games side by side: most of them only wait."""
BUSY = ("busy_loop.py", "hides_its_time.py")
"""They play alone: where others keep them from the machine, their time is not to be told."""
CONTEST = Limits()
ROGUES = {rogue.name: rogue for rogue in read_rogues(rogues_folder())}
GAMES = [(backend, name) for name, rogue in ROGUES.items() for backend in SANDBOXES if backend in rogue.sandboxes]
Results = dict[tuple[str, str], GameRecord]


def traces() -> dict[str, set[str]]:
    """What a rogue could leave behind: processes, descriptors, files."""
    return {
        "processes": {str(pid) for pid in children(os.getpid())},
        "descriptors": descriptors(),
        "files": {str(path) for folder in ("/tmp", "/dev/shm") for path in Path(folder).glob("*rogue*")},
    }


@contextmanager
def bait() -> Iterator[int]:
    """Things that spies look for: listeners of all kinds, a file of somebody else's, a secret in a process, and a
    descriptor that is handed on to whoever does not take care."""
    name = f"arena-test-{token_hex(8)}"
    pipe = os.pipe()
    with ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setenv("SECRET_OF_THE_REFEREE", "the cards")
        for fd in pipe:
            stack.callback(os.close, fd)
            os.set_inheritable(fd, True)
        other = stack.enter_context(subprocess.Popen(["sleep", "1000"], env={"PASSWORD": "the cards"}))
        stack.callback(other.kill)
        stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (f"\0{name}", f"/tmp/{name}.sock"):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        stack.callback(os.unlink, f"/tmp/{name}.sock")
        Path(f"/tmp/{name}").touch()
        stack.callback(os.unlink, f"/tmp/{name}")
        yield pipe[0]


def why_not(backend: SandboxName, name: str) -> str:
    """What keeps this game from being played on this machine; "" if nothing does."""
    return ROGUES[name].obstacle(backend) or "\n".join(sandbox_of(backend, CONTEST).problems([]))


class Games:
    """Plays rogues in seat 1 of Bids, against a function in seat 0."""

    def __init__(self, logs: Path) -> None:
        self.mark = token_hex(8)
        self.results: Results = {}
        self._logs = logs
        self._room = trio.CapacityLimiter(AT_ONCE)
        self._one = trio.CapacityLimiter(1)

    async def play_all(self, wanted: list[tuple[SandboxName, str]]) -> None:
        async with trio.open_nursery() as nursery:
            for backend, name in wanted:
                if name not in BUSY:
                    # Those that compute take turns, the others go on beside them.
                    room = self._one if ROGUES[name].verdict == "cpu" else self._room
                    nursery.start_soon(self._play, backend, name, room)
        for backend, name in wanted:
            if name in BUSY:
                await self._play(backend, name, self._one)

    async def _play(self, backend: SandboxName, name: str, room: trio.CapacityLimiter) -> None:
        rogue = ROGUES[name]
        limits = rogue.limits(CONTEST)
        player = self.player(rogue, sandbox_of(backend, limits), limits, self._logs / backend / name)
        async with room:
            try:
                for number in (1, 2):
                    record = await self._finished(number, player)
                    self.results[backend, name] = record
                    if record.status != "finished" or record.faults:
                        break
            finally:
                await player.stop()

    def player(self, rogue: Rogue, sandbox: Sandbox, limits: Limits, logs: Path) -> ProcessPlayer:
        program, _ = sandbox.equip(replace(rogue.program(), env={MARK: self.mark}), ())
        return ProcessPlayer(program, rogue.control(), limits, logs, partial(spawn, sandbox=sandbox, limits=limits))

    async def _finished(self, number: int, player: ProcessPlayer) -> GameRecord:
        """A game in which the machine got in the way is played again, as in a contest."""
        record = await game(number, player)
        for _ in range(4):
            if record.status != "void":
                break
            record = await game(number, player)
        return record


async def game(number: int, player: ProcessPlayer, policy: FaultPolicy | None = None) -> GameRecord:
    bids = BIDS
    fixture = Fixture(
        number=number,
        group=0,
        game=bids,
        options=bids.options_type(),
        deal=f"rogues {number}",
        seating=("opponent", "rogue"),
        hashes=("", ""),
        bot_seeds=(1, 2),
    )
    return await play(fixture, [FunctionPlayer(choose_at_random), player], policy or FaultPolicy())


@pytest.fixture(scope="module")
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The last game of every rogue in every backend that was asked for; what all together left behind is an error."""
    selected = {item.name for item in request.session.items}
    wanted = [
        (backend, name)
        for backend, name in GAMES
        if f"test_it_gets_its_verdict[{backend}-{name}]" in selected and not why_not(backend, name)
    ]
    reap_orphans()
    games = Games(tmp_path_factory.mktemp("rogues"))
    with bait():
        before = traces()
        take_charge()
        try:
            # Long ones first: none is waited for alone in the end.
            trio.run(games.play_all, sorted(wanted, key=lambda one: one[1] != "idles.py"))
        finally:
            prctl = ctypes.CDLL(None).prctl
            prctl(36, 0, 0, 0, 0)
            prctl(4, 1, 0, 0, 0)
        assert alive(games.mark) == set()
        assert traces() == before
    return games.results


def test_there_are_many_and_each_says_what_it_deserves() -> None:
    """The words of the first lines are those of the protocol and of the sandboxes."""
    assert len(ROGUES) >= 45
    assert {rogue.verdict for rogue in ROGUES.values()} == {*VERDICTS, "none"}
    for name, rogue in ROGUES.items():
        assert re.fullmatch(r"[a-z0-9_]+\.(py|sh|js)", name)
        assert rogue.sandboxes
        # A wall is what is not there in all of them.
        assert (rogue.wall != "") == (rogue.verdict == "none" and rogue.sandboxes != SANDBOXES), name


def test_the_table_agrees_with_the_programs() -> None:
    """A line for each, with its verdict and its sandboxes."""
    rows = re.findall(r"^\| \[(.+)\]\((.+)\) \| (.+) \| (.+) \| .+ \| .+ \|$", (FOLDER / "README.md").read_text(), re.M)
    expected = [
        (name, name, rogue.verdict, "all" if rogue.sandboxes == SANDBOXES else " ".join(rogue.sandboxes))
        for name, rogue in ROGUES.items()
    ]
    assert rows == expected


@pytest.mark.parametrize(("backend", "name"), GAMES)
def test_it_gets_its_verdict(backend: SandboxName, name: str, results: Results) -> None:
    """In words that teach, that are safe to show, and that cost nobody else anything."""
    if reason := why_not(backend, name):
        pytest.skip(reason)
    rogue, record = ROGUES[name], results[backend, name]
    texts = " / ".join(record.measured.texts)
    if name in BUSY and record.status == "void":
        pytest.skip(f"it got too little of this machine to be late: {record.measured.trouble}")
    assert record.status == "finished", record.measured.trouble
    assert [(fault.seat, fault.verdict) for fault in record.faults] == (
        [] if rogue.verdict == "none" else [(1, rogue.verdict)]
    ), texts
    assert rogue.says in texts
    assert texts.isprintable()
    assert isinstance(record.outcome, Ranking)
    if rogue.verdict == "none":
        assert record.number == 2
        assert len(record.decisions) == 6
    else:
        assert record.forfeited == (1,)
        assert record.outcome.places == (1, 2)


SPIES = (
    "connects_to_abstract_sockets.py",
    "connects_to_loopback.py",
    "connects_to_path_sockets.py",
    "counts_descriptors.py",
    "forges_output.py",
    "locks_files.py",
    "memory_in_segments.py",
    "opens_aio.py",
    "probes_page_cache.py",
    "reads_environments.py",
    "reads_environments_of_others.py",
    "reads_etc.py",
    "reads_machine_counters.py",
    "reads_other_bots.py",
    "reads_tmp.py",
    "sees_processes.py",
    "sees_the_host.py",
    "speaks_netlink.py",
)


@pytest.mark.parametrize("name", SPIES)
def test_without_walls_a_spy_finds_something(name: str) -> None:
    """One that finds nothing anywhere would prove nothing in a jail."""
    asked = '{"type": "turn", "id": 0, "legal": [0]}\n{"type": "quit"}\n'
    with bait() as descriptor:
        command = [sys.executable, "-S", str(FOLDER / name)]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, pass_fds=[descriptor], check=True)
    assert done.stdout.startswith("LEAK: ")


async def test_a_late_answer_is_dropped_where_one_fault_is_forgiven(tmp_path: Path) -> None:
    """D26: it comes while the next request is open, and is not taken for its answer."""
    rogue = ROGUES["answers_late.py"]
    player = Games(tmp_path).player(rogue, sandbox_of("none", CONTEST), CONTEST, tmp_path)
    try:
        record = await game(1, player, FaultPolicy(allowed=5))
        while record.status == "void":
            record = await game(1, player, FaultPolicy(allowed=5))
    finally:
        await player.stop()
    assert {fault.verdict for fault in record.faults} == {"time"}
    assert record.forfeited == ()
