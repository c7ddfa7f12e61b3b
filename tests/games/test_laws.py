"""The laws hold for every game that can be played here, and each law is seen to fail where its breach is planted.

`ARENA_LAW_GAMES` (default 5) is the number of random games per law and number of seats, shared among the variants of
the game but never less than two for each: raise it, to 100 say, for a long run before a game's rules are released.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

import pytest
from msgspec import Struct
from msgspec.structs import replace

from arena.games import Deal, Event, Game, IllegalMove, Move, Ranking, TeamResult, find_game, game_names, laws
from tests.games.variants import VARIANTS, tables
from tests.toys import (
    COLOURS,
    Bids,
    BidsOptions,
    BidsState,
    Cover,
    Lanterns,
    LanternsMemory,
    LanternsOptions,
    LanternsState,
    LanternsView,
    Light,
    Placed,
)

GAMES = int(os.environ.get("ARENA_LAW_GAMES", "5"))

Check = Callable[..., int]
CHECKS: list[Check] = [
    laws.check_rules,
    laws.check_determinism,
    laws.check_clone,
    laws.check_illegal_moves,
    laws.check_twins,
]


PLAIN: Mapping[str, Any] = {"plain": None}
"""What a game is played with that lists no variants: its own defaults."""
TABLES = [(name, variant) for name in game_names() for variant in VARIANTS.get(name, PLAIN)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(("name", "variant"), TABLES)
def test_every_registered_game_keeps_every_law(name: str, variant: str, check: Check) -> None:
    """In each combination of its variants, with every number of seats that this allows."""
    game, variants = find_game(name), VARIANTS.get(name, PLAIN)
    for seats in tables(game, variants[variant]):
        assert check(game, seats, max(2, GAMES // len(variants)), options=variants[variant]) > 0


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", [Bids(), Lanterns()], ids=["bids", "lanterns"])
def test_the_toys_keep_every_law(game: Game, check: Check) -> None:
    """Many games, as they are quick."""
    for seats in game.seats:
        assert check(game, seats, 2 * GAMES) > 0


def test_options_reach_the_game() -> None:
    """A game of five rounds has five positions to check, one of the default three has three."""
    options = BidsOptions(rounds=5, double_last=True)
    assert [check(Bids(), 2, 1, options=options) for check in CHECKS] == [5] * 5
    assert [check(Bids(), 2, 1) for check in CHECKS] == [3] * 5


def test_check_all_runs_every_check_with_every_number_of_seats() -> None:
    """Five checks of one game of three rounds with 2, 3, 4 and 5 seats."""
    assert laws.check_all(Bids(), 1) == 5 * 3 * 4


@pytest.mark.parametrize("name", game_names())
def test_games_do_not_depend_on_the_hash_seed(name: str) -> None:
    """Two processes that order their sets differently show the same bytes in the same games."""
    program = (
        "from arena.games import find_game, laws; "
        f"game = find_game({name!r}); print([laws.fingerprint(game, seats, 1) for seats in game.seats])"
    )
    prints = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert prints[0] == prints[1] != ""


def test_a_fingerprint_tells_games_apart() -> None:
    """Other deals give another fingerprint, the same deals the same."""
    prints = [laws.fingerprint(Bids(), 3, 2, seed) for seed in (0, 0, 1)]
    assert prints[0] == prints[1] != prints[2]


# Secrecy: each state leaks one thing that no seat knows, in one kind of message.


class LeakyView(LanternsState):
    """The count of the box tells the colour of its top."""

    def view(self, seat: int) -> LanternsView:
        return replace(super().view(seat), box=COLOURS.index(self.box[-1]))


class PaddedView(LanternsView, frozen=True):
    pad: str = ""


class LeakyLength(LanternsState):
    """A field that nobody reads is as long as the name of the colour on top of the box."""

    def view(self, seat: int) -> LanternsView:
        seen = super().view(seat)
        return PaddedView(seen.seats, seen.hand, seen.table, seen.box, "." * len(self.box[-1]))


class LeakyEvent(LanternsState):
    """Everybody hears which lantern was covered, though nobody sees it on the table."""

    def placing(self, placed: Placed) -> Event:
        return Event(placed)


class LeakyPublicEvent(LanternsState):
    """The seats at the table are told what they may know, spectators are told all."""

    def placing(self, placed: Placed) -> Event:
        honest = super().placing(placed)
        return Event(placed, {seat: honest.seen_by(seat) for seat in range(len(self.hands))})


class LeakyLegalOrder(LanternsState):
    """The moves come in another order when the next lantern is red."""

    def legal(self, seat: int) -> Sequence[Light | Cover]:
        moves = super().legal(seat)
        return moves[::-1] if self.box[-1] == "red" else moves


class LeakyLegalNumber(LanternsState):
    """There is a move fewer when the next lantern is red."""

    def legal(self, seat: int) -> Sequence[Light | Cover]:
        moves = super().legal(seat)
        return moves[1:] if self.box[-1] == "red" else moves


class LeakyTurn(LanternsState):
    """Who is to act depends on the next lantern."""

    def to_act(self) -> tuple[int, ...]:
        acting = super().to_act()
        return (len(self.hands) - 1 - acting[0],) if acting and self.box[-1] == "red" else acting


class SpyingMemory(LanternsMemory, frozen=True):
    spied: tuple[str, ...] = ()


class LeakyMemory(LanternsState):
    """A seat remembers all covered lanterns, those of others too."""

    def memory(self, seat: int) -> LanternsMemory:
        spied = tuple(one.colour for one in self.table if one.covered)
        return SpyingMemory(super().memory(seat).covered, spied)


class Believing(Lanterns):
    """Draws until what it imagines has the leaked memory: no twin differs from the true state in it."""

    memory_type = SpyingMemory

    def imagine(
        self, seat: int, view: LanternsView, memory: LanternsMemory, rng: Random, options: LanternsOptions
    ) -> LanternsState:
        while True:
            state = super().imagine(seat, view, memory, rng, options)
            if state.memory(seat) == memory:
                return state


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (Lanterns(LeakyView), "can tell its twin: view"),
        (Lanterns(LeakyLength), "can tell its twin: view"),
        (Lanterns(LeakyMemory), "can tell its twin: memory"),
        (Lanterns(LeakyLegalOrder), "can tell its twin: legal"),
        (Lanterns(LeakyLegalNumber), "can tell its twin: legal"),
        (Lanterns(LeakyTurn), "can tell its twin: to_act"),
        (Lanterns(LeakyEvent), "is told .* events"),
        (Lanterns(LeakyPublicEvent), "is told .* events"),
        (Believing(LeakyMemory), "was shown the same .* memory"),
    ],
)
def test_twins_find_a_leak_in_each_kind_of_message(game: Game, kind: str) -> None:
    """The message names the place, the seat and what it was that differed, with an excerpt of both."""
    where = r"law of twins: lanterns, 3 seats, deal 'laws/0/3/\d+', decision \d+: "
    excerpt = r" differs from byte \d+ \(\d+ and \d+ bytes\)\n  expected \.\.\..+\n  seen     \.\.\."
    with pytest.raises(laws.BrokenLaw, match=f"^{where}seat [012] {kind}{excerpt}"):
        laws.check_twins(game, 3, 20, event_share=1.0)


class Rolled(Struct, frozen=True, tag="rolled"):
    die: int


class RolledInVain(Rolled, frozen=True, tag="rolled"):
    passing: ClassVar[bool] = True


class Rolling(Lanterns):
    def tell(self, event: Struct) -> str:
        return f"A {event.die}." if isinstance(event, Rolled) else super().tell(event)


class Rolls(LanternsState):
    """Each move ends with a public roll, made from the hidden box, that changes nothing."""

    body: type[Rolled] = Rolled

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.events = [*self.events, Event(self.body(COLOURS.index(self.box[0])))]


class RollsInVain(Rolls):
    body = RolledInVain


def test_an_event_may_show_what_no_view_keeps_only_if_it_says_so() -> None:
    """`passing` is the author's word that the rules show it; without it, it is a leak."""
    with pytest.raises(laws.BrokenLaw, match="is told what its view and memory do not hold"):
        laws.check_twins(Rolling(Rolls), 3, 20, event_share=1.0)
    assert laws.check_twins(Rolling(RollsInVain), 3, 20, event_share=1.0) == 20 * 9


def test_a_broken_law_is_found_again() -> None:
    """The same call fails at the same place with the same words."""
    texts = []
    for _ in range(2):
        with pytest.raises(laws.BrokenLaw) as caught:
            laws.check_twins(Lanterns(LeakyEvent), 3, 20, event_share=1.0)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


# The other laws: each state or game has one breach.


class Endless(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        pass


class EarlyOutcome(LanternsState):
    def outcome(self) -> TeamResult | None:
        return TeamResult(False, 0.0)


class NoOutcome(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None


class NoNumber(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None if self.to_act() else TeamResult(False, float("inf"))


class WholeScore(LanternsState):
    def outcome(self) -> TeamResult | None:
        return None if self.to_act() else TeamResult(False, 1)


class Competitive(LanternsState):
    def outcome(self) -> Any:
        return None if self.to_act() else Ranking((1, 1), (0.0, 0.0))


class Descending(BidsState):
    def to_act(self) -> tuple[int, ...]:
        return super().to_act()[::-1]


class LyingDefault(LanternsState):
    def default(self, seat: int) -> Light | Cover:
        return Light("black")


class TwiceTheMove(LanternsState):
    def legal(self, seat: int) -> Sequence[Light | Cover]:
        return [*super().legal(seat), *super().legal(seat)]


class NoMoves(LanternsState):
    def legal(self, seat: int) -> Sequence[Light | Cover]:
        return []


class Refuses(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        raise IllegalMove("never")


class WrongView(LanternsState):
    def view(self, seat: int) -> Any:
        return Light("red")


class NoJson(LanternsState):
    def view(self, seat: int) -> Any:
        return object()


class Misplaced(BidsState):
    def outcome(self) -> Ranking | None:
        return Ranking((1, 3), (1.0, 0.0)) if super().outcome() else None


class Mute(Lanterns):
    def tell(self, event: Struct) -> str:
        return " "


class Verbose(Lanterns):
    def tell(self, event: Struct) -> str:
        return "One line.\nAnother."


class AnyNumber(Lanterns):
    seats = (2,)

    def new(self, options: LanternsOptions, seats: int, deal: Deal) -> LanternsState:
        return super().new(options, 2, deal)


class Unseeded(LanternsState):
    numbers = itertools.count()

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.box.insert(next(self.numbers) % len(self.box), self.box.pop())


class ChangedByLooking(LanternsState):
    def view(self, seat: int) -> LanternsView:
        self.box.insert(0, self.box.pop())
        return super().view(seat)


class UnseededTwin(Lanterns):
    numbers = itertools.count()

    def imagine(
        self, seat: int, view: LanternsView, memory: LanternsMemory, rng: Random, options: LanternsOptions
    ) -> LanternsState:
        return super().imagine(seat, view, memory, Random(next(self.numbers)), options)


class SharedTable(LanternsState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.table = self.table
        return copy


class SharedBox(LanternsState):
    """Nobody sees the order of the box: only the rest of the game shows that it was disturbed."""

    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply(moves)
        self.box.insert(0, self.box.pop())

    def clone(self) -> Self:
        copy = super().clone()
        copy.box = self.box
        return copy


class ForgetfulClone(LanternsState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.events = []
        return copy


class Lenient(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: move for seat, move in moves.items() if seat in self.to_act()})


class Surprised(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: moves[seat] for seat in self.to_act()})


class NeverOver(LanternsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        if moves or self.to_act():
            super().apply(moves)


class NegativeIndex(BidsState):
    def apply(self, moves: Mapping[int, Move]) -> None:
        super().apply({seat: self.legal(seat)[-1] if m and m.card == -1 else m for seat, m in moves.items()})


class HalfDone(LanternsState):
    """Turns the box before it looks at the move."""

    def apply(self, moves: Mapping[int, Move]) -> None:
        self.box.insert(0, self.box.pop())
        super().apply(moves)


@pytest.mark.parametrize(
    ("check", "game", "text"),
    [
        (laws.check_rules, Lanterns(Endless), "has not ended after 50 positions"),
        (laws.check_rules, Lanterns(EarlyOutcome), r"an outcome while seats \(0,\) must still move"),
        (laws.check_rules, Lanterns(NoOutcome), "there is no outcome"),
        (laws.check_rules, Lanterns(NoNumber), "the outcome does not decode"),
        (laws.check_rules, Lanterns(WholeScore), "the outcome differs"),
        (laws.check_rules, Lanterns(Competitive), "`cooperative` is True"),
        (laws.check_rules, Bids(Descending), "ascending"),
        (laws.check_rules, Lanterns(LyingDefault), "the default .* of seat 0 is not among"),
        (laws.check_rules, Lanterns(TwiceTheMove), "same legal move twice"),
        (laws.check_rules, Lanterns(NoMoves), "seat 0 must move and has no legal move"),
        (laws.check_rules, Lanterns(Refuses), "the legal moves .* raise IllegalMove"),
        (laws.check_rules, Lanterns(WrongView), "view of seat 0 does not decode"),
        (laws.check_rules, Lanterns(NoJson), "view of seat 0 cannot be written as JSON"),
        (laws.check_rules, Bids(Misplaced), r"places \(1, 3\) must be \(1, 2\)"),
        (laws.check_rules, Mute(), "one line that is not empty"),
        (laws.check_rules, Verbose(), "one line that is not empty"),
        (laws.check_rules, AnyNumber(), r"new\(\) with 3 seats must raise ValueError"),
        (laws.check_determinism, Lanterns(Unseeded), "played again"),
        (laws.check_determinism, Lanterns(ChangedByLooking), "not looked at"),
        (laws.check_determinism, UnseededTwin(), "with an equal rng"),
        (laws.check_clone, Lanterns(SharedTable), "after moves of a clone, the original"),
        (laws.check_clone, Lanterns(SharedBox), "after "),
        (laws.check_clone, Lanterns(ForgetfulClone), "a clone at once: events of spectators"),
        (laws.check_illegal_moves, Lanterns(Lenient), "from seat 1, which is not to act is accepted"),
        (laws.check_illegal_moves, Lanterns(Surprised), r"must raise IllegalMove, not KeyError\(0\)"),
        (laws.check_illegal_moves, Lanterns(NeverOver), "the end answered by no move is accepted"),
        (laws.check_illegal_moves, Bids(NegativeIndex), r"Bid\(card=-1\) from seat 0 is accepted"),
        (laws.check_illegal_moves, Lanterns(HalfDone), "after refusals and a move"),
    ],
)
def test_each_law_fails_where_its_breach_is_planted(
    check: Check, game: Game, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a message that says which law and what is wrong."""
    monkeypatch.setattr("arena.games.laws.play.LONGEST", 50)
    with pytest.raises(laws.BrokenLaw, match=f"(?s)^law of .*{text}"):
        check(game, 2, 10)
