"""What is sent as numbers: each kind of value by hand, bounds for all that may come, and the same numbers for ever."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from arena import learn
from arena.games import BySeat, Deal, Game, SeatNumber
from arena.games.toys import BIDS, LANTERNS, Cover, LanternsMemory, LanternsView, Light, Placed
from arena.learn import Encoder, Layout, NoLayout, Seen
from tests.contest.contests import ROOT


class Suit(Enum):
    RED = "red"
    BLUE = "blue"


class Card(Struct, frozen=True):
    name: str
    worth: int


class Owned(Struct, frozen=True):
    owner: SeatNumber
    up: bool


class Table(Struct, frozen=True):
    """A value of every kind."""

    open: bool
    turn: int
    dice: Annotated[int, Meta(ge=1, le=3)]
    share: float
    stage: Literal["bid", "over"]
    suit: Suit
    active: SeatNumber
    crates: BySeat[int]
    held: Card | int | None
    hand: tuple[Card, ...]
    row: tuple[Owned, ...]
    names: dict[str, int]
    pair: tuple[bool, int]
    raw: bytes
    inner: Table | None


SEEN = {
    "view.turn": Seen(low=0, high=20),
    "view.share": Seen(low=0.0, high=2.0),
    "view.crates": Seen(shortest=3, longest=3),
    "view.crates[]": Seen(low=0, high=10),
    "view.held?Card": Seen(),
    "view.held?Card.name": Seen(words=("ace", "king")),
    "view.held?Card.worth": Seen(low=0, high=10),
    "view.hand": Seen(shortest=0, longest=4),
    "view.hand[].name": Seen(words=("ace", "king")),
    "view.hand[].worth": Seen(low=0, high=10),
    "view.row": Seen(shortest=0, longest=2),
    "view.names": Seen(words=("a", "b")),
    "view.names{}": Seen(low=0, high=10),
    "view.pair[1]": Seen(low=0, high=10),
}
TABLE = Table(
    open=True,
    turn=5,
    dice=2,
    share=0.5,
    stage="bid",
    suit=Suit.BLUE,
    active=0,
    crates=(1, 2, 3),
    held=Card("king", 5),
    hand=(Card("ace", 10), Card("new", 5)),
    row=(Owned(1, True), Owned(0, False)),
    names={"b": 10, "new": 3},
    pair=(True, 5),
    raw=b"",
    inner=None,
)


def made(**facts: Any) -> tuple[Layout, Game]:
    game = replace(LANTERNS, view_type=Table, **facts)
    layout = Layout(
        format=1,
        game="lanterns",
        game_version=1,
        seats=3,
        options=msgspec.Raw(b"{}"),
        moves=4,
        together=False,
        seen=SEEN,
    )
    return layout, game


def told(table: Table, seat: int) -> dict[str, float]:
    """The numbers that are not 0, by name."""
    encoder = Encoder(*made())
    numbers = encoder.observation(seat, table, LanternsMemory(()))
    assert numbers.shape == (encoder.size,)
    pairs = zip(encoder.names, numbers.tolist(), strict=True)
    return {name.removeprefix("view."): round(value, 4) for name, value in pairs if value}


def test_every_kind_of_value_has_its_numbers() -> None:
    """As the head of the module says, worked out by hand; seen by seat 1, from which seats are counted."""
    assert told(TABLE, 1) == {
        "seat=1": 1,
        "open": 1,
        "turn": 0.25,
        "dice": 0.5,  # in the middle of 1 to 3, which its type declares
        "dice=2": 1,
        "share": 0.25,
        "stage=bid": 1,
        "suit=blue": 1,
        "active=+2": 1,  # seat 0 is the second after seat 1 of three
        "crates[0]": 0.2,  # its own, which is 2
        "crates[1]": 0.3,
        "crates[2]": 0.1,
        "held?Card": 1,
        "held?Card.name=king": 1,
        "held?Card.worth": 0.5,
        "hand.length": 0.5,
        "hand[].name=ace": 0.25,
        "hand[].name=other": 0.25,
        "hand[].worth": 0.375,
        "row[+0].length": 0.5,
        "row[+0].up": 0.5,
        "row[+2].length": 0.5,
        "names?b": 1,
        "names{b}": 1,
        "pair[0]": 1,
        "pair[1]": 0.5,
    }


def test_what_was_never_seen_counts_as_the_nearest() -> None:
    """A number beyond the bounds, a list that is too long, a kind and a seat that never came."""
    beyond = msgspec.structs.replace(
        TABLE, turn=99, share=-4.0, active=-1, held=7, hand=(Card("ace", 99),) * 9, row=(), crates=(99, 99, 99, 99)
    )
    seen = told(beyond, 0)
    assert seen["turn"] == 1
    assert "share" not in seen
    assert seen["active=none"] == 1
    assert not any(name.startswith("held") for name in seen)
    assert seen["hand.length"] == seen["hand[].name=ace"] == seen["hand[].worth"] == 1
    assert not any(name.startswith("row") for name in seen)
    assert [seen[f"crates[{place}]"] for place in range(3)] == [1, 1, 1]


@given(
    turn=st.integers(),
    share=st.floats(allow_nan=False),
    hand=st.lists(st.builds(Card, st.text(), st.integers())),
    active=st.integers(),
    seat=st.integers(0, 2),
)
def test_every_number_is_from_0_to_1(turn: int, share: float, hand: list[Card], active: int, seat: int) -> None:
    table = msgspec.structs.replace(TABLE, turn=turn, share=share, hand=tuple(hand), active=active)
    numbers = Encoder(*made()).observation(seat, table, LanternsMemory(()))
    assert ((numbers >= 0) & (numbers <= 1)).all()


def test_moves_have_rows_in_the_order_of_the_legal_list() -> None:
    layout = learn.layout_of(LANTERNS, 2)
    encoder = Encoder(layout, LANTERNS)
    view = LanternsView(2, ("blue", "red"), (Placed(0, True, ""),), 9)
    encoded = encoder.encode(1, view, LanternsMemory(()), [Light("blue"), Cover("red")])
    assert encoded.action_mask.tolist() == [1, 1] + [0] * (layout.moves - 2)
    rows = [
        {name for name, value in zip(encoder.move_names, row, strict=True) if value} for row in encoded.moves.tolist()
    ]
    assert rows[:2] == [{"move?Light", "move?Light.colour=blue"}, {"move?Cover", "move?Cover.colour=red"}]
    assert not any(rows[2:])


def test_there_is_room_for_more_moves_than_were_seen_and_never_for_too_many() -> None:
    layout = learn.layout_of(LANTERNS, 2)
    assert layout.moves == 8  # twice the four of two colours, each alight or covered
    encoder = Encoder(layout, LANTERNS)
    view = LanternsView(2, (), (), 9)
    encoded = encoder.encode(0, view, LanternsMemory(()), [Light("blue")] * 20)
    assert encoded.action_mask.sum() == 8


def test_a_layout_is_the_same_in_every_process() -> None:
    """Whatever order its sets have."""
    code = "from arena import learn; from arena.games.toys import LANTERNS; print(learn.layout_of(LANTERNS, 3).name)"
    names = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert names == {learn.layout_of(LANTERNS, 3).name + "\n"}


KEPT = {"bids": "d0547d9fda06 e2cf97bcbe04", "lanterns": "0074ba533769 117369020ab1"}
"""A layout's name, and the hash of all that is shown in one game."""


@pytest.mark.parametrize(("game", "seats"), [(BIDS, 3), (LANTERNS, 2)], ids=["bids", "lanterns"])
def test_numbers_stay_what_they_were(game: Game, seats: int) -> None:
    """What was trained with a layout must get these numbers in every later version. If they must change, raise FORMAT
    in layout.py, so that what was trained before is refused and not misled."""
    layout = learn.layout_of(game, seats)
    encoder, numbers, rng = Encoder(layout, game), blake2b(digest_size=6), Random(1)
    state = game.new(game.options_type(), seats, Deal("kept"))
    while acting := state.to_act():
        for seat in range(seats):
            legal = state.legal(seat) if seat in acting else ()
            for part in encoder.encode(seat, state.view(seat), state.memory(seat), legal):
                numbers.update(part.tobytes())
        state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})
    assert f"{layout.name} {numbers.hexdigest()}" == KEPT[game.name]


def test_a_layout_is_kept_and_read(tmp_path: Path) -> None:
    layout = learn.layout_of(LANTERNS, 2)
    (tmp_path / "layout.json").write_bytes(layout.encoded())
    again = Layout.read(tmp_path / "layout.json")
    assert again.name == layout.name
    assert Encoder(again, LANTERNS).names == Encoder(layout, LANTERNS).names
    assert learn.layout_of(LANTERNS, 3).name != layout.name


def test_what_is_no_layout_of_these_rules_is_refused() -> None:
    layout = learn.layout_of(LANTERNS, 2)
    with pytest.raises(NoLayout, match="no layout"):
        Layout.decoded(b"{}")
    with pytest.raises(NoLayout, match="format 0"):
        Layout.decoded(msgspec.structs.replace(layout, format=0).encoded())
    with pytest.raises(NoLayout, match="lanterns version 2"):
        Encoder(layout, replace(LANTERNS, version=2))


def test_numbers_of_the_same_position_are_equal_and_writable_by_their_owner() -> None:
    """Whoever trains may change what he was given."""
    layout = learn.layout_of(LANTERNS, 2)
    encoder = Encoder(layout, LANTERNS)
    view = LanternsView(2, ("blue", "red"), (), 9)
    one = encoder.encode(0, view, LanternsMemory(()), [Light("blue")])
    one.moves[0] = 9
    one.observation[:] = 9
    other = encoder.encode(0, view, LanternsMemory(()), [Light("blue")])
    assert other.moves.max() <= 1
    assert np.all(other.observation <= 1)
