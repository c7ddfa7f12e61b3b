"""Ranks bots as their format does: by points and tie-breaks in a Swiss, by rounds in a knock-out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from arena.contest import Past, Places, Roster, by_name, rules_of, stored_pairer, stored_schedule
from arena.pairing import KnockOut, Schedule
from arena.store import Ledger, Store


class FormatRow(Struct, frozen=True):
    """One bot; `values` are what the columns of its ranking hold, as they are printed."""

    rank: int
    bot: str
    values: tuple[str, ...]


class FormatRanking(Struct, frozen=True):
    """The ranking by a format after so many of its stages; bots that nothing tells apart share a rank.

    `bracket` is the course of a knock-out, line by line.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[FormatRow, ...]
    bracket: tuple[str, ...] = ()


def ranking_of(store: Store, ledger: Ledger) -> FormatRanking | None:
    """The ranking of a stored contest by its format; None if its ratings alone rank the bots. Stages count once all
    their games are over.
    """
    facts = store.facts()
    pairer = stored_pairer(facts)
    if pairer is None:
        return None
    schedule = stored_schedule(facts, store.stages())
    retired = by_name(facts)
    roster = Roster(schedule, *rules_of(facts), ledger)
    roster.catch_up(ledger.end)
    over = len(schedule.parts)
    out = dict.fromkeys(roster.out, "benched") | dict.fromkeys(retired, "retired")
    if over and not _is_over(schedule, ledger, out):
        over -= 1
    past = Past(schedule, Places(ledger, schedule.seats), over, roster.out, retired)
    playing = [number for number, name in enumerate(schedule.bots) if name not in out]
    ranking = pairer.ranking(past, playing)
    if ranking is None:
        return None
    names = schedule.bots
    columns = (*ranking.headers, "out") if out else ranking.headers
    rows = tuple(
        FormatRow(rank, names[bot], (*values, out.get(names[bot], "")) if out else values)
        for rank, bot, values in ranking.rows
    )
    bracket = pairer.bracket(past, names, playing) if isinstance(pairer, KnockOut) else ()
    return FormatRanking(ranking.title, columns, rows, tuple(bracket))


def _is_over(schedule: Schedule, ledger: Ledger, benched: Collection[str]) -> bool:
    """Whether nothing of the last stage is still to be played."""
    part, numbers = schedule.parts[-1], ledger.numbers
    return all(
        number in numbers or not set(benched).isdisjoint(schedule.pairing(number).seating)
        for number in range(part.first, part.end)
    )
