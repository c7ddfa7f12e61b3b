"""Each law is seen to fail where its breach is planted."""

from __future__ import annotations

import pytest

from arena.games import Game, laws
from arena.games.toys import LanternsState
from tests.games.breaches import (
    ANY_NUMBER,
    ASTRAY,
    FUSSY_ABOUT_SEATS,
    MUTE,
    SPEECHLESS,
    TACITURN,
    UNIMAGINATIVE,
    UNSEEDED_TWIN,
    VAGUE,
    VERBOSE,
    BareSeat,
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
    LeakyPublicView,
    LeakyTurn,
    LeakyView,
    Lenient,
    LyingDefault,
    Misplaced,
    NegativeIndex,
    NeverOver,
    NoJson,
    NoMoves,
    NoNumber,
    NoOutcome,
    NoResult,
    NoScores,
    OpenAtTheEnd,
    OpenHand,
    Quitter,
    Refuses,
    RemembersForThePublic,
    Rolls,
    RollsInVain,
    SharedBox,
    SharedTable,
    Surprised,
    Trip,
    TwiceTheMove,
    Unseeded,
    WholeMoves,
    WholeScore,
    WrongView,
    believing,
    rolling,
    tripping,
    tripping_game,
)
from tests.games.leaks import HonestSetUp, KnowsFromTheSetUp, LeakySetUp, LeakySetUpToOne, RollsAndLeaks
from tests.games.test_laws import Check
from tests.planted import bids_of, lanterns_of

HERE = r"\S+, (tests/games/breaches|arena/games/toys/lanterns)\.py:\d+"
"""The place of a function that breaks a law, or of the toy's that called it."""


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (lanterns_of(LeakyView), "can tell its twin: view"),
        (lanterns_of(LeakyLength), "can tell its twin: view"),
        (lanterns_of(LeakyMemory), "can tell its twin: memory"),
        (lanterns_of(LeakyLegalOrder), "can tell its twin: legal"),
        (lanterns_of(LeakyLegalNumber), "can tell its twin: legal"),
        (lanterns_of(LeakyTurn), "can tell its twin: to_act"),
        (lanterns_of(LeakyEvent), "is told .* events"),
        (lanterns_of(LeakyPublicEvent), "is told .* events"),
        (believing(LeakyMemory), "was shown the same .* memory"),
    ],
)
def test_twins_find_a_leak_in_each_kind_of_message(game: Game, kind: str) -> None:
    """The message names the place, the seat and what it was that differed, with an excerpt of both."""
    where = r"law of twins: lanterns, 3 seats, deal 'laws/0/3/\d+', decision \d+: "
    excerpt = r" differs from byte \d+ \(\d+ and \d+ bytes\)\n  expected \.\.\..+\n  seen     \.\.\."
    with pytest.raises(laws.BrokenLaw, match=f"^{where}seat [012] {kind}{excerpt}"):
        laws.check_twins(game, 3, 20, event_share=1.0)


@pytest.mark.parametrize("state", [LeakyPublicView, OpenHand, RemembersForThePublic])
@pytest.mark.parametrize("check", [laws.check_twins, laws.check_survey])
def test_a_public_view_that_shows_what_any_one_seat_does_not_know_is_found(
    state: type[LanternsState], check: Check
) -> None:
    """Also what another seat knows well; the message names the seat that does not know it."""
    more = {"share": 1.0} if check is laws.check_survey else {"event_share": 0.0}
    where = r"decision \d+: (in the set-up |after .*|)the public is shown what seat [012] does not know"
    with pytest.raises(laws.BrokenLaw, match=f"{where}: public view differs"):
        check(lanterns_of(state), 3, 5, **more)


def test_a_public_view_that_shows_a_hand_after_the_last_move_is_found() -> None:
    """There nobody need imagine a twin any more: what the seats could have done shows it."""
    with pytest.raises(laws.BrokenLaw, match=r"decision 5: after .* the public is shown what seat [01] does not know"):
        laws.check_twins(lanterns_of(OpenAtTheEnd), 2, 20, event_share=1.0)


def test_a_public_view_of_the_set_up_that_shows_a_secret_is_found() -> None:
    """Beside its neighbours, also where `imagine` knows of no other world."""
    with pytest.raises(laws.BrokenLaw, match=r"in the set-up .* public view differs"):
        laws.check_twins(lanterns_of(LeakyPublicView), 2, 20)


def test_an_event_may_show_what_no_view_keeps_only_if_it_says_so() -> None:
    """`passing` is the author's word that the rules show it; without it, it is a leak."""
    with pytest.raises(laws.BrokenLaw, match="is told what its view and memory do not hold"):
        laws.check_twins(rolling(Rolls), 3, 20, event_share=1.0)
    assert laws.check_twins(rolling(RollsInVain), 3, 20, event_share=1.0) == 20 * 9


def test_beside_an_event_that_passes_a_leak_is_found() -> None:
    """`passing` frees one body, not the others of its move; the message says what there is to say about it."""
    with pytest.raises(laws.BrokenLaw, match=r"(?s)is told what its view .* say `passing = True`\): events differs"):
        laws.check_twins(rolling(RollsAndLeaks), 3, 20, event_share=1.0)


@pytest.mark.parametrize("state", [LeakySetUp, LeakySetUpToOne])
@pytest.mark.parametrize("check", [laws.check_twins, laws.check_survey])
def test_a_leak_in_the_events_of_the_set_up_is_found(state: type[LanternsState], check: Check) -> None:
    """At once, before the first decision; the survey looks at a share of the games."""
    more = {"share": 1.0} if check is laws.check_survey else {}
    with pytest.raises(laws.BrokenLaw, match=r"decision 0: in the set-up seat [012] is told .* `passing = True`"):
        check(rolling(state), 3, 5, **more)


def test_a_memory_of_what_the_set_up_told_nobody_is_found() -> None:
    """Also where `imagine` respects it as if it were known."""
    with pytest.raises(laws.BrokenLaw, match="seat 0 was shown the same by two deals, but its memory"):
        laws.check_twins(believing(KnowsFromTheSetUp), 3, 5)


def test_a_set_up_may_tell_what_the_view_holds_and_what_passes() -> None:
    """A roll of a die and the number of lanterns."""
    assert laws.check_twins(rolling(HonestSetUp), 3, 5) == 5 * 9


def test_a_broken_law_is_found_again() -> None:
    """The same call fails at the same place with the same words."""
    texts = []
    for _ in range(2):
        with pytest.raises(laws.BrokenLaw) as caught:
            laws.check_twins(lanterns_of(LeakyEvent), 3, 20, event_share=1.0)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("check", "game", "text"),
    [
        (laws.check_rules, lanterns_of(Endless), "has not ended after 50 positions"),
        (laws.check_rules, lanterns_of(EarlyOutcome), r"an outcome while seats \(0,\) must still move"),
        (laws.check_rules, lanterns_of(NoOutcome), "there is no outcome"),
        (laws.check_rules, lanterns_of(NoNumber), r"a score is not a finite number in TeamResult\(.*inf\)"),
        (laws.check_rules, bids_of(NoScores), r"a score is not a finite number in Ranking\(.*nan\)\)"),
        (laws.check_rules, bids_of(NoResult), "`cooperative` is False and the outcome {"),
        (laws.check_rules, lanterns_of(WholeScore), "the outcome differs"),
        (laws.check_rules, lanterns_of(Competitive), "`cooperative` is True"),
        (laws.check_rules, bids_of(Descending), "ascending"),
        (laws.check_rules, lanterns_of(LyingDefault), "the default .* of seat 0 is not among"),
        (laws.check_rules, lanterns_of(TwiceTheMove), "same legal move twice"),
        (laws.check_rules, lanterns_of(NoMoves), "seat 0 must move and has no legal move"),
        (laws.check_rules, lanterns_of(Refuses), "the legal moves .* raise IllegalMove"),
        (laws.check_rules, lanterns_of(WrongView), "view of seat 0 does not decode"),
        (laws.check_rules, lanterns_of(NoJson), "view of seat 0 cannot be written as JSON"),
        (laws.check_rules, bids_of(Misplaced), r"places \(1, 3\) must be \(1, 2\)"),
        (laws.check_rules, MUTE, "one line that is not empty"),
        (laws.check_rules, VERBOSE, "one line that is not empty"),
        (laws.check_rules, SPEECHLESS, "one line that is not empty for .*, not None"),
        (laws.check_rules, TACITURN, r"tell_move\(\) must give one line .* for Light\(.*\) of seat 0"),
        (
            laws.check_rules,
            VAGUE,
            r"tell_move\(\) gives seat 0 the same sentence for two moves, Light\(.*Cover\(",
        ),
        (laws.check_rules, ASTRAY, r"tell_move\(\) names seats \[\d\] of \d for Light"),
        (laws.check_rules, bids_of(WholeMoves), r"the move \d of seat 0 does not decode as .*Bid"),
        (laws.check_rules, FUSSY_ABOUT_SEATS, r"new\(\) with 5 seats must raise ValueError, not KeyError\(5\)"),
        (laws.check_rules, ANY_NUMBER, r"new\(\) with 3 seats must raise ValueError"),
        (laws.check_determinism, lanterns_of(Unseeded), "played again"),
        (laws.check_determinism, lanterns_of(ChangedByLooking), "not looked at"),
        (laws.check_determinism, UNSEEDED_TWIN, "with an equal rng"),
        (laws.check_twins, UNIMAGINATIVE, r"imagine\(seat=0\) must give a state, not None, for LanternsView"),
        (laws.check_clone, lanterns_of(SharedTable), "after moves of a clone, the original"),
        (laws.check_clone, lanterns_of(SharedBox), "after "),
        (laws.check_clone, lanterns_of(ForgetfulClone), "a clone at once: events of the public"),
        (laws.check_illegal_moves, lanterns_of(Lenient), "from seat 1, which is not to act is accepted"),
        (laws.check_illegal_moves, lanterns_of(Surprised), r"must raise IllegalMove, not KeyError\(0\)"),
        (laws.check_illegal_moves, lanterns_of(NeverOver), "the end answered by no move is accepted"),
        (laws.check_illegal_moves, bids_of(NegativeIndex), r"Bid\(card=-1\) from seat 0 is accepted"),
        (laws.check_illegal_moves, lanterns_of(HalfDone), "after refusals and a move"),
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
    raises = rf"\S+\(\) raises Trip\('over a stone'\)\n  in {HERE}$"
    with pytest.raises(laws.BrokenLaw, match=where + raises) as caught:
        check(lanterns_of(tripping(method)), 2, 2)
    assert isinstance(caught.value.__cause__, Trip)


@pytest.mark.parametrize("method", ["new", "tell"])
def test_what_a_game_raises_breaks_the_law_too(method: str) -> None:
    """Also before there is a state."""
    where = r"law of rules: lanterns, 2 seats, deal 'laws/0/2/\d', decision \d+: "
    with pytest.raises(laws.BrokenLaw, match=f"^{where}.*Trip") as caught:
        laws.check_rules(tripping_game(method), 2, 2)
    assert isinstance(caught.value.__cause__, Trip)


def test_rules_that_leave_break_the_law() -> None:
    """`sys.exit` in a view does not end the tests as if they had passed."""
    with pytest.raises(laws.BrokenLaw, match=rf"Quitter\.view\(\) raises SystemExit\(3\)\n  in {HERE}$"):
        laws.check_rules(lanterns_of(Quitter), 2, 1)


def test_an_answer_that_no_law_can_use_breaks_it() -> None:
    """The laws' own stumbling over it is told as what the rules did."""
    with pytest.raises(laws.BrokenLaw, match="decision 0: an answer of the rules cannot be used: TypeError"):
        laws.check_twins(lanterns_of(BareSeat), 2, 1)
