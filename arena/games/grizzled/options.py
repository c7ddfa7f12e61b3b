"""The options of a game, and the set-up that follows from them for each chapter."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from arena.games.grizzled.deck import (
    CHAPTERS,
    CHARMS,
    HELPING_HANDS,
    LAST_CHAPTER,
    RECRUITS,
    OrderDeck,
    Special,
    Stock,
    trial_cards,
)

SEAT_OF: Final = {1: (0, 0, 0), 2: (0, 0, 1, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The seat that decides for each veteran, by the number of seats."""
SEATS: Final = tuple(SEAT_OF)
VETERANS: Final = {seats: len(seat_of) for seats, seat_of in SEAT_OF.items()}
"""The number of veterans, by the number of seats."""
OWN: Final = {
    seats: tuple([tuple([veteran for veteran, of in enumerate(seat_of) if of == seat]) for seat in range(seats)])
    for seats, seat_of in SEAT_OF.items()
}
"""The veterans of each seat, by the number of seats."""
FIRST_INTENSITY: Final = 3
MOST_IN_A_CHAPTER: Final = 200
"""A score that no chapter exceeds: 100 and the cards of the reserve."""


class Saved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign between two chapters, to go on with (p.13): the Veterans and the Helping Hands that each of them still
    holds, the Trial cards that were banished, all Helping Hands that were earned and that were missed so far, and the
    sum of the scores of the chapters."""

    veterans: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    banished: tuple[str, ...] = ()
    earned: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    so_far: float = 0.0


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can agree on.

    A single game: `trials`: the `base` cards (59, all exact), or all 68 of the `armistice`, some of which are
    reconstructed. `veteran` deals 30 instead of 25 of the base cards into the Trials pile. `traps` and `luck`: whether
    those symbols count; without Traps the Hard Knock Aggressive is left out. `orders`: a deck of Orders of the Day of
    that difficulty, `recruits`: how many are in their deck (the rulebook takes 5), `helping_hands`: whether everybody
    begins with one of two, for its own eyes only unless `open_helping_hands`. For one seat only the first four.

    `campaign`: the `whole` of it from `chapter` on (0 is boot camp), or that `chapter` alone; the chapters say what it
    is played with, and `saved` is what earlier ones have left.

    `veterans`: whether they are `chosen` by the players at the start of every chapter (p.4), or `dealt`, once for a
    whole campaign (ruling 83). `first` is the leader's seat; null: the deal draws it. `free_intensity`: whether the
    leader may deal more than the three cards that are fixed for a first mission, of a game without Orders and of every
    chapter (ruling 4). `advice`: who withdraws may first name, for all to hear, whom the others should support (p.13);
    any other talk there is none (ruling 86).

    Open questions of the rulebook: `hand_limit_check`, when 13 cards in hands lose (ruling 56): at `step5`, as the
    numbered procedure of p.7 and 8 has it, or `always`, as p.10 says in passing ("at any moment"), and then after each
    complete action. `reserve_check`, the same for a reserve that is emptied in the middle of a mission: p.4 tests it
    "during a drop of morale", the "as soon as" of p.8 stands in step 5 as well; what both leave open is whether cards
    that go back to the reserve before the drop can save it (here they can, at `step5`). `speech_tokens`,
    whether a used one comes back to the supply (ruling 14); `base_speech_tokens`, the base game's fewer tokens at four
    seats (ruling 3); `see_both_hands`, for two seats: whether a player may look at both of its hands (ruling 81).
    """

    trials: Literal["base", "armistice"] = "armistice"
    veteran: bool = False
    traps: bool = True
    luck: bool = True
    orders: OrderDeck | None = None
    recruits: int = 0
    helping_hands: bool = False
    open_helping_hands: bool = False
    campaign: Literal["whole", "chapter"] | None = None
    chapter: int = 1
    saved: Saved = Saved()
    veterans: Literal["chosen", "dealt"] = "chosen"
    first: int | None = None
    free_intensity: bool = False
    advice: bool = False
    hand_limit_check: Literal["step5", "always"] = "step5"
    reserve_check: Literal["step5", "always"] = "step5"
    speech_tokens: Literal["spent", "returned"] = "spent"
    base_speech_tokens: bool = False
    see_both_hands: bool = False

    def __post_init__(self) -> None:
        if self.first is not None and self.first < 0:
            raise ValueError(f"first: a seat is numbered from 0, not {self.first}; null draws it")
        if self.veteran and self.trials != "base":
            raise ValueError("veteran: only the base cards have two sizes of the Trials pile; set trials: base")
        if not 0 <= self.recruits <= len(RECRUITS):
            raise ValueError(f"recruits: there are {len(RECRUITS)} of them, so 0 to {len(RECRUITS)}")
        if self.open_helping_hands and not self.helping_hands:
            raise ValueError("open_helping_hands: there are none without helping_hands, and in a campaign all lie open")
        if self.campaign is None:
            if (self.chapter, self.saved) != (1, Saved()):
                raise ValueError("chapter and saved are for a campaign: set campaign: whole or campaign: chapter")
            return
        if not 0 <= self.chapter <= LAST_CHAPTER:
            raise ValueError(f"chapter: there are 0 (boot camp) to {LAST_CHAPTER}, not {self.chapter}")
        own = (self.trials, self.veteran, self.orders, self.recruits, self.helping_hands)
        if own != ("armistice", False, None, 0, False) or not (self.traps and self.luck):
            raise ValueError("in a campaign the chapters say what it is played with: leave out trials, veteran, "
                             "traps, luck, orders, recruits and helping_hands")  # fmt: skip
        self._check_saved()

    def _check_saved(self) -> None:
        saved = self.saved
        if len({*saved.veterans}) < len(saved.veterans) or not {*saved.veterans} <= CHARMS.keys():
            raise ValueError("saved: veterans are names of different Grizzled")
        done = [*saved.earned, *saved.missed]
        if len({*done}) < len(done) or not {*done} <= HELPING_HANDS.keys():
            raise ValueError("saved: earned and missed are names of different Helping Hands")
        if not 0 <= saved.so_far <= MOST_IN_A_CHAPTER * self.chapter:
            raise ValueError(
                f"saved: so_far is the sum of the scores of the chapters before chapter {self.chapter}, "
                f"0 to {MOST_IN_A_CHAPTER * self.chapter}, not {saved.so_far:g}"
            )
        held = [hand for hands in saved.hands for hand in hands]
        if len({*held}) < len(held) or not {*held} <= {*saved.earned}:
            raise ValueError("saved: hands may only hold Helping Hands that were earned, each once")
        stock = [*trial_cards(Stock(LAST_CHAPTER, base=False, traps=True, solo=False))]
        for card in saved.banished:
            if card not in stock:
                raise ValueError(f"saved: {card!r} cannot be banished: there is no such Trial card (any more)")
            stock.remove(card)
        most = sum(plan.offered > 0 for plan in CHAPTERS[: self.chapter])
        if len(saved.banished) > most:
            raise ValueError(
                f"saved: before chapter {self.chapter} at most {most} cards can have been banished, "
                f"not {len(saved.banished)}"
            )


class SetUp(Struct, frozen=True):
    """What a chapter is played with; a single game is one chapter. `pile` is the size of the Trials pile, `first` the
    intensity of the first mission, None where its Order says it (ruling 4)."""

    stock: Stock
    pile: int
    traps: bool
    luck: bool
    orders: OrderDeck | None
    recruits: int
    first: int | None
    special: Special | None = None


def set_up_of(options: Options, seats: int, chapter: int, banished: tuple[str, ...]) -> SetUp:
    """The set-up of a chapter of the campaign, or of the single game, whatever `chapter` says then."""
    solo = seats == 1
    if options.campaign is None:
        base = options.trials == "base"
        return SetUp(
            Stock(LAST_CHAPTER, base, options.traps, solo),
            25 if base and not options.veteran else 30,
            options.traps,
            options.luck and options.traps,
            options.orders,
            options.recruits,
            FIRST_INTENSITY if options.orders is None else None,
        )
    plan = CHAPTERS[chapter]
    everything = trial_cards(Stock(chapter, base=False, traps=True, solo=solo))
    gone = tuple([card for card in banished if card in everything])
    return SetUp(
        Stock(chapter, False, True, solo, gone),
        plan.trials,
        plan.symbols,
        plan.symbols,
        plan.orders,
        plan.recruits,
        plan.first,
        plan.special,
    )


def speech_tokens(options: Options, seats: int) -> int:
    """The number of Speech tokens: five; or four, as in the base game, with four seats if the options say so (ruling
    3).
    """
    return 4 if options.base_speech_tokens and seats == 4 else 5


def check_seats(options: Options, seats: int) -> None:
    """Raises ValueError for a number of seats that the game is not for, and for options that do not fit it."""
    if seats not in SEATS:
        raise ValueError(f"grizzled is for {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    if options.first is not None and options.first >= seats:
        raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
    if seats == 1 and (options.orders or options.recruits or options.helping_hands or options.campaign):
        raise ValueError("one seat plays the single game without Orders, Recruits, Helping Hands and campaign (p.14)")
    if options.saved.veterans and len(options.saved.veterans) != VETERANS[seats]:
        raise ValueError(f"saved: there are {VETERANS[seats]} veterans with {seats} seats, not "
                         f"{len(options.saved.veterans)}")  # fmt: skip
    if options.advice and seats == 1:
        raise ValueError("advice: one seat has nobody to advise")
    if options.saved.hands and len(options.saved.hands) != VETERANS[seats]:
        raise ValueError(
            f"saved: hands are a list for each veteran, {VETERANS[seats]} with {seats} seats, "
            f"and there are {len(options.saved.hands)}"
        )
