"""What mirrored deals are worth, on results whose luck is known; and that the bots of the box play for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from arena.games import TeamResult
from arena.store.ledger import Ledger
from benchmarks.known_truth.pages import Section, put, read
from benchmarks.mirrored import __main__ as chapter
from benchmarks.mirrored import contests
from benchmarks.mirrored.__main__ import compare, main
from benchmarks.mirrored.contests import Games, contest_of_each
from benchmarks.mirrored.played import SETTINGS, Setting, Split, play_games
from tests.standings.helpers import make_record

LEVELS = (("gunrunners/greedy", 0.0), ("gunrunners/greedy", 0.5))


@given(parts=st.integers(1, 6), deals=st.integers(1, 4), there=st.integers(1, 60), phase=st.integers(0, 5))
def test_contests_share_no_deal_and_play_every_part_equally_often(
    parts: int, deals: int, there: int, phase: int
) -> None:
    """Every contest has each part of the deal groups at as many deals, and no deal twice unless groups are whole."""
    deal, part = np.repeat(np.arange(there), parts), np.tile(np.arange(parts), there)
    contest = contest_of_each(deal, (part + phase) % parts, parts, deals)
    assert contest.max(initial=-1) + 1 == there // (deals * parts)
    for each in range(int(contest.max()) + 1):
        assert np.bincount(part[contest == each], minlength=parts).tolist() == [deals] * parts
    used = deal[contest >= 0]
    assert len(np.unique(used)) == len(used)
    # As many games in whole groups.
    whole = contest_of_each(deal, np.zeros_like(part), 1, deals)
    assert whole.max(initial=-1) + 1 == there // deals
    assert set(np.bincount(whole[whole >= 0])) <= {deals * parts}


def _played(setting: Setting, luck: float) -> Ledger:
    """Games of a setting with two seats in which the deal may favour a seat, by so much against a chance of 1."""
    rng = np.random.default_rng(3)
    schedule = setting.schedule
    favours = luck * rng.standard_normal(schedule.groups)
    records = []
    for number in range(len(schedule)):
        pairing = schedule.pairing(number)
        first = favours[pairing.group] + rng.standard_normal() > 0
        records.append(make_record(number, pairing.group, list(pairing.seating), [1, 2] if first else [2, 1]))
    return Ledger.of(records)


@pytest.mark.slow
def test_mirrored_deals_are_worth_what_the_luck_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the deal decides much, intervals and scatter shrink to the root of what is left; else not at all."""
    monkeypatch.setattr(contests, "SHUFFLES", 3)
    setting = Setting("", "gunrunners", 2, LEVELS, 400)
    for luck, expected in (0.0, 1.0), (2.0, 0.64):
        # Two games of a deal with correlation 0.8 end the same way for the seat with 0.795; then 1 - 0.59 is left.
        (found,) = compare(setting, _played(setting, luck))
        assert found.games == 400
        assert found.whole.intervals == pytest.approx(expected, abs=0.1)
        assert found.whole.scatters == pytest.approx(expected, abs=0.12)
        assert found.whole.apart.scatter == pytest.approx(found.whole.apart.interval, rel=0.15)


def test_a_cross_play_is_split_by_line_ups_and_by_games() -> None:
    """A deal group of cross-play has a part for each line-up, or for each game: eight between two bots of three."""
    setting = Setting("", "grizzled", 3, (("grizzled/careful", 0.0), ("grizzled/careful", 0.5)), 2)
    schedule = setting.schedule
    records = [
        make_record(number, pairing.group, list(pairing.seating), TeamResult(False, 0.0))
        for number in range(len(schedule))
        for pairing in [schedule.pairing(number)]
    ]
    games = Games.of(setting, Ledger.of(records))
    assert games.deal.tolist() == [0] * 8 + [1] * 8
    assert games.parts["games"][0] == 8
    assert sorted(games.parts["games"][1][:8].tolist()) == list(range(8))
    parts, part = games.parts["line-ups"]
    assert (parts, sorted(np.bincount(part[:8]).tolist())) == (4, [1, 1, 3, 3])


@pytest.mark.parametrize(
    ("split", "left"),
    [("line-ups", (1 / 3) / (4 + 1 / 3)), pytest.param("games", 1 / (4 + 1), marks=pytest.mark.slow)],
)
def test_line_ups_of_a_team_are_compared_at_the_same_luck(
    split: Split, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In cross-play, too, mirrored deals take luck out: what is left of the variance is the chance of single games, of
    which a mixed line-up has three at a deal."""
    monkeypatch.setattr(contests, "SHUFFLES", 5)
    rng = np.random.default_rng(4)
    bots = (("grizzled/careful", 0.0), ("grizzled/careful", 0.5))
    setting = Setting("", "grizzled", 3, bots, 192, (split,))
    schedule = setting.schedule
    luck = 2 * rng.standard_normal(schedule.groups)
    records = []
    for number in range(len(schedule)):
        pairing = schedule.pairing(number)
        score = 20 + pairing.seating.count("careful") + luck[pairing.group] + rng.standard_normal()
        records.append(make_record(number, pairing.group, list(pairing.seating), TeamResult(False, score)))
    (found,) = compare(setting, Ledger.of(records))
    assert found.whole.intervals == pytest.approx(left**0.5, abs=0.06)
    assert found.whole.scatters == pytest.approx(left**0.5, abs=0.15)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.game} {setting.seats}")
def test_every_setting_can_be_played(setting: Setting) -> None:
    """A game of each finishes between bots of the setting."""
    (record,) = play_games(setting, [1])
    assert record.outcome is not None
    assert set(record.seating) <= set(setting.names)


def test_the_same_games_are_played_again() -> None:
    """The bots' random moves come from the seeds of the schedule: whoever plays a game plays the same one."""
    setting = Setting("", "gunrunners", 2, LEVELS, 2)
    games = play_games(setting, range(4))
    assert [record for number in (3, 1, 2, 0) for record in play_games(setting, [number])] == [
        games[number] for number in (3, 1, 2, 0)
    ]


def test_the_chapter_is_put_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command plays, and leaves the other chapters as they are."""
    monkeypatch.setattr(chapter, "SETTINGS", [Setting("Gunrunners", "gunrunners", 2, LEVELS, 40)])
    monkeypatch.setattr(contests, "SHUFFLES", 1)
    page = tmp_path / "statistics.md"
    put(page, {"online": Section("Ratings", "One.")}, "Measured by hand.")
    result = CliRunner().invoke(main, ["--to", str(page)])
    assert result.exit_code == 0, result.output
    assert list(read(page)) == ["games", "online"]
    assert "| Gunrunners | 2 | greedy, greedy 50% | 40 | game |" in read(page)["games"]
    assert read(page)["online"] == "## Ratings\n\nOne.\n\n*Measured by hand.*\n"
