"""The script of known truth, run small: what docs/contests/statistics.md claims holds, and would not hold if intervals
were wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from arena.standings import compute
from arena.statistics.ratings import Ratings
from arena.statistics.sprt import Sprt, expected_share
from benchmarks.known_truth import coverage, drift, mirrored, online, order, players, sequential
from benchmarks.known_truth.__main__ import PAGE, SECTIONS, main
from benchmarks.known_truth.duel import SHARES, Duel, elo_of
from benchmarks.known_truth.pages import CHAPTERS, Pool, Section, put, read
from benchmarks.known_truth.players import World, play, ratings, round_robin
from tests.standings.helpers import make_record

ONE = Pool()


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "GROUPS_OF_TRUTH", 20_000)
    monkeypatch.setattr(sequential, "ELO1", 120)


@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_cover(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """95 % intervals hold the truth, with everything that the model does not know; halved ones do not."""
    *_, (world, deals) = coverage.worlds(seats)
    assert 0.9 <= coverage.measure(world, deals, 60).bots <= 0.99
    honest = Ratings.error
    monkeypatch.setattr(Ratings, "error", lambda rated, index: (honest(rated, index) or 0.0) / 2)
    assert coverage.measure(world, deals, 60).bots < 0.85


def test_sequential_tests_err_seldom() -> None:
    """Neither model errs more often than it may; between the hypotheses the test takes longest."""
    duel = sequential.DUELS[1]
    for test in sequential.rules():
        low, middle, high = (sequential.simulate(test, duel, elo, 40, 1, sequential.CAP) for elo in (0.0, 60.0, 120.0))
        assert max(sequential.wrong(0.0, low), sequential.wrong(120.0, high)) <= 0.05 + 3 * 0.034
        assert low.h0 + low.h1 == pytest.approx(1)
        assert middle.groups > max(low.groups, high.groups)


def test_changes_are_found_and_constant_bots_left_alone() -> None:
    """A step of 400 Elo is found for what it is in every contest; without a change hardly anybody is named."""
    found = drift.power("step", 40, 400.0, 5)
    assert (found.right, found.kind) == (1.0, 1.0)
    assert drift.alarms(drift.FOUR, 20, 20) <= 0.05
    assert drift.alarms_in_ladder(8, 2, 20, 1) == 0


def test_the_least_length_of_a_test_is_walds() -> None:
    """For a coin it is Wald's own: what the decision tells by what a toss tells; and no test is shorter than it."""
    test = Sprt(0, 120, model="logistic", games=1)
    strong = expected_share(120)
    coin = np.array([0.5, 0, 0, 0, 0.5])
    told = 0.95 * np.log(0.95 / 0.05) + 0.05 * np.log(0.05 / 0.95)
    toss = 0.5 * np.log(0.5 / strong) + 0.5 * np.log(0.5 / (1 - strong))
    assert sequential.least(test, coin, 0.0) == pytest.approx(told / toss, rel=1e-6)
    assert sequential.least(test, coin, 60.0) is None


def test_mirrored_deals_shrink_intervals() -> None:
    """On the same budget of games, mirrored deals shrink intervals where there is luck, and not where there is none."""
    strengths, contests = (150.0, 0.0, -150.0), 30
    for luck, least, most in (0.0, 0.9, 1.15), (400.0, 0.3, 0.85):
        world = World("", strengths, (0.0, 0.0), luck=luck)
        halves = [mirrored.measure(world, 20, contests, whether) for whether in (True, False)]
        assert least < halves[0].half_width / halves[1].half_width < most
        assert min(half.covered for half in halves) > 0.85


def test_the_joint_fit_beats_the_online_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a few hundred games the joint fit is the nearer to the truth."""
    monkeypatch.setattr(online, "GAMES", (1000,))
    (after,) = online.measure(seats=2, runs=3)
    assert after.refit < 60
    assert after.refit < 0.8 * after.online


def test_arrays_are_the_way_of_records() -> None:
    """The ratings of simulated arrays are those of the standings of the same games as records."""
    world = World("", (100.0, 0.0, 20.0, -50.0), (30.0, 0.0, -10.0), draw=60, luck=100)
    games = play(world, round_robin(world, 5), np.random.default_rng(1))
    names = [f"bot {bot}" for bot in range(4)]
    rows = zip(games.group.tolist(), games.bots.tolist(), games.places.tolist(), strict=True)
    records = [
        make_record(number, group, [names[bot] for bot in bots], places)
        for number, (group, bots, places) in enumerate(rows)
    ]
    rated = ratings(world, games)
    for row in compute(records, names).rows:
        bot = names.index(row.bot)
        assert row.elo_of_bot == pytest.approx(1500 + rated.elo[bot], abs=0.01)
        assert row.elo_error_95 == pytest.approx(rated.error(bot), abs=0.01)


def test_simulated_games_are_what_they_are_said_to_be() -> None:
    """Shares, ties, seats, luck and triples of the simulated games are those that the world asks for."""
    rng = np.random.default_rng(2)
    plain = World("", (100.0, 0.0), (0.0, 0.0))

    def share(world: World) -> float:
        games = play(world, np.tile([[0, 1]], (20_000, 1)), rng)
        own = np.where(games.bots[:, 0] == 0, games.places[:, 0], games.places[:, 1])
        other = games.places.sum(axis=1) - own
        return float(np.mean(0.5 + np.sign(other - own) / 2))

    assert share(plain) == pytest.approx(1 / (1 + 10**-0.25), abs=0.01)
    assert share(World("", (0.0, 0.0), (200.0, 0.0))) == pytest.approx(0.5, abs=0.01)
    triple = World("", (0.0, 0.0, 0.0), (0.0, 0.0), cycle=100)
    games = play(triple, np.tile(triple.line_ups, (20_000, 1)), rng)
    for better, worse in (0, 1), (1, 2), (2, 0):
        there = (games.bots == better).any(axis=1) & (games.bots == worse).any(axis=1)
        own = games.places[there][games.bots[there] == better]
        assert np.mean(own == 1) == pytest.approx(1 / (1 + 10**-0.25), abs=0.015)
    lucky = play(World("", (0.0, 0.0), (0.0, 0.0), luck=2000), np.tile([[0, 1]], (2000, 1)), rng)
    first, second = lucky.places[::2], lucky.places[1::2]
    assert np.mean(first == second) > 0.9
    tied = play(World("", (0.0, 0.0), (0.0, 0.0), draw=1e9), np.array([[0, 1]]), rng)
    assert (tied.places == 1).all()


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_a_duels_truth_is_exact(model: str) -> None:
    """The strength that is chosen gives the difference of Elo that was asked for; shares mirror each other."""
    duel = Duel("", draw=100, luck=300, taste=50)
    likely = duel.shares(duel.strength(40, model))  # type: ignore[arg-type]
    assert likely.sum() == pytest.approx(1)
    assert elo_of(likely, model) == pytest.approx(40, abs=1e-3)  # type: ignore[arg-type]
    assert duel.shares(-30) == pytest.approx(duel.shares(30)[::-1])
    # Plain wins and losses of independent games: the pentanomial is that of two coins.
    assert Duel("").shares(0) == pytest.approx([0.25, 0, 0.5, 0, 0.25])
    assert SHARES.tolist() == [0, 0.25, 0.5, 0.75, 1]


@pytest.mark.slow
def test_the_document_is_made_chapter_by_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script writes the chapters that were asked for in their places, and leaves the others as they are."""
    monkeypatch.setattr(online, "GAMES", (60,))
    monkeypatch.setattr(sequential, "DUELS", sequential.DUELS[:1])
    monkeypatch.setattr(order, "CAP", 40)
    page = tmp_path / "docs" / "contests" / "statistics.md"
    put(page, {"games": Section("Real games", "One.\n\n| a |\n| --- |\n| 1 |")}, "Measured by hand.")
    for chapters in (["online"], ["settled", "sprt", "claims", "mirrored"]):
        result = CliRunner().invoke(main, [*chapters, "--scale", "0.001", "--to", str(page)])
        assert result.exit_code == 0, result.output
    assert list(read(page)) == [name for name in CHAPTERS if name not in {"coverage", "few", "drift", "ladder"}]
    assert read(page)["games"] == "## Real games\n\nOne.\n\n| a |\n| --- |\n| 1 |\n\n*Measured by hand.*\n"
    before = read(page)
    CliRunner().invoke(main, ["online", "--scale", "0.06", "--to", str(page)])
    assert read(page)["online"] != before["online"]
    assert {name: text for name, text in read(page).items() if name != "online"} == {
        name: text for name, text in before.items() if name != "online"
    }
    with pytest.raises(KeyError, match="no chapter"):
        put(page, {"weather": Section("", "")}, "")


def test_jobs_do_not_change_figures() -> None:
    """Two processes find the same figures as one."""
    world, deals = next(coverage.worlds(2))
    calls = [(world, deals, 2), (world, 3, 2)]
    assert Pool(2).each(coverage.measure, calls) == ONE.each(coverage.measure, calls)


def test_the_document_has_every_chapter() -> None:
    """docs/contests/statistics.md was made by the script as it stands, whole."""
    assert set(SECTIONS) <= set(read(PAGE))
    assert "--scale" not in PAGE.read_text()
