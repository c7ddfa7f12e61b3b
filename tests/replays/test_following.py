"""A game that is being played is told as its replay will tell it."""

from __future__ import annotations

import pytest

from arena.games import EVERYTHING, PUBLIC, Audience, Game, find_game, game_names
from arena.games.toys import BIDS, LANTERNS
from arena.players import FunctionPlayer, choose_at_random
from arena.protocol import encode_body
from arena.referee import Decided, FaultPolicy, Fixture, GameRecord, Mismatch, Step
from arena.referee.game_loop import play
from arena.replays import Following, Frame, replay_for
from tests.referee.helpers import GONE, LATE, WRONG, ToldPlayer, fixture

GAMES = [BIDS, LANTERNS, *map(find_game, game_names())]


class Hears:
    """Implements `Observer`: follows the game for an audience while it is played."""

    def __init__(self, audience: Audience, played: Fixture) -> None:
        self.following = Following(
            audience,
            played.game,
            played.options,
            number=played.number,
            group=played.group,
            deal=played.deal,
            names=played.seating,
        )
        self.frames: list[Frame] = []

    def began(self, fixture: Fixture) -> None:
        pass

    def decided(self, step: Step, decided: Decided) -> None:
        self.frames.append(self.following.hear(decided))

    def ended(self, record: GameRecord) -> None:
        pass


@pytest.mark.parametrize("audience", [PUBLIC, EVERYTHING, 1], ids=str)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_its_frames_are_those_of_the_replay(game: Game, audience: Audience) -> None:
    """To the byte, for every audience; so nothing more is told of a running game than of one that is over."""
    played = fixture(game, 2)
    hears = Hears(audience, played)
    record = await play(played, [FunctionPlayer(choose_at_random) for _ in range(2)], FaultPolicy(), hears)
    replay = replay_for(audience, record, game)
    assert encode_body(hears.frames) == encode_body(replay.frames)
    assert (hears.following.replay.names, hears.following.replay.options) == (replay.names, replay.options)
    assert hears.following.replay.deal is None


async def test_faults_are_told_and_not_explained() -> None:
    """What explains them is known when the game is over."""
    played = fixture(BIDS, 3)
    hears = Hears(PUBLIC, played)
    players = [ToldPlayer(LATE), ToldPlayer(0, GONE), ToldPlayer(WRONG, WRONG)]
    record = await play(played, players, FaultPolicy(1, "substitute"), hears)
    assert record.faults
    assert encode_body(hears.frames) == encode_body(replay_for(PUBLIC, record, BIDS).frames)


async def test_who_never_decided_is_told_at_the_end() -> None:
    played = fixture(BIDS, 2)
    hears = Hears(PUBLIC, played)
    record = await play(played, [ToldPlayer(start=GONE), ToldPlayer()], FaultPolicy(0, "end"), hears)
    assert hears.following.troubles_left() == replay_for(PUBLIC, record, BIDS).troubles != ()


def test_what_the_rules_do_not_know_is_not_told() -> None:
    """Whoever writes into the files of running games cannot have anything told that the rules would not do."""
    following = Hears(PUBLIC, fixture(BIDS, 2)).following
    following.hear(Decided(number=4, first=0))
    with pytest.raises(Mismatch):
        following.hear(Decided(number=4, first=0, decisions=((0, 99), (1, 0)), ms=(1.0, 1.0)))
