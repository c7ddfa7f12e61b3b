"""How a mission begins, when it fails, and what comes after it. Rulings 1 to 8, 19 to 24, 39, 52 to 57."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.games.grizzled import moves, support
from arena.games.grizzled.deck import DEMORALIZED, FRENZIED, TRIALS, TYRANNICAL
from arena.games.grizzled.events import Defeat, GameOver, LeaderChanged, MissionBegan, MissionEnded, MoraleDropped
from arena.games.grizzled.moves import Deal
from arena.games.interface import Event, TeamResult

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

FIRST_INTENSITY = 3
SOLO_HAND = 3
FRENZY = 2
ALIKE = 3
"""Active threats of one kind that fail the mission."""
BOLTS = 4
"""On one veteran: the chapter is lost."""
LEAST_DROP, MOST_DROP, MOST_DROP_DUO = 3, 6, 7
HAND_LIMIT = 13
"""Cards in all hands: the chapter is lost."""
PEACE = 100
"""Added to the score of a chapter that was won, so that it is above all defeats."""


def choose_intensity(state: State) -> None:
    """The leader chooses; in the first mission it is 3, and one player always fills its hand (rulings 4 and 75)."""
    state.mission += 1
    if state.solo or state.mission == 1:
        state.intensity = FIRST_INTENSITY
        state.go_on()
    else:
        # There is no upper bound; but all above the cards that are left are the same choice.
        most = max(1, -(-len(state.trials) // len(state.veterans)))
        state.ask("intensity", {state.leader: tuple([moves.deal(count) for count in range(1, most + 1)])})


def intensity_chosen(state: State, chosen: Mapping[int, Deal]) -> None:
    """Everybody gets so many."""
    ((_, move),) = chosen.items()
    state.intensity = move.intensity
    state.go_on()


def deal_cards(state: State) -> None:
    """One at a time from the leader clockwise, as far as the pile goes; then a frenzied veteran's two more."""
    state.withdrawn = [False for _ in state.veterans]
    state.luck_used, state.filling, state.played = 0, state.solo, False
    takers = [0] if state.solo else list(state.clockwise(state.leader))
    wanted = max(0, SOLO_HAND - len(state.hands[0])) if state.solo else state.intensity * len(takers)
    cards, state.trials = state.trials[:wanted], state.trials[wanted:]
    shares = {veteran: cards[first :: len(takers)] for first, veteran in enumerate(takers)}
    dealt = tuple([len(shares.get(veteran, ())) for veteran in state.veterans])
    state.say(Event(MissionBegan(state.mission, state.leader, state.intensity, dealt)))
    for veteran, share in shares.items():
        state.give(veteran, share)
    for veteran in state.clockwise(state.leader):
        if state.has(veteran, FRENZIED):
            state.draw(veteran, FRENZY)
    state.active = (state.leader - 1) % len(state.veterans)  # so that the next turn is the leader's
    state.go_to(check)


def check(state: State) -> None:
    """Three threats alike fail the mission at once; under one reading of the rules thirteen cards lose at once."""
    if state.options.hand_limit_check == "always" and cards_in_hands(state) >= HAND_LIMIT:
        lose(state, "thirteen cards")
        return
    alike = tuple([threat for threat, count in state.threats().items() if count >= ALIKE])
    if alike:
        state.success = False
        state.say(Event(MissionEnded(False, alike)))
        state.go_to(support.reveal)
    else:
        state.go_on()


def judge(state: State) -> None:
    """In this order: four bolts, victory, the drop of morale, the defeats after it (ruling 52)."""
    state.spoken, state.supported, state.removals = None, None, 0
    if any(sum([TRIALS[knock].bolts for knock in knocks]) >= BOLTS for knocks in state.knocks):
        lose(state, "four hard knocks")
    elif state.success and not state.trials and not cards_in_hands(state):
        score = float(PEACE + len(state.reserve))
        state.end(TeamResult(True, score))
        state.say(Event(GameOver(True, score)))
    else:
        _drop_morale(state)
        if not state.reserve:
            lose(state, "monument")
        elif cards_in_hands(state) >= HAND_LIMIT:
            lose(state, "thirteen cards")
        else:
            state.go_on()


def _drop_morale(state: State) -> None:
    most = MOST_DROP_DUO if state.duo else MOST_DROP
    drop = min(most, max(LEAST_DROP, cards_in_hands(state)))
    drop += any(state.has(veteran, DEMORALIZED) for veteran in state.veterans)
    moved = state.reserve[:drop]
    state.reserve = state.reserve[drop:]
    state.trials = moved + state.trials
    state.say(Event(MoraleDropped(len(moved))))


def hand_over(state: State) -> None:
    """The leader's token goes to the left and the one who had it gets a Speech token, but not under a tyrant."""
    if state.solo:
        state.leader = (state.active + 1) % len(state.veterans)
        state.say(Event(LeaderChanged(state.leader)))
    elif not any(state.has(veteran, TYRANNICAL) for veteran in state.veterans):
        previous, state.leader = state.leader, (state.leader + 1) % len(state.veterans)
        gets = previous if state.supply else None
        if gets is not None:
            state.supply -= 1
            state.speeches[gets] += 1
        state.say(Event(LeaderChanged(state.leader, gets)))
    state.go_to(choose_intensity)


def lose(state: State, defeat: Defeat) -> None:
    """Among defeats it counts how many cards the team was rid of."""
    score = float(len(state.discarded) + sum(map(len, state.knocks)))
    state.end(TeamResult(False, score))
    state.say(Event(GameOver(False, score, defeat)))


def cards_in_hands(state: State) -> int:
    """Of all veterans together."""
    return sum(map(len, state.hands))
