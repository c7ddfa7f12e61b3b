"""`arena duel`: is NEW stronger than OLD? An SPRT at mirrored deals, and where the two first did different things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

from arena.cli.conditions import sandbox_option
from arena.cli.errors import wrong_input
from arena.cli.opening import free_path
from arena.cli.run import play
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import SandboxName
    from arena.standings.differences import FirstDifference


@click.command(
    epilog="""\b
Examples:
  arena duel --config configs/quickstart.yaml greedy search
  arena duel --game gunrunners "python3 old.py" "python3 new.py" --elo1 10
"""
)
@click.argument("old")
@click.argument("new")
@click.option("--game", help="OLD and NEW are commands, started here, that play this game.")
@click.option("--config", type=click.Path(path_type=Path), help="OLD and NEW are bots of this contest's file.")
@click.option("--elo0", type=float, help="H0: NEW is stronger by this at most.  [default: 0]")
@click.option("--elo1", type=float, help="H1: NEW is stronger by this at least.  [default: 5]")
@click.option("--alpha", type=float, help="Chance to accept H1 where H0 holds.  [default: 0.05]")
@click.option("--beta", type=float, help="Chance to accept H0 where H1 holds.  [default: 0.05]")
@click.option("--model", type=click.Choice(["normalised", "logistic"]), help="The kind of Elo.  [default: normalised]")
@click.option("--deals", type=click.IntRange(min=1), default=20_000, show_default=True, help="The most deal groups.")
@click.option("--show", type=click.IntRange(min=0), default=10, show_default=True, help="Deals shown, dearest first.")
@click.option("--seed", help="The master seed.  [default: as configured, else drawn]")
@click.option("--jobs", type=click.IntRange(min=1), help="Games at once.  [default: as configured, else one a core]")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Begin no game after so many minutes.")
@click.option("--db", type=click.Path(path_type=Path), help="The duel's file.  [default: OLD-NEW.db here]")
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
    """
    if (game is None) == (config is None):
        raise click.UsageError("give --config FILE and two of its bots, or --game GAME and two commands")
    asked = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": model}
    given = {name: value for name, value in asked.items() if value is not None}
    with TemporaryDirectory(prefix="arena-duel-") as scratch:
        path = config if config is not None else _config(Path(scratch) / "duel.yaml", str(game), old, new)
        names = (old, new) if config is not None else ("old", "new")
        contest = _contest(path, names, deals, given)
        contest = msgspec.structs.replace(
            contest,
            seed=seed or contest.seed,
            jobs=jobs or contest.jobs,
            sandbox=sandbox or contest.sandbox,
            stop=msgspec.structs.replace(contest.stop, minutes=minutes),
        )
        file = db or Path("-".join(re.sub(r"[^\w.+]+", "_", name) for name in names) + ".db")
        file = free_path(file) if force_new else file
        end = play(contest, path, file)
    _tell_differences(file, names, show)
    if end:
        raise SystemExit(end)


def _config(path: Path, game: str, old: str, new: str) -> Path:
    """The contest's file that two commands stand for."""
    import yaml

    bots = {name: {"command": command, "dir": str(Path.cwd())} for name, command in (("old", old), ("new", new))}
    path.write_text(yaml.safe_dump({"game": game, "bots": bots}, allow_unicode=True), "utf-8")
    return path


def _contest(path: Path, names: Sequence[str], deals: int, given: Mapping[str, object]) -> Contest:
    """The contest of these two under the file's conditions, or exits."""
    from arena.contest import ConfigErrors, load_contest
    from arena.contest.stops import SprtPlan, Stop
    from arena.games import find_game

    try:
        contest = load_contest(path)
    except ConfigErrors as problem:
        wrong_input(problem)
    for name in names:
        if name not in contest.bots:
            wrong_input(f"there is no bot {name!r} in {path}; it has {', '.join(contest.bots)}")
    if names[0] == names[1]:
        wrong_input(f"{names[0]!r} twice: a duel has two bots")
    game = find_game(contest.game)
    if not game.cooperative and 2 not in game.seats:
        wrong_input(
            f"{game.name} has no game for 2 seats, only for {', '.join(map(str, game.seats))}: play a round-robin"
        )
    plan = contest.stop.sprt or SprtPlan()
    try:
        plan = SprtPlan(**{**msgspec.structs.asdict(plan), **given})
    except ValueError as problem:
        wrong_input(problem)
    return msgspec.structs.replace(
        contest,
        format="self-play" if game.cooperative else "round-robin",
        line_ups=None,
        seeds=(),
        rounds=None,
        entries=None,
        seats=contest.seats if game.cooperative else 2,
        seatings="rotations",
        deals=deals,
        stop=Stop(sprt=plan),
        anchor=(),
        bots={name: contest.bots[name] for name in names},
    )


def _tell_differences(file: Path, names: Sequence[str], show: int) -> None:
    from arena.contest import Store, StoreError
    from arena.referee import Mismatch
    from arena.standings.differences import first_differences

    try:
        with Store.open(file) as store:
            found = list(first_differences(store.records(), *names))
    except (StoreError, Mismatch) as problem:
        wrong_input(problem)
    for line in _lines(found, show):
        click.echo(printable(line))


def _lines(found: Sequence[FirstDifference], show: int) -> Iterator[str]:
    differing = [one for one in found if one.decision is not None]
    yield ""
    yield f"{len(differing)} of {len(found)} deal groups saw different decisions; what NEW made of the deal less OLD:"
    ordered = sorted(differing, key=lambda one: (one.points, one.score, one.group))
    shown = ordered[: (show + 1) // 2] + ordered[max((show + 1) // 2, len(ordered) - show // 2) :]
    for one in shown:
        yield (
            f"  deal group {one.group}, decision {one.decision}, seat {one.seat}: old {one.move_of_old} (game "
            f"{one.game_of_old}), new {one.move_of_new} (game {one.game_of_new}): points {one.points:+g}, score "
            f"{one.score:+g}"
        )
    if len(shown) < len(differing):
        yield f"  ... the {len(shown)} dearest of {len(differing)} either way; --show N for more"
