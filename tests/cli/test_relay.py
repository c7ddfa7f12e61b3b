"""`arena relay`: what it refuses, and how it ends; both of its ends at work are in tests/relay."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Arena


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["127.0.0.1:9000"], "127.0.0.1:9000 is no address for a relay: it begins with http://, https:// or tcp://"),
        (["--listen", "http://127.0.0.1:0"], "over HTTP it is the contest that asks: leave --listen out"),
        (["--listen", "tcp://0.0.0.0:0"], "whoever reaches tcp://0.0.0.0:0 could come in: give a --token FILE"),
        (["--token", "none", "tcp://127.0.0.1:1"], "none, the file of the token, cannot be read: No such file"),
        (["http://127.0.0.1:1", "--", "cat"], "over HTTP it is the contest that asks: add --listen"),
        (["--listen", "https://127.0.0.1:0", "--", "cat"], "a relay has no certificate"),
        (["--listen", "tcp://127.0.0.1:0", "--", "no-such-bot"], "no-such-bot is no program that can be started here"),
        (["--listen", "tcp://192.0.2.1:1", "--token", "mine", "--", "cat"], "tcp://192.0.2.1:1: cannot be listened at"),
    ],
)
def test_what_cannot_be_done_is_said_and_exits_with_2(arena: Arena, words: list[str], said: str) -> None:
    """In one line, before anything is started."""
    Path("mine").write_text("a-secret-of-the-two")
    Path("mine").chmod(0o600)
    result = arena("relay", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_nobody_at_the_other_end_is_trouble(arena: Arena) -> None:
    """Exit status 1, and words that the referee shows."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    result = arena("relay", f"tcp://127.0.0.1:{port}")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"tcp://127.0.0.1:{port} refused the connection: nobody listens there")


@pytest.mark.parametrize("scheme", ["tcp", "http"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_author_ends_it_with_a_signal(scheme: str, number: signal.Signals) -> None:
    """And that is no trouble."""
    words = ("relay", "--listen", f"{scheme}://127.0.0.1:0", "--", "cat")
    with subprocess.Popen((sys.executable, "-m", "arena", *words), stderr=subprocess.PIPE, text=True) as lender:
        assert lender.stderr is not None
        assert f"lending cat to whoever comes to {scheme}://127.0.0.1:" in lender.stderr.readline()
        os.kill(lender.pid, number)
        assert lender.wait() == 0
        assert lender.stderr.read() == ""
