"""How strong the bots of the box are: a contest for each game and number of seats, played as any contest is.

    python -m benchmarks.strengths [GAME ...] [--files FOLDER]

Between opponents it is a round robin at mirrored deals, and the table has their Elo. In a cooperative game each bot
plays every deal with itself on all seats, and the table has how often such a team wins. The tables are written into
docs/bots/strengths.md; those of other games stay as they are. The contests' files stay in the folder, and a contest
that was stopped goes on. One game at a time, so that times mean something.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import yaml
from tabulate import tabulate

from arena.games import find_game

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots" / "strengths.md"
PATIENCE_MS = 120_000
"""For a move. No bot here needs a hundredth of it: a slow machine must not decide a game."""


@dataclass(frozen=True)
class Field:
    """A contest: the bots, by their files in `bots/`; so many deals for each line-up."""

    game: str
    seats: int
    deals: int
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    named: str = "default options"
    seed: str = "strengths"


GUNRUNNERS = ("gunrunners/planner.py", "gunrunners/greedy.py", "my_bot.py", "random_bot.py")
GANGSTA = ("gangsta/planner.py", "gangsta/greedy.py", "my_bot.py", "random_bot.py")
GRIZZLED = {60: ("grizzled/planner.py", "grizzled/careful.py"), 300: ("grizzled/greedy.py", "random_bot.py")}
"""By number of deals: those that seldom win, and think quickly, play more, or chance would decide which is better."""
RECOMMENDED = {"orders": "experienced", "helping_hands": True}
"""By the rulebook of The Grizzled, for several players; one plays without."""

FIELDS = (
    # At other deals than those that showed how many are needed.
    *(Field("gunrunners", seats, deals, GUNRUNNERS, seed="anew") for seats, deals in ((2, 24), (3, 16), (4, 60))),
    *(
        Field("gangsta", seats, deals, GANGSTA, options, named)
        for options, named in (({}, "default options"), ({"families": True, "resources": True}, "both variants"))
        for seats, deals in ((2, 12), (3, 8), (4, 20))
    ),
    *(Field("grizzled", 1, deals, bots) for deals, bots in GRIZZLED.items()),
    *(
        Field("grizzled", seats, deals, bots, RECOMMENDED, "Orders of the Day for experienced players, Helping Hands")
        for seats in (2, 3, 4)
        for deals, bots in GRIZZLED.items()
    ),
)  # fmt: skip


def played(contest: Field, folder: Path) -> dict[str, Any]:
    """The standings of the contest, as `arena table --format json` has them, after all games that were missing."""
    name = "-".join([contest.game, str(contest.seats), *contest.options, str(contest.deals)])
    config = {
        "game": contest.game,
        "seats": contest.seats,
        "options": dict(contest.options),
        "format": "self-play" if find_game(contest.game).cooperative else "round-robin",
        "deals": contest.deals,
        "seed": contest.seed,
        "jobs": 1,
        "time": {"start_ms": PATIENCE_MS, "move_ms": PATIENCE_MS},
        "bots": {bot: {"command": f"{{python}} {bot}", "dir": str(ROOT / "bots")} for bot in contest.bots},
    }
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")
    arena = (sys.executable, "-m", "arena")
    run = (*arena, "run", str(path), "--db", str(path.with_suffix(".db")), "--format", "json")
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    table = subprocess.run(
        (*arena, "table", str(path.with_suffix(".db")), "--format", "json"), check=True, stdout=subprocess.PIPE
    )
    standings: dict[str, Any] = json.loads(table.stdout)
    return standings


def told(contest: Field, standings: Mapping[str, Any]) -> str:
    """The contest's table, in Markdown, with a title."""
    rows, games = standings["rows"], standings["finished_games"]
    if find_game(contest.game).cooperative:
        headers = ["bot", "won %", "95 %", "ms median", "ms most"]
        rows = sorted(rows, key=lambda row: -(row["self_play"]["win_percent"] or 0))
        cells = [[row["bot"], *of_team(row["self_play"]), *times(row)] for row in rows]
    else:
        headers = ["bot", "Elo", "95 %", "pairs won %", "surely above the next %", "ms median", "ms most"]
        cells = [
            [
                row["bot"],
                whole(row["elo_of_bot"]),
                f"{whole(row['elo_low_95'])} to {whole(row['elo_high_95'])}",
                whole(row["score_percent"]),
                "" if row["likelihood_above_next"] is None else f"{100 * row['likelihood_above_next']:.1f}",
                *times(row),
            ]
            for row in rows
        ]
    align = ("left", *["right"] * (len(headers) - 1))
    seats = "1 seat" if contest.seats == 1 else f"{contest.seats} seats"
    groups = standings["deal_groups_complete"]
    title = f"{seats}, {contest.named}: {games} games, {groups} deal groups"
    return f"### {title}\n\n{tabulate(cells, headers, tablefmt='github', colalign=align, disable_numparse=True)}\n"


def of_team(played: Mapping[str, Any]) -> tuple[str, str]:
    ends = f"{whole(played['win_percent_low_95'])} to {whole(played['win_percent_high_95'])}"
    return whole(played["win_percent"]), ends


def times(row: Mapping[str, Any]) -> tuple[str, str]:
    return f"{row['median_ms'] or 0:.1f}", whole(row["max_ms"])


def whole(figure: float | None) -> str:
    """A figure without decimals; one that is not known, such as the end of an interval without one, is a dash."""
    return "-" if figure is None else f"{figure:.0f}"


def put(page: Path, tables: Mapping[str, Sequence[str]]) -> None:
    """Writes the tables of each game between its marks in the page, which has these already."""
    text = page.read_text("utf-8")
    for game, parts in tables.items():
        begin, end = f"<!-- {game} -->\n", f"<!-- end of {game} -->\n"
        before, found, rest = text.partition(begin)
        _, found_end, after = rest.partition(end)
        if not found or not found_end:
            raise click.ClickException(f"{page} has no place for {game}, from {begin.strip()} to {end.strip()}")
        body = "\n".join(parts)
        text = f"{before}{begin}\n{body}\n{end}{after}"
    page.write_text(text, "utf-8")


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted({contest.game for contest in FIELDS})))
@click.option("--files", default="strengths", type=click.Path(path_type=Path), help="Where the contests' files lie.")
@click.option("--to", "page", default=PAGE, type=click.Path(path_type=Path), help="The page to write the tables into.")
def main(games: Sequence[str], files: Path, page: Path) -> None:
    """Play what is missing and write the tables of these games, by default of all."""
    files.mkdir(parents=True, exist_ok=True)
    tables: dict[str, list[str]] = {}
    for contest in FIELDS:
        if not games or contest.game in games:
            table = told(contest, played(contest, files))
            click.echo(table)
            tables.setdefault(contest.game, []).append(table)
    put(page, tables)


if __name__ == "__main__":
    main()
