"""Random games in great numbers, on all cores: what the test suite shows on few games, shown on many.

    python tests/soak.py rules [--games 100000]     every game ends, crates and cards are kept, nothing raises
    python tests/soak.py twins [--games 2000]       no byte differs between worlds that a seat cannot tell apart

Both run Gunrunners at 2, 3 and 4 seats. Not part of the suite: it takes minutes.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from os import sched_getaffinity
from random import Random

from arena.games import Deal
from arena.games.gunrunners import GAME, Options, State
from arena.games.gunrunners.state import CRATES
from arena.games.laws import check_twins

CHUNK = {"rules": 1000, "twins": 20}


def crates(state: State) -> int:
    """All of them, wherever they lie; the marker is one."""
    return 1 + state.stock + state.warehouse + sum(state.crates) + sum(state.taken) + state.discarded


def cards(state: State, seat: int) -> int:
    """All cards of a player, wherever they lie; in the set-up one more is waiting to be put out."""
    left = sum(1 for trainee in state.trainees if trainee and trainee.owner == seat)
    right = sum(1 for row in state.rows for agent in row if agent.owner == seat)
    hidden = len(state.hands[seat]) + len(state.luck.piles[seat]) - state.drawn[seat]
    return hidden + left + right + len(state.discards[seat])


def play_rules(seats: int, first: int, games: int) -> int:
    """Plays these random games and counts their decisions. Raises AssertionError for one that is not sound."""
    decisions = 0
    for number in range(first, first + games):
        rng = Random(f"{seats} {number}")
        state = GAME.new(Options(), seats, Deal(f"soak {seats} {number}"))
        while acting := state.to_act():
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})
            decisions += 1
            assert crates(state) == CRATES, f"{seats} seats, game {number}: {crates(state)} crates"
            if state.stage != "setup":
                for seat in range(seats):
                    assert cards(state, seat) == 14, f"{seats} seats, game {number}: {cards(state, seat)} cards"
        assert state.outcome() is not None, f"{seats} seats, game {number}: no outcome"
    return decisions


def play_twins(seats: int, first: int, games: int) -> int:
    """Looks for leaks in these games, at every decision and for every seat. Raises BrokenLaw."""
    return check_twins(GAME, seats, games, seed=first, event_share=1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["rules", "twins"])
    parser.add_argument("--games", type=int)
    asked = parser.parse_args()
    games = asked.games or {"rules": 100_000, "twins": 2_000}[asked.what]
    chunk = CHUNK[asked.what]
    work = {"rules": play_rules, "twins": play_twins}[asked.what]
    with ProcessPoolExecutor(len(sched_getaffinity(0))) as pool:
        for seats in GAME.seats:
            began = time.monotonic()
            parts = [pool.submit(work, seats, first, min(chunk, games - first)) for first in range(0, games, chunk)]
            decisions = sum(part.result() for part in parts)
            print(
                f"{asked.what}, {seats} seats: {games} games, {decisions} decisions checked, all sound "
                f"({time.monotonic() - began:.0f} s)",
                flush=True,
            )


if __name__ == "__main__":
    main()
