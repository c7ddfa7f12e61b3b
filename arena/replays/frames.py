"""A recorded game as frames: what one audience is told of it, step by step, for whatever draws or reads it.

The rules play the record again and say what they show; nothing is taken away afterwards. What an audience may not know
is not in its replay, so a seat's can be handed to whoever sat there, and the public's to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec import Raw, Struct

import arena
from arena.games import EVERYTHING, PUBLIC, Audience, Game, Outcome, Part, State, parts
from arena.protocol import Verdict
from arena.referee import Decided, GameRecord, Mismatch, Sight, Status, Step, replay, sights, told_to
from arena.replays.sayings import BEFORE, Saying, sayings_of

FORMAT: Final = "arena.replay/1"


class Decision(Struct, frozen=True, kw_only=True):
    """One decision; `number` counts the decisions of the game from 0.

    `choice` is the index of `move` among the legal moves that the seat had in the frame before, and `words` is its
    sentence in pieces, in which whole numbers are seats. `ms` are the milliseconds that the seat was charged, and
    `machine_ms` those of its time that were not charged, since the machine took them. All of these are None if the
    audience is not told, `ms` also if nothing was measured. `by_referee` says that the seat made no move, and its
    default move was played for it.
    """

    number: int
    seat: int
    choice: int | None
    move: Any
    words: tuple[Part, ...] | None
    ms: float | None
    machine_ms: float | None
    by_referee: bool


class Trouble(Struct, frozen=True):
    """A seat's fault. `loses` says that the seat was out with it. `text` explains it; it is None for an audience that
    is not told, as it may quote the seat's moves."""

    seat: int
    verdict: Verdict
    loses: bool
    text: str | None


class Happened(Struct, frozen=True):
    """One event as the audience saw it: the game's own `event`, and a sentence in pieces, in which whole numbers are
    seats. `seats` are the seats that saw it in this form, null for all of those that saw no other form."""

    seats: tuple[int, ...] | None
    event: Any
    words: tuple[Part, ...]


class Look(Sight, frozen=True):
    """What a seat can look at; `words` has the sentence of each of its legal moves, in pieces like those of events."""

    words: tuple[tuple[Part, ...], ...] = ()


class Frame(Struct, frozen=True, kw_only=True):
    """One step: what was decided, what it made happen, and what can be seen then. The first is the set-up.

    `acting` are the seats that are to decide next. `public` is what anybody can see at the table; it is None in a
    seat's replay, as the seat's view has it. `seats` has what single seats can see, by seat: in a seat's replay only
    its own. `said` is what the bots of these seats said with their decisions of this step, or since those before; the
    set-up has what they said earlier.
    """

    decisions: tuple[Decision, ...]
    troubles: tuple[Trouble, ...]
    events: tuple[Happened, ...]
    acting: tuple[int, ...]
    public: Any
    seats: dict[int, Look]
    said: tuple[Saying, ...] = ()


class Replay(Struct, frozen=True, kw_only=True):
    """A game as `audience` may see it: a seat, "public" or "everything"; one that is being played has the status
    "playing", and the frames that there are so far.

    `names[seat]` is the bot's. `deal` is the seed of all luck in the game, and in the replay of one who sees everything
    alone. `troubles` are faults after the last step, and `said` what bots said then, or nobody knows when. `broken`
    says why the record could not be followed to its end, None if it could; `why` is what a game that is not rated says
    of itself.
    """

    format: Literal["arena.replay/1"] = FORMAT
    arena_version: str
    game: str
    game_version: int
    title: str
    number: int
    group: int
    audience: int | Literal["public", "everything"]
    names: tuple[str, ...]
    options: Raw
    deal: str | None
    status: Status | Literal["playing"]
    outcome: Outcome | None
    forfeited: tuple[int, ...]
    frames: tuple[Frame, ...]
    troubles: tuple[Trouble, ...]
    broken: str | None
    why: str | None
    said: tuple[Saying, ...] = ()


NOTHING_SAID: Mapping[int, str] = {}


def replay_for(audience: Audience, record: GameRecord, game: Game, stderr: Mapping[int, str] = NOTHING_SAID) -> Replay:
    """The whole game for an audience; `stderr` is what seats wrote there (`stderr_of`), which only an audience is told
    that sees all that such a seat saw. It never raises for what is in a record, or what a game's rules do."""
    told = Telling(audience, game, record.seats, sayings_of(record, stderr))
    told.heard(*_of_record(record))
    frames: list[Frame] = []
    broken = None
    try:
        frames.extend(map(told.frame, replay(record, game)))
    except Mismatch as problem:
        broken = f"the record cannot be followed further: {problem}"
    except Exception as problem:  # a game that broke down in play breaks down here too, at the same place
        broken = "the rules break down here" + (f": {_text(repr(problem))}" if audience is EVERYTHING else "")
    everything = audience is EVERYTHING
    return Replay(
        arena_version=arena.__version__,
        game=game.name,
        game_version=record.game_version,
        title=_text(game.title),
        number=record.number,
        group=record.group,
        audience=audience if isinstance(audience, int) else audience.value,
        names=record.seating,
        options=record.options,
        deal=record.deal if everything else None,
        status=record.status,
        outcome=record.outcome,
        forfeited=record.forfeited,
        frames=tuple(frames),
        troubles=tuple(told.troubles_left()),
        broken=broken,
        # Whatever the rules or the machine said may quote moves of any seat.
        why=record.measured.trouble.rstrip() if everything and record.status != "finished" else None,
        said=tuple(told.said_last()),
    )


def _text(words: str) -> str:
    """What rules said, as text that can be written: half a character, which Python lets stand in one, cannot."""
    return words.encode("utf-8", "backslashreplace").decode()


def heard_by(audience: Audience, said: Iterable[Saying]) -> Iterator[Saying]:
    """What this audience is told of what was said: a seat its own bot's words, one who sees everything those of all
    bots."""
    return (saying for saying in said if audience in (saying.seat, EVERYTHING))


class Made(NamedTuple):
    """What is kept of one decision beside its move; see `Decision`."""

    choice: int
    ms: float | None
    machine_ms: float
    by_referee: bool


class Teller:
    """Tells one game to one audience, step by step: while it is played, or from its record."""

    def __init__(self, audience: Audience, game: Game, seats: int) -> None:
        self._audience = audience
        self._game = game
        self._seats = seats
        self._before: dict[int, Look] = {}

    def frame(
        self, step: Step, made: Sequence[Made], troubles: Iterable[Trouble], said: Iterable[Saying] = ()
    ) -> Frame:
        """The frame of the next step; `made` are its decisions in the order of its moves, `said` is what anybody said
        with them."""
        audience, state = self._audience, step.state
        before, self._before = self._before, dict(self._looks(state))
        return Frame(
            decisions=tuple(self._decisions(step, made, before)),
            troubles=tuple(troubles),
            events=tuple(
                Happened(seats, body, parts(_text(self._game.tell(body))))
                for event in step.events
                for seats, body in told_to(audience, event)
            ),
            acting=state.to_act(),
            public=None if isinstance(audience, int) else state.public(),
            seats=self._before,
            said=tuple(heard_by(audience, said)),
        )

    def _looks(self, state: State) -> Iterator[tuple[int, Look]]:
        for seat, sight in sights(self._audience, state, self._seats):
            words = tuple(parts(_text(self._game.tell_move(sight.view, move))) for move in sight.legal)
            yield seat, Look(sight.view, sight.memory, sight.legal, words)

    def _decisions(self, step: Step, made: Sequence[Made], before: Mapping[int, Look]) -> Iterator[Decision]:
        pairs = zip(step.moves.items(), made, strict=True)
        for number, ((seat, move), one) in enumerate(pairs, step.first):
            moved = self._audience in (seat, EVERYTHING)
            # How long it took is no secret of the table: whoever stands there hears the clock.
            timed = moved or self._audience is PUBLIC
            yield Decision(
                number=number,
                seat=seat,
                choice=one.choice if moved else None,
                move=move if moved else None,
                words=before[seat].words[one.choice] if moved else None,
                ms=one.ms if timed else None,
                machine_ms=one.machine_ms if timed else None,
                by_referee=one.by_referee,
            )


class Telling:
    """Tells a game step by step, as it is played or from its record. What happens in a step is said by the rules; who
    made which decision in which time, and who was at fault, is what was `heard` about it before."""

    def __init__(self, audience: Audience, game: Game, seats: int, sayings: Iterable[tuple[int, Saying]] = ()) -> None:
        self._audience = audience
        self._teller = Teller(audience, game, seats)
        self._choices: list[int] = []
        self._ms: list[float | None] = []
        self._machine_ms: dict[int, float] = {}
        self._substituted: set[int] = set()
        self._troubles: dict[int, list[Trouble]] = {}
        self._said: dict[int, list[Saying]] = {}
        for at, saying in sayings:
            self._said.setdefault(at, []).append(saying)

    def heard(self, decided: Decided, texts: Sequence[str | None]) -> None:
        """Note a step, or all steps of a record; `texts[i]` explains its fault i."""
        self._choices += [choice for _, choice in decided.decisions]
        self._ms += decided.ms
        self._machine_ms.update((given.decision, given.bot_ms + given.referee_ms) for given in decided.given)
        self._substituted.update(decided.substituted)
        last = {fault.seat: i for i, fault in enumerate(decided.faults)}
        for i, (fault, text) in enumerate(zip(decided.faults, texts, strict=True)):
            loses = fault.seat in decided.forfeited and i == last[fault.seat]
            how = text if self._audience in (fault.seat, EVERYTHING) else None
            self._troubles.setdefault(fault.decision, []).append(Trouble(fault.seat, fault.verdict, loses, how))

    def frame(self, step: Step) -> Frame:
        """The frame of the next step."""
        decided = range(step.first, step.first + len(step.moves))
        troubles = [trouble for at in decided for trouble in self._troubles.pop(at, ())]
        said = [saying for at in decided or (BEFORE,) for saying in self._said.pop(at, ())]
        return self._teller.frame(step, list(map(self._made, decided)), troubles, said)

    def troubles_left(self) -> Iterator[Trouble]:
        """The faults of a bot that never made a decision, or at the decision that broke the rules."""
        for troubles in self._troubles.values():
            yield from troubles

    def said_last(self) -> Iterator[Saying]:
        """What was said and belongs to no step that was told."""
        for said in self._said.values():
            yield from heard_by(self._audience, said)

    def _made(self, at: int) -> Made:
        return Made(
            choice=self._choices[at],
            ms=self._ms[at] if at < len(self._ms) else None,
            machine_ms=self._machine_ms.get(at, 0.0),
            by_referee=at in self._substituted,
        )


def _of_record(record: GameRecord) -> tuple[Decided, list[str | None]]:
    """All its steps as one, with what explains its faults."""
    measured = record.measured
    decided = Decided(
        number=record.number,
        first=0,
        decisions=record.decisions,
        ms=measured.ms,
        given=measured.given,
        substituted=record.substituted,
        faults=record.faults,
        forfeited=record.forfeited,
    )
    return decided, [text.partition(": ")[2] for text in measured.texts]
