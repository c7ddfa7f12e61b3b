"""Plays the same games in arena and in fastchess, and compares them move by move: for a release, not a test.

Start: python compare_with_peer.py --fastchess PATH [--deals N] [--adjudicate] NODES=ENGINE NODES=ENGINE...

ENGINE is a program that speaks UCI and takes no words, NODES the positions that it searches for each move: fixed, on
one thread and with nothing kept from game to game, so that it plays the same move in the same position. Both sides play
every two engines at the same openings, with both colours. What is compared: who met whom from which opening with which
colour, every move, every result and how it came, how many pairs of games brought how many points (pentanomial, arena's
from its own table), and the Elo and normalised Elo that fastchess prints against those that its formulas make of
arena's table. (The Elo of arena's table is another: White's advantage is taken out of it, and one imagined draw of each
bot is in it.)

arena plays one round robin. fastchess plays each pairing by itself, since of its book a tournament reads only as many
openings as there are rounds, however many pairings draw from them.

fastchess: https://github.com/Disservin/fastchess, built with its `make`.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import inf, isfinite, log, log10, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import chess.pgn
import yaml
from arena.games import Deal
from arena.store import Store

from arena_chess.openings import begin, of_the_box
from arena_chess.pgn import games_of

DRAW, RESIGN = {"number": 34, "count": 8, "score": 20}, {"count": 3, "score": 600}


class Played(NamedTuple):
    """One game, as both sides tell it."""

    white: str
    black: str
    start: str
    moves: tuple[str, ...]
    result: str
    termination: str


def played(game: chess.pgn.Game) -> Played:
    headers = game.headers
    termination = headers.get("Termination", "?")
    return Played(
        headers["White"],
        headers["Black"],
        game.board().fen(),
        tuple(move.uci() for move in game.mainline_moves()),
        headers["Result"],
        termination,
    )


Pair = tuple[str, str]


class Run(NamedTuple):
    """What came of two engines on one side: their games in order, in how many pairs of games the first took 0 to 4 half
    points, their Elo and normalised Elo, each with its error, and how many seconds all of it took."""

    games: list[Played]
    pentanomial: list[int]
    elo: tuple[float, ...]
    seconds: float


def in_arena(folder: Path, engines: Mapping[str, tuple[str, int]], deals: int, adjudicate: bool) -> dict[Pair, Run]:
    """Play a round robin in arena. The seconds of a pairing are its share of all plies."""
    bots = {
        name: ["{python}", "-m", "arena_chess.uci", "--nodes", str(nodes), "--option", "Threads=1", "--", command]
        for name, (command, nodes) in engines.items()
    }
    contest = {
        "game": "chess",
        "options": {"draw": DRAW, "resign": RESIGN} if adjudicate else {},
        "deck": of_the_box(),
        "deals": deals,
        "seed": "peer",
        "jobs": 1,
        "time": {"move_ms": 60_000, "start_ms": 30_000},
        "bots": bots,
    }
    config, file = folder / "contest.yaml", folder / "contest.db"
    config.write_text(yaml.safe_dump(contest, sort_keys=False))
    arena = [sys.executable, "-m", "arena"]
    begun = perf_counter()
    subprocess.run(
        [*arena, "run", str(config), "--db", str(file)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    seconds = perf_counter() - begun
    table = json.loads(subprocess.check_output([*arena, "table", str(file), "--format", "json"]))
    counts = {
        (pair["bot"], pair["opponent"]): groups["groups"]
        for pair in table["pairs"]
        for groups in pair["deal_groups_by_half_points_of_bot"]
    }
    with Store.open(file) as store:
        games = [played(game) for game in games_of(store) if game is not None]
    runs = {}
    for pair in combinations(engines, 2):
        own = [game for game in games if {game.white, game.black} == {*pair}]
        share = sum(len(game.moves) for game in own) / sum(len(game.moves) for game in games)
        runs[pair] = Run(own, counts[pair], elo_of(counts[pair]), seconds * share)
    return runs


def elo_of(counts: Sequence[int]) -> tuple[float, ...]:
    """Elo and normalised Elo, each with its error, as fastchess computes them from pentanomial counts
    (app/src/matchmaking/elo/elo_pentanomial.cpp)."""
    pairs = sum(counts)
    share = sum(count * half / 4 for half, count in enumerate(counts)) / pairs
    variance = sum(count * (half / 4 - share) ** 2 for half, count in enumerate(counts)) / pairs
    high, low = (share + sign * 1.959963984540054 * sqrt(variance / pairs) for sign in (1, -1))

    def logistic(share: float) -> float:
        return -400 * log10(1 / share - 1) if 0 < share < 1 else inf

    def normalised(share: float) -> float:
        return (share - 0.5) / sqrt(2 * variance) * (800 / log(10)) if variance else inf

    return (
        logistic(share),
        (logistic(high) - logistic(low)) / 2,
        normalised(share),
        (normalised(high) - normalised(low)) / 2,
    )


def openings_of(folder: Path, pair: Pair) -> Iterator[chess.pgn.Game]:
    """The openings of a pairing, in the order of its deal groups."""
    with Store.open(folder / "contest.db") as store:
        for record in store.records():
            if record.seating == pair:
                yield chess.pgn.Game.from_board(begin(str(Deal(record.deal).card), False).board)


def in_fastchess(
    program: str, folder: Path, engines: Mapping[str, tuple[str, int]], pair: Pair, deals: int, adjudicate: bool
) -> Run:
    """Play the same in fastchess: its book has the openings of the pairing."""
    (folder / "book.pgn").write_text("\n\n".join(map(str, openings_of(folder, pair))) + "\n")
    (folder / "games.pgn").unlink(missing_ok=True)
    words = [program]
    for name in pair:
        command, nodes = engines[name]
        words += ["-engine", f"cmd={command}", f"name={name}", f"nodes={nodes}", "option.Threads=1"]
    words += ["-openings", "file=book.pgn", "format=pgn", "order=sequential"]
    words += ["-rounds", str(deals), "-games", "2", "-repeat", "-concurrency", "1", "-pgnout", "file=games.pgn"]
    if adjudicate:
        words += ["-draw", *(f"move{key}={DRAW[key]}" for key in ("number", "count")), f"score={DRAW['score']}"]
        words += ["-resign", f"movecount={RESIGN['count']}", f"score={RESIGN['score']}"]
    begun = perf_counter()
    said = subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout
    seconds = perf_counter() - begun
    games = []
    with open(folder / "games.pgn") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(played(game))
    elos = re.findall(r"^Elo: (\S+) \+/- (\S+), nElo: (\S+) \+/- (\S+)$", said, re.MULTILINE)
    return Run(games, pentanomial(games), tuple(map(float, elos[-1])), seconds)


def pentanomial(games: Sequence[Played]) -> list[int]:
    """In how many pairs of games the first took 0, 1, 2, 3 or 4 half points."""
    taken: Counter[int] = Counter()
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert (one.white, one.black) == (two.black, two.white)
        points = {"1-0": 2, "0-1": 0, "1/2-1/2": 1}
        taken[points[one.result] + 2 - points[two.result]] += 1
    return [taken[points] for points in range(5)]


def compare(ours: Run, theirs: Run) -> list[str]:
    """Everything in which they differ, a line each."""
    lines = []
    if len(ours.games) != len(theirs.games):
        lines.append(f"arena has {len(ours.games)} games, fastchess {len(theirs.games)}")
    for number, (one, other) in enumerate(zip(ours.games, theirs.games, strict=False)):
        for what, our, their in zip(Played._fields, one, other, strict=True):
            if our != their:
                lines.append(f"game {number}: {what} is {our} in arena, {their} in fastchess")
    if ours.pentanomial != theirs.pentanomial:
        lines.append(f"pentanomial counts are {ours.pentanomial} in arena, {theirs.pentanomial} in fastchess")
    # Printed to two places; where one side took all there is no number that could be equal.
    if any(isfinite(one) and abs(one - other) > 0.0051 for one, other in zip(ours.elo, theirs.elo, strict=False)):
        lines.append(f"Elo and its error, normalised Elo and its error: {ours.elo} in arena, {theirs.elo} in fastchess")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fastchess", required=True, help="the program, as it was built")
    parser.add_argument("--deals", type=int, default=20, help="openings for each pairing")
    parser.add_argument("--adjudicate", action="store_true", help="let the engines' scores end games")
    parser.add_argument("engines", nargs="+", metavar="NODES=ENGINE")
    asked: Any = parser.parse_args()
    engines = {}
    for word in asked.engines:
        nodes, _, command = word.partition("=")
        engines[f"{Path(command).name}-{nodes}"] = command, int(nodes)
    differences = 0
    with TemporaryDirectory(prefix="arena-peer-") as scratch:
        folder = Path(scratch)
        for pair, ours in in_arena(folder, engines, asked.deals, asked.adjudicate).items():
            program = str(Path(asked.fastchess).absolute())
            theirs = in_fastchess(program, folder, engines, pair, asked.deals, asked.adjudicate)
            plies = sum(len(game.moves) for game in ours.games)
            ends = Counter(game.termination for game in ours.games)
            print(
                f"{' - '.join(pair)}: {len(ours.games)} games, {plies} plies with their openings, ended by {dict(ends)}"
            )
            print(f"  seconds: arena {ours.seconds:.1f}, fastchess {theirs.seconds:.1f}")
            for side, run in ("arena", ours), ("fastchess", theirs):
                elo, error, normalised, its_error = (f"{one:.2f}" if isfinite(one) else "-" for one in run.elo)
                figures = f"Elo {elo} +/- {error}, nElo {normalised} +/- {its_error}"
                print(f"  {side:9} pentanomial {run.pentanomial}, {figures}")
            lines = compare(ours, theirs)
            differences += len(lines)
            print("  " + ("\n  ".join(lines) or "the same: openings, colours, moves, results, ends, counts, Elo"))
    return min(differences, 1)


if __name__ == "__main__":
    sys.exit(main())
