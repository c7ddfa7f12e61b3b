"""What it costs a whole contest that a hundred people watch it.

    python -m benchmarks.watched [--game gunrunners] [--seats 4] [--deals 4] [--rounds 5] [--readers 100] [--json]

The same contest of bots that compute for some milliseconds of processor time at each decision, on all cores, from
`arena run` to its end: alone, and beside an `arena serve` of it with so many readers of its feed, on the same cores.
The two take turns, and what counts is the median of their ratios within a turn: that holds on a shared machine.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

from arena.store import Store, StoreError

ARENA = [sys.executable, "-m", "arena"]
BOT = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": "computes"}), flush=True)
    elif message["type"] == "turn":
        end = time.process_time() + 0.005 + 0.01 * (message["id"] % 3)
        while time.process_time() < end:
            pass
        print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
"""
READ = """
import os; os.nice(10)
import select, socket, sys
talks = []
for _ in range(int(sys.argv[2])):
    talk = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    talk.sendall(f"GET /events HTTP/1.1\\r\\nHost: 127.0.0.1:{sys.argv[1]}\\r\\n\\r\\n".encode())
    talks.append(talk)
print("there", flush=True)
read = 0
while talks:
    for talk in select.select(talks, [], [])[0]:
        try:
            data = talk.recv(65536)
        except ConnectionResetError:
            data = b""
        read += len(data)
        if not data:
            talks.remove(talk)
print(read, flush=True)
"""


def served(db: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of the contest, as soon as its file is whole, and its port."""
    while True:
        with suppress(StoreError, OSError), Store.open(db) as store:
            store.facts()
            break
        time.sleep(0.05)
    serve = subprocess.Popen([*ARENA, "serve", str(db), "--port", "0"], stderr=subprocess.PIPE, text=True)
    assert serve.stderr is not None
    found = re.search(r":(\d+)/", serve.stderr.readline())
    assert found is not None
    return serve, found[1]


def played(config: Path, db: Path, readers: int) -> tuple[float, int]:
    """Seconds of a contest, and how many bytes its readers were told."""
    began = time.perf_counter()
    run = subprocess.Popen(
        [*ARENA, "run", str(config), "--db", str(db)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    told = 0
    if readers:
        serve, port = served(db)
        watch = subprocess.Popen([sys.executable, "-c", READ, port, str(readers)], stdout=subprocess.PIPE, text=True)
        assert watch.stdout is not None
        watch.stdout.readline()
    _, said = run.communicate()
    seconds = time.perf_counter() - began
    if run.returncode != 0:
        raise SystemExit(said.decode())
    if readers:
        serve.terminate()
        serve.communicate()
        told = int(watch.communicate()[0])
    return seconds, told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--readers", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    ratios, alone, read = [], [], 0
    with tempfile.TemporaryDirectory() as place:
        config = Path(place) / "contest.yaml"
        (Path(place) / "bot.py").write_text(BOT)
        bots = "".join(f"  bot{i}: {sys.executable} bot.py\n" for i in range(asked.seats))
        said = f"game: {asked.game}\nseats: {asked.seats}\nseed: 1\ndeals: {asked.deals}\nsandbox: none\nbots:\n{bots}"
        config.write_text(said)
        for number in range(asked.rounds):
            costs: dict[int, float] = {}
            for readers in (0, asked.readers) if number % 2 else (asked.readers, 0):
                costs[readers], told = played(config, Path(place) / f"{number}-{readers}.db", readers)
                read += told
            ratios.append(costs[asked.readers] / costs[0])
            alone.append(costs[0])
    print(f"{median(alone):.1f} s alone; with {asked.readers} readers {median(ratios):.3f} of that ", end="")
    print(f"(from {min(ratios):.3f} to {max(ratios):.3f}); they were told {read:,} bytes")
    if asked.json:
        print(json.dumps({"seconds": round(median(alone), 2), "ratio": round(median(ratios), 3), "bytes": read}))


if __name__ == "__main__":
    main()
