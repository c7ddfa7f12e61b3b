"""The dialogue with a bot: bytes in, answers out, whatever the bytes are and however they are cut."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.protocol import Choice, Dialogue, ProtocolError, Ready, quoted

LIMIT = 1000
READY = b'{"type":"ready","id":0,"protocol":1,"name":"x"}\n'


def asked(turns: int = 1, limit: int = LIMIT) -> Dialogue:
    """A dialogue with a turn open; its id is the number of turns asked, all earlier ones timed out."""
    dialogue = Dialogue(limit)
    assert dialogue.request(Ready) == 0
    assert dialogue.receive(READY) == Ready(0, 1, "x")
    for _ in range(turns - 1):
        dialogue.request(Choice)
        dialogue.abandon()
    assert dialogue.request(Choice) == turns
    return dialogue


def fault(dialogue: Dialogue, data: bytes) -> ProtocolError:
    """The one that these bytes are."""
    with pytest.raises(ProtocolError) as caught:
        dialogue.receive(data)
    return caught.value


def test_an_answer_in_pieces() -> None:
    """Nothing is an answer before its newline; what has come of it can be seen."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,') is None
    assert dialogue.unfinished == b'{"id":1,'
    assert dialogue.receive(b'"choice":4}') is None
    assert dialogue.receive(b"\n") == Choice(1, 4)
    assert dialogue.unfinished == b""
    assert dialogue.heard == 20
    assert dialogue.stray == 0


def test_carriage_return_before_the_newline() -> None:
    """Lines of another system are read."""
    assert asked().receive(b'{"id":1,"choice":4}\r\n') == Choice(1, 4)


@pytest.mark.parametrize("end", [b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\r"])
def test_only_newline_ends_a_line(end: bytes) -> None:
    """What Unicode or Python also call a line end does not end one: there is no answer yet."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,"choice":4}' + end) is None
    assert dialogue.unfinished


def test_line_separators_inside_a_text() -> None:
    """U+2028 and U+0085 are letters like others."""
    assert asked().receive('{"id":1,"choice":4,"why":"a\u2028b\u0085c"}\n'.encode()) == Choice(1, 4)


def test_a_late_answer_is_dropped_and_counted() -> None:
    """D26: what answers an earlier request never answers a later one, and is no fault."""
    dialogue = asked(turns=3)
    assert dialogue.receive(b'{"id":2,"choice":9}\n{"id":0,"type":"ready"}\n') is None
    assert dialogue.stray == 2
    assert dialogue.receive(b'{"id":3,"choice":1}\n') == Choice(3, 1)
    assert dialogue.stray == 2


def test_a_late_answer_cut_by_the_next_request() -> None:
    """Its second half completes it: it is still the late one."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,"cho') is None
    dialogue.abandon()
    dialogue.request(Choice)
    assert dialogue.heard == 12  # bytes of no complete line count again
    assert dialogue.receive(b'ice":0}\n{"id":2,"choice":5}\n') == Choice(2, 5)
    assert dialogue.stray == 1


def test_an_id_from_the_future_is_refused() -> None:
    """It cannot be an answer."""
    error = fault(asked(), b'{"id":2,"choice":0}\n')
    assert error.verdict == "malformed"
    assert '"id" is 2, but the request was number 1' in str(error)


def test_the_first_of_two_answers_counts() -> None:
    """D34: the second is a stray line, in the same bytes or in later ones."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,"choice":3}\n{"id":1,"choice":4}\n') == Choice(1, 3)
    assert dialogue.receive(b'{"id":1,"choice":5}\n') is None
    assert dialogue.stray == 2


def test_a_bad_line_after_the_answer_is_only_stray() -> None:
    """Once answered, the request cannot go wrong any more."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,"choice":3}\nthinking\n') == Choice(1, 3)
    assert dialogue.stray == 1


def test_an_answer_after_a_bad_line_comes_too_late() -> None:
    """The first line decides; what follows it is counted, and the next request can be answered."""
    dialogue = asked()
    assert fault(dialogue, b'thinking\n{"id":1,"choice":3}\n{"id":2,').verdict == "malformed"
    assert dialogue.stray == 1
    dialogue.request(Choice)
    assert dialogue.receive(b'"choice":0}\n') == Choice(2, 0)


def test_unasked_lines_are_stray() -> None:
    """D35: whatever is written while nothing is asked, good or bad, is dropped and counted."""
    dialogue = Dialogue(LIMIT)
    assert dialogue.receive(b'{"id":0,"choice":0}\nhello\n\n') is None
    assert dialogue.stray == 3
    dialogue.request(Ready)
    assert dialogue.receive(READY) == Ready(0, 1, "x")


def test_empty_lines_are_stray() -> None:
    """They answer nothing, are no fault, and count towards the limit."""
    dialogue = asked()
    assert dialogue.receive(b"\n \n\r\n\t\n") is None
    assert dialogue.stray == 4
    assert fault(dialogue, b"\n" * LIMIT).verdict == "output-limit"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (READY.replace(b":1,", b":2,"), "the bot speaks protocol 2, this is protocol 1"),
        (b'{"id":0,"choice":0}\n', 'expected {"type": "ready"'),
        (b'{"type":"ready","id":0,"name":"\xb7"}\n', "byte 31 (0xb7) is not UTF-8"),  # D20
        (b"Traceback (most recent call last):\n", "not JSON at character 0"),
    ],
)
def test_bad_answers_to_hello(data: bytes, words: str) -> None:
    """Each says what was expected, at once and not by a time-out."""
    dialogue = Dialogue(LIMIT)
    dialogue.request(Ready)
    error = fault(dialogue, data)
    assert error.verdict == "malformed"
    assert words in str(error)


def test_ready_to_a_turn() -> None:
    """A bot out of step is told what was expected."""
    assert 'expected {"id": ..., "choice": ...}' in str(fault(asked(), b'{"type":"ready","id":1}\n'))


def test_bytes_up_to_the_limit() -> None:
    """At the limit exactly is within it, with all lines counted."""
    answer = b'{"id":1,"choice":3}\n'
    dialogue = asked()
    assert dialogue.receive(b"\n" * (LIMIT - len(answer)) + answer) == Choice(1, 3)


def test_many_lines_past_the_limit() -> None:
    """D16: the limit is on all lines for one request together."""
    dialogue = asked(turns=2)
    stale = b'{"id":1,"choice":0}\n'
    for _ in range(LIMIT // len(stale)):
        assert dialogue.receive(stale) is None
    error = fault(dialogue, stale)
    assert error.verdict == "output-limit"
    assert "wrote 1020 bytes for one request, the limit is 1000" in str(error)


def test_one_long_line() -> None:
    """D18: it is cut off at the limit, not at its end, and quoted by its first 160 bytes."""
    dialogue = asked()
    assert dialogue.receive(b"x" * LIMIT) is None
    error = fault(dialogue, b"x")
    assert error.verdict == "output-limit"
    assert f"`{'x' * 160}`..." in str(error)


def test_unasked_bytes_count() -> None:
    """A bot that floods between its turns is caught without being asked."""
    dialogue = asked()
    assert dialogue.receive(b'{"id":1,"choice":3}\n') == Choice(1, 3)
    assert dialogue.receive(b"x\n" * 400) is None
    assert fault(dialogue, b"x\n" * 400).verdict == "output-limit"


def test_each_request_has_the_whole_limit() -> None:
    """What was written for the one before is not held against the next."""
    dialogue = asked()
    for number in (1, 2, 3):
        assert dialogue.receive(b" \n" * 450 + b'{"id":%d,"choice":3}\n' % number) == Choice(number, 3)
        dialogue.request(Choice)


def test_malformed_lines_are_quoted_safely() -> None:
    """160 bytes at most, as printable ASCII: no bot can write to the terminal of whoever reads its faults."""
    text = str(fault(asked(), b'\x1b[2J"\\\0' + b"\xff" * 200 + b"\n"))
    assert text.isascii()
    assert text.isprintable()
    assert r'`\x1b[2J"\\\x00' + r"\xff" * 153 + "`... (escaped)" in text


@given(st.binary(max_size=200) | st.text(st.characters(max_codepoint=127), max_size=200).map(str.encode))
def test_quotes_are_printable(data: bytes) -> None:
    """Four characters a byte at most, 160 bytes at most; equal short quotes mean equal bytes."""
    shown = quoted(data)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) <= 2 + 4 * 160 + len("... (escaped)")
    inner, more, escaped = re.fullmatch(r"`([^`]*)`(\.\.\.)?( \(escaped\))?", shown).groups()  # type: ignore[union-attr]
    assert (more is not None) == (len(data) > 160)
    meant = inner.encode().decode("unicode_escape").encode("latin-1") if escaped else inner.encode()
    assert meant == data[:160]


def test_json_is_quoted_as_it_can_be_copied() -> None:
    """Every character as it came, its quotes and backslashes too."""
    line = rb'{"id": 2, "move": {"do": "a\u001b", "at": "\""}}'
    assert quoted(line) == f"`{line.decode()}`"


# What a bot may say while its third request is open, good and bad.
_lines = st.sampled_from(
    (
        *(b'{"id":3,"choice":0}\n', b'{"id":3,"choice":1}\r\n', b'{"id":2,"choice":0}\n', b'{"id":4,"choice":0}\n'),
        *(b"\n", b" \r\n", b"thinking\n", b'{"id":3,', b'"choice":7}\n', b"\xef\xbb\xbf", b"\xff", b"\0\n", b"x" * 120),
    )
)
talk = st.lists(_lines | st.binary(max_size=9), max_size=9).map(b"".join)

Heard = tuple[Ready | Choice | None, str | None, int, bytes]


def heard(pieces: list[bytes]) -> Heard:
    """What came of a talk: the answer, the verdict, the stray lines, what is unfinished."""
    dialogue = asked(turns=3, limit=10_000)
    answer: Ready | Choice | None = None
    verdict = None
    for piece in pieces:
        try:
            now = dialogue.receive(piece)
        except ProtocolError as error:
            assert verdict is None
            verdict = str(error)
        else:
            assert answer is None or now is None
            answer = answer or now
    return answer, verdict, dialogue.stray, dialogue.unfinished


@given(talk, st.lists(st.integers(0, 600), max_size=6))
def test_cuts_do_not_matter(data: bytes, cuts: list[int]) -> None:
    """The same bytes say the same, however the pipe cuts them; nothing but ProtocolError is raised."""
    places = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(places) if b > a]
    whole = heard([data])
    assert heard(pieces) == whole
    assert heard([data[i : i + 1] for i in range(len(data))]) == whole


@given(st.lists(talk, max_size=6), st.integers(1, 300))
def test_no_more_than_the_limit_is_kept(pieces: list[bytes], limit: int) -> None:
    """Memory stays bounded: a dialogue holds no more bytes than one answer may have, or has raised."""
    dialogue = Dialogue(limit)
    dialogue.request(Ready)
    for piece in pieces:
        try:
            dialogue.receive(piece)
        except ProtocolError as error:
            if error.verdict == "output-limit":
                assert dialogue.heard > limit
                return
        assert len(dialogue.unfinished) <= limit


@given(
    st.sampled_from(
        [b'{"id":%d,"choice":3}', b'{"id": %d, "choice": 0}\r', b'{"id":%d,"choice":03}', b'{"choice":3,"id":%d}']
    ),
    st.integers(0, 3),
    st.sampled_from([b"\n", b"", b"\n\n", b'\n{"id":2,"choice":1}\n']),
    st.sampled_from([b"", b" ", b'{"id":']),
    st.sampled_from([1, 6, 20, 24]),
)
@example(b'{"id":%d,"choice":3}', 2, b"\n", b'{"id":', 6)
def test_the_plainest_answers_are_read_as_all_others(
    form: bytes, number: int, end: bytes, before: bytes, cut: int
) -> None:
    """Read whole, by one pattern, or in two pieces, line by line: the same answer, the same counts, the same errors."""
    data = before + form % number + end

    def read(*pieces: bytes) -> tuple[object, ...]:
        dialogue = asked(2)
        answers: list[object] = []
        for piece in pieces:
            try:
                answers.append(dialogue.receive(piece))
            except ProtocolError as problem:
                answers.append((problem.verdict, str(problem)))
        kept = [answer for answer in answers if answer is not None]
        return kept, dialogue.stray, dialogue.heard, dialogue.heard_in_all, dialogue.unfinished, dialogue.stale_id

    assert read(data) == read(data[:cut], data[cut:])
