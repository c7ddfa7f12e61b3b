"""Random games in great numbers, on all cores: what the test suite shows on few games, shown on many.

    python tests/soak.py gangsta                                20,000 games a cell, 2 % of the positions looked at
    python tests/soak.py gunrunners --games 2000 --share 1      fewer games, at every position

A cell is a number of seats and a combination of variants. Every game ends, keeps its cards, crates and money at every
decision, and is the same when it is played again; at the positions that are looked at all other laws are checked. Not
part of the suite: it takes from minutes to hours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from os import sched_getaffinity
from random import Random
from typing import Any

from arena.games import Move, State, find_game, gangsta, grizzled, gunrunners, laws
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.gang import LESSONS
from arena.games.grizzled.deck import TRIALS, trial_cards
from arena.games.grizzled.moves import WITHDRAW, Play
from arena.games.grizzled.moves import Deal as DealCards
from arena.games.gunrunners.position import CRATES
from tests.games.variants import VARIANTS, tables

CHUNK = 100
"""Games that a process plays before it tells."""


def gunrunners_kept(state: gunrunners.State) -> None:
    """All crates (the marker is one) and fourteen cards a seat; in the set-up one more card waits to be put out."""
    crates = 1 + state.stock + state.warehouse + sum(state.crates) + sum(state.taken) + state.discarded
    assert crates == CRATES, f"{crates} crates"
    for seat in range(state.seats):
        left = sum(1 for trainee in state.trainees if trainee and trainee.owner == seat)
        right = sum(1 for row in state.rows for agent in row.agents if agent.owner == seat)
        hidden = len(state.hands[seat]) + len(state.luck.piles[seat]) - state.drawn[seat]
        cards = hidden + left + right + len(state.discards[seat])
        assert state.stage == "setup" or cards == 14, f"seat {seat}: {cards} cards"


def gangsta_kept(state: gangsta.State) -> None:
    """Nobody owes money, every gangster is in one place, and so is every heist and snitch of the chapter.

    Where each card is takes long to say, so it is said when somebody has passed and at the end: a card that is lost or
    doubled in between still is then.
    """
    assert min(state.dollars) >= 0 <= min(state.bank), f"dollars {state.dollars}, bank {state.bank}"
    if state.stage not in ("discard", "over"):
        return
    members = [one for gang in state.gangs + state.hospitals for one in gang]
    gangsters = [*state.gangster_pile, *state.dead]
    gangsters += [one.card for one in state.reserve + state.discarded_gangsters] + [
        one.card for one in members if one.card in CARDS.gangsters
    ]
    assert sorted(gangsters) == sorted(CARDS.gangsters), f"gangsters: {sorted(gangsters)}"
    heists = [*state.heist_pile, *state.lost]
    heists += [heist.card for heist in state.heists + state.discarded_heists] + [
        snitch.card for snitch in state.snitches
    ]
    heists += [card for of in state.performed for card in of]
    heists += [LESSONS[one.learned] for one in members if one.learned]
    ours = set(chapter_cards(state.chapter, state.options.extra_heists))
    assert sorted(ours.intersection(heists)) == sorted(ours), f"heists: {sorted(heists)}"
    assert len(heists) == len(set(heists)), f"heists: {sorted(heists)}"


def grizzled_kept(state: grizzled.State) -> None:
    """Every Trial card of the chapter is in one place, and so is every Order, Recruit and Helping Hand; five Speech
    tokens less those that were spent."""
    cards = [*state.trials, *state.reserve, *state.land, *state.discarded, *state.recruit_hand]
    cards += [card for of in (*state.hands, *state.knocks) for card in of]
    cards += [landing.card for landing in state.landing]
    assert sorted(cards) == [*trial_cards(state.set_up.stock)], f"cards: {sorted(cards)}"
    orders = [*state.order_deck, *state.orders, *state.orders_gone]
    assert len({*orders}) == len(orders) == 12 * (state.set_up.orders is not None), f"orders: {sorted(orders)}"
    recruits = [*state.recruit_deck, *state.recruits_gone, *[state.recruit][: state.recruit is not None]]
    assert len({*recruits}) == len(recruits) == state.set_up.recruits, f"recruits: {sorted(map(str, recruits))}"
    helping = [hand for hands in state.helping for hand in hands]
    assert len({*helping}) == len(helping), f"Helping Hands: {sorted(helping)}"
    assert not {*helping} & {*state.helped}, f"used, and still held: {sorted({*helping} & {*state.helped})}"
    assert 0 <= state.supply + sum(state.speeches) <= 5, f"Speech tokens: {state.supply}, {state.speeches}"


KEPT: dict[str, Callable[[Any], None]] = {
    "gangsta": gangsta_kept,
    "grizzled": grizzled_kept,
    "gunrunners": gunrunners_kept,
}


def grizzled_cautiously(state: Any, seat: int, rng: Random) -> Any:
    """Any card that makes no third threat, withdrawal when there is none, the smallest missions: random games end
    with too many cards in hand after two missions, these go on to peace or an empty reserve."""
    moves = state.legal(seat)
    threats = state.view(seat).threats

    def harmless(move: Any) -> bool:
        return isinstance(move, Play) and all(threats[shown] < 2 for shown in TRIALS[move.card].shows)

    if isinstance(moves[0], DealCards):
        return moves[0]
    return rng.choice(
        [move for move in moves if harmless(move)] or [move for move in moves if move == WITHDRAW] or moves
    )


POLICIES: dict[str, Callable[[State, int, Random], Move]] = {"grizzled": grizzled_cautiously}


def survey(name: str, seats: int, variant: str, first: int, games: int, share: float, cautiously: bool) -> int:
    """Plays these games of a cell; the number of positions that were looked at. Raises BrokenLaw or AssertionError."""
    options, policy = VARIANTS[name][variant], POLICIES[name] if cautiously else None
    return laws.check_survey(find_game(name), seats, games, first, options, share, KEPT[name], policy)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(KEPT))
    parser.add_argument("--seats", type=int, help="only tables of this size")
    parser.add_argument("--variant", help="only this one")
    parser.add_argument("--games", type=int, default=20_000, help="of each cell (default: %(default)s)")
    parser.add_argument("--share", type=float, default=0.02, help="of the positions looked at (default: %(default)s)")
    parser.add_argument("--cautiously", action="store_true", help="not any legal move: so that games last longer")
    parser.add_argument("--jobs", type=int, default=len(sched_getaffinity(0)))
    asked = parser.parse_args()
    if asked.cautiously and asked.game not in POLICIES:
        parser.error(f"--cautiously is for {', '.join(POLICIES)}: random games of the others last long enough")
    looks = (asked.share, asked.cautiously)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for variant, options in VARIANTS[asked.game].items():
            if asked.variant not in (None, variant):
                continue
            fitting = tables(find_game(asked.game), options)
            for seats in [seats for seats in fitting if asked.seats in (None, seats)]:
                began = time.monotonic()
                parts = [
                    pool.submit(survey, asked.game, seats, variant, first, min(CHUNK, asked.games - first), *looks)
                    for first in range(0, asked.games, CHUNK)
                ]
                looked = sum(part.result() for part in as_completed(parts))
                print(
                    f"{asked.game}, {seats} seats, {variant}: {asked.games} games, {looked} positions looked at, "
                    f"all sound ({time.monotonic() - began:.0f} s)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
