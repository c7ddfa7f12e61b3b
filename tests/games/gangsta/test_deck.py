"""The cards and the options: what the rulebook counts, and what is printed on the cards of each group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from statistics import mean

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import Deal
from arena.games.gangsta import Options, new
from arena.games.gangsta.deck import CARDS, SKILLS, Heist, chapter_cards, covers, still_missing

FAMILIES = ["bratva", "cartel", "ghetto", "mafia", "triads"]
KINDS = [
    "armoured van",
    "art theft",
    "casino",
    "drug dealer",
    "hack attack",
    "inmate transfer",
    "jewellery",
    "offshore investment",
    "rival gangs",
    "supermarket",
]
SYMBOLS = st.text(SKILLS, max_size=8)


def heists(chapter: int) -> list[Heist]:
    """Those of the rulebook's 90 that belong to a chapter."""
    return [CARDS.heists[card] for card in chapter_cards(chapter, False) if card in CARDS.heists]


def count(chapter: int, reward: Callable[[Heist], object]) -> int:
    """On how many heists of a chapter there is that reward."""
    return sum([bool(reward(heist)) for heist in heists(chapter)])


# What the rulebook counts


def test_the_box() -> None:
    """Page 1 of the rulebook: 5 bosses, 35 gangsters, 90 heists, 12 resources, 8 snitches: 150 cards, each once."""
    ninety = [heist.card for chapter in (1, 2, 3) for heist in heists(chapter)]
    groups = [list(CARDS.bosses), list(CARDS.gangsters), ninety, list(CARDS.resources), list(CARDS.snitches)]
    assert [len(group) for group in groups] == [5, 35, 90, 12, 8]
    assert len({card for group in groups for card in group}) == 150


@pytest.mark.parametrize("chapter", [1, 2, 3])
def test_thirty_heists_in_each_chapter(chapter: int) -> None:
    """Ten kinds of three cards each."""
    kinds = Counter(heist.kind for heist in heists(chapter))
    assert sorted(kinds) == KINDS
    assert set(kinds.values()) == {3}


def test_snitches_of_the_chapters() -> None:
    """None, then three, then five, as chapter III says; section 1 has the Informants that they ask for."""
    found = {
        chapter: sorted([CARDS.snitches[card].informants for card in chapter_cards(chapter, True) if "snitch" in card])
        for chapter in (1, 2, 3)
    }
    assert found == {1: [], 2: [2, 3, 4], 3: [3, 3, 3, 4, 4]}


def test_extra_heists_are_apart() -> None:
    """Three more of chapter 2, out by default, beside all others when they are asked for."""
    assert frozenset({"casino 2d", "art theft 2d", "rival gangs 2d"}) == CARDS.extra
    assert not Options().extra_heists
    for chapter in (1, 2, 3):
        without, with_them = chapter_cards(chapter, False), chapter_cards(chapter, True)
        assert set(with_them) - set(without) == (CARDS.extra if chapter == 2 else set())
        assert set(without) <= set(with_them)
    assert [len(chapter_cards(chapter, True)) for chapter in (1, 2, 3)] == [30, 36, 35]


# What is printed: section 1 of the facts


def test_bosses() -> None:
    """All Leaders with one of the other skills each; 8 dollars or, for Ghetto and Triads, 6; named by the family."""
    assert {boss.family: boss.skills for boss in CARDS.bosses.values()} == {
        "bratva": "LS",
        "cartel": "LB",
        "ghetto": "LM",
        "mafia": "LH",
        "triads": "LI",
    }
    assert {boss.family: boss.dollars for boss in CARDS.bosses.values()} == {
        "bratva": 8,
        "cartel": 8,
        "ghetto": 6,
        "mafia": 8,
        "triads": 6,
    }
    assert [boss.card for boss in CARDS.bosses.values()] == [f"{family} boss" for family in FAMILIES]


def test_gangsters() -> None:
    """Seven of each family; costs, numbers of skills and influence are distributed as on the cards."""
    gangsters = CARDS.gangsters.values()
    assert Counter(one.family for one in gangsters) == dict.fromkeys(FAMILIES, 7)
    costs = [one.cost for one in gangsters]
    assert Counter(costs) == {2: 3, 3: 2, 4: 12, 5: 5, 6: 9, 7: 3, 8: 1}
    assert sum(costs) == 168
    assert Counter(len(one.skills) for one in gangsters) == {1: 6, 2: 23, 3: 6}
    assert Counter(one.influence for one in gangsters) == {1: 14, 2: 16, 3: 5}
    assert {name: f"{one.family} {name[-1]}" for name, one in CARDS.gangsters.items()} == {
        n: n for n in CARDS.gangsters
    }


def test_symbols_of_the_gangsters() -> None:
    """70 in all, Mercenaries most; nobody is a Leader twice."""
    symbols = Counter("".join([one.skills for one in CARDS.gangsters.values()]))
    assert symbols == {"M": 17, "S": 11, "B": 11, "H": 11, "L": 10, "I": 10}
    assert max(one.skills.count("L") for one in CARDS.gangsters.values()) == 1


@pytest.mark.parametrize(
    ("chapter", "needs", "average", "dollars", "influence"),
    [(1, (1, 3), 2.0, (0, 6), (0, 2)), (2, (3, 5), 3.4, (0, 4), (0, 3)), (3, (3, 6), 4.3, (0, 6), (0, 4))],
)
def test_ranges_of_a_chapters_heists(
    chapter: int, needs: tuple[int, int], average: float, dollars: tuple[int, int], influence: tuple[int, int]
) -> None:
    """Least and most needed skills, dollars and influence; the mean number of needed skills."""
    found = heists(chapter)
    lengths = [len(heist.need) for heist in found]
    assert (min(lengths), max(lengths)) == needs
    assert round(mean(lengths), 1) == average
    assert (min(heist.dollars for heist in found), max(heist.dollars for heist in found)) == dollars
    assert (min(heist.influence for heist in found), max(heist.influence for heist in found)) == influence


REWARDS: list[tuple[str, Callable[[Heist], object], tuple[int, int, int]]] = [
    ("cooperative", lambda heist: heist.cooperation, (0, 6, 8)),
    ("recruitment", lambda heist: heist.recruit, (3, 3, 3)),
    ("learning", lambda heist: heist.learn, (3, 3, 0)),
    ("theft", lambda heist: heist.theft, (0, 4, 4)),
    ("play again", lambda heist: heist.play_again, (0, 3, 3)),
    ("diversion", lambda heist: heist.diversion, (0, 2, 2)),
    ("assassination", lambda heist: heist.assassination, (0, 0, 2)),
    ("rally", lambda heist: heist.rally, (0, 0, 3)),
]


@pytest.mark.parametrize(("reward", "expected"), [row[1:] for row in REWARDS], ids=[row[0] for row in REWARDS])
def test_number_of_each_reward(reward: Callable[[Heist], object], expected: tuple[int, int, int]) -> None:
    """In chapters 1, 2 and 3."""
    assert tuple([count(chapter, reward) for chapter in (1, 2, 3)]) == expected


def test_learnings() -> None:
    """Six in the game, one for each skill; none has influence, none is cooperative."""
    learnings = {
        chapter: sorted([heist.learn for heist in heists(chapter) if heist.learn is not None]) for chapter in (1, 2, 3)
    }
    assert learnings == {1: ["I", "L", "M"], 2: ["B", "H", "S"], 3: []}
    cards = [heist for heist in CARDS.heists.values() if heist.learn]
    assert sorted([heist.learn for heist in cards if heist.learn]) == sorted(SKILLS)
    assert not any(heist.influence or heist.cooperation for heist in cards)


def test_cooperation_pays_two_to_four_dollars() -> None:
    """Of the extra three, one is cooperative too."""
    assert {heist.cooperation for heist in CARDS.heists.values() if heist.cooperation} == {2, 3, 4}
    assert sum([CARDS.heists[card].cooperation > 0 for card in CARDS.extra]) == 1


def test_the_card_on_which_the_tables_differ() -> None:
    """The drug dealer of chapter 3 that needs I, S, B and H prints 3 dollars of cooperation."""
    (dealer,) = [heist for heist in heists(3) if heist.kind == "drug dealer" and sorted(heist.need) == sorted("ISBH")]
    assert (dealer.card, dealer.cooperation) == ("drug dealer 3c", 3)


def test_ruling_10_two_heists_have_two_effects() -> None:
    """A theft and another turn; a theft and a rally."""
    effects = [reward for name, reward, _ in REWARDS if name != "cooperative"]
    double = [heist for heist in CARDS.heists.values() if sum([bool(effect(heist)) for effect in effects]) > 1]
    assert [(heist.card, heist.theft, heist.play_again, heist.rally) for heist in double] == [
        ("hack attack 2c", 1, True, False),
        ("art theft 3b", 3, False, True),
    ]


def test_everything_is_written_in_the_six_skills() -> None:
    """Needs, skills and learnings."""
    texts = [boss.skills for boss in CARDS.bosses.values()] + [one.skills for one in CARDS.gangsters.values()]
    texts += [heist.need for heist in CARDS.heists.values()] + [card.need for card in CARDS.resources.values()]
    assert set("".join(texts)) == set(SKILLS)
    assert all(texts)


def test_resources() -> None:
    """Twelve; 2 to 5 influence, but the media print an X, which is nothing fixed."""
    influence = {resource.card: resource.influence for resource in CARDS.resources.values()}
    assert influence.pop("media") == 0
    assert (min(influence.values()), max(influence.values())) == (2, 5)


# Counting symbols


@given(SYMBOLS, SYMBOLS)
def test_what_is_missing_is_what_is_not_supplied(need: str, skills: str) -> None:
    """Symbol by symbol; surplus ones count for nothing, and nothing is missing exactly if all is covered."""
    missing = still_missing(need, skills)
    assert Counter(missing) == Counter(need) - Counter(skills)
    assert covers(skills, need) == (not missing)


def test_two_of_a_skill_are_needed_twice() -> None:
    """A gangster with one Brawler leaves the other of two missing."""
    assert still_missing("LBB", "MB") == "LB"
    assert not covers("LBM", "LBB")
    assert covers("BLB", "LBB")


# Options


def test_options_survive_the_wire() -> None:
    """As JSON, whatever they are."""
    options = Options(families=True, resources=True, extra_heists=True, first=None, turn_limit=7)
    assert msgspec.json.decode(msgspec.json.encode(options), type=Options) == options


def test_all_variants_are_off_by_default() -> None:
    """The rulebook's game, with a limit that is far away."""
    assert Options() == Options(
        families=False,
        resources=False,
        extra_heists=False,
        pass_pays_two=False,
        starting_money=False,
        first=0,
        turn_limit=400,
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"first": -1}, "first: a seat is numbered from 0, not -1"),
        ({"turn_limit": 0}, "turn_limit: at least 1 turn must be allowed, not 0"),
        ({"familys": True}, "familys"),
        ({"families": "yes"}, r"bool.*\$\.families"),
        ({"turn_limit": 2.5}, r"int.*\$\.turn_limit"),
    ],
)
def test_wrong_options(wrong: dict[str, object], message: str) -> None:
    """Raise ValueError and name what is wrong."""
    with pytest.raises(ValueError, match=message):
        msgspec.convert(wrong, Options)


def test_wrong_first_seats_and_numbers_of_seats() -> None:
    """Raise ValueError when the game begins (ruling 1: 2 to 4 players)."""
    with pytest.raises(ValueError, match="no seat 3 at a table of 3"):
        new(Options(first=3), 3, Deal("a"))
    for seats in (0, 1, 5):
        with pytest.raises(ValueError, match=f"2, 3 or 4 seats, not {seats}"):
            new(Options(), seats, Deal("a"))
