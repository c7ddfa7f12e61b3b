"""The report over all laws, and what random games are said to have come to."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from random import Random
from typing import Any, Literal, NoReturn

import msgspec
import pytest

from arena.games import CannotImagine, Game, State, find_game, laws
from arena.games.toys import BIDS, LANTERNS, BidsOptions, LanternsState, LanternsView, lanterns
from tests.games.breaches import (
    Endless,
    LeakyEvent,
    LeakyPublicView,
    LeakyView,
    NoJson,
    NoOutcome,
    Refuses,
    WrongView,
    tripping,
    tripping_game,
)
from tests.games.test_laws import CHECKS
from tests.planted import lanterns_of


def seen(report: laws.Report, what: str) -> laws.Seen:
    assert report.coverage is not None
    return next(one for one in report.coverage.seen if one.what == what)


def test_all_laws_are_tried_with_all_seats_as_the_checks_do() -> None:
    """The same positions, by law and number of seats."""
    report = laws.report_on(LANTERNS, 2)
    assert report.holds
    assert len(report.tried) == 5 * 4
    for check, law in zip(CHECKS, ("rules", "determinism", "clone", "illegal moves", "twins"), strict=True):
        for seats in LANTERNS.seats:
            (one,) = (one for one in report.tried if (one.law, one.seats) == (law, seats))
            assert one == laws.Tried(law, seats, 2, check(LANTERNS, seats, 2), 0, 0)


def test_the_smallest_case_is_the_one_with_the_fewest_seats_and_decisions() -> None:
    """Of all games that break the law, none has one with less before it."""
    game = lanterns_of(LeakyEvent)
    (broken,) = laws.report_on(game, 10).broken
    assert (broken.breach.law, broken.breach.seats) == ("twins", 2)
    assert broken.games == sum(one.broken for one in laws.report_on(game, 10).tried)
    assert len(broken.story) == len(broken.breach.moves) == broken.breach.decision
    difference = broken.breach.difference
    assert difference is not None
    assert (difference.kind, min(difference.sizes) >= difference.byte) == ("events", True)


def test_the_first_byte_that_differs_is_that_byte() -> None:
    """Counted from 0 in what is sent, here in the count of the box."""
    (broken,) = laws.report_on(lanterns_of(LeakyView), 1).broken
    difference = broken.breach.difference
    assert difference is not None
    assert difference.kind == "view"
    at = difference.byte - max(0, difference.byte - 40)
    assert difference.expected[:at] == difference.seen[:at]
    assert difference.expected[at] != difference.seen[at]


@pytest.mark.parametrize(
    ("game", "place"),
    [
        (lanterns_of(LeakyView), "LeakyView.view, tests/games/breaches.py:"),
        (lanterns_of(LeakyPublicView), "LeakyPublicView.public, tests/games/breaches.py:"),
        (lanterns_of(NoOutcome), "NoOutcome.outcome, tests/games/breaches.py:"),
        (lanterns_of(NoJson), "NoJson.view, tests/games/breaches.py:"),
        (lanterns_of(Refuses), "Refuses.apply, tests/games/breaches.py:"),
        (lanterns_of(tripping("view")), "_trip.<locals>.trip, tests/games/breaches.py:"),
        (dataclasses.replace(LANTERNS, tell=lambda event: ""), "<lambda>, tests/games/test_report.py:"),
    ],
)
def test_a_breach_names_the_function_that_answered(game: Game, place: str) -> None:
    """With file and line, as seen from the folder where one is."""
    assert laws.report_on(game, 1).broken[0].breach.place.startswith(place)


def test_a_game_that_never_begins_is_reported_too() -> None:
    """Each law breaks at once, and nothing was seen."""
    report = laws.report_on(tripping_game("new"), 1)
    assert not report.holds
    assert "over a stone" in report.broken[0].breach.what


def test_a_game_that_does_not_end_is_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("play", "secrecy", "conduct"):
        monkeypatch.setattr(f"arena.games.laws.{module}.LONGEST", 20)
    report = laws.report_on(lanterns_of(Endless), 1)
    assert report.coverage is not None
    assert report.coverage.games == 0
    assert seen(report, "moves").times.keys() == {"light", "cover"}


def test_it_can_be_written_as_json() -> None:
    """Also where something broke."""
    for game in (LANTERNS, lanterns_of(LeakyView)):
        told = msgspec.json.decode(msgspec.json.encode(laws.report_on(game, 2)))
        assert told["game"] == "lanterns"
        assert bool(told["broken"]) == (game is not LANTERNS)


def test_moves_and_events_are_counted_and_those_never_seen_are_named() -> None:
    """Lanterns that are never covered; the event that tells of the end is seen."""

    class Bright(LanternsState):
        def legal(self, seat: int) -> Any:
            return [move for move in super().legal(seat) if isinstance(move, lanterns.Light)]

    report = laws.report_on(lanterns_of(Bright), 2)
    assert seen(report, "moves").never == ("cover",)
    assert seen(report, "events").times.keys() == {"placed", "uncovered"}
    assert seen(report, "view.table.covered").never == ("true",)
    assert report.coverage is not None
    assert report.coverage.decisions == (3, 9, 12)
    assert report.coverage.never == ["moves: cover", "public.table.covered: true", "view.table.covered: true"]


class StagedView(LanternsView, frozen=True):
    stage: Literal["lay", "draw", "over"] = "lay"


class Staged(LanternsState):
    def view(self, seat: int) -> Any:
        stage: Any = "lay" if self.to_act() else "over"
        return StagedView(**msgspec.structs.asdict(super().view(seat)), stage=stage)


def test_stages_are_values_of_a_field_like_any_other() -> None:
    """Also that of the end."""
    honest = lanterns_of(Staged)
    game = dataclasses.replace(honest, view_type=StagedView)
    assert seen(laws.report_on(game, 1), "view.stage").times.keys() == {"lay", "over"}
    assert seen(laws.report_on(game, 1), "view.stage").never == ("draw",)


def test_endings_are_counted() -> None:
    """Of a team, and between opponents."""
    for game, endings in (LANTERNS, {"won", "lost"}), (BIDS, {"seat 0 first", "seat 1 first", "shared first place"}):
        coverage = laws.report_on(game, 10).coverage
        assert coverage is not None
        assert endings <= coverage.endings.keys()
        assert sum(coverage.endings.values()) == coverage.games == 10 * len(game.seats)


def test_options_reach_the_games() -> None:
    coverage = laws.report_on(BIDS, 1, options=BidsOptions(rounds=5)).coverage
    assert coverage is not None
    assert coverage.decisions == (5, 5, 5)


def test_a_game_of_the_box_is_covered_by_few_games() -> None:
    """Nearly all its moves were offered; one that is hardly ever there is named."""
    report = laws.report_on(find_game("gunrunners"), 1)
    assert report.holds
    moves = seen(report, "moves")
    assert len(moves.times) >= 9
    assert len(moves.times) + len(moves.never) == 12


def test_pytest_gets_a_test_of_every_law() -> None:
    """The function that is made says what it is parametrised by."""
    made: Any = laws.law_tests(BIDS, games=1, variants={"plain": None, "long": BidsOptions(rounds=5)})
    marks = {mark.args[0]: list(mark.args[1]) for mark in made.pytestmark}
    assert marks == {
        "law": ["rules", "determinism", "clone", "illegal moves", "twins"],
        "seats": [2, 3, 4, 5],
        "variant": ["plain", "long"],
    }
    made("twins", 2, "long")


def test_the_test_of_a_broken_law_fails_with_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """And without the way through the laws; ARENA_LAW_GAMES says how many games."""
    made = laws.law_tests(lanterns_of(LeakyEvent), games=1)
    monkeypatch.setenv("ARENA_LAW_GAMES", "20")
    with pytest.raises(pytest.fail.Exception, match="law of twins: lanterns, 2 seats") as caught:
        made("twins", 2, "default")
    assert caught.value.pytrace is False


def test_a_view_of_another_type_breaks_the_law_of_rules_first() -> None:
    """And what it came to is counted as far as it goes."""
    report = laws.report_on(lanterns_of(WrongView), 1)
    assert report.broken[0].breach.law == "rules"


def no_world(*given: object) -> NoReturn:
    raise CannotImagine("it is too big")


def test_a_game_that_cannot_imagine_breaks_no_law_and_the_report_says_how_often() -> None:
    """Once for each seat and each event of a twin; the law of determinism asks once more. Nothing of it is a breach."""
    report = laws.report_on(replace(LANTERNS, imagine=no_world), 2, seats=(2,))
    assert report.holds
    missing = {one.law: one.unimagined for one in report.tried}
    assert missing.pop("twins") > 2 * next(one.positions for one in report.tried if one.law == "twins")
    assert missing.pop("determinism") == 2 * next(one.positions for one in report.tried if one.law == "determinism")
    assert set(missing.values()) == {0}


def test_a_leak_of_such_a_game_is_found_by_a_twin_of_the_position() -> None:
    """Whoever knows the rules can still say which states a seat cannot tell apart."""
    leaky = lanterns_of(LeakyView)
    game = replace(leaky, imagine=no_world)
    assert laws.report_on(game, 2, seats=(3,)).holds

    def twin(state: State, seat: int, rng: Random) -> State:
        return leaky.imagine(seat, state.view(seat), state.memory(seat), rng, leaky.options_type())

    report = laws.report_on(game, 2, seats=(3,), twin=twin)
    assert [broken.breach.law for broken in report.broken] == ["twins"]
    assert {one.seats for one in report.tried} == {3}
