"""A contest played small, with the rogues in the field, to see which guard catches which of them.

Every rogue plays the contest's game in its sandbox, against some of its bots, until it has got a verdict, two games at
most. Limits are small, so that they are reached soon: what is tried are the guards, not how high the limits are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import trio
from msgspec import Struct

from arena.contest import Contest
from arena.games import find_game
from arena.players import FunctionPlayer, Neighbours, PlayerFactory, choose_at_random, program_players
from arena.referee import Assignment, FaultPolicy, GameMaker, GameRecord, Mismatch, verify
from arena.rehearsal.rogues import PATIENT, WALLS, Rogue
from arena.sandbox import Program, sandbox_of

GAMES = 2
TRIES = 5
"""How often a game is played in which the machine was late."""

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
"""The guard behind each verdict."""


class Finding(Struct, frozen=True, kw_only=True):
    """What became of one rogue. `guard` is what caught it; `wrong` says what should have been otherwise, and is empty
    if all is well; `untried` says why it was not played, and is empty if it was."""

    rogue: Rogue
    guard: str = ""
    wrong: str = ""
    untried: str = ""
    text: str = ""
    void: bool = False
    """Whether the machine had too much else to do to tell."""


class Rehearsal:
    """One rehearsal. `others` are those of the contest's bots that sit with the rogues, in turn; if there are none,
    nobody does."""

    def __init__(self, contest: Contest, others: Sequence[Program], logs: Path) -> None:
        self._contest = contest
        self._others = others
        self._logs = logs
        self._game = find_game(contest.game)

    async def run(self, rogues: Sequence[Rogue], jobs: int, heard: Callable[[Finding], None]) -> None:
        """Play all these rogues, `jobs` at a time, and tell `heard` each finding at once. Those that the others have
        kept from the machine play once more at the end, alone."""
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
        contest = self._contest
        seat = number % contest.seats
        others = [self._others[(number + at) % len(self._others)].name for at in range(contest.seats) if self._others]
        seating = others or ["random"] * contest.seats
        seating[seat] = own = rogue.name_among(seating)
        factories = self._factories(own, rogue)
        policy = FaultPolicy(0, contest.faults.then)
        hashes = dict.fromkeys(factories, "")
        logs = self._logs / rogue.path.stem
        maker = GameMaker(self._game, contest.options, policy, factories, hashes, contest.sandbox, logs, TRIES)
        try:
            for at in range(number * GAMES, (number + 1) * GAMES):
                record = await maker.play(
                    Assignment(
                        number=at,
                        group=at,
                        deal=f"rehearsal {at}",
                        seating=tuple(seating),
                        bot_seeds=tuple(range(contest.seats)),
                    )
                )
                if record.faults or record.status != "finished":
                    break
        finally:
            await maker.stop()
        return _judged(rogue, seat, record)

    def _factories(self, own: str, rogue: Rogue) -> dict[str, PlayerFactory]:
        """What makes the players of the rogue, which has that name, and of the others; they share the processor."""
        contest, logs, neighbours = self._contest, self._logs / rogue.path.stem, Neighbours()
        limits = rogue.limits(contest.limits)
        program, _ = sandbox_of(contest.sandbox, limits).equip(rogue.program(), [])
        made: dict[str, PlayerFactory] = {"random": partial(FunctionPlayer, choose_at_random)}
        for programs, control, most in (
            ({other.name: other for other in self._others}, PATIENT, contest.limits),
            ({own: program}, rogue.control(), limits),
        ):
            made |= program_players(
                programs, control, most, contest.sandbox, logs, ponder=contest.ponders, neighbours=neighbours
            )
        return made


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
