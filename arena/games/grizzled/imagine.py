"""Full positions that a seat could be in, from what it sees and remembers alone."""

from __future__ import annotations

from collections import Counter
from random import Random

from arena.games.deal import Deal
from arena.games.grizzled.deck import Options, trial_cards
from arena.games.grizzled.state import MISSION, STEP_OF, State
from arena.games.grizzled.view import Memory, View
from arena.games.interface import TeamResult


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
    """A state that gives `seat` this view, this memory and the same legal moves.

    The cards that the seat has not seen are dealt at random to the other hands and the piles; those that it saw go back
    to the Trials pile are not in the reserve. The face-down Support tiles of the others are any of theirs.
    """
    state = State(options, len({veteran.seat for veteran in view.veterans}), Deal(f"{rng.getrandbits(64):x}"))
    state.stage, state.mission, state.intensity = view.stage, view.mission, view.intensity
    state.leader, state.active = view.leader, view.active
    state.land = tuple([trial.card for trial in view.land])
    state.discarded, state.returned = memory.discarded, memory.returned
    state.supply, state.spoken, state.removals = view.supply, view.speech, view.removals
    state.filling, state.solo_tiles = view.filling, view.solo_tiles
    state.names = tuple([veteran.name for veteran in view.veterans])
    state.charms = tuple([veteran.charm for veteran in view.veterans])
    for i, seen in enumerate(view.veterans):
        state.ready[i], state.knocks[i], state.tiles[i] = seen.ready, seen.knocks, seen.tiles
        state.withdrawn[i], state.speeches[i] = seen.withdrawn, seen.speeches
        if seen.placed:
            state.placed[i] = rng.choice(seen.tiles)
    for veteran, tile in zip(state.own(seat), memory.placed, strict=True):
        state.placed[veteran] = tile
    if options.luck and options.traps:
        state.luck_used = sum([trial.luck for trial in view.land]) - view.luck
    _deal_unseen(state, seat, view, memory, rng)
    _ask(state, view)
    return state


def _deal_unseen(state: State, seat: int, view: View, memory: Memory, rng: Random) -> None:
    """The cards that the seat has not seen, to the hands that it does not know and to the piles."""
    known: dict[int, list[str]] = {seen.veteran: list(seen.cards) for seen in memory.hands}
    known |= {hand.veteran: [trial.card for trial in hand.cards] for hand in view.hands}
    for veteran, cards in known.items():
        state.seen[veteran] = tuple(cards) if state.duo else ()
    unseen = Counter(trial_cards(state.options, state.seats))
    unseen.subtract([*state.land, *state.discarded])
    unseen.subtract([card for of in (*state.knocks, *known.values()) for card in of])
    # A card that went back and that this seat holds now may be the one that went back.
    returned = (Counter(memory.returned) - Counter([card for of in known.values() for card in of])) & unseen
    free = sorted((unseen - returned).elements())
    rng.shuffle(free)
    state.reserve = tuple(free[: view.reserve])
    others = sorted([*free[view.reserve :], *returned.elements()])
    rng.shuffle(others)
    hands = [0] if state.solo else list(state.veterans)
    for veteran in hands:
        hand = known.get(veteran, [])
        missing = view.veterans[veteran].hand - len(hand)
        hand, others = hand + others[:missing], others[missing:]
        state.hands[veteran] = tuple(sorted(hand))
    state.trials = tuple(others)


def _ask(state: State, view: View) -> None:
    """Stand at the decision."""
    state.at = STEP_OF[view.stage]
    match view.stage:
        case "over":
            state.end(TeamResult(False, 0.0))
            return
        case "intensity":
            state.mission -= 1  # the step counts it
        case "speech":
            state.listeners = view.asked
            if state.duo:
                asked = view.asked[0]
                later = [other for other in state.own(state.seat_of(asked)) if other > asked]
                state.listeners += tuple([other for other in later if not state.withdrawn[other]])
        case "christmas":
            (state.gift,) = view.asked
        case "fill":
            state.played = True
        case "support":
            (state.supported,) = view.asked
            state.success = bool(view.success)
    seen = list(state.seen)
    MISSION[state.at].take(state)
    state.seen = seen
    state.events = []
