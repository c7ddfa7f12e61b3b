"""What a relay costs: how long a bot on this machine takes to start and to answer, directly and by each kind of way.

    python -m benchmarks.relay [--rounds 5] [--turns 400] [--game gunrunners]

The bot is `benchmarks/instant_bot.c`, so that what is left is the way: contest, relay, loopback, relay, bot. What is
measured, and how, is as in `benchmarks.kits`; figures of different runs cannot be compared. A real network adds its own
latency, which is far more.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tabulate import tabulate

from benchmarks.kits import measure

HERE = Path(__file__).parent
RELAY = (sys.executable, "-m", "arena", "relay")


def free_port() -> int:
    """A port at which nobody listens now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def lent(address: str, listen: bool, bot: str, stack: ExitStack) -> None:
    """Lends the bot there until the stack is left."""
    words = (*RELAY, *(["--listen"] if listen else []), address, "--", bot)
    lender = stack.enter_context(subprocess.Popen(words, stderr=subprocess.PIPE))
    stack.callback(lender.terminate)
    assert lender.stderr is not None
    lender.stderr.readline()  # it listens, or is about to connect


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--game", default="gunrunners")
    options = parser.parse_args()
    rows = []
    with TemporaryDirectory(prefix="arena-relay-") as place, ExitStack() as stack:
        bot = f"{place}/bot"
        subprocess.run(["gcc", "-O2", "-o", bot, HERE / "instant_bot.c"], check=True)
        tcp, http, back = (f"{way}://127.0.0.1:{free_port()}" for way in ("tcp", "http", "tcp"))
        lent(tcp, True, bot, stack)
        lent(http, True, bot, stack)
        lent(back, False, bot, stack)
        for name, command in (
            ("no relay", [bot]),
            ("tcp://", [*RELAY, tcp]),
            ("--listen tcp://", [*RELAY, "--listen", back]),
            ("http://", [*RELAY, http]),
        ):
            starts, decisions = measure(
                command, Path(place), dict(os.environ), options.game, options.rounds, options.turns
            )
            rows.append((name, *map(round, (min(starts), median(starts), min(decisions), median(decisions)))))
    headers = ("way", "start, least ms", "median ms", "decision, least us", "median us")
    print(tabulate(rows, headers=headers, tablefmt="github"))


if __name__ == "__main__":
    main()
