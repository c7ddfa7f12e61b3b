"""Rulings 1 to 8, 19 to 24, 38 to 40 and 54: set-up, how a mission begins, when it fails, what lasts beyond it."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.games import Deal
from arena.games.grizzled import Options, support
from arena.games.grizzled.deck import ATTACKS, CHARMS, TILES, WEATHERS
from arena.games.grizzled.events import Drew, MissionBegan, MissionEnded, MoraleDropped, Played
from arena.games.grizzled.moves import DONE, WITHDRAW, Speech, deal, play, remove
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.table import do, leave, legal, moves_of, new_game, of_kind, table

# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_1_support_tiles(seats: int) -> None:
    """One to the left, one to the right and one of the rest; double tiles only with four veterans."""
    thirds: Counter[str] = Counter()
    for number in range(60):
        state = new_game(Options(), seats, Deal(str(number)))
        assert all(len(tiles) == 3 and {"left 1", "right 1"} <= {*tiles} for tiles in state.tiles)
        now = Counter(tile for tiles in state.tiles for tile in tiles)
        assert all(now[tile] <= TILES[tile] for tile in now)
        thirds += now - Counter({"left 1": len(state.veterans), "right 1": len(state.veterans)})
    assert {*thirds} == ({"left 1", "right 1"} if seats == 3 else {*TILES})


def test_ruling_1_each_veteran_is_another() -> None:
    """With the charm that belongs to the name."""
    for number in range(20):
        state = new_game(Options(), 4, Deal(str(number)))
        assert len({*state.names}) == 4
        assert [state.charm(one) for one in range(4)] == [CHARMS[name] for name in state.names if name]
        assert state.ready == [True] * 4


def test_ruling_2_the_first_leader_is_drawn() -> None:
    """Any seat can be, unless the option says which."""
    assert {new_game(Options(), 3, Deal(str(number))).leader for number in range(40)} == {0, 1, 2}
    assert [new_game(Options(first=seat), 4, Deal("a")).to_act() for seat in range(4)] == [(0,), (1,), (2,), (3,)]


@pytest.mark.parametrize(("seats", "base"), [(2, 5), (3, 5), (4, 4)])
def test_ruling_3_speech_tokens(seats: int, base: int) -> None:
    """All five are in the supply at any count; the base game's own number is an option."""
    assert new_game(Options(), seats, Deal("a")).supply == 5
    assert new_game(Options(base_speech_tokens=True), seats, Deal("a")).supply == base
    assert new_game(Options(), seats, Deal("a")).speeches == [0] * (3 if seats == 3 else 4)


# How a mission begins


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_4_the_first_mission_is_of_three(seats: int) -> None:
    """Nobody is asked: everybody has three cards and the leader acts."""
    state = new_game(Options(first=1), seats, Deal("a"))
    assert (state.stage, state.mission, state.intensity, state.to_act()) == ("action", 1, 3, (1,))
    assert [len(hand) for hand in state.hands] == [3] * len(state.hands)


def test_ruling_4_intensity_is_at_least_one_and_reaches_the_end_of_the_pile() -> None:
    """The leader chooses; of the choices that deal all cards one is enough."""
    state = table(
        3, trials=["night shell"] * 3 + ["snow mask"] * 2 + ["rain mask"] * 2, leader=2, step="choose_intensity"
    )
    assert state.to_act() == (2,)
    assert legal(state) == (deal(1), deal(2), deal(3))
    do(state, deal(3))
    assert ([len(hand) for hand in state.hands], state.trials) == ([2, 2, 3], ())


def test_ruling_5_one_at_a_time_from_the_leader() -> None:
    """The top card is the leader's; when the pile is empty, some have one card less."""
    pile = ["night shell", "night mask", "night whistle", "snow shell", "snow mask", "snow whistle"]
    state = table(4, trials=pile, leader=2, step="choose_intensity")
    (began,) = of_kind(do(state, deal(2)), MissionBegan)
    assert began.dealt == (1, 1, 2, 2)
    assert state.hands == [
        ("night whistle",),
        ("snow shell",),
        ("night shell", "snow mask"),
        ("night mask", "snow whistle"),
    ]
    assert (state.to_act(), state.trials) == ((2,), ())


def test_ruling_6_frenzied_draws_after_the_deal() -> None:
    """Two more from what is left when everybody has got its cards; then the leader's turn (also ruling 39)."""
    pile = ["night shell", "night mask", "night whistle", "snow shell", "snow mask", "snow whistle"]
    state = table(3, trials=pile, knocks={1: ["frenzied"]}, step="choose_intensity")
    drawn = of_kind(do(state, deal(1)), Drew)
    assert [(event.veteran, event.count) for event in drawn] == [(0, 1), (1, 1), (2, 1), (1, 2)]
    assert state.hands[1] == ("night mask", "snow mask", "snow shell")
    assert (state.stage, state.to_act()) == ("action", (0,))


def test_ruling_8_failed_cards_are_shuffled_in_before_the_drop() -> None:
    """The Reserve's cards come on top of the mixed pile in their order, face down and not shuffled."""
    reserve = ["rain mask", "mute", "rain whistle", "wounded", "night rain"]
    state = table(
        3,
        hands=[["night mask"], ["snow mask"]],
        land=["night shell", "night whistle"],
        trials=["snow shell", "rain shell"],
        reserve=reserve,
    )
    do(state, play("night mask"))
    assert state.trials[:3] == ("rain mask", "mute", "rain whistle")
    assert sorted(state.trials[3:]) == ["night mask", "night shell", "night whistle", "rain shell", "snow shell"]
    assert (state.reserve, state.land, state.discarded) == (("wounded", "night rain"), (), ())


def test_ruling_8_the_pile_is_really_shuffled() -> None:
    """Another deal, another order; the old order does not show."""
    orders = {
        table(
            3,
            land=["night shell", "night mask", "night whistle"],
            trials=["mute", "fragile", "clumsy", "wounded"],
            seed=str(number),
            step="check",
        ).trials[3:]
        for number in range(8)
    }
    assert len(orders) > 4
    assert len({order.index("mute") for order in orders}) > 2


@pytest.mark.parametrize("known", [(), ("mute",), ("mute", None, "fragile")])
def test_ruling_84_a_failed_mission_without_cards_leaves_the_pile_as_it_lies(known: tuple[str | None, ...]) -> None:
    """p.7 shuffles the *cards* of No Man's Land: of none, nothing, and who knew what lies on top knows it still."""
    pile = ["mute", "clumsy", "fragile"]
    state = table(3, hands=[["night shell"]], trials=pile, success=False, reserve=["snow mask"] * 2)
    state.known_top[1] = known
    state.go_to("settle")
    state.choices, state.asked = {}, {}
    support.settle(state)
    assert state.trials == tuple(pile)
    assert state.known_top[1] == known
    assert state.returned == ()


# The failure check


@pytest.mark.parametrize("threat", [*WEATHERS, *ATTACKS])
def test_ruling_19_traumas_and_phobias_count_for_all(threat: str) -> None:
    """Two cards in No Man's Land and one on a veteran who is in make three, whoever plays."""
    knock = f"{'trauma' if threat in WEATHERS else 'phobia'} {threat}"
    pairs = ATTACKS if threat in WEATHERS else WEATHERS
    one, two = [f"{threat} {other}" if threat in WEATHERS else f"{other} {threat}" for other in pairs[:2]]
    state = table(3, hands=[[two], ["mute"]], land=[one], knocks={2: [knock]})
    assert threats(state)[threat] == 2
    (ended,) = of_kind(do(state, play(two)), MissionEnded)
    assert (ended.success, ended.threats) == (False, (threat,))


def test_ruling_19_three_at_once_name_all_threats() -> None:
    """The card of all six threats can end a mission for more than one reason."""
    six = "night snow rain shell mask whistle"
    state = table(3, hands=[[six], ["mute"]], land=["night shell", "night shell"])
    (ended,) = of_kind(do(state, play(six)), MissionEnded)
    assert ended.threats == ("night", "shell")


def test_ruling_20_a_trauma_that_is_attached_can_fail_the_mission() -> None:
    """The check is after every action, not only after a Threat."""
    state = table(3, hands=[["trauma night", "mute"], ["mask whistle"]], land=["night shell", "night mask"])
    (ended,) = of_kind(do(state, play("trauma night")), MissionEnded)
    assert ended.threats == ("night",)
    assert state.knocks[0] == ("trauma night",)


def test_ruling_20_the_check_waits_for_the_trap() -> None:
    """Merry Christmas from the Trap takes the Trauma away that would have made three."""
    state = table(
        3,
        hands=[["night shell trap", "mute"], ["snow mask"]],
        land=["night mask"],
        trials=["merry christmas"],
        knocks={2: ["trauma night"]},
    )
    events = do(state, play("night shell trap"))
    assert (state.stage, of_kind(events, MissionEnded)) == ("remove", [])
    events = do(state, remove(2, "trauma night"))
    assert (of_kind(events, MissionEnded), state.stage, state.to_act()) == ([], "action", (1,))


def test_ruling_20_the_trap_is_played_though_three_are_there() -> None:
    """The Hard Knock stays on the veteran although the card from the hand already failed the mission."""
    state = table(
        3,
        hands=[["night shell trap"], ["snow mask"]],
        land=["night mask", "night whistle"],
        trials=["wounded"],
    )
    events = do(state, play("night shell trap"))
    assert [(event.card, event.drawn) for event in of_kind(events, Played)] == [
        ("night shell trap", None),
        ("wounded", "trap"),
    ]
    assert (state.knocks[0], len(of_kind(events, MissionEnded))) == (("wounded",), 1)


def test_ruling_21_who_withdraws_counts_no_more() -> None:
    """Its Trauma does not add to what is played afterwards."""
    state = table(3, hands=[[], ["night mask", "mute"], ["clumsy"]], land=["night shell"], knocks={0: ["trauma night"]})
    assert threats(state)["night"] == 2
    leave(state)
    assert threats(state)["night"] == 1
    events = do(state, play("night mask"))
    assert (of_kind(events, MissionEnded), threats(state)["night"]) == ([], 2)


def test_ruling_23_a_hard_knock_acts_from_the_moment_it_is_played() -> None:
    """Fragile keeps the next veteran in, as it has cards."""
    state = table(3, hands=[["fragile", "snow mask"], ["night shell"]])
    do(state, play("fragile"))
    assert state.knocks == [("fragile",), (), ()]
    assert WITHDRAW not in legal(state)


# The limit of four bolts


def test_ruling_24_four_bolts_can_be_healed_by_support() -> None:
    """They are counted only after the Support."""
    knocks = ["wounded", "mute", "clumsy"]
    state = table(
        3,
        knocks={1: knocks},
        hands=[["night shell"]],
        placed={0: "left 1"},
        tiles={0: ["left 1"]},
        withdrawn=[0, 1, 2],
        success=True,
        step="reveal",
    )
    assert (state.stage, state.to_act()) == ("support", (1,))
    healed = state.clone()
    do(healed, remove(1, "wounded"), DONE)
    assert healed.result is None
    do(state, DONE)
    assert state.stage == "over"
    outcome = state.outcome()
    assert outcome is not None
    assert not outcome.won


def test_ruling_24_five_bolts_during_a_mission_are_legal() -> None:
    """The game goes on; even one who has withdrawn loses it at the end of the mission."""
    knocks = ["wounded", "mute", "demoralized"]
    state = table(3, hands=[["selfish"], ["snow mask"]], knocks={0: knocks})
    do(state, play("selfish"))
    assert (state.result, state.stage) == (None, "action")
    do(state, play("snow mask"))
    leave(state)
    leave(state)
    assert state.result is None
    leave(state)
    assert state.stage == "over"


@pytest.mark.parametrize(
    ("knocks", "lost"),
    [
        (["wounded", "mute"], False),
        (["wounded", "mute", "clumsy"], True),
        (["mute", "clumsy", "selfish"], False),
        (["mute", "clumsy", "selfish", "panicked"], True),
    ],
)
def test_rulings_24_and_25_bolts_are_counted(knocks: list[str], lost: bool) -> None:
    """Three are borne, four lose; Wounded has two."""
    state = table(3, knocks={2: knocks}, hands=[["night shell"]], step="judge")
    assert (state.stage == "over") == lost


# What lasts


def test_ruling_38_demoralized_adds_to_the_drop() -> None:
    """Four to seven with four seats, wherever it is attached, also on one who has withdrawn."""
    for cards, drop in [(0, 4), (3, 4), (5, 6), (6, 7), (9, 7)]:
        hand = [
            "night shell",
            "night shell",
            "night shell",
            "snow whistle",
            "snow whistle",
            "snow whistle",
            "rain mask",
            "rain mask",
            "rain mask",
        ][:cards]
        events = _dropped(hand, 4, {3: ["demoralized"]})
        assert events == drop, cards


def _dropped(hand: list[str], seats: int, knocks: dict[int, list[str]] | None = None) -> int:
    state = table(seats, hands=[hand], knocks=knocks, trials=["mute"], withdrawn=range(4), step="judge")
    (event,) = [event.shown for event in state.events if isinstance(event.shown, MoraleDropped)]
    assert isinstance(event, MoraleDropped)
    assert len(state.trials) == 1 + event.cards
    return event.cards


@pytest.mark.parametrize(
    ("seats", "cards", "drop"),
    [
        (4, 0, 3),
        (4, 3, 3),
        (4, 4, 4),
        (4, 6, 6),
        (4, 7, 6),
        (4, 9, 6),
        (2, 2, 3),
        (2, 6, 6),
        (2, 7, 7),
        (2, 9, 7),
    ],
)
def test_ruling_54_the_drop(seats: int, cards: int, drop: int) -> None:
    """The cards in hands, but at least three and at most six, with two players seven."""
    hand = ["night shell"] * 3 + ["snow whistle"] * 3 + ["rain mask"] * 3
    assert _dropped(hand[:cards], seats) == drop


def test_ruling_38_with_two_players() -> None:
    """Up to eight."""
    hand = ["night shell"] * 3 + ["snow whistle"] * 3 + ["rain mask"] * 3
    assert _dropped(hand, 2, {0: ["demoralized"]}) == 8


def test_ruling_39_frenzied_draws_nothing_when_played() -> None:
    """Only at the beginning of the missions after it."""
    state = table(3, hands=[["frenzied"], ["snow mask"]], trials=["night shell"] * 3)
    events = do(state, play("frenzied"))
    assert (of_kind(events, Drew), len(state.trials), state.hands[0]) == ([], 3, ())


def test_ruling_40_hard_knocks_and_charms_last_from_mission_to_mission() -> None:
    """They come off at the end of the chapter, which a single game does not outlive; a used charm stays used."""
    state = table(3, knocks={0: ["trauma night"]}, used=[0], speeches={1: 1}, trials=["mute"])
    for _ in range(3):
        leave(state)
    assert state.stage == "intensity"
    do(state, deal(1))
    assert (state.knocks[0], state.ready[0], state.speeches[1]) == (("trauma night",), False, 1)
    assert state.withdrawn == [False] * 3
    assert threats(state)["night"] == 1
    assert moves_of(state, Speech) != []
