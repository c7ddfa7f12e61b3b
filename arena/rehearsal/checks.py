"""One bot tried as a contest would try it: games with others of several kinds, then what is nasty and legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from arena.games import Game, Ranking, TeamResult
from arena.lab import Fed, ShownFault, Sitting, Tap, feed, shown_fault
from arena.players import PlayerFactory, Process, TimeControl, program_players
from arena.programs import apart
from arena.protocol import Fault, Verdict
from arena.referee import Assignment, FaultPolicy, GameMaker, GameRecord
from arena.rehearsal.checked import Against, Checked, Survived, Times
from arena.rehearsal.company import company_of
from arena.rehearsal.nasty import MOST_VARIANTS, search, variants
from arena.sandbox import Limits, Program, SandboxName, take_charge

GAMES = 20
SEED = "check"
IN_VAIN = 3
"""Starts that fail, after which no further one is tried."""


@dataclass
class Subject:
    """A bot and the conditions under which it is checked; `varied` is whether games with other options belong to
    them."""

    program: Program
    game: Game
    options: Struct
    seats: tuple[int, ...]
    control: TimeControl
    limits: Limits
    sandbox: SandboxName
    ponder: bool = True
    varied: bool = False


@dataclass
class _Found:
    """What has been seen so far; times in milliseconds, of those in `late` the limit that was not kept."""

    times: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    faults: list[ShownFault] = field(default_factory=list)
    unrated: list[str] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    stray: int = 0
    stderr_games: int = 0
    memory_kib: int = 0
    name: str | None = None
    notes: int = 0
    remark: str | None = None
    played: int = 0
    """Games, each of which has its number."""
    in_a_row: int = 0
    """By one process, at most."""


async def check_bot(subject: Subject, logs: Path, games: int = GAMES, seed: str = SEED) -> Checked:
    """Plays so many games with others of each kind, the bot in every seat in turn, fewer where it does not start; then,
    if it was never at fault, what is nasty and legal. What it says on stderr goes to `logs`. The same `seed` gives the
    same deals."""
    take_charge()  # so that what the bot starts is found and removed with it
    check = _Check(subject, logs, seed)
    try:
        with redirect_stdout(StringIO()):  # what rules print is none of the report
            against = [await check.play_with(kind, games) for kind in check.kinds() if not check.found.faults]
            survived = None if check.found.faults or check.found.unrated else await check.nasty()
    finally:
        await check.stop()
    found, program = check.found, subject.program
    return Checked(
        game=subject.game.name,
        bot=program.name,
        command=program.argv,
        folder=program.folder,
        name=found.name,
        seed=seed,
        endings=dict(sorted(found.endings.items())),
        against=tuple(against),
        times=_times(found, subject.control),
        memory_mib=found.memory_kib / 1024 if found.memory_kib else None,
        memory_limit_mib=subject.limits.memory_mb,
        stray=found.stray,
        stderr=found.stderr_games,
        notes=found.notes,
        remark=found.remark,
        survived=survived,
        faults=tuple(found.faults),
        unrated=tuple(found.unrated),
    )


class _Check:
    def __init__(self, subject: Subject, logs: Path, seed: str) -> None:
        self.found = _Found()
        self._subject = subject
        self._logs = logs
        self._seed = seed
        most = max(subject.seats)
        company = company_of(subject.game, logs)
        self._own, *names = apart([subject.program.name, *(f"{kind} {i}" for kind in company for i in range(most))])
        self._names = {kind: names[at * most : (at + 1) * most] for at, kind in enumerate(company)}
        self._tap = Tap()
        self._rows = 0
        self._factories: dict[str, PlayerFactory] = {
            name: factory for kind, factory in company.items() for name in self._names[kind]
        }
        self._factories[self._own] = self._player(self._around)
        if subject.game.cooperative:
            # Each copy is another bot to the referee, so that what it does is not taken for what the one does.
            self._names["itself"] = [f"{self._own} {i}" for i in range(2, most + 2)]
            self._factories |= dict.fromkeys(self._names["itself"], self._player(None))
        self._maker = self._made(subject.options)

    def kinds(self) -> Sequence[str]:
        """Of others, the weakest first."""
        return list(self._names)

    def _player(self, heard: Callable[[Process], Process] | None) -> PlayerFactory:
        subject, program = self._subject, self._subject.program
        players = program_players(
            {program.name: program},
            subject.control,
            subject.limits,
            subject.sandbox,
            self._logs,
            ponder=subject.ponder,
            heard=heard,
        )
        return players[program.name]

    def _around(self, process: Process) -> Process:
        self._rows = 0
        return self._tap.around(process)

    def _made(self, options: Struct) -> GameMaker:
        hashes = dict.fromkeys(self._factories, "")
        subject, policy = self._subject, FaultPolicy(0, "end")
        factories = self._factories
        return GameMaker(subject.game, options, policy, factories, hashes, subject.sandbox, self._logs, attempts=1)

    async def play_with(self, kind: str, games: int) -> Against:
        """So many games with others of that kind."""
        seats, results = self._subject.seats, []
        before = self.found.played
        for number in range(games):
            count = seats[number % len(seats)]
            seat = number // len(seats) % count
            record = await self._play(self._maker, kind, count, seat, "")
            results.append(_result(record, seat))
            if sum(fault.verdict == "start-failure" for fault in self.found.faults) == IN_VAIN:
                break  # it will not start the next time either
        scores = [result[1] for result in results if result is not None]
        return Against(
            kind=kind,
            games=self.found.played - before,
            finished=len(scores),
            firsts=sum(result[0] for result in results if result is not None),
            score=fmean(scores) if scores else None,
            error=stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else None,
        )

    async def _play(self, maker: GameMaker, kind: str, seats: int, seat: int, how: str) -> GameRecord:
        number = self.found.played
        self.found.played += 1
        rng = Random(f"{self._seed} {number}")
        game = Assignment(
            number=number,
            group=number,
            deal=f"{self._seed} {number}",
            seating=tuple(self._own if i == seat else self._names[kind][i] for i in range(seats)),
            bot_seeds=tuple(rng.randrange(1 << 53) for _ in range(seats)),
        )
        record = await maker.play(game)
        self._rows += 1
        self.found.in_a_row = max(self.found.in_a_row, self._rows)
        own = [seat] if kind != "itself" else range(seats)
        _learn(self.found, record, seat, own)
        report = maker.player(self._own).report()
        self.found.name = self.found.name or report.name
        self.found.remark = self.found.remark or report.remark
        for fault, text in zip(record.faults, record.measured.texts, strict=True):
            if fault.seat in own:
                exchange = (self._tap.request, self._tap.said) if fault.seat == seat else (b"", b"")
                self._fault(f"game {number}{how}", fault.verdict, text, *exchange)
        return record

    def _fault(self, where: str, verdict: Verdict, text: str, request: bytes, said: bytes) -> None:
        self.found.faults.append(shown_fault(where, verdict, text, request, said, self._subject.game))

    async def nasty(self) -> Survived | None:
        """The nastiest of many random games, told to the bot on the seat that had it; and games with other options."""
        subject = self._subject
        extremes = await search(subject.game, subject.options, subject.seats, self._seed, self._logs / "nasty")
        if extremes is None:
            return None
        for what, extreme in zip(("longest game", "most legal moves", "biggest request"), extremes[:3], strict=True):
            await self._feed(f"{what}, {extreme.record.seats} seats", extreme.record, extreme.seat)
        varied: list[str] = []
        for what, options, seats in islice(self._variants(), MOST_VARIANTS):
            maker = self._made(options)
            try:
                await self._play(maker, "random", seats, len(varied) % seats, f" ({what})")
            finally:
                await maker.stop()
            varied.append(what)
        return Survived(
            searched=extremes.searched,
            longest=extremes.longest.size,
            widest=extremes.widest.size,
            biggest=extremes.biggest.size,
            variants=tuple(varied),
            kept=self.found.in_a_row,
        )

    def _variants(self) -> Iterator[tuple[str, Any, int]]:
        return variants(self._subject.game, self._subject.seats) if self._subject.varied else iter(())

    async def _feed(self, what: str, record: GameRecord, seat: int) -> None:
        subject, rows = self._subject, self._rows
        sitting = Sitting(
            record=record,
            game=subject.game,
            seat=seat,
            seed=0,
            control=subject.control,
            limits=subject.limits,
            ponder=subject.ponder,
        )

        def hear(fed: Fed) -> bool:
            choice, ms = fed.answer.choice, fed.answer.ms
            if ms is not None:
                late = isinstance(choice, Fault) and choice.verdict == "time"
                (self.found.late if late else self.found.times).append(ms)
            if isinstance(choice, Fault):
                text = f"decision {fed.asked.decision}, {choice.text}"
                self._fault(what, choice.verdict, text, self._tap.request, self._tap.said)
                return False
            return True

        fault = await feed(sitting, self._factories[self._own](), hear)
        if fault is not None:
            self._fault(what, fault.verdict, fault.text, self._tap.request, self._tap.said)
        self._rows = rows

    async def stop(self) -> None:
        await self._maker.stop()


def _learn(found: _Found, record: GameRecord, seat: int, own: Iterable[int]) -> None:
    """Adds what the record of a game shows of the bot, which sat there, and on the seats `own` all in all."""
    measured = record.measured
    too_late = {fault.decision for fault in record.faults if fault.verdict == "time"}
    for i, ((who, _), ms) in enumerate(zip(record.decisions, measured.ms, strict=True)):
        if who in own and ms is not None:
            (found.late if i in too_late else found.times).append(ms)
    if record.status != "finished":
        last = measured.trouble.strip().splitlines()[-1]  # of a traceback: it is the game's author who needs the rest
        found.unrated.append(f"game {record.number}: {record.status}: {last}")
    elif isinstance(record.outcome, Ranking):
        found.endings[f"place {record.outcome.places[seat]}"] += 1
    elif record.outcome is not None:
        found.endings["won" if record.outcome.won else "lost"] += 1
    for one in own:
        found.stray += measured.stray[one]
        usage = measured.usage[one]
        found.memory_kib = max(found.memory_kib, usage.memory_kib if usage else 0)
    found.stderr_games += any(measured.logs[one] is not None for one in own)
    found.notes += sum(record.decisions[note.decision][0] in own for note in measured.notes or ())


def _result(record: GameRecord, seat: int) -> tuple[bool, float] | None:
    """Whether the seat was first or the team has won, and its share of opponents beaten or the team's score."""
    outcome = record.outcome
    if isinstance(outcome, TeamResult):
        return outcome.won, outcome.score
    if outcome is None:
        return None
    own, others = outcome.places[seat], [place for at, place in enumerate(outcome.places) if at != seat]
    return own == 1, fmean([(own < other) + (own == other) / 2 for other in others]) if others else 1.0


def _times(found: _Found, control: TimeControl) -> Times | None:
    times = sorted([*found.times, *found.late])
    if not times:
        return None

    def at(share: float) -> float:
        return times[min(len(times) - 1, int(share * len(times)))]

    return Times(
        decisions=len(times),
        median=at(0.5),
        p90=at(0.9),
        p99=at(0.99),
        slowest=times[-1],
        limit=control.move_ms,
        least=len(found.late),
    )
