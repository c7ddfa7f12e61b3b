"""`arena play`: one game, with a person in it or between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

import arena.contest
import arena.games
import arena.league
import arena.store
from arena.cli import at_table
from arena.cli.audiences import spoil_option
from arena.cli.commanded import as_configured, file_of, game_of
from arena.cli.completion import game_and_bots
from arena.cli.errors import tell
from arena.cli.formats import standings_of
from arena.cli.options import sandbox_option, seed_option
from arena.cli.reading import reading
from arena.cli.run import play as play_contest
from arena.cli.show import tell_story
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import SandboxName
    from arena.standings import Standings, TeamStandings
    from arena.store import Store


@click.command(
    epilog="""\b
Examples:
  arena play gunrunners                                    you, against the bot of the box
  arena play gangsta --against ./mine --against ./yours --seat 2
  arena play --from quickstart.db 17 42                    you, from decision 42 of game 17 on
  arena play gunrunners ./mine "python3 theirs.py"         two bots
  arena play --config configs/quickstart.yaml greedy search --seat 1
"""
)
@click.argument("words", metavar="[GAME] [BOT]...", nargs=-1, shell_complete=game_and_bots)
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of GAME: each BOT is one of this contest's file."
)
@click.option(
    "--from",
    "earlier",
    nargs=3,
    type=(click.Path(path_type=Path), int, int),
    metavar="DB GAME DECISION",
    help="Instead of GAME: take over a seat of a recorded game, before that decision.",
)
@click.option(
    "--against",
    metavar="BOT",
    multiple=True,
    help="A bot that plays with you (several: one a seat).  [default: the box's]",
)
@click.option("--seats", type=click.IntRange(min=1), help="How many play with you in it, the box's bot on those left.")
@click.option("--seat", type=int, help="Sit here.  [default: 0]  Of a game of bots: tell only what this seat saw.")
@click.option(
    "--deal", metavar="DEAL", help="Play this deal, which `arena show` tells of each game.  [default: a new one]"
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0.1, max=86400),
    help="Seconds that you have for a move.  [default: no limit]",
)
@click.option(
    "--move-ms",
    type=click.IntRange(min=1),
    help="Time for a bot's decision.  [default: as configured, else 10000 with you, 1000 without]",
)
@click.option("--browser", is_flag=True, help="Play in a browser, where moves are clicked, and not in the terminal.")
@seed_option
@click.option(
    "--db", type=click.Path(path_type=Path), help="Where the games of these are.  [default: play-NAME-NAME.db]"
)
@spoil_option
@sandbox_option
def play(
    words: tuple[str, ...],
    config: Path | None,
    earlier: tuple[Path, int, int] | None,
    against: tuple[str, ...],
    seats: int | None,
    seat: int | None,
    deal: str | None,
    seconds: float | None,
    move_ms: int | None,
    browser: bool,
    seed: str | None,
    db: Path | None,
    spoil: bool,
    sandbox: SandboxName | None,
) -> None:
    """Play a GAME yourself; or have one played by a BOT on each seat, the first on seat 0, and told in words.

    You read what happens, the table and your legal moves as your seat sees them, and type the number of a move; `?`
    explains. With --browser you see the table in a page, and click. Nobody is rated in it and there is no clock for
    you; at the end of the input (Ctrl-D), or when the window is closed, you have resigned. Each game is kept: `arena
    show` and `arena watch` tell it again. Exits with 1 if a bot did not start or the game was broken off.
    """
    if bool(words) == bool(earlier) and not (config and not (words and earlier)):
        raise click.UsageError("give a GAME, or --config FILE, or --from DB GAME DECISION")
    game, bots = (None, words) if config is not None else (words[0] if words else None, words[1:])
    under = partial(_under, seed=seed, sandbox=sandbox, move_ms=move_ms)
    if bots:
        if against or seats or deal or seconds or browser:
            raise click.UsageError(
                "--against, --seats, --deal, --time and --browser are for a game with you in it: name no BOT"
            )
        end = _play_bots(_between(game, config, bots, under), config, db, seat)
    else:
        recorded = None if earlier is None else at_table.recorded(*earlier, spoil=spoil)
        if recorded is not None:
            company = at_table.company_from(recorded, config, against, seat)
        elif config is not None:
            company = at_table.company_of_config(config, against, seat or 0)
        else:
            company = at_table.company_of_game(str(game), against, seats, seat or 0)
        company = msgspec.structs.replace(company, contest=under(company.contest))
        move = None if seconds is None else round(seconds * 1000)
        wishes = at_table.Wishes(deal=deal, move_ms=move, browser=browser, db=db, config=config)
        end = at_table.play_at_table(company, wishes, recorded)
    if end:
        raise SystemExit(end)


def _under(contest: Contest, seed: str | None, sandbox: SandboxName | None, move_ms: int | None) -> Contest:
    """The contest under these conditions, where they were asked for."""
    return replace(
        contest,
        seed=seed or contest.seed,
        sandbox=sandbox or contest.sandbox,
        time=replace(contest.time, move_ms=move_ms or contest.time.move_ms),
    )


def _between(
    game: str | None, config: Path | None, bots: Sequence[str], under: Callable[[Contest], Contest]
) -> Contest:
    """One game of bots alone."""
    if config is not None:
        contest = as_configured(config, bots)
    else:
        commands = {f"BOT {number}": command for number, command in enumerate(bots)}
        contest = arena.contest.contest_of(str(game), commands, seats=len(bots))
    return under(game_of(contest, str(config or game), len(bots)))


def _play_bots(contest: Contest, config: Path | None, db: Path | None, seat: int | None) -> int:
    """Plays it, and tells it. The exit status."""
    if seat is not None and not 0 <= seat < contest.seats:
        raise click.BadParameter(f"these bots have the seats 0 to {contest.seats - 1}", param_hint="'--seat'")
    path = db or file_of(list(contest.bots), "play-")
    if arena.league.differing_from(path, contest, config or path):
        path = arena.store.free_path(path)
    contest = replace(contest, deals=_games_in(path) + 1)
    return play_contest(contest, config or path, path, partial(_tell, seat=seat))


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
