"""Positions that a seat imagines fit all that it knows and differ in all that it does not, at every stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import get_args

import pytest

from arena.games import Deal
from arena.games.gangsta import GAME, AnyMove, Options, State, imagine, new
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.moves import DONE, PASS, Perform, Recruit
from arena.games.gangsta.position import Stage
from tests.games.gangsta.table import do, gang, legal, table
from tests.games.variants import VARIANTS

GAMES = 60
EACH = 4
"""Positions of each stage and number of seats that are looked at."""


def choose(rng: Random, state: State, seat: int) -> AnyMove:
    """Mostly something happens: heists before all, hardly a pass."""
    moves: Sequence[AnyMove] = state.legal(seat)
    busy: list[AnyMove] = [move for move in moves if isinstance(move, Perform)] or [
        move for move in moves if move not in (PASS, DONE)
    ]
    return rng.choice(busy if busy and rng.random() < 0.8 else moves)


@cache
def positions() -> tuple[tuple[Options, State], ...]:
    """A few of every stage, for every number of seats, of busy games with all variants; every end of a game."""
    found: list[tuple[Options, State]] = []
    seen: Counter[tuple[Stage, int]] = Counter()
    variants = list(VARIANTS["gangsta"].values())
    for number in range(GAMES):
        # Most with resources: there is more to know of them.
        options = variants[number % 4 if number < 8 else -1]
        rng, seats = Random(number), GAME.seats[number % 3]
        state = new(options, seats, Deal(f"imagine {number}"))
        while True:
            if seen[state.stage, seats] < EACH * (3 if state.stage == "mobilise" else 1):
                found.append((options, state.clone()))
            seen[state.stage, seats] += 1
            if not state.to_act():
                break
            state.apply({seat: choose(rng, state, seat) for seat in state.to_act()})
    return tuple(found)


def known(state: State, seat: int) -> tuple[object, ...]:
    """All that a seat is sent about a position."""
    return state.to_act(), state.legal(seat), state.view(seat), state.memory(seat)


def test_every_stage_is_reached() -> None:
    """The positions that the tests below look at leave none out."""
    assert {state.stage for _, state in positions()} == set(get_args(Stage))


@pytest.mark.parametrize("stage", get_args(Stage))
def test_imagined_positions_fit_all_that_is_known(stage: Stage) -> None:
    """From each seat: the same view, memory and moves; a real choice for one of those to act; it can be played on."""
    rng = Random(stage)
    for options, state in [position for position in positions() if position[1].stage == stage]:
        for seat in range(state.seats):
            world = imagine(seat, state.view(seat), state.memory(seat), rng, options)
            assert known(world, seat) == known(state, seat)
            assert world.outcome() == state.outcome()
            if stage != "over":
                assert max(len(world.legal(other)) for other in world.to_act()) > 1
                assert all(world.legal(other) for other in world.to_act())
            assert Counter(world.heist_pile) == Counter(state.heist_pile)
            assert Counter(world.gangster_pile) == Counter(state.gangster_pile)
            if state.heist_seen_by == seat:
                assert world.heist_pile[:1] == state.heist_pile[:1]
            if state.gangster_seen_by == seat:
                assert world.gangster_pile[:1] == state.gangster_pile[:1]
            while world.to_act():
                world.apply({other: choose(rng, world, other) for other in world.to_act()})


def test_imagined_resources_are_those_that_nobody_shows() -> None:
    """In the set-up two for each other seat, later the one that each put away; all different; own ones as they are."""
    rng = Random(1)
    for seats in GAME.seats:
        options = Options(resources=True)
        state = new(options, seats, Deal("resources"))
        world = imagine(0, state.view(0), state.memory(0), rng, options)
        assert world.offered[0] == state.offered[0]
        assert len({card.card for cards in world.offered for card in cards}) == 2 * seats
        state.apply({seat: state.legal(seat)[0] for seat in range(seats)})
        world = imagine(0, state.view(0), state.memory(0), rng, options)
        assert world.unkept[0] == state.unkept[0]
        shown = [kept.card for kept in state.resources if kept is not None]
        assert len({*shown, *world.unkept}) == 2 * seats


def test_draws_differ_in_what_is_not_known() -> None:
    """Both piles, the resources of others and the luck to come: twenty draws are twenty worlds."""
    options = Options(resources=True)
    state = new(options, 3, Deal("differ"))
    offers = {imagine(0, state.view(0), state.memory(0), Random(draw), options).offered[1] for draw in range(20)}
    assert len(offers) > 10
    state.apply({seat: state.legal(seat)[0] for seat in range(3)})
    worlds = [imagine(0, state.view(0), state.memory(0), Random(draw), options) for draw in range(20)]
    assert len({world.heist_pile for world in worlds}) == 20
    assert len({world.gangster_pile for world in worlds}) == 20
    assert len({world.unkept[1] for world in worlds}) > 3
    assert len({world.deal for world in [*worlds, state]}) == 21


def test_the_same_draw_is_the_same_world() -> None:
    """All chance comes from the generator that is given."""
    options = Options(resources=True)
    state = new(options, 3, Deal("same"))
    state.apply({seat: state.legal(seat)[0] for seat in range(3)})
    one, other = (imagine(1, state.view(1), state.memory(1), Random(5), options) for _ in range(2))
    assert (one.heist_pile, one.gangster_pile, one.unkept, one.deal) == (
        other.heist_pile,
        other.gangster_pile,
        other.unkept,
        other.deal,
    )


def test_chapters_to_come_are_those_of_a_random_deal() -> None:
    """The recruit that ends chapter 1 brings other heists in each draw, and not always those of the true game."""
    state = table(["mafia boss", "cartel 1", "ghetto 1"], ["bratva boss"], reserve=["triads 1"])
    displays = set()
    for draw in range(20):
        world = imagine(0, state.view(0), state.memory(0), Random(draw), state.options)
        do(world, Recruit("triads 1"))
        assert world.chapter == 2
        displays.add(tuple(heist.card for heist in world.heists))
    assert len(displays) == 20


def test_a_new_pile_comes_in_any_order() -> None:
    """The cards that were discarded are known, their order in the next pile is not."""
    state = table(["mafia boss"], ["bratva boss"], gangster_pile=[])
    discarded = tuple(card for card in CARDS.gangsters if card.startswith("bratva"))
    state.discarded_gangsters = tuple([CARDS.gangsters[card] for card in discarded])
    orders = set()
    for draw in range(20):
        world = imagine(0, state.view(0), state.memory(0), Random(draw), state.options)
        do(world, Recruit(world.reserve[0].card))
        orders.add((world.reserve[-1].card, *world.gangster_pile))
    assert len(orders) == 20
    assert all(sorted(order) == sorted(discarded) for order in orders)


def test_lessons_that_have_left_are_in_no_pile() -> None:
    """One died with its gangster, one lies in the hospital with another; both are known to be nowhere else."""
    state = table(["mafia boss"], ["bratva boss"], chapter=2, active_resources={0: "hospital"})
    state.lost, state.hospitals[0] = ("armoured van 2a",), gang("ghetto 1+B*")
    gone = {"armoured van 2a", "supermarket 2a"}
    state.heists = tuple([heist for heist in state.heists if heist.card not in gone])
    state.heist_pile = tuple([card for card in state.heist_pile if card not in gone])
    state.heist_pile += ("snitch 2a", "snitch 2b", "snitch 2c")
    state.gangster_pile = tuple([card for card in state.gangster_pile if card != "ghetto 1"])
    state.reserve = tuple([gangster for gangster in state.reserve if gangster.card != "ghetto 1"])
    world = imagine(0, state.view(0), state.memory(0), Random(1), state.options)
    assert Counter(world.heist_pile) == Counter(state.heist_pile)
    assert Counter(world.gangster_pile) == Counter(state.gangster_pile)


def test_a_snitch_that_was_seen_stays_on_top() -> None:
    """For the one that has seen it; for the other it is as likely as any card."""
    state = table(
        ["mafia boss"],
        ["bratva boss"],
        chapter=2,
        heist_pile=["snitch 2b", "casino 2a", "casino 2b"],
        active_resources={0: "bikers gang"},
    )
    tops = [
        {imagine(seat, state.view(seat), state.memory(seat), Random(draw), state.options).heist_pile[0]}
        for seat in (0, 1)
        for draw in range(20)
    ]
    assert set().union(*tops[:20]) == {"snitch 2b"}
    assert len(set().union(*tops[20:])) > 1


def only_the_top(resource: str, heists: list[str] | None = None, gangsters: list[str] | None = None) -> State:
    """Seat 0 has 3 dollars and nothing to do but pass, if it were not for what it has seen on top of a pile."""
    return table(
        ["mafia boss"],
        ["bratva boss"],
        dollars=[3, 10],
        reserve=["bratva 7", "cartel 6", "cartel 7", "triads 7", "ghetto 5"],
        heists=["casino 1b", "casino 1c", "supermarket 1a", "rival gangs 1a", "rival gangs 1c"],
        active_resources={0: resource},
        heist_pile=heists,
        gangster_pile=gangsters,
    )


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (
            only_the_top("informer network", gangsters=["mafia 2", *list(CARDS.gangsters)[:5], "triads 6"]),
            "mafia 2",
        ),
        (only_the_top("bikers gang", heists=["hack attack 1a", "casino 1a", "drug dealer 1b"]), "hack attack 1a"),
    ],
    ids=["informer network", "bikers gang"],
)
def test_a_seat_that_is_asked_has_a_choice_in_what_others_imagine(state: State, move: str) -> None:
    """What it saw on top is all that it can choose beside passing, so others know that it is something it can use."""
    assert [getattr(one, "gangster", getattr(one, "heist", None)) for one in legal(state)] == [move, None]
    for draw in range(30):
        world = imagine(1, state.view(1), state.memory(1), Random(draw), state.options)
        assert known(world, 1) == known(state, 1)
        assert len(legal(world)) == 2
        assert legal(world)[-1] == PASS
