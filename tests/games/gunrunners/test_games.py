"""What holds in every position of random games, for any deck that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import Deal, IllegalMove
from arena.games.gunrunners import GAME, Deck, Memory, Options, Specials, State, View, imagine, new
from arena.games.gunrunners.moves import AnyMove, Arrange, Audit, Decline, MoveAgent, Place, Raid, Smuggle, Train
from arena.games.gunrunners.position import CRATES

SPECIALS = st.builds(Specials, st.just(1), *[st.integers(2, 4)] * 5)
DECKS = st.builds(
    Deck,
    plain=st.sampled_from([{1: 8}, {1: 2, 2: 2, 3: 2, 4: 2}, {1: 1, 9: 7}, {1: 5, 2: 1, 3: 1, 6: 1}]),
    specials=SPECIALS,
    source=st.just("drawn at random"),
)


def positions(seats: int, seed: int, options: Options) -> Iterator[State]:
    """All positions of a random game; the caller must not change them."""
    rng = Random(seed)
    state = new(options, seats, Deal(str(seed)))
    yield state
    while state.to_act():
        (seat,) = state.to_act()
        state.apply({seat: rng.choice(state.legal(seat))})
        yield state


def everything(state: State) -> list[bytes]:
    """All that any seat can see."""
    seats = range(state.seats)
    parts = [(state.view(seat), state.memory(seat), state.legal(seat), state.to_act()) for seat in seats]
    return [msgspec.json.encode(part) for part in parts]


def owned(state: State, seat: int) -> list[str]:
    """All cards of a player, wherever they are."""
    return [
        *state.hands[seat],
        *state.luck.piles[seat][state.drawn[seat] :],
        *state.discards[seat],
        *(trainee.card for trainee in state.trainees if trainee and trainee.owner == seat),
        *(agent.card for row in state.rows for agent in row.agents if agent.owner == seat),
    ]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAME.seats), st.integers(0, 10**6), DECKS)
def test_crates_and_cards_are_kept(seats: int, seed: int, deck: Deck) -> None:
    """100 crates with the marker, 14 cards a player; somebody can move until the game ends."""
    state = None
    for state in positions(seats, seed, Options(deck=deck, first=None)):
        crates = sum(state.crates) + sum(state.taken) + state.stock + state.warehouse + state.discarded
        assert crates + 1 == CRATES
        assert min(*state.crates, *state.taken, state.stock, state.warehouse) >= 0
        for seat in range(seats):
            missing = ["agent 1"] if state.stage == "setup" and (seat not in placed(state)) else []
            assert sorted(owned(state, seat) + missing) == deck.cards()
            assert bool(state.legal(seat)) == (seat in state.to_act())
        assert (state.outcome() is None) == bool(state.to_act())
    assert state is not None
    assert state.turn <= 13 * seats


def placed(state: State) -> set[int]:
    """The seats with a probationary agent."""
    return {trainee.owner for trainee in state.trainees if trainee}


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAME.seats), st.integers(0, 10**6))
def test_memory_is_true(seats: int, seed: int) -> None:
    """A seat never remembers a card that is not there, and always knows its own undercover agents."""
    for state in positions(seats, seed, Options()):
        for seat in range(seats):
            memory = state.memory(seat)
            for group in memory.probationary:
                there = [state.trainees[at] for at in group.at]
                assert len({trainee.owner for trainee in there if trainee}) == 1
                assert not Counter(group.cards) - Counter(trainee.card for trainee in there if trainee)
            for known in memory.undercover:
                agent = state.rows[known.at].agents[known.pos]
                assert (agent.card, agent.up) == (known.card, False)
            known_spots = {(known.at, known.pos) for known in memory.undercover}
            for at, row in enumerate(state.rows):
                for pos, agent in enumerate(row.agents):
                    assert agent.up or agent.owner != seat or (at, pos) in known_spots


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAME.seats), st.integers(0, 10**6), DECKS)
def test_imagined_positions_look_the_same(seats: int, seed: int, deck: Deck) -> None:
    """To the seat that imagines them, from the bytes that it was sent; and they can be played to the end."""
    options = Options(deck=deck, first=None)
    rng = Random(seed)
    world = None
    for state in positions(seats, seed, options):
        for seat in range(seats):
            view = msgspec.json.decode(msgspec.json.encode(state.view(seat)), type=View)
            memory = msgspec.json.decode(msgspec.json.encode(state.memory(seat)), type=Memory)
            world = imagine(seat, view, memory, rng, options)
            assert everything(world)[seat] == everything(state)[seat]
        if rng.random() < 0.1:
            assert world is not None
            while world.to_act():
                (seat,) = world.to_act()
                world.apply({seat: rng.choice(world.legal(seat))})


WRONG: list[AnyMove] = [
    Train("agent 9", 0),
    Train("agent 1", 9),
    MoveAgent(0, 0, 0),
    MoveAgent(-1, 0, 0),
    Audit(0, 99),
    Place(-1),
    Arrange((0, 0, 0)),
    Smuggle(1, 1),
    Raid(0),
    Decline(),
]


@pytest.mark.parametrize("seats", GAME.seats)
def test_illegal_moves_change_nothing(seats: int) -> None:
    """They raise IllegalMove whoever makes them, and all seats see what they saw before."""
    tried = 0
    for state in positions(seats, 7, Options()):
        before, events = everything(state), state.events
        for seat in range(seats):
            for move in WRONG:
                if move not in state.legal(seat):
                    tried += 1
                    with pytest.raises(IllegalMove):
                        state.apply({seat: move})
        with pytest.raises(IllegalMove):
            state.apply({})
        assert everything(state) == before
        assert state.events is events
    assert tried > 500


@pytest.mark.parametrize("seats", GAME.seats)
def test_clones_are_independent(seats: int) -> None:
    """What is played on with one is not seen in the other, and the same moves lead to the same game."""
    rng = Random(3)
    for state in positions(seats, 11, Options()):
        before = everything(state)
        one, two = state.clone(), state.clone()
        for _ in range(8):
            if one.to_act():
                (seat,) = one.to_act()
                move = rng.choice(one.legal(seat))
                one.apply({seat: move})
                two.apply({seat: move})
        assert everything(one) == everything(two)
        assert everything(state) == before


@pytest.mark.parametrize("seats", GAME.seats)
def test_default_is_legal(seats: int) -> None:
    """And leaves alone what may be left alone."""
    for state in positions(seats, 5, Options()):
        for seat in state.to_act():
            default = state.default(seat)
            assert default in state.legal(seat)
            if Decline() in state.legal(seat):
                assert default == Decline()


def test_the_same_deal_gives_the_same_cards_and_dice_whatever_is_decided() -> None:
    """Two tables that play differently draw the same cards and roll the same dice."""
    games = [list(positions(3, 0, Options()))[-1]]
    state = new(Options(), 3, Deal("0"))
    while state.to_act():
        (seat,) = state.to_act()
        state.apply({seat: state.default(seat)})
    games.append(state)
    assert games[0].luck == games[1].luck
    assert games[0].luck != new(Options(), 3, Deal("1")).luck
