"""Swiss: a few rounds, in each of which bots meet others that have done about as well, and nobody meets anybody twice.

A match counts like a game: it is what all its rated games together say. A bot has a point for each opponent in its
line-up that took fewer half points than it did, and half a point for each that took as many; so a duel gives 1, 1/2 or
0. Games that stayed void are simply missing, and a match in which all did is shared. A bye counts as a won match, a
point for each opponent that there would have been: a bot must not fall behind for a round in which it may not play. In
the tie-breaks it counts nothing: between equals those come first that earned their points.

Points are kept in halves and products of them in quarters: whole numbers, so that no order of adding shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from arena.pairing.foresight import Foresight, Round, round_of
from arena.pairing.matching import pairs
from arena.pairing.seeding import checked_order, seat_balance
from arena.pairing.stages import Bots, FormatRanking, Match, PastStage, Stage
from arena.pairing.swiss_tables import nearness, tables


class Swiss:
    """Implements `Pairer`: `rounds` rounds of `deals` deal groups, each of `group_size` games, for every line-up of
    `seats` bots.

    `order` are all `bots`, strongest seed first; bots with equal points are paired as their seeds say. If `rounds` is
    None there are as many as it takes until at most one bot can have won all its matches. Raises ValueError for numbers
    that give no contest, and for more rounds than two seats can have without repeats.
    """

    def __init__(
        self, bots: int, order: Sequence[int], seats: int, rounds: int | None, deals: int, group_size: int
    ) -> None:
        self._order = checked_order(bots, order, seats, deals)
        self._seed = {bot: place for place, bot in enumerate(self._order)}
        self._seats = seats
        self._deals = deals
        self._group_size = group_size
        self.rounds = _enough(bots, seats) if rounds is None else rounds
        most = bots - 1 + bots % 2
        if self.rounds < 1:
            raise ValueError(f"a Swiss has at least 1 round, not {self.rounds}")
        if seats == 2 and self.rounds > most:
            raise ValueError(
                f"{bots} bots can play {most} rounds in which none meets another twice, not {self.rounds}: "
                "take fewer rounds with more deals, or a round-robin"
            )
        self._foresight = Foresight(bots + bots % 2, self.rounds)

    @property
    def most_games(self) -> int:
        """The number of games of the whole contest, if no bot is benched."""
        return self.rounds * (len(self._order) // self._seats) * self._deals * self._group_size

    @property
    def least_games(self) -> int:
        """The same number as `most_games`, since no match stops early."""
        return self.most_games

    def next(self, past: Sequence[PastStage], playing: Bots) -> Stage | None:
        """The next round; None after the last, and when the bots that still play cannot fill a line-up."""
        if len(past) >= self.rounds or len(playing) < self._seats:
            return None
        scores = _Scores(past, self._seats)
        standing = sorted(playing, key=lambda bot: (-scores.points[bot], self._seed[bot]))
        groups = self._pairs(past, standing, scores) if self._seats == 2 else _tables(standing, scores, self._seats)
        line_ups = tuple(tuple(sorted(group)) for group in groups)
        byes = tuple(sorted(set(playing).difference(*line_ups)))
        return Stage(line_ups, self._deals, byes, f"round {len(past) + 1} of {self.rounds}")

    def _pairs(self, past: Sequence[PastStage], standing: list[int], scores: _Scores) -> list[list[int]]:
        """The line-ups for two seats; who is in none of them has the bye."""
        bye = len(standing) % 2
        wishes, fresh = _wishes(standing, scores)
        found = pairs(wishes, fresh)
        # Few rounds need no foresight; and where somebody was benched it has none.
        if self.rounds > (len(standing) + bye) // 2 and len(standing) == len(self._order):
            number = [len(standing)] * bye + [self._seed[bot] for bot in standing]
            place = {one: at for at, one in enumerate(number)}

            def in_standing(round: Round) -> list[tuple[int, int]]:
                return sorted(round_of([(place[one], place[other]) for one, other in round]))

            def regret(round: Round) -> list[int]:
                return [wishes[first].index(second) for first, second in in_standing(round)]

            wish = round_of([(number[first], number[second]) for first, second in found])
            before = [self._as_round(played.stage) for played in past]
            found = in_standing(self._foresight.granted(before, wish, regret))
        return [[standing[first - bye], standing[second - bye]] for first, second in found[bye:]]

    def _as_round(self, stage: Stage) -> Round:
        """Bots as their seeds; the empty seat is one more."""
        met = [(self._seed[one], self._seed[other]) for one, other in stage.line_ups]
        return round_of([*met, *((self._seed[bot], len(self._order)) for bot in stage.byes)])

    def ranking(self, past: Sequence[PastStage], playing: Bots | None = None) -> FormatRanking:
        """Rank the bots by points, Buchholz, Sonneborn-Berger and wins; those that are equal in all of them share a
        rank. Benched bots keep their points."""
        scores = _Scores(past, self._seats)
        values = {bot: scores.values(bot) for bot in self._order}
        ranked = sorted(self._order, key=lambda bot: [-value for value in values[bot]])
        rows = []
        rank = 1
        for place, bot in enumerate(ranked, start=1):
            if place > 1 and values[bot] != values[ranked[place - 2]]:
                rank = place
            points, buchholz, sonneborn_berger, wins = values[bot]
            # Halves and quarters are exact as floats.
            texts = (f"{points / 2:.1f}", f"{buchholz / 2:.1f}", f"{sonneborn_berger / 4:.2f}", str(wins))
            rows.append((rank, bot, (*texts, str(scores.byes[bot]))))
        return FormatRanking("Swiss", ("points", "Buchholz", "Sonneborn-Berger", "wins", "byes"), tuple(rows))

    def describe(self) -> list[str]:
        """The plan in a few lines of text."""
        bots, seats = len(self._order), self._seats
        left = bots % seats
        worth = f", worth {seats - 1} point{'s' if seats > 2 else ''} like a won match"
        if seats == 2:
            meetings = "nobody meets anybody twice, unless bots are benched and too few are left"
            points = "1 for a match in which a bot takes more than its opponent, half for as much"
        else:
            meetings = "repeated meetings are kept few by a search that is good, not perfect"
            points = f"1 for each of the {seats - 1} opponents in a match that take less than a bot, half for as much"
        return [
            f"rounds: {self.rounds}, each among bots with about equal points; {meetings}",
            f"matches: {bots // seats} in a round, each of {self._deals} deal group{'s' if self._deals > 1 else ''}",
            f"points: {points}; games that are void count for nobody",
            f"byes: {left} in a round" + (f"{worth}, to the lowest in the standing with the fewest" if left else ""),
            "tie-breaks: Buchholz (points of all opponents), Sonneborn-Berger (points of those beaten, half of those "
            "equalled), matches won; a bye counts in none of them; equal in all is an equal rank",
            seat_balance(seats, self._group_size),
            f"games: {self.most_games:,}, fewer if bots are benched",
        ]


class _Scores:
    """What every bot has done in the rounds so far."""

    def __init__(self, past: Sequence[PastStage], seats: int) -> None:
        self.points: Counter[int] = Counter()
        """The points of each bot, in half points."""
        self.byes: Counter[int] = Counter()
        self.met: defaultdict[int, Counter[int]] = defaultdict(Counter)
        """`met[a][b]`: in how many line-ups both have been."""
        self._wins: Counter[int] = Counter()
        self._results: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        """For each meeting the other bot, and half points taken from it: 2, 1 or 0."""
        for played in past:
            for match in played.matches:
                self._count(match)
            for bot in played.stage.byes:
                self.byes[bot] += 1
                self.points[bot] += 2 * (seats - 1)

    def _count(self, match: Match) -> None:
        totals = [match.half_points(place) for place in range(len(match.line_up))]
        for bot, mine in zip(match.line_up, totals, strict=True):
            for other, theirs in zip(match.line_up, totals, strict=True):
                if other != bot:
                    taken = 1 + (mine > theirs) - (mine < theirs)
                    self.points[bot] += taken
                    self.met[bot][other] += 1
                    self._results[bot].append((other, taken))
            self._wins[bot] += mine == max(totals) and totals.count(mine) == 1

    def values(self, bot: int) -> tuple[int, int, int, int]:
        """Points and Buchholz in halves, Sonneborn-Berger in quarters, matches won; byes count in the points alone."""
        results = self._results[bot]
        buchholz = sum(self.points[other] for other, _ in results)
        sonneborn_berger = sum(taken * self.points[other] for other, taken in results)
        return self.points[bot], buchholz, sonneborn_berger, self._wins[bot]


def _enough(bots: int, seats: int) -> int:
    """Rounds until at most one can have won all its matches: the logarithm of the bots to the base of the seats."""
    rounds = 1
    while seats**rounds < bots:
        rounds += 1
    return rounds


def _wishes(standing: list[int], scores: _Scores) -> tuple[list[list[int]], list[set[int]]]:
    """See `pairs`: whom each wants to meet, and whom it has not met, by place in the standing.

    The bye is an empty seat in front that has met all but those with the fewest byes. It chooses first, from below: so
    the rest can be paired as well as can be, and it goes to the lowest for whom that is so.
    """
    bye = len(standing) % 2
    places = range(len(standing))
    meetings = [[scores.met[bot][other] for other in standing] for bot in standing]
    distance = nearness([scores.points[bot] for bot in standing], 2)
    fewest_met = min(meetings[a][b] for a in places for b in range(a))
    wishes, fresh = [], []
    if bye:
        fewest_byes = min(scores.byes[bot] for bot in standing)
        free = [1 + place for place in reversed(places) if scores.byes[standing[place]] == fewest_byes]
        wishes.append(free)
        fresh.append(set(free))
    for place in places:
        others = [other for other in places if other != place]
        others.sort(key=lambda other: (meetings[place][other], *distance(place, other, 1)))
        wishes.append([bye + other for other in others])
        fresh.append({bye + other for other in others if meetings[place][other] == fewest_met})
        if bye and bye + place in fresh[0]:
            fresh[-1].add(0)
    return wishes, fresh


def _tables(standing: list[int], scores: _Scores, seats: int) -> list[list[int]]:
    """The line-ups for more seats; who is in none of them has a bye: the lowest of those with the fewest."""
    from_below = standing[::-1]
    # The sort is stable: those with equally many byes stay in that order.
    out = set(sorted(from_below, key=lambda bot: scores.byes[bot])[: len(standing) % seats])
    field = [bot for bot in standing if bot not in out]
    meetings = [[scores.met[bot][other] for other in field] for bot in field]
    found = tables([scores.points[bot] for bot in field], meetings, seats)
    return [[field[place] for place in table] for table in found]
