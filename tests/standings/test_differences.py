"""Where two bots first differed at a deal, in games that were really played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.games import Game, Ranking, find_game, registry
from arena.players import Answer, Question
from arena.protocol import Fault
from arena.referee import FaultPolicy, GameRecord
from arena.referee.game_loop import play
from arena.standings.differences import FirstDifference, done, first_differences
from tests.contest.contests import install_plug_in
from tests.referee.helpers import GONE, LATE, Told, ToldPlayer, fixture

END, FORGIVING, ON = FaultPolicy(0, "end"), FaultPolicy(1, "end"), FaultPolicy(0, "substitute")
UNREADY = Fault("start-failure", "not ready")


@pytest.fixture(autouse=True, scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The toys are games, as those of a plug-in are."""
    folder = tmp_path_factory.mktemp("plug-in")
    install_plug_in(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        registry._entries.cache_clear()
        find_game.cache_clear()
        yield
    registry._entries.cache_clear()
    find_game.cache_clear()


class Habits(ToldPlayer):
    """Decides by what it sees, so twice the same where it sees the same. `whims` of a hundred decisions are its own,
    all others those of every such bot; so are `faults` of a hundred."""

    def __init__(self, name: str, whims: int, faults: int) -> None:
        super().__init__()
        self._name, self._whims, self._faults = name, whims, faults

    async def decide(self, question: Question) -> Answer:
        seen = msgspec.json.encode([question.view, question.memory])
        common, own = Random(seen), Random(self._name.encode() + seen)
        if own.randrange(100) < self._faults:
            return Answer(LATE)
        rng = own if own.randrange(100) < self._whims else common
        return Answer(rng.randrange(len(question.legal)))


def game_between(
    game: Game, players: Sequence[tuple[str, ToldPlayer]], policy: FaultPolicy, number: int, deal: str = "d"
) -> GameRecord:
    fixed = replace(
        fixture(game, len(players), deal=deal),
        number=number,
        group=number // 2,
        seating=tuple(name for name, _ in players),
    )
    return trio.run(play, fixed, [player for _, player in players], policy)


def told(game: str, old: Sequence[Told], new: Sequence[Told], policy: FaultPolicy = END) -> list[GameRecord]:
    """A deal group of two seats in which either gives its answers from both seats."""
    rules = find_game(game)

    def player(name: str) -> tuple[str, ToldPlayer]:
        answers = old if name == "old" else new
        start = UNREADY if answers and answers[0] is UNREADY else None
        return name, ToldPlayer(*answers, start=start)

    seatings = [("old", "old"), ("new", "new")] if rules.cooperative else [("old", "new"), ("new", "old")]
    return [game_between(rules, list(map(player, pair)), policy, number) for number, pair in enumerate(seatings)]


def the_difference(records: Sequence[GameRecord]) -> tuple[FirstDifference, str, str]:
    """The one of a deal group, with what OLD and NEW did."""
    (found,) = first_differences(records, "old", "new")
    assert found.group == 0
    by_number = {record.number: record for record in records}
    return found, done(by_number[found.game_of_old], found), done(by_number[found.game_of_new], found)


def share(record: GameRecord, name: str) -> float:
    assert isinstance(record.outcome, Ranking)
    own = record.outcome.places[record.seating.index(name)]
    other = record.outcome.places[1 - record.seating.index(name)]
    return (1 + (own < other) - (own > other)) / 2


whims = st.sampled_from([0, 3, 30, 100])
policies = st.sampled_from([END, FORGIVING, ON])


@pytest.mark.parametrize("name", ["bids", "gunrunners"])
@settings(max_examples=25)
@given(deal=st.text("abc", min_size=1), whims=whims, faults=st.sampled_from([0, 4]), policy=policies)
def test_what_new_took_of_a_group_is_one_more_than_the_difference_brought(
    name: str, deal: str, whims: int, faults: int, policy: FaultPolicy
) -> None:
    """Of the two points of a mirrored group; until the difference both games are the same, and there they are not."""
    game = find_game(name)
    seatings = [("old", "new"), ("new", "old")]
    records = [
        game_between(game, [(one, Habits(one, whims, faults)) for one in pair], policy, number, deal)
        for number, pair in enumerate(seatings)
    ]
    found, by_old, by_new = the_difference(records)
    assert sum(share(record, "new") for record in records) == 1 + found.points
    assert list(first_differences(records[::-1], "old", "new")) == [found]
    (turned,) = first_differences(records, "new", "old")
    assert (turned.decision, turned.seat) == (found.decision, found.seat)
    assert (turned.points, turned.score) == (-found.points, -found.score)
    if found.decision is None:
        assert records[0].decisions == records[1].decisions
        assert (found.points, found.score, by_old, by_new) == (0, 0, "", "")
    else:
        assert records[0].decisions[: found.decision] == records[1].decisions[: found.decision]
        assert by_old != by_new
        assert records[found.game_of_old].seating[found.seat or 0] == "old"
        assert records[found.game_of_new].seating[found.seat or 0] == "new"


@pytest.mark.parametrize("name", ["bids", "gunrunners", "lanterns"])
def test_bots_that_do_the_same_never_differ(name: str) -> None:
    """Whatever they do: at every deal, and with nothing gained."""
    game = find_game(name)
    for deal in "abcde":
        pairs = [("old", "old"), ("new", "new")] if game.cooperative else [("old", "new"), ("new", "old")]
        records = [
            game_between(game, [(one, Habits("twin", 50, 10)) for one in pair], FORGIVING, number, deal)
            for number, pair in enumerate(pairs)
        ]
        found, *_ = the_difference(records)
        assert (found.decision, found.seat, found.points, found.score) == (None, None, 0, 0)


def test_the_move_that_each_made_there_is_told() -> None:
    """In turn: until NEW's other choice at its second decision on seat 0 all is the same."""
    found, by_old, by_new = the_difference(told("gunrunners", [0, 0], [0, 1]))
    assert (found.seat, found.game_of_old, found.game_of_new) == (0, 0, 1)
    assert found.decision is not None
    assert json.loads(by_old) != json.loads(by_new)
    assert {"do"} <= json.loads(by_old).keys() & json.loads(by_new).keys()


def test_of_seats_that_choose_at_once_the_first_that_differs_is_told() -> None:
    """Both do in either game, and what came of it is said of one seat."""
    records = told("bids", [1, 1], [2, 0])
    found, by_old, by_new = the_difference(records)
    assert (found.decision, found.seat) == (0, 0)
    legal = sorted(json.loads(text)["card"] for text in (by_old, by_new))
    assert legal[0] < legal[1]
    records = told("bids", [1, 1], [1, 0])
    found, *_ = the_difference(records)
    assert (found.decision, found.seat) == (2, 0)


@pytest.mark.parametrize(("policy", "points"), [(END, 1), (ON, 1), (FORGIVING, 0)])
def test_a_fault_differs_from_the_move_that_was_made_in_its_place(policy: FaultPolicy, points: float) -> None:
    """NEW chose what the referee made for OLD, which was too late: the difference is there, and costs OLD the game
    where it is not forgiven."""
    records = told("bids", [0, LATE, 0], [0, 0, 0], policy)
    found, by_old, by_new = the_difference(records)
    assert (found.decision, found.seat) == (2, 0)
    assert (by_old, json.loads(by_new).keys()) == ("time", {"card"})
    assert found.points == points


def test_a_game_that_a_fault_ended_differs_at_the_fault() -> None:
    """And not at the first decision that it lacks."""
    records = told("gunrunners", [0, 0], [0, GONE])
    found, _, by_new = the_difference(records)
    assert by_new == "exited"
    assert len(records[found.game_of_new].decisions) - 1 == found.decision
    assert found.points == -1


@pytest.mark.parametrize("policy", [END, ON])
@pytest.mark.parametrize("name", ["bids", "gunrunners"])
def test_a_bot_that_cannot_start_differs_before_all_decisions(name: str, policy: FaultPolicy) -> None:
    """It loses from both seats, and with the other the seat would have won."""
    found, by_old, by_new = the_difference(told(name, [UNREADY], [], policy))
    assert (found.decision, by_old) == (0, "start-failure")
    assert by_new == "ready to play" or json.loads(by_new)
    assert found.points == 1
    found, by_old, by_new = the_difference(told(name, [UNREADY], [UNREADY], policy))
    assert (found.decision, found.points) == (None, 0)


def test_only_one_seat_fails_to_start() -> None:
    """The seat that differs is the one that could not, though another decides first."""
    game = find_game("gunrunners")
    first = game_between(game, [("old", ToldPlayer()), ("new", ToldPlayer(start=UNREADY))], END, 0)
    second = game_between(game, [("new", ToldPlayer()), ("old", ToldPlayer())], END, 1)
    found, by_old, by_new = the_difference([first, second])
    assert (found.decision, found.seat, found.game_of_new) == (0, 1, 0)
    assert (by_old, by_new) == ("ready to play", "start-failure")


def test_partners_are_compared_by_whether_they_won_and_by_the_score() -> None:
    """Each team plays the deal with itself."""
    game = find_game("lanterns")
    seen = set()
    for deal in map(str, range(30)):
        records = [
            game_between(game, [(name, Habits(name, 100, 0))] * 2, END, number, deal)
            for number, name in enumerate(("old", "new"))
        ]
        found, by_old, by_new = the_difference(records)
        old, new = (record.outcome for record in records)
        assert old is not None
        assert new is not None
        assert not isinstance(old, Ranking)
        assert not isinstance(new, Ranking)
        assert (found.points, found.score) == (new.won - old.won, new.score - old.score)
        assert (found.decision is None) == (by_old == by_new)
        seen.add(found.points)
    assert len(seen) > 1


def test_groups_that_are_not_whole_or_not_rated_are_left_out() -> None:
    """A void game, and a game whose other is missing, have nothing beside them."""
    records = told("bids", [1], [2])
    again = [replace(record, number=number + 4, group=2) for number, record in enumerate(records)]
    loose = replace(records[0], number=2, group=1)
    void = [replace(again[0], status="void", outcome=None, number=6, group=3), replace(again[1], number=7, group=3)]
    found = list(first_differences([*records, loose, *again, *void], "old", "new"))
    assert [one.group for one in found] == [0, 2]
    assert [(one.game_of_old, one.game_of_new) for one in found] == [(0, 1), (4, 5)]
    assert replace(found[1], group=0, game_of_old=0, game_of_new=1) == found[0]
