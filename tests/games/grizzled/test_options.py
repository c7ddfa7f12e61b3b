"""What a table can agree on: defaults, what is refused and with which words, and how a saved campaign travels."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from arena.games import Deal
from arena.games.grizzled import GAME, Options, Saved
from arena.games.grizzled.deck import what_is_sure
from arena.games.grizzled.options import check_seats, set_up_of, speech_tokens
from tests.games.grizzled.table import new_game

WITH_A_CAMPAIGN = "set campaign: whole or campaign: chapter"
CHAPTERS_SAY = "the chapters say what it is played with: leave out trials, veteran, traps, luck, orders, recruits"
NOT_ALONE = "one seat plays the single game without Orders, Recruits, Helping Hands and campaign"


def test_defaults() -> None:
    """The single game of the rulebook (p.14) without its modules; the rulings' readings (14, 56)."""
    options = Options()
    assert (options.trials, options.traps, options.luck, options.campaign) == ("armistice", True, True, None)
    assert (options.orders, options.recruits, options.helping_hands, options.saved) == (None, 0, False, Saved())
    assert (options.hand_limit_check, options.speech_tokens) == ("step5", "spent")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"first": -1}, "first: a seat is numbered from 0, not -1; null draws it"),
        ({"veteran": True}, "veteran: only the base cards have two sizes of the Trials pile; set trials: base"),
        ({"recruits": -1}, "recruits: there are 21 of them, so 0 to 21"),
        ({"recruits": 22}, "recruits: there are 21 of them, so 0 to 21"),
        ({"chapter": 2}, f"chapter and saved are for a campaign: {WITH_A_CAMPAIGN}"),
        ({"saved": Saved(banished=("mute",))}, f"chapter and saved are for a campaign: {WITH_A_CAMPAIGN}"),
        ({"campaign": "whole", "chapter": -1}, "chapter: there are 0 (boot camp) to 9, not -1"),
        ({"campaign": "chapter", "chapter": 10}, "chapter: there are 0 (boot camp) to 9, not 10"),
        ({"campaign": "whole", "trials": "base"}, CHAPTERS_SAY),
        ({"campaign": "whole", "trials": "base", "veteran": True}, CHAPTERS_SAY),
        ({"campaign": "whole", "traps": False}, CHAPTERS_SAY),
        ({"campaign": "chapter", "luck": False}, CHAPTERS_SAY),
        ({"campaign": "whole", "orders": "beginner"}, CHAPTERS_SAY),
        ({"campaign": "whole", "recruits": 5}, CHAPTERS_SAY),
        ({"campaign": "chapter", "helping_hands": True}, CHAPTERS_SAY),
    ],
)
def test_wrong_options(wrong: dict[str, Any], text: str) -> None:
    """They name the option, the limit and what to do."""
    with pytest.raises(ValueError, match=re.escape(text)):
        Options(**wrong)


DIFFERENT = "saved: earned and missed are names of different Helping Hands"
HELD = "saved: hands may only hold Helping Hands that were earned, each once"


@pytest.mark.parametrize(
    ("saved", "text"),
    [
        (Saved(earned=("hot coffee", "hot coffee")), DIFFERENT),
        (Saved(missed=("lookout", "lookout")), DIFFERENT),
        (Saved(earned=("hot coffee",), missed=("hot coffee",)), DIFFERENT),
        (Saved(earned=("cold coffee",)), DIFFERENT),
        (Saved(missed=("mute",)), DIFFERENT),
        (Saved(hands=(("hot coffee",), (), ())), HELD),
        (Saved(hands=(("lookout",), (), ()), missed=("lookout",)), HELD),
        (Saved(hands=(("lookout",), ("lookout",), ()), earned=("lookout",)), HELD),
        (Saved(hands=(("lookout", "lookout"), (), ()), earned=("lookout",)), HELD),
        (Saved(banished=("peace",)), "saved: 'peace' cannot be banished: there is no such Trial card (any more)"),
        (Saved(banished=("mute", "mute")), "saved: 'mute' cannot be banished: there is no such Trial card (any more)"),
        (Saved(banished=("night shell",) * 4), "saved: 'night shell' cannot be banished"),
        (Saved(so_far=-1.0), "scores of the chapters before chapter 6, 0 to 1200, not -1"),
    ],
)
@pytest.mark.parametrize("campaign", ["whole", "chapter"])
def test_wrong_saves(saved: Saved, text: str, campaign: Any) -> None:
    """What cannot be left of a campaign is not gone on with."""
    with pytest.raises(ValueError, match=re.escape(text)):
        Options(campaign=campaign, chapter=6, saved=saved)


def test_saves_that_can_be() -> None:
    """As many copies as there are; a Helping Hand that was used is earned and held by nobody."""
    saved = Saved(
        hands=(("lookout",), (), ()),
        banished=("night shell", "night shell", "night shell", "mute"),
        earned=("hot coffee", "lookout"),
        missed=("casting vote",),
    )
    assert Options(campaign="chapter", chapter=6, saved=saved).saved == saved


def test_ruling_71_no_more_is_banished_than_chapters_were_lost() -> None:
    """At most one card after each of chapters 1 to 8: a save before chapter 2 has one at most, before chapter 9 eight.

    With more of them the points could fall below all that the score reckons with.
    """
    cards = ("mute", "night mask", "night shell", "rain mask", "snow mask", "snow shell", "snow whistle", "wounded")
    for chapter, most in ((0, 0), (1, 0), (2, 1), (5, 4), (9, 8)):
        Options(campaign="whole", chapter=chapter, saved=Saved(banished=cards[:most]))
        said = f"before chapter {chapter} at most {most} cards can have been banished, not {most + 1}"
        with pytest.raises(ValueError, match=said):
            Options(campaign="chapter", chapter=chapter, saved=Saved(banished=(*cards[:most], "listless")))


@pytest.mark.parametrize(
    ("options", "seats", "text"),
    [
        (Options(first=3), 3, "first: there is no seat 3 at a table of 3; seats count from 0"),
        (Options(first=2), 2, "first: there is no seat 2 at a table of 2; seats count from 0"),
        (Options(orders="veteran"), 1, NOT_ALONE),
        (Options(recruits=1), 1, NOT_ALONE),
        (Options(helping_hands=True), 1, NOT_ALONE),
        (Options(campaign="whole"), 1, NOT_ALONE),
        (Options(campaign="chapter", chapter=0), 1, NOT_ALONE),
        (
            Options(campaign="whole", saved=Saved(hands=((), (), ()))),
            4,
            "saved: hands are a list for each veteran, 4 with 4 seats, and there are 3",
        ),
        (
            Options(campaign="whole", saved=Saved(hands=((), ()))),
            2,
            "saved: hands are a list for each veteran, 4 with 2 seats, and there are 2",
        ),
        (
            Options(campaign="whole", saved=Saved(hands=((), (), (), ()))),
            3,
            "saved: hands are a list for each veteran, 3 with 3 seats, and there are 4",
        ),
    ],
)
def test_options_that_do_not_fit_the_seats(options: Options, seats: int, text: str) -> None:
    """They are told when a game is to begin, by the check alone and by the game."""
    with pytest.raises(ValueError, match=re.escape(text)):
        check_seats(options, seats)
    with pytest.raises(ValueError, match=re.escape(text)):
        new_game(options, seats, Deal("seats"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_options_that_fit(seats: int) -> None:
    """The last seat can lead; hands for each veteran; none at all is as good."""
    veterans = {2: 4, 3: 3, 4: 4}[seats]
    for saved in (Saved(), Saved(hands=((),) * veterans)):
        options = Options(campaign="whole", first=seats - 1, saved=saved)
        state = new_game(options, seats, Deal("fit"))
        assert state.seat_of[state.leader] == seats - 1
        assert state.helping == [()] * veterans


def test_json() -> None:
    """Options travel as JSON with all that is saved in them; an unknown field and a wrong value are refused."""
    saved = Saved(
        hands=(("lookout",), ("old comrades", "sharp eyes"), ()),
        banished=("night shell", "night shell", "wounded"),
        earned=("hot coffee", "lookout", "old comrades", "sharp eyes"),
        missed=("casting vote",),
    )
    for options in (Options(), Options(campaign="whole", chapter=7, saved=saved, first=1, see_both_hands=True)):
        again = msgspec.json.decode(msgspec.json.encode(options), type=Options)
        assert again == options
        assert again.saved == options.saved
    for wrong in (b'{"chapters": 3}', b'{"saved": {"hand": []}}', b'{"campaign": "half"}', b'{"orders": "hard"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Options)
    with pytest.raises(msgspec.ValidationError, match="cannot be banished"):
        msgspec.json.decode(b'{"campaign": "whole", "chapter": 2, "saved": {"banished": ["peace"]}}', type=Options)


@pytest.mark.parametrize(
    ("base", "seats", "tokens"), [(False, 2, 5), (False, 4, 5), (True, 1, 5), (True, 2, 5), (True, 3, 5), (True, 4, 4)]
)
def test_ruling_3_speech_tokens(base: bool, seats: int, tokens: int) -> None:
    """Five at any number of seats; the base game has four with four."""
    assert speech_tokens(Options(base_speech_tokens=base), seats) == tokens


@pytest.mark.parametrize(
    ("options", "pile", "stock"),
    [
        (Options(trials="base"), 25, 59),
        (Options(trials="base", veteran=True), 30, 59),
        (Options(), 30, 68),
        (Options(traps=False), 30, 67),
    ],
)
def test_the_single_game_has_one_set_up(options: Options, pile: int, stock: int) -> None:
    """Whatever the chapter would be: the table of section 2.4, its Traps and its Luck."""
    for chapter in (0, 1, 9):
        set_up = set_up_of(options, 4, chapter, ())
        assert (set_up.pile, set_up.traps, set_up.special) == (pile, options.traps, None)
        state = new_game(options, 4, Deal("one"))
        assert len(state.trials) + len(state.reserve) + sum(map(len, state.hands)) == stock


def test_luck_without_traps() -> None:
    """Without Traps the Luck symbols mean nothing (ruling 45)."""
    assert [
        set_up_of(Options(traps=traps, luck=luck), 3, 1, ()).luck for traps in (True, False) for luck in (True, False)
    ] == [True, False, False, False]


def test_what_is_sure() -> None:
    """Section 0: what is exact, what is likely and what is a reconstruction, by kind; the game's notes say so."""
    said = what_is_sure()
    assert said == (
        "threats 39 exact, 6 reconstructed; hard knocks 20 exact, 3 reconstructed; "
        "orders 4 likely, 32 reconstructed; recruits 21 reconstructed; helping hands 23 reconstructed"
    )
    assert said in GAME.notes
