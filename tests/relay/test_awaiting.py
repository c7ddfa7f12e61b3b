"""The contest's side that waits for the author: who comes has come, and said it, before it is looked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from arena.errors import WrongInput
from arena.relay import Address, awaiting
from arena.relay.awaiting import MOST_CALLERS, await_author, listening, needs_token
from arena.relay.token import REFUSED, Greeting

TOKEN = "a-secret-of-the-two"
HERE = Address("tcp", "127.0.0.1", 0)


class Place:
    """One that waits, and those who come to it."""

    def __init__(self, token: str | None, stack: ExitStack) -> None:
        self._stack = stack
        self.listener = stack.enter_context(listening(HERE))
        self.waiting = awaiting._Waiting(self.listener, token, stack)

    def come(self) -> socket.socket:
        caller = socket.create_connection(self.listener.getsockname()[:2], timeout=60)
        return self._stack.enter_context(caller)

    def look(self) -> tuple[socket.socket, bytes] | None:
        """All that there is to see now."""
        for _ in range(4):
            if (found := self.waiting.look(0)) is not None:
                self._stack.enter_context(found[0])
                return found
        return None


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def greeted(caller: socket.socket, token: str = TOKEN) -> Greeting:
    """One who has answered the challenge, as one does who knows that token."""
    greeting = Greeting(token, "connects")
    caller.sendall(greeting.feed(caller.recv(1000)))
    return greeting


def test_without_a_token_the_first_one_plays(stack: ExitStack) -> None:
    place = Place(None, stack)
    assert place.look() is None
    caller = place.come()
    found = place.look()
    assert found is not None
    found[0].sendall(b"hello")
    assert caller.recv(5) == b"hello"


def test_with_one_it_is_whoever_knows_it(stack: ExitStack) -> None:
    """Beside others who do not, and one who says nothing."""
    place = Place(TOKEN, stack)
    silent, guesses, knows = place.come(), place.come(), place.come()
    assert place.look() is None
    greeted(guesses, "another-secret-than-that")
    assert place.look() is None
    assert guesses.recv(1000) == REFUSED
    assert guesses.recv(1000) == b""
    greeting = greeted(knows)
    knows.sendall(b"and more")
    found = place.look()
    assert found is not None
    stream, rest = found
    greeting.feed(knows.recv(1000))
    assert greeting.done
    stream.sendall(b"hello")
    assert knows.recv(5) == b"hello"
    assert (rest or stream.recv(8)) == b"and more"
    stack.close()
    silent.close()


def test_whoever_is_slow_makes_room(stack: ExitStack) -> None:
    """The one who came first goes when one too many is there; and no one keeps the one out who knows the token."""
    place = Place(TOKEN, stack)
    crowd = [place.come() for _ in range(MOST_CALLERS)]
    for _ in crowd:
        assert place.waiting.look(0) is None
    knows = place.come()
    assert place.look() is None
    assert len(place.waiting._callers) == MOST_CALLERS
    crowd[0].recv(1000)
    assert crowd[0].recv(1000) == b""
    greeted(knows)
    assert place.look() is not None


def test_a_greeting_has_its_time(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody waits longer than that for one who has something to hear."""
    monkeypatch.setattr(awaiting, "GREETING_SECONDS", 0.0)
    place = Place(TOKEN, stack)
    caller = place.come()
    assert place.look() is None
    caller.recv(1000)
    assert caller.recv(1000) == b""
    assert place.waiting._callers == {}


def test_one_who_floods_is_sent_away(stack: ExitStack) -> None:
    place = Place(TOKEN, stack)
    caller = place.come()
    assert place.look() is None
    caller.sendall(b"x" * 100_000)
    assert place.look() is None
    assert place.waiting._callers == {}


def test_two_processes_may_wait_at_one_port(stack: ExitStack) -> None:
    """As those of one bot do whose games are played side by side."""
    first = stack.enter_context(listening(HERE))
    port = first.getsockname()[1]
    second = stack.enter_context(listening(Address("tcp", "127.0.0.1", port)))
    assert second.getsockname()[1] == port


def test_it_says_what_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """When nobody has come for a moment; the author comes then."""
    monkeypatch.setattr(awaiting, "QUIET_SECONDS", 0.001)
    said: list[str] = []
    callers: list[socket.socket] = []

    def say(text: str) -> None:
        said.append(text)
        port = int(text.split(" ")[2].rpartition(":")[2])
        callers.append(socket.create_connection(("127.0.0.1", port)))

    joined = await_author(HERE, None, say)
    port = joined.stream.getsockname()[1]
    own = callers[0].getsockname()[1]
    assert said[0].startswith(
        f"waiting at 127.0.0.1:{port} for the bot's author, who says: arena relay tcp://THIS-MACHINE:{port} -- COMMAND"
    )
    assert joined.where == f"127.0.0.1:{own}, which came to 127.0.0.1:{port},"
    joined.stream.close()
    callers[0].close()


def test_who_listens_to_everybody_asks_for_a_token() -> None:
    for host in ("0.0.0.0", "::", "192.168.1.2", "example.org"):
        needs_token(Address("tcp", host, 1), TOKEN)
        with pytest.raises(WrongInput, match="give a --token FILE"):
            needs_token(Address("tcp", host, 1), None)
    needs_token(HERE, None)


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(WrongInput, match=r"tcp://192.0.2.1:9: cannot be listened at: Cannot assign requested address"):
        listening(Address("tcp", "192.0.2.1", 9))
