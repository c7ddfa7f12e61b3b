"""A contest played small, with the bots from hell in the field: which guard catches which?

Every rogue plays at the contest's game and in its sandbox, against some of its bots, until it has got a verdict, two
games at most. Limits are small, so that they are reached soon: what is tried are the guards, not their height.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import trio
from msgspec import Struct

from arena.contest import Contest
from arena.games import find_game
from arena.players import FunctionPlayer, Neighbours, Player, ProcessPlayer, choose_at_random
from arena.referee import FaultPolicy, Fixture, GameRecord, Mismatch, play, verify
from arena.rehearsal.rogues import PATIENT, WALLS, Rogue
from arena.sandbox import Program, sandbox_of, spawn

GAMES = 2
TRIES = 5
"""How often a game is played in which the machine got in the way."""

GUARDS = {
    "time": "the clock",
    "illegal": "the rules",
    "malformed": "the strict reader",
    "output-limit": "the bound on output",
    "stalled": "the sending limit",
    "exited": "the watch on its exit",
    "start-failure": "the start",
    "memory": "the memory limit",
    "processes": "the process limit",
    "disk": "the disk limit",
    "cpu": "the processor limit",
}
"""What stands behind each verdict."""


class Finding(Struct, frozen=True, kw_only=True):
    """What became of one rogue. `guard` is what caught it; `wrong` says what should have been otherwise, and is empty
    where all is well; `untried` says why it was not played, and is empty where it was."""

    rogue: Rogue
    guard: str = ""
    wrong: str = ""
    untried: str = ""
    text: str = ""
    void: bool = False
    """The machine had too much else to do to tell."""


class Rehearsal:
    """`others` are those of the contest's bots that sit with the rogues; in turn, or nobody of them where there are
    none."""

    def __init__(self, contest: Contest, others: Sequence[Program], logs: Path) -> None:
        self._contest = contest
        self._others = others
        self._logs = logs
        self._game = find_game(contest.game)

    async def run(self, rogues: Sequence[Rogue], jobs: int, heard: Callable[[Finding], None]) -> None:
        """Plays them all, `jobs` at a time, and tells each finding at once. Those that the others have kept from the
        machine play once more in the end, alone."""
        room = trio.CapacityLimiter(jobs)
        again: list[tuple[int, Rogue]] = []

        async def one(number: int, rogue: Rogue) -> None:
            async with room:
                finding = await self._try(number, rogue)
            if finding.void:
                again.append((number, rogue))
            else:
                heard(finding)

        async with trio.open_nursery() as nursery:
            for number, rogue in enumerate(rogues):
                nursery.start_soon(one, number, rogue)
        for number, rogue in again:
            heard(await self._try(number, rogue))

    async def _try(self, number: int, rogue: Rogue) -> Finding:
        if obstacle := rogue.obstacle(self._contest.sandbox):
            return Finding(rogue=rogue, untried=obstacle)
        seat = number % self._contest.seats
        players = self._players(number, rogue, seat)
        try:
            for game in range(GAMES):
                record = await self._played(number * GAMES + game, rogue, seat, players)
                if record.faults or record.status != "finished":
                    break
        finally:
            for player in players:
                if isinstance(player, ProcessPlayer):
                    await player.stop()
        return _judged(rogue, seat, record)

    def _players(self, number: int, rogue: Rogue, seat: int) -> list[Player]:
        contest, limits = self._contest, rogue.limits(self._contest.limits)
        backend = sandbox_of(contest.sandbox, limits)
        program, _ = backend.equip(rogue.program(), [])
        start = partial(spawn, sandbox=backend, limits=limits)
        ponder = contest.ponders
        logs, neighbours = self._logs / rogue.path.stem, Neighbours()
        players: list[Player] = []
        for at in range(contest.seats):
            if at == seat:
                control = rogue.control()
                players.append(ProcessPlayer(program, control, limits, logs, start, True, ponder, neighbours))
            elif self._others:
                other = self._others[(number + at) % len(self._others)]
                own = partial(spawn, sandbox=sandbox_of(contest.sandbox, contest.limits), limits=contest.limits)
                players.append(ProcessPlayer(other, PATIENT, contest.limits, logs, own, True, ponder, neighbours))
            else:
                players.append(FunctionPlayer(choose_at_random))
        return players

    async def _played(self, number: int, rogue: Rogue, seat: int, players: list[Player]) -> GameRecord:
        contest = self._contest
        names = [player.program.name if isinstance(player, ProcessPlayer) else "random" for player in players]
        fixture = Fixture(
            number=number,
            group=number,
            game=self._game,
            options=contest.options,
            deal=f"rehearsal {number}",
            seating=tuple(names),
            hashes=("",) * contest.seats,
            seeds=tuple(range(contest.seats)),
            sandbox=contest.sandbox,
        )
        for _ in range(TRIES):
            record = await play(fixture, players, FaultPolicy(0, contest.faults.then))
            if record.status != "void":
                break
        return record


def _judged(rogue: Rogue, seat: int, record: GameRecord) -> Finding:
    texts = record.measured.texts
    text = texts[0].partition(", ")[2] if texts else ""
    got = [fault.verdict for fault in record.faults if fault.seat == seat]
    expected = [] if rogue.verdict == "none" else [rogue.verdict]
    wrong = ""
    if record.status != "finished":
        wrong = f"its game is {record.status}: {record.measured.trouble.strip().splitlines()[-1]}"
    elif got != expected:
        wrong = f"it should get {rogue.verdict}, and got {', '.join(got) or 'none'}"
    elif rogue.says not in " ".join(texts):
        wrong = f"its author should be told {rogue.says!r}"
    elif others := [
        f"{record.seating[fault.seat]} got {fault.verdict}" for fault in record.faults if fault.seat != seat
    ]:
        wrong = f"in its game {', '.join(others)}"
    else:
        try:
            verify(record)
        except Mismatch as problem:
            wrong = f"its game does not replay: {problem}"
    return Finding(rogue=rogue, guard=_guard(rogue), wrong=wrong, text=text, void=record.status == "void")


def _guard(rogue: Rogue) -> str:
    if rogue.verdict != "none":
        return GUARDS[rogue.verdict]
    return WALLS[rogue.wall] if rogue.wall else "nothing to catch: no harm, no verdict"
