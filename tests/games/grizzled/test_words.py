"""Events as sentences: each kind is told, in one sentence that says what the body says and no more."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from arena.games import Deal, plain
from arena.games.grizzled import GAME, Options, Saved, events, new
from arena.games.grizzled.events import (
    Advised,
    Arranged,
    Banished,
    Began,
    CampaignSaved,
    ChapterEnded,
    CharmReady,
    CharmUsed,
    Chose,
    Cleared,
    Drew,
    Dropped,
    GameOver,
    Gave,
    HandUsed,
    Kept,
    LeaderChanged,
    LookedAtPile,
    MissionBegan,
    MissionEnded,
    MoraleDropped,
    Ordered,
    OrderLeft,
    OrdersDrawn,
    OrdersRefused,
    Played,
    PutUnder,
    RecruitArrived,
    RecruitDrew,
    RecruitLeft,
    RecruitTokens,
    Removed,
    ShedCard,
    SpeechToken,
    Spoke,
    Supported,
    TrapStopped,
    TurnBegan,
    Withdrew,
)
from arena.games.grizzled.moves import DONE

THREE = ("Felix Moreau", "Gustave Bidau", "Anselme Perrin")
NAMES = "veteran 0 is Felix Moreau, veteran 1 is Gustave Bidau, veteran 2 is Anselme Perrin"
SAVED = Saved(
    hands=(("lookout", "unbreakable"), (), ("hot coffee",)),
    banished=("mute",),
    earned=("hot coffee", "lookout", "sharp eyes", "unbreakable"),
    missed=("casting vote", "fair swap"),
)
SENTENCES: list[tuple[Struct, str]] = [
    (Began(THREE, (), 1), f"{NAMES}; veteran 1 leads"),
    (
        Began(THREE, ("left 1", "right 1", "left 1"), 0, 0),
        f"chapter 0 begins: {NAMES}; their third Support tiles: left 1, right 1, left 1; veteran 0 leads",
    ),
    (
        Began(THREE[:2], ("left 2", "right 2"), 1, None, (("hot coffee", "lookout"), ("fair swap", "sharp eyes"))),
        "veteran 0 is Felix Moreau, veteran 1 is Gustave Bidau; their third Support tiles: left 2, right 2; "
        "veteran 1 leads; veteran 0 can keep hot coffee or lookout; veteran 1 can keep fair swap or sharp eyes",
    ),
    (Kept(2, "lookout"), "veteran 2 has the Helping Hand lookout"),
    (OrdersDrawn(0, 2), "veteran 0 looks at 2 Orders"),
    (OrdersDrawn(0, 2, ("mail call", "relief")), "veteran 0 looks at 2 Orders (mail call, relief)"),
    (OrdersDrawn(3, 1), "veteran 3 looks at 1 Order"),
    (Ordered("relief"), "the Order of the Day is relief"),
    (Ordered("relief", ("mail call", "barrage")), "the Order of the Day is relief; back go mail call, barrage"),
    (OrdersRefused(), "the Orders are refused"),
    (OrderLeft("relief"), "the Order relief is over"),
    (OrderLeft("barrage", 0), "the Order barrage is over, thanks to veteran 0"),
    (MissionBegan(2, 0, 4, (4, 4, 3)), "mission 2 of intensity 4, led by veteran 0: 4, 4, 3 cards are dealt"),
    (
        RecruitArrived("albert", 0, ("mute", "night luck"), 0),
        "the Recruit albert arrives after veteran 0 (mute, night luck)",
    ),
    (
        RecruitArrived("theo", 2, ("mute",), 2),
        "the Recruit theo arrives after veteran 2, with 2 Morale tokens (mute)",
    ),
    (
        RecruitArrived("basile", 2, ("mute",), 1),
        "the Recruit basile arrives after veteran 2, with 1 Morale token (mute)",
    ),
    (RecruitDrew("mute"), "the Recruit draws mute"),
    (RecruitTokens(1), "the Recruit has 1 Morale token"),
    (RecruitTokens(3), "the Recruit has 3 Morale tokens"),
    (RecruitLeft("theo"), "the Recruit theo has played its last card and leaves"),
    (Drew(0, 1), "veteran 0 draws 1 card"),
    (Drew(0, 2), "veteran 0 draws 2 cards"),
    (Drew(0, 2, ("mute", "night luck")), "veteran 0 draws 2 cards (mute, night luck)"),
    (Gave(0, 1), "veteran 0 gives a card to veteran 1"),
    (Gave(0, 1, "mute"), "veteran 0 gives mute to veteran 1"),
    (Played(0, "night shell"), "veteran 0 plays night shell"),
    (Played(0, "snow mask", "trap"), "a Trap makes veteran 0 play snow mask"),
    (Played(1, "snow mask", "clumsy"), "clumsiness makes veteran 1 play snow mask"),
    (Played(1, "snow mask", "order"), "the Order makes veteran 1 play snow mask"),
    (Played(-1, "mute", None, 0), "the Recruit plays mute, which goes to veteran 0"),
    (Played(-1, "mute", "trap", 2), "a Trap makes the Recruit play mute, which goes to veteran 2"),
    (Chose(2, "Felix Moreau"), "veteran 2 is Felix Moreau"),
    (
        Began((), ("left 1", "right 1", "left 1"), 2),
        "each player chooses a veteran; their third Support tiles: left 1, right 1, left 1; veteran 2 leads",
    ),
    (
        TurnBegan(3, 1, "Felix Moreau", 0, (1, 2, -1), {"night": 2, "shell": 1}, 26, 38),
        "turn 3: veteran 1, Felix Moreau (seat 0); in the mission: 1, 2, the Recruit; active: night 2, shell 1; "
        "pile 26, reserve 38",
    ),
    (
        TurnBegan(4, -1, "albert", 2, (1, -1), {}, 0, 38),
        "turn 4: the Recruit albert (seat 2); in the mission: 1, the Recruit; active: nothing; pile 0, reserve 38",
    ),
    (Advised(1, 2), "veteran 1 would support veteran 2"),
    (Kept(1), "veteran 1 has a Helping Hand, face down"),
    (TrapStopped(0, "rain luck"), "rain luck stops the Trap of veteran 0"),
    (TrapStopped(-1, "night luck"), "night luck stops the Trap of the Recruit"),
    (CharmUsed(0, "night shell"), "veteran 0 uses the charm against night shell"),
    (CharmReady(0), "the charm of veteran 0 is ready again"),
    (Spoke(0, "snow"), "veteran 0 gives a Speech against snow"),
    (SpeechToken(0), "veteran 0 gets a Speech token"),
    (HandUsed(0, "hot coffee"), "veteran 0 uses hot coffee"),
    (HandUsed(0, "covering fire", "snow mask"), "veteran 0 uses covering fire on snow mask"),
    (HandUsed(0, "fair swap", None, 2), "veteran 0 uses fair swap, veteran 2"),
    (HandUsed(0, "shared burden", "mute", 0, 1), "veteran 0 uses shared burden on mute, veteran 0 to veteran 1"),
    (LookedAtPile(0), "veteran 0 looks at the top of the Trials pile"),
    (LookedAtPile(0, ("mute",)), "veteran 0 looks at the top of the Trials pile (mute)"),
    (Arranged(0), "veteran 0 puts cards on top of the Trials pile"),
    (Arranged(0, ("mute", "clumsy")), "veteran 0 puts cards on top of the Trials pile (mute, clumsy)"),
    (PutUnder(1), "1 card of the Trials pile goes under the reserve"),
    (PutUnder(2), "2 cards of the Trials pile go under the reserve"),
    (ShedCard(0, "mute"), "veteran 0 discards mute"),
    (Cleared("snow mask"), "snow mask is discarded"),
    (Withdrew(0, False), "veteran 0 withdraws, with no Support tile"),
    (Withdrew(0, True), "veteran 0 withdraws, placing a Support tile"),
    (Withdrew(0, True, "left 1"), "veteran 0 withdraws, placing left 1"),
    (Withdrew(-1, False), "the Recruit withdraws"),
    (Dropped(0, "left 1"), "absent-minded veteran 0 loses the Support tile left 1"),
    (Removed(0, "mute"), "veteran 0 is rid of mute"),
    (MissionEnded(True), "the mission succeeds"),
    (MissionEnded(False, ("snow", "mask")), "the mission fails: three of snow, mask"),
    (
        Supported(("left 1", None, "right 1"), 0),
        "Support tiles: veteran 0 left 1, veteran 2 right 1; veteran 0 is supported",
    ),
    (Supported((None, None, None), None), "Support tiles: none; nobody is"),
    (Supported((None, None, None), 1, "centre"), "Support tiles: centre; veteran 1 is supported"),
    (MoraleDropped(1), "morale drops by 1 card"),
    (MoraleDropped(5), "morale drops by 5 cards"),
    (LeaderChanged(0), "veteran 0 leads"),
    (LeaderChanged(1, 0), "veteran 1 leads; veteran 0 gets a Speech token"),
    (ChapterEnded(0, True, 112.0, ()), "chapter 0 is won, with a score of 112"),
    (
        ChapterEnded(3, True, 112.0, ("hot coffee", "lookout")),
        "chapter 3 is won, with a score of 112; Helping Hands that could be earned: hot coffee, lookout",
    ),
    (ChapterEnded(9, False, 7.0, (), "monument"), "chapter 9 is lost (monument), with a score of 7"),
    (Banished(0, "mute"), "veteran 0 banishes mute"),
    (
        CampaignSaved(SAVED),
        "the campaign so far: 4 Helping Hands earned, 2 missed, 1 card banished; "
        "veteran 0 holds lookout, unbreakable; veteran 2 holds hot coffee",
    ),
    (CampaignSaved(Saved()), "the campaign so far: 0 Helping Hands earned, 0 missed, 0 cards banished"),
    (GameOver(True, 120.0), "the game is won, with a score of 120"),
    (GameOver(False, 9.0, "four hard knocks"), "the game is lost (four hard knocks), with a score of 9"),
    (GameOver(False, 9.0, "thirteen cards"), "the game is lost (thirteen cards), with a score of 9"),
    (
        GameOver(True, 43.5, None, "best", 12),
        "the campaign ends with 12 points, the best ending, and a score of 43.5",
    ),
    (
        GameOver(False, 31.25, None, "mixed", 0),
        "the campaign ends with 0 points, the mixed ending, and a score of 31.25",
    ),
]
KINDS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == events.__name__
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_sentences(event: Struct, sentence: str) -> None:
    """Word for word."""
    assert plain(GAME.tell(event)) == sentence


def test_every_kind_of_event_is_told() -> None:
    """The table above has each of them."""
    assert {type(event) for event, _ in SENTENCES} == {*KINDS}
    assert len(KINDS) == 39


def test_what_is_no_event() -> None:
    """Is not told."""
    with pytest.raises(TypeError, match="not an event of this game"):
        GAME.tell(DONE)


def test_what_is_taken_away_is_not_told() -> None:
    """Each private field, left out as others see the event, leaves a sentence without it and nothing in its place."""
    private = {"cards": None, "orders": None, "back": None, "card": None, "tile": None}
    hiding = (OrdersDrawn, Ordered, Drew, Gave, LookedAtPile, Arranged, Withdrew)
    seen = 0
    for event, sentence in SENTENCES:
        hidden = {name: None for name in event.__struct_fields__ if name in private and getattr(event, name)}
        if isinstance(event, hiding) and hidden:
            said = plain(GAME.tell(replace(event, **hidden)))
            for name in hidden:
                value = getattr(event, name)
                for word in (value,) if isinstance(value, str) else value:
                    assert word in sentence
                    assert word not in said
            seen += 1
    assert seen == 7


CARD_NAMES = re.compile(r"night|snow|rain|shell|mask|whistle|trauma|phobia|mute|clumsy|luck")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_games_are_told_in_single_sentences(seats: int) -> None:
    """All bodies that seats and spectators get are told, in one line; a spectator reads of no card that was drawn."""
    options = Options() if seats == 1 else Options(orders="veteran", recruits=5, helping_hands=True)
    kinds: set[type] = set()
    for number in range(6):
        rng = Random(number)
        state = new(options, seats, Deal(f"told {number}"))
        while True:
            for event in state.events:
                for viewer in (None, *range(seats)):
                    body = event.seen_by(viewer)
                    said = plain(GAME.tell(body))
                    assert re.fullmatch(r"\S.*\S", said)
                    assert "None" not in said
                    kinds.add(type(body))
                if isinstance(event.shown, Drew | Gave | LookedAtPile | Arranged | OrdersDrawn | PutUnder):
                    assert not CARD_NAMES.search(plain(GAME.tell(event.shown)))
            if not (acting := state.to_act()):
                break
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})
    assert {Began, Played, MissionEnded, MoraleDropped, GameOver} <= kinds
