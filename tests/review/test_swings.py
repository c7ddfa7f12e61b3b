"""The judge finds the decision that was thrown away, and accuses nobody of bad luck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
import trio
from msgspec.structs import replace

from arena.games import Game, Ranking
from arena.games.toys import BIDS, LANTERNS, BidsState
from arena.players import FunctionPlayer, Question, choose_at_random
from arena.referee import FaultPolicy, GameRecord, decode_record, encode_record
from arena.referee.game_loop import play
from arena.review.judging import options_of, play_out, points_of, positions, promise_of, tried_here, tried_imagined
from arena.review.lines import Lines
from arena.review.report import Judged
from arena.review.swings import Judge, Looking, LostGame, is_sure
from tests.faces.games import BOX, GAMES, faulty, recorded
from tests.planted import bids_of
from tests.referee.helpers import LATE, fixture

LINES = Lines(Path("c.db"), ("./bot",), False)
Choose = Callable[[Question, Random], int]


def thinker(game: Game, seat: int, worlds: int, thrown: int | None = None) -> Choose:
    """Takes the move that ends best in imagined worlds played out at random, which is as good as the judge can tell; at
    its decision number `thrown` the one that ends worst."""
    made = 0

    def choose(question: Question, rng: Random) -> int:
        nonlocal made
        made += 1
        sums = [0.0] * len(question.legal)
        for _ in range(worlds):
            world = game.imagine(seat, question.view, question.memory, rng, game.options_type())
            others = {who: rng.choice(world.legal(who)) for who in world.to_act() if who != seat}
            luck = rng.random()
            for index, move in enumerate(question.legal):
                after = world.clone()
                after.apply({**others, seat: move})
                sums[index] += points_of(play_out(after, Random(luck)), seat)
        return sums.index((min if made - 1 == thrown else max)(sums))

    return choose


def game_of(game: Game, number: int, *players: Choose) -> GameRecord:
    """A game of these players, as it comes out of a store."""
    seated = [FunctionPlayer(choose) for choose in players]
    record = trio.run(play, fixture(game, len(players), deal=f"deal {number}"), seated, FaultPolicy())
    return decode_record(encode_record(replace(record, number=number, group=number)))


def look(game: Game, records: list[GameRecord], playouts: int = 6000, seed: str = "s", stake: float = 1.0) -> Judged:
    judge = Judge(game, Looking(playouts=playouts, seed=seed), stake, LINES)
    return judge.look([LostGame(record, 0) for record in records], len(records))


def at_random(question: Question, rng: Random) -> int:
    return choose_at_random(question, rng)


@pytest.fixture(scope="module")
def honest() -> list[GameRecord]:
    """Ten games of Bids, at each of whose decisions the seat did what could be known to be best."""
    return [game_of(BIDS, number, thinker(BIDS, 0, 150), at_random) for number in range(10)]


@pytest.mark.parametrize(("number", "thrown"), [(6, 1), (6, 2), (8, 2)])
def test_the_decision_that_was_thrown_away_comes_first(honest: list[GameRecord], number: int, thrown: int) -> None:
    """Of one game among ten; a worse bid costs a quarter of the game there, or nearly half."""
    spoilt = game_of(BIDS, number, thinker(BIDS, 0, 150, thrown), at_random)
    found = look(BIDS, [*honest[:number], spoilt, *honest[number + 1 :]])
    first = found.swings[0]
    decision = 2 * thrown  # both seats decide at once, and the first of them is asked first
    assert (first.game, first.decision, first.said) == (number, decision, "mistake")
    assert first.imagined.points > first.imagined.error_95 > 0
    assert first.played == spoilt.decisions[decision][1] != first.better
    assert (first.played_words, first.better_words) != (first.better_words, first.played_words)
    assert first.ask == f"arena ask c.db {number} {decision} -- ./bot"
    assert first.repro == f"arena repro c.db {number} --seat 0 --until {decision} -- ./bot"
    assert not [swing for swing in found.swings[1:] if swing.said == "mistake"]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_who_lost_by_luck_is_accused_of_nothing(honest: list[GameRecord], seed: str) -> None:
    """Though in hindsight there is always a better bid."""
    found = look(BIDS, honest, seed=seed)
    assert found.decisions > 20
    assert found.tries > 100
    assert {swing.said for swing in found.swings} <= {"noise", "hindsight"}


def test_where_moves_change_nothing_nothing_is_said() -> None:
    """All is luck of the deal: whoever holds the highest card wins."""

    class Lottery(BidsState):
        def outcome(self) -> Ranking | None:
            return None if self.to_act() else Ranking((1, 2), (1.0, 0.0))

    game = bids_of(Lottery)
    records = [game_of(game, number, at_random, at_random) for number in range(6)]
    assert all(swing.said == "noise" and swing.here.points == 0 for swing in look(game, records).swings)


def test_the_same_play_outs_and_seed_are_the_same_answer(honest: list[GameRecord]) -> None:
    """To the last bit; another seed is another answer."""
    answers = [msgspec.json.encode(look(BIDS, honest, 2000, seed).swings) for seed in ("a", "a", "b")]
    assert answers[0] == answers[1] != answers[2]


def test_no_more_is_played_than_was_asked_for(honest: list[GameRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counting(*given: object) -> object:
        nonlocal made
        made += 1
        return play_out(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("arena.review.judging.play_out", counting)
    for playouts in (1, *range(30, 300, 15), 600, 2000):
        made = 0
        found = look(BIDS, honest, playouts)
        assert made <= playouts
        assert bool(found.swings) == (found.tries >= 16)
    assert found.swings


@pytest.mark.parametrize("slower", [1, 2, 10])
def test_seconds_are_kept(honest: list[GameRecord], monkeypatch: pytest.MonkeyPatch, slower: int) -> None:
    """Also on a machine that becomes slower on the way: then it says that the clock has cut it short."""
    now, made = 0.0, 0

    def takes_time(*given: object) -> object:
        nonlocal now, made
        made += 1
        now += 0.002 if made < 60 else 0.002 * slower
        return play_out(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("arena.review.judging.play_out", takes_time)
    monkeypatch.setattr("arena.review.swings.monotonic", lambda: now)
    judge = Judge(BIDS, Looking(seconds=5.0), 1.0, LINES)
    found = judge.look([LostGame(record, 0) for record in honest], 10)
    assert now < 5 + 0.002 * slower * 40
    assert found.cut_short == (slower > 1)


def test_of_many_claims_hardly_any_is_luck() -> None:
    """Of 400 tables of 16 claims, in which nothing is better than anything, one in twenty may have a wrong one."""
    random = Random("claims")

    def table(shift: float) -> list[bool]:
        return [is_sure([random.choice((-1, 0, 1)) + shift for _ in range(60)], 16, 1e-9) for _ in range(16)]

    assert sum(any(table(0)) for _ in range(400)) <= 32
    assert sum(map(all, (table(0.6) for _ in range(20)))) >= 15


def test_what_hardly_matters_or_was_hardly_seen_is_no_mistake() -> None:
    """Sixty play-outs that went alike may still leave one in twenty unseen."""
    assert [is_sure([cost] * 60, 16, 1.0) for cost in (0.0, 0.04, 0.06)] == [False, False, True]
    assert not is_sure([0.06] * 40, 16, 1.0)
    assert is_sure([0.6] * 60, 16, 10.0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_looks_at_any_game(game: Game) -> None:
    """What it finds has words, and numbers that are numbers; the record is followed to the very decision."""
    record = recorded(game, 2)
    found = list(positions(record, game, 0))
    assert found
    for place in found:
        assert record.decisions[place.decision] == (0, place.played)
        assert len(place.legal) > 1
    place = found[-1]
    options = options_of(record, game)
    ends = [*tried_here(place, [0, 1], "luck"), *tried_imagined(place, game, options, [0, 1], "luck")]
    assert ends[:2] == tried_here(place, [0, 1], "luck")
    assert all(promise_of(end, 0) >= 0 or points_of(end, 0) >= 0 for end in ends)
    judged = look(game, [record], 300)
    assert judged.games == 1


def test_what_the_referee_played_is_nobodys_decision() -> None:
    """Nor is one at which the seat was at fault."""
    assert [place.decision for place in positions(faulty(BIDS, 0, 0), BIDS, 1)][:2] == [1, 3]
    assert 3 not in [place.decision for place in positions(faulty(BIDS, 0, LATE, 0), BIDS, 1)]


def test_a_team_is_judged_by_its_score() -> None:
    records = [game_of(LANTERNS, number, at_random, at_random) for number in range(4)]
    found = look(LANTERNS, records, 2000)
    assert found.swings
    assert all(abs(swing.here.points) <= 10 for swing in found.swings)


def test_the_box_has_games_to_look_at() -> None:
    assert {game.name for game in BOX} == {"gunrunners", "gangsta", "grizzled"}
