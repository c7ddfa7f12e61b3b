"""Full positions that a seat could be in, from what it sees and remembers alone."""

from __future__ import annotations

from collections import Counter
from random import Random

from arena.games.gunrunners.busts import ranking
from arena.games.gunrunners.deck import PLAIN_ONE, Deck, Options
from arena.games.gunrunners.knowledge import exactly
from arena.games.gunrunners.position import TURNS_EACH, Fielded, Luck, Trainee, back, face_up, row_of
from arena.games.gunrunners.state import State
from arena.games.gunrunners.view import Memory, View


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> State:
    """A state that gives `seat` this view, this memory and the same legal moves.

    The cards that the seat cannot know are dealt at random to the places where they can be; dice to come are random.
    The other seats know the cards that they put down themselves and what their power shows them right now.
    """
    seats = len(view.players)
    left: dict[int, str] = {}  # the card left of each location
    for group in memory.probationary:
        left |= zip(rng.sample(group.at, len(group.cards)), group.cards, strict=True)
    hidden = {(known.at, known.pos): known.card for known in memory.undercover}  # the face-down cards in the rows
    seen = set(hidden)

    hands, piles = [], []
    for owner, player in enumerate(view.players):
        unknown = _unknown(owner, seat, view, memory, options.deck)
        rng.shuffle(unknown)
        for at, where in enumerate(view.locations):
            if where.probationary == owner and at not in left:
                left[at] = unknown.pop()
            for pos, agent in enumerate(where.row):
                if agent.owner == owner and agent.card is None and (at, pos) not in seen:
                    hidden[at, pos] = unknown.pop()
        hand = view.hand if owner == seat else [unknown.pop() for _ in range(player.hand)]
        hands.append(tuple(sorted(hand)))
        piles.append(tuple(unknown))

    # In the set-up the active seat is as far from the first as there are agents out, later as there were turns.
    begun = len(left) if view.stage == "setup" else view.turn - 1
    dice = rng.choices(range(1, 7), k=2 * TURNS_EACH * seats)
    luck = Luck((view.active - begun) % seats, tuple(piles), tuple(dice[::2]), tuple(dice[1::2]))

    state = State(options.deck, seats, luck)
    state.stage, state.turn, state.active = view.stage, view.turn, view.active
    state.chooser = view.to_act[0] if view.to_act else None
    state.special = view.special
    state.held = (view.held.at, view.held.pos) if view.held else None
    state.marker, state.stock, state.warehouse = view.marker, view.stock, view.warehouse
    state.die, state.discarded = view.die, view.discarded
    state.crates = [where.crates for where in view.locations]
    state.taken = [player.crates for player in view.players]
    state.hands = hands
    state.discards = list(memory.discarded)
    for at, where in enumerate(view.locations):
        if where.probationary is not None:
            state.trainees[at] = Trainee(where.probationary, left[at])
        row = []
        for pos, agent in enumerate(where.row):
            if agent.card is not None:
                row.append(face_up(agent.owner, agent.card, agent.active))
            else:
                known = 1 << agent.owner
                if (at, pos) in seen:
                    known |= 1 << seat
                if (at, pos) == state.held and state.chooser is not None:
                    known |= 1 << state.chooser
                row.append(Fielded(back(agent.owner), hidden[at, pos], known))
        state.rows[at] = row_of(tuple(row))
    for viewer in range(seats):
        spying = view.stage == "arrange" and viewer == state.chooser
        state.known[viewer] = tuple(
            exactly(at, trainee.card)
            for at, trainee in enumerate(state.trainees)
            if trainee and (spying or trainee.owner == viewer)
        )
    state.known[seat] = memory.probationary
    if state.stage == "over":
        state.ranked = ranking(state)
    return state


def _unknown(owner: int, seat: int, view: View, memory: Memory, deck: Deck) -> list[str]:
    """The cards of `owner` that could be anywhere where `seat` has seen no card."""
    cards = Counter(deck.cards())
    cards.subtract(memory.discarded[owner])
    cards.subtract(known.card for known in memory.undercover if view.locations[known.at].row[known.pos].owner == owner)
    for group in memory.probationary:
        if view.locations[group.at[0]].probationary == owner:
            cards.subtract(group.cards)
    for where in view.locations:
        cards.subtract(agent.card for agent in where.row if agent.owner == owner and agent.card is not None)
    if owner == seat:
        cards.subtract(view.hand)
    if view.stage == "setup" and all(where.probationary != owner for where in view.locations):
        cards[PLAIN_ONE] -= 1  # not in the pile, but waiting to be put out
    return sorted(cards.elements())
