"""The final count: rulings 28 and 29."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.gangsta.deck import CARDS, MEDIA
from arena.games.gangsta.events import Score
from arena.games.gangsta.position import Position
from arena.games.interface import Ranking

BONUS = 2
"""The influence of the sole holder of a majority; each of those that tie gets 1."""
MEDIA_MOST = 7


def count(state: Position) -> tuple[Score, ...]:
    """The influence of each seat, by where it comes from."""
    money = majority([loose + banked for loose, banked in zip(state.dollars, state.bank, strict=True)])
    majorities = _families(state) if state.options.families else majority([len(gang) for gang in state.gangs])
    return tuple(
        [
            Score(
                state.influence[seat],
                sum([member.influence for member in gang]),
                _resource(state, seat),
                money[seat],
                majorities[seat],
            )
            for seat, gang in enumerate(state.gangs)
        ]
    )


def total(score: Score) -> int:
    """The sum of what a seat has scored."""
    return score.heists + score.gang + score.resource + score.money + score.majorities


def ranking(state: Position) -> Ranking:
    """Places by influence, then by the larger gang; a tie in both is shared."""
    totals = [total(score) for score in count(state)]
    keys = [(points, len(gang)) for points, gang in zip(totals, state.gangs, strict=True)]
    places = tuple([1 + sum([other > key for other in keys]) for key in keys])
    return Ranking(places, tuple(map(float, totals)))


def majority(amounts: Sequence[int]) -> list[int]:
    """The bonus of each seat for having the most of something, by seat; `amounts` is by seat, too."""
    most = max(amounts)
    bonus = BONUS if amounts.count(most) == 1 else 1
    return [bonus if amount == most else 0 for amount in amounts]


def _families(state: Position) -> list[int]:
    """The bonus for each of the five families; nobody gets anything for one that no gang has (ruling 29)."""
    totals = [0] * len(state.gangs)
    for family in {boss.family: None for boss in CARDS.bosses.values()}:
        members = [sum([member.family == family for member in gang]) for gang in state.gangs]
        if any(members):
            totals = [have + bonus for have, bonus in zip(totals, majority(members), strict=True)]
    return totals


def _resource(state: Position, seat: int) -> int:
    kept = state.resources[seat]
    if kept is None or not kept.active:
        return 0
    if kept.card == MEDIA:
        return media_worth(state.performed[seat])
    return kept.influence


def media_worth(heists: tuple[str, ...]) -> int:
    """The influence that media bring for these heists: 1 for each heist that has influence, at most 7 (ruling 38)."""
    return min(MEDIA_MOST, sum([CARDS.heists[card].influence > 0 for card in heists]))
