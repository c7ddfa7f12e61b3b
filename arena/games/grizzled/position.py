"""What a position is: where every card, tile and token lies, and what each seat knows of those that it does not see.

Nothing here says what may be done with them: that is told by the files of rules, each of which changes a `Position`. In
`state` it becomes a game, with the line of steps that the rules are.

Seats and veterans are two things: with three or four seats each has one veteran, with two each has two (duo), and one
seat has three that share a hand (solo). Lists are by veteran, those of what is known by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from arena.games.deal import Deal, Stream
from arena.games.grizzled.deck import CHARMS, HELPING_HANDS
from arena.games.grizzled.events import Defeat
from arena.games.grizzled.moves import AnyMove, Stage
from arena.games.grizzled.options import OWN, SEAT_OF, Options, SetUp, set_up_of
from arena.games.grizzled.pending import Gift, Landing, Removal, Shedding
from arena.games.interface import TeamResult
from arena.games.steps import Stepwise

DRAWN = 2
"""The number of Orders that a leader chooses from."""


class Position(Stepwise):
    """Everything that lies on the table, and who sits at it."""

    lists = (
        "names", "helping", "set_aside", "ready", "hands", "knocks", "tiles", "placed", "picks", "withdrawn",
        "has_played", "speeches", "advice", "known", "known_top", "known_orders",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int, deal: Deal) -> None:
        """An empty table. What the fields hold that travel is said in `view.PublicView`, `view.Memory` and
        `pending.Pending`; cards lie in a pile with the top first."""
        super().__init__()
        self.options = options
        self.seats = seats
        self.deal = deal
        self.solo, self.duo = seats == 1, seats == 2

        # seats, veterans and hands
        count = len(SEAT_OF[seats])
        self.veterans = range(count)
        self.seat_of = SEAT_OF[seats]  # the seat that decides for each veteran
        self.hand_of = [0] * count if self.solo else self.veterans  # where in `hands` that of each veteran is
        self.own = OWN[seats]  # the veterans of each seat
        self.one_at_a_time = self.duo and not options.see_both_hands  # whether a seat looks at one of its hands only

        # the decision that is due
        self.stage: Stage = "intensity"
        self.moment: str | None = None
        self.asked: dict[int, int] = {}  # the veteran that each seat decides for
        self.result: TeamResult | None = None

        # the campaign
        self.chapter = options.chapter
        self.earned, self.missed = options.saved.earned, options.saved.missed
        self.banished = options.saved.banished
        self.rewards_offered: tuple[str, ...] = ()
        self.rewards = 0
        self.chapter_won: bool | None = None
        self.chapter_score = 0.0
        self.defeat: Defeat | None = None
        self.so_far = options.saved.so_far
        self.tries = 1
        self.dealt = options.saved.veterans  # the names, once for a whole campaign

        # Helping Hands, which outlast a chapter
        self.concealed = options.helping_hands and not options.open_helping_hands
        self.helping: list[tuple[str, ...]] = [*options.saved.hands] or [()] * count
        self.set_aside: list[tuple[str, ...]] = [()] * seats
        held = [hand for hands in self.helping for hand in hands]
        self.helped = tuple([hand for hand in sorted(options.saved.earned) if hand not in held])

        self.clear_table()

    def clear_table(self) -> None:
        """Make the table as it is before a chapter: no piles, and nothing left of an earlier one."""
        count = len(self.veterans)
        self.set_up: SetUp = set_up_of(self.options, self.seats, self.chapter, self.banished)
        self.names: list[str | None] = [None] * count
        self.draws: dict[str, int] = {}  # how often each kind of luck was drawn in this chapter

        # the mission, and the turn in it
        self.mission = 1
        self.turn = 0
        self.intensity = 0
        self.leader = 0
        self.active = 0
        self.success: bool | None = None
        self.luck_used: tuple[str, ...] = ()  # cards whose Luck symbol has stopped a Trap in this mission
        self.filling = False
        self.played = False  # whether this action has played a card from a hand
        self.spoken: str | None = None
        self.listeners: tuple[int, ...] = ()
        self.supported: int | None = None  # the veteran that has won the Support of this mission
        self.removals = 0

        # piles and supplies
        self.trials: tuple[str, ...] = ()
        self.reserve: tuple[str, ...] = ()
        self.land: tuple[str, ...] = ()
        self.discarded: tuple[str, ...] = ()
        self.returned: tuple[str, ...] = ()
        self.supply = 0
        self.solo_tiles: tuple[str, ...] = ()

        # what lies before each veteran
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

        # Orders of the Day
        self.order_deck: tuple[str, ...] = ()
        self.orders: tuple[str, ...] = ()
        self.order: str | None = None
        self.orders_gone: tuple[str, ...] = ()
        self.order_draw = DRAWN
        self.refused = False

        # Recruits
        self.recruit_deck: tuple[str, ...] = ()
        self.recruit: str | None = None
        self.recruit_hand: tuple[str, ...] = ()
        self.tokens = 0
        self.recruit_after = 0
        self.recruit_inside = False
        self.recruit_acted = False
        self.recruits_gone: tuple[str, ...] = ()

        # what the last action has set off
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

    # -- decisions

    def ask(self, stage: Stage, choices: Mapping[int, tuple[AnyMove, ...]]) -> None:
        """Ask for a decision of kind `stage` for each of these veterans, no two of them of one seat; the values are
        their legal moves."""
        self.stage = stage
        for veteran in sorted(choices):
            seat = self.seat_of[veteran]
            self.asked[seat], self.choices[seat] = veteran, choices[veteran]
            if self.one_at_a_time:
                # The player takes up this hand, or at a Speech both.
                for hand in self.own[seat] if stage == "speech" else (veteran,):
                    self.know(seat, hand, self.hands[hand])

    def end(self, result: TeamResult) -> None:
        """End the game with this result; nobody is asked any more."""
        self.stage, self.choices, self.result = "over", {}, result

    # -- seats, veterans and hands

    def one_of_each_seat(self, veterans: Iterable[int]) -> list[int]:
        """The first of these veterans of each seat: a player decides for one after the other."""
        first: dict[int, int] = {}
        for veteran in veterans:
            first.setdefault(self.seat_of[veteran], veteran)
        return list(first.values())

    def open_hands(self, seat: int) -> Sequence[int]:
        """The veterans whose hands a seat may look at now."""
        if self.solo:
            return [0]
        if not self.one_at_a_time:
            return self.own[seat]
        if seat not in self.asked:
            return []
        # One hand at a time, but for a Speech: who hears it may look at both (p.15, ruling 81).
        return self.own[seat] if self.stage == "speech" else [self.asked[seat]]

    def know(self, seat: int, veteran: int, cards: tuple[str, ...]) -> None:
        """From now on the seat knows these cards, and no others, to be in that hand."""
        known = self.known[seat]
        self.known[seat] = (*known[:veteran], cards, *known[veteran + 1 :])

    def charm(self, veteran: int) -> str | None:
        """The threat of a veteran's charm; None before it has been chosen who it is."""
        name = self.names[veteran]
        return None if name is None else CHARMS[name]

    def clockwise(self, first: int) -> Iterator[int]:
        """All veterans in playing order, from `first` on."""
        count = len(self.veterans)
        return ((first + i) % count for i in range(count))

    def left_of(self, veteran: int) -> int:
        """The next veteran in playing order."""
        return (veteran + 1) % len(self.veterans)

    def inside(self) -> list[int]:
        """The veterans that have not withdrawn."""
        return [veteran for veteran in self.veterans if not self.withdrawn[veteran]]

    def has(self, veteran: int, knock: str) -> bool:
        """Whether a Hard Knock is attached to a veteran."""
        return knock in self.knocks[veteran]

    def bearer(self, knock: str) -> int | None:
        """The veteran that a Hard Knock is attached to, if there is one."""
        if knock not in self.attached:
            return None
        return next(veteran for veteran in self.veterans if knock in self.knocks[veteran])

    def with_us(self, recruit: str) -> bool:
        """Whether that Recruit is in the mission."""
        return self.recruit_inside and self.recruit == recruit

    # -- Helping Hands

    def holder(self, hand: str) -> int | None:
        """The veteran that holds a Helping Hand; None if it is used up, or was never dealt."""
        for veteran, hands in enumerate(self.helping):
            if hand in hands:
                return veteran
        return None

    def linked(self, friendship: str) -> tuple[int, int] | None:
        """The two veterans whom a friendship links: its holder and the neighbour on the left."""
        veteran = self.holder(friendship)
        return None if veteran is None else (veteran, self.left_of(veteran))

    def face_down(self, hand: str) -> bool:
        """Whether a Helping Hand lies face down, for its holder's eyes only; friendships are played at once (p.9)."""
        return self.concealed and HELPING_HANDS[hand].category != "friendship"

    # -- luck

    def stream(self, *name: object) -> Stream:
        """A stream of the deal; boot camp that is played once more has other luck."""
        return self.deal.stream(*name) if self.tries == 1 else self.deal.stream(*name, "try", self.tries)

    def random(self, kind: str) -> Stream:
        """A new stream of the deal for a piece of luck of which there may be more in a chapter."""
        number = self.draws.get(kind, 0)
        self.draws = {**self.draws, kind: number + 1}
        return self.stream(kind, self.chapter, number)
