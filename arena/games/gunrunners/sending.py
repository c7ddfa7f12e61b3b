"""Phase 2: sending an agent, into training or undercover."""

from __future__ import annotations

from arena.games.gunrunners.deck import QUARTERMASTER
from arena.games.gunrunners.events import Trained, WentUndercover
from arena.games.gunrunners.knowledge import learned, revealed
from arena.games.gunrunners.moves import AnyMove, GoUndercover, Train, hidings, trainings
from arena.games.gunrunners.position import Fielded, Position, Trainee, back, face_up
from arena.games.interface import Event


def ways_to_send(state: Position, seat: int) -> tuple[AnyMove, ...]:
    """What the seat may do with each card of its hand."""
    hand, trainees = state.hands[seat], state.trainees
    if state.turn == 1 and None in trainees:  # two players: the empty place is filled
        return trainings(hand, (trainees.index(None),))
    everywhere = state.locations
    others = tuple([at for at, trainee in enumerate(trainees) if trainee and trainee.owner != seat])
    if len(hand) == 1 and state.drawn[seat] == len(state.luck.piles[seat]):  # the last card
        others = everywhere
    trained = trainings(hand, others or everywhere)
    return trained + hidings(hand, everywhere) if _may_go_undercover(state, seat) else trained


def _may_go_undercover(state: Position, seat: int) -> bool:
    """One undercover agent on the whole table, two with an active quartermaster."""
    hidden = back(seat)
    out = len([1 for row in state.rows for _, agent in row.undercover if agent.shown is hidden])
    if out != 1:
        return not out
    raising = face_up(seat, QUARTERMASTER, True)
    return bool([1 for row in state.rows for agent in row.agents if agent is raising])


def send(state: Position, seat: int, move: Train | GoUndercover) -> Trainee | None:
    """Put the card face down in its place, and send the agent that was in training there into the field. Returns that
    agent if it is an opponent's, whose owner may then use its power.
    """
    card, at = move.card, move.at
    if type(move) is GoUndercover:
        state.join(at, Fielded(back(seat), card, 1 << seat))
        drawn = _play(state, seat, card)
        own = WentUndercover(seat, at, card, drawn)
        state.say(Event(WentUndercover(seat, at), {seat: own}))
        return None
    trainee = state.trainees[at]
    owner, flipped = (None, None) if trainee is None else (trainee.owner, trainee.card)
    if owner is not None and flipped is not None:
        # A quartermaster raises its owner's limit only if an opponent has flipped it (ruling 15).
        state.join(at, face_up(owner, flipped, flipped == QUARTERMASTER and owner != seat))
        for viewer, knowledge in enumerate(state.known):
            for group in knowledge:
                if at in group.at:  # seldom: most seats know few cards
                    state.known[viewer] = revealed(knowledge, at, flipped)
                    break
    state.trainees[at] = Trainee(seat, card)
    state.known[seat] = learned(state.known[seat], at, card)
    drawn = _play(state, seat, card)
    shown = Trained(seat, at, owner, flipped)
    state.say(Event(shown, {seat: Trained(seat, at, owner, flipped, card, drawn)}))
    # A special agent that its own owner sends into the field has lost its power.
    return None if owner == seat else trainee


def _play(state: Position, seat: int, card: str) -> str | None:
    """Take a card out of the hand and draw the next one, which is returned (None: the pile is empty)."""
    hand = list(state.hands[seat])
    hand.remove(card)
    drawn, pile = state.drawn[seat], state.luck.piles[seat]
    new = None
    if drawn < len(pile):
        new = pile[drawn]
        state.drawn[seat] = drawn + 1
        hand.append(new)
        hand.sort()
    state.hands[seat] = tuple(hand)
    return new
