"""The greeting of two that know one secret, held against those who do not; no sockets."""

from __future__ import annotations

import json
from hashlib import sha256
from hmac import new
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Trouble, WrongInput
from arena.relay import read_token
from arena.relay.token import MOST_LINE, Greeting

TOKEN = "a secret of many letters".replace(" ", "-")


@given(cuts=st.lists(st.integers(1, 200), max_size=5), after=st.binary(max_size=20))
def test_two_that_know_the_token_are_let_in(cuts: list[int], after: bytes) -> None:
    """However the bytes come in, and what comes behind the greeting is not lost."""
    listens, connects = Greeting(TOKEN, "listens"), Greeting(TOKEN, "connects")
    assert connects.begin() == b""

    def fed(greeting: Greeting, data: bytes) -> bytes:
        said = b""
        for size in cuts:
            said += greeting.feed(data[:size])
            data = data[size:]
        return said + greeting.feed(data)

    proof = fed(connects, listens.begin())
    assert not connects.done
    welcome = fed(listens, proof)
    assert listens.done
    assert fed(connects, welcome + after) == b""
    assert connects.done
    assert (listens.rest, connects.rest) == (b"", after)


def test_the_proof_is_what_the_page_says() -> None:
    """Whoever writes an end of his own computes it with any library: here with Python's by hand."""
    listens = Greeting(TOKEN, "listens")
    challenge = json.loads(listens.begin())["nonce"]
    nonce = "ab" * 32

    def proof(side: str) -> str:
        return new(TOKEN.encode(), f"{side} {challenge} {nonce}".encode(), sha256).hexdigest()

    said = listens.feed(json.dumps({"type": "proof", "nonce": nonce, "proof": proof("connects")}).encode() + b"\n")
    assert json.loads(said) == {"type": "welcome", "proof": proof("listens")}


def test_one_with_another_token_gets_nowhere() -> None:
    """On either side."""
    listens, connects = Greeting(TOKEN, "listens"), Greeting(TOKEN + "x", "connects")
    with pytest.raises(Trouble, match="does not know this token"):
        listens.feed(connects.feed(listens.begin()))
    impostor, connects = Greeting("x" + TOKEN, "listens"), Greeting(TOKEN, "connects")
    connects.feed(impostor.begin())
    with pytest.raises(Trouble, match="does not know this token"):
        connects.feed(b'{"type":"welcome","proof":"%s"}\n' % (b"00" * 32))
    assert (listens.done, connects.done) == (False, False)


def test_a_proof_is_good_once() -> None:
    """Heard once on its way, it opens no other connection."""
    first, second, connects = Greeting(TOKEN, "listens"), Greeting(TOKEN, "listens"), Greeting(TOKEN, "connects")
    heard = connects.feed(first.begin())
    first.feed(heard)
    second.begin()
    with pytest.raises(Trouble):
        second.feed(heard)


def test_a_proof_sent_back_proves_nothing() -> None:
    """One who listens and knows nothing lets the other one answer its own challenge."""
    connects, other = Greeting(TOKEN, "connects"), Greeting(TOKEN, "connects")
    nonce = "cd" * 32
    mine = json.loads(connects.feed(b'{"type":"challenge","nonce":"%s"}\n' % nonce.encode()))
    borrowed = json.loads(other.feed(b'{"type":"challenge","nonce":"%s"}\n' % mine["nonce"].encode()))
    for proof in (mine["proof"], borrowed["proof"]):
        with pytest.raises(Trouble):
            connects.feed(json.dumps({"type": "welcome", "proof": proof}).encode() + b"\n")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff",
        b"hello",
        b"[]",
        b'{"type":"ready","id":0}',
        b'{"type":"welcome","proof":"' + b"0" * 64 + b'"}',
        b'{"type":"challenge","nonce":"short"}',
        b'{"type":"challenge","nonce":"' + b"a" * 63 + b'\\n"}',
        b'{"type":"refused"}',
    ],
)
def test_who_does_not_greet_is_told_of_in_words_that_can_be_shown(line: bytes) -> None:
    with pytest.raises(Trouble) as found:
        Greeting(TOKEN, "connects").feed(line + b"\n")
    assert str(found.value).isprintable()


@pytest.mark.parametrize("side", ["listens", "connects"])
def test_a_line_without_an_end_is_not_waited_for(side: str) -> None:
    greeting = Greeting(TOKEN, "listens" if side == "listens" else "connects")
    assert greeting.feed(b"x" * MOST_LINE) == b""
    with pytest.raises(Trouble, match=f"more than {MOST_LINE} bytes"):
        greeting.feed(b"x")


def test_a_token_is_the_only_thing_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    path.chmod(0o600)
    assert read_token(path) == TOKEN


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [
        (b"short", 0o600, "holds no token: 16 to 256 characters"),
        (b"two words that are long enough", 0o600, "no blanks"),
        (b"x" * 257, 0o600, "16 to 256"),
        (b"x" * 100_000, 0o600, "it has 100,000 bytes"),
        (b"x" * 20, 0o640, "others may read it: chmod 600"),
        (b"x" * 20, 0o604, "others may read it: chmod 600"),
        (b"\xff" * 20, 0o600, "holds no token"),
    ],
)
def test_a_file_that_holds_none_or_is_open_is_refused(tmp_path: Path, content: bytes, mode: int, why: str) -> None:
    """And what is in it is not shown."""
    path = tmp_path / "token"
    path.write_bytes(content)
    path.chmod(mode)
    with pytest.raises(WrongInput, match=why) as found:
        read_token(path)
    assert content.decode("latin-1") not in str(found.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="none, the file of the token, cannot be read"):
        read_token(tmp_path / "none")
    with pytest.raises(WrongInput, match="it is not a file"):
        read_token(tmp_path)
