"""All laws in one pass, each checked at a share of the positions: for tens of thousands of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from arena.games.interface import Game, Move, State
from arena.games.laws.beginning import check_beginning
from arena.games.laws.conduct import check_refusals
from arena.games.laws.play import Play, Sight, encode, plays
from arena.games.laws.rules import check_answers, check_outcome
from arena.games.laws.secrecy import check_secrecy


def check_survey(
    game: Game,
    seats: int,
    games: int,
    seed: int = 0,
    options: Any = None,
    share: float = 0.02,
    kept: Callable[[State], None] = lambda state: None,
    policy: Callable[[State, int, Random], Move] | None = None,
) -> int:
    """Every game ends as the rules promise, and at a share of its positions, its set-up among them, all the other laws
    are checked.

    There: the shape of every answer, secrecy for every seat (at half of them also the events of the move), refusals,
    and that what a clone does is not seen. At the end the whole game is played again without a look at it. `kept` is
    called with every position: it raises AssertionError when something that the game must keep (money, cards) is gone.
    `policy` is how a seat chooses, for games in which random moves do not lead far; None: any legal move.
    """
    checked = 0
    for play in plays("survey", game, seats, games, seed, options):
        with play:
            if play.rng.random() < share:
                check_beginning(play)
            made: list[Mapping[int, Move]] = []
            seen: dict[bytes, Move] = {}
            while play.running():
                kept(play.state)
                moves = play.choose(play.state)
                if policy is not None:
                    moves = {seat: policy(play.state, seat, play.rng) for seat in moves}
                if play.rng.random() < share:
                    check_answers(play)
                    check_secrecy(play, moves, event_share=0.5)
                    before = play.everything(play.state)
                    check_refusals(play, moves, seen)
                    _check_clone(play, before)
                    checked += 1
                # Kept for later positions, where they are mostly illegal.
                seen |= {encode(move): move for move in moves.values()}
                made.append(moves)
                play.step(moves)
            kept(play.state)
            check_outcome(play)
            again = play.begin()
            for earlier in made:
                play.apply(again, earlier, " in the same game, played again")
            play.same(play.everything(play.state), play.everything(again), "the same game, played again:")
    return checked


def _check_clone(play: Play, before: Sight) -> None:
    astray = play.state.clone()
    play.same(before, play.everything(astray), "a clone at once:")
    for _ in range(play.rng.randint(1, 4)):
        if astray.to_act():
            play.apply(astray, play.choose(astray))
    play.same(before, play.everything(play.state), "after what a clone did, the original:")
