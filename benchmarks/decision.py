"""What one decision costs the referee, and how many it makes a second.

    python benchmarks/decision.py [--game gunrunners] [--seats 4] [--games 400] [--json]

A bot in C answers at once with any legal move, so nearly all that is measured is ours. Three parts:

1. the limits: two C programs that exchange lines of the same sizes through pipes, and nothing else; and the CPU that
   such an exchange with the same bot costs a program in Python and trio that does nothing else;
2. one referee process, pinned to one core together with its bots: its own CPU per decision (user and system time of
   this process). A second run with a stopwatch around each part's calls tells how the whole splits into rules, view
   (with memory), protocol (lines made and read), I/O (pipes), record, and the loop between them. A third tells what
   a game's start (all seats made ready, the deal, the set-up) and its end (all seats told and heard out, the record
   made) cost, which are in the figure per decision, and matter where games are short. What is compiled cannot be
   timed call by call: then there is no split;
3. whole contests with 1 and 2 jobs, workers and store included: decisions and games a second from the first game that
   was stored to the last (`benchmarks.at_once` says what keeps two jobs from twice as many).

Figures of different machines, or of different runs on a shared one, cannot be compared; ratios inside one run can.
With `--json` the last line is one object with the same figures.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from typing import Any

import trio
from msgspec import Struct

from arena.built import built
from arena.games import Deal, Event, Game, State, find_game
from arena.players import ProcessPlayer, TimeControl
from arena.protocol import Dialogue
from arena.referee import FaultPolicy, Fixture, GameFiles, GameRecord, News, Observer, Step, encode_record, play
from arena.sandbox import BotProcess, Limits, Program, sandbox_of
from benchmarks.at_once import contest

HERE = Path(__file__).parent
BUILD = HERE / "build"
PARTS = ("rules", "view", "protocol", "I/O", "record", "loop")
BATCHES = 20


class Stopwatch:
    """Adds up this thread's CPU time in wrapped calls by part; a call inside another counts for its own part.

    A wrapped call costs more than a plain one, inside and outside of what is measured: `parts` takes both off.
    """

    def __init__(self) -> None:
        self._stack: list[float] = []
        self.reset()
        nothing = self.timed("I/O", lambda: None)
        began = time.thread_time()
        for _ in range(20_000):
            nothing()
        self._inside = self._spent["I/O"] / 20_000
        self._outside = (time.thread_time() - began) / 20_000 - self._inside
        self.reset()

    def reset(self) -> None:
        self._spent = dict.fromkeys(PARTS[:-1], 0.0)
        self._calls = dict.fromkeys(PARTS[:-1], 0)

    def timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            self._stack.append(0.0)
            began = time.thread_time()
            try:
                return call(*args, **kwargs)
            finally:
                whole = time.thread_time() - began
                self._calls[part] += 1
                self._spent[part] += whole - self._stack.pop()
                if self._stack:
                    self._stack[-1] += whole

        return wrapped

    def parts(self, cpu: float) -> dict[str, float]:
        """Seconds by part, of `cpu` in all; the loop is what the others leave."""
        parts = {part: max(0.0, self._spent[part] - self._calls[part] * self._inside) for part in PARTS[:-1]}
        left = cpu - sum(self._spent.values()) - sum(self._calls.values()) * self._outside
        return parts | {PARTS[-1]: max(0.0, left)}


class Ends:
    """Implements `Observer`: adds up this thread's CPU time before a game's first decision and after its last."""

    def __init__(self) -> None:
        self.starts: list[float] = []
        self.ends: list[float] = []
        self._since = 0.0
        self._starting = False

    def began(self, fixture: Fixture, news: News) -> None:
        self._starting, self._since = True, time.thread_time()

    def waits(self) -> None:
        pass

    def decided(self, step: Step) -> None:
        if self._starting:
            self.starts.append(time.thread_time() - self._since)
        self._starting, self._since = False, time.thread_time()

    def ended(self, record: GameRecord) -> None:
        self.ends.append(time.thread_time() - self._since)

    def least_us(self) -> tuple[float, float]:
        """Microseconds of a start and of an end, each in the batch of games in which they cost least."""
        size = max(1, len(self.ends) // BATCHES)
        start, end = (
            min(mean(spent[first : first + size]) for first in range(0, len(spent) - size + 1, size)) * 1e6
            for spent in (self.starts, self.ends)
        )
        return start, end


class TimedState:
    """A state whose calls are timed, for any game."""

    def __init__(self, state: State, watch: Stopwatch) -> None:
        self._state = state
        self.to_act = watch.timed("rules", state.to_act)
        self.legal = watch.timed("rules", state.legal)
        self.default = watch.timed("rules", state.default)
        self.apply = watch.timed("rules", state.apply)
        self.outcome = watch.timed("rules", state.outcome)
        self.view = watch.timed("view", state.view)
        self.memory = watch.timed("view", state.memory)

    @property
    def events(self) -> Sequence[Event]:
        return self._state.events


def timed_game(game: Game, watch: Stopwatch) -> Game:
    """The game with states that are timed."""
    new = watch.timed("rules", game.new)

    def timed(options: Any, seats: int, deal: Deal) -> Any:
        return TimedState(new(options, seats, deal), watch)

    return replace(game, new=timed)


def build(name: str) -> Path:
    """The compiled program of a C source in this folder."""
    BUILD.mkdir(exist_ok=True)
    program = BUILD / name
    subprocess.run(["cc", "-O2", "-o", program, HERE / f"{name}.c"], check=True)
    return program


def limit(request: int, answer: int, trips: int = 100_000) -> float:
    """Round trips a second between two C programs on one core."""
    core = min(os.sched_getaffinity(0))
    done = subprocess.run(
        [build("echo"), str(request), str(answer), str(trips)],
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    return float(done.stdout)


def bare_trip(request: int, trips: int = 20_000) -> float:
    """Microseconds of own CPU for a request of that size and its answer: written, waited for in trio's loop, read."""
    head, tail = b'{"type":"turn","id":1,"pad":"', b'","legal":[{},{}]}\n'
    line = head + b"." * (request - len(head) - len(tail)) + tail

    async def exchange(to_bot: int, from_bot: int) -> float:
        batches = []
        for _ in range(BATCHES):
            cpu = time.process_time()
            for _ in range(trips // BATCHES):
                os.write(to_bot, line)
                await trio.lowlevel.wait_readable(from_bot)
                os.read(from_bot, 1000)
            batches.append(time.process_time() - cpu)
        return min(batches) * BATCHES / trips * 1e6

    with subprocess.Popen([build("instant_bot")], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        return trio.run(exchange, bot.stdin.fileno(), bot.stdout.fileno())


class Alone(Struct):
    """One referee process, in batches of games: its own CPU in all and per decision, decisions by the clock.

    Noise on a shared machine only ever adds to CPU time (caches, clock rate, a busy twin of the core), so the batch
    that cost least is nearest to the truth; the median says how noisy it was.
    """

    cpu_s: float
    own_us: float
    median_us: float
    decisions_per_s: float
    decisions_per_game: float
    sent: list[int]
    """The sizes of all lines to the bots; only with a watch."""


def play_alone(
    game: Game, seats: int, games: int, watch: Stopwatch | None = None, observer: Observer | None = None
) -> Alone:
    """Plays so many games in this process; with a watch, its calls are timed (and it is slower), and so it is with an
    observer. Files are given a game only while they are wanted, as a worker does it."""
    sent: list[int] = []
    process: type[BotProcess] = BotProcess
    if watch is not None:
        game = timed_game(game, watch)

        timed = watch.timed

        class Watched(BotProcess):
            look = timed("I/O", BotProcess.look)
            _send = timed("I/O", BotProcess.send_now)

            def send_now(self, data: bytes) -> int:
                sent.append(len(data))
                taken: int = self._send(data)
                return taken

        process = Watched
    bot = str(build("instant_bot"))

    async def main() -> Alone:
        with tempfile.TemporaryDirectory() as logs:
            players = [
                ProcessPlayer(
                    Program(f"bot {i}", (bot,), str(HERE), {}),
                    TimeControl(),
                    Limits(),
                    Path(logs),
                    lambda program: process(sandbox_of("none", Limits()).command(program), Limits()),
                )
                for i in range(seats)
            ]
            await play_some(players, -20, 0)  # warms up, and is not counted
            sent.clear()
            if watch is not None:
                watch.reset()
            batches = []
            began, cpu_began, decisions = time.perf_counter(), time.process_time(), 0
            for batch in range(BATCHES):
                cpu = time.process_time()
                made = await play_some(players, games * batch // BATCHES, games * (batch + 1) // BATCHES)
                batches.append((time.process_time() - cpu) / made * 1e6)
                decisions += made
            cpu, wall = time.process_time() - cpu_began, time.perf_counter() - began
            for player in players:
                await player.stop()
        return Alone(cpu, min(batches), median(batches), decisions / wall, decisions / games, sent)

    async def play_some(players: list[ProcessPlayer], first: int, after: int) -> int:
        decisions = 0
        for number in range(first, after):
            fixture = Fixture(
                number=number,
                group=number,
                game=game,
                options=game.options_type(),
                deal=f"deal {number}",
                seating=tuple(player.program.name for player in players),
                hashes=("",) * seats,
                bot_seeds=(0,) * seats,
            )
            heard = None if isinstance(observer, GameFiles) and not observer.wanted else observer
            record = await play(fixture, players, FaultPolicy(), heard)
            encode = encode_record if watch is None else watch.timed("record", encode_record)
            encode(record)
            if record.status != "finished" or record.faults:
                raise SystemExit(f"game {number} went wrong: {record.measured}")
            decisions += len(record.decisions)
        return decisions

    return trio.run(main)


def split(game: Game, seats: int, games: int) -> tuple[dict[str, float], float]:
    """The share of each part in the referee's CPU, none of them where it is compiled, and the mean size of a request in
    bytes."""
    watch = Stopwatch()
    if built() == "compiled":
        return {}, mean(play_alone(game, seats, games, watch).sent)
    # The modules' own names are replaced: `arena.referee.game_loop` by attribute is the function, not the module.
    player: Any = import_module("arena.players.process_player")
    referee: Any = import_module("arena.referee.game_loop")
    plain = player.encode_line, referee.encode_body, Dialogue.receive
    player.encode_line = watch.timed("protocol", plain[0])
    referee.encode_body = watch.timed("protocol", plain[1])
    Dialogue.receive = watch.timed("protocol", plain[2])  # type: ignore[method-assign]
    try:
        timed = play_alone(game, seats, games, watch)
    finally:
        player.encode_line, referee.encode_body = plain[:2]
        Dialogue.receive = plain[2]  # type: ignore[method-assign]
    parts = watch.parts(timed.cpu_s)
    return {part: spent / sum(parts.values()) for part, spent in parts.items()}, mean(timed.sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game = find_game(asked.game)
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})  # bots and the pair of C programs inherit it
    alone = play_alone(game, asked.seats, asked.games)
    ends = Ends()
    play_alone(game, asked.seats, asked.games, observer=ends)
    start_us, end_us = ends.least_us()
    between_us = alone.own_us - (start_us + end_us) / alone.decisions_per_game
    shares, request_bytes = split(game, asked.seats, asked.games)
    raw = limit(round(request_bytes), len('{"id":1234,"choice":0}\n'))
    bare = bare_trip(round(request_bytes))
    os.sched_setaffinity(0, cores)
    # Some seconds each: shorter ones measure how contests end.
    jobs = {n: contest(game, asked.seats, 3 * asked.games * n, n) for n in (1, 2)}
    print(f"{asked.game}, {asked.seats} seats: {alone.decisions_per_game:.1f} decisions a game, ", end="")
    print(f"{request_bytes:.0f} bytes a request")
    print(f"limits: {raw:,.0f} raw round trips/s between two C programs; {bare:.1f} us own CPU a trip in plain trio")
    print(
        f"one referee process: {alone.own_us:.1f} us own CPU a decision (median batch {alone.median_us:.1f}), ", end=""
    )
    print(f"{alone.decisions_per_s:,.0f} decisions/s")
    print(
        f"of it {start_us:.0f} us at a game's start, {end_us:.0f} us at its end, {between_us:.1f} us a decision between"
    )
    for part, share in shares.items():
        print(f"  {part:<10}{share * alone.own_us:6.1f} us  {share:4.0%}")
    for n, played in jobs.items():
        print(f"{n} job{'s' * (n > 1)}: {played.decisions_per_s:,.0f} decisions/s, {played.games_per_s:,.0f} games/s")
    if asked.json:
        figures = {
            "own_us_per_decision": round(alone.own_us, 2),
            "own_us_per_decision_median_batch": round(alone.median_us, 2),
            "start_us_per_game": round(start_us, 1),
            "end_us_per_game": round(end_us, 1),
            "own_us_per_decision_between": round(between_us, 2),
            "split_us": {part: round(share * alone.own_us, 2) for part, share in shares.items()},
            "raw_round_trips_per_s": round(raw),
            "plain_trio_us": round(bare, 2),
            "decisions_per_s": {str(n): round(played.decisions_per_s) for n, played in jobs.items()},
            "games_per_s": {str(n): round(played.games_per_s, 1) for n, played in jobs.items()},
        }
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
