"""How a chapter ends, and what lies between two chapters of the campaign (p.8): rewards, banishing, and how it all
ends. Rulings 71, 72 and 85."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.grizzled import chapters, effects, moves, piles
from arena.games.grizzled.deck import CHAPTERS, ENDINGS, HELPING_HANDS, LAST_CHAPTER
from arena.games.grizzled.events import Banished, CampaignSaved, ChapterEnded, GameOver, Kept
from arena.games.grizzled.moves import Again, AnyMove, Banish, Done, Take
from arena.games.grizzled.options import MOST_IN_A_CHAPTER, Saved, set_up_of
from arena.games.grizzled.position import Position
from arena.games.interface import Event, TeamResult

RESERVE_FOR_A_REWARD = 6
"""How many cards must be left in the reserve for each reward after the first."""
MOST_TRIES = 3
"""How often boot camp is played at most."""
WORST = "worst"
"""The name of the ending for fewer points than any other ending takes."""
GOOD = "good"
"""The name of the ending from which on a campaign counts as won."""
FEWEST_POINTS = -31
"""The points of a campaign in which all 23 Helping Hands were missed and a card was banished after each of eight
chapters."""
SCORES = float(MOST_IN_A_CHAPTER * len(CHAPTERS))
"""A number above the sum of the scores of all chapters, however well they went."""


def end_chapter(state: Position) -> None:
    """A single game is over with its chapter. In the campaign Helping Hands can be earned: how many depends on the
    reserve that is left, and a lost chapter earns none."""
    won, score, defeat = bool(state.chapter_won), state.chapter_score, state.defeat
    if state.options.campaign is None:
        state.end(TeamResult(won, score))
        state.say(Event(GameOver(won, score, defeat)))
        return
    offered = CHAPTERS[state.chapter].offered
    left = sorted(HELPING_HANDS.keys() - {*state.earned, *state.missed})
    drawn = state.stream("rewards", state.chapter).shuffled(left)[:offered]
    state.rewards_offered = tuple(sorted(drawn))
    state.rewards = min(offered, 1 + len(state.reserve) // RESERVE_FOR_A_REWARD) if won else 0
    state.so_far += score
    # Whoever still holds cards may banish one of them, the leader first.
    state.leaving = state.leader
    state.say(Event(ChapterEnded(state.chapter, won, score, state.rewards_offered, defeat)))
    state.go_on()


def reward(state: Position) -> None:
    """Helping Hands that were earned are shared out freely (p.9): the leader says who gets which, one by one, for the
    group (ruling 85). Those that are left over are missed."""
    if state.rewards and state.rewards_offered:
        ways = [Take(hand, veteran) for hand in state.rewards_offered for veteran in state.veterans]
        state.ask("reward", {state.leader: tuple(ways)})
    else:
        state.missed = tuple(sorted(state.missed + state.rewards_offered))
        state.rewards, state.rewards_offered = 0, ()
        state.go_on()


def rewarded(state: Position, chosen: Mapping[int, Take]) -> None:
    """The chosen veteran holds it for the rest of the campaign, or until it is used."""
    ((_, move),) = chosen.items()
    state.helping[move.veteran] += (move.hand,)
    state.earned = tuple(sorted((*state.earned, move.hand)))
    state.rewards_offered = piles.without(state.rewards_offered, move.hand)
    state.rewards -= 1
    state.say(Event(Kept(move.veteran, move.hand)))


def ask_banishment(state: Position) -> None:
    """After a lost chapter one card at most may be banished: each veteran is asked, from the leader on, until one does
    so (ruling 71).

    None is asked after boot camp, which has no consequences, nor after the last chapter, when it could only cost a
    point.
    """
    veteran = state.leaving
    if state.chapter_won or not CHAPTERS[state.chapter].offered or veteran is None:
        state.leaving = None
        state.go_on()
    else:
        attached = [knock for knocks in state.knocks for knock in knocks]
        cards = dict.fromkeys([*state.hands[veteran], *attached])
        ways: list[AnyMove] = [Banish(card) for card in cards]
        state.ask("banish", {veteran: (*ways, moves.DONE)})


def take_banishment(state: Position, chosen: Mapping[int, Banish | Done]) -> None:
    """Take the chosen card out of the campaign, which costs a point; after `Done` the next veteran is asked."""
    ((veteran, move),) = chosen.items()
    if isinstance(move, Banish):
        _take_away(state, veteran, move.card)
        state.banished = tuple(sorted((*state.banished, move.card)))
        state.set_up = set_up_of(state.options, state.seats, state.chapter, state.banished)
        state.leaving = None
        state.say(Event(Banished(veteran, move.card)))
    else:
        following = state.left_of(veteran)
        state.leaving = None if following == state.leader else following


def _take_away(state: Position, veteran: int, card: str) -> None:
    bearer = state.bearer(card)
    if bearer is None:
        piles.take_from_hand(state, veteran, card)
    else:
        effects.detach(state, bearer, card)


def play_again(state: Position) -> None:
    """Boot camp that was lost may be played again, which the leader decides (ruling 85): it has no consequences, so the
    score of the lost one does not count. Three times at most, as a game must end."""
    lost_boot_camp = state.chapter == 0 and not state.chapter_won and state.options.campaign == "whole"
    if lost_boot_camp and state.tries < MOST_TRIES:
        state.ask("again", {state.leader: (moves.AGAIN, moves.DONE)})
    else:
        state.go_on()


def played_again(state: Position, chosen: Mapping[int, Again | Done]) -> None:
    """Begin boot camp again, with other luck, or go on to the first chapter."""
    (move,) = chosen.values()
    if isinstance(move, Again):
        state.tries += 1
        state.chapter_won, state.so_far = None, state.options.saved.so_far
        state.clear_table()
        chapters.begin_chapter(state)
    else:
        state.go_on()


def next_chapter(state: Position) -> None:
    """Tell what can be saved, and begin the next chapter, also after a lost one (ruling 71); after the last, or the
    only one, the game is over."""
    won, score = bool(state.chapter_won), state.so_far - state.options.saved.so_far
    last = state.chapter == LAST_CHAPTER
    hands = tuple(state.helping)
    saved = Saved(
        veterans=tuple([name for name in state.names if name is not None]),
        hands=hands,
        banished=state.banished,
        earned=state.earned,
        missed=state.missed,
        so_far=state.so_far,
    )
    state.say(Event(CampaignSaved(saved)))
    if state.options.campaign == "chapter":
        state.end(TeamResult(won, score))
        state.say(Event(GameOver(won, score)))
    elif last:
        total = points(saved)
        ending = next((name for name, least in ENDINGS.items() if total >= least), WORST)
        won = total >= ENDINGS[GOOD]
        score = total - FEWEST_POINTS + state.so_far / SCORES
        state.end(TeamResult(won, score))
        state.say(Event(GameOver(won, score, None, ending, total)))
    else:
        state.chapter += 1
        state.chapter_won, state.tries = None, 1
        state.clear_table()
        chapters.begin_chapter(state)


def points(saved: Saved) -> int:
    """The points of a campaign: Helping Hands earned, less those missed and cards banished (ruling 72)."""
    return len(saved.earned) - len(saved.missed) - len(saved.banished)
