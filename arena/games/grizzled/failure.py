"""When a mission fails: after every complete action, three threats alike (p.5, p.6). Rulings 19 to 21, 55 and 56."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import effects, helping, moves, results
from arena.games.grizzled.deck import NARROW_ESCAPE, TRIALS
from arena.games.grizzled.events import MissionEnded
from arena.games.grizzled.moves import Done, Use
from arena.games.grizzled.no_mans_land import alike
from arena.games.grizzled.position import Position
from arena.games.interface import Event


def check(state: Position) -> None:
    """Fail the mission at once when three threats are alike, unless a narrow escape is used. Under one reading of the
    rules thirteen cards or an empty reserve lose at once, too (rulings 55 and 56).
    """
    if state.options.reserve_check == "always" and not state.reserve:
        results.lose(state, "monument")
        return
    if state.options.hand_limit_check == "always" and results.too_many_cards(state):
        results.lose(state, "thirteen cards")
        return
    threats = alike(state)
    if threats and state.success is None:
        if helping.could_use(state, NARROW_ESCAPE):
            ways = tuple([moves.use(NARROW_ESCAPE, card) for card in ways_out(state)])
            if ways and helping.offer(state, NARROW_ESCAPE, ways):
                return
        state.success, state.openings = False, ()
        state.say(Event(MissionEnded(False, threats)))
    state.go_on()


def escaped(state: Position, chosen: Mapping[int, Use | Done]) -> None:
    """Discard the card that a narrow escape names, so that no three threats are alike; without one the mission
    fails.
    """
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        (_, move) = used
        assert move.card is not None
        _discard_fresh(state, move.card)


def ways_out(state: Position) -> list[str]:
    """The cards that went down in this action without one of which the mission would not fail."""
    found = []
    for card in dict.fromkeys(state.fresh):
        trial = state.clone()
        trial.events = []
        _discard_fresh(trial, card)
        if not alike(trial):
            found.append(card)
    return found


def _discard_fresh(state: Position, card: str) -> None:
    """Discard a card that has just gone down."""
    if TRIALS[card].hard_knock:
        bearer = state.bearer(card)
        assert bearer is not None
        effects.remove_knock(state, moves.remove(bearer, card))
    else:
        effects.clear(state, card)
