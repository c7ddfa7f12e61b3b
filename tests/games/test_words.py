"""Seats as parts of a sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arena.games import Seat, parts, plain

TEXTS = st.text().filter(lambda text: "\ufdd0" not in text and "\ufdd1" not in text)


def test_a_sentence_is_written_as_any_other() -> None:
    """With f-strings, `str` and `join`."""
    sentence = f"{Seat(0)}'s spy looks at {Seat(12)}; " + ", ".join(map(str, map(Seat, (1, 2))))
    assert parts(sentence) == (0, "'s spy looks at ", 12, "; ", 1, ", ", 2)
    assert plain(sentence) == "seat 0's spy looks at seat 12; seat 1, seat 2"


def test_names_stand_for_seats() -> None:
    """With their number, for a bot may sit twice at a table."""
    assert plain(f"{Seat(1)} draws", ["greedy", "random"]) == "random (seat 1) draws"


@given(st.lists(TEXTS | st.integers(0, 300)))
def test_the_parts_are_those_that_were_put_in(pieces: list[str | int]) -> None:
    """Whatever the words are, also where they speak of a seat themselves."""
    sentence = "".join(piece if isinstance(piece, str) else str(Seat(piece)) for piece in pieces)
    found = parts(sentence)
    assert [piece for piece in found if isinstance(piece, int)] == [piece for piece in pieces if isinstance(piece, int)]
    assert "".join(piece for piece in found if isinstance(piece, str)) == "".join(
        piece for piece in pieces if isinstance(piece, str)
    )
