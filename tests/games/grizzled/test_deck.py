"""The printed counts: 39 + 6 Threats, 20 + 3 Hard Knocks, 16 Support tiles; and the piles of each set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.games import Deal
from arena.games.grizzled import Options
from arena.games.grizzled.deck import CHARMS, NOT_IN_SOLO, SURE, THREATS, TILES, TRIALS
from tests.games.grizzled.table import deck_of, new_game

BASE = Options(trials="base")


def test_base_threats() -> None:
    """39 cards, nine with a Trap, each threat on exactly fourteen of them (section 2.2)."""
    threats = [TRIALS[card] for card in deck_of(BASE, 3) if not TRIALS[card].hard_knock]
    assert len(threats) == 39
    assert sum(card.trap for card in threats) == 9
    assert Counter(threat for card in threats for threat in card.shows) == dict.fromkeys(THREATS, 14)


def test_hard_knocks() -> None:
    """Twenty in the base game and three more; one has two bolts and one has none (section 2.3)."""
    base = [TRIALS[card] for card in deck_of(BASE, 3) if TRIALS[card].hard_knock]
    assert len(base) == 20
    assert [card.card for card in base if card.bolts != 1] == ["merry christmas", "wounded"]
    assert len([card for card in TRIALS.values() if card.hard_knock]) == 23
    assert sum(bool(card.shows) for card in base) == 6


def test_what_is_reconstructed_says_so() -> None:
    """Six Threats with Luck and three Hard Knocks; all else of the Trial cards is exact."""
    ours = [card for kind in ("threats", "hard knocks") for card, sure in SURE[kind].items() if sure != "exact"]
    assert len(ours) == 9
    assert sum(TRIALS[card].luck for card in ours) == 6
    assert not {*ours} & {*deck_of(BASE, 4)}


def test_the_other_pieces() -> None:
    """Six veterans with a charm each, sixteen Support tiles."""
    assert sorted(CHARMS.values()) == sorted(THREATS)
    assert (sum(TILES.values()), TILES["left 1"], TILES["right 2"]) == (16, 6, 2)


@pytest.mark.parametrize(
    ("options", "seats", "trials", "reserve"),
    [
        (BASE, 3, 25, 34),
        (Options(trials="base", veteran=True), 4, 30, 29),
        (Options(), 4, 30, 38),
        (Options(traps=False), 3, 30, 37),
        (Options(), 1, 30, 32),
    ],
)
def test_piles(options: Options, seats: int, trials: int, reserve: int) -> None:
    """Section 2.4; after the deal of the first mission its cards are in the hands."""
    state = new_game(options, seats, Deal("piles"))
    assert (len(state.trials) + sum(map(len, state.hands)), len(state.reserve)) == (trials, reserve)


def test_one_player_has_six_hard_knocks_less() -> None:
    """Those that mean nothing alone (rulebook p.14)."""
    assert {*deck_of(Options(), 3)} - {*deck_of(Options(), 1)} == {*NOT_IN_SOLO}


@pytest.mark.parametrize(
    ("wrong", "text"),
    [({"first": -1}, "a seat is numbered from 0"), ({"veteran": True}, "set trials: base")],
)
def test_wrong_options(wrong: dict[str, Any], text: str) -> None:
    """They are told with what to do."""
    with pytest.raises(ValueError, match=text):
        Options(**wrong)


@pytest.mark.parametrize("traps", [True, False])
def test_aggressive_leaves_with_the_traps(traps: bool) -> None:
    """Only that card (ruling 45); the symbols stay on the Threats."""
    cards = deck_of(Options(traps=traps), 4)
    assert ("aggressive" in cards, len(cards)) == (traps, 67 + traps)
    assert sum(TRIALS[card].trap for card in cards) == 9


def test_the_box() -> None:
    """45 Threats and 23 Hard Knocks are 68, each Hard Knock once; with the Luck cards each threat is there 15 times."""
    cards = [TRIALS[card] for card in deck_of(Options(), 4)]
    knocks = [card.card for card in cards if card.hard_knock]
    assert (len(cards), len(knocks), len({*knocks})) == (68, 23, 23)
    assert Counter(threat for card in cards if not card.hard_knock for threat in card.shows) == dict.fromkeys(
        THREATS, 15
    )


def test_each_pair_of_weather_and_attack_has_one_trap() -> None:
    """And no other card has one (section 2.2)."""
    traps = [card.shows for card in TRIALS.values() if card.trap]
    assert sorted(traps) == sorted((weather, attack) for weather in THREATS[:3] for attack in THREATS[3:])
    assert not [card for card in TRIALS.values() if card.trap and card.luck]


@pytest.mark.parametrize(("seats", "first", "text"), [(0, None, "1 to 4"), (5, None, "1 to 4"), (2, 2, "no seat 2")])
def test_tables_that_there_are_not(seats: int, first: int | None, text: str) -> None:
    """The number of seats and the first one are checked when a game begins."""
    with pytest.raises(ValueError, match=text):
        new_game(Options(first=first), seats, Deal("a"))
