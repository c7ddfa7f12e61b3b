"""How a mission begins, when it fails, and what comes after it. Rulings 1 to 8, 19 to 24, 39, 52 to 57."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from arena.games.grizzled import campaign, effects, helping, landing, moves, orders, piles, support
from arena.games.grizzled.deck import (
    CHARMS,
    DEMORALIZED,
    FRENZIED,
    LEFT,
    ORDER_DECKS,
    ORDERS,
    RECRUITS,
    RIGHT,
    SOLO_TILES,
    TRIALS,
    TYRANNICAL,
    trial_cards,
)
from arena.games.grizzled.events import Began, Chose, Defeat, GameOver, LeaderChanged, MissionBegan, MissionEnded
from arena.games.grizzled.moves import Choose, Deal, Done, Pick, Use
from arena.games.grizzled.options import FIRST_INTENSITY, speech_tokens
from arena.games.interface import Event, TeamResult

if TYPE_CHECKING:
    from arena.games.grizzled.state import State

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


# -- set-up


def begin_game(state: State) -> None:
    """The veterans, if they are dealt (ruling 83); then a chapter."""
    if not state.dealt:
        state.dealt = tuple(state.deal.stream("veterans").shuffled(CHARMS)[: len(state.veterans)])
    begin_chapter(state)


def begin_chapter(state: State) -> None:
    """Tiles, piles, decks and tokens as its instructions have them (rulings 1 to 3); in a single game with Helping
    Hands two for each to choose from (p.14). With two seats any of the four veterans may lead first (p.4, p.15)."""
    state.clear_table()
    set_up, chapter, count = state.set_up, state.chapter, len(state.veterans)
    cards = state.stream("trials", chapter).shuffled(trial_cards(set_up.stock))
    state.trials, state.reserve = tuple(cards[: set_up.pile]), tuple(cards[set_up.pile :])
    third: tuple[str, ...] = ()
    if state.solo:
        state.solo_tiles = SOLO_TILES
    else:
        third = support.third_tiles(state.stream("tiles", chapter), count)
        state.tiles = [tuple(sorted((LEFT, RIGHT, tile))) for tile in third]
        state.supply = speech_tokens(state.options, state.seats)
    if set_up.orders is not None:
        deck: list[str] = []
        for difficulty, wanted in ORDER_DECKS[set_up.orders].items():
            names = [name for name, order in ORDERS.items() if order.difficulty == difficulty]
            deck += state.stream("orders", difficulty, chapter).shuffled(names)[:wanted]
        state.order_deck = tuple(state.stream("orders", chapter).shuffled(deck))
    state.recruit_deck = tuple(state.stream("recruits", chapter).shuffled(RECRUITS)[: set_up.recruits])
    if state.options.helping_hands:
        state.offered = helping.two_each(state.deal, count)
    dealt = state.dealt if state.options.veterans == "dealt" else ()
    leading: Sequence[int] = state.veterans if state.options.first is None else state.own(state.options.first)
    if state.solo and not dealt:
        leading = leading[:1]  # the player chooses from the left to the right, and then who acts first
    state.leader = state.active = state.stream("first", chapter).choice(leading)
    state.names[: len(dealt)] = dealt
    in_campaign = chapter if state.options.campaign else None
    began = Began(dealt, third, state.leader, in_campaign)
    if state.concealed:
        own = {seat: replace(began, offered=state.offered_to(seat)) for seat in range(state.seats)}
        state.say(Event(began, {**own}))
    else:
        state.say(Event(replace(began, offered=state.offered)))
    state.go_to(choose_veterans)


def choose_veterans(state: State) -> None:
    """At the start of every chapter, from the leader on, of those that are not chosen yet (p.4, ruling 83)."""
    left = tuple([moves.choose(name) for name in CHARMS if name not in state.names])
    for veteran in state.clockwise(state.leader):
        if state.names[veteran] is None:
            state.ask("veteran", {veteran: left})
            return
    state.go_on()


def veteran_chosen(state: State, chosen: Mapping[int, Choose]) -> None:
    """The charm comes with the name."""
    ((veteran, move),) = chosen.items()
    state.names[veteran] = move.name
    state.say(Event(Chose(veteran, move.name)))


def choose_first(state: State) -> None:
    """One player says which of the three acts first (p.14), unless all is dealt."""
    if state.solo and state.options.veterans == "chosen":
        state.ask("first", {state.leader: tuple(map(moves.pick, state.veterans))})
    else:
        state.go_on()


def first_chosen(state: State, chosen: Mapping[int, Pick]) -> None:
    """It has the leader's token."""
    (move,) = chosen.values()
    state.leader = state.active = move.veteran
    state.say(Event(LeaderChanged(state.leader)))
    state.go_on()


# -- how a mission begins


def choose_intensity(state: State) -> None:
    """The leader chooses, at least what the Order says. That of a chapter's first mission is in its instructions,
    whatever the Order says (p.5); a single game without Orders has the same (ruling 4), and one player always fills its
    hand (ruling 75)."""
    veterans = len(state.veterans)
    fixed = state.set_up.first if state.mission == 1 and not state.refused else None
    least = fixed or (1 if state.order is None else ORDERS[state.order].least[veterans - 3])
    if state.solo or (fixed is not None and not state.options.free_intensity):
        state.intensity = fixed or FIRST_INTENSITY
        state.go_on()
    else:
        # There is no upper bound; but all above the cards that are left are the same choice.
        most = max(least, -(-len(state.trials) // veterans))
        state.ask("intensity", {state.leader: tuple([moves.deal(count) for count in range(least, most + 1)])})


def intensity_chosen(state: State, chosen: Mapping[int, Deal]) -> None:
    """Everybody gets so many."""
    ((_, move),) = chosen.items()
    state.intensity = move.intensity
    state.go_on()


def deal_cards(state: State) -> None:
    """One at a time from the leader clockwise, as far as the pile goes; then a frenzied veteran's two more."""
    state.withdrawn = [False for _ in state.veterans]
    state.has_played = [False for _ in state.veterans]
    state.success, state.turn = None, 0
    state.luck_used, state.filling, state.played, state.fresh = (), state.solo, False, ()
    state.advice = [None for _ in state.veterans]
    takers = [0] if state.solo else list(state.clockwise(state.leader))
    each = state.intensity + (state.order == orders.OVERREACH)
    wanted = max(0, SOLO_HAND - len(state.hands[0])) if state.solo else each * len(takers)
    known = [known[:wanted] for known in state.known_top]
    cards = piles.take_top(state, wanted)
    shares = {veteran: slice(first, None, len(takers)) for first, veteran in enumerate(takers)}
    dealt = tuple([len(cards[shares[veteran]]) if veteran in shares else 0 for veteran in state.veterans])
    state.say(Event(MissionBegan(state.mission, state.leader, state.intensity, dealt)))
    for veteran, share in shares.items():
        piles.give(state, veteran, cards[share], [of_seat[share] for of_seat in known])
    for veteran in state.clockwise(state.leader):
        if state.has(veteran, FRENZIED):
            piles.draw(state, veteran, FRENZY)
    state.active = state.leader
    state.openings = (*orders.openings(state), *helping.openings(state))
    state.go_on()


def open_up(state: State) -> None:
    """What comes after the deal and before the first turn, one after the other; then the first look at the threats."""
    if not state.openings:
        state.go_to(check)
        return
    opening = state.openings[0]
    if opening == helping.LIGHT_PACK and helping.ask_light_pack(state):
        return
    state.openings = state.openings[1:]
    if opening == helping.LIKE_BROTHERS:
        helping.like_brothers(state)
    elif opening != helping.LIGHT_PACK:
        orders.open_up(state, opening)
    state.go_to(effects.give)


def opened_up(state: State, chosen: Mapping[int, Use | Done]) -> None:
    """A card went from a hand to the top of the pile, or not."""
    if (used := helping.answer(state, chosen)) is not None:
        state.openings = state.openings[1:]
        helping.light_pack(state, *used)
        state.go_to(effects.give)


# -- when it fails


def alike(state: State) -> tuple[str, ...]:
    """The threats that are active three times and that no Order leaves out."""
    left_out = orders.left_out(state)
    return tuple([threat for threat, count in state.threats().items() if count >= ALIKE and threat not in left_out])


def check(state: State) -> None:
    """Three threats alike fail the mission at once; under one reading of the rules thirteen cards or an empty reserve
    lose at once (rulings 55 and 56)."""
    if state.options.reserve_check == "always" and not state.reserve:
        lose(state, "monument")
        return
    if state.options.hand_limit_check == "always" and cards_in_hands(state) >= HAND_LIMIT:
        lose(state, "thirteen cards")
        return
    threats = alike(state)
    if threats and state.success is None:
        if helping.could_use(state, helping.NARROW_ESCAPE):
            ways = tuple([moves.use(helping.NARROW_ESCAPE, card) for card in landing.ways_out(state)])
            if ways and helping.offer(state, helping.NARROW_ESCAPE, ways):
                return
        _fail(state, threats)
    state.go_on()


def escaped(state: State, chosen: Mapping[int, Use | Done]) -> None:
    """The card is discarded, or the mission fails."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        (_, move) = used
        assert move.card is not None
        landing.discard_fresh(state, move.card)


def _fail(state: State, threats: tuple[str, ...]) -> None:
    state.success, state.openings = False, ()
    state.say(Event(MissionEnded(False, threats)))


# -- how it ends


def judge(state: State) -> None:
    """In this order: four bolts, victory, the drop of morale, the defeats after it (ruling 52)."""
    state.spoken, state.supported, state.removals = None, None, 0
    orders.leave(state)
    if any(_bolts(state, veteran) >= BOLTS + helping.unbreakable(state, veteran) for veteran in state.veterans):
        lose(state, "four hard knocks")
    elif state.success and not state.trials and not cards_in_hands(state) and state.recruit is None:
        finish(state, True, float(PEACE + len(state.reserve)))
    else:
        state.go_on()


def _bolts(state: State, veteran: int) -> int:
    return sum([TRIALS[knock].bolts for knock in state.knocks[veteran]])


def drop_morale(state: State) -> None:
    """Morale drops, less if a letter from home is read."""
    if not helping.offer(state, helping.LETTER_FROM_HOME):
        _drop(state, 0)


def softened(state: State, chosen: Mapping[int, Use | Done]) -> None:
    """The letter makes it two cards less, but at least one."""
    if (used := helping.answer(state, chosen)) is not None:
        helping.spend(state, *used)
        _drop(state, helping.LETTER)


def _drop(state: State, softer: int) -> None:
    drop = morale_drop(state)
    piles.lose_morale(state, max(1, drop - softer) if softer else drop)
    if not state.reserve:
        lose(state, "monument")
    elif cards_in_hands(state) >= HAND_LIMIT:
        lose(state, "thirteen cards")
    else:
        state.go_on()


def morale_drop(state: State) -> int:
    """The cards in hands and the Recruit's tokens, but within bounds (ruling 54); then the Hard Knock (ruling 38) and
    what the Order says."""
    least, most = orders.bounds_of_drop(state, LEAST_DROP, MOST_DROP_DUO if state.duo else MOST_DROP)
    drop = min(most, max(least, cards_in_hands(state) + state.tokens))
    drop += any(state.has(veteran, DEMORALIZED) for veteran in state.veterans)
    return orders.change_of_drop(state, drop)


def hand_over(state: State) -> None:
    """The leader's token goes to the left and the one who had it gets a Speech token, but not under a tyrant."""
    state.mission += 1
    if state.solo:
        state.leader = (state.active + 1) % len(state.veterans)
        state.say(Event(LeaderChanged(state.leader)))
    elif not any(state.has(veteran, TYRANNICAL) for veteran in state.veterans):
        previous, state.leader = state.leader, state.left_of(state.leader)
        gets = previous if state.supply else None
        if gets is not None:
            state.supply -= 1
            state.speeches[gets] += 1
        state.say(Event(LeaderChanged(state.leader, gets)))
    state.go_to(orders.draw_more)


def lose(state: State, defeat: Defeat) -> None:
    """Among defeats it counts how many cards the team was rid of."""
    finish(state, False, float(len(state.discarded) + sum(map(len, state.knocks))), defeat)


def finish(state: State, won: bool, score: float, defeat: Defeat | None = None) -> None:
    """The end of the game, or of a chapter of the campaign."""
    if state.options.campaign is None:
        state.end(TeamResult(won, score))
        state.say(Event(GameOver(won, score, defeat)))
    else:
        campaign.end_chapter(state, won, score, defeat)


def cards_in_hands(state: State) -> int:
    """Of all veterans together."""
    return sum(map(len, state.hands))
