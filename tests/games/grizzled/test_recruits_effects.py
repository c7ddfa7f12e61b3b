"""The 21 Recruits, card by card: what each is and does, and until when."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled.deck import ATTACKS, RECRUITS, THREATS, WEATHERS
from arena.games.grizzled.events import (
    MissionEnded,
    Played,
    RecruitArrived,
    RecruitDrew,
    RecruitTokens,
    TrapStopped,
)
from arena.games.grizzled.moves import (
    WITHDRAW,
    Charm,
    Play,
    Speech,
    Withdraw,
    charm,
    deal,
    pick,
    play,
    remove,
    shed,
    use,
)
from arena.games.grizzled.no_mans_land import luck, threats
from arena.games.grizzled.pending import RECRUIT
from tests.games.grizzled.recruits_table import ALL, THREE, its_turn, same_world, thanks_to
from tests.games.grizzled.table import do, leave, legal, may_leave, moves_of, of_kind, table

CARDS = {  # cards, Morale tokens, the threat that it is
    "albert": (3, 0, None),
    "basile": (2, 1, None),
    "clement": (2, 0, "night"),
    "denis": (2, 0, "snow"),
    "emile": (2, 0, "rain"),
    "fernand": (2, 0, "shell"),
    "georges": (2, 0, "mask"),
    "henri": (2, 0, "whistle"),
    "isidore": (3, 0, None),
    "jules": (3, 0, None),
    "kleber": (4, 0, None),
    "leon": (3, 1, None),
    "marcel": (3, 1, None),
    "noel": (2, 0, None),
    "octave": (3, 0, None),
    "paul": (2, 0, None),
    "quentin": (3, 0, None),
    "raoul": (3, 0, None),
    "sylvain": (4, 1, None),
    "theo": (2, 2, None),
    "urbain": (3, 0, None),
}


# What it is


def test_the_cards() -> None:
    """There are these 21 and no others."""
    assert RECRUITS.keys() == CARDS.keys()


@pytest.mark.parametrize("recruit", CARDS)
def test_how_it_arrives(recruit: str) -> None:
    """With its cards, its tokens, and its threat if it is one."""
    cards, tokens, threat = CARDS[recruit]
    pile = [*THREE, "mute", "clumsy"]
    state = table(3, trials=pile, recruit_deck=[recruit], step="deal_cards")
    (event,) = of_kind([event.shown for event in state.events], RecruitArrived)
    assert event == RecruitArrived(recruit, 2, tuple(sorted(pile[:cards])), tokens)
    assert (state.tokens, len(state.trials)) == (tokens, 5 - cards)
    assert [one for one in THREATS if threats(state)[one]] == [threat] * (threat is not None)
    same_world(state)
    short = table(3, trials=pile[: cards - 1], recruit_deck=[recruit], step="deal_cards")
    assert short.recruit is None


BEING = [(name, threat) for name, (_, _, threat) in CARDS.items() if threat]


@pytest.mark.parametrize(("recruit", "threat"), BEING)
def test_ruling_19_it_is_a_threat(recruit: str, threat: str) -> None:
    """It makes the third of a kind; another Recruit does not."""
    others = (
        [f"{threat} {attack}" for attack in ATTACKS] if threat in WEATHERS else [f"{one} {threat}" for one in WEATHERS]
    )
    hands = [[others[0], "mute"]]
    for name, fails in ((recruit, True), ("theo", False)):
        state = table(hands=hands, land=[others[1]], recruit=name, recruit_hand=["rain luck"])
        ended = of_kind(do(state, play(others[0])), MissionEnded)
        assert ended == ([MissionEnded(False, (threat,))] if fails else [])


@pytest.mark.parametrize(("recruit", "threat"), BEING)
def test_it_is_a_threat_no_more(recruit: str, threat: str) -> None:
    """When it has withdrawn, and when it has left; in the next mission it is one again."""
    state = its_turn(["mute", "clumsy"], recruit, hands=[["selfish"]], withdrawn=[1, 2, 3])
    assert threats(state)[threat] == 1
    do(state, WITHDRAW)
    assert threats(state)[threat] == 0
    leave(state)
    do(state, deal(1))
    assert threats(state)[threat] == 1
    assert threats(thanks_to(recruit, "mute", used=[1]))[threat] == 0


def test_its_threat_is_no_card() -> None:
    """No charm discards it, and it is seen by the fearful (rulings 12 and 33)."""
    state = table(hands=[["mute"]], recruit="clement", recruit_hand=THREE[1:], land=["night mask"])
    assert moves_of(state, Charm) == [charm("night mask")]
    fearful: dict[str, Any] = {"hands": [["mute"]], "land": ["night mask"], "knocks": {0: ["fearful"]}}
    assert may_leave(table(**fearful, recruit="clement", recruit_hand=THREE[1:])) is True
    assert may_leave(table(**fearful, recruit="denis", recruit_hand=THREE[2:])) is None


def test_an_order_can_leave_out_its_threat() -> None:
    """The check does, so the third night of the Recruit fails nothing."""
    state = table(
        hands=[["night shell"]],
        land=["night mask"],
        order="moonlit ground",
        recruit="clement",
        recruit_hand=["snow whistle"],
    )
    assert of_kind(do(state, play("night shell")), MissionEnded) == []
    assert threats(state)["night"] == 3


# What it does


@pytest.mark.parametrize(
    ("land", "more", "leaves"),
    [
        (["night shell", "night mask"], {}, True),
        (["night shell"], {}, False),
        ([], {}, False),
        (["night shell"], {"knocks": {1: ["trauma night"]}}, True),
        (["night shell"], {"knocks": {1: ["trauma night"]}, "withdrawn": [1]}, False),
        (["night shell"], {"lasting": ["endless night"]}, True),
        (["night shell", "night mask"], {"order": "moonlit ground"}, True),
    ],
)
def test_isidore(land: list[str], more: dict[str, Any], leaves: bool) -> None:
    """On its turn any threat that is active twice drives it out; ruling 22 has fear see what the check leaves out."""
    state = its_turn(["snow whistle", "mute"], "isidore", land=land, **more)
    ways = (play("mute"), play("snow whistle"), WITHDRAW)
    assert legal(state) == ((WITHDRAW,) if leaves else ways)
    other = its_turn(["snow whistle", "mute"], "albert", land=land, **more)
    assert legal(other) == ways


def test_isidore_at_its_next_turn() -> None:
    """What it makes two of itself drives it out one turn later; when they are one again it may stay."""
    state = its_turn(["night shell", "mute"], "isidore", land=["night mask"], withdrawn=[1, 2, 3])
    do(state, play("night shell"))
    stays = state.clone()
    leave(state)
    assert legal(state) == (WITHDRAW,)
    do(stays, charm("night mask"))
    assert legal(stays) == (play("mute"), WITHDRAW)


@pytest.mark.parametrize(
    ("hand", "withdrawn", "ways"),
    [
        (["mute", "night shell", "snow mask"], [], (play("mute"), play("night shell"), play("snow mask"))),
        (["night shell", "night shell"], [], (play("night shell"),)),
        (["night shell"], [], (play("night shell"), WITHDRAW)),
        (["mute"], [0], (WITHDRAW,)),
        (["mute", "clumsy"], [0], (WITHDRAW,)),
        (["mute", "night shell"], [0], (play("night shell"),)),
        (["mute", "night shell"], [0, 1, 2, 3], (play("night shell"),)),
    ],
)
def test_jules(hand: list[str], withdrawn: list[int], ways: tuple[object, ...]) -> None:
    """It may not withdraw with two or more cards, unless it cannot do anything else (ruling 65)."""
    assert legal(its_turn(hand, "jules", withdrawn=withdrawn)) == ways
    assert WITHDRAW in legal(its_turn(hand, "albert", withdrawn=withdrawn))


def test_leon() -> None:
    """No charm while it is in the mission; afterwards, withdrawn or gone, they can be used again."""
    more: dict[str, Any] = {"land": ["night shell"], "hands": [["mute"]]}
    assert moves_of(table(recruit="leon", recruit_hand=THREE, **more), Charm) == []
    assert moves_of(table(recruit="albert", recruit_hand=THREE, **more), Charm) == [charm("night shell")]
    out = table(recruit="leon", recruit_hand=THREE, recruit_inside=False, **more)
    assert moves_of(out, Charm) == [charm("night shell")]
    assert moves_of(thanks_to("leon", **more), Charm) == [charm("night shell")]


def test_marcel() -> None:
    """No Speech while it is in the mission; afterwards, withdrawn or gone, they can be given again."""
    more: dict[str, Any] = {"speeches": {0: 1}, "hands": [["mute"]]}
    assert moves_of(table(recruit="marcel", recruit_hand=THREE, **more), Speech) == []
    assert len(moves_of(table(recruit="albert", recruit_hand=THREE, **more), Speech)) == 6
    assert len(moves_of(table(recruit="marcel", recruit_hand=THREE, recruit_inside=False, **more), Speech)) == 6
    assert len(moves_of(thanks_to("marcel", **more), Speech)) == 6


@pytest.mark.parametrize(("recruit", "tokens"), [("noel", 2), ("albert", 1)])
def test_noel(recruit: str, tokens: int) -> None:
    """Two Morale tokens when it withdraws; none when the mission fails with it inside."""
    state = its_turn(THREE[:2], recruit)
    assert RecruitTokens(tokens) in do(state, WITHDRAW)
    failed = its_turn(["night shell", "mute"], recruit, land=["night mask", "night whistle"], hands=[["clumsy"]])
    do(failed, play("night shell"))
    assert (failed.mission, failed.tokens) == (3, 0)


@pytest.mark.parametrize(
    ("veteran", "card", "more"),
    [
        (0, "mute", {}),
        (2, "mute", {"leader": 1}),
        (1, "night shell trap", {"trials": ["mute"]}),
        (RECRUIT, "mute", {}),
        (RECRUIT, "night shell trap", {"trials": ["mute"], "withdrawn": [0]}),
    ],
)
def test_octave(veteran: int, card: str, more: dict[str, Any]) -> None:
    """A Morale token for each Hard Knock that is attached, whoever plays it and from wherever; another gets none."""
    for recruit, tokens in (("octave", 2), ("albert", 1)):
        hands = [[card] if one == veteran else [] for one in ALL]
        own = [card] if veteran == RECRUIT else []
        state = table(recruit=recruit, recruit_hand=[*own, "snow mask"], tokens=1, hands=hands, active=veteran, **more)
        do(state, play(card))
        assert state.tokens == tokens


def test_octave_by_clumsiness() -> None:
    """Attached to a veteran who is out, it counts as well."""
    state = table(knocks={0: ["clumsy"]}, trials=["mute"], recruit="octave", recruit_hand=THREE)
    assert RecruitTokens(1) in leave(state)


def test_octave_gets_none() -> None:
    """For a Threat, for Merry Christmas, for a Hard Knock that was turned away."""
    more: dict[str, Any] = {"recruit": "octave", "recruit_hand": THREE, "knocks": {1: ["clumsy"]}}
    threat = table(hands=[["night mask"]], **more)
    do(threat, play("night mask"))
    christmas = table(hands=[["merry christmas"]], **more)
    do(christmas, play("merry christmas"), remove(1, "clumsy"))
    shave = table(hands=[["mute"]], helping={0: ["close shave"]}, **more)
    do(shave, play("mute"), use("close shave"))
    assert [state.tokens for state in (threat, christmas, shave)] == [0, 0, 0]


def test_octave_has_five_at_most() -> None:
    """There are no more tokens (ruling 66)."""
    state = table(hands=[["mute"]], recruit="octave", recruit_hand=THREE, tokens=5)
    do(state, play("mute"))
    assert state.tokens == 5


def test_octave_when_it_has_withdrawn() -> None:
    """Its card does not say "while in the mission" as others do, and what a Recruit does applies as long as it is in
    play (p.11): until it leaves, as in rulings 53 and 62."""
    state = table(hands=[["mute"]], recruit="octave", recruit_hand=THREE, recruit_inside=False, tokens=1)
    do(state, play("mute"))
    assert state.tokens == 2


@pytest.mark.parametrize("inside", [True, False])
def test_paul(inside: bool) -> None:
    """One Trial card more at the start of each mission in which it was in play before, after the deal, for all to see;
    others get none."""
    pile = ["mute", "clumsy", "selfish", "night shell", "fragile"]
    more: dict[str, Any] = {"trials": pile, "recruit_hand": ["snow mask"], "recruit_inside": inside}
    state = table(3, recruit="paul", step="choose_intensity", **more)
    events = do(state, deal(1))
    assert events[-1] == RecruitDrew("night shell")
    assert (state.recruit_hand, state.trials) == (("night shell", "snow mask"), ("fragile",))
    same_world(state)
    other = table(3, recruit="theo", step="choose_intensity", **more)
    do(other, deal(1))
    assert (other.recruit_hand, len(other.trials)) == (("snow mask",), 2)


def test_paul_arrives_with_two_and_draws_from_an_empty_pile() -> None:
    """None more in its first mission, and none if there is none."""
    state = table(3, trials=[*THREE, "mute"], recruit_deck=["paul"], step="deal_cards")
    assert (len(state.recruit_hand), len(state.trials)) == (2, 2)
    state = table(3, recruit="paul", recruit_hand=["mute"], step="deal_cards")
    assert state.recruit_hand == ("mute",)


@pytest.mark.parametrize("recruit", ["quentin", "albert"])
def test_quentin(recruit: str) -> None:
    """Luck does not stop its Traps and is not used up; it stops others' still."""
    state = its_turn(
        ["night shell trap", "mute"],
        recruit,
        hands=[["snow mask trap"]],
        land=["rain luck"],
        trials=["clumsy", "selfish"],
    )
    events = do(state, play("night shell trap"))
    unlucky = recruit == "quentin"
    assert (events[1] == TrapStopped(RECRUIT, "rain luck")) is not unlucky
    assert (events[1] == Played(RECRUIT, "clumsy", "trap", 0)) is unlucky
    assert luck(state) == ("rain luck",) * unlucky
    assert (TrapStopped(0, "rain luck") in do(state, play("snow mask trap"))) is unlucky


@pytest.mark.parametrize(
    ("recruit", "hand", "acted", "leaves"),
    [
        ("raoul", ["mute"], False, False),
        ("raoul", ["mute"], True, None),
        ("raoul", [], False, None),
        ("albert", ["mute"], False, None),
    ],
)
def test_raoul(recruit: str, hand: list[str], acted: bool, leaves: bool | None) -> None:
    """Until it has acted in the mission, who has cards stays; without cards one may always go (ruling 10)."""
    state = table(hands=[hand], recruit=recruit, recruit_hand=THREE, recruit_acted=acted, speeches={0: 1})
    assert may_leave(state) is leaves


@pytest.mark.parametrize("move", [play("snow mask"), WITHDRAW])
def test_raoul_acts(move: Play | Withdraw) -> None:
    """A card or its withdrawal sets all free; in the next mission they wait again."""
    state = its_turn(["snow mask", "mute"], "raoul", hands=[["clumsy"]], withdrawn=[1, 2, 3])
    do(state, move)
    assert may_leave(state) is None
    leave(state)
    if state.stage == "recruit":
        do(state, WITHDRAW)
    do(state, deal(1))
    assert (state.mission, state.recruit_inside, state.recruit_acted) == (3, True, False)
    assert [state.active, may_leave(state)] == [1, False]


def test_raoul_gone() -> None:
    """When it has left nobody waits, though its benefit was asked for in between."""
    state = its_turn(["snow mask"], "raoul", hands=[["clumsy", "mute"]])
    do(state, play("snow mask"), pick(0), shed("clumsy"))
    assert may_leave(state) is None


@pytest.mark.parametrize(("after", "to"), [(3, 0), (0, 1), (2, 3)])
def test_urbain(after: int, to: int) -> None:
    """Its Hard Knocks go to the veteran on its left, not to the leader, as long as that one is in the mission."""
    state = its_turn(["mute", "snow mask"], "urbain", leader=2, recruit_after=after)
    assert state.to_act() == (2,)
    assert do(state, play("mute")) == [Played(RECRUIT, "mute", None, to)]
    assert [bool(knocks) for knocks in state.knocks] == [one == to for one in ALL]
    for withdrawn, possible in (([2], True), ([to], False)):
        other = its_turn(["mute", "snow mask"], "urbain", leader=2, recruit_after=after, withdrawn=withdrawn)
        assert (play("mute") in legal(other)) == possible


def test_urbain_and_its_trap() -> None:
    """The one on its left gets it, even if withdrawn (ruling 41)."""
    more: dict[str, Any] = {"leader": 2, "recruit_after": 0, "trials": ["wounded"], "withdrawn": [1]}
    state = its_turn(["night shell trap", "mute"], "urbain", **more)
    do(state, play("night shell trap"))
    assert state.knocks == [(), ("wounded",), (), ()]


def test_urbain_and_a_tyrant() -> None:
    """The veteran on its left becomes leader at once (ruling 37), and has the benefit."""
    state = its_turn(["tyrannical"], "urbain", leader=2, recruit_after=0, knocks={3: ["mute"]})
    do(state, play("tyrannical"))
    assert (state.leader, state.stage, state.to_act()) == (1, "remove", (1,))
    assert legal(state) == (remove(1, "tyrannical"), remove(3, "mute"))


def test_urbain_and_merry_christmas() -> None:
    """The leader decides for a Recruit, whoever its Hard Knocks go to (p.12, ruling 64); the card goes to nobody."""
    state = its_turn(["merry christmas", "mute"], "urbain", leader=2, recruit_after=0, knocks={3: ["clumsy"]})
    assert do(state, play("merry christmas")) == [Played(RECRUIT, "merry christmas")]
    assert (state.to_act(), legal(state)) == ((2,), (remove(3, "clumsy"),))
