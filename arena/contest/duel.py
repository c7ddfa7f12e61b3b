"""A duel: a contest of two bots that ends as soon as a sequential test says which of them is the stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from arena.contest.config import Contest
from arena.contest.plan import schedule_of
from arena.contest.stops import SprtPlan, Stop
from arena.errors import WrongInput
from arena.games import Deal, find_game


def duel_of(contest: Contest, of: str, names: Sequence[str], deals: int, given: Mapping[str, object]) -> Contest:
    """The contest of these two bots alone, under the conditions of `contest`, at so many deals at most. `of` names that
    contest for people, and `given` are parts of the test that differ from what is there, or is usual. Raises
    WrongInput."""
    game = find_game(contest.game)
    if not game.cooperative and 2 not in game.seats:
        raise WrongInput(
            f"{game.name} has no game for 2 seats, only for {', '.join(map(str, game.seats))}: play a round-robin"
        )
    seats = contest.seats if game.cooperative else 2
    try:
        game.new(contest.options, seats, Deal("check"))
    except ValueError as problem:
        raise WrongInput(
            f"a duel has {seats} seats, and the options of {of} are for {contest.seats}: {problem}"
        ) from None
    plan = contest.stop.sprt or SprtPlan()
    try:
        plan = SprtPlan(**{**asdict(plan), **given})
    except ValueError as problem:
        raise WrongInput(problem) from None
    contest = replace(
        contest,
        format="self-play" if game.cooperative else "round-robin",
        line_ups=None,
        seeded=(),
        rounds=None,
        entries=None,
        seats=seats,
        seatings="rotations",
        deals=deals,
        stop=Stop(sprt=plan),
        anchor=(),
        bots={name: contest.bots[name] for name in names},
        absent={},
    )
    try:
        schedule_of(contest, "any")
    except ValueError as problem:
        raise WrongInput(f"--deals: {problem}") from None
    return contest
