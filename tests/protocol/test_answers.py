"""One line of a bot: what is read, what is refused, and in which words."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.protocol import BadLine, Choice, Ready, mistake_in, parse_answer
from arena.protocol import answers as answers_module
from arena.protocol.answers import NOTE_BYTES

READ = [
    (b'{"id":3,"choice":0}', Choice(3, 0)),
    (b'{"id": 3, "choice": 17}\r', Choice(3, 17)),
    (b'  {"choice":1,"id":3}\t', Choice(3, 1)),
    (b'{"id":3,"choice":1,"why":"a \xc3\xa9 \xe2\x80\xa8 \xf0\x9f\x98\x80"}', Choice(3, 1)),
    (b'{"id":3,"choice":1,"score":-1.5e3}', Choice(3, 1)),
    (b'{"id":3,"choice":1,"why":"\\ud83d\\ude00"}', Choice(3, 1)),
    (b'{"id":9007199254740992,"choice":9007199254740992}', Choice(2**53, 2**53)),
    (b'{"id":3,"move":{"do":"train","at":1}}', Choice(3, None, {"do": "train", "at": 1})),
    (b'{"type":"ready","id":0}', Ready(0, None, None)),
    (b'{"type":"ready","id":0,"protocol":1,"name":"\xc2\xb7 1.0"}', Ready(0, 1, "\u00b7 1.0")),
    (b'{"type":"ready","id":0,"protocol":null,"name":null}', Ready(0, None, None)),
]


@pytest.mark.parametrize(("line", "answer"), READ)
def test_answers_of_every_form_are_read(line: bytes, answer: Ready | Choice) -> None:
    """Any order of keys, further keys, white space, a carriage return at the end, any text in UTF-8."""
    assert parse_answer(line) == answer


@pytest.mark.parametrize("answer", [b'"choice":1', b'"move":{"do":"train"}'])
@pytest.mark.parametrize(
    ("note", "kept", "remark"),
    [
        (b'"they are out of trumps"', "they are out of trumps", None),
        ('"</script>\u202e\\n"'.encode(), "</script>\u202e\n", None),
        (b'"%s"' % (b"x" * NOTE_BYTES), "x" * NOTE_BYTES, None),
        (
            b'"%s"' % (b"x" * 10_000),
            "x" * NOTE_BYTES + " [... 8976 bytes cut here ...]",
            '"note" has 10000 bytes, of which 1024 are kept',
        ),
        (
            b'"x%s"' % ("\u00fc" * 512).encode(),
            "x" + "\u00fc" * 511 + " [... 2 bytes cut here ...]",
            '"note" has 1025 bytes, of which 1024 are kept',
        ),
        (b'""', None, None),
        (b"null", None, None),
        (b"17", None, '"note" must be a text, not 17: it was ignored'),
        (b'{"a":["b"]}', None, '"note" must be a text, not {"a": ["b"]}: it was ignored'),
    ],
)
def test_a_note_spoils_no_answer(answer: bytes, note: bytes, kept: str | None, remark: str | None) -> None:
    """A text is kept, as far as there is room for it; whatever else it is, the answer counts as without it."""
    plain = parse_answer(b'{"id":3,%s}' % answer)
    assert isinstance(plain, Choice)
    found = parse_answer(b'{"id":3,%s,"note":%s}' % (answer, note))
    assert found == msgspec.structs.replace(plain, note=kept, remark=remark)


def test_a_note_has_to_be_json_like_all_the_rest() -> None:
    with pytest.raises(BadLine, match="half of a surrogate pair"):
        parse_answer(b'{"id":3,"choice":1,"note":"\\ud800"}')


REFUSED = {
    "byte order mark": (b'\xef\xbb\xbf{"id":0,"choice":0}', "byte order mark"),
    "not UTF-8": (b'{"type":"ready","id":0,"name":"\xb7"}', "byte 31 (0xb7) is not UTF-8"),
    "overlong UTF-8": (b'{"id":0,"choice":0,"a":"\xc0\x80"}', "byte 24 (0xc0) is not UTF-8"),
    "surrogate in UTF-8": (b'{"id":0,"choice":0,"a":"\xed\xa0\x80"}', "byte 24 (0xed) is not UTF-8"),
    "UTF-16": ('{"id":0,"choice":0}'.encode("utf-16"), "byte 0 (0xff) is not UTF-8"),
    "UTF-16, no mark": ('{"id":0,"choice":0}'.encode("utf-16-le"), "not JSON at character 1"),
    "lone surrogate": (b'{"id":0,"choice":0,"a":"\\ud800"}', "half of a surrogate pair"),
    "lone surrogate in a key": (b'{"id":0,"choice":0,"\\udc00":1}', "half of a surrogate pair"),
    "lone surrogate deep down": (b'{"id":0,"move":{"a":[["\\ud800x"]]}}', "half of a surrogate pair"),
    "key twice": (b'{"id":0,"choice":0,"choice":1}', 'the key "choice" stands twice'),
    "key twice inside": (b'{"id":0,"move":{"at":0,"at":0}}', 'the key "at" stands twice'),
    "key twice, escaped": (b'{"id":0,"choice":0,"\\u0069d":0}', 'the key "id" stands twice'),
    "NaN": (b'{"id":0,"choice":NaN}', "NaN is not JSON"),
    "Infinity": (b'{"id":0,"choice":0,"a":Infinity}', "Infinity is not JSON"),
    "-Infinity": (b'{"id":0,"choice":0,"a":-Infinity}', "-Infinity is not JSON"),
    "1e999": (b'{"id":0,"choice":1e999}', "the number 1e999 is too large"),
    "2**53 + 1": (b'{"id":0,"choice":9007199254740993}', "9007199254740993 is larger than 2**53"),
    "-2**53 - 1": (b'{"id":0,"choice":0,"a":-9007199254740993}', "-9007199254740993 is larger than 2**53"),
    "4301 digits": (b'{"id":0,"choice":' + b"9" * 4301 + b"}", "9... is larger than 2**53"),
    "a list": (b"[0]", "an answer is a JSON object, not [0]"),
    "a number": (b"3", "an answer is a JSON object, not 3"),
    "null": (b"null", "an answer is a JSON object, not null"),
    "two objects": (b'{"id":0,"choice":0}{"id":1,"choice":0}', "not JSON at character 19"),
    "trailing comma": (b'{"id":0,"choice":0,}', "not JSON at character 19"),
    "single quotes": (b"{'id':0,'choice':0}", "not JSON at character 1"),
    "a comment": (b'{"id":0,"choice":0} // best', "not JSON at character 20"),
    "a leading zero": (b'{"id":0,"choice":01}', "not JSON at character 18"),
    "a plus sign": (b'{"id":0,"choice":+1}', "not JSON at character 17"),
    "other digits": ('{"id":0,"choice":\u0661}'.encode(), "not JSON at character 17"),
    "NUL": (b'{"id":0,"choice":0}\0', "not JSON at character 19"),
    "NUL in a text": (b'{"id":0,"choice":0,"a":"\0"}', "not JSON at character 24"),
    "vertical tab": (b'{"id":0,\x0b"choice":0}', "not JSON at character 8"),
    "no-break space": (b'\xc2\xa0{"id":0,"choice":0}', "not JSON at character 0"),
    "two carriage returns inside": (b'{"id":0,"choice":0,"a":"\r"}', "not JSON at character 24"),
    "nothing": (b"", "not JSON at character 0"),
    "a print": (b"thinking...", "not JSON at character 0"),
    "no id": (b'{"choice":0}', '"id" must repeat the number of the request, and it has none'),
    "id null": (b'{"id":null,"choice":0}', '"id" must repeat the number of the request, not null'),
    "id true": (b'{"id":true,"choice":0}', '"id" must repeat the number of the request, not true'),
    "id text": (b'{"id":"0","choice":0}', '"id" must repeat the number of the request, not "0"'),
    "id 0.0": (b'{"id":0.0,"choice":0}', '"id" must repeat the number of the request, not 0.0'),
    "id -1": (b'{"id":-1,"choice":0}', '"id" must repeat the number of the request, not -1'),
    "typo of id": (b'{"idd":0,"choice":0}', 'and it has only "idd"'),
    "choice true": (b'{"id":0,"choice":true}', '"choice" must be a whole number from 0, not true'),
    "choice 1.0": (b'{"id":0,"choice":1.0}', '"choice" must be a whole number from 0, not 1.0'),
    "choice 1e0": (b'{"id":0,"choice":1e0}', '"choice" must be a whole number from 0, not 1.0'),
    "choice -1": (b'{"id":0,"choice":-1}', '"choice" must be a whole number from 0, not -1'),
    "choice text": (b'{"id":0,"choice":"1"}', '"choice" must be a whole number from 0, not "1"'),
    "choice null": (b'{"id":0,"choice":null}', '"choice" must be a whole number from 0, not null'),
    "typo of choice": (b'{"id":0,"choise":1}', 'needs "choice" or "move", and it has only "choise"'),
    "neither": (b'{"id":0}', 'needs "choice" or "move", and it has none'),
    "both": (b'{"id":0,"choice":0,"move":{}}', '"choice" or "move", not both'),
    "move index": (b'{"id":0,"move":0}', '"move" must be an object, not 0'),
    "other type": (b'{"type":"turn","id":0,"choice":0}', '"type" can only be "ready" in an answer, not "turn"'),
    "protocol text": (b'{"type":"ready","id":0,"protocol":"1"}', '"protocol" must be a whole number, not "1"'),
    "protocol true": (b'{"type":"ready","id":0,"protocol":true}', '"protocol" must be a whole number, not true'),
    "name number": (b'{"type":"ready","id":0,"name":1}', '"name" must be a text, not 1'),
}


@pytest.mark.parametrize(("line", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_lines_say_why(line: bytes, words: str) -> None:
    """Whatever JSON readers disagree on, and whatever is not an answer, is refused with its reason."""
    with pytest.raises(BadLine, match=re.escape(words)):
        parse_answer(line)


def nested(levels: int, inside: str) -> bytes:
    """An answer whose deepest value stands in that many objects and arrays."""
    arrays = levels - 2
    return f'{{"id":0,"move":{{"a":{"[" * arrays}{inside}{"]" * arrays}}}}}'.encode()


@pytest.mark.parametrize("inside", ["", "0", '"x"'])
def test_thirty_two_levels_are_read(inside: str) -> None:
    """At the limit exactly, whatever stands innermost."""
    assert isinstance(parse_answer(nested(32, inside)), Choice)


@pytest.mark.parametrize("inside", ["", "0", '"x"'])
@pytest.mark.parametrize("levels", [33, 900, 10**5])
def test_deeper_nesting_is_refused(levels: int, inside: str) -> None:
    """One level more, and as many as would exhaust the reader's stack."""
    with pytest.raises(BadLine, match="nested more than 32 deep"):
        parse_answer(nested(levels, inside))


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_unclosed_nesting_is_refused(opening: bytes) -> None:
    """Neither the depth nor the missing end raises anything else."""
    with pytest.raises(BadLine):
        parse_answer(opening * 10**5)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        (b'{"id": 4, "choice": @"3"}', '"3'),
        (b'{"id": 4, "choice": @1, "move": @{}}', "{}"),
        (b'{"id": @5, "choice": 1}', "5"),
        (b'{"id": @"4", "choice": 1}', '"4"'),
        (b'{"id": 4, "choice": @9}', "9"),
        (b'{"id": 4, "move": @{"card": 1}}', '{"card"'),
        ('{"n": "é", @id: 4}'.encode(), "id"),
        (b'{"type": @"hello", "id": 4}', '"hello"'),
        (b"@\xef\xbb\xbf{}", "\ufeff"),
        (b'{"id": 4, "note": "@\xff"}', "\udcff"),
        (b'\n{"id": 3, "choice": 0}\n@oops\n{"id": 4, "choice": 0}\n', "oops"),
    ],
)
def test_the_place_of_a_mistake_is_found(said: bytes, place: str) -> None:
    """In the first line that answers neither this request nor an earlier one; the places are marked with an @."""
    found = mistake_in(said.replace(b"@", b""), 4)
    assert found is not None
    assert found[1] is not None
    assert found[0][found[1] :].decode(errors="surrogateescape").startswith(place)


@pytest.mark.parametrize("said", [b"", b"\n\n", b'{"id": 3, "choice": 0}\n'])
def test_who_said_nothing_to_it_made_no_mistake_in_it(said: bytes) -> None:
    assert mistake_in(said, 4) is None


def test_a_reason_quotes_little() -> None:
    """A long value is cut: reasons go to logs and terminals."""
    with pytest.raises(BadLine) as caught:
        parse_answer(json.dumps({"id": 0, "choice": "x" * 60_000}).encode())
    assert len(str(caught.value)) < 150


def test_a_slip_is_looked_for_among_the_first_keys_only() -> None:
    """The cost of a friendly word is bounded: thousands of keys that look like slips are not compared."""
    fields = {f"{number}": 0 for number in range(20)} | {"choise": 0}
    with pytest.raises(BadLine, match="and it has none"):
        parse_answer(json.dumps({"id": 0} | fields).encode())


# Lines near to answers, so that the readers are tried where it matters.
_parts = st.sampled_from(
    (
        *('{"id":', '{"id": ', ',"choice":', ', "choice": ', "}", "\r", "0", "7", "12", "-1", "1.0", "true"),
        *('"move":{}', '"type":"ready"', "{", "[", ",", " ", "00", "9" * 16, "9" * 15, "\\ud800", "\0", "\ufeff"),
    )
)
near_answers = st.lists(_parts, max_size=8).map(lambda parts: "".join(parts).encode(errors="surrogatepass"))
plain_answers = st.from_regex(answers_module._PLAIN_CHOICE, fullmatch=True)
plain_readies = st.from_regex(answers_module._PLAIN_READY, fullmatch=True)


@given(plain_answers)
def test_the_fast_reader_agrees_with_the_general_one(line: bytes) -> None:
    """On every line that the pattern takes, both give the same answer."""
    fields = answers_module._parse_object(line.removesuffix(b"\r"))
    assert parse_answer(line) == Choice(fields["id"], fields["choice"])


@given(plain_readies)
@example(b'{"type": "ready", "id": 0, "protocol": 1, "name": "a~ !#[]"}\r')
@example(b'{"type":"ready","id":0,"protocol":1}')
def test_the_fast_reader_of_ready_agrees_with_the_general_one(line: bytes) -> None:
    """The same for the other kind of answer; a name with an escape in it is left to the general reader."""
    fields = answers_module._parse_object(line.removesuffix(b"\r"))
    assert parse_answer(line) == answers_module._ready(fields["id"], fields)


@given(st.binary(max_size=200) | near_answers | plain_answers)
@example(b"\xef\xbb\xbf")
@example(b'{"id":0,"choice":0}\n')
def test_any_bytes_give_an_answer_or_a_reason(line: bytes) -> None:
    """BadLine is the only exception, and its text can be encoded."""
    reason = "none"
    try:
        assert parse_answer(line).id >= 0
    except BadLine as problem:
        reason = str(problem)
    assert reason.encode()


texts = st.text(st.characters(codec="utf-8"), max_size=5)
numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(texts, json_values, max_size=4))
def test_a_move_arrives_as_it_was_written(move: dict[str, Any]) -> None:
    """Values keep their kinds: 1 is not 1.0, and neither is true."""
    line = json.dumps({"id": 5, "move": move}).encode()
    answer = parse_answer(line)
    assert isinstance(answer, Choice)
    assert answer.id == 5
    assert json.dumps(answer.move) == json.dumps(move)
