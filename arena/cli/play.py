"""`arena play`: one game between these bots, and its story."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

import arena.contest
import arena.games
import arena.league
import arena.programs
import arena.store
from arena.cli.commanded import file_of
from arena.cli.completion import bots_of_config, game_option
from arena.cli.errors import tell
from arena.cli.formats import standings_of
from arena.cli.options import none_of_that_name, sandbox_option, seed_option
from arena.cli.reading import reading
from arena.cli.run import play as play_contest
from arena.cli.show import tell_story
from arena.errors import WrongInput
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import SandboxName
    from arena.standings import Standings, TeamStandings
    from arena.store import Store


@click.command(
    epilog="""\b
Examples:
  arena play --game gunrunners ./mine "python3 theirs.py"
  arena play --config configs/quickstart.yaml greedy search --seat 1
"""
)
@click.argument("bots", metavar="BOT...", nargs=-1, required=True, shell_complete=bots_of_config)
@game_option("Each BOT is a command, started here, that plays this game.")
@click.option("--config", type=click.Path(path_type=Path), help="Each BOT is a bot of this contest's file.")
@click.option("--move-ms", type=click.IntRange(min=1), help="Time for a decision.  [default: as configured, else 1000]")
@click.option("--seat", type=int, help="Tell only what this seat saw.")
@seed_option
@click.option(
    "--db", type=click.Path(path_type=Path), help="Where games of these bots are.  [default: play-BOT-BOT.db]"
)
@sandbox_option
def play(
    bots: tuple[str, ...],
    game: str | None,
    config: Path | None,
    move_ms: int | None,
    seat: int | None,
    seed: str | None,
    db: Path | None,
    sandbox: SandboxName | None,
) -> None:
    """Play one game, the first BOT on seat 0, the next on seat 1, and so on; and tell it in words.

    The game is kept: `arena show` tells it again. Played once more, the same bots meet at the next deal; bots that have
    changed begin a file of their own. Exits with 1 if a bot did not start or the game was broken off.
    """
    if (game is None) == (config is None):
        raise click.UsageError("give --game GAME and a command for each seat, or --config FILE and bots of it")
    if seat is not None and not 0 <= seat < len(bots):
        raise click.BadParameter(f"these bots have the seats 0 to {len(bots) - 1}", param_hint="'--seat'")
    if config is not None:
        contest = _as_configured(config, bots)
    else:
        commands = {f"BOT {number}": command for number, command in enumerate(bots)}
        contest = arena.contest.contest_of(str(game), commands, seats=len(bots))
    contest = _game_of(contest, str(config or game))
    contest = replace(
        contest,
        seed=seed or contest.seed,
        sandbox=sandbox or contest.sandbox,
        time=replace(contest.time, move_ms=move_ms or contest.time.move_ms),
    )
    path = db or file_of(list(contest.bots), "play-")
    if arena.league.differing_from(path, contest, config or path):
        path = arena.store.free_path(path)
    contest = replace(contest, deals=_games_in(path) + 1)
    end = play_contest(contest, config or path, path, partial(_tell, seat=seat))
    if end:
        raise SystemExit(end)


def _as_configured(path: Path, bots: Sequence[str]) -> Contest:
    """The contest of that file between these of its bots, of which one may sit on several seats."""
    contest = arena.contest.load_contest(path)
    for name in bots:
        if name not in contest.bots:
            raise WrongInput(none_of_that_name(contest, name, path))
    return arena.contest.renamed(contest, bots, arena.programs.apart(bots))


def _game_of(contest: Contest, of: str) -> Contest:
    """Between all its bots, in this order, under that contest's conditions, which are `of` something for people. Exits
    where there is no such game."""
    game, seats = arena.games.find_game(contest.game), len(contest.bots)
    if seats not in game.seats:
        raise WrongInput(
            f"{game.name} is played by {', '.join(map(str, game.seats))} bots, one for each seat, not by {seats}"
        )
    try:
        game.new(contest.options, seats, arena.games.Deal("check"))
    except ValueError as problem:
        raise WrongInput(
            f"the options of {of} are for a game of {contest.seats} seats, not of {seats}: {problem}"
        ) from None
    return replace(
        contest,
        format="round-robin",
        line_ups=None,
        seeded=(),
        rounds=None,
        entries=None,
        seats=seats,
        seatings="fixed",
        jobs=1,
        stop=arena.contest.Stop(),
        anchor=(),
    )


def _games_in(path: Path) -> int:
    if not path.exists():
        return 0
    with reading(path) as store:
        return sum(store.count().values())


def _tell(store: Store, seat: int | None) -> Standings | TeamStandings:
    """The story of the last game, and where it is kept."""
    number = sum(store.count().values()) - 1
    record = store.record(number) if number >= 0 else None
    if record is not None:
        tell_story(record, arena.games.EVERYTHING if seat is None else seat, store.path)
        again = f"arena show {printable(str(store.path))} {number}"
        tell(
            f"kept as game {number} of {store.path}: `{again}` tells it again, `--seat 0` behind that as seat 0 saw it"
        )
    return standings_of(store)
