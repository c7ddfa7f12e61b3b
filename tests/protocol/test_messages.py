"""The lines that a bot reads, to the last byte."""

from __future__ import annotations

import pytest
from msgspec import Raw, Struct

from arena.games import Ranking, TeamResult
from arena.protocol import End, Hello, Message, Quit, Start, TimeLimits, Turn, encode_body, encode_line


class Shown(Struct, frozen=True):
    """A view or a memory or a move of some game."""

    hand: tuple[str, ...]
    top: int | None = None


LINES: list[tuple[Message, bytes]] = [
    (
        Hello(0, 1, "gunrunners", 3),
        b'{"type":"hello","id":0,"protocol":1,"game":"gunrunners","game_version":3}\n',
    ),
    (
        Start(1, "17", 2, 4, Raw(b'{"short":true}'), TimeLimits(10_000, 1_000, None, 0), 2**53 - 1),
        b'{"type":"start","id":1,"game_id":"17","seat":2,"seats":4,"options":{"short":true},'
        b'"time":{"start_ms":10000,"move_ms":1000,"bank_ms":null,"increment_ms":0},"seed":9007199254740991}\n',
    ),
    (
        Turn(2, [Raw(b'{"event":"dealt"}')], Shown(("a", "\u00e9\u2028\n")), Shown((), 1), [Shown(("b",))], None, 500),
        b'{"type":"turn","id":2,"events":[{"event":"dealt"}],"view":{"hand":["a","\xc3\xa9\xe2\x80\xa8\\n"],"top":null},'
        b'"memory":{"hand":[],"top":1},"legal":[{"hand":["b"],"top":null}],"last_ms":null,"left_ms":500}\n',
    ),
    (
        Turn(3, [], Shown(()), Shown(()), (), 12, None),
        b'{"type":"turn","id":3,"events":[],"view":{"hand":[],"top":null},"memory":{"hand":[],"top":null},'
        b'"legal":[],"last_ms":12,"left_ms":null}\n',
    ),
    (
        End([Raw(b'{"event":"over"}')], Ranking((2, 1), (3.0, 4.5))),
        b'{"type":"end","events":[{"event":"over"}],"outcome":{"kind":"ranking","places":[2,1],"scores":[3.0,4.5]}}\n',
    ),
    (
        End([], TeamResult(False, -1.0)),
        b'{"type":"end","events":[],"outcome":{"kind":"team","won":false,"score":-1.0}}\n',
    ),
    (End([], None), b'{"type":"end","events":[],"outcome":null}\n'),
    (Quit(), b'{"type":"quit"}\n'),
]


@pytest.mark.parametrize(("message", "line"), LINES, ids=lambda value: type(value).__name__)
def test_lines(message: Message, line: bytes) -> None:
    """Fields in their order, no spaces, UTF-8, one newline and only at the end."""
    assert encode_line(message) == line
    assert encode_body(message) + b"\n" == line
