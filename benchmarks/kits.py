"""What a bot of each kit costs: how long it takes to start, and how long a decision at random.

    python -m benchmarks.kits [--rounds 5] [--turns 400] [--kit rust ...]

Each kit whose programs are here is built and asked through two pipes, without a referee, with the requests of each
game's page. `start` is the time from the call to the first answer, the least and the median of so many processes.
Under each game stands the time of one request and its answer, the least of batches of a hundred, once the process has
had as many turns as are timed: compilers that work while a program runs are through then. What is printed is the table
of docs/bots/kits.md; the last line names the kits that were left out. Figures of different runs cannot be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import IO, Any

import yaml
from tabulate import tabulate

from arena.games import find_game
from arena.kits import languages, texts_of

TRANSCRIPTS = Path(__file__).parents[1] / "tests" / "transcripts"
BATCH = 100
"""Turns that are timed together."""


def requests(game: str) -> tuple[bytes, bytes, list[dict[str, Any]]]:
    """The lines of hello and start, and the turns, of the game of the docs."""
    lines = (TRANSCRIPTS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    hello, start, *others = [line[3:] for line in lines if line.startswith("-> ")]
    messages = map(json.loads, others)
    return hello.encode() + b"\n", start.encode() + b"\n", [turn for turn in messages if turn["type"] == "turn"]


def build(language: str, game: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """Writes the kit into the folder and builds it; how its bot is started, and in which environment."""
    texts = texts_of(language, find_game(game), language)
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    entry = yaml.safe_load(texts["entry.yaml"])["mine"]
    environment = {**os.environ, **entry.get("env", {})}
    if "build" in entry:
        subprocess.run(shlex.split(entry["build"]), cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return shlex.split(entry["command"]), environment


def measure(
    command: list[str], folder: Path, environment: dict[str, str], game: str, rounds: int, turns: int
) -> tuple[list[float], list[float]]:
    """Milliseconds of each start, and microseconds for a decision of each batch."""
    hello, start, asked = requests(game)
    starts: list[float] = []
    decisions: list[float] = []
    for _ in range(rounds):
        begun = time.perf_counter()
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            ask(process.stdin, process.stdout, hello)
            starts.append((time.perf_counter() - begun) * 1e3)
            ask(process.stdin, process.stdout, start)
            lines = [json.dumps({**asked[n % len(asked)], "id": n + 2}).encode() + b"\n" for n in range(2 * turns)]
            for at in range(0, len(lines), BATCH):
                begun = time.perf_counter()
                for line in lines[at : at + BATCH]:
                    ask(process.stdin, process.stdout, line)
                if at >= turns:
                    decisions.append((time.perf_counter() - begun) * 1e6 / BATCH)
    return starts, decisions


def ask(stdin: IO[bytes], stdout: IO[bytes], line: bytes) -> None:
    """A request, and its answer."""
    stdin.write(line)
    stdin.flush()
    assert stdout.readline().endswith(b"}\n")


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--kit", nargs="*", choices=sorted(languages()), default=list(languages()))
    options = parser.parse_args()
    games = sorted(TRANSCRIPTS.glob("*.jsonl"))
    rows, left_out = [], []
    for name, language in languages().items():
        if name not in options.kit or language.missing():
            left_out.append(name)
            continue
        starts: list[float] = []
        least = []
        for game in games:
            with TemporaryDirectory(prefix="arena-kit-") as place:
                command, environment = build(name, game.stem, Path(place))
                program = command[0] if command[0].startswith("./") else shutil.which(command[0]) or command[0]
                command = [str(Path(place) / program) if program.startswith("./") else program, *command[1:]]
                begun, decisions = measure(command, Path(place), environment, game.stem, options.rounds, options.turns)
            starts += begun
            least.append(min(decisions))
        rows.append((language.title, *map(round, (min(starts), median(starts), *least))))
    headers = ("kit", "start, least ms", "median ms", *(f"{find_game(game.stem).title}, us" for game in games))
    print(tabulate(rows, headers=headers, tablefmt="github"))
    print("\nleft out:", ", ".join(left_out) or "none")


if __name__ == "__main__":
    main()
