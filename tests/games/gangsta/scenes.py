"""Scenes that several tests begin with: a turn in which one kind of reward can be won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from arena.games.gangsta import State, turns
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    PLAY_AGAIN,
    Activate,
    Perform,
)
from tests.games.gangsta.table import do, legal, table


def playing_again(**more: Any) -> State:
    """Seat 0 can perform three heists that let it play again."""
    return table(
        ["bratva boss", "cartel 1", "ghetto 2", "triads 1", "mafia 6"],
        ["mafia boss"],
        chapter=2,
        heists=["drug dealer 2b", "hack attack 2c", "supermarket 2b"],
        step=turns.act,
        **more,
    )


def perform(state: State, heist: str, *crew: str) -> list[Struct]:
    """With this crew, as far as there is a choice; the rewards that are options are declined, but an extra turn is
    taken."""
    events = do(state, Perform(heist))
    for card in crew:
        if state.stage == "activate":
            events += do(state, Activate(card))
    while state.stage in ("rob", "learn", "hire", "divert"):
        events += do(state, DONE)
    if state.stage == "again":
        events += do(state, PLAY_AGAIN)
    return events


def robber(dollars: Sequence[int], heist: str = "rival gangs 2c", **more: Any) -> State:
    """Seat 0 has performed a heist with a theft: 2 dollars, or as the heist says."""
    rows = ["triads boss", "mafia boss", "ghetto boss"][: len(dollars) - 1]
    state = table(["cartel boss", "bratva 2", "ghetto 6"], *rows, chapter=2, heists=[heist], dollars=dollars, **more)
    do(state, Perform(heist), Activate("bratva 2"))
    return state


def killer(*rows: str | list[str], **more: Any) -> State:
    """Seat 0 has performed a heist with an assassination."""
    state = table(["cartel boss", "bratva 2"], *rows, chapter=3, heists=["rival gangs 3c"], **more)
    do(state, Perform("rival gangs 3c"), Activate("bratva 2"))
    return state


def diverter(*rows: str | list[str], **more: Any) -> State:
    """Seat 0 has performed a heist with a diversion of up to two."""
    state = table(["cartel boss", "bratva 7"], *rows, chapter=2, heists=["jewellery 2b"], **more)
    do(state, Perform("jewellery 2b"), Activate("bratva 7"))
    return state


def hirer(dollars: int, gang: Sequence[str] = ("mafia boss", "ghetto 1"), **more: Any) -> State:
    """Seat 0 has performed a heist with a recruitment, and been paid 3 dollars for it."""
    reserve = ["triads 4", "bratva 7", "cartel 1"]  # 4, 8 and 2 dollars
    state = table(
        gang, "triads boss", heists=["inmate transfer 1b"], reserve=reserve, dollars=[dollars, 10], **more
    )  # BH
    do(state, Perform("inmate transfer 1b"), Activate("ghetto 1"))
    return state


def perform_first(state: State, heist: str, drop: str | None = None) -> list[Struct]:
    """The heist, with the first crew that can do it; what everybody was shown."""
    shown = do(state, Perform(heist, drop))
    while state.stage == "activate":
        shown += do(state, legal(state)[0])
    return shown


def kinds_of(shown: Sequence[Struct], *of: type[Struct]) -> list[type[Struct]]:
    """In their order, of these kinds only."""
    return [type(event) for event in shown if isinstance(event, of)]


def pass_on(state: State) -> list[Struct]:
    """The active seat wakes nobody and passes, takes nothing back and puts nothing away."""
    shown = []
    while state.stage != "discard":
        shown += do(state, PASS if state.stage == "action" else DONE)
    return shown + do(state, DONE)
