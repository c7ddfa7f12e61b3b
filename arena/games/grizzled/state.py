"""A position, and the one line of steps that every mission is: `MISSION`.

See `arena.games.steps` for what a step is. The steps are told where the rulebook tells them: `missions` begins and ends
one, `orders` and `recruits` come into it, `actions` are the turns in it, `landing` and `effects` what they set off,
`helping` the Helping Hands, `support` what comes of the tiles, `campaign` what lies between two chapters.

Seats and veterans are two things: with three or four seats each has one veteran, with two each has two (duo), and one
seat has three that share a hand (solo).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.games.deal import Deal, Stream
from arena.games.grizzled import (
    actions,
    campaign,
    effects,
    helping,
    landing,
    missions,
    orders,
    piles,
    recruits,
    support,
)
from arena.games.grizzled.deck import CHARMS, RECRUITS, THREATS, TRIALS
from arena.games.grizzled.moves import DONE, WITHDRAW, AnyMove
from arena.games.grizzled.options import VETERANS, Options, SetUp, check_seats, set_up_of
from arena.games.grizzled.pending import Gift, Landing, Removal, Shedding
from arena.games.grizzled.view import Memory, PublicView, Stage, View, build_memory, build_public, build_view
from arena.games.interface import Move, TeamResult
from arena.games.steps import Step, Stepwise

MISSION: Final = (
    # how a chapter begins
    Step(missions.choose_veterans, missions.veteran_chosen),
    Step(missions.choose_first, missions.first_chosen),
    Step(helping.keep, helping.kept),
    # how a mission begins
    Step(orders.draw_more, orders.more_drawn),
    Step(orders.draw, orders.chosen),
    Step(missions.choose_intensity, missions.intensity_chosen),
    Step(missions.deal_cards),
    Step(recruits.arrive),
    Step(missions.open_up, missions.opened_up),
    # each turn, until all have withdrawn or three threats are alike
    Step(actions.act, actions.acted),
    Step(actions.listen, actions.listened),
    Step(actions.advise, actions.advised),
    Step(actions.lose_tile, actions.tile_lost),
    Step(actions.place_tile, actions.tile_placed),
    Step(actions.leave),
    # what an action has set off
    Step(orders.buy_off, orders.bought_off),
    Step(effects.give, effects.given),
    Step(effects.arrange, effects.arranged),
    Step(landing.land, landing.landed),
    Step(landing.spring, landing.sprung),
    Step(effects.relieve, effects.relieved),
    Step(actions.stumble),
    Step(landing.play_on, landing.played_on),
    Step(effects.shed, effects.was_shed),
    Step(missions.check, missions.escaped),
    Step(recruits.depart, recruits.thanked),
    Step(actions.fill, actions.filled),
    Step(actions.next_turn),
    # how it ends
    Step(support.spare, support.was_spared),
    Step(support.reveal),
    Step(support.vote, support.voted),
    Step(support.take_back, support.taken_back),
    Step(support.settle),
    Step(support.comfort, support.comforted),
    Step(missions.judge),
    Step(missions.drop_morale, missions.softened),
    Step(missions.hand_over),
    # between two chapters
    Step(campaign.reward, campaign.rewarded),
    Step(campaign.banish, campaign.was_banished),
    Step(campaign.play_again, campaign.played_again),
    Step(campaign.go_on),
)
"""The steps of a mission; after `hand_over` the next one begins."""


class State(Stepwise):
    """One position; see `arena.games.interface.State`. Lists are by veteran, those of what is known by seat."""

    line = MISSION
    lists = (
        "names", "helping", "set_aside", "ready", "hands", "knocks", "tiles", "placed", "picks", "withdrawn",
        "has_played", "speeches", "advice", "known", "known_top", "known_orders",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int, deal: Deal) -> None:
        """An empty table."""
        super().__init__()
        self.options = options
        self.seats = seats
        self.deal = deal
        self.veterans = range(VETERANS[seats])
        self.solo, self.duo = seats == 1, seats == 2
        count = len(self.veterans)
        self._own = tuple(
            [tuple([veteran for veteran in self.veterans if self.seat_of(veteran) == seat]) for seat in range(seats)]
        )

        self.stage: Stage = "intensity"
        self.moment: str | None = None
        self.asked: dict[int, int] = {}
        self.result: TeamResult | None = None

        # the campaign
        self.chapter = options.chapter
        self.earned, self.missed = options.saved.earned, options.saved.missed
        self.banished = options.saved.banished
        self.rewards_offered: tuple[str, ...] = ()
        self.rewards = 0
        self.chapter_won: bool | None = None
        self.so_far = options.saved.so_far
        self.tries = 1
        self.dealt = options.saved.veterans
        self.concealed = options.helping_hands and not options.open_helping_hands
        self.helping: list[tuple[str, ...]] = [*options.saved.hands] or [()] * count
        self.set_aside: list[tuple[str, ...]] = [()] * seats
        held = [hand for hands in self.helping for hand in hands]
        self.helped = tuple([hand for hand in sorted(options.saved.earned) if hand not in held])

        self.clear_table()

    def clear_table(self) -> None:
        """As it is before a chapter: no piles, and nothing from an earlier one."""
        count = len(self.veterans)
        self.set_up: SetUp = set_up_of(self.options, self.seats, self.chapter, self.banished)
        self.names: list[str | None] = [None] * count

        self.mission = 1
        self.turn = 0
        self.intensity = 0
        self.leader = 0
        self.active = 0
        self.success: bool | None = None
        self.luck_used: tuple[str, ...] = ()
        self.filling = False
        self.played = False
        self.spoken: str | None = None
        self.listeners: tuple[int, ...] = ()
        self.supported: int | None = None
        self.removals = 0
        self.draws: dict[str, int] = {}  # how often each kind of luck was drawn in this chapter

        self.trials: tuple[str, ...] = ()
        self.reserve: tuple[str, ...] = ()
        self.land: tuple[str, ...] = ()
        self.discarded: tuple[str, ...] = ()
        self.returned: tuple[str, ...] = ()
        self.supply = 0
        self.solo_tiles: tuple[str, ...] = ()

        self.ready = [True] * count
        self.hands: list[tuple[str, ...]] = [()] * count
        self.knocks: list[tuple[str, ...]] = [()] * count
        self.attached: tuple[str, ...] = ()
        self.tiles: list[tuple[str, ...]] = [()] * count
        self.placed: list[str | None] = [None] * count
        self.picks: list[str | None] = [None] * count
        self.withdrawn = [False] * count
        self.has_played = [False] * count
        self.speeches = [0] * count
        self.advice: list[int | None] = [None] * count

        # what seats know of cards that they do not see
        self.known: list[tuple[tuple[str, ...], ...]] = [((),) * count for _ in range(self.seats)]
        self.known_top: list[tuple[str | None, ...]] = [()] * self.seats
        self.known_orders: list[tuple[str, ...]] = [()] * self.seats

        self.order_deck: tuple[str, ...] = ()
        self.orders: tuple[str, ...] = ()
        self.order: str | None = None
        self.orders_gone: tuple[str, ...] = ()
        self.order_draw = orders.DRAWN
        self.refused = False

        self.recruit_deck: tuple[str, ...] = ()
        self.recruit: str | None = None
        self.recruit_hand: tuple[str, ...] = ()
        self.tokens = 0
        self.recruit_after = 0
        self.recruit_inside = False
        self.recruit_acted = False
        self.recruits_gone: tuple[str, ...] = ()

        # see `Pending`
        self.offered: tuple[tuple[str, ...], ...] = ()
        self.helpers: tuple[int, ...] = ()
        self.declined = False  # whether nobody used what was just offered; never at a decision
        self.openings: tuple[str, ...] = ()
        self.landing: tuple[Landing, ...] = ()
        self.trap: int | None = None
        self.plays = 0
        self.fresh: tuple[str, ...] = ()
        self.leaving: int | None = None
        self.stumbling: int | None = None
        self.removing: tuple[Removal, ...] = ()
        self.giving: tuple[Gift, ...] = ()
        self.shedding: tuple[Shedding, ...] = ()
        self.looking = 0
        self.thanks: str | None = None
        self.spared = False
        self.revealed: tuple[str | None, ...] = ()
        self.tied: tuple[int, ...] = ()

    # -- what the referee asks

    def default(self, seat: int) -> AnyMove:
        """To withdraw where possible, else nothing more, else the first legal move."""
        moves = self.choices[seat]
        return next((move for move in (WITHDRAW, DONE) if move in moves), moves[0])

    def public(self) -> PublicView:
        """What anybody who stands at the table sees."""
        return build_public(self)

    def view(self, seat: int) -> View:
        """What the seat sees."""
        return build_view(self, seat)

    def memory(self, seat: int) -> Memory:
        """What the seat was shown and still holds."""
        return build_memory(self, seat)

    def outcome(self) -> TeamResult | None:
        """Peace or defeat, and a score; None before the end. See `missions.finish` and `campaign.go_on`."""
        return self.result

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats that are to act, and all that follows from them without a decision."""
        chosen = {self.asked[seat]: move for seat, move in self.answers(moves).items()}
        self.events = []
        self.choices, self.asked, self.moment = {}, {}, None
        MISSION[self.at].make(self, chosen)
        self.advance()

    # -- the course of a mission

    def advance(self) -> None:
        """Take step after step until somebody is asked, or the game is over.

        A decision is asked for even if the hand leaves no choice: to skip it would tell what the hand holds.
        """
        while not self.choices and self.result is None:
            MISSION[self.at].take(self)

    def ask(self, stage: Stage, choices: Mapping[int, tuple[AnyMove, ...]]) -> None:
        """The step that is being taken needs a decision for each of these veterans, no two of them of one seat."""
        self.stage = stage
        for veteran in sorted(choices):
            seat = self.seat_of(veteran)
            self.asked[seat], self.choices[seat] = veteran, choices[veteran]
            if self.duo:
                for hand in self.own(seat) if stage == "speech" else (veteran,):
                    piles.look_at_hand(self, hand)

    def end(self, result: TeamResult) -> None:
        """Nobody is asked any more."""
        self.stage, self.choices, self.result = "over", {}, result

    def offered_to(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """The Helping Hands that the veterans of a seat keep one of; nothing for others."""
        return tuple([hands if self.seat_of(one) == seat else () for one, hands in enumerate(self.offered)])

    # -- seats, veterans and hands

    def seat_of(self, veteran: int) -> int:
        """Who decides for a veteran."""
        return 0 if self.solo else veteran // 2 if self.duo else veteran

    def hand_of(self, veteran: int) -> int:
        """Whose list entry its hand is: one player has one hand for all."""
        return 0 if self.solo else veteran

    def own(self, seat: int) -> tuple[int, ...]:
        """The veterans of a seat."""
        return self._own[seat]

    def one_of_each_seat(self, veterans: Iterable[int]) -> list[int]:
        """The first of these of each seat: a player decides for one veteran after the other."""
        first: dict[int, int] = {}
        for veteran in veterans:
            first.setdefault(self.seat_of(veteran), veteran)
        return list(first.values())

    def always_open(self, seat: int, veteran: int) -> bool:
        """Whether the seat may look at that hand at any time."""
        return self.seat_of(veteran) == seat and (not self.duo or self.options.see_both_hands)

    def open_hands(self, seat: int) -> Sequence[int]:
        """Whose hands the seat may look at now."""
        if self.solo:
            return [0]
        if not self.duo or self.options.see_both_hands:
            return self.own(seat)
        if seat not in self.asked:
            return []
        # One hand at a time, but for a Speech: who hears it may look at both (p.15, ruling 81).
        return self.own(seat) if self.stage == "speech" else [self.asked[seat]]

    def charm(self, veteran: int) -> str | None:
        """The threat of its charm; None before it has been chosen who it is."""
        name = self.names[veteran]
        return None if name is None else CHARMS[name]

    def clockwise(self, first: int) -> Iterator[int]:
        """All veterans in playing order."""
        count = len(self.veterans)
        return ((first + i) % count for i in range(count))

    def left_of(self, veteran: int) -> int:
        """The next in playing order."""
        return (veteran + 1) % len(self.veterans)

    def inside(self) -> list[int]:
        """The veterans that have not withdrawn."""
        return [veteran for veteran in self.veterans if not self.withdrawn[veteran]]

    def has(self, veteran: int, knock: str) -> bool:
        """Whether a Hard Knock is attached to it."""
        return knock in self.knocks[veteran]

    def with_us(self, recruit: str) -> bool:
        """Whether that Recruit is in the mission."""
        return self.recruit_inside and self.recruit == recruit

    # -- what all steps use

    def threats(self) -> dict[str, int]:
        """The active threats with their numbers: in No Man's Land, from Orders, and on those in the mission, veterans
        and a Recruit (ruling 19)."""
        counts = dict.fromkeys(THREATS, 0)
        for card in self.land:
            for threat in TRIALS[card].shows:
                counts[threat] += 1
        for veteran in self.veterans:
            if not self.withdrawn[veteran]:
                for knock in self.knocks[veteran]:
                    for threat in TRIALS[knock].shows:
                        counts[threat] += 1
        if self.orders:
            for threat in orders.added(self):
                counts[threat] += 1
        if self.recruit is not None and self.recruit_inside and (shown := RECRUITS[self.recruit].shows):
            counts[shown] += 1
        if (spared := helping.same_village(self, counts)) is not None:
            counts[spared] -= 1
        return counts

    def luck(self) -> tuple[str, ...]:
        """The Luck cards in No Man's Land whose symbol has not stopped a Trap in this mission, the oldest first: that
        one is the next to do so (ruling 44). There is one of each."""
        if not self.set_up.luck:
            return ()
        return tuple([card for card in self.land if TRIALS[card].luck and card not in self.luck_used])

    def random(self, kind: str) -> Any:
        """A stream of the deal for a piece of luck of which there may be more in a chapter."""
        number = self.draws.get(kind, 0)
        self.draws = {**self.draws, kind: number + 1}
        return self.stream(kind, self.chapter, number)

    def stream(self, *name: object) -> Stream:
        """Of the deal; boot camp that is played once more has another luck."""
        return self.deal.stream(*name) if self.tries == 1 else self.deal.stream(*name, "try", self.tries)


def new(options: Options, seats: int, deal: Deal) -> State:
    """A game at its first decision. Raises ValueError for a number of seats that the game is not for, and for options
    that do not fit it."""
    check_seats(options, seats)
    return set_up(options, seats, deal)


def set_up(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of a game whose options fit."""
    state = State(options, seats, deal)
    missions.begin_game(state)
    state.advance()
    return state
