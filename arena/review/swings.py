"""The decisions that cost most, found among many with as few play-outs as may be, and without calling noise a mistake.

First all decisions of some games are tried a little, with all moves; the better half is tried twice as much, with the
better half of the moves, and so on (sequential halving, Karnin, Koren and Somekh 2013), until a few decisions are left,
each with one move beside the one that was played. What looks best of thousands is mostly luck. So these few are then
tried with fresh play-outs, which alone count: their means are of no choice, their errors are those of paired
differences, and what is said of them holds for all of them together (C. E. Bonferroni).

The work is laid out beforehand as a number of play-outs. The same number and seed give the same answer on any machine;
seconds are turned into such a number first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from time import monotonic
from typing import Any

import numpy as np
from msgspec import Struct

from arena.games import Game, plain
from arena.referee import GameRecord
from arena.review.judging import (
    Position,
    options_of,
    points_of,
    positions,
    promise_of,
    tried_here,
    tried_imagined,
)
from arena.review.lines import Lines
from arena.review.report import Cost, Judged, Said, Swing
from arena.standings import rounded
from arena.statistics import as_normal, student_975

FINALISTS = 8
"""Decisions that are tried at length, at most."""
FEWEST_FINALISTS = 2
EACH = 200
"""Play-outs in all for each of them; where there are few, fewer decisions are tried."""
MOVES = 16
"""Moves of a decision that are tried, at most; of more some are drawn."""
FIRST = 4
"""Play-outs of each move in the first round, half of them in imagined worlds."""
FEWEST = 16
"""Fresh play-outs below which nothing is said."""
CONFIDENCE = 0.95
MATTERS = 0.05
"""Of a game's points, or of the spread of a team's scores: a decision that cost less is no mistake, however sure."""
UNSEEN = 3.0
"""So many of all play-outs may go otherwise though none was seen to (the rule of three)."""
CALIBRATION = 0.06
"""Of the seconds that go into measuring how long a play-out takes."""
SPARE = 0.85
"""Of the seconds that are laid out: the rest is for a machine that becomes slower."""


class Looking(Struct, frozen=True, kw_only=True):
    """How the judge looks: for so many `seconds`, or with so many `playouts`, which give the same answer on any
    machine."""

    seconds: float = 20.0
    playouts: int | None = None
    seed: str = "explain"


class LostGame(Struct, frozen=True):
    """A game to look at: its record, and the seat of the bot."""

    record: GameRecord
    seat: int


@dataclass
class _Candidate:
    """A decision, and the moves that are still looked at beside the one that was played: what the play-outs after each
    promised in sum."""

    record: GameRecord
    position: Position
    options: Any
    moves: list[int]
    sums: dict[int, float] = field(default_factory=dict)
    tries: int = 0

    def ordered(self) -> list[int]:
        """The other moves, those first that promise most."""
        return sorted(self.moves, key=lambda move: (-self.sums[move], move))

    def best(self) -> int:
        return self.ordered()[0]

    def promise(self, noise: float) -> float:
        """How much better the best of the others seems than what was played, less what the best of so many would seem
        by luck alone, where differences of two play-outs have this standard deviation."""
        seems = (self.sums[self.best()] - self.sums[self.position.played]) / self.tries
        others = len(self.moves)
        # The expected largest of so many normal deviates, by G. Blom's approximation; each move has half the noise.
        luck = NormalDist().inv_cdf((others - 0.375) / (others + 0.25))
        return seems - luck * noise / sqrt(2 * self.tries)

    @property
    def width(self) -> int:
        return len(self.moves) + 1


class Judge:
    """Looks through lost games. `stake` is what counts as all of a game: 1 of its points, or the spread of a team's
    scores."""

    def __init__(self, game: Game, looking: Looking, stake: float, lines: Lines) -> None:
        self._game = game
        self._looking = looking
        self._stake = stake
        self._lines = lines
        self._made = self._differences = 0
        self._squares = 0.0
        self._began = monotonic()

    def look(self, games: Sequence[LostGame], lost: int) -> Judged:
        """The decisions that cost most of these games, which come with the most promising first and are some of `lost`;
        the worst first. Raises whatever the rules raise."""
        self._began = monotonic()
        budget = self._looking.playouts or self._affordable(games)
        self._made = 0
        candidates = self._first(games, budget // 4)
        decisions, seen = len(candidates), {one.position.number for one in candidates}
        last = max(FEWEST_FINALISTS, min(FINALISTS, budget // EACH))
        finalists = self._halved(candidates, last, budget // 2)
        tries = max(budget - self._made, 0) // (4 * len(finalists)) if finalists else 0
        costs, made = self._tried(finalists, tries)
        return Judged(
            swings=tuple(self._said(finalists, costs)) if made >= FEWEST else (),
            lost_games=lost,
            games=len(seen),
            decisions=decisions,
            playouts=budget,
            tries=made,
            cut_short=made < tries,
            seed=self._looking.seed,
        )

    def _affordable(self, games: Sequence[LostGame]) -> int:
        """The play-outs that there is time for, to two digits."""
        seconds = self._looking.seconds
        began, end = monotonic(), monotonic() + CALIBRATION * seconds
        made = 0
        for turn, lost in enumerate(games):
            for place in self._positions(lost):
                tried_here(place, [place.played], f"{turn} time")
                made += 1
                if monotonic() > end:
                    break
            if monotonic() > end:
                break
        took = monotonic() - began
        affordable = int(SPARE * (seconds - took) * made / took) if made else 0
        digits: int = 10 ** max(len(str(affordable)) - 2, 0)
        return affordable // digits * digits

    def _positions(self, lost: LostGame) -> list[Position]:
        return list(positions(lost.record, self._game, lost.seat))

    def _first(self, games: Sequence[LostGame], budget: int) -> list[_Candidate]:
        """The decisions of as many games as may be tried with so many play-outs; of the last game those that a draw
        leaves."""
        found: list[_Candidate] = []
        for lost in games:
            of_game = [self._candidate(place, lost.record) for place in self._positions(lost)]
            if FIRST * sum(one.width for one in of_game) > budget:
                Random(f"{self._looking.seed} {lost.record.number} decisions").shuffle(of_game)
            for one in of_game:
                budget -= FIRST * one.width
                if budget < 0:
                    return found
                found.append(one)
        return found

    def _candidate(self, place: Position, record: GameRecord) -> _Candidate:
        others = [move for move in range(len(place.legal)) if move != place.played]
        if len(others) >= MOVES:
            others = sorted(Random(self._luck(place, "moves")).sample(others, MOVES - 1))
        return _Candidate(
            record, place, options_of(record, self._game), others, dict.fromkeys([*others, place.played], 0.0)
        )

    def _halved(self, candidates: list[_Candidate], last: int, budget: int) -> list[_Candidate]:
        """The `last` decisions, each with one other move, found with so many play-outs at most."""
        tries = FIRST
        while candidates and self._made + tries * sum(one.width for one in candidates) <= budget:
            for one in candidates:
                for _ in range(tries):
                    self._try(one)
                if self._late(0.6):
                    break
            done = [one for one in candidates if one.tries]
            noise = sqrt(self._squares / max(self._differences, 1))
            done.sort(key=lambda one: (-one.promise(noise), one.position.number, one.position.decision))
            over = len(done) <= last and all(len(one.moves) == 1 for one in done)
            if over or self._late(0.6):
                candidates = done
                break
            candidates = done[: max((len(done) + 1) // 2, last)]
            for one in candidates:
                one.moves = one.ordered()[: (len(one.moves) + 1) // 2]
            tries *= 2
        for one in candidates[:last]:
            one.moves = [one.best()]
        return candidates[:last]

    def _try(self, one: _Candidate) -> None:
        """One more play-out after each of its moves, here and in imagined worlds by turns."""
        moves = [one.position.played, *one.moves]
        luck = self._luck(one.position, f"look {one.tries}")
        if one.tries % 2:
            outcomes = tried_imagined(one.position, self._game, one.options, moves, luck)
        else:
            outcomes = tried_here(one.position, moves, luck)
        self._made += len(moves)
        promises = [promise_of(outcome, one.position.seat) for outcome in outcomes]
        for move, promise in zip(moves, promises, strict=True):
            one.sums[move] += promise
            self._squares += (promise - promises[0]) ** 2
        self._differences += len(one.moves)
        one.tries += 1

    def _tried(self, finalists: Sequence[_Candidate], tries: int) -> tuple[list[tuple[list[float], list[float]]], int]:
        """For each decision by how much the other move was better, in each fresh play-out, here and imagined; and how
        many there were of each."""
        costs: list[tuple[list[float], list[float]]] = [([], []) for _ in finalists]
        for turn in range(tries):
            if self._late(1.0):
                return costs, turn
            for one, (here, imagined) in zip(finalists, costs, strict=True):
                place, moves = one.position, [one.position.played, one.moves[0]]
                luck = self._luck(place, f"judge {turn}")
                for outcomes, found in (
                    (tried_here(place, moves, luck), here),
                    (tried_imagined(place, self._game, one.options, moves, luck), imagined),
                ):
                    played, other = (points_of(outcome, place.seat) for outcome in outcomes)
                    found.append(other - played)
        return costs, tries

    def _said(self, finalists: Sequence[_Candidate], costs: Sequence[tuple[list[float], list[float]]]) -> list[Swing]:
        """What can be said of all of them together, mistakes first, and of these what cost most."""
        claims = 2 * len(finalists)
        found = []
        for one, (here, imagined) in zip(finalists, costs, strict=True):
            sure = [is_sure(differences, claims, self._stake) for differences in (here, imagined)]
            said: Said = "mistake" if sure[1] else "hindsight" if sure[0] else "noise"
            found.append(self._swing(one, _cost(here, self._stake), _cost(imagined, self._stake), said))
        order: list[Said] = ["mistake", "hindsight", "noise"]

        def weight(swing: Swing) -> tuple[int, float, int, int]:
            cost = swing.here if swing.said == "hindsight" else swing.imagined
            return order.index(swing.said), -cost.points, swing.game, swing.decision

        return sorted(found, key=weight)

    def _swing(self, one: _Candidate, here: Cost, imagined: Cost, said: Said) -> Swing:
        place, lines = one.position, self._lines
        view = place.state.view(place.seat)
        played, better = (
            plain(self._game.tell_move(view, place.legal[move]), one.record.seating)
            for move in (place.played, one.moves[0])
        )
        return Swing(
            game=place.number,
            seat=place.seat,
            decision=place.decision,
            played=place.played,
            played_words=played,
            better=one.moves[0],
            better_words=better,
            here=here,
            imagined=imagined,
            said=said,
            watch=lines.watch(place.number, place.seat),
            repro=lines.repro(place.number, place.seat, place.decision),
            ask=lines.ask(place.number, place.decision),
        )

    def _late(self, part: float) -> bool:
        """Whether that part of the seconds is over, where they are what bounds it."""
        looking = self._looking
        return looking.playouts is None and monotonic() - self._began > part * looking.seconds

    def _luck(self, place: Position, use: str) -> str:
        return f"{self._looking.seed} {place.number} {place.seat} {place.decision} {use}"


def is_sure(differences: Sequence[float], claims: int, stake: float) -> bool:
    """Whether the mean is more than luck in all of so many claims, and enough to matter; all of a game is the stake."""
    mean, error = fmean(differences), stdev(differences) / sqrt(len(differences))
    if mean <= stake * max(MATTERS, UNSEEN / len(differences)):
        return False
    if not error:
        return True  # the same in every play-out
    deviate = as_normal(np.array([mean / error]), np.array([float(len(differences) - 1)]))
    return bool(deviate[0] > NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / claims))


def _cost(differences: Sequence[float], stake: float) -> Cost:
    count = len(differences)
    error = stdev(differences) / sqrt(count) * float(student_975(count - 1))
    return Cost(points=rounded(fmean(differences), 4), error_95=rounded(max(error, UNSEEN * stake / count), 4))
