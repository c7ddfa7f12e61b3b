"""A replay holds what its audience was told of the game, byte for byte, and nothing besides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from arena.games import EVERYTHING, PUBLIC, Audience, Deal, Game, find_game, game_names, parts
from arena.games.toys import BIDS, LANTERNS
from arena.games.toys.lanterns import hidden
from arena.players import FunctionPlayer, Question, choose_at_random
from arena.protocol import Fault, encode_body
from arena.referee import FaultPolicy, GameRecord, decode_record, encode_record
from arena.referee.game_loop import play
from arena.referee.telling import sights
from arena.replays import Replay, replay_for
from tests.referee.helpers import ToldPlayer, fixture

GAMES = [BIDS, LANTERNS, *map(find_game, game_names())]
TABLES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES for seats in game.seats]


class Listening(FunctionPlayer):
    """Plays at random and keeps all that it was told."""

    def __init__(self) -> None:
        super().__init__(choose_at_random)
        self.told: list[bytes] = []
        self.questions: list[tuple[bytes, ...]] = []

    async def decide(self, question: Question) -> Any:
        self.told += map(bytes, question.events)
        legal = encode_body(question.legal)
        self.questions.append((encode_body(question.view), encode_body(question.memory), legal))
        return await super().decide(question)

    async def end(self, events: Any, outcome: Any) -> None:
        self.told += map(bytes, events)
        await super().end(events, outcome)


async def heard(game: Game, seats: int) -> tuple[GameRecord, list[Listening]]:
    """A random game as it comes out of a store, and what its seats were told."""
    players = [Listening() for _ in range(seats)]
    record = await play(fixture(game, seats), players, FaultPolicy())
    return decode_record(encode_record(record)), players


def written(replay: Replay) -> Any:
    """The replay as whoever reads its JSON has it."""
    return json.loads(msgspec.json.encode(replay))


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_seats_replay_is_byte_for_byte_what_its_bot_got(game: Game, seats: int) -> None:
    """Its events in their order, and at each of its decisions view, memory and legal moves."""
    record, players = await heard(game, seats)
    for seat, player in enumerate(players):
        replay = written(replay_for(seat, record, game))
        events = [encode_body(event["event"]) for frame in replay["frames"] for event in frame["events"]]
        sight = [frame["seats"][str(seat)] for frame in replay["frames"] if seat in frame["acting"]]
        assert events == player.told
        assert [tuple(map(encode_body, (at["view"], at["memory"], at["legal"]))) for at in sight] == player.questions


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_replay_holds_nothing_of_another_seat(game: Game, seats: int) -> None:
    """Neither its view nor its moves, nor how long they took; nor, but for who sees all, the seed of all luck."""
    record, _ = await heard(game, seats)
    for audience in (PUBLIC, *range(seats)):
        replay = written(replay_for(audience, record, game))
        assert replay["deal"] is None
        for frame in replay["frames"]:
            assert set(frame["seats"]) == ({str(audience)} if isinstance(audience, int) else set())
            assert (frame["public"] is None) == isinstance(audience, int)
            for decision in frame["decisions"]:
                own = decision["seat"] == audience
                assert [decision[key] is not None for key in ("move", "choice", "words")] == [own] * 3
                assert decision["machine_ms"] is None or own or audience is PUBLIC


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_moves_are_told_in_the_games_words_to_whoever_may_see_them(game: Game, seats: int) -> None:
    """Each legal move by its own sentence; and a decision by that of the move that was made."""
    record, _ = await heard(game, seats)
    for audience in (EVERYTHING, *range(seats)):
        before: dict[int, Any] = {}
        for frame in replay_for(audience, record, game).frames:
            for one in frame.decisions:
                if one.choice is not None:
                    assert one.words == before[one.seat].words[one.choice]
                    assert one.move == before[one.seat].legal[one.choice]
            before = frame.seats
            for look in before.values():
                assert look.words == tuple(parts(game.tell_move(look.view, move)) for move in look.legal)


def positions(game: Game, seats: int, games: int) -> Iterator[Any]:
    """All positions of random games."""
    for number in range(games):
        rng = Random(f"{game.name} {seats} {number}")
        state = game.new(game.options_type(), seats, Deal(f"{number}"))
        while acting := state.to_act():
            yield state
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_in_twin_worlds_a_seat_sees_the_same_bytes(game: Game, seats: int) -> None:
    """Whatever is hidden from it, its sight is the same; so is the public's, whichever seat imagines."""
    options = game.options_type()
    for state in positions(game, seats, 2):
        for seat in range(seats):
            twin = game.imagine(seat, state.view(seat), state.memory(seat), Random(1), options)
            own, others = (dict(sights(seat, world, seats)) for world in (state, twin))
            assert encode_body(own) == encode_body(others)
            assert encode_body(state.public()) == encode_body(twin.public())


async def test_one_who_sees_everything_sees_each_seats_version_of_an_event() -> None:
    """First those that some seats saw, then what all others and the public saw; for other audiences there is one."""
    record, _ = await heard(LANTERNS, 2)
    everything = replay_for(EVERYTHING, record, LANTERNS)
    events = [event for frame in everything.frames for event in frame.events]
    covered = [at for at, event in enumerate(events) if event.seats is not None]
    assert covered
    for at in covered:
        mover = events[at].event.seat
        assert events[at].seats == (mover,)
        assert events[at].event.colour
        assert events[at + 1].seats is None
        assert events[at + 1].event == hidden(events[at].event)
    public = [event for frame in replay_for(PUBLIC, record, LANTERNS).frames for event in frame.events]
    assert len(public) == len(events) - len(covered)
    assert all(event.seats is None for event in public)


async def test_seats_are_parts_of_a_sentence() -> None:
    """As whole numbers, so that nobody has to look for them."""
    record, _ = await heard(LANTERNS, 2)
    words = [event.words for frame in replay_for(PUBLIC, record, LANTERNS).frames for event in frame.events]
    assert words[0][0] == 0
    assert isinstance(words[0][1], str)


@pytest.mark.parametrize(
    ("audience", "explained"), [(EVERYTHING, True), (PUBLIC, False), (0, False), (1, True)], ids=str
)
async def test_a_fault_is_told_to_all_and_explained_to_its_seat(audience: Audience, explained: bool) -> None:
    """What explains it may quote the seat's moves."""
    players = [ToldPlayer(), ToldPlayer(0, Fault("exited", "seat 1: gone"))]
    record = await play(fixture(LANTERNS, 2), players, FaultPolicy(then="substitute"))
    replay = replay_for(audience, record, LANTERNS)
    (fault,) = [trouble for frame in replay.frames for trouble in frame.troubles]
    assert (fault.seat, fault.verdict, fault.loses) == (1, "exited", True)
    assert (fault.text == "gone") == explained
    assert (fault.text is None) != explained
    assert [frame.decisions[0].by_referee for frame in replay.frames[1:5]] == [False, False, False, True]


async def test_a_record_that_cannot_be_followed_says_so_and_keeps_what_can_be() -> None:
    """It is whole up to there."""
    record, _ = await heard(BIDS, 3)
    broken = msgspec.structs.replace(record, decisions=(*record.decisions[:3], (0, 99), *record.decisions[4:]))
    replay = replay_for(EVERYTHING, broken, BIDS)
    assert len(replay.frames) == 2
    assert replay.broken is not None
    assert replay.broken.startswith("the record cannot be followed further: decision 3")


async def test_rules_that_raise_are_quoted_to_one_who_sees_everything_alone() -> None:
    """What they say may quote anybody's cards."""
    record, _ = await heard(BIDS, 3)

    def fail(event: Any) -> str:
        raise RuntimeError("the ace")

    game = replace(BIDS, tell=fail)
    assert "the ace" in str(replay_for(EVERYTHING, record, game).broken)
    assert replay_for(0, record, game).broken == "the rules break down here"


async def test_what_rules_say_can_be_written_whatever_it_is() -> None:
    """Half of a character, which no file can hold, is written out: in a title, a sentence, and what is raised."""
    record, _ = await heard(BIDS, 3)

    class Half(Exception):
        def __repr__(self) -> str:
            return "\ud800"

    def fail(event: Any) -> str:
        raise Half

    assert written(replay_for(PUBLIC, record, replace(BIDS, title="a \ud800")))["title"] == r"a \ud800"
    told = written(replay_for(PUBLIC, record, replace(BIDS, tell=lambda event: "half \ud800")))
    assert told["frames"][1]["events"][0]["words"] == [r"half \ud800"]
    assert written(replay_for(EVERYTHING, record, replace(BIDS, tell=fail)))["broken"].endswith(r": \ud800")
