"""`arena duel`: is NEW stronger than OLD? An SPRT at mirrored deals, and where the two first did different things."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

import arena.contest
import arena.standings
import arena.store
from arena.cli.commanded import file_of
from arena.cli.completion import bots_of_config, game_option
from arena.cli.formats import print_standings
from arena.cli.opening import place_for
from arena.cli.options import jobs_option, minutes_option, none_of_that_name, sandbox_option, seed_option
from arena.cli.reading import reading
from arena.cli.run import play
from arena.cli.saying import say
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import SandboxName
    from arena.standings import FirstDifference
    from arena.store import Store


@click.command(
    epilog="""\b
Examples:
  arena duel --config configs/quickstart.yaml greedy search
  arena duel --game gunrunners "python3 old.py" "python3 new.py" --elo1 10
"""
)
@click.argument("old", shell_complete=bots_of_config)
@click.argument("new", shell_complete=bots_of_config)
@game_option("OLD and NEW are commands, started here, that play this game.")
@click.option("--config", type=click.Path(path_type=Path), help="OLD and NEW are bots of this contest's file.")
@click.option("--elo0", type=float, help="H0: NEW is stronger by this at most.  [default: 0]")
@click.option("--elo1", type=float, help="H1: NEW is stronger by this at least.  [default: 5]")
@click.option("--alpha", type=float, help="Chance to accept H1 where H0 holds.  [default: 0.05]")
@click.option("--beta", type=float, help="Chance to accept H0 where H1 holds.  [default: 0.05]")
@click.option("--model", type=click.Choice(["normalised", "logistic"]), help="The kind of Elo.  [default: normalised]")
@click.option("--deals", type=click.IntRange(min=1), default=20_000, show_default=True, help="The most deal groups.")
@click.option("--show", type=click.IntRange(min=0), default=10, show_default=True, help="First differences shown.")
@seed_option
@jobs_option
@minutes_option
@click.option("--db", type=click.Path(path_type=Path), help="The duel's file.  [default: named by the bots, here]")
@click.option("--force-new", is_flag=True, help="Begin anew beside a file that is there.")
@sandbox_option
def duel(
    old: str,
    new: str,
    game: str | None,
    config: Path | None,
    elo0: float | None,
    elo1: float | None,
    alpha: float | None,
    beta: float | None,
    model: str | None,
    deals: int,
    show: int,
    seed: str | None,
    jobs: int | None,
    minutes: float | None,
    db: Path | None,
    force_new: bool,
    sandbox: SandboxName | None,
) -> None:
    """Play NEW against OLD at mirrored deals until an SPRT decides, and show where they first differed.

    Between opponents they change seats; in a cooperative game each plays every deal with itself on all seats. Run
    again, it goes on where it stopped. Exits as `arena run` does: 0 says that all went well, not that NEW is better.

    After the standings come the deals at which the first difference cost NEW most, and those at which it brought NEW
    most. A bot that draws lots differs from itself, too.
    """
    if (game is None) == (config is None):
        raise click.UsageError("give --config FILE and two of its bots, or --game GAME and two commands")
    asked = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": model}
    given = {name: value for name, value in asked.items() if value is not None}
    names: Sequence[str] = (old, new)
    if config is not None:
        contest = _as_configured(config, names)
    else:
        contest = arena.contest.contest_of(str(game), {"OLD": old, "NEW": new})
        names = list(contest.bots)
    contest = arena.contest.duel_of(contest, str(config or game), names, deals, given)
    contest = msgspec.structs.replace(
        contest,
        seed=seed or contest.seed,
        jobs=jobs or contest.jobs,
        sandbox=sandbox or contest.sandbox,
        stop=msgspec.structs.replace(contest.stop, minutes=minutes),
    )
    file = db or file_of(names)
    file = arena.store.free_path(file) if force_new else place_for(file, contest, config or file)
    end = play(contest, config or file, file, partial(print_standings, format="text", resources=False))
    _tell_differences(file, names, show)
    if end:
        raise SystemExit(end)


def _as_configured(path: Path, names: Sequence[str]) -> Contest:
    """The contest of that file. Exits where it has not two such bots."""
    contest = arena.contest.load_contest(path)
    for name in names:
        if name not in contest.bots:
            raise WrongInput(none_of_that_name(contest, name, path))
    if names[0] == names[1]:
        raise WrongInput(f"{names[0]!r} twice: a duel has two bots")
    return contest


def _tell_differences(file: Path, names: Sequence[str], show: int) -> None:
    with reading(file) as store:
        found = list(arena.standings.first_differences(store.records(), *names))
        with redirect_stdout(io.StringIO()):  # rules that print would write between the lines
            lines = list(_lines(store, found, names, show))
    for line in lines:
        say(line)


def _lines(store: Store, found: Sequence[FirstDifference], names: Sequence[str], show: int) -> Iterator[str]:
    old, new = names
    differing = [one for one in found if one.decision is not None]
    cost = sorted((one for one in differing if _worth(one) < (0, 0)), key=lambda one: (_worth(one), one.group))
    gain = sorted((one for one in differing if _worth(one) > (0, 0)), key=lambda one: (_worth(one), -one.group))[::-1]
    yield "Where they first differed"
    yield ""
    if not found:
        yield "No deal group is over yet, with both of its games rated."
        return
    more, less = (sum(sign * one.points > 0 for one in differing) for sign in (1, -1))
    yield (
        f"{new} and {old} decided differently in {len(differing)} of {len(found)} deal groups. In its seat {new} then "
        f"made more points in {more}, fewer in {less}, {sum(one.points for one in differing):+g} in all."
    )
    cost = cost[: max((show + 1) // 2, show - len(gain))]
    gain = gain[: show - len(cost)]
    for title, listed in ((f"What cost {new} most", cost), (f"What brought {new} most", gain)):
        if listed:
            yield f"{title} (`arena show {store.path} GAME` tells a game):"
        for one in listed:
            yield (
                f"  deal group {one.group}, decision {one.decision}, seat {one.seat}: "
                f"{one.points:+g} points, {one.score:+g} in score"
            )
            yield f"    {old}, game {one.game_of_old}: {_done(store, one.game_of_old, one)}"
            yield f"    {new}, game {one.game_of_new}: {_done(store, one.game_of_new, one)}"


def _worth(one: FirstDifference) -> tuple[float, float]:
    return one.points, one.score


def _done(store: Store, number: int, one: FirstDifference) -> str:
    record = store.record(number)
    assert record is not None
    return arena.standings.done(record, one)
