"""Ruling 29, the variant of the families: cheaper recruits during the game, majorities at its end."""

from __future__ import annotations

import pytest

from arena.games.gangsta import Options, scoring
from arena.games.gangsta.events import GameOver, Recruited
from arena.games.gangsta.moves import Activate, Perform, Recruit
from tests.games.gangsta.table import do, gang, legal, of_kind, table

FAMILIES = Options(families=True)
BOTH = Options(families=True, resources=True)


# The discount


@pytest.mark.parametrize(
    ("recruit", "printed", "paid"), [("mafia 1", 3, 2), ("mafia 7", 6, 5), ("cartel 2", 3, 3), ("bratva 7", 8, 8)]
)
def test_ruling_29_one_dollar_off_in_the_family_of_the_own_boss(recruit: str, printed: int, paid: int) -> None:
    """Others cost what they cost, and without the variant all do."""
    for options, price in ((FAMILIES, paid), (Options(), printed)):
        state = table(["mafia boss"], ["bratva boss"], reserve=[recruit], options=options)
        (event,) = of_kind(do(state, Recruit(recruit)), Recruited)
        assert (event.paid, state.dollars[0]) == (price, 10 - price)


def test_ruling_29_the_family_is_that_of_the_boss_not_of_the_gang() -> None:
    """A mafia boss with a gang of triads has no discount on triads, nor has anybody else's boss a say."""
    state = table(["mafia boss", "triads 1"], ["triads boss"], reserve=["triads 2"], options=FAMILIES)
    (event,) = of_kind(do(state, Recruit("triads 2")), Recruited)
    assert event.paid == 4


def test_ruling_29_each_recruitment() -> None:
    """Not only the first: the second one of the family is a dollar cheaper, too, and so it is for each player."""
    state = table(
        ["mafia boss"], ["bratva boss"], reserve=["mafia 1", "mafia 2", "bratva 1", "bratva 2"], options=FAMILIES
    )
    moves = [Recruit("mafia 1"), Recruit("bratva 1"), Recruit("mafia 2"), Recruit("bratva 2")]
    assert [event.paid for event in of_kind(do(state, *moves), Recruited)] == [2, 3, 3, 3]


@pytest.mark.parametrize(("dollars", "can"), [(1, False), (2, True)])
def test_ruling_29_the_lower_price_must_be_there(dollars: int, can: bool) -> None:
    """2 dollars buy what is printed 3."""
    state = table(
        ["mafia boss"],
        ["bratva boss"],
        dollars=[dollars, 0],
        reserve=["mafia 1"],
        heists=["hack attack 1b"],
        options=FAMILIES,
    )
    assert (Recruit("mafia 1") in legal(state)) is can


@pytest.mark.parametrize(("recruit", "paid"), [("mafia 2", 3), ("cartel 2", 3), ("triads 4", 4)])
def test_ruling_29_for_fast_recruitment(recruit: str, paid: int) -> None:
    """The reward of a heist is paid like any recruitment: a dollar less in the family (4, 3 and 4 are printed)."""
    state = table(
        ["mafia boss", "mafia 1"],
        ["bratva boss"],
        dollars=[2, 0],
        heists=["inmate transfer 1a"],
        reserve=[recruit],
        options=FAMILIES,
    )
    events = do(state, Perform("inmate transfer 1a"), Activate("mafia boss"), Recruit(recruit))
    (event,) = of_kind(events, Recruited)
    assert (event.paid, state.dollars[0]) == (paid, 2 + 2 - paid)


@pytest.mark.parametrize(
    ("top", "options", "paid"),
    [
        ("mafia 5", BOTH, 4),
        ("mafia 5", Options(resources=True), 5),
        ("bratva 6", BOTH, 6),
        ("ghetto 1", BOTH, 2),
    ],
)
def test_rulings_29_and_39_the_informer_network_on_top(top: str, options: Options, paid: int) -> None:
    """One dollar for the family and one more for the network, both only in the family of the boss."""
    state = table(
        ["mafia boss"],
        ["bratva boss"],
        gangster_pile=[top],
        active_resources={0: "informer network"},
        options=options,
    )
    (event,) = of_kind(do(state, Recruit(top)), Recruited)
    assert (event.paid, event.from_pile) == (paid, True)


def test_rulings_29_and_39_both_discounts_for_fast_recruitment() -> None:
    """The top of the pile can be recruited fast for 2 dollars less than printed, one of the reserve for 1 less."""
    for recruit, paid in (("mafia 2", 2), ("mafia 3", 3)):
        state = table(
            ["mafia boss", "mafia 1"],
            ["bratva boss"],
            heists=["inmate transfer 1a"],
            reserve=["mafia 3"],
            gangster_pile=["mafia 2"],
            active_resources={0: "informer network"},
            options=BOTH,
        )
        events = do(state, Perform("inmate transfer 1a"), Activate("mafia boss"), Recruit(recruit))
        assert [event.paid for event in of_kind(events, Recruited)] == [paid]


def test_rulings_29_and_39_a_gangster_may_be_free() -> None:
    """The cheapest cost 2; with both discounts nothing is left to pay, and nothing is needed."""
    state = table(
        ["cartel boss"],
        ["bratva boss"],
        dollars=[0, 0],
        gangster_pile=["cartel 1"],
        active_resources={0: "informer network"},
        options=BOTH,
    )
    (event,) = of_kind(do(state, Recruit("cartel 1")), Recruited)
    assert (event.paid, state.dollars[0]) == (0, 0)


# The end


def counted(*gangs: list[str], options: Options = FAMILIES) -> list[int]:
    """The bonuses of the majorities for these gangs."""
    return [score.majorities for score in scoring.count(table(*gangs, options=options))]


def test_ruling_29_two_for_a_sole_majority_one_for_each_that_ties() -> None:
    """Mafia: seat 0 alone has most (2). Bratva: seats 0 and 1 tie (1 each). Cartel, triads: seat 2. Ghetto: nobody."""
    gangs = (
        ["mafia boss", "mafia 1", "bratva 1"],
        ["bratva boss", "cartel 1"],
        ["triads boss", "cartel 2", "cartel 3"],
    )
    assert counted(*gangs) == [2 + 1, 1, 2 + 2]


def test_ruling_29_bosses_count_for_their_family() -> None:
    """Each boss alone is the sole majority of its family; a boss makes a tie against one gangster."""
    assert counted(["mafia boss"], ["bratva boss"]) == [2, 2]
    assert counted(["mafia boss"], ["bratva boss", "mafia 1"]) == [1, 2 + 1]


def test_ruling_29_nobody_gets_anything_for_a_family_that_nobody_has() -> None:
    """Two families on the table give 4 in all, not a point to each player for the other three."""
    assert sum(counted(["mafia boss"], ["bratva boss"], ["bratva boss"], ["mafia boss"])) == 4


def test_ruling_29_a_tie_of_all() -> None:
    """Cartel: one each."""
    gangs = (["mafia boss", "cartel 1"], ["bratva boss", "cartel 2"], ["triads boss", "cartel 3"])
    assert counted(*gangs) == [3, 3, 3]


def test_ruling_29_the_second_most_gets_nothing() -> None:
    """Three of the cartel against two and one."""
    gangs = (
        ["mafia boss", "cartel 1"],
        ["bratva boss", "cartel 2", "cartel 3"],
        ["cartel boss", "cartel 4", "cartel 5"],
    )
    assert counted(*gangs) == [2, 2, 2]


def test_ruling_29_no_bonus_for_the_largest_gang_that_for_money_stays() -> None:
    """Seat 0 has the largest gang and seat 1 the most money."""
    gangs = (["mafia boss", "cartel 1", "ghetto 1"], ["bratva boss", "cartel 2"])
    for options, majorities in ((FAMILIES, [2 + 1 + 2, 2 + 1]), (Options(), [2, 0])):
        scores = scoring.count(table(*gangs, dollars=[13, 14], options=options))
        assert [score.majorities for score in scores] == majorities
        assert [score.money for score in scores] == [0, 2]


def test_rulings_29_and_34_who_lies_in_hospital_is_outside_the_gang() -> None:
    """It does not count for its family."""
    state = table(["mafia boss"], ["bratva boss"], active_resources={0: "hospital"}, options=BOTH)
    state.hospitals[0] = gang(["cartel 1", "bratva 1"])
    assert [score.majorities for score in scoring.count(state)] == [2, 2]


def test_rulings_28_and_29_a_tie_still_goes_to_the_larger_gang() -> None:
    """Both have 4 influence; that the larger gang brings no bonus does not change who wins a tie."""
    state = table(["mafia boss", "mafia 1"], ["bratva boss"], options=FAMILIES)
    state.influence = [0, 1]
    assert [scoring.total(score) for score in scoring.count(state)] == [1 + 1 + 2, 1 + 1 + 2]
    assert scoring.ranking(state).places == (1, 2)


def test_ruling_29_the_final_count_is_that_of_the_variant() -> None:
    """A whole last turn: the ninth gangster comes, is paid with the discount, and counts for its family."""
    own = ["mafia boss", "mafia 1", "mafia 2", "cartel 1", "cartel 2", "ghetto 1", "ghetto 2", "triads 1"]
    rival = ["bratva boss", "triads 2", "triads 3", "ghetto 3", "ghetto 4"]
    state = table(own, rival, chapter=3, dollars=[3, 0], reserve=["mafia 3"], options=FAMILIES)
    (over,) = of_kind(do(state, Recruit("mafia 3")), GameOver)
    # Mafia and cartel for seat 0, triads and bratva for seat 1, ghetto shared; no money is left to either: 1 each.
    assert [score.majorities for score in over.scores] == [2 + 2 + 1, 2 + 2 + 1]
    assert [score.money for score in over.scores] == [1, 1]
    assert over.places == (1, 2)
