"""Games through both ends of a relay, over the loopback of this machine, beside the same game without one."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.players import TimeControl
from arena.players.process_player import ProcessPlayer
from arena.referee import GameRecord
from arena.referee.record import lasting_bytes
from arena.sandbox import Limits, Program
from arena.sandbox.process import spawn
from tests.contest.contests import ROOT
from tests.kits.test_kits import recorded

BOT = (sys.executable, str(ROOT / "bots" / "random_bot.py"))
RELAY = (sys.executable, "-m", "arena", "relay")
CRASHES = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        raise SystemExit(3)
    print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
"""
PATIENT = TimeControl(start_ms=120_000, move_ms=120_000)


class Ways:
    """Lends the bot of the box, each time at a port of its own; all end with the stack."""

    def __init__(self, stack: ExitStack, place: Path) -> None:
        self._stack = stack
        self.token = place / "token"
        self.token.write_text("a-secret-of-the-two\n")
        self.token.chmod(0o600)

    def lend(self, *words: str, bot: tuple[str, ...] = BOT) -> str:
        """The first line that the author's relay says."""
        command = [*RELAY, *words, "--", *bot]
        lender = self._stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        self._stack.callback(lender.terminate)
        assert lender.stderr is not None
        return lender.stderr.readline()

    def listen(self, scheme: str, *words: str, bot: tuple[str, ...] = BOT) -> str:
        """The address at which it is lent."""
        said = self.lend(f"{scheme}://127.0.0.1:0", "--listen", *words, bot=bot)
        found = re.search(r" to whoever comes to (\S+), ", said)
        assert found is not None
        return found[1]


@pytest.fixture
def ways(tmp_path: Path) -> Iterator[Ways]:
    with ExitStack() as stack:
        yield Ways(stack, tmp_path)


async def played(command: tuple[str, ...], place: Path) -> GameRecord:
    program = Program("bot", command, str(ROOT), {})
    return await recorded("gunrunners", ProcessPlayer(program, PATIENT, Limits(), place, spawn, keep=False))


@pytest.mark.parametrize("scheme", ["tcp", "http"])
async def test_a_game_through_a_relay_is_the_same_game(ways: Ways, scheme: str, tmp_path: Path) -> None:
    """Its record, byte for byte, whichever way the lines go; with the token on both ends."""
    there = ways.listen(scheme, "--token", str(ways.token))
    record = await played((*RELAY, there, "--token", str(ways.token)), tmp_path)
    assert (record.status, record.faults) == ("finished", ()), record.measured
    assert record.measured.stray[0] == 0
    assert lasting_bytes(record) == lasting_bytes(await played(BOT, tmp_path))


async def test_an_author_behind_a_wall_comes_to_the_contest(ways: Ways, tmp_path: Path) -> None:
    """He knocks until a game begins."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    ways.lend(address, "--token", str(ways.token))
    record = await played((*RELAY, "--listen", address, "--token", str(ways.token)), tmp_path)
    assert (record.status, record.faults) == ("finished", ()), record.measured
    assert lasting_bytes(record) == lasting_bytes(await played(BOT, tmp_path))


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("tcp", "(closed the connection|broke the connection off)"),  # which of them is for the kernel to say
        ("http", "answered 502 Bad Gateway: the bot exited with code 3"),
    ],
)
async def test_a_bot_that_breaks_down_there_loses_here(ways: Ways, scheme: str, said: str, tmp_path: Path) -> None:
    """And what its author reads of it names the other end."""
    there = ways.listen(scheme, bot=(sys.executable, "-c", CRASHES))
    record = await played((*RELAY, there), tmp_path)
    assert [fault.verdict for fault in record.faults] == ["exited"], (record.status, record.measured)
    # On a slow machine it tells first that nothing has come for a while.
    assert re.search(f"ends: .*{re.escape(there)} {said}", record.measured.texts[0])
