"""Trains a small policy for any game by playing against itself, with numpy alone, and keeps it for `bot/bot.py`.

    python examples/learn/train.py --game gunrunners --seats 2 --minutes 2

The policy gives each legal move a score: the numbers of the move, times a table of weights, times the numbers of what
the seat sees. Moves are drawn by the softmax of the scores. After every batch of games the weights go a step in the
direction in which moves become likelier that led to more than was expected (REINFORCE, Williams 1992; steps by Adam,
Kingma and Ba 2015). What is to be expected is a linear estimate, and a move's credit is the change of it afterwards
(generalised advantages, Schulman et al. 2016). What is kept is the mean of the late weights, which is steadier. It is
made to be read, not to be the best there is.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena import learn

Numbers = NDArray[np.floating[Any]]

BATCH = 32  # games between two steps
RATE = 0.003
ENTROPY = 0.01  # what a move's being unexpected is worth, so that the policy does not settle too soon
CREDIT = 0.8  # how much of what happens after the next move is still this one's, and again of the one after that
FORGET = 0.97  # of earlier games, how much the estimate keeps at each step
STEADY = 0.02  # of new weights, how much goes into the mean


class Decision(NamedTuple):
    """One decision: what was seen, the rows of the moves, how likely each was and which was made."""

    seen: Numbers
    rows: Numbers
    chances: Numbers
    chosen: int


Trail: TypeAlias = tuple[list[Decision], float]
"""The decisions of a seat in a game, and what the game was worth to it."""


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
        size = encoder.size + 1
        self.random = np.random.default_rng(seed)
        self.usual, self.distance = np.zeros(encoder.size, np.float32), np.ones(encoder.size, np.float32)
        self.policy = Adam(np.zeros((size, encoder.move_size), np.float32), RATE)
        self.mean = self.policy.weights.copy()
        self.products, self.sums = 10 * np.eye(size), np.zeros(size)
        self.expects: Numbers = np.zeros(size)

    def decide(self, observed: dict[str, Any], weights: Numbers) -> Decision:
        """Draw a move."""
        seen = np.append((observed["observation"] - self.usual) / self.distance, np.float32(1))
        rows = observed["moves"][: int(observed["action_mask"].sum())]
        scores = rows @ (seen @ weights)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(np.searchsorted(np.cumsum(chances), self.random.random()))
        return Decision(seen, rows, chances, min(chosen, len(rows) - 1))

    def look_around(self, env: Any, games: int) -> None:
        """Find out what is usual, before anything is learned."""
        seen = []
        for _ in range(games):
            seen += [one.seen[:-1] for trail, _ in play(env, self) for one in trail]
        self.usual = np.mean(seen, axis=0)
        self.distance = np.maximum(np.std(seen, axis=0), 0.02)

    def weights(self) -> Numbers:
        """What the bot needs: the weights of the numbers as they are sent."""
        weights = self.mean[:-1] / self.distance[:, None]
        return np.vstack([weights, self.mean[-1] - self.usual @ weights])

    def learn(self, trails: list[Trail]) -> None:
        """Take a step."""
        decisions = [one for trail, _ in trails for one in trail]
        seen = np.stack([one.seen for one in decisions])
        expected = iter((seen @ self.expects).tolist())
        better = np.concatenate([credits([next(expected) for _ in trail], worth) for trail, worth in trails])
        better /= max(1e-3, float(better.std()))
        slopes = np.empty((len(decisions), decisions[0].rows.shape[1]), np.float32)
        for at, (one, by) in enumerate(zip(decisions, better, strict=True)):
            surprise = -np.log(one.chances + 1e-9)
            wanted = -by * one.chances
            wanted[one.chosen] += by
            wanted += ENTROPY * one.chances * (surprise - one.chances @ surprise)
            slopes[at] = wanted @ one.rows
        self.policy.climb(seen.T @ slopes / len(decisions))
        self.mean += STEADY * (self.policy.weights - self.mean)
        self.products = FORGET * self.products + seen.T @ seen
        self.sums = FORGET * self.sums + seen.T @ np.repeat([worth for _, worth in trails], [len(t) for t, _ in trails])
        self.expects = np.linalg.solve(self.products + np.eye(len(self.sums)), self.sums)


def credits(expected: list[float], worth: float) -> Numbers:
    """How much better than expected it went after each decision of a seat, the nearer the more it counts."""
    better, after, credit = np.zeros(len(expected), np.float32), worth, 0.0
    for at in range(len(expected) - 1, -1, -1):
        credit = after - expected[at] + CREDIT * credit
        better[at], after = credit, expected[at]
    return better


def play(env: Any, learner: Learner) -> list[Trail]:
    """One game against itself. It is worth to a seat its points and, between opponents, how far its score is ahead of
    the mean, in parts of that."""
    trails: dict[str, list[Decision]] = {agent: [] for agent in env.possible_agents}
    env.reset()
    while not any(env.terminations.values()):
        agent = env.agent_selection
        trails[agent].append(learner.decide(env.observe(agent), learner.policy.weights))
        env.step(trails[agent][-1].chosen)
    scores = getattr(env.outcome, "scores", [0.0] * len(trails))
    mean = sum(scores) / len(scores)
    leads = [(score - mean) / max(1.0, abs(mean)) for score in scores]
    return [
        (trail, env.rewards[agent] + lead) for (agent, trail), lead in zip(trails.items(), leads, strict=True) if trail
    ]


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
                env.step(int(learner.decide(observed, learner.mean).chances.argmax()))
            else:
                env.step(int(learner.random.integers(observed["action_mask"].sum())))
        total += env.rewards[own]
    return total / games


def keep(path: Path, layout: learn.Layout, weights: Numbers) -> None:
    """Write the policy with the layout of its numbers, as one file that runs nothing when it is read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, weights=weights, layout=np.frombuffer(layout.encoded(), np.uint8))


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=None, help="by default the fewest that the game allows")
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON")
    parser.add_argument("--minutes", type=float, default=2.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).parent / "bot" / "policy.npz")
    asked = parser.parse_args()
    env: Any = learn.env(asked.game, asked.seats, asked.options)
    env.reset(seed=asked.seed)
    learner = Learner(env.encoder, asked.seed)
    learner.look_around(env, 2 * BATCH)
    print(f"{asked.game}: {env.encoder.size} numbers seen, {env.encoder.move_size} of a move, layout {env.layout.name}")
    played, told, begun = 0, 0.0, time.process_time()
    while (spent := time.process_time() - begun) < 60 * asked.minutes:
        if spent >= told:
            mean = against_random(env, learner, 200)
            print(f"{spent:4.0f} s, {played:6} games, against lots {mean:+.2f}", flush=True)
            told += 6 * asked.minutes
        trails: list[Trail] = []
        for _ in range(BATCH):
            trails += play(env, learner)
        learner.learn(trails)
        played += BATCH
    keep(asked.output, env.layout, learner.weights())
    print(f"{played} games, against lots {against_random(env, learner, 400):+.2f}; kept in {asked.output}")


if __name__ == "__main__":
    main()
