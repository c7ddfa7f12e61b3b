"""Each law is seen to fail where its breach is planted."""

from __future__ import annotations

import pytest

from arena.games import Game, laws
from tests.games.breaches import (
    AnyNumber,
    BareSeat,
    Believing,
    ChangedByLooking,
    Competitive,
    Descending,
    EarlyOutcome,
    Endless,
    ForgetfulClone,
    FussyAboutSeats,
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
    NoResult,
    NoScores,
    Quitter,
    Refuses,
    Rolling,
    Rolls,
    RollsInVain,
    SharedBox,
    SharedTable,
    Speechless,
    Surprised,
    Trip,
    TwiceTheMove,
    Unimaginative,
    Unseeded,
    UnseededTwin,
    Verbose,
    WholeMoves,
    WholeScore,
    WrongView,
    tripping,
)
from tests.games.leaks import HonestSetUp, KnowsFromTheSetUp, LeakySetUp, LeakySetUpToOne, RollsAndLeaks
from tests.games.test_laws import Check
from tests.toys import (
    Bids,
    Lanterns,
    LanternsState,
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


def test_beside_an_event_that_passes_a_leak_is_found() -> None:
    """`passing` frees one body, not the others of its move; the message says what there is to say about it."""
    with pytest.raises(laws.BrokenLaw, match=r"(?s)is told what its view .* say `passing = True`\): events differs"):
        laws.check_twins(Rolling(RollsAndLeaks), 3, 20, event_share=1.0)


@pytest.mark.parametrize("state", [LeakySetUp, LeakySetUpToOne])
@pytest.mark.parametrize("check", [laws.check_twins, laws.check_survey])
def test_a_leak_in_the_events_of_the_set_up_is_found(state: type[LanternsState], check: Check) -> None:
    """At once, before the first decision; the survey looks at a share of the games."""
    more = {"share": 1.0} if check is laws.check_survey else {}
    with pytest.raises(laws.BrokenLaw, match=r"decision 0: in the set-up seat [012] is told .* `passing = True`"):
        check(Rolling(state), 3, 5, **more)


def test_a_memory_of_what_the_set_up_told_nobody_is_found() -> None:
    """Also where `imagine` respects it as if it were known."""
    with pytest.raises(laws.BrokenLaw, match="seat 0 was shown the same by two deals, but its memory"):
        laws.check_twins(Believing(KnowsFromTheSetUp), 3, 5)


def test_a_set_up_may_tell_what_the_view_holds_and_what_passes() -> None:
    """A roll of a die and the number of lanterns."""
    assert laws.check_twins(Rolling(HonestSetUp), 3, 5) == 5 * 9


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
        (laws.check_rules, Lanterns(NoNumber), r"a score is not a finite number in TeamResult\(.*inf\)"),
        (laws.check_rules, Bids(NoScores), r"a score is not a finite number in Ranking\(.*nan\)\)"),
        (laws.check_rules, Bids(NoResult), "`cooperative` is False and the outcome {"),
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
        (laws.check_rules, Speechless(), "one line that is not empty for .*, not None"),
        (laws.check_rules, Bids(WholeMoves), r"the move \d of seat 0 does not decode as .*Bid"),
        (laws.check_rules, FussyAboutSeats(), r"new\(\) with 5 seats must raise ValueError, not KeyError\(5\)"),
        (laws.check_rules, AnyNumber(), r"new\(\) with 3 seats must raise ValueError"),
        (laws.check_determinism, Lanterns(Unseeded), "played again"),
        (laws.check_determinism, Lanterns(ChangedByLooking), "not looked at"),
        (laws.check_determinism, UnseededTwin(), "with an equal rng"),
        (laws.check_twins, Unimaginative(), r"imagine\(seat=0\) must give a state, not None, for LanternsView"),
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


@pytest.mark.parametrize(
    ("check", "method"),
    [
        (laws.check_rules, "to_act"),
        (laws.check_rules, "legal"),
        (laws.check_rules, "default"),
        (laws.check_rules, "view"),
        (laws.check_rules, "memory"),
        (laws.check_rules, "outcome"),
        (laws.check_clone, "clone"),
        (laws.check_determinism, "view"),
        (laws.check_illegal_moves, "legal"),
        (laws.check_twins, "memory"),
        (laws.check_survey, "to_act"),
        (laws.fingerprint, "outcome"),
    ],
)
def test_what_a_state_raises_breaks_the_law_in_which_it_was_asked(check: Check, method: str) -> None:
    """The message says where and which, and the exception that was raised is its cause."""
    where = r"^law of [a-z ]+: lanterns, 2 seats, deal 'laws/0/2/0', decision \d+: "
    with pytest.raises(laws.BrokenLaw, match=rf"{where}\S+\(\) raises Trip\('over a stone'\)$") as caught:
        check(Lanterns(tripping(method, LanternsState)), 2, 2)
    assert isinstance(caught.value.__cause__, Trip)


@pytest.mark.parametrize("method", ["new", "tell"])
def test_what_a_game_raises_breaks_the_law_too(method: str) -> None:
    """Also before there is a state."""
    where = r"law of rules: lanterns, 2 seats, deal 'laws/0/2/\d', decision \d+: "
    with pytest.raises(laws.BrokenLaw, match=f"^{where}.*Trip") as caught:
        laws.check_rules(tripping(method, Lanterns)(), 2, 2)
    assert isinstance(caught.value.__cause__, Trip)


def test_rules_that_leave_break_the_law() -> None:
    """`sys.exit` in a view does not end the tests as if they had passed."""
    with pytest.raises(laws.BrokenLaw, match=r"Quitter\.view\(\) raises SystemExit\(3\)$"):
        laws.check_rules(Lanterns(Quitter), 2, 1)


def test_an_answer_that_no_law_can_use_breaks_it() -> None:
    """The laws' own stumbling over it is told as what the rules did."""
    with pytest.raises(laws.BrokenLaw, match="decision 0: an answer of the rules cannot be used: TypeError"):
        laws.check_twins(Lanterns(BareSeat), 2, 1)
