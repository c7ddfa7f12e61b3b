"""What a review says of a bot, for a person or as JSON."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from arena.protocol import Verdict

Said = Literal["mistake", "hindsight", "noise"]
Changed = Literal["better", "worse"]


class Standing(Struct, frozen=True, kw_only=True):
    """Where it stands in the contest's table, with half the width of the 95 % interval of `elo_of_bot`; of a
    cooperative game there is `points_added` in its place. `rank` is None while it has none."""

    rank: int | None
    bots: int
    elo_of_bot: float | None
    elo_error_95: float | None
    points_added: float | None
    points_added_error_95: float | None
    out: str | None


class BySeat(Struct, frozen=True, kw_only=True):
    """What it took on one seat. `percent` is its share of the points there (in a cooperative game of the games, those
    that were won), `mean_score` the mean score of a team.

    `gained` is by how much that is more than others had there from the same cards, in percentage points or in score,
    with half the width of the 95 % interval, from `deals` deal groups. `beside_other_seats` is by how much the bot is
    better here, beside its other seats, than others are: what the seat is worth is out of it. `weak` says that it is
    worse here by more than luck, in any seat of a table; None where nothing tells.
    """

    seats: int
    seat: int
    games: int
    deals: int
    percent: float | None
    mean_score: float | None
    gained: float | None
    gained_error_95: float | None
    beside_other_seats: float | None
    beside_other_seats_error_95: float | None
    weak: bool | None


class ByOpponent(Struct, frozen=True, kw_only=True):
    """What it took from one opponent: `percent` of the points between the two, with half the width of the 95 %
    interval, from `deals` deal groups; `expected_percent` is by the ratings, and `off` says that it is further off than
    luck allows in a table. `lost` are the points that it did not get, a game of several seats counting as one, and
    `percent_of_lost` what part that is of all that it lost."""

    opponent: str
    games: int
    deals: int
    percent: float
    error_95: float | None
    expected_percent: float | None
    off: bool
    lost: float
    percent_of_lost: float | None


class ByPartner(Struct, frozen=True, kw_only=True):
    """How the games of a team went with one partner; with the bot's own name, those that it played with itself alone.
    `gained` is by how much the mean score is more than that of others in its place, with the same partners on the same
    seats at the same deals; `weak` as in `BySeat`."""

    partner: str
    games: int
    deals: int
    percent_won: float
    mean_score: float
    gained: float | None
    gained_error_95: float | None
    weak: bool | None


class FaultKind(Struct, frozen=True, kw_only=True):
    """All faults of one kind, `forfeits` of which lost the game. The one to see again is the one with the fewest
    decisions of its seat before it, of the games that may be told by now: `text` and `repro` are None where there is
    none such. `reason` says why."""

    verdict: Verdict
    count: int
    forfeits: int
    games: tuple[int, ...]
    game: int
    seat: int
    decision: int
    text: str | None
    repro: str | None
    reason: str | None


class Times(Struct, frozen=True, kw_only=True):
    """Milliseconds of its decisions; of those that were too late, which `late` counts, the limit. `nearest_percent` is
    the most of its limit that a decision took; None where there is no limit."""

    decisions: int
    median: float
    p90: float
    p99: float
    slowest: float
    late: int
    nearest_percent: float | None


class Slow(Struct, frozen=True, kw_only=True):
    """A slow decision: its time and the limit that it had, None without one."""

    game: int
    seat: int
    decision: int
    ms: float
    limit_ms: float | None
    late: bool


class Cost(Struct, frozen=True, kw_only=True):
    """What the move that was played cost: the mean over play-outs, with half the width of its 95 % interval, in points
    of a game from 0 to 1, or in the score of a team."""

    points: float
    error_95: float


class Swing(Struct, frozen=True, kw_only=True):
    """A decision after which another move would have ended better, by the judge. `played` and `better` are what was
    played and what would have been better, in words and as indices into the legal moves.

    `here` is the cost at this very deal with all hands as they were, `imagined` that over all that the seat could not
    tell from it. `said` is `mistake` if the seat could have known it, `hindsight` if it holds here and nobody can say
    whether the seat could have known, and `noise` if it may be luck of the play-outs; with 95 % no such word of a table
    is wrong, by this judge.
    """

    game: int
    seat: int
    decision: int
    played: int
    played_words: str
    better: int
    better_words: str
    here: Cost
    imagined: Cost
    said: Said
    watch: str
    repro: str
    ask: str


class Judged(Struct, frozen=True, kw_only=True):
    """What the judge made of the `games` of `lost_games` that it looked at: `decisions` were tried a little, and the
    swings with `tries` fresh play-outs of each kind for either move. `playouts` and `seed` give the same again; not
    where the seconds were over before (`cut_short`)."""

    swings: tuple[Swing, ...]
    lost_games: int
    games: int
    decisions: int
    playouts: int
    tries: int
    cut_short: bool
    seed: str


class Since(Struct, frozen=True, kw_only=True):
    """What changed against one opponent, or with one partner, in percentage points (of the games of a team that were
    won), with half the width of the 95 % interval. `changed` is said where it is more than luck in any row."""

    other: str
    games_before: int
    games_now: int
    percent_before: float
    percent_now: float
    gained: float
    gained_error_95: float | None
    changed: Changed | None


class Progress(Struct, frozen=True, kw_only=True):
    """What changed since `before`, which is how that version is called."""

    before: str
    rows: tuple[Since, ...]
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]


class Review(Struct, frozen=True, kw_only=True):
    """Where a bot lost its points, and how to see it again.

    `games` are rated and at deals that were played from all seats that the contest asks for; `left_out` are rated games
    at deals that were not, yet. `luck_out` says whether deals change seats at all, so that their luck is out of the
    figures. What is not known is None, and a list without anything to say is empty; `not_judged` and `no_progress` say
    why there is no such part.
    """

    contest: str
    game: str
    cooperative: bool
    bot: str
    standing: Standing
    games: int
    left_out: int
    void: int
    error: int
    luck_out: bool
    percent: float | None
    percent_low_95: float | None
    percent_high_95: float | None
    mean_score: float | None
    mean_score_error_95: float | None
    by_seat: tuple[BySeat, ...]
    by_opponent: tuple[ByOpponent, ...]
    by_partner: tuple[ByPartner, ...]
    build_failed: str | None
    faults: tuple[FaultKind, ...]
    times: Times | None
    slowest: tuple[Slow, ...]
    judged: Judged | None
    not_judged: str | None
    progress: Progress | None
    no_progress: str | None
    fewest_deals_for_an_error: int
