"""The laws under more options than the variants have; and that nothing is lost on the way."""

from __future__ import annotations

from random import Random

import pytest

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, State
from tests.games.grizzled.table import deck_of, new_game

OPTIONS = [
    Options(),
    Options(trials="base"),
    Options(trials="base", traps=False),
    Options(hand_limit_check="always", speech_tokens="returned", base_speech_tokens=True),
    Options(see_both_hands=True),
]
CHECKS = [
    laws.check_rules,
    laws.check_determinism,
    laws.check_clone,
    laws.check_illegal_moves,
    laws.check_twins,
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_law(options: Options, seats: int) -> None:
    """For one, two, three and four seats."""
    for check in CHECKS:
        assert check(GAME, seats, 1, options=options) > 0


def cards(state: State) -> list[str]:
    """All Trial cards, wherever they lie, sorted."""
    found = [*state.trials, *state.reserve, *state.land, *state.discarded]
    found += [card for of in (*state.hands, *state.knocks) for card in of]
    return sorted(found)


@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_and_tokens_are_kept(seats: int) -> None:
    """At every decision: each card once, five Speech tokens less those spent, every Support tile somewhere."""
    for number in range(20):
        rng = Random(number)
        state = new_game(Options(), seats, Deal(f"kept {number}"))
        deck, tiles = deck_of(Options(), seats), sum(map(len, state.tiles))
        while acting := state.to_act():
            assert cards(state) == deck
            assert 0 <= state.supply + sum(state.speeches) <= 5
            assert sum(map(len, state.tiles)) <= tiles
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})
        outcome = state.outcome()
        assert outcome is not None
        assert not outcome.won  # nobody ever wins at random
