"""One game from its deal to its record: the path of every decision.

    legal moves, view, memory  ->  the seat's player  ->  index of a move  ->  apply  ->  events to all seats

Whatever a bot does costs at most its own game: a fault within the allowed number is answered with the game's default
move, a fault past it takes the seat out, and the others' game goes on to a sound end. Whatever the rules do wrong is
charged to nobody.
"""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Iterator, Sequence
from math import isfinite
from typing import Any, TypeVar

import trio
from msgspec import UNSET, Raw

import arena
from arena.games import Deal, Move, Outcome, Ranking, State, TeamResult
from arena.players import DONE, NOTHING_BACK, Answer, GameStart, MachineTrouble, Player, SeatReport, first_answers
from arena.protocol import Fault, encode_body, printable_lines
from arena.referee.fixture import FaultPolicy, Fixture
from arena.referee.observing import Observer, Watch
from arena.referee.record import GameRecord, Given, Measured, Note, Said, SeatFault, Status
from arena.referee.telling import Telling

NOTES_BYTES = 1 << 15
"""The most bytes, in UTF-8, of all notes of a seat in a game; further notes are not kept."""


async def play(
    fixture: Fixture, players: Sequence[Player], policy: FaultPolicy, observer: Observer | None = None
) -> GameRecord:
    """Play the game; `players[seat]` decides for that seat. Neither bots nor rules can make this raise, nor can the
    observer, which is told about the game while it is played."""
    return await _Play(fixture, players, policy, observer).play()


class _Play:
    def __init__(
        self, fixture: Fixture, players: Sequence[Player], policy: FaultPolicy, observer: Observer | None
    ) -> None:
        self._fixture = fixture
        self._options = Raw(encode_body(fixture.options))
        self._players = players
        self._policy = policy
        self._telling = Telling(len(players))
        self._faults: list[SeatFault] = []
        self._texts: list[str] = []
        self._forfeited: dict[int, int] = {}
        """When each seat that is out went, the first to go first: the number of the asking, 0 for the start."""
        self._leaving: list[int] = []
        """Those of them whose players have not been told yet."""
        self._stopped = False
        self._askings = 0
        self._decisions: list[tuple[int, int]] = []
        self._substituted: list[int] = []
        self._ms: list[float | None] = []
        self._given: list[Given] = []
        self._notes: list[Note] = []
        self._note_room = [NOTES_BYTES] * len(players)
        self._watch: Watch | None = None
        if observer is not None:
            self._watch = Watch(
                observer,
                fixture,
                self._decisions,
                self._ms,
                self._given,
                self._substituted,
                self._faults,
                self._forfeited,
            )

    async def play(self) -> GameRecord:
        status: Status = "finished"
        outcome: Outcome | None = None
        trouble = ""
        if self._watch is not None:
            self._watch.began()
        try:
            outcome = await self._run()
        except MachineTrouble as late:
            status, trouble = "void", str(late)
        except (Exception, SystemExit):  # whatever it is, it is no bot's fault: a game's rules are somebody's code
            status, trouble = "error", printable_lines(traceback.format_exc())  # which may quote anything
        await _all_at_once([player.end(self._telling.news(seat), outcome) for seat, player in enumerate(self._players)])
        record = self._record(status, outcome, trouble)
        if self._watch is not None:
            self._watch.ended(record)
        return record

    async def _run(self) -> Outcome:
        fixture, deal = self._fixture, Deal(self._fixture.deal)
        await self._start(deal)
        state = fixture.game.new(fixture.options, len(self._players), deal)
        self._telling.hear(state.events)
        if self._watch is not None:
            self._watch.decided(state, {})
        while (acting := state.to_act()) and not self._stopped:
            self._askings += 1
            if len(acting) == 1:
                (seat,) = acting
                legal = state.legal(seat)
                asked = self._ask(state, seat, legal, alone=True)
                if isinstance(asked, Answer):
                    answer: Answer | None = asked
                else:
                    self._waits()
                    answer = await asked
                moves = {seat: self._taken(state, seat, legal, answer)}
            else:
                moves = await self._decide_together(state, acting)
            if self._leaving:
                await self._see_off()
            state.apply(moves)
            self._telling.hear(state.events)
            if self._watch is not None:
                self._watch.decided(state, moves)
        return self._outcome(state)

    async def _start(self, deal: Deal) -> None:
        fixture, seats, options = self._fixture, len(self._players), self._options
        starts = [
            GameStart(
                fixture.game,
                fixture.number,
                deal,
                seat,
                seats,
                options,
                fixture.bot_seeds[seat],
                seat not in fixture.unlogged,
            )
            for seat in range(seats)
        ]
        for seat, fault in enumerate(
            await _all_at_once([p.start(s) for p, s in zip(self._players, starts, strict=True)])
        ):
            if fault is not None:
                self._charge(seat, fault)
        await self._see_off()

    async def _decide_together(self, state: State, acting: tuple[int, ...]) -> dict[int, Move]:
        """The moves of several seats that are asked at once: none learns what another has chosen."""
        all_legal = [state.legal(seat) for seat in acting]
        asked = [self._ask(state, seat, legal, alone=False) for seat, legal in zip(acting, all_legal, strict=True)]
        first = first_answers(asked)
        if not all(isinstance(each, Answer) or each is DONE for each in first):
            self._waits()
        answers = await _all_at_once(first)
        return {
            seat: self._taken(state, seat, legal, answer)
            for seat, legal, answer in zip(acting, all_legal, answers, strict=True)
        }

    def _taken(self, state: State, seat: int, legal: Sequence[Move], answer: Answer | None) -> Move:
        """The move that comes of an answer, written down; None is that of a seat that has no say any more."""
        choice, ms = (None, None) if answer is None else (answer.choice, answer.ms)
        if answer is not None:
            if (given := answer.given_back) is not NOTHING_BACK and given.all_ms:
                self._given.append(Given(len(self._decisions), given.bot_ms, given.referee_ms))
            if answer.note is not None:
                self._note(seat, answer.note)
        if type(choice) is int:
            index = choice
        else:
            index = _default(state, seat, legal)
            self._substituted.append(len(self._decisions))
            if isinstance(choice, Fault):
                self._charge(seat, choice)
        self._ms.append(ms)
        self._decisions.append((seat, index))
        return legal[index]

    def _waits(self) -> None:
        if self._watch is not None:
            self._watch.waits()

    def _ask(self, state: State, seat: int, legal: Sequence[Move], alone: bool) -> Awaitable[Answer | None]:
        """The seat's answer, or None for one that has no say any more."""
        if seat in self._forfeited:
            return DONE
        return self._players[seat].decide(self._telling.question(state, seat, legal, alone))

    def _note(self, seat: int, text: str) -> None:
        """Keep what a seat says of the decision that comes next, while there is room for it."""
        if self._note_room[seat] > 0:
            self._note_room[seat] -= len(text.encode())
            full = "" if self._note_room[seat] > 0 else " [no more notes of this seat are kept in this game]"
            self._notes.append(Note(len(self._decisions), text + full))

    def _charge(self, seat: int, fault: Fault) -> None:
        self._faults.append(SeatFault(seat, fault.verdict, len(self._decisions)))
        self._texts.append(f"decision {len(self._decisions)}, {fault.text}")
        count = sum(earlier.seat == seat for earlier in self._faults)
        if fault.final or count > self._policy.allowed:
            self._forfeited[seat] = self._askings
            # With `substitute` it goes on, as long as there is anybody to play for.
            self._stopped = self._policy.then == "end" or len(self._forfeited) == len(self._players)
            self._leaving.append(seat)

    async def _see_off(self) -> None:
        """Tell the players of the seats that have just gone out."""
        while self._leaving:
            await self._players[self._leaving.pop(0)].forfeit()

    def _outcome(self, state: State) -> Outcome:
        """The game's own outcome with the forfeited seats last: the first to go is the very last, and seats that were
        asked at once and went at once tie.

        A game that was stopped early has no order among the seats that stayed: they share the first place.
        """
        seats, cooperative = len(self._players), self._fixture.game.cooperative
        by_rules = state.outcome()
        if by_rules is None and self._stopped:
            by_rules = TeamResult(False, 0.0) if cooperative else Ranking((1,) * seats, (0.0,) * seats)
        by_rules = _checked(by_rules, seats, cooperative)
        if not self._forfeited or isinstance(by_rules, TeamResult):
            return by_rules
        worth = [
            (1, -self._forfeited[seat]) if seat in self._forfeited else (0, place)
            for seat, place in enumerate(by_rules.places)
        ]
        return Ranking(tuple(1 + sum(other < own for other in worth) for own in worth), by_rules.scores)

    def _record(self, status: Status, outcome: Outcome | None, trouble: str) -> GameRecord:
        fixture, reports = self._fixture, [player.report() for player in self._players]
        return GameRecord(
            number=fixture.number,
            group=fixture.group,
            game=fixture.game.name,
            game_version=fixture.game.version,
            options=self._options,
            deal=fixture.deal,
            seating=fixture.seating,
            hashes=fixture.hashes,
            sandbox=fixture.sandbox,
            status=status,
            outcome=outcome,
            decisions=tuple(self._decisions),
            substituted=tuple(self._substituted),
            faults=tuple(self._faults),
            forfeited=tuple(self._forfeited),
            arena_version=arena.__version__,
            measured=Measured(
                ms=tuple(self._ms),
                given=tuple(self._given),
                texts=tuple(self._texts),
                stray=tuple([report.stray for report in reports]),
                logs=tuple([report.log for report in reports]),
                usage=tuple([report.usage for report in reports]),
                lag_ms=round(max([report.lag_ms for report in reports]), 3),
                trouble=trouble,
                notes=tuple(self._notes) or UNSET,
                said=tuple(self._said(reports)) or UNSET,
            ),
        )

    def _said(self, reports: Sequence[SeatReport]) -> Iterator[Said]:
        """When each seat wrote to stderr. The decisions that it was asked for are the first of its own."""
        for seat, report in enumerate(reports):
            if report.said:
                own = [-1, *(at for at, (who, _) in enumerate(self._decisions) if who == seat)]
                for asked, line in report.said:
                    yield Said(seat, own[asked] if asked < len(own) else len(self._decisions), line)


def _checked(outcome: Outcome | None, seats: int, cooperative: bool) -> Outcome:
    """The same. Raises ValueError for what no standings could take; the rules may come from anybody."""
    if outcome is None:
        raise ValueError("the outcome is None, and no seat is to act")
    if not isinstance(outcome, TeamResult if cooperative else Ranking):
        kind = "cooperative game must be a TeamResult" if cooperative else "game between opponents must be a Ranking"
        raise ValueError(f"the outcome of a {kind}, not {outcome!r}")
    scores = [outcome.score] if isinstance(outcome, TeamResult) else outcome.scores
    if not all(map(isfinite, scores)):
        raise ValueError(f"the outcome has a score that is no number: {outcome}")
    if isinstance(outcome, Ranking):
        expected = tuple(1 + sum(other < own for other in outcome.places) for own in outcome.places)
        if len(outcome.places) != seats or len(scores) != seats or outcome.places != expected:
            raise ValueError(f"the outcome of {seats} seats must place each (1, 2, 2, 4): {outcome}")
    return outcome


def _default(state: State, seat: int, legal: Sequence[Move]) -> int:
    """The index of the seat's default move. Raises ValueError for rules that have none that is legal."""
    default = state.default(seat)
    if default not in legal:
        raise ValueError(f"the default of seat {seat}, {default!r}, is not among its {len(legal)} legal moves")
    return legal.index(default)


T = TypeVar("T")


async def _all_at_once(given: Sequence[Awaitable[T]]) -> list[T]:
    """The results of all, in their order: those that are there already, and the others waited for side by side. The
    first exception by order is raised alone."""
    results: list[Any] = [None if each is DONE else each for each in given]
    waiting = [i for i, each in enumerate(results) if each is not None and not isinstance(each, Answer)]
    raised: list[tuple[int, Exception]] = []

    async def run(i: int) -> None:
        try:
            results[i] = await given[i]
        except Exception as problem:
            raised.append((i, problem))

    if len(waiting) > 1:
        async with trio.open_nursery() as nursery:
            for i in waiting[1:]:
                nursery.start_soon(run, i)
            await run(waiting[0])  # who waits for the others can as well wait for one itself
    elif waiting:
        await run(waiting[0])
    if raised:
        raise min(raised, key=lambda pair: pair[0])[1]
    return results
