"""A game that is being played is told as its replay will tell it."""

from __future__ import annotations

import pytest

from arena.games import EVERYTHING, PUBLIC, Audience, Game, find_game, game_names
from arena.games.toys import BIDS, LANTERNS
from arena.players import FunctionPlayer, choose_at_random
from arena.protocol import encode_body
from arena.referee import Decided, FaultPolicy, Fixture, GameRecord, Mismatch, News, Step
from arena.referee.game_loop import play
from arena.replays import Following, Frame, replay_for
from tests.referee.helpers import GONE, LATE, WRONG, ToldPlayer, fixture

GAMES = [BIDS, LANTERNS, *map(find_game, game_names())]


class Hears:
    """Implements `Observer`: follows the game for an audience while it is played, by so many steps `together`."""

    def __init__(self, audience: Audience, played: Fixture, together: int = 1) -> None:
        self.together = together
        self.steps = 0
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

    def began(self, fixture: Fixture, news: News) -> None:
        self.news = news

    def decided(self, step: Step) -> None:
        self.steps += 1
        if self.steps % self.together == 0:
            self._hear()

    def waits(self) -> None:
        pass

    def ended(self, record: GameRecord) -> None:
        self._hear()

    def _hear(self) -> None:
        decided = self.news()
        if decided is not None:
            self.frames.extend(self.following.hear(decided))


@pytest.mark.parametrize("together", [1, 5])
@pytest.mark.parametrize("audience", [PUBLIC, EVERYTHING, 1], ids=str)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_its_frames_are_those_of_the_replay(game: Game, audience: Audience, together: int) -> None:
    """To the byte, for every audience; so nothing more is told of a running game than of one that is over."""
    played = fixture(game, 2)
    hears = Hears(audience, played, together)
    record = await play(played, [FunctionPlayer(choose_at_random) for _ in range(2)], FaultPolicy(), hears)
    replay = replay_for(audience, record, game)
    assert encode_body(hears.frames) == encode_body(replay.frames)
    assert (hears.following.replay.names, hears.following.replay.options) == (replay.names, replay.options)
    assert hears.following.replay.deal is None


@pytest.mark.parametrize("together", [1, 2, 100])
async def test_faults_are_told_and_not_explained(together: int) -> None:
    """What explains them is known when the game is over."""
    played = fixture(BIDS, 3)
    hears = Hears(PUBLIC, played, together)
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
    list(following.hear(Decided(number=4, first=0)))
    with pytest.raises(Mismatch):
        list(following.hear(Decided(number=4, first=0, decisions=((0, 99), (1, 0)), ms=(1.0, 1.0))))
