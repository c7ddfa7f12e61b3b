"""Rulings 62 to 68, and 6 where it is about Recruits: how they come, act and go."""

from __future__ import annotations

import pytest

from arena.games import Deal
from arena.games.grizzled import Options, State
from arena.games.grizzled.deck import RECRUITS
from arena.games.grizzled.events import (
    Drew,
    MissionBegan,
    MissionEnded,
    MoraleDropped,
    Played,
    RecruitArrived,
    RecruitLeft,
    RecruitTokens,
    Removed,
    Withdrew,
)
from arena.games.grizzled.moves import WITHDRAW, Clear, Play, deal, pick, play, remove
from arena.games.grizzled.pending import RECRUIT
from tests.games.grizzled.recruits_table import ALL, THREE, its_turn, same_world
from tests.games.grizzled.table import do, leave, legal, new_game, of_kind, table


def whose_turns(state: State, count: int) -> list[int]:
    """The active ones of so many turns, in which all play the first card that they can."""
    turns = []
    for _ in range(count):
        turns.append(state.active)
        do(state, next(move for move in legal(state) if isinstance(move, Play)))
    return turns


# Arrival


def test_rulings_6_and_62_it_comes_after_the_deal_and_the_frenzied() -> None:
    """Its cards are the next of the pile; all see them."""
    state = table(
        3,
        trials=["mute", "clumsy", "selfish", "fragile", "fearful", *THREE, "wounded"],
        knocks={1: ["frenzied"]},
        recruit_deck=["albert", "basile"],
        step="choose_intensity",
    )
    events = do(state, deal(1))
    assert [type(event) for event in events] == [MissionBegan, Drew, Drew, Drew, Drew, RecruitArrived]
    assert events[-1] == RecruitArrived("albert", 2, ("night shell", "rain whistle", "snow mask"), 0)
    assert (state.trials, state.recruit_deck) == (("wounded",), ("basile",))
    for seat in range(3):
        seen = state.view(seat).recruit
        assert seen is not None
        assert [card.card for card in seen.hand] == ["night shell", "rain whistle", "snow mask"]
        assert (seen.tokens, seen.after, seen.inside, seen.acted) == (0, 2, True, False)
    same_world(state)


@pytest.mark.parametrize(("left", "comes"), [(4, True), (3, True), (2, False), (0, False)])
def test_ruling_62_the_pile_must_hold_its_hand(left: int, comes: bool) -> None:
    """What counts is the pile after the deal; who does not come stays on its deck."""
    pile = ["mute", "clumsy", "selfish", *[*THREE, "wounded"][:left]]
    state = table(3, trials=pile, recruit_deck=["albert", "theo"], step="choose_intensity")
    do(state, deal(1))
    assert (state.recruit is not None) == comes
    assert state.recruit_deck == (("theo",) if comes else ("albert", "theo"))
    assert len(state.trials) == left - 3 * comes
    assert len(state.recruit_hand) == 3 * comes


def test_ruling_62_no_second_one() -> None:
    """While there is one no other comes, withdrawn in the last mission or not; and it gets no cards."""
    state = table(
        3,
        trials=["mute", "clumsy", "selfish", *THREE],
        recruit="albert",
        recruit_hand=["wounded"],
        recruit_inside=False,
        recruit_acted=True,
        tokens=2,
        recruit_deck=["basile"],
        step="choose_intensity",
    )
    do(state, deal(1))
    assert (state.recruit, state.recruit_hand, state.recruit_deck) == ("albert", ("wounded",), ("basile",))
    assert (state.recruit_inside, state.recruit_acted, state.tokens) == (True, False, 2)
    assert len(state.trials) == 3


def test_ruling_62_no_one_left() -> None:
    """With an empty deck nobody comes."""
    state = table(3, trials=["mute", "clumsy", "selfish", *THREE], step="choose_intensity")
    do(state, deal(1))
    assert (state.recruit, len(state.trials)) == (None, 3)


def test_ruling_62_only_at_the_start_of_a_mission() -> None:
    """After one has left, the next comes in the next mission, not before."""
    state = its_turn(["night shell"], trials=[*THREE, "mute"], recruit_deck=["basile"], withdrawn=[1, 2, 3])
    do(state, play("night shell"))
    assert (state.recruit, state.active, state.recruit_deck) == (None, 0, ("basile",))
    leave(state)
    assert (state.stage, state.recruit) == ("intensity", None)
    do(state, deal(1))
    assert (state.recruit, state.recruit_after) == ("basile", 0)


@pytest.mark.parametrize("number", [0, 1, 5, 21])
def test_so_many_as_were_asked_for(number: int) -> None:
    """The option says how many different ones are in their deck; the first may have come."""
    state = new_game(Options(recruits=number), 3, Deal("recruits"))
    here = [*state.recruit_deck, *([state.recruit] if state.recruit else [])]
    assert len({*here}) == len(here) == number
    assert {*here} <= RECRUITS.keys()
    assert (state.recruit is not None) == (number > 0)


def test_ruling_6_the_check_comes_after_the_arrival() -> None:
    """The one who is a night itself is the third: the mission fails before a turn, and he gets no token."""
    state = table(
        3,
        trials=["mute", "clumsy", "selfish", *THREE],
        lasting=["endless night"],
        knocks={2: ["trauma night"]},
        recruit_deck=["clement"],
        step="choose_intensity",
    )
    events = do(state, deal(1))
    assert events.index(MissionEnded(False, ("night",))) > events.index(
        RecruitArrived("clement", 2, ("night shell", "snow mask"), 0)
    )
    assert (state.recruit, state.tokens, state.stage) == ("clement", 0, "intensity")


@pytest.mark.parametrize("leader", ALL)
def test_ruling_63_it_sits_to_the_right_of_the_leader(leader: int) -> None:
    """So it is last in its first mission."""
    hands = [["mute", "clumsy"], ["selfish", "fragile"], ["wounded", "listless"], ["absent-minded", "frenzied"]]
    state = table(
        hands=hands,
        leader=leader,
        trials=["snow mask", "rain whistle"],
        recruit_deck=["basile"],
        step="deal_cards",
    )
    assert state.recruit_after == (leader - 1) % 4
    order = [(leader + i) % 4 for i in range(4)]
    assert whose_turns(state, 7) == [*order, RECRUIT, *order[:2]]


def test_ruling_63_it_stays_where_it_is() -> None:
    """In the next mission the leader is another, and the Recruit has its turn between the same two."""
    state = its_turn(["snow mask", "rain whistle"], hands=[["mute"]], withdrawn=ALL)
    do(state, WITHDRAW)
    assert (state.stage, state.leader, state.recruit_after) == ("intensity", 1, 3)
    do(state, deal(1))
    turns = [state.active]
    for _ in range(4):
        do(state, WITHDRAW)
        turns.append(state.active)
    assert turns == [1, 2, 3, RECRUIT, 0]


def test_ruling_63_between_neighbours_who_have_withdrawn() -> None:
    """Whoever is out is left out, before it and after it."""
    hands = [["mute"], ["wounded"], ["clumsy", "selfish"]]
    state = table(hands=hands, recruit="albert", recruit_hand=THREE, withdrawn=[0, 3], active=2, leader=2)
    assert whose_turns(state, 4) == [2, RECRUIT, 1, 2]


# Its turn


def test_ruling_64_the_leader_decides() -> None:
    """To play or to withdraw, and nothing else: no charm, no Speech, no tile, though the leader has them all."""
    state = its_turn(
        ["night shell", "mute"],
        leader=2,
        hands=[[], [], ["rain mask"]],
        land=["rain shell"],
        charms=("night", "snow", "rain", "shell"),
        speeches={2: 2},
        tiles={2: ["left 1"]},
    )
    assert (state.stage, state.to_act()) == ("recruit", (2,))
    assert legal(state) == (play("mute"), play("night shell"), WITHDRAW)
    same_world(state)
    do(state, WITHDRAW)
    assert (state.placed, state.ready[2], state.speeches[2], state.active) == ([None] * 4, True, 2, 0)


def test_ruling_64_even_if_withdrawn() -> None:
    """The leader who is out decides still, and is out still."""
    state = its_turn(THREE, leader=1, withdrawn=[1])
    assert state.to_act() == (1,)
    events = do(state, play("snow mask"))
    assert events == [Played(RECRUIT, "snow mask")]
    assert (state.land, state.withdrawn[1]) == (("snow mask",), True)
    assert state.recruit_hand == ("night shell", "rain whistle")


def test_ruling_64_with_two_players() -> None:
    """The player whose veteran leads decides; she looks at that one's hand."""
    state = its_turn(THREE, seats=2, leader=3, hands=[["mute"], ["clumsy"], ["selfish"], ["wounded"]])
    assert (state.stage, state.to_act(), state.asked) == ("recruit", (1,), {1: 3})
    assert [hand.veteran for hand in state.view(1).hands] == [3]
    assert state.view(0).hands == ()
    same_world(state)
    do(state, play("snow mask"))
    assert (state.active, state.to_act()) == (0, (0,))


def test_ruling_64_the_leader_of_the_moment() -> None:
    """A veteran who has become tyrannical before the Recruit's turn decides it, and gets the Hard Knock."""
    state = table(
        hands=[["mute"], [], [], ["tyrannical", "wounded"]],
        recruit="albert",
        recruit_hand=["clumsy", "snow mask"],
        active=3,
    )
    do(state, play("tyrannical"))
    assert (state.active, state.to_act(), state.leader) == (RECRUIT, (3,), 3)
    same_world(state)
    assert do(state, play("clumsy")) == [Played(RECRUIT, "clumsy", None, 3)]
    assert state.knocks == [(), (), (), ("tyrannical", "clumsy")]


def test_ruling_65_a_hard_knock_goes_to_the_leader() -> None:
    """Not to the Recruit, not to his neighbours."""
    state = its_turn(["mute", "snow mask"], leader=2)
    events = do(state, play("mute"))
    assert (events, state.knocks) == ([Played(RECRUIT, "mute", None, 2)], [(), (), ("mute",), ()])


def test_ruling_65_a_tyrannical_leader() -> None:
    """The leader who gets it stays, and keeps deciding in the next mission."""
    state = its_turn(["tyrannical", "snow mask"], leader=2, withdrawn=[0, 1, 3], trials=["night shell"] * 2)
    do(state, play("tyrannical"))
    assert (state.active, state.leader) == (2, 2)
    leave(state)
    do(state, WITHDRAW)
    assert (state.stage, state.leader, state.speeches) == ("intensity", 2, [0] * 4)


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        (["mute", "snow mask"], (play("snow mask"), WITHDRAW)),
        (["mute", "clumsy"], (WITHDRAW,)),
        (["merry christmas", "snow mask"], (play("snow mask"), WITHDRAW)),
        (["merry christmas"], (WITHDRAW,)),
        (["trauma night"], (WITHDRAW,)),
    ],
)
def test_ruling_65_not_if_the_leader_has_withdrawn(hand: list[str], ways: tuple[object, ...]) -> None:
    """Hard Knocks stay in its hand; if it has nothing else it must withdraw."""
    assert legal(its_turn(hand, withdrawn=[0])) == ways
    assert len(legal(its_turn(hand, withdrawn=[1]))) == len(hand) + 1


def test_ruling_65_its_merry_christmas() -> None:
    """The leader takes a Hard Knock off anybody, and the card is discarded."""
    state = its_turn(["merry christmas", "snow mask"], leader=1, knocks={3: ["wounded"], 1: ["mute"]})
    do(state, play("merry christmas"))
    assert (state.stage, state.to_act()) == ("remove", (1,))
    assert legal(state) == (remove(1, "mute"), remove(3, "wounded"))
    same_world(state)
    do(state, remove(3, "wounded"))
    assert (state.knocks[3], state.discarded, state.active) == ((), ("merry christmas", "wounded"), 0)


def test_ruling_66_a_token_for_each_withdrawal() -> None:
    """Then it is out until the next mission, in which it can get another."""
    state = its_turn(THREE, hands=[["mute"], ["clumsy"]], trials=["fragile", "selfish", "frenzied", "panicked"])
    assert do(state, WITHDRAW) == [Withdrew(RECRUIT, False), RecruitTokens(1)]
    assert (state.tokens, state.recruit_inside, state.recruit_hand) == (1, False, tuple(sorted(THREE)))
    leave(state)
    leave(state)
    leave(state)
    assert state.active == 3  # and not the Recruit after it
    leave(state)
    assert (state.stage, state.tokens) == ("intensity", 1)
    do(state, deal(1))
    for _ in range(3):
        do(state, WITHDRAW)
    assert state.active == RECRUIT
    do(state, WITHDRAW)
    assert state.tokens == 2


@pytest.mark.parametrize(("recruit", "tokens", "then"), [("albert", 4, 5), ("albert", 5, 5), ("noel", 4, 5)])
def test_ruling_66_there_are_five(recruit: str, tokens: int, then: int) -> None:
    """More than there are it cannot get."""
    state = its_turn(THREE, recruit, tokens=tokens)
    do(state, WITHDRAW)
    assert state.tokens == then


def test_ruling_66_no_token_if_the_mission_fails_while_it_is_in() -> None:
    """By its own card or another's; what it had it keeps."""
    two = ["night mask", "night whistle"]
    state = its_turn(["night shell", "snow mask"], land=two, tokens=1, hands=[["mute"]])
    events = do(state, play("night shell"))
    assert (of_kind(events, MissionEnded), of_kind(events, RecruitTokens)) == ([MissionEnded(False, ("night",))], [])
    assert (state.recruit, state.tokens, state.recruit_hand) == ("albert", 1, ("snow mask",))
    state = table(hands=[["night shell", "mute"]], land=two, recruit="albert", recruit_hand=THREE[1:], tokens=1)
    do(state, play("night shell"))
    assert (state.stage, state.tokens) == ("intensity", 1)


# Departure


def test_ruling_67_trap_then_check_then_benefit() -> None:
    """The Trap card fails the mission; even so it leaves, with its tokens, and the leader has the benefit."""
    state = its_turn(
        ["snow mask trap"],
        land=["night shell", "night whistle"],
        trials=["night mask", "mute"],
        tokens=2,
        used=[1, 3],
        leader=2,
        withdrawn=[2],
        hands=[["clumsy"]],
    )
    events = do(state, play("snow mask trap"))
    assert events == [
        Played(RECRUIT, "snow mask trap"),
        Played(RECRUIT, "night mask", "trap"),
        MissionEnded(False, ("night",)),
        RecruitLeft("albert"),
    ]
    assert (state.stage, state.to_act(), legal(state)) == ("benefit", (2,), (pick(1), pick(3)))
    assert (state.recruit, state.tokens, state.recruits_gone) == (None, 0, ("albert",))
    same_world(state)
    events = do(state, pick(3))
    assert of_kind(events, MoraleDropped) == [MoraleDropped(3)]
    assert (state.ready, state.mission, state.stage) == ([True, False, True, True], 3, "intensity")
    same_world(state)


def test_ruling_67_a_last_card_that_makes_three() -> None:
    """Discarding a card as its benefit does not undo the failure: the check comes first."""
    state = its_turn(["night shell"], "noel", land=["night mask", "night whistle"], hands=[["mute"]])
    assert MissionEnded(False, ("night",)) in do(state, play("night shell"))
    assert state.stage == "benefit"
    do(state, Clear("night mask"))
    assert (state.stage, state.success, state.mission) == ("intensity", False, 3)
    assert state.discarded == ("night mask",)
    assert sorted(state.trials[3:]) == ["night shell", "night whistle"]


def test_ruling_67_a_card_is_left() -> None:
    """It stays and there is no benefit."""
    state = its_turn(["night shell", "mute"], used=ALL)
    events = do(state, play("night shell"))
    assert (events, state.stage, state.recruit) == ([Played(RECRUIT, "night shell")], "action", "albert")


def test_ruling_67_withdrawing_with_the_last_card_is_no_departure() -> None:
    """It has not played it."""
    state = its_turn(["night shell"], used=ALL)
    events = do(state, WITHDRAW)
    assert (of_kind(events, RecruitLeft), state.recruit, state.recruit_hand) == ([], "albert", ("night shell",))


@pytest.mark.parametrize("after", ALL)
def test_ruling_67_who_comes_next(after: int) -> None:
    """After it has left, the turn is that of the next in its place; the circle closes without it."""
    hands = [["mute", "clumsy"], ["selfish", "fragile"], ["wounded", "listless"], ["absent-minded", "frenzied"]]
    state = its_turn(["night shell"], "kleber", hands=hands, recruit_after=after)
    order = [(after + 1 + i) % 4 for i in range(4)]
    assert whose_turns(state, 6) == [RECRUIT, *order, order[0]]


def test_ruling_67_its_last_hard_knock() -> None:
    """It is attached to the leader before the benefit, which may take it off again."""
    state = its_turn(["mute"], "basile", leader=3)
    do(state, play("mute"))
    assert (state.stage, state.to_act(), legal(state)) == ("remove", (3,), (remove(3, "mute"),))
    same_world(state)
    assert do(state, remove(3, "mute")) == [Removed(3, "mute")]


def test_ruling_67_its_last_merry_christmas() -> None:
    """The Hard Knock goes before the check and the benefit comes after it: two go in all."""
    state = its_turn(["merry christmas"], "basile", knocks={1: ["mute", "clumsy"]})
    assert of_kind(do(state, play("merry christmas")), RecruitLeft) == []
    same_world(state)
    assert of_kind(do(state, remove(1, "mute")), RecruitLeft) == [RecruitLeft("basile")]
    assert legal(state) == (remove(1, "clumsy"),)
    do(state, remove(1, "clumsy"))
    assert (state.knocks[1], state.active) == ((), 0)
