"""A bot for every game of the arena: imagines the hidden cards, plays on, takes the move that ends best.

It knows no game. It uses a game's rules through `arena`, and of the game being played only what its seat is sent.

- Worlds: `Game.imagine` gives full states that fit all that the seat knows. Every candidate move is tried in the same
  worlds with the same luck, so that the moves are compared and not their luck.
- Halving: all candidates are tried in a few worlds, the better half in as many play-outs again, and so on to the last
  one: most of the time goes into telling the best moves apart (sequential halving, Karnin, Koren and Somekh 2013).
- Play-outs: every seat mostly takes the move that did well for it in the play-outs before, whenever it was made, out
  of a few drawn at random (close to the move-average sampling technique, Finnsson and Bjoernsson 2008).
- A candidate is judged by its own play-outs and, while these are few, also by those in which the seat made the same
  move later on (the all-moves-as-first heuristic, Gelly and Silver 2007).

Where moves at random mislead, it can be given a bot that knows the game, its policy. Then that bot moves for all seats
in the play-outs (rollouts, Tesauro and Galperin 1996), and its move is made unless another one was better by more than
its standard error. With four seats and few play-outs that is not caution enough.

Start: python search.py --playouts 150       (`arena` must be importable)
       python search.py --playouts 30 --policy gunrunners.greedy:Greedy
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from math import sqrt
from pkgutil import resolve_name
from random import Random
from time import monotonic
from typing import Any, Protocol

import msgspec

from arena.games import Game, Move, Outcome, State, TeamResult, find_game

EXPLORE = 0.1  # part of the play-outs' moves that is drawn without looking at the averages
LATER = 10  # play-outs of a candidate that the average of the same move made later on counts for, at most
DRAWN = 4  # moves of which a play-out takes the one with the best average
STRAY = 0.05  # part of the play-outs' moves that is drawn where there is a policy, or they would be too much alike
DOUBT = 1.0  # standard errors by which a move must be better than the policy's
LEAD = 0.4  # worth of a lead as large as the mean score; to beat all opponents is worth 1
SHARE = 0.5  # of the time left for a move that is used at most: the rest is for a slow machine


Turn = dict[str, Any]
"""A message of the protocol as a dictionary; here one that asks for a move has `view`, `memory` and `legal` alone."""


class Policy(Protocol):
    """One game as one seat: what the bots of the box are, made from the message `start`."""

    def choose(self, turn: Turn, /) -> int:
        """The index of its move in `legal`. It may remember nothing from one decision to the next."""


class Average:
    """Of the results of a move for its seat."""

    __slots__ = ("count", "mean")

    def __init__(self, count: int = 0, mean: float = 0.0) -> None:
        self.count = count
        self.mean = mean

    def add(self, result: float) -> None:
        self.count += 1
        self.mean += (result - self.mean) / self.count


class Averages(dict[tuple[int, Move], Average]):
    """By seat and move. A move that is new begins as if it had twice ended as is usual: between opponents evenly."""

    def __init__(self) -> None:
        self.usual = Average()

    def __missing__(self, key: tuple[int, Move]) -> Average:
        average = self[key] = Average(2, self.usual.mean)
        return average

    def learn(self, made: list[tuple[int, Move]], outcome: Outcome) -> None:
        """After a play-out in which these moves were made."""
        results = {seat: worth(outcome, seat) for seat, _ in made}
        for result in results.values():
            self.usual.add(result)
        for key in made:
            self[key].add(results[key[0]])


class Search:
    """One game as one seat. `playouts` is about how many are made for one decision, without a policy at least two a
    candidate; `policy` is by seat, empty where there is none."""

    def __init__(
        self, game: Game, options: Any, seat: int, seed: int, playouts: int, policy: Sequence[Policy] = ()
    ) -> None:
        self.game = game
        self.options = options
        self.seat = seat
        self.playouts = playouts
        self.policy = policy
        self.move_of = self.move_of_policy if policy else self.move_of_averages
        self.random = Random(seed)
        self.averages = Averages()

    def choose(self, view: Any, memory: Any, legal: Sequence[Move], deadline: float | None) -> int:
        """The index of the move that ended best; after `deadline` (of `monotonic`) the best one so far."""
        self.averages = Averages()
        left = list(range(len(legal)))
        favourite = None
        if self.policy:
            favourite = self.policy[self.seat].choose(told(view, memory, legal))
            # These play-outs are dear: of many candidates only some are tried, in two of them or more.
            others = [candidate for candidate in left if candidate != favourite]
            left = [favourite, *self.random.sample(others, min(len(others), max(1, self.playouts // 2 - 1)))]
        results: list[list[float]] = [[] for _ in legal]
        rounds = (len(left) - 1).bit_length()

        def promise(candidate: int) -> tuple[bool, float]:
            later = self.averages[self.seat, legal[candidate]]
            weight = min(LATER, later.count / 4)
            own = results[candidate]
            # The favourite stays to the end: it is what the others are compared with.
            return candidate == favourite, (sum(own) + weight * later.mean) / (len(own) + weight)

        while len(left) > 1:
            for _ in range(max(1, self.playouts // (rounds * len(left)))):
                found = self.try_in_one_world(view, memory, legal, left, deadline)
                if found is None:  # a world counts for all candidates or for none
                    return max(left, key=promise)
                for candidate, result in zip(left, found, strict=True):
                    results[candidate].append(result)
            left.sort(key=promise, reverse=True)
            if len(left) == 2 and favourite is not None:
                _, other = left
                return other if surely_better(results[other], results[favourite]) else favourite
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def try_in_one_world(
        self, view: Any, memory: Any, legal: Sequence[Move], candidates: Sequence[int], deadline: float | None
    ) -> list[float] | None:
        """How each candidate ended; None when the time was over before."""
        world = self.game.imagine(self.seat, view, memory, self.random, self.options)
        # Seats that decide at the same moment cannot see our move, so they do not answer to it.
        moves = {seat: self.random.choice(world.legal(seat)) for seat in world.to_act()}
        if self.policy:
            others = [seat for seat in moves if seat != self.seat]
            moves |= {seat: self.move_of(world, seat, world.legal(seat), self.random.random) for seat in others}
        seed = self.random.random()
        results = []
        for candidate in candidates:
            if deadline is not None and monotonic() > deadline:
                return None
            state = world.clone()
            state.apply({**moves, self.seat: legal[candidate]})
            results.append(self.play_out(state, Random(seed)))
        return results

    def play_out(self, state: State, random: Random) -> float:
        """Plays to the end; what the end is worth to this seat."""
        made: list[tuple[int, Move]] = []
        while acting := state.to_act():
            moves = {}
            for seat in acting:
                legal = state.legal(seat)
                if len(legal) == 1:
                    moves[seat] = legal[0]
                else:
                    moves[seat] = move = self.move_of(state, seat, legal, random.random)
                    made.append((seat, move))
            state.apply(moves)
        outcome = state.outcome()
        assert outcome is not None  # nobody is to act
        self.averages.learn(made, outcome)
        return worth(outcome, self.seat)

    def move_of_averages(self, state: State, seat: int, legal: Sequence[Move], draw: Callable[[], float]) -> Move:
        """The one that did best so far of some that are drawn."""
        averages, count = self.averages, len(legal)
        move = legal[int(draw() * count)]
        if draw() > EXPLORE:
            best = averages[seat, move].mean
            for _ in range(DRAWN - 1):
                other = legal[int(draw() * count)]
                mean = averages[seat, other].mean
                if mean > best:
                    best, move = mean, other
        return move

    def move_of_policy(self, state: State, seat: int, legal: Sequence[Move], draw: Callable[[], float]) -> Move:
        """The policy's, as it would choose there, and now and then any."""
        if draw() < STRAY:
            return legal[int(draw() * len(legal))]
        return legal[self.policy[seat].choose(told(state.view(seat), state.memory(seat), legal))]


def told(view: Any, memory: Any, legal: Sequence[Move]) -> Turn:
    """What a bot reads on its turn: through JSON, so that it is what it would be sent to the last type."""
    turn: Turn = msgspec.json.decode(msgspec.json.encode({"view": view, "memory": memory, "legal": legal}))
    return turn


def surely_better(results: Sequence[float], others: Sequence[float]) -> bool:
    """Whether these results are better by more than chance makes them; both were found in the same worlds."""
    gains = [result - other for result, other in zip(results, others, strict=True)]
    mean = sum(gains) / len(gains)
    squares = sum([(gain - mean) ** 2 for gain in gains])
    return len(gains) > 1 and mean > DOUBT * sqrt(squares / (len(gains) - 1) / len(gains))


def worth(outcome: Outcome, seat: int) -> float:
    """In a team its score; between opponents the part of them that is beaten, and a little for the lead.

    Places alone say the same of a narrow win and a wide one. The lead, in which a higher score is taken for the better
    one, tells moves apart in fewer play-outs.
    """
    if isinstance(outcome, TeamResult):
        return outcome.score
    places, scores = outcome.places, outcome.scores
    others = len(places) - 1
    if not others:
        return scores[seat]
    own, total = places[seat], sum(scores)
    # The seat itself is counted as a tie, and taken off again.
    beaten = (sum([0.5 * (place >= own) + 0.5 * (place > own) for place in places]) - 0.5) / others
    lead = scores[seat] - (total - scores[seat]) / others
    scale = sum(map(abs, scores)) / len(scores) or 1.0
    return beaten + LEAD * max(-1.0, min(1.0, lead / scale))


def deadline_of(turn: dict[str, Any], time: dict[str, Any], now: float) -> float | None:
    """When to stop for a turn that was read at `now` (seconds); None without a limit."""
    limits = [time["move_ms"], turn["left_ms"]]
    if turn["left_ms"] is not None:
        # A bank is for the whole game: no decision may take more than a twentieth, but what is added may be used.
        limits.append(turn["left_ms"] / 20 + time["increment_ms"])
    known = [limit for limit in limits if limit is not None]
    return now + SHARE * min(known) / 1000 if known else None


def main() -> None:
    """The talk with the referee."""
    parser = ArgumentParser(description="Plays every game of the arena by random play-outs.")
    parser.add_argument("--playouts", type=int, default=150, help="for one decision (default: %(default)s)")
    parser.add_argument("--policy", help="MODULE:CLASS of a bot that moves in the play-outs, seen from this folder")
    given = parser.parse_args()
    make_policy = resolve_name(given.policy) if given.policy else None
    name = " ".join(["search", str(given.playouts), *([given.policy] if given.policy else [])])
    for line in sys.stdin:
        message = json.loads(line)
        now = monotonic()
        match message["type"]:
            case "hello" | "start":
                if message["type"] == "hello":
                    game = find_game(message["game"])
                else:
                    options = msgspec.convert(message["options"], game.options_type, str_keys=True)
                    starts = [{**message, "seat": seat} for seat in range(message["seats"])]
                    policy = [make_policy(start) for start in starts] if make_policy else []
                    search = Search(game, options, message["seat"], message["seed"], given.playouts, policy)
                    time = message["time"]
                answer = {"type": "ready", "id": message["id"], "protocol": 1, "name": name}
            case "turn":
                view = msgspec.convert(message["view"], game.view_type, str_keys=True)
                memory = msgspec.convert(message["memory"], game.memory_type, str_keys=True)
                legal = [msgspec.convert(move, game.move_type, str_keys=True) for move in message["legal"]]
                choice = search.choose(view, memory, legal, deadline_of(message, time, now))
                answer = {"id": message["id"], "choice": choice}
            case "quit":
                return
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
