"""Small real contests for tests: toy games as an installed plug-in, bots with one habit each, a look at /proc."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from arena.referee import lasting_bytes
from arena.store import Store

ROOT = Path(__file__).parents[2]
MARK = "ARENA_TEST_MARK"
"""A variable in the environment of every process of one test; its value tells tests apart that run side by side."""

PLUG_IN = f"""
import os, sys
sys.path.append({str(ROOT / "tests")!r})
from arena.games import IllegalMove
from arena.games.toys import BIDS as bids, LANTERNS as lanterns, BidsState
from planted import bids_of

class Buggy(BidsState):
    def apply(self, moves):
        if len(self.rounds) == 1 and sum(self.hands[0]) % 2:
            raise ZeroDivisionError("planted in the rules\\n")
        super().apply(moves)

class Loud(BidsState):
    def apply(self, moves):
        print("the rules say \\u00fc \\ud800")
        print('{{"number":0}}', flush=True)
        os.write(1, b'{{"number":0}}\\n')
        super().apply(moves)

class Deadly(BidsState):
    def apply(self, moves):
        os._exit(7)

buggy, loud, deadly = bids_of(Buggy, name="buggy"), bids_of(Loud, name="loud"), bids_of(Deadly, name="deadly")
"""

BOT = '''
"""One bot with one habit: its first argument says which."""
import json, os, sys, time
from random import Random

habit, *what = sys.argv[1:] or ["plays"]
rng = Random()
game = None
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "quit":
        break
    if kind == "hello" and habit == "breeds":
        import subprocess  # here, as most never need what takes as long to load as all else
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
    if kind == "hello" and habit == "hides":
        import subprocess
        # Its parent is gone at once and its environment is empty, but the mark is its first word.
        code = "import subprocess, sys; subprocess.Popen(sys.argv[1:], executable='/bin/sleep', env={})"
        words = [sys.executable, "-S", "-c", code, os.environ["ARENA_TEST_MARK"], "3600"]
        subprocess.run(words, start_new_session=True, check=True)
    if kind == "start":
        game = message["game_id"]
        if habit == "notes":
            print(os.getpid(), "is seat", message["seat"], "of", message["seats"], file=sys.stderr, flush=True)
        if habit == "shouts":
            print("\\x1b" * 200_000, file=sys.stderr, flush=True)
        rng.seed(message["seed"])
    if kind in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": "tester"}), flush=True)
    elif kind == "turn":
        if habit == "crashes" and what in ([], [game]):
            sys.exit("I give up, seat 99, says " + str(message["view"]["hand"]))
        if habit == "illegal":
            print(json.dumps({"id": message["id"], "move": {"card": "SECRET"}}), flush=True)
            continue
        if habit == "silent" and what in ([], [game]):
            time.sleep(3600)
        if habit == "thinks":
            time.sleep(0.01)
        choice = rng.randrange(len(message["legal"]))
        print(json.dumps({"id": message["id"], "choice": choice}), flush=True)
'''


def install_plug_in(folder: Path) -> None:
    """What pip would put into site-packages for a package that offers the toys as games."""
    names = ("bids", "lanterns", "buggy", "loud", "deadly")
    (folder / "toy_plug_in.py").write_text(PLUG_IN)
    info = folder / "toy_plug_in-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-plug-in\nVersion: 1\n")
    offers = "".join(f"{name} = toy_plug_in:{name}\n" for name in names)
    (info / "entry_points.txt").write_text(f"[arena.games]\n{offers}")


def write_contest(folder: Path, mark: str, bots: Mapping[str, str], name: str = "c.yaml", **keys: Any) -> Path:
    """A configuration of bots with habits, `{"a": "plays", "b": "crashes 3"}`; by default 2 deals of Bids for two, one
    game at a time, since a second worker takes longer to start than a few games to play."""
    (folder / "bot.py").write_text(BOT)
    entries = {bot: {"command": f"{{python}} -S bot.py {habit}", "env": {MARK: mark}} for bot, habit in bots.items()}
    path = folder / name
    usual = {"game": "bids", "seats": 2, "deals": 2, "seed": "s", "jobs": 1, "bots": entries}
    path.write_text(yaml.safe_dump(usual | keys))
    return path


def command(*words: object) -> list[str]:
    """`arena ...` as a command line that minds interrupts, also where the tests themselves run with them ignored."""
    start = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    return [sys.executable, "-c", start + "runpy.run_module('arena', run_name='__main__')", *map(str, words)]


def environment(mark: str, *paths: Path) -> dict[str, str]:
    """Of a process that finds this arena, and what is in `paths`, from any folder."""
    return {**os.environ, MARK: mark, "PYTHONPATH": os.pathsep.join(map(str, (*paths, ROOT)))}


def lasting(path: Path) -> list[bytes]:
    """Of every game what must be equal in every run, by number."""
    with Store.open(path) as store:
        return [lasting_bytes(record) for record in store.records()]


def words_of(pid: int) -> str:
    """The command line of a process, "" once it has gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
