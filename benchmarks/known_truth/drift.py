"""How often a bot is said to have changed that has not, and how often one is that has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.pairing import Ladder, PastStage, Stage
from arena.statistics import FALSE_ALARMS, MOST_PARTS, Change, Floats, Games, Ints, pair_results, rate
from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, round_robin
from benchmarks.ladder_pairing import matches

SEED = 9
ROUNDS = 40
CHANGES = ((40, 200.0), (160, 100.0), (160, 200.0))
"""Rounds, and how much stronger a bot gets, in Elo."""

FOUR = World("four bots, 160 Elo apart at most", (80.0, 0.0, 0.0, -80.0), (40.0, -40.0), luck=100)


@dataclass(frozen=True)
class Found:
    """Shares of the contests in which the bot was named that changed, and in which any other was. Of the first, in how
    many the kind of the change was right, and of these, in how many the interval held what it was."""

    right: float
    others: float
    kind: float
    held: float


def constant() -> Iterator[tuple[World, int]]:
    """Contests without any change, and how many rounds they have: every pair or table at one deal in each."""
    yield FOUR, ROUNDS
    yield replace(FOUR, name="the same, few rounds"), 8
    yield World("six bots, tables of four, luck and shared places", (0.0,) * 6, (0.0,) * 4, 80, 150, 100), ROUNDS
    yield World("twelve bots, gaps of 60 Elo", tuple(np.linspace(330, -330, 12).tolist()), (0.0, 0.0), luck=100), 10
    yield World("a duel of equals, the first seat wins 98 %", (0.0, 0.0), (338.0, -338.0)), 200
    yield World("a duel, 600 Elo apart", (300.0, -300.0), (0.0, 0.0)), 200
    yield World("one of four 800 Elo above", (800.0, 0.0, 0.0, 0.0), (0.0, 0.0)), ROUNDS


def courses() -> dict[str, Callable[[Floats], Floats]]:
    """How the strength of a bot goes, as parts of all that it gains, over the time from 0 to 1."""
    return {
        "step": lambda time: (time >= 0.5).astype(np.float64),
        "step at three quarters": lambda time: (time >= 0.75).astype(np.float64),
        "trend": lambda time: time,
        "spell": lambda time: ((time >= 0.375) & (time < 0.5)).astype(np.float64),
    }


def named(world: World, rounds: int, seed: Sequence[int], gains: Floats | None = None) -> list[Change]:
    """The changes found in one contest; `gains`, of shape (rounds,), says by how much bot 1 is stronger in each."""
    rng = np.random.default_rng(seed)
    gains = np.zeros(rounds) if gains is None else gains
    parts, before = list[Games](), 0
    # Rounds of the same strengths are played at once.
    starts = [0, *(np.flatnonzero(np.diff(gains)) + 1).tolist()]
    for start, end in zip(starts, [*starts[1:], rounds], strict=True):
        strengths = list(world.strengths)
        strengths[1] += float(gains[start])
        games = play(replace(world, strengths=tuple(strengths)), round_robin(world, end - start), rng)
        parts.append(Games(games.group + before, games.bots, games.places))
        before += (end - start) * len(world.line_ups)
    return _changes(len(world.strengths), parts, np.arange(before) // len(world.line_ups))


def named_in_ladder(bots: int, seats: int, stages: int, seed: Sequence[int]) -> list[Change]:
    """The same of a ladder whose bots stay what they are, 200 Elo from their mean (root mean square)."""
    rng = np.random.default_rng(seed)
    world = World("", tuple((200 * rng.standard_normal(bots)).tolist()), (0.0,) * seats)
    pairer, past, parts, stage = Ladder(seats, 1, str(seed)), list[PastStage](), list[Games](), list[int]()
    for _ in range(stages):
        made: Stage = pairer.next(past, range(bots))
        games = play(world, np.array(made.line_ups), rng)
        past.append(PastStage(made, matches(made, games)))
        parts.append(Games(games.group + len(stage), games.bots, games.places))
        stage += [len(past)] * len(made.line_ups)
    return _changes(bots, parts, np.array(stage))


def _changes(bots: int, parts: Sequence[Games], stage: Ints) -> list[Change]:
    games = Games(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("group", "bots", "places")))
    return rate(pair_results(bots, [games]), mean=0).changes(stage)


def alarms(world: World, rounds: int, contests: int) -> float:
    """The share of contests without a change in which somebody is named."""
    seeds = ((SEED, len(world.strengths), rounds, contest) for contest in range(contests))
    return sum(bool(named(world, rounds, seed)) for seed in seeds) / contests


def alarms_in_ladder(bots: int, seats: int, stages: int, contests: int) -> float:
    seeds = ((SEED, bots, seats, contest) for contest in range(contests))
    return sum(bool(named_in_ladder(bots, seats, stages, seed)) for seed in seeds) / contests


def power(course: str, rounds: int, gain: float, contests: int) -> Found:
    """What is found of a change of bot 1 in a field of four."""
    gains = gain * courses()[course](np.arange(rounds) / rounds)
    found = [named(FOUR, rounds, (SEED, rounds, contest), gains) for contest in range(contests)]
    own = [change for changes in found for change in changes if change.bot == 1]
    alike = [change for change in own if change.kind == course.split()[0]]
    return Found(
        right=len(own) / contests,
        others=sum(any(change.bot != 1 for change in changes) for changes in found) / contests,
        kind=len(alike) / max(len(own), 1),
        held=sum(abs(change.elo - gain) <= change.error for change in alike) / max(len(alike), 1),
    )


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 500 contests without a change (50 ladders) and 100 with one at scale 1."""
    contests, ladders, changed = (max(round(number * scale), 1) for number in (500, 50, 100))
    worlds = list(constant())
    quiet = pool.each(alarms, [(world, rounds, contests) for world, rounds in worlds])
    rows = [
        (world.name, len(world.line_ups) * rounds, f"{100 * share:.1f}")
        for (world, rounds), share in zip(worlds, quiet, strict=True)
    ]
    of_ladder = pool.each(alarms_in_ladder, [(12, 2, 60, ladders), (12, 4, 60, ladders)])
    rows += [
        (f"a ladder of twelve, {seats} seats ({ladders} contests)", 12 * 60 // seats, f"{100 * share:.1f}")
        for seats, share in zip((2, 4), of_ladder, strict=True)
    ]
    asked = [(course, rounds, gain, changed) for course in courses() for rounds, gain in CHANGES]
    lines = [
        (course, rounds * len(FOUR.line_ups), f"{gain:.0f}", *_shares(found))
        for (course, rounds, gain, _), found in zip(asked, pool.each(power, asked), strict=True)
    ]
    headers = ("change", "deal groups", "Elo", "found %", "others %", "kind right %", "held %")
    return Section(
        title="A bot that changes on the way",
        text=f"""
{contests:,} contests without a change, and how many of them name a bot: {100 * FALSE_ALARMS:g} % are allowed, with a
standard error of {100 * (FALSE_ALARMS * (1 - FALSE_ALARMS) / contests) ** 0.5:.1f} points; seed {SEED}. A contest is
cut into up to {MOST_PARTS} parts of whole rounds (a ladder: of whole stages), and every bot is asked for a step at each
of the cuts, for a spell of each part and for a trend.

{table(("contest", "deal groups", "named %"), rows, "lrr")}

{changed} contests of each kind between four bots, of whom one changes by so much: half-way or at three quarters of the
contest for good, for an eighth of it only, or steadily from its beginning to its end. "Found" are contests in which it
is named, "others" those in which any other is. Of those found,
"kind right" says how often the change is told as what it is, and "held" how often its interval then holds the truth:
those that are found are the larger ones by chance, so that is not 95 %.

{table(headers, lines, "lrrrrrr")}
""",
    )


def _shares(found: Found) -> tuple[str, ...]:
    told = found.right > 0, found.kind > 0
    return (
        f"{100 * found.right:.0f}",
        f"{100 * found.others:.0f}",
        f"{100 * found.kind:.0f}" if told[0] else "-",
        f"{100 * found.held:.0f}" if told[1] else "-",
    )
