"""Events as sentences: one line each, that say what the body says and no more."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import Struct

from arena.games import Deal, plain
from arena.games.gangsta import GAME, Options, events, new
from arena.games.gangsta.events import (
    Activated,
    Announced,
    Began,
    ChapterBegan,
    ChapterEnded,
    Discarded,
    Discharged,
    Displayed,
    Diverted,
    GameOver,
    GangWar,
    Lost,
    Offered,
    OpportunityIncome,
    Passed,
    Peeked,
    Performed,
    Printed,
    Recruited,
    Reshuffled,
    ResourceActivated,
    Revealed,
    Robbed,
    Score,
    Snitched,
    Synchronised,
    Targeted,
    Taught,
    TurnBegan,
    Woke,
    WokeAll,
)
from arena.games.gangsta.moves import PASS

ONE, OTHER = Score(3, 4, 0, 2, 2), Score(1, 5, 0, 0, 0)
SENTENCES: list[tuple[Struct, str]] = [
    (
        Began(("bratva boss", "mafia boss"), (8, 9)),
        "seat 0 has the bratva boss (Leader + Sniper) and 8$, seat 1 has the mafia boss (Leader + Hacker) and 9$",
    ),
    (Offered(), "every seat is offered two resources"),
    (Offered(("bank", "media")), "every seat is offered two resources (bank, media)"),
    (Revealed(("bank", "hospital")), "seat 0 keeps bank, seat 1 keeps hospital"),
    (Revealed(("bank", "hospital"), "media"), "seat 0 keeps bank, seat 1 keeps hospital (media was not kept)"),
    (
        ChapterBegan(2, ("casino 2a", "casino 2c")),
        "chapter 2 begins with casino 2a (needs Leader + 2 Brawler; 2$, 2 influence), "
        "casino 2c (needs Mercenary + Brawler + Hacker; 4$)",
    ),
    (
        ChapterBegan(1, ("hack attack 1b",), ("mafia 1",)),
        "chapter 1 begins with hack attack 1b (needs Hacker; 1$, 1 influence); the reserve: mafia 1 (Informant, 3$)",
    ),
    (TurnBegan(7, 1, 5), "turn 7: seat 1, with 5$"),
    (TurnBegan(7, 1, 5, extra=True), "turn 7: seat 1 plays again, with 5$"),
    (Printed(2), "seat 2 prints 1$"),
    (Peeked(2, "heists"), "seat 2 looks at the top of the pile of heists"),
    (Peeked(2, "heists", "snitch 2a"), "seat 2 looks at the top of the pile of heists: a snitch (2 Informants)"),
    (
        Peeked(2, "gangsters", "cartel 6"),
        "seat 2 looks at the top of the pile of gangsters: cartel 6 (2 Mercenary + Informant, 7$)",
    ),
    (Synchronised(0), "seat 0's whole gang was Activated: synchronisation makes it Available"),
    (Woke(0, "mafia 1"), "seat 0 makes mafia 1 Available"),
    (Woke(0, "mafia 1", 1), "seat 0 makes mafia 1 Available for 1$"),
    (WokeAll(0), "seat 0 makes its whole gang Available"),
    (WokeAll(0, 1), "seat 0 makes its whole gang Available for 1$"),
    (Recruited(0, "mafia 1", 2), "seat 0 recruits mafia 1 (Informant) for 2$"),
    (Recruited(0, "mafia 1", 1, True), "seat 0 recruits mafia 1 (Informant) from the top of the pile for 1$"),
    (ResourceActivated(1, "private jet"), "seat 1's private jet becomes active"),
    (Announced(1, "hack attack 1b"), "seat 1 begins hack attack 1b (needs Hacker)"),
    (Announced(1, "hack attack 1b", "H"), "seat 1 begins hack attack 1b (needs Hacker), without a Hacker"),
    (
        Announced(1, "hack attack 1b", None, True),
        "seat 1 begins hack attack 1b (needs Hacker) from the top of the pile, for 1$",
    ),
    (Activated(1, 1, "mafia 1", "I"), "seat 1 sends mafia 1: Informant"),
    (Activated(1, 0, "cartel 6", "MM"), "seat 1 sends seat 0's cartel 6: 2 Mercenary"),
    (Performed(1, "casino 1b", 4), "seat 1 has performed casino 1b for 4$"),
    (
        Performed(1, "casino 2b", 0, 2, (0, 1)),
        "seat 1 has performed casino 2b for 2 influence; seat 0, seat 1 get 2$ each",
    ),
    (Performed(1, "supermarket 1c", 0), "seat 1 has performed supermarket 1c"),
    (Taught(0, "mafia 1", "L"), "seat 0's mafia 1 learns to be a Leader"),
    (Robbed(0, 1, 2), "seat 0 robs seat 1 of 2$"),
    (Targeted(0, 1), "seat 0 sends an assassin to seat 1"),
    (Lost(0, "mafia 1", "snitch"), "seat 0 loses mafia 1 (snitch)"),
    (Lost(0, "mafia 1", "gang war", True), "seat 0 loses mafia 1 (gang war) to its hospital"),
    (Diverted(0, 1, "mafia 1"), "seat 0 diverts seat 1's mafia 1"),
    (Passed(0, 3), "seat 0 passes for 3$"),
    (Discharged(0, "mafia 1"), "seat 0 takes mafia 1 back from its hospital"),
    (Discarded(0, "hack attack 1b"), "seat 0 puts hack attack 1b (needs Hacker; 1$, 1 influence) away"),
    (Discarded(0, "mafia 1"), "seat 0 puts mafia 1 (Informant, 3$) away"),
    (Displayed("hack attack 1b"), "new on display: hack attack 1b (needs Hacker; 1$, 1 influence)"),
    (Reshuffled("heists", 4), "the pile of heists has run out: the 4 that were put away are shuffled"),
    (Snitched("snitch 2c", (4, 0, 1)), "a snitch turns up (4 Informants): seat 0 pays 4$, seat 2 pays 1$"),
    (Snitched("snitch 2c", (0, 0)), "a snitch turns up (4 Informants): nobody pays"),
    (ChapterEnded(2, 1), "chapter 2 ends with seat 1's new gangster"),
    (OpportunityIncome((0, 2)), "opportunity income: seat 0 gets 0$, seat 1 gets 2$"),
    (GangWar((3, 1), 0), "gang war, Mercenaries: seat 0 shows 3, seat 1 shows 1; seat 0 wins"),
    (GangWar((3, 3), None), "gang war, Mercenaries: seat 0 shows 3, seat 1 shows 3; nobody wins alone"),
    (
        GameOver("gang of nine", (ONE, OTHER), (1, 2)),
        "the game ends (gang of nine): seat 0 wins with 11 influence; "
        "seat 0 11 (heists 3, gang 4, money 2, majorities 2), seat 1 6 (heists 1, gang 5)",
    ),
    (
        GameOver("turn limit", (ONE, ONE), (1, 1)),
        "the game ends (turn limit): seat 0 and seat 1 share the win with 11 influence; "
        "seat 0 11 (heists 3, gang 4, money 2, majorities 2), "
        "seat 1 11 (heists 3, gang 4, money 2, majorities 2)",
    ),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES)
def test_sentences(event: Struct, words: str) -> None:
    """Seats from 0, skills written out; only what the event says."""
    assert plain(GAME.tell(event)) == words


KINDS = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Struct)} - {
    Struct,
    Score,
}
"""All event bodies that there are."""


def test_every_kind_has_a_sentence_here() -> None:
    """None is forgotten above."""
    assert {type(event) for event, _ in SENTENCES} == KINDS


@pytest.mark.parametrize("skill", "IMSBHL")
def test_skills_have_their_article(skill: str) -> None:
    """An Informant, a Hacker."""
    article = "an" if skill == "I" else "a"
    assert f" to be {article} " in plain(GAME.tell(Taught(0, "mafia 3", skill)))
    assert f"without {article} " in plain(GAME.tell(Announced(0, "hack attack 2a", skill)))


def test_all_that_happens_can_be_told() -> None:
    """In random games with both variants, to everybody: one line each, and the public one has nothing private in it."""
    kinds: set[type[Struct]] = set()
    for number in range(24):
        rng, seats = Random(number), GAME.seats[number % 3]
        state = new(Options(families=True, resources=True), seats, Deal(f"words {number}"))
        while True:
            for event in state.events:
                kinds.add(type(event.shown))
                public = plain(GAME.tell(event.shown))
                for seat in (None, *range(seats)):
                    words = plain(GAME.tell(event.seen_by(seat)))
                    assert words == words.strip() != ""
                    assert "\n" not in words
                    assert "None" not in words
                    # A private sentence is the public one and what that seat knows of it.
                    assert words.startswith(public)
            if not state.to_act():
                break
            moves = {seat: state.legal(seat) for seat in state.to_act()}
            state.apply({seat: rng.choice([one for one in of if one != PASS] or of) for seat, of in moves.items()})
    assert len(kinds) > len(KINDS) - 5


@pytest.mark.parametrize(
    ("private", "public"),
    [
        (Peeked(0, "heists", "casino 1a"), Peeked(0, "heists")),
        (Peeked(0, "gangsters", "mafia 1"), Peeked(0, "gangsters")),
        (Offered(("bank", "media")), Offered()),
        (Revealed(("bank", "hospital"), "media"), Revealed(("bank", "hospital"))),
    ],
)
def test_what_is_private_is_told_only_in_the_private_sentence(private: Struct, public: Struct) -> None:
    """The card is named in the one and not in the other."""
    assert plain(GAME.tell(private)) != plain(GAME.tell(public))
    for secret in ("casino", "mafia", "media"):
        assert secret not in plain(GAME.tell(public))


def test_what_is_no_event() -> None:
    """Raises TypeError."""
    with pytest.raises(TypeError, match="not an event"):
        GAME.tell(PASS)
