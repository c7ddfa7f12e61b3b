"""Stored stages held against what their format makes of the results before them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from arena.contest.bench import Roster, rules_of
from arena.contest.course import Past, Places
from arena.contest.prepare import stored_pairer, stored_schedule
from arena.contest.stages import Stage
from arena.contest.store import Store


def odd_stages(store: Store) -> Iterator[str]:
    """The first stage that is not what the format makes of the results before it, in words; nothing where all are.

    Asked of formats in which every bot may play until it is benched. Who played in a ladder at which stage is told by
    its stages alone. Raises StoreError.
    """
    facts, stages, ledger = store.facts(), store.stages(), store.ledger()
    pairer = stored_pairer(facts)
    if pairer is None or pairer.most_games is None:
        return
    schedule = stored_schedule(facts, ())
    places = Places(ledger, schedule.seats)
    for number, stored in enumerate(stages):
        roster = Roster(schedule, *rules_of(facts), ledger)
        roster.catch_up(schedule.full)
        past = Past(schedule, places, number, roster.out)
        playing = [bot for bot, name in enumerate(schedule.bots) if name not in roster.out]
        made = pairer.next(past, playing)
        stage = msgspec.json.decode(stored, type=Stage)
        if made != stage:
            yield f"stage {number} ({stage.title}) is not what the results before it make"
            return
        schedule.extend(stage)
