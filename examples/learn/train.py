"""Trains a small policy for any game by playing against itself, with numpy alone, and keeps it for `bot/bot.py`.

    python examples/learn/train.py --game gunrunners --seats 2 --minutes 5

The policy gives each legal move a score: the numbers of the move, times a table of weights, times the numbers of what
the seat sees. Moves are drawn by the softmax of the scores. After every batch of games the weights go a step in the
direction in which the moves of those that did better than was expected become likelier (REINFORCE, Williams 1992, with
a linear estimate of what to expect, and Adam, Kingma and Ba 2015). It is made to be read, not to be the best there is.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import learn

Numbers = NDArray[np.floating[Any]]

BATCH = 32
"""Games between two steps."""
POLICY_RATE, VALUE_RATE = 0.003, 0.003
ENTROPY = 0.01
"""What a move's being unexpected is worth, so that the policy does not settle too soon."""


class Decision(NamedTuple):
    """One decision: which seat made it, what it saw, the rows of its moves, how likely each was and which was made."""

    seat: str
    seen: Numbers
    rows: Numbers
    chances: Numbers
    chosen: int


class Adam:
    """Steps of a size that fits each weight by itself."""

    def __init__(self, weights: Numbers, rate: float) -> None:
        self.weights, self.rate, self.time = weights, rate, 0
        self.mean, self.square = np.zeros_like(weights), np.zeros_like(weights)

    def climb(self, gradient: Numbers) -> None:
        self.time += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.time), self.square / (1 - 0.999**self.time)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-6)


class Learner:
    """The weights of one layout, and how they are changed. What is seen is measured from its usual values, in the usual
    distances from these; a 1 follows it, so that a move has a score of its own, too."""

    def __init__(self, encoder: learn.Encoder, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.usual, self.distance = np.zeros(encoder.size, np.float32), np.ones(encoder.size, np.float32)
        self.policy = Adam(np.zeros((encoder.size + 1, encoder.move_size), np.float32), POLICY_RATE)
        self.value = Adam(np.zeros(encoder.size + 1, np.float32), VALUE_RATE)

    def decide(self, agent: str, observed: dict[str, Any]) -> Decision:
        """Draw a move."""
        seen = np.append((observed["observation"] - self.usual) / self.distance, np.float32(1))
        rows = observed["moves"][: int(observed["action_mask"].sum())]
        scores = rows @ (seen @ self.policy.weights)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(np.searchsorted(np.cumsum(chances), self.random.random()))
        return Decision(agent, seen, rows, chances, min(chosen, len(rows) - 1))

    def look_around(self, env: Any, games: int) -> None:
        """Find out what is usual, before anything is learned."""
        seen = []
        for _ in range(games):
            decisions, _ = play(env, self)
            seen += [one.seen[:-1] for one in decisions]
        self.usual = np.mean(seen, axis=0)
        self.distance = np.maximum(np.std(seen, axis=0), 0.02)

    def weights(self) -> Numbers:
        """What the bot needs: the weights of the numbers as they are sent."""
        weights = self.policy.weights[:-1] / self.distance[:, None]
        return np.vstack([weights, self.policy.weights[-1] - self.usual @ weights])

    def learn(self, decisions: list[Decision], results: Numbers) -> None:
        """Take a step; `results` says what each decision led to."""
        seen = np.stack([one.seen for one in decisions])
        better = results - seen @ self.value.weights
        self.value.climb(better @ seen / len(decisions))
        better /= max(1e-3, float(better.std()))
        slopes = np.empty((len(decisions), decisions[0].rows.shape[1]), np.float32)
        for at, (one, by) in enumerate(zip(decisions, better, strict=True)):
            surprise = -np.log(one.chances + 1e-9)
            wanted = -by * one.chances
            wanted[one.chosen] += by
            wanted += ENTROPY * one.chances * (surprise - one.chances @ surprise)
            slopes[at] = wanted @ one.rows
        self.policy.climb(seen.T @ slopes / len(decisions))


def play(env: Any, learner: Learner) -> tuple[list[Decision], dict[str, float]]:
    """One game against itself: its decisions, and what it was worth to each seat. That is its points and, between
    opponents, how far its score is ahead of the mean, in parts of it."""
    decisions: list[Decision] = []
    env.reset()
    while not any(env.terminations.values()):
        agent = env.agent_selection
        decisions.append(learner.decide(agent, env.observe(agent)))
        env.step(decisions[-1].chosen)
    scores = getattr(env.outcome, "scores", None)
    if scores is None:
        return decisions, dict(env.rewards)
    mean = sum(scores) / len(scores)
    leads = [(score - mean) / max(1.0, abs(mean)) for score in scores]
    return decisions, {agent: env.rewards[agent] + lead for agent, lead in zip(env.agents, leads, strict=True)}


def against_random(env: Any, learner: Learner, games: int) -> float:
    """The mean points of the policy on one seat, every seat in turn, against lots; for a team, of all its seats."""
    total = 0.0
    for game in range(games):
        own = env.possible_agents[game % len(env.possible_agents)]
        env.reset()
        while not any(env.terminations.values()):
            agent = env.agent_selection
            observed = env.observe(agent)
            if agent == own or env.game.cooperative:
                decision = learner.decide(agent, observed)
                env.step(int(decision.chances.argmax()))
            else:
                env.step(int(learner.random.integers(observed["action_mask"].sum())))
        total += env.rewards[own]
    return total / games


def keep(path: Path, layout: learn.Layout, weights: Numbers) -> None:
    """Write the policy with the layout of its numbers, as one file that runs nothing when it is read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, weights=weights, layout=np.frombuffer(layout.encoded(), np.uint8))


def main() -> None:
    parser = ArgumentParser(description="Train a policy by self-play, and keep it.")
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=None, help="by default the fewest that the game allows")
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON")
    parser.add_argument("--minutes", type=float, default=5.0, help="of processor time")
    parser.add_argument("--games", type=int, default=10**9, help="at most so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).parent / "bot" / "policy.npz")
    asked = parser.parse_args()

    env: Any = learn.env(asked.game, asked.seats, asked.options)
    env.reset(seed=asked.seed)
    learner = Learner(env.encoder, asked.seed)
    learner.look_around(env, 2 * BATCH)
    print(f"{asked.game}: {env.encoder.size} numbers seen, {env.encoder.move_size} of a move, layout {env.layout.name}")
    played, told, begun = 0, 0.0, time.process_time()
    while played < asked.games and (spent := time.process_time() - begun) < 60 * asked.minutes:
        if spent >= told:
            print(
                f"{spent:4.0f} s, {played:6} games, against lots {against_random(env, learner, 100):+.2f}", flush=True
            )
            told += 6 * asked.minutes
        decisions: list[Decision] = []
        results: list[float] = []
        for _ in range(min(BATCH, asked.games - played)):
            made, points = play(env, learner)
            decisions += made
            results += [points[one.seat] for one in made]
            played += 1
        learner.learn(decisions, np.array(results, np.float32))
    mean = against_random(env, learner, 200)
    print(f"{time.process_time() - begun:4.0f} s, {played:6} games, against lots {mean:+.2f}")
    keep(asked.output, env.layout, learner.weights())
    print(f"kept in {asked.output}")


if __name__ == "__main__":
    main()
