"""Knock-out: the winner of each match goes on, the others are out, until one is left.

The bots still in stand in the order of their seeds. The first have a bye where the numbers do not fit, the others are
dealt to line-ups so that the best meet last: first against last, second against last but one. The winner of a line-up
takes over the best seed in it, so this is the fixed bracket that everybody knows, and nothing is drawn after the start.

A round leads to a power of the number of seats: with two of them by byes alone, which then are in the first round only.
With more it may take some that were beaten: the best of the runners-up come back, as the last seeds. They are compared
by their places in their own line-ups, then by the share of points that they took there, then by their seeds.

A bot that is benched does not go on; the best of the others in its line-up does. If then there are too few for a
line-up, more runners-up come back, unless a single one is left: it has won. If there are not enough even so, those who
are left share the first rank.

All deal groups of a round are played at once, though a match may be decided before its last: games that run side by
side are sooner over than deal groups one after the other, a bot's process lasts through all of them, since it meets no
deal twice, and every game tells the ratings something.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest

from arena.pairing.bracket import dealt, shape, shapes
from arena.pairing.line_ups import LineUp
from arena.pairing.seeding import checked_order, seat_balance
from arena.pairing.stages import Bots, FormatRanking, PastStage, Stage


class KnockOut:
    """Implements `Pairer`: matches of `deals` deal groups, each of `group_size` games, between `seats` of `bots` bots.

    `order` are all bots, strongest seed first. Where the best of a line-up are level, the line-up plays further deal
    groups, one at a time and `tie_breaks` at most; if they are still level, the better seed goes on. Raises ValueError
    for numbers that give no contest.
    """

    def __init__(
        self, bots: int, order: Sequence[int], seats: int, deals: int, group_size: int, tie_breaks: int = 5
    ) -> None:
        self._order = checked_order(bots, order, seats, deals)
        if tie_breaks < 0:
            raise ValueError(f"tie_breaks must be at least 0, not {tie_breaks}")
        self._seats = seats
        self._deals = deals
        self._group_size = group_size
        self._tie_breaks = tie_breaks
        self._plan = list(shapes(bots, seats))
        self._matches = sum(this.matches for this in self._plan)

    @property
    def least_games(self) -> int:
        """The number of games of the whole contest without any tie-break, if no bot is benched."""
        return self._matches * self._deals * self._group_size

    @property
    def most_games(self) -> int:
        """The number of games of the whole contest with all tie-breaks in every match."""
        return self.least_games + self._matches * self._tie_breaks * self._group_size

    def next(self, past: Sequence[PastStage], playing: Bots) -> Stage | None:
        """The next round, or the next tie-break of the matches of this one that are level.

        A bot that is not playing any more never goes on: the best of the others in its line-up does.
        """
        rounds = self._rounds(past)
        if rounds and (again := self._level(rounds[-1], playing)):
            title = f"{rounds[-1].title}, tie-break {rounds[-1].stages}"
            return Stage(tuple(again), 1, title=title)
        entrants = self._entrants(rounds, playing)
        if len(entrants) < self._seats:
            return None
        this = shape(len(entrants), self._seats)
        line_ups = tuple(tuple(sorted(line_up)) for line_up in dealt(entrants[this.byes :], this.matches))
        return Stage(line_ups, self._deals, tuple(sorted(entrants[: this.byes])), this.title)

    def ranking(self, past: Sequence[PastStage], playing: Bots | None = None) -> FormatRanking:
        """Rank the bots by the round in which they went out; those that went out in the same round share a rank.

        In a final of more than two the others rank as they did in it. `playing` are the bots that are not benched, None
        for all.
        """
        playing = self._order if playing is None else playing
        rounds = self._rounds(past)
        undecided = bool(rounds) and bool(self._level(rounds[-1], playing))
        left = rounds[-1].entrants if undecided else self._entrants(rounds, playing)
        places = [("winner" if rounds and len(left) == 1 else "still in", left)]
        after = left
        for this in reversed(rounds):
            out = [bot for bot in this.entrants if bot not in after]
            places += [(this.title, alike) for alike in (this.by_result(out) if this.final else [out])]
            after = this.entrants
        started = {bot for _, group in places for bot in group}
        places.append(("did not start", [bot for bot in self._order if bot not in started]))
        rows: list[tuple[int, int, tuple[str, ...]]] = []
        for reached, group in places:
            rank = len(rows) + 1
            rows += [(rank, bot, (reached,)) for bot in sorted(group, key=self._order.index)]
        return FormatRanking("Knock-out", ("reached",), tuple(rows))

    def bracket(self, past: Sequence[PastStage], names: Sequence[str], playing: Bots | None = None) -> list[str]:
        """The course so far as lines of text: who beat whom with what points, and who meets whom next.

        `names[bot]` are the bots' names, `playing` is as for `ranking`. Points are one for each opponent that did worse
        in a game, half for each that did as well; those of each tie-break follow behind a comma.
        """
        playing = self._order if playing is None else playing
        rounds = self._rounds(past)
        lines = []
        for this, later in zip_longest(rounds, rounds[1:]):
            after = later.entrants if later else self._entrants(rounds, playing)
            level = () if later else self._level(this, playing)
            lines += [f"{this.title}:", *(f"  {line}" for line in this.lines(names, after, level))]
        upcoming = self.next(past, playing)
        if upcoming is not None:
            lines.append(f"{upcoming.title}, to be played:")
            lines += [f"  {' - '.join(names[bot] for bot in line_up)}" for line_up in upcoming.line_ups]
            lines += [f"  {names[bot]} has a bye" for bot in upcoming.byes]
        return lines

    def describe(self) -> list[str]:
        """The plan in a few lines of text."""
        groups = f"{self._deals} deal group{'s' if self._deals > 1 else ''}"
        byes = [f"{this.byes} in the {this.title}" for this in self._plan if this.byes]
        back = [f"{this.back} after the {this.title}" for this in self._plan if this.back]
        return [
            f"rounds: {len(self._plan)}: " + ", ".join(this.title for this in self._plan),
            f"matches: {self._matches}, each of {groups}, all of which are played; who takes most goes on, and takes "
            "over the best seed of the line-up",
            "byes: " + (", ".join(byes) + ", for the best seeds" if byes else "none"),
            *([f"come back: the best of the beaten: {', '.join(back)}"] if back else []),
            f"tie-breaks: a match that is level plays at most {self._tie_breaks} more deal groups, one at a time; "
            "where it stays level the better seed goes on",
            seat_balance(self._seats, self._group_size),
            f"games: {self.least_games:,} without any tie-break to {self.most_games:,}, fewer if bots are benched",
        ]

    def _rounds(self, past: Sequence[PastStage]) -> list[_Round]:
        """The stages by rounds, each with those who entered it in the order of their seeds.

        Who went on is read from the next stage itself: who was benched when it was made need not be known.
        """
        rounds: list[_Round] = []
        for played in past:
            # A line-up that plays again is a tie-break: a round puts somebody out of each of its line-ups.
            if rounds and set(played.stage.line_ups) <= set(rounds[-1].line_ups):
                rounds[-1].add(played)
            else:
                inside = {bot for line_up in played.stage.line_ups for bot in line_up}.union(played.stage.byes)
                rounds.append(_Round(self._entrants(rounds, inside), self._seats, played))
        return rounds

    def _level(self, this: _Round, playing: Collection[int]) -> list[LineUp]:
        """The line-ups that go on with a tie-break: nobody is alone at the top, and all can still play."""
        return [
            line_up
            for line_up in this.line_ups
            if len(this.leaders(line_up)) > 1
            and this.tie_breaks(line_up) < self._tie_breaks
            and all(bot in playing for bot in line_up)
        ]

    def _entrants(self, rounds: Sequence[_Round], playing: Collection[int]) -> list[int]:
        """Who enters the round after these, in the order of their seeds; less than `seats` if there is none."""
        if not rounds:
            return [bot for bot in self._order if bot in playing]
        this = rounds[-1]
        heirs = [(this.place[bot], bot) for bot in this.byes if bot in playing]
        beaten: list[int] = []
        for line_up in this.line_ups:
            staying = sorted((bot for bot in line_up if bot in playing), key=this.standing)
            heirs += [(min(this.place[bot] for bot in line_up), bot) for bot in staying[:1]]
            beaten += staying[1:]
        on = [bot for _, bot in sorted(heirs)]
        if len(on) < 2:
            return on  # it has won: all others were beaten, or are benched
        # So many may be benched that the next line-up cannot be filled without more of the beaten.
        back = max(this.shape.back, self._seats - len(on))
        returning = sorted(beaten, key=this.as_runner_up)[:back]
        return on + sorted(returning, key=this.place.__getitem__)


class _Round:
    """A round that has begun: its first stage, and as many tie-breaks as were played."""

    def __init__(self, entrants: list[int], seats: int, first: PastStage) -> None:
        self.entrants = entrants
        self.place = {bot: place for place, bot in enumerate(entrants)}
        """The places of all that entered; 0 is the best seed."""
        self.shape = shape(len(entrants), seats)
        self.title = first.stage.title
        self.line_ups = first.stage.line_ups
        self.byes = first.stage.byes
        self.stages = 0
        self._table = {bot: line_up for line_up in self.line_ups for bot in line_up}
        self._taken: dict[int, tuple[int, ...]] = dict.fromkeys(self._table, ())
        """Half points in the match, then in each of its tie-breaks: a later one decides among those level before."""
        self._share: dict[int, Fraction] = {}
        """Half points for each game of the match, without tie-breaks."""
        self.add(first)

    def add(self, played: PastStage) -> None:
        """Add the next stage of the round: what came of its matches, or of a tie-break in some of them."""
        self.stages += 1
        for match in played.matches:
            for place, bot in enumerate(match.line_up):
                taken = match.half_points(place)
                self._taken[bot] += (taken,)
                # A match in which no game counts is shared: half of the two half points from each opponent.
                share = Fraction(taken, match.games) if match.games else Fraction(len(match.line_up) - 1)
                self._share.setdefault(bot, share)

    @property
    def final(self) -> bool:
        """Whether one bot goes on from this round, the winner of all."""
        return self.shape.on == 1

    def tie_breaks(self, line_up: LineUp) -> int:
        """How many tie-breaks the line-up has played."""
        return len(self._taken[line_up[0]]) - 1

    def leaders(self, line_up: LineUp) -> list[int]:
        """The best bot of a line-up, or those of which none is better than another."""
        most = max(self._taken[bot] for bot in line_up)
        return [bot for bot in line_up if self._taken[bot] == most]

    def standing(self, bot: int) -> tuple[list[int], int]:
        """A key that sorts the bots of a line-up, best first."""
        return [-taken for taken in self._taken[bot]], self.place[bot]

    def as_runner_up(self, bot: int) -> tuple[int, Fraction, int]:
        """A key that sorts beaten bots of all line-ups: by the place in their own, by what they took there, by their
        seeds.
        """
        better = sum(self._taken[other] > self._taken[bot] for other in self._table[bot])
        return better, -self._share[bot], self.place[bot]

    def by_result(self, bots: Sequence[int]) -> list[list[int]]:
        """Bots of one line-up in groups of those that did equally well, best first."""
        ranked = sorted(bots, key=self.standing)
        return [list(alike) for _, alike in groupby(ranked, key=lambda bot: self._taken[bot])]

    def lines(self, names: Sequence[str], after: Collection[int], level: Collection[LineUp]) -> list[str]:
        """The round as text; `after` are those that entered the next one, and `level` what is yet to be decided."""
        lines, back = [], []
        for line_up in sorted(self.line_ups, key=lambda line_up: min(self.place[bot] for bot in line_up)):
            # Whoever won stands first, also against the result when those who did better were benched.
            ranked = sorted(line_up, key=lambda bot: (bot not in after and line_up not in level, self.standing(bot)))
            first, *others = (names[bot] for bot in ranked)
            columns = zip(*(self._taken[bot] for bot in ranked), strict=True)
            points = ", ".join(" : ".join(f"{taken / 2:.1f}" for taken in column) for column in columns)
            if line_up in level:
                lines.append(f"{', '.join([first, *others])} play on: {points}")
                continue
            if ranked[0] not in after:
                lines.append(f"{', '.join([first, *others])}: nobody is left: {points}")
                continue
            leaders = self.leaders(line_up)
            why = "" if leaders == [ranked[0]] else " by the better seed" if ranked[0] in leaders else " by walkover"
            lines.append(f"{first} beats {', '.join(others)}{why}: {points}")
            back += [bot for bot in ranked[1:] if bot in after]
        lines += [f"{names[bot]} has a bye" for bot in self.entrants if bot in self.byes]
        return lines + [f"{names[bot]} comes back" for bot in back if not level]
