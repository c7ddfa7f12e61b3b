"""Simulated players of known strengths, and the contests that they play: no process, no rules, only results.

In every game each player comes out at a number: its strength, what its seat is worth, what the deal gave that seat,
how the deal suits the player, and chance of its own. The highest number wins. The chance follows Gumbel's distribution,
so that without anything else the model of the ratings is exactly right: the share of the points that one takes from
another is 1 / (1 + 10^(-difference / 400)), with any number of seats (R. D. Luce, "Individual Choice Behavior", 1959).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.statistics import ELO, Floats, Games, Ints, Ratings, joint_fit, pair_results, rate

GROUPS_OF_TRUTH = 200_000


@dataclass(frozen=True)
class World:
    """Players and how they meet; everything in Elo.

    `strengths` are the players'; `advantages` are those of the seats, and their number is that of the seats. Two seats
    share a place if both their numbers are in one step of a scale with steps of `draw`; 0: nobody shares. `luck` is
    the standard deviation of what a deal gives each seat, `taste` that of how it suits each player. Of the first
    three players each beats the next, as if it were stronger by `cycle`.
    """

    name: str
    strengths: tuple[float, ...]
    advantages: tuple[float, ...]
    draw: float = 0.0
    luck: float = 0.0
    taste: float = 0.0
    cycle: float = 0.0

    @property
    def seats(self) -> int:
        return len(self.advantages)

    @property
    def line_ups(self) -> Ints:
        """Shape (line-ups, seats): every set of different players."""
        return np.array(list(combinations(range(len(self.strengths)), self.seats)))

    @property
    def exact(self) -> bool:
        """Whether the model of the ratings holds, so that the strengths themselves are what it should find."""
        return not (self.draw or self.luck or self.taste or self.cycle)


def play(world: World, line_ups: Ints, rng: np.random.Generator, mirrored: bool = True) -> Games:
    """One deal group for each of `line_ups`, of shape (groups, seats), played in every rotation.

    If not `mirrored` the same games have a deal of their own each, and each is a group.
    """
    groups, seats = line_ups.shape
    turns = (np.arange(seats)[:, None] + np.arange(seats)) % seats
    # Shape (groups, games of the group, seats).
    bots = line_ups[:, turns]
    deals = (groups, 1) if mirrored else (groups, seats)
    luck = rng.standard_normal((*deals, seats)) * world.luck
    taste = rng.standard_normal((*deals, len(world.strengths))) * world.taste
    numbers = (
        np.array(world.strengths)[bots]
        + np.array(world.advantages)
        + luck
        + np.take_along_axis(np.broadcast_to(taste, (groups, seats, len(world.strengths))), bots, axis=2)
        + rng.gumbel(size=bots.shape) * ELO
    )
    if world.cycle:
        triple, there = bots[..., :, None] < 3, bots[..., None, :] < 3
        beats = triple & there & ((bots[..., :, None] + 1) % 3 == bots[..., None, :])
        numbers += world.cycle / 2 * (beats.sum(axis=-1) - beats.sum(axis=-2)) / (seats - 1)
    if world.draw:
        numbers = np.floor(numbers / world.draw + rng.random((groups, seats, 1)))
    places = 1 + (numbers[..., None, :] > numbers[..., :, None]).sum(axis=-1)
    games = groups * seats
    return Games(
        group=np.repeat(np.arange(groups), seats) if mirrored else np.arange(games),
        bots=bots.reshape(games, seats),
        places=places.reshape(games, seats),
    )


def round_robin(world: World, deals: int) -> Ints:
    """Shape (groups, seats): every line-up at so many deals of its own; all play their first before any its second."""
    return np.tile(world.line_ups, (deals, 1))


def ratings(world: World, games: Games) -> Ratings:
    """The project's own ratings of one contest, around 0."""
    return rate(pair_results(len(world.strengths), [games]), mean=0.0)


def truth(world: World, seed: int) -> Floats:
    """Shape (players + seats,): the ratings and advantages, around 0 each, that an endless round robin would have.

    Where the model holds they are those of the world. Where it does not (luck, draws, triples that beat each other in
    turn) they are what the model makes of the expected points, found by a contest of `GROUPS_OF_TRUTH` deal groups.
    """
    if world.exact:
        bots, seats = np.array(world.strengths), np.array(world.advantages)
    else:
        deals = -(-GROUPS_OF_TRUTH // len(world.line_ups))
        games = play(world, round_robin(world, deals), np.random.default_rng(seed))
        fit = joint_fit(pair_results(len(world.strengths), [games]))
        bots, seats = fit.bots * ELO, fit.seats * ELO
    return np.concatenate([bots - bots.mean(), seats - seats.mean()])
