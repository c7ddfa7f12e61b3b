"""Standings as a value: everything that the tables print, in Structs whose JSON explains itself."""

from __future__ import annotations

from msgspec import Struct

from arena.protocol import Verdict
from arena.standings.format_ranking import FormatRanking
from arena.standings.over_time_report import OverTime
from arena.standings.placing import OrderedBy
from arena.standings.resources import Resources
from arena.standings.rounds import Unit
from arena.standings.settled_state import SettledState
from arena.standings.sprt_state import SprtState
from arena.statistics import Kind


class Row(Struct, frozen=True, kw_only=True):
    """One bot. A figure that is not known is None.

    `games` counts rated games (a bot on two seats of one game counts twice); each ended for the bot in one of two
    ways: `played_out + forfeits == games`. `faults` counts by verdict, and has no zeros; not every fault forfeits.

    `rank` is among the bots that can be compared, `Standings.comparable`. `rank_best_95` and `rank_worst_95` are the
    ranks that the bot may truly have: with a probability of 95 % all these intervals of a table hold, together with all
    of `Standings.claimed`. A `provisional` bot has no rank yet, and comes after all that have one: it played in fewer
    than `Standings.fewest_deal_groups_for_a_rank`, and others are established.

    `benched` says why the bot was not scheduled any further, and is None for a bot that is in; the benched ones have no
    rank and come last. `retired` is whether somebody has told it to leave: then all its games are rated.
    `unrated_games` counts the bot's finished games that are rated for nobody since a bot was
    benched (see `arena.contest.bench`); their faults are among `faults`.

    Every game gives each two seats of different bots one pair result, from which `score_percent` (a draw is half a
    point) and the rating come. `won_percent` counts only first places, shared ones split; for two seats it is the
    same. `elo_error_95` is half the width of the 95 % interval of `elo_of_bot` relative to the field's mean, or to the
    anchors; `elo_low_95` and `elo_high_95` are its ends. After nothing but wins (or losses), and where results say
    nothing of how far it is, an end is None, see `arena.statistics.ratings.Ratings.interval`.

    `likelihood_above_next` is that of this bot being stronger than the bot of the next row, if that can be compared.
    So many further deal groups, or games of this bot in them, would each of the two need for their 95 % interval to
    leave out that they are equal, in four of five contests: if their distance is what it seems, and at the ends of its
    80 % interval. 0 where it does so now; None where there is no distance, or no end.
    """

    rank: int | None
    rank_best_95: int | None
    rank_worst_95: int | None
    bot: str
    elo_of_bot: float | None
    elo_error_95: float | None
    elo_low_95: float | None
    elo_high_95: float | None
    games: int
    mean_place: float | None
    pair_wins: int
    pair_draws: int
    pair_losses: int
    score_percent: float | None
    won_percent: float | None
    likelihood_above_next: float | None
    groups_to_separate_from_next: int | None
    groups_to_separate_low_80: int | None
    groups_to_separate_high_80: int | None
    games_to_separate_from_next: int | None
    provisional: bool
    benched: str | None
    retired: bool
    unrated_games: int
    faults: dict[Verdict, int]
    forfeits: int
    played_out: int
    median_ms: float | None
    median_ms_is_least: bool
    max_ms: float | None
    max_ms_is_least: bool
    resources: Resources


class GroupCounts(Struct, frozen=True, kw_only=True):
    """How the deal groups went in which a bot met an opponent in so many `games`; if either has several seats in a
    game, each two seats count as one. `groups[k]` is the number of groups in which the bot took k / 2 points; a draw is
    half a point."""

    games: int
    groups: tuple[int, ...]


class Pair(Struct, frozen=True, kw_only=True):
    """One bot against another, from the view of `bot`: a win is the better place in a game with both.

    `expected_percent_of_bot` is its score by the ratings, `beyond_expected_error_95` half the 95 % interval of what it
    took beyond that; None where it is not known, as in a pair whose games alone decide its ratings. `is_off` says that
    this is further off than luck allows in a table of so many pairs.
    """

    bot: str
    opponent: str
    games: int
    wins_of_bot: int
    draws: int
    losses_of_bot: int
    score_percent_of_bot: float
    expected_percent_of_bot: float | None
    beyond_expected_error_95: float | None
    is_off: bool
    deal_groups_by_half_points_of_bot: tuple[GroupCounts, ...]


class Seat(Struct, frozen=True, kw_only=True):
    """What sitting on `seat` was worth in games with `seats` seats, whoever sat there.

    `elo_of_seat` comes from the joint fit of bots and seats, with the mean over the seats at 0. It is None where the
    bots did not change seats, so that nothing tells the seats from those who sat on them.
    """

    seats: int
    seat: int
    games: int
    won_percent: float
    mean_place: float
    score_percent: float | None
    elo_of_seat: float | None
    elo_error_95: float | None


class Draws(Struct, frozen=True, kw_only=True):
    """Shared places in games with `seats` seats, of two seats with different bots at a time.

    `percent_between_equals` is expected of two bots of equal strength, from Davidson's model of draws beside the
    ratings (see `arena.statistics.draws`); `davidson_nu` is its parameter, None where all results were drawn.
    """

    seats: int
    pair_results: int
    draws: int
    percent: float
    percent_between_equals: float
    davidson_nu: float | None


class Variance(Struct, frozen=True, kw_only=True):
    """What the variance of a seat's points in a game with `seats` seats comes from, in percent.

    `deal_percent` is the luck of the deal, what a seat's points at a deal have in common whoever sits there; it is None
    where the bots of a deal group did not change seats. See `arena.statistics.deal_luck`.
    """

    seats: int
    strength_percent: float
    seat_percent: float
    deal_percent: float | None
    other_percent: float


class Changed(Struct, frozen=True, kw_only=True):
    """A bot that surely changed: it was stronger by `elo_gained` (below 0: weaker) from the round or stage `first` to
    `last`, counted from 1, than in all others. A step is for good, a spell passes; a trend goes through the whole
    contest, and `elo_gained` is from its beginning to its end. With half the width of the 95 % interval, and the number
    of the bot's deal groups. Measured against the mean of those that did not change. See `arena.statistics.drift`."""

    bot: str
    kind: Kind
    first: int
    last: int
    unit: Unit
    elo_gained: float
    elo_error_95: float
    deal_groups: int


class Likelihoods(Struct, frozen=True):
    """`row_above_column[r][c]` is the likelihood that bots[r] is stronger than bots[c]; None where unknown."""

    bots: tuple[str, ...]
    row_above_column: tuple[tuple[float | None, ...], ...]


class Claim(Struct, frozen=True, kw_only=True):
    """The claim that a bot is stronger than each of the others named."""

    bot: str
    stronger_than: tuple[str, ...]


class Claimed(Struct, frozen=True, kw_only=True):
    """All that is claimed of who is stronger than whom: with a probability of `confidence_percent` not one of the
    claims of a table is wrong (see `arena.statistics.simultaneous`). `critical` is how many errors apart the last two
    had to be to be told apart; None where no two could be compared."""

    confidence_percent: float
    critical: float | None
    claims: tuple[Claim, ...]


class AgainstMix(Struct, frozen=True, kw_only=True):
    """What a bot takes of the points from the strongest mix of bots, and what part of that mix it is itself.
    `percent_error_95` is half the 95 % interval, the mix taken for known; None where it is not known."""

    bot: str
    percent_of_mix: float
    percent_against_mix: float
    percent_error_95: float | None


class BeyondElo(Struct, frozen=True, kw_only=True):
    """What the ratings do not say. Of `pairs` of bots `pairs_off` took points from each other so much unlike what their
    ratings expect (`Pair.expected_percent_of_bot`) that luck does it, in any pair of a table, in at most 5 % of
    contests; `critical` is how many errors that is, None where no pair has one.

    `against_strongest_mix` ranks the bots by what they take from the mix of bots against which nobody takes more than
    half (see `arena.statistics.mixes`): copies of a bot do not move the others there. It is empty where not all
    of the bots with a rank met each other.
    """

    pairs: int
    pairs_off: int
    critical: float | None
    against_strongest_mix: tuple[AgainstMix, ...]


class Anchor(Struct, frozen=True):
    """A bot whose rating is fixed."""

    bot: str
    elo_of_bot: float


class Anchored(Struct, frozen=True, kw_only=True):
    """A bot whose rating was fixed at `elo_of_bot`.

    Of several anchors, `elo_of_bot_by_results` is where the results alone put this one, with the mean of all anchors
    where it is, and `elo_error_95` half the width of the 95 % interval of that: anchors that disagree with the results
    by more bend the scale between them.
    """

    bot: str
    elo_of_bot: float
    elo_of_bot_by_results: float | None
    elo_error_95: float | None

    @property
    def disagrees(self) -> bool:
        if self.elo_of_bot_by_results is None or self.elo_error_95 is None:
            return False
        return abs(self.elo_of_bot - self.elo_of_bot_by_results) > self.elo_error_95


class Standings(Struct, frozen=True, kw_only=True):
    """Standings of a contest between opponents.

    Only finished games are rated, and of these not the `unrated_games`, in which a bot was benched or out already; they
    and `void_games` and `error_games` are game numbers. `pairs` holds every ordered pair of bots that met. `comparable`
    lists sets of bots that met, directly or through others or anchors: ratings mean nothing between two sets.
    `one_sided` lists, for each set of bots that met in which it is so, the sets between which all points went one way,
    from the stronger to the weaker: their distances are lower bounds. Bots that lost to the same and never met,
    directly or through others, are in one set. `changed` lists bots whose strength changed on the way, so that one
    rating is not all of them. `deal_groups_complete` counts the groups in which every game is there and finished.
    `anchors` is empty if the mean of each of the comparable sets is `mean_elo`; where two bots or more of a set are not
    provisional, that of these. Bots are ordered within their set by `ordered_by`, where the lower bound is
    `Row.elo_low_95`. `median_ms` is from a histogram with buckets 5 % wide. A decision that was not made in time
    counts with its limit: where that matters a time is the least that it may be. `by_format` is how a format that
    looks at results ranks its bots, `sprt` and `settled` where the rule stands that ends the contest.

    `reliability` is from 0 to 1 the part of the spread of the ratings that is not luck: how much those of a second
    contest of the same kind would correlate with these (see `arena.statistics.repeatability`).
    """

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    seats: tuple[Seat, ...]
    draws: tuple[Draws, ...]
    variance: tuple[Variance, ...]
    ordered_by: OrderedBy
    reliability: float | None
    likelihoods: Likelihoods
    claimed: Claimed
    beyond_elo: BeyondElo
    finished_games: int
    unrated_games: tuple[int, ...]
    void_games: tuple[int, ...]
    error_games: tuple[int, ...]
    deal_groups: int
    deal_groups_complete: int
    fewest_deal_groups_for_an_error: int
    fewest_deal_groups_for_a_rank: int
    doubt_in_a_likelihood: float
    faults: dict[Verdict, int]
    forfeits: int
    bots_without_games: tuple[str, ...]
    comparable: tuple[tuple[str, ...], ...]
    one_sided: tuple[tuple[tuple[str, ...], ...], ...]
    changed: tuple[Changed, ...]
    anchors: tuple[Anchored, ...]
    mean_elo: float | None
    by_format: FormatRanking | None = None
    sprt: SprtState | None = None
    settled: SettledState | None = None
    over_time: OverTime | None = None
