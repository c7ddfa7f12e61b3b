"""The laws of arena over games of every kind; and that they find what is known to leak."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from arena.games import Deal
from arena.games.laws import law_tests, report_on

from arena_openspiel.family import find
from arena_openspiel.trying import EXAMPLES, try_game
from arena_openspiel.twins import changed, resampled

IMAGINED = ("kuhn_poker", "tic_tac_toe", "matrix_rps", "liars_dice", "phantom_ttt", "tiny_hanabi", "lewis_signaling")
"""Held to the laws as any game, by worlds that are imagined from what a bot is shown."""
LARGE = ("hearts", "goofspiel", "go_fish", "backgammon", "sheriff", "universal_poker", "chess", "snake", "turn_based")


@pytest.mark.parametrize("name", IMAGINED)
@pytest.mark.parametrize("law", ["rules", "determinism", "clone", "illegal moves", "twins"])
def test_a_small_game_keeps_the_laws(name: str, law: str) -> None:
    game = find(f"openspiel.{name}")
    law_tests(game, games=2)(law, game.seats[0], "default")


@pytest.mark.parametrize("name", LARGE)
def test_a_large_game_keeps_the_laws(name: str) -> None:
    """By twins that are made from the position, as no bot could."""
    *_, found = try_game(name if name != "turn_based" else "turn_based_simultaneous_game", 2, 1, 60)
    assert not found.refused
    first = found.sights[0]
    assert [case.breach.text for case in first.cases] == []
    assert sum(tried.positions for tried in first.tried) > 0


def _breaches(name: str, seats: int, twin: Any, games: int, **options: Any) -> list[str]:
    game = find(f"openspiel.{name}")
    chosen = game.options_type(**options)
    report = report_on(game, games, options=chosen, seats=(seats,), twin=twin, laws=("twins",), watch=False)
    return [broken.breach.text for broken in report.broken]


def test_the_struct_of_hearts_shows_what_one_will_be_passed() -> None:
    """Before a seat has passed its own three cards; the information state does not. (OpenSpiel 2.0.2)"""
    (leak,) = _breaches("hearts", 4, changed, 1, sees="struct")
    assert "can tell its twin: view differs" in leak
    assert "_cards" in leak
    assert _breaches("hearts", 4, changed, 1) == []


def test_worlds_of_hearts_that_openspiel_resamples_cannot_be() -> None:
    """While cards are passed its hands have other sizes. (OpenSpiel 2.0.2)"""
    assert _breaches("hearts", 4, resampled, 1)


def test_examples_are_of_games_that_need_them() -> None:
    """Without them they cannot be made."""
    for name, example in EXAMPLES.items():
        kind = find(f"openspiel.{name}").options_type
        assert kind() != kind(**example)


def test_the_struct_of_gin_rummy_shows_the_knocker_the_others_hand() -> None:
    """While the other lays off from it; the observation of the same position does not. (OpenSpiel 2.0.2)"""
    game = find("openspiel.gin_rummy")
    options = game.options_type(sees="struct")
    state: Any = game.new(options, 2, Deal("71"))  # the phase is rare in random games
    rng = Random(71)
    while "LAYOFF" not in str(state.position.current_phase()).upper():
        state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})
    knocker = 1 - state.to_act()[0]
    twins: list[Any] = [changed(state, knocker, Random(number)) for number in range(40)]
    observation = state.position.observation_string(knocker)
    assert {twin.position.observation_string(knocker) for twin in twins} == {observation}
    assert {twin.view(knocker).text for twin in twins} != {state.view(knocker).text}
