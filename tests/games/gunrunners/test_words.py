"""Events as sentences."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import Struct

from arena.games import Deal, plain
from arena.games.gunrunners import GAME, Options, new
from arena.games.gunrunners.events import (
    AgentMoved,
    Arranged,
    Audited,
    Busted,
    Delivered,
    GameOver,
    Looked,
    Trained,
    WentUndercover,
)
from arena.games.gunrunners.moves import Decline
from arena.games.gunrunners.position import Agent


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Delivered(0, 5, None, 1), "seat 0 rolls 5: 1 crate to the Warehouse"),
        (Delivered(0, 3, 2, 1, 2), "seat 0 rolls 3: 1 crate and 2 from the Warehouse to location 3 (at 2)"),
        (
            Trained(2, 0, 0, "auditor"),
            "seat 2 sends seat 0's auditor into the field and trains an agent at location 1 (at 0)",
        ),
        (
            Trained(2, 0, 0, "auditor", "agent 4", "spy"),
            "seat 2 sends seat 0's auditor into the field and trains its agent 4 at location 1 (at 0) and draws spy",
        ),
        (WentUndercover(1, 1), "seat 1 puts an agent undercover at location 2 (at 1)"),
        (
            Audited(0, 1, 0, 2, "agent 3", 3, True),
            "seat 0's auditor rolls 3 against seat 2's agent 3 at location 2 (at 1): it is removed",
        ),
        (
            Busted(1, (Agent(0, "agent 1"),), (), (5, None, 4), (6, None, 3), 3, 2),
            "bust at location 2 (at 1), marker on 2: seat 0 with 5 takes 6, seat 2 with 4 takes 3; 3 crates left there",
        ),
        (
            Busted(0, (Agent(0, "spy"), Agent(1, "agent 1")), (0,), (2, 1), (2, 1), 1),
            "bust at location 1 (at 0); turned up: seat 0's spy: seat 0 with 2 takes 2, seat 1 with 1 takes 1; "
            "1 crate left there",
        ),
        (
            Trained(1, 2, 1, "spy"),
            "seat 1 sends its own spy into the field and trains an agent at location 3 (at 2)",
        ),
        (
            AgentMoved(0, 0, "spy", 2, 1, 0),
            "seat 0's director moves its own spy from location 3 (at 2) to location 1 (at 0)",
        ),
        (
            Looked(0, 1, 0, 0, "agent 4"),
            "seat 0's informant looks at its own undercover agent at location 2 (at 1) (agent 4)",
        ),
        (
            Arranged(0, (1, 0, 1), (1, 0, 2)),
            "seat 0 deals them out again, now of seat 1, seat 0, seat 1, from location 2 (at 1), location 1 (at 0), "
            "location 3 (at 2)",
        ),
        (GameOver("busts", (5, 9, 7), (3, 1, 2)), "the game ends (busts): seat 1 wins with 9 crates"),
        (
            GameOver("cards out", (7, 9, 9), (3, 1, 2), ((), ("agent 4", "spy"), ("agent 1",))),
            "the game ends (cards out): seat 1 wins with 9 crates; of those with as many crates seat 1 has left "
            "agent 4, spy, seat 2 has left agent 1",
        ),
    ],
)
def test_sentences(event: Struct, words: str) -> None:
    """Seats from 0, locations from 1; only what the event says."""
    assert plain(GAME.tell(event)) == words


def test_every_event_has_a_sentence() -> None:
    """All that happens in some random games, as everybody sees it; 18 kinds."""
    kinds = set()
    for number in range(12):
        rng = Random(number)
        seats = GAME.seats[number % 3]
        state = new(Options(), seats, Deal(str(number)))
        while state.to_act():
            for event in state.events:
                for seat in (None, *range(seats)):
                    assert plain(GAME.tell(event.seen_by(seat)))
            kinds |= {msgspec.to_builtins(event.shown)["event"] for event in state.events}
            (seat,) = state.to_act()
            state.apply({seat: rng.choice(state.legal(seat))})
        for event in state.events:
            assert plain(GAME.tell(event.shown))
            kinds.add(msgspec.to_builtins(event.shown)["event"])
    assert len(kinds) == 18


def test_what_is_no_event() -> None:
    """Raises TypeError."""
    with pytest.raises(TypeError, match="not an event"):
        GAME.tell(Decline())
