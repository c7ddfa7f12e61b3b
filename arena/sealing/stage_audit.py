"""Checks stored stages against what their format makes of the results before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from arena.contest import Past, Places, Roster, by_name, rules_of, stored_pairer, stored_schedule
from arena.pairing import Pairer, Stage
from arena.store import Store


def odd_stages(store: Store) -> Iterator[str]:
    """The first stage that is not what the format makes of the results before it, in words; nothing if all are.

    Everybody may play who is not benched or retired by then. In a ladder, where bots come and go, these are all that
    are in the stage itself: a ladder's stage has no byes, and whoever plays is in one of its line-ups. So for a ladder
    it is checked who met whom, not who was there. A stage is checked against the rule that it names. Every game and
    every stage is read once for each rule that made some of them. Raises StoreError.
    """
    facts, stages, ledger = store.facts(), store.stages(), store.ledger()
    newest = stored_pairer(facts)
    if newest is None:
        return
    by_rule: dict[int, Pairer | None] = {}
    schedule = stored_schedule(facts, ())
    roster = Roster(schedule, *rules_of(facts), ledger)
    retired, gone = by_name(facts), set[str]()
    past = Past(schedule, Places(ledger, schedule.seats), 0, roster.out, gone)
    comes_and_goes = newest.most_games is None
    for number, stored in enumerate(stages):
        try:
            stage = msgspec.json.decode(stored, type=Stage)
        except msgspec.MsgspecError as problem:
            yield f"stage {number} cannot be read: {problem}"
            return
        if stage.rule not in by_rule:
            by_rule[stage.rule] = stored_pairer(facts, stage.rule)
        pairer = by_rule[stage.rule]
        if pairer is None:
            yield f"stage {number} ({stage.title}) is by a rule that this version does not have, number {stage.rule}"
            return
        gone.update(name for name, said in retired.items() if said.stage is not None and said.stage <= number)
        there = _bots_in(stage) if comes_and_goes else range(len(schedule.bots))
        unknown = not there or there[0] < 0 or there[-1] >= len(schedule.bots)
        out = {*roster.out, *(() if comes_and_goes else gone)}
        playing = [] if unknown else [bot for bot in there if schedule.bots[bot] not in out]
        past.over = number
        if unknown or pairer.next(past, playing) != stage:
            yield f"stage {number} ({stage.title}) is not what the results before it make"
            return
        part = schedule.extend(stage)
        for game in part.order(part.end):
            if game in ledger:  # those that were left out say nothing
                roster.next(game)


def _bots_in(stage: Stage) -> Sequence[int]:
    return sorted({bot for line_up in stage.line_ups for bot in line_up})
