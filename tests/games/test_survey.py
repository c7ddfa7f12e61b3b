"""The survey, all laws in one pass, finds the breach of each, and looks as often as it is told to."""

from __future__ import annotations

import pytest

from arena.games import Game, State, laws
from arena.games.toys import BIDS
from tests.games.breaches import (
    ChangedByLooking,
    ForgetfulClone,
    HalfDone,
    LeakyEvent,
    LeakyView,
    Lenient,
    LyingDefault,
    NoOutcome,
    SharedBox,
    Unseeded,
)
from tests.planted import lanterns_of


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (lanterns_of(NoOutcome), "there is no outcome"),
        (lanterns_of(LyingDefault), "the default .* is not among"),
        (lanterns_of(LeakyView), "can tell its twin: view"),
        (lanterns_of(LeakyEvent), "is told what its view and memory do not hold"),
        (lanterns_of(Lenient), "which is not to act is accepted"),
        (lanterns_of(ForgetfulClone), "a clone at once: events"),
        (lanterns_of(SharedBox), "after what a clone did, the original"),
        (lanterns_of(Unseeded), "played again"),
        (lanterns_of(ChangedByLooking), "played again"),
        (lanterns_of(HalfDone), "the same game, played again"),
    ],
)
def test_each_breach_is_found(game: Game, text: str) -> None:
    """When every position is looked at."""
    with pytest.raises(laws.BrokenLaw, match=f"(?s)^law of survey: .*{text}"):
        laws.check_survey(game, 3, 20, share=1.0)


def test_a_share_of_the_positions_is_looked_at_and_all_are_counted_over() -> None:
    """A game of three bids has four positions, its end among them; two of three seen hold in about half."""
    positions: list[State] = []
    assert laws.check_survey(BIDS, 2, 20, share=1.0, kept=positions.append) == 60
    assert len(positions) == 80
    assert 0 < laws.check_survey(BIDS, 2, 20, share=0.5) < 60
    assert laws.check_survey(BIDS, 2, 20, share=0.0) == 0


def test_what_is_not_kept_ends_the_survey() -> None:
    """With the words of the one who found it missing."""

    def kept(state: State) -> None:
        assert state.to_act(), "the last card is gone"

    with pytest.raises(AssertionError, match="the last card is gone"):
        laws.check_survey(BIDS, 2, 1, kept=kept)
