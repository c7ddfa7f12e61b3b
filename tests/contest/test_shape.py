"""The shape of a contest in its configuration: format, seeds, anchors, when it ends; checked before the first game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.contest import load_contest, plan_of, schedule_of
from arena.contest.stops import SettledPlan, SprtPlan
from arena.store import Anchor
from arena.strict_yaml import ConfigErrors
from tests.contest.test_config import Write, bots, errors, write

__all__ = ["write"]

BIDS = "game: bids\n" + bots(5)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("format: gauntlet\n" + BIDS, "c.yaml:1: seeded: a gauntlet needs 1 seed and, for games of 5 seats, 4 others"),
        (
            "format: gauntlet\nseeds: [bot9]\n" + BIDS,
            "c.yaml:2: seeded[0]: no bot has the name 'bot9' (bots: bot0, bot1",
        ),
        ("format: gauntlet\nseeds: [bot1, bot1]\n" + BIDS, "c.yaml:2: seeded[1]: 'bot1' is seeded twice"),
        (
            "format: gauntlet\nseeds: [bot0, bot1, bot2]\n" + BIDS,
            "c.yaml:2: seeded: a gauntlet needs 1 seed and, for games of 5 seats, 4 others; there are 3 and 2",
        ),
        (
            "seeded: [bot0]\n" + BIDS,
            "c.yaml:1: seeded: seeded is for gauntlet and swiss and knock-out: this is a round-rob",
        ),
        ("rounds: 3\n" + BIDS, "c.yaml:1: rounds: rounds is for swiss: this is a round-robin"),
        (
            "rounds: 6\nformat: swiss\nseats: 2\n" + BIDS,
            "c.yaml:1: rounds: 5 bots can play 5 rounds in which none meets another twice, not 6",
        ),
        ("entries: here\n" + BIDS, "c.yaml:1: entries: entries is for ladder: this is a round-robin"),
        ("entries: away\nformat: ladder\n" + BIDS, "c.yaml:1: entries: the folder "),
        (
            "format: knock-out\ngame: lanterns\n" + bots(4),
            "c.yaml:1: format: lanterns is cooperative, all seats win or lose together, so a knock-out cannot rank",
        ),
        ("line_ups: 2\nformat: swiss\n" + BIDS, "c.yaml:1: line_ups: line_ups is for cross-play: this is a swiss"),
        (
            "deals: 999999999999999999\nseats: 2\nformat: swiss\n" + BIDS,
            "c.yaml:1: deals: 11,999,999,999,999,999,988 games are too many",
        ),
        (
            "deals: 9999999999999999\nseats: 2\nformat: knock-out\n" + BIDS,
            "c.yaml:1: deals: 80,000,000,000,000,032 games",
        ),
        (
            "deals: 9999999999\nseats: 2\nformat: ladder\n" + BIDS,
            "c.yaml:1: deals: in a stage of 1,000,000 line-ups 19",
        ),
        ("seats: 7\nformat: ladder\n" + BIDS, "c.yaml:1: seats: bids cannot be played with 7 seats"),
        (
            "anchor: [{bot: bot1}, {bot: bot1}]\n" + BIDS,
            "c.yaml:1: anchor[1].bot: 'bot1' is fixed twice: an anchor has one Elo",
        ),
        ("anchor: [{bot: bot1}, {bot: me}]\n" + BIDS, "c.yaml:1: anchor[1].bot: no bot has the name 'me'"),
        ("stop: {minutes: 0}\n" + BIDS, "c.yaml:1: stop.minutes: expected a number, more than 0"),
        ("stop: {hours: 2}\n" + BIDS, "c.yaml:1: stop: there is no key 'hours' (keys: minutes, sprt, settled)"),
        (
            "stop: {sprt: {}}\n" + BIDS,
            "c.yaml:1: stop.sprt: an SPRT compares 2 bots in games of 2 seats, or in self-play;",
        ),
        ("stop: {sprt: {elo0: 5, elo1: 0}}\ngame: bids\n" + bots(2), "c.yaml:1: stop.sprt: elo0 must be below elo1"),
        (
            "stop: {sprt: {alpha: 2}}\ngame: bids\n" + bots(2),
            "c.yaml:1: stop.sprt: alpha is the probability of an error",
        ),
        ("stop: {sprt: {}, settled: {}}\ngame: bids\n" + bots(2), "c.yaml:1: stop.sprt: there is settled, too"),
        ("stop: {settled: {first: 5}}\n" + BIDS, "c.yaml:1: stop.settled.first: first is 5, and there are 5 bots: the"),
        (
            "stop: {settled: {confidence: 100}}\n" + BIDS,
            "c.yaml:1: stop.settled.confidence: expected a number, at least 50",
        ),
        (
            "stop: {settled: {}}\nformat: swiss\n" + BIDS,
            "c.yaml:1: stop.settled: settled is for round-robin and gauntlet",
        ),
    ],
)
def test_what_makes_no_contest(write: Write, text: str, told: str) -> None:
    """D64: told with its line before the first game."""
    (error,) = errors(write(text))
    assert error.startswith(told)


def test_all_that_is_wrong_is_told_at_once(write: Write) -> None:
    """D64: an SPRT with errors of both kinds, a seed and an anchor that are nobody, a negative limit."""
    text = "stop: {sprt: {elo0: 5, elo1: 0, alpha: 2}}\nseeds: [x]\nanchor: {bot: y}\njobs: 0\n" + BIDS
    assert [error.split(": ")[1] for error in errors(write(text))] == [
        "stop.sprt",
        "stop.sprt",
        "seeded",
        "seeded[0]",
        "anchor.bot",
        "jobs",
    ]


def test_every_format_is_read(write: Write) -> None:
    """With deals of its own for each, unless the file says how many."""
    Path("entries").mkdir()
    for format, more, deals in [
        ("round-robin", "", 10),
        ("gauntlet", "seeded: [bot0]\n", 10),
        ("swiss", "rounds: 4\nseeds: [bot3, bot1]\n", 2),
        ("knock-out", "", 3),
        ("ladder", "entries: entries\n", 1),
    ]:
        contest = load_contest(write(f"format: {format}\nseats: 2\n{more}{BIDS}"))
        assert (contest.format, contest.deals) == (format, deals)
        assert load_contest(write(f"format: {format}\nseats: 2\ndeals: 7\n{more}{BIDS}")).deals == 7


def test_a_ladder_may_begin_with_nobody(write: Write) -> None:
    """Its bots come while it runs; two seats are found soonest."""
    Path("entries").mkdir()
    contest = load_contest(write("format: ladder\nentries: entries\ngame: bids\nbots: {}\n"))
    assert (contest.bots, contest.seats, contest.entries) == ({}, 2, str(Path("entries").absolute()))


@pytest.mark.parametrize(("there", "seats"), [(0, 2), (1, 2), (2, 3)])
def test_a_ladder_to_which_nobody_can_come_begins_with_enough(write: Write, there: int, seats: int) -> None:
    """It would wait for ever."""
    text = f"format: ladder\nseats: {seats}\ngame: bids\n" + (bots(there) if there else "bots: {}\n")
    (error,) = errors(write(text))
    told = f"a game takes {seats} bots, there are {there}, and without entries no others can come: add bots, or name"
    assert f"bots: {told}" in error
    Path("entries").mkdir()
    assert load_contest(write("entries: entries\n" + text)).seats == seats


def test_anchors_and_ends_are_read(write: Write) -> None:
    """One anchor or a list of them; each rule with its defaults."""
    contest = load_contest(write("anchor: [{bot: bot1, elo: 1000}, {bot: bot2}]\nstop: {settled: {first: 2}}\n" + BIDS))
    assert contest.anchor == (Anchor(bot="bot1", elo=1000.0), Anchor(bot="bot2", elo=1500.0))
    assert contest.stop.settled == SettledPlan(first=2, confidence=95.0)
    contest = load_contest(write("stop: {sprt: {elo1: 8}, minutes: 90}\ngame: bids\n" + bots(2)))
    assert (contest.stop.minutes, contest.stop.sprt) == (90.0, SprtPlan(elo0=0.0, elo1=8.0))


def test_a_gauntlet_plays_only_its_seeded(write: Write) -> None:
    """D46: one champion and three rivals: three line-ups, the champion in each, all at the same deals."""
    contest = load_contest(write("format: gauntlet\nseeds: [bot2]\nseats: 2\ndeals: 3\ngame: bids\n" + bots(4)))
    schedule = schedule_of(contest, "s")
    games = [schedule.pairing(number) for number in range(len(schedule))]
    assert len(games) == 3 * 3 * 2
    assert all("bot2" in game.seating for game in games)
    rivals = {bot for game in games for bot in game.seating} - {"bot2"}
    for rival in rivals:
        assert len({game.deal for game in games if rival in game.seating}) == 3
    assert len({game.deal for game in games}) == 3
    assert "games: 18" in schedule.describe()


def test_one_game_is_one_game(write: Write) -> None:
    """D44: a seed switches nothing on; how a deal is mirrored is a line of the plan."""
    contest = replace(load_contest(write("game: bids\n" + bots(2))), seed="0")
    schedule = schedule_of(contest, "0", 1)
    assert len(schedule) == len(list(schedule.order())) == 1
    assert any(line.startswith("seatings: rotations, 2 games to a deal") for line in schedule.describe())
    assert schedule.describe()[-1] == "games: 1, the first of 20"


def test_a_plan_says_how_many_games(write: Write) -> None:
    """Formats that look at results say the least and the most."""
    for format in ("swiss", "knock-out", "ladder"):
        contest = load_contest(write(f"format: {format}\nseats: 2\n{BIDS}"))
        pairer = plan_of(contest).pairer(list(contest.bots), "s")
        assert pairer is not None
        assert pairer.describe()
        assert pairer.most_games is None or 0 < pairer.least_games <= pairer.most_games


def test_a_key_that_was_renamed_is_understood_and_its_new_name_is_told(write: Write) -> None:
    """Unless both stand there: then nobody knows which is meant."""
    contest = load_contest(write("format: gauntlet\nseeds: [bot2]\nseats: 2\ngame: bids\n" + bots(4)))
    assert contest.seeded == ("bot2",)
    (note,) = contest.notes
    assert note.endswith("c.yaml:2: the key 'seeds' is called 'seeded' now; it is still understood")
    both = "format: gauntlet\nseeds: [bot2]\nseeded: [bot1]\nseats: 2\ngame: bids\n" + bots(4)
    with pytest.raises(ConfigErrors, match=r"c\.yaml:2: 'seeds' is what 'seeded' was called before: remove one"):
        load_contest(write(both))
