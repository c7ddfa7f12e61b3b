"""What an outcome is worth to each seat, as one who trains counts it."""

from __future__ import annotations

from arena.games import Outcome, TeamResult


def points(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """For each seat, how a game ended.

    Between opponents: the share of the others that the seat stands before, less the share that stands before it. So
    the winner of three gets 1, the second 0, the last -1, and all points together are 0. A cooperative game gives
    every seat the team's score, in the game's own unit.
    """
    if isinstance(outcome, TeamResult):
        return (outcome.score,) * seats
    places, others = outcome.places, max(1, seats - 1)
    return tuple((sum(own < one for one in places) - sum(one < own for one in places)) / others for own in places)
