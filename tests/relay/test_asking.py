"""A bot asked over HTTP, by streams that say what the test wrote down."""

from __future__ import annotations

import os
from collections.abc import Iterator
from errno import ECONNRESET, EHOSTUNREACH, ETIMEDOUT

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Trouble
from arena.relay import Address
from arena.relay.asking import MOST_HEAD, MOST_INTERIM, SESSION, Asking
from arena.relay.joined import Ends

WHERE = Address("http", "bots.example.org", 9000, "/mine")
TURN = b'{"type":"turn","id":17,"view":{}}\n'
END = b'{"type":"end","events":[]}\n'
ANSWER = b'{"id":17,"choice":3}\n'
FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n" + ANSWER


class Scripted:
    """A connection on which this is said, piece by piece; then it is closed. What is an exception is raised."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self.pieces: Iterator[bytes | Exception] = iter(pieces)
        self.sent = b""
        self.closed = False
        self.breaks: Exception | None = None

    def sendall(self, data: bytes) -> None:
        if self.breaks is not None:
            raise self.breaks
        self.sent += data

    def recv(self, most: int) -> bytes:
        piece = next(self.pieces, b"")
        if isinstance(piece, Exception):
            raise piece
        assert len(piece) <= most
        return piece

    def settimeout(self, seconds: float | None) -> None:
        assert not self.closed

    def close(self) -> None:
        self.closed = True


class Asked:
    """Asks over these connections, one after the other."""

    def __init__(self, *streams: Scripted, token: str | None = None) -> None:
        self.said: list[str] = []
        self.streams = iter(streams)
        self.asking = Asking(WHERE, token, self.said.append, lambda where: next(self.streams))

    def __call__(self, line: bytes = TURN) -> bytes:
        answer: list[bytes] = []
        self.asking.ask(line, answer.append)
        return b"".join(answer)


def test_a_line_goes_as_a_post_and_the_body_comes_back() -> None:
    """Unchanged, both."""
    stream = Scripted(FINE)
    assert Asked(stream)() == ANSWER
    head, _, body = stream.sent.partition(b"\r\n\r\n")
    assert body == TURN
    first, *headers = head.decode().split("\r\n")
    assert first == "POST /mine HTTP/1.1"
    fields = dict(header.split(": ", 1) for header in headers)
    assert fields["Host"] == "bots.example.org:9000"
    assert fields["Content-Type"] == "application/json"
    assert len(fields[SESSION]) == 32
    assert "Authorization" not in fields


def test_the_processes_of_a_bot_are_told_apart_and_the_token_is_said() -> None:
    """Each by a name of its own, the same in all its requests, which go over one connection."""
    stream, other = Scripted(FINE, FINE), Scripted(FINE)
    asked = Asked(stream, token="mine-and-nobody-elses")
    asked()
    asked()
    Asked(other)()

    def sessions(sent: bytes) -> list[bytes]:
        return [line for line in sent.split(b"\r\n") if line.startswith(SESSION.encode())]

    assert len(sessions(stream.sent)) == 2
    assert len({*sessions(stream.sent)}) == 1
    assert sessions(other.sent) != sessions(stream.sent)[:1]
    assert stream.sent.count(b"\r\nAuthorization: Bearer mine-and-nobody-elses\r\n") == 2


@given(cuts=st.lists(st.integers(1, 60), max_size=6), chunked=st.booleans(), newline=st.booleans())
def test_an_answer_may_come_in_any_pieces(cuts: list[int], chunked: bool, newline: bool) -> None:
    """With its length or in chunks, with its newline or without."""
    body = ANSWER if newline else ANSWER[:-1]
    if chunked:
        data = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        data += b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:5], body[5:], b""))
    else:
        data = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    pieces = []
    for size in cuts:
        pieces.append(data[:size])
        data = data[size:]
    assert Asked(Scripted(*(piece for piece in [*pieces, data] if piece)))() == ANSWER


def test_a_message_that_asks_for_nothing_gets_nothing() -> None:
    """Whatever a web server has to say to it."""
    polite = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"
    empty = b"HTTP/1.1 204 No Content\r\n\r\n"
    asked = Asked(Scripted(polite, empty, FINE))
    assert [asked(END), asked(END), asked()] == [b"", b"", ANSWER]


def test_a_connection_that_was_closed_meanwhile_is_made_anew() -> None:
    """Servers do that to one that is silent for some seconds, also in the middle of what is sent."""
    for end in (b"", ConnectionResetError(ECONNRESET, "reset")):
        first, second = Scripted(FINE, end), Scripted(FINE)
        asked = Asked(first, second)
        assert [asked(), asked()] == [ANSWER, ANSWER]
        assert first.closed
        assert second.sent.endswith(TURN)
    first, second = Scripted(FINE), Scripted(FINE)
    asked = Asked(first, second)
    asked()
    first.breaks = BrokenPipeError()
    assert asked() == ANSWER


def test_it_is_not_sent_a_third_time() -> None:
    asked = Asked(Scripted(FINE), Scripted(b""))
    asked()
    with pytest.raises(Trouble, match=r"http://bots.example.org:9000/mine closed the connection without an answer"):
        asked()


def test_who_wants_to_close_is_let() -> None:
    first, second = Scripted(FINE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")), Scripted(FINE)
    asked = Asked(first, second)
    assert [asked(), asked()] == [ANSWER, ANSWER]
    assert first.closed


STATUS = b"HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (STATUS % (b"404 Not Found", b"", 9, b"not here\n"), "answered 404 Not Found: not here"),
        (STATUS % (b"500 \x1b[2J", b"", 4, b"\x1b[2J"), r"answered 500 \x1b[2J: \x1b[2J"),
        (STATUS % (b"500 " + b"O" * 9000, b"", 9000, b"o" * 9000), "answered 500 OOO"),
        (STATUS % (b"500 Oh", b"", 4, b"\x1b[2J"), r"answered 500 Oh: \x1b[2J"),
        (STATUS % (b"500 Oh", b"", 0, b""), "answered 500 Oh"),
        (
            STATUS % (b"302 Found", b"Location: http://169.254.169.254/secret\r\n", 0, b""),
            "answered 302 Found: it points to http://169.254.169.254/secret, and no relay follows it",
        ),
        (STATUS % (b"200 OK", b"Content-Encoding: gzip\r\n", 3, b"\x1f\x8b\x08"), "in the encoding gzip"),
        (STATUS % (b"200 OK", b"", 0, b""), "answered 200 OK without a word to a request"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", "answered 204 No Content without a word to a request"),
        (b"220 mail.example.org ESMTP\r\n", "does not speak HTTP as it should"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{", "does not speak HTTP as it should: peer closed"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * MOST_INTERIM, "said 8 times that it goes on"),
        (b"HTTP/1.1 200 " + b"O" * MOST_HEAD, "does not speak HTTP"),
    ],
)
def test_an_answer_that_is_none_ends_it_with_words(answer: bytes, said: str) -> None:
    """They say who, and what he answered, and can be shown to anybody."""
    with pytest.raises(Trouble) as found:
        Asked(Scripted(answer))()
    text = str(found.value)
    assert text.startswith("http://bots.example.org:9000/mine ")
    assert said in text
    assert text.isprintable()
    assert len(text) < 500


def test_headers_without_an_end_are_not_read_to_it() -> None:
    """No more is kept of them than the bound, and a piece."""
    read = 0

    def endless() -> Iterator[bytes]:
        nonlocal read
        yield b"HTTP/1.1 200 OK\r\n"
        while True:
            read += 1000
            yield b"X-More: %s\r\n" % (b"x" * 990)

    stream = Scripted()
    stream.pieces = endless()
    with pytest.raises(Trouble, match="does not speak HTTP"):
        Asked(stream)()
    assert read <= MOST_HEAD + 2000


def test_a_body_without_an_end_is_handed_on_and_not_kept() -> None:
    """It is the referee who says how long an answer may be."""

    class Enough(Exception):
        pass

    pieces, handed = 0, 0

    def endless() -> Iterator[bytes]:
        nonlocal pieces
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"
        while True:
            pieces += 1
            assert handed >= (pieces - 1) * 1000, "it is collected"
            yield b"x" * 1000

    def take(data: bytes) -> None:
        nonlocal handed
        handed += len(data)
        if handed > 65_536:
            raise Enough

    stream = Scripted()
    stream.pieces = endless()
    with pytest.raises(Enough):
        Asked(stream).asking.ask(TURN, take)
    assert handed > 65_536


def test_one_who_is_silent_is_told_of_and_waited_for() -> None:
    """The referee shows these words when the bot's time is over; whoever is slow by habit is told of ever later."""
    asked = Asked(Scripted(TimeoutError(), FINE[:20], FINE[20:], TimeoutError(), FINE))
    assert [asked(), asked()] == [ANSWER, ANSWER]
    assert asked.said == [f"http://bots.example.org:9000/mine has sent nothing for {s} s" for s in (0.25, 0.5)]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (TimeoutError(ETIMEDOUT, "timed out"), "is not there any more: nothing comes back from it"),
        (OSError(EHOSTUNREACH, "No route to host"), "broke the connection off: No route to host"),
        (ConnectionResetError(ECONNRESET, "reset"), "closed the connection without an answer"),
    ],
)
def test_one_who_vanishes_is_named(problem: OSError, said: str) -> None:
    with pytest.raises(Trouble, match=said):
        Asked(Scripted(problem))()


def test_one_who_does_not_read_is_named() -> None:
    stream = Scripted()
    stream.breaks = TimeoutError("timed out")
    with pytest.raises(Trouble, match="does not read what it is sent"):
        Asked(stream)()


def test_the_contest_is_followed_to_its_end() -> None:
    """Line by line, however they come through the pipe; and then the connection is closed."""
    stream = Scripted(FINE, b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    asked, lines = os.pipe()
    answers, answer = os.pipe()
    os.write(lines, TURN + END + b'{"half a line')
    os.close(lines)
    try:
        Asked(stream).asking.talk(Ends(asked, answer))
        assert os.read(answers, 1000) == ANSWER
    finally:
        for fd in (asked, answers, answer):
            os.close(fd)
    assert stream.sent.count(b"POST ") == 2
    assert stream.closed
