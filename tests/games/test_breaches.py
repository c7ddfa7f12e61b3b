"""Each law is seen to fail where its breach is planted."""

from __future__ import annotations

import pytest

from arena.games import Game, laws
from tests.games.breaches import (
    AnyNumber,
    Believing,
    ChangedByLooking,
    Competitive,
    Descending,
    EarlyOutcome,
    Endless,
    ForgetfulClone,
    HalfDone,
    LeakyEvent,
    LeakyLegalNumber,
    LeakyLegalOrder,
    LeakyLength,
    LeakyMemory,
    LeakyPublicEvent,
    LeakyTurn,
    LeakyView,
    Lenient,
    LyingDefault,
    Misplaced,
    Mute,
    NegativeIndex,
    NeverOver,
    NoJson,
    NoMoves,
    NoNumber,
    NoOutcome,
    Refuses,
    Rolling,
    Rolls,
    RollsInVain,
    SharedBox,
    SharedTable,
    Surprised,
    TwiceTheMove,
    Unseeded,
    UnseededTwin,
    Verbose,
    WholeScore,
    WrongView,
)
from tests.games.test_laws import Check
from tests.toys import (
    Bids,
    Lanterns,
)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (Lanterns(LeakyView), "can tell its twin: view"),
        (Lanterns(LeakyLength), "can tell its twin: view"),
        (Lanterns(LeakyMemory), "can tell its twin: memory"),
        (Lanterns(LeakyLegalOrder), "can tell its twin: legal"),
        (Lanterns(LeakyLegalNumber), "can tell its twin: legal"),
        (Lanterns(LeakyTurn), "can tell its twin: to_act"),
        (Lanterns(LeakyEvent), "is told .* events"),
        (Lanterns(LeakyPublicEvent), "is told .* events"),
        (Believing(LeakyMemory), "was shown the same .* memory"),
    ],
)
def test_twins_find_a_leak_in_each_kind_of_message(game: Game, kind: str) -> None:
    """The message names the place, the seat and what it was that differed, with an excerpt of both."""
    where = r"law of twins: lanterns, 3 seats, deal 'laws/0/3/\d+', decision \d+: "
    excerpt = r" differs from byte \d+ \(\d+ and \d+ bytes\)\n  expected \.\.\..+\n  seen     \.\.\."
    with pytest.raises(laws.BrokenLaw, match=f"^{where}seat [012] {kind}{excerpt}"):
        laws.check_twins(game, 3, 20, event_share=1.0)


def test_an_event_may_show_what_no_view_keeps_only_if_it_says_so() -> None:
    """`passing` is the author's word that the rules show it; without it, it is a leak."""
    with pytest.raises(laws.BrokenLaw, match="is told what its view and memory do not hold"):
        laws.check_twins(Rolling(Rolls), 3, 20, event_share=1.0)
    assert laws.check_twins(Rolling(RollsInVain), 3, 20, event_share=1.0) == 20 * 9


def test_a_broken_law_is_found_again() -> None:
    """The same call fails at the same place with the same words."""
    texts = []
    for _ in range(2):
        with pytest.raises(laws.BrokenLaw) as caught:
            laws.check_twins(Lanterns(LeakyEvent), 3, 20, event_share=1.0)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("check", "game", "text"),
    [
        (laws.check_rules, Lanterns(Endless), "has not ended after 50 positions"),
        (laws.check_rules, Lanterns(EarlyOutcome), r"an outcome while seats \(0,\) must still move"),
        (laws.check_rules, Lanterns(NoOutcome), "there is no outcome"),
        (laws.check_rules, Lanterns(NoNumber), "the outcome does not decode"),
        (laws.check_rules, Lanterns(WholeScore), "the outcome differs"),
        (laws.check_rules, Lanterns(Competitive), "`cooperative` is True"),
        (laws.check_rules, Bids(Descending), "ascending"),
        (laws.check_rules, Lanterns(LyingDefault), "the default .* of seat 0 is not among"),
        (laws.check_rules, Lanterns(TwiceTheMove), "same legal move twice"),
        (laws.check_rules, Lanterns(NoMoves), "seat 0 must move and has no legal move"),
        (laws.check_rules, Lanterns(Refuses), "the legal moves .* raise IllegalMove"),
        (laws.check_rules, Lanterns(WrongView), "view of seat 0 does not decode"),
        (laws.check_rules, Lanterns(NoJson), "view of seat 0 cannot be written as JSON"),
        (laws.check_rules, Bids(Misplaced), r"places \(1, 3\) must be \(1, 2\)"),
        (laws.check_rules, Mute(), "one line that is not empty"),
        (laws.check_rules, Verbose(), "one line that is not empty"),
        (laws.check_rules, AnyNumber(), r"new\(\) with 3 seats must raise ValueError"),
        (laws.check_determinism, Lanterns(Unseeded), "played again"),
        (laws.check_determinism, Lanterns(ChangedByLooking), "not looked at"),
        (laws.check_determinism, UnseededTwin(), "with an equal rng"),
        (laws.check_clone, Lanterns(SharedTable), "after moves of a clone, the original"),
        (laws.check_clone, Lanterns(SharedBox), "after "),
        (laws.check_clone, Lanterns(ForgetfulClone), "a clone at once: events of spectators"),
        (laws.check_illegal_moves, Lanterns(Lenient), "from seat 1, which is not to act is accepted"),
        (laws.check_illegal_moves, Lanterns(Surprised), r"must raise IllegalMove, not KeyError\(0\)"),
        (laws.check_illegal_moves, Lanterns(NeverOver), "the end answered by no move is accepted"),
        (laws.check_illegal_moves, Bids(NegativeIndex), r"Bid\(card=-1\) from seat 0 is accepted"),
        (laws.check_illegal_moves, Lanterns(HalfDone), "after refusals and a move"),
    ],
)
def test_each_law_fails_where_its_breach_is_planted(
    check: Check, game: Game, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a message that says which law and what is wrong."""
    monkeypatch.setattr("arena.games.laws.play.LONGEST", 50)
    with pytest.raises(laws.BrokenLaw, match=f"(?s)^law of .*{text}"):
        check(game, 2, 10)
