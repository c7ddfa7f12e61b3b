"""The contest's side over a socket. Whatever the other end says it has said before, so nobody waits for anybody."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator

import pytest

from arena.errors import Trouble
from arena.relay import Address, joined
from arena.relay.joined import Joined, connect, connected, talk
from arena.relay.token import Greeting
from tests.relay.conftest import Contest

TURN = b'{"type":"turn","id":17}\n'
ANSWER = b'{"id":17,"choice":3}\n'
TOKEN = "a-secret-of-the-two"


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def quiet(text: str) -> None:
    raise AssertionError(f"nothing is to be said: {text}")


def test_lines_go_both_ways_as_they_are(pair: tuple[socket.socket, socket.socket], contest: Contest) -> None:
    """Also what is no line, and what has come with the greeting."""
    ours, theirs = pair
    theirs.sendall(ANSWER + b"\xff half")
    theirs.shutdown(socket.SHUT_WR)
    contest.ask(TURN)
    with pytest.raises(Trouble, match=r"^tcp://bot closed the connection$"):
        talk(Joined(ours, "tcp://bot", b"early "), contest.ends, quiet)
    assert contest.heard() == b"early " + ANSWER + b"\xff half"
    assert theirs.recv(1000) == TURN
    assert ours.fileno() == -1


def test_the_end_of_the_contest_is_the_end(pair: tuple[socket.socket, socket.socket], contest: Contest) -> None:
    """The other end has read all of it by then, and that there is no more."""
    ours, theirs = pair
    contest.ask(b'{"type":"quit"}\n')
    contest.leave()
    theirs.shutdown(socket.SHUT_WR)
    with pytest.raises(Trouble, match="closed"):  # it was seen to leave first
        talk(Joined(ours, "there"), contest.ends, quiet)
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.sendall(b"last words")
        other = Contest()
        other.ask(b'{"type":"quit"}\n')
        other.leave()
        talk(Joined(ours, "there"), other.ends, quiet)
        assert theirs.recv(1000) == b'{"type":"quit"}\n'
        assert theirs.recv(1000) == b""
        other.close()


def test_nobody_reads_the_answers_any_more(pair: tuple[socket.socket, socket.socket]) -> None:
    """Then there is nothing to be said about it, either."""
    ours, theirs = pair
    asked, asks = os.pipe()
    reader, answer = os.pipe()
    os.close(reader)
    theirs.sendall(ANSWER)
    talk(Joined(ours, "there"), joined.Ends(asked, answer), quiet)
    for fd in (asked, asks, answer):
        os.close(fd)


def test_one_who_is_silent_is_told_of_once(
    pair: tuple[socket.socket, socket.socket], contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each request, ever later; and never while nothing was asked."""
    monkeypatch.setattr(joined, "QUIET_SECONDS", 0.001)
    ours, theirs = pair
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if len(said) == 1:
            theirs.sendall(ANSWER)
            contest.ask(b'{"type":"turn","id":18}\n')
        else:
            theirs.close()

    contest.ask(TURN)
    with pytest.raises(Trouble, match=r"closed|broke"):
        talk(Joined(ours, "there"), contest.ends, say)
    assert said == ["there has sent nothing for 0.001 s", "there has sent nothing for 0.002 s"]


def test_one_who_wants_a_token_says_so(pair: tuple[socket.socket, socket.socket], contest: Contest) -> None:
    """His first line is not taken for the bot's."""
    ours, theirs = pair
    theirs.sendall(Greeting(TOKEN, "listens").begin())
    with pytest.raises(Trouble, match="there asks for a token: --token FILE"):
        talk(Joined(ours, "there"), contest.ends, quiet)
    assert contest.heard() == b""


def test_a_flood_is_handed_on_piece_by_piece(pair: tuple[socket.socket, socket.socket], contest: Contest) -> None:
    """Nothing of a line without an end is kept: the referee counts its bytes, and nobody has to read more."""
    ours, theirs = pair
    theirs.sendall(b"x" * 50_000)
    theirs.close()
    with pytest.raises(Trouble):
        talk(Joined(ours, "there"), contest.ends, quiet)
    assert len(contest.heard()) == 50_000


def test_one_who_never_reads_is_named(
    pair: tuple[socket.socket, socket.socket], contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined, "SEND_SECONDS", 0.001)
    ours, _ = pair
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    contest.ask(b"x" * 60_000)
    with pytest.raises(Trouble, match="there does not read what it is sent"):
        talk(Joined(ours, "there"), contest.ends, quiet)


def test_one_who_breaks_it_off_is_named(contest: Contest) -> None:
    """A reset, as a machine sends that knows nothing of the connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ours = connect(Address("tcp", "127.0.0.1", listener.getsockname()[1]))
        theirs, _ = listener.accept()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        theirs.close()
        with pytest.raises(Trouble, match="there broke the connection off: Connection reset by peer"):
            talk(Joined(ours, "there"), contest.ends, quiet)


def nowhere() -> Address:
    """Where nobody listens, now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return Address("tcp", "127.0.0.1", listener.getsockname()[1])


def test_who_is_not_there_is_named() -> None:
    address = nowhere()
    with pytest.raises(Trouble, match=f"{address} refused the connection: nobody listens there"):
        connected(address, None)
    with pytest.raises(Trouble, match=r"tcp://no-such-host.invalid:1 cannot be found: "):
        connected(Address("tcp", "no-such-host.invalid", 1), None)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (b'{"type":"ready"}\n', "greets as none that knows a token"),
        (b'{"type":"challenge","nonce":"' + b"0" * 64 + b'"}\n{"type":"refused"}\n', "does not know this token"),
        (b"x" * 600, "greets with more than 512 bytes"),
        (b"", "closed the connection instead of a greeting"),
    ],
)
def test_a_greeting_that_is_none_ends_it(said: bytes, problem: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = Address("tcp", "127.0.0.1", listener.getsockname()[1])
        # What is said to it waits in the socket that the kernel makes before anybody asks for it.
        greeter = _Said(listener, said)
        with pytest.raises(Trouble, match=f"{address} {problem}"):
            greeter.run(lambda: connected(address, TOKEN))


class _Said:
    """Says something to the first who comes, in a thread that ends with that."""

    def __init__(self, listener: socket.socket, said: bytes) -> None:
        self._listener, self._data = listener, said

    def run(self, work: object) -> None:
        from threading import Thread

        def say() -> None:
            stream, _ = self._listener.accept()
            with stream:
                stream.sendall(self._data)
                stream.shutdown(socket.SHUT_WR)
                while stream.recv(1000):
                    pass

        thread = Thread(target=say)
        thread.start()
        try:
            assert callable(work)
            work()
        finally:
            thread.join()
