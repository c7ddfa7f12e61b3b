"""Does `arena repro` find differences where there are none, and those that there are? Real bots, many games.

Start: python tests/repro_all.py [--games 1000] [--game gunrunners] [--broken 100]

Plays a contest between deterministic bots, then feeds a seat of every game, each seat in turn, to the very bot that sat
there. Then it breaks one of them at a decision drawn at random, so that it crashes, is late, moves illegally or
otherwise, and looks whether it is found there. Exits with 1 when a difference is found that is none, or one is not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import trio
import yaml
from msgspec.structs import replace

from arena.lab import Compared, Sitting, Undecided, compare, sitting_of
from arena.sandbox import Program
from arena.store import Store

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.lab.test_comparing import BOT  # noqa: E402

WAYS = {"crash": "exited", "late": "time", "illegal": "illegal", "other": None}
QUICK_MS = 400
"""The time of one that is late."""


def programs(game: str, folder: Path) -> dict[str, tuple[str, ...]]:
    """The bots by name."""
    (folder / "bot.py").write_text(BOT)
    found: dict[str, tuple[str, ...]] = {"random": (sys.executable, "-S", str(folder / "bot.py"), "no", "-1")}
    for name in ("greedy", "careful"):
        path = ROOT / "bots" / game / f"{name}.py"
        if path.exists():
            found[name] = (sys.executable, str(path))
    return found


def sittings(db: Path, games: int) -> Iterator[Sitting]:
    """A seat of each game."""
    with Store.open(db) as store:
        facts, stages = store.facts(), store.stages()
        for record in store.records(list(range(games))):
            yield sitting_of(record, facts, stages, record.number // record.seats % record.seats)


def put_before(sitting: Sitting, argv: tuple[str, ...], folder: Path) -> Compared:
    """A game in which the machine got in the way is fed once more."""
    program = Program("bot", argv, str(folder), {})
    for _ in range(5):
        try:
            return trio.run(partial(compare, sitting, program, "none", folder / "logs"))
        except Undecided as problem:
            print(f"game {sitting.record.number}: {problem}: once more")
    raise SystemExit("the machine has too much else to do")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--broken", type=int, default=100)
    given = parser.parse_args()
    wrong = 0
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        bots = programs(given.game, folder)
        config: dict[str, object] = {"game": given.game, "seats": 2, "deals": given.games, "seed": "repro", "jobs": 1}
        config["bots"] = {name: {"command": list(argv)} for name, argv in bots.items()}
        (folder / "c.yaml").write_text(yaml.safe_dump(config))
        run = [sys.executable, "-m", "arena", "run", "c.yaml", "--games", str(given.games)]
        subprocess.run(run, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        began, decisions = time.monotonic(), 0
        for sitting in sittings(folder / "c.db", given.games):
            name = sitting.record.seating[sitting.seat]
            found = put_before(sitting, bots[name], folder)
            decisions += found.same
            if not found.as_recorded:
                wrong += 1
                print(f"game {sitting.record.number}, seat {sitting.seat} ({name}): {found.last}")
        took = time.monotonic() - began
        print(f"{given.games} games fed, {decisions} decisions in {took:.0f} s: {wrong} false differences")
        wrong += broken(folder, given.games, given.broken)
    raise SystemExit(wrong > 0)


def broken(folder: Path, games: int, most: int) -> int:
    """How many of the broken bots were not found where they are broken."""
    rng, missed, tried = Random(1), 0, 0
    for sitting in sittings(folder / "c.db", games):
        own = sitting.decisions()
        if tried == most or sitting.record.seating[sitting.seat] != "random" or not own:
            continue
        tried += 1
        way, after = list(WAYS)[tried % len(WAYS)], rng.randrange(len(own))
        if way == "late":
            sitting = replace(sitting, control=replace(sitting.control, move_ms=QUICK_MS))
        found = put_before(sitting, (sys.executable, "-S", str(folder / "bot.py"), way, str(after)), folder)
        forced = way == "other" and len([*sitting.retelling()][after].question.legal) == 1
        seen = found.last.answer.choice if found.last else None
        at = found.last.asked.decision if found.last else None
        right = at == own[after] and getattr(seen, "verdict", None) == WAYS[way] and not found.as_recorded
        if not right and not forced:
            missed += 1
            print(f"game {sitting.record.number}: {way} at {own[after]}: found {seen} at {at}")
    print(f"{tried} bots broken on purpose: {missed} not found where they are broken")
    return missed


if __name__ == "__main__":
    main()
