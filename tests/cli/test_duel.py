"""`arena duel`: whether a new bot is better than the old one, and where it first did something else."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from arena.cli import commands
from arena.cli.duel import _lines
from arena.games import find_game
from arena.standings.of_store import standings_of
from arena.standings.sprt_state import SprtState
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import MARK, lasting
from tests.facts import made_facts
from tests.protocol.test_escape import HOSTILE, steers

BOT = '''
"""Plays its highest card, or its lowest; `late` is the highest but gives up at its second decision."""
import json, sys

habit, turns = sys.argv[1], 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "quit":
        break
    if kind in ("hello", "start"):
        turns = 0
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": habit}), flush=True)
    elif kind == "turn":
        turns += 1
        if habit == "late" and turns == 2:
            sys.exit(3)
        choice = 0 if habit == "low" else len(message["legal"]) - 1
        print(json.dumps({"id": message["id"], "choice": choice}), flush=True)
'''
LINE = r"  deal group (\d+), decision (\d+), seat (\d): ([+-][\d.]+) points, ([+-][\d.]+) in score"
# Faults must not bench anybody before the test has decided.
STEADY = {"bench": {"starts": None, "games": None}}


def write(folder: Path, mark: str, bots: Mapping[str, str], **keys: object) -> None:
    """bot.py, and c.yaml with bots of these habits."""
    (folder / "bot.py").write_text(BOT)
    entries = {name: {"command": f"{{python}} -S bot.py {habit}", "env": {MARK: mark}} for name, habit in bots.items()}
    (folder / "c.yaml").write_text(yaml.safe_dump({"game": "bids", "seed": "s", "bots": entries} | keys))


def state(db: Path) -> SprtState:
    with Store.open(db) as store:
        found = standings_of(store).sprt
    assert found is not None
    return found


def differences(result: Result) -> list[tuple[int, int, int, float, float]]:
    """(deal group, decision, seat, points, score) of those shown."""
    found = re.findall(LINE, result.stdout)
    return [(int(group), int(at), int(seat), float(points), float(score)) for group, at, seat, points, score in found]


def test_a_better_bot_is_found_to_be_better(arena: Arena, tmp_path: Path, mark: str) -> None:
    """By the conditions of a contest of any shape; the page ends with what the author asked."""
    write(tmp_path, mark, {"other": "low", "low": "low", "high": "high"}, format="swiss", rounds=1, seats=3)
    result = arena("duel", "--config", "c.yaml", "low", "high", "--elo1", 100)
    assert result.exit_code == 0, result.stderr
    assert "bids: round-robin, 2 bots, 2 seats, 40000 games" in result.stderr
    found = state(tmp_path / "low-high.db")
    assert (found.opponent, found.bot, found.decision) == ("low", "high", "H1")
    page, _, told = result.stdout.partition("Where they first differed")
    assert "high is stronger than low: H1 is accepted after" in page
    assert re.search(r"high and low decided differently in (\d+) of \1 deal groups\.", told)
    assert "What brought high most (`arena show low-high.db GAME` tells a game):" in told
    assert re.search(r"    low, game \d+: \{\"card\":\d\}\n    high, game \d+: \{\"card\":\d\}\n", told)
    assert {line[1:3] for line in differences(result)} == {(0, 0)}  # both always differ at once


def test_a_duel_that_was_broken_off_goes_on_and_then_stays_decided(arena: Arena, tmp_path: Path, mark: str) -> None:
    """To the same end as one in a piece, with any number of workers; after it nothing more is played."""
    write(tmp_path, mark, {"low": "low", "high": "high"})
    words = ["duel", "--config", "c.yaml", "low", "high", "--elo1", 100, "--show", 0]
    assert "not decided after 2 deal groups" in arena(*words, "--deals", 2, "--jobs", 1).stdout
    first = arena(*words)
    assert first.exit_code == 0
    arena(*words, "--db", "whole.db", "--jobs", 1)
    assert state(tmp_path / "low-high.db") == state(tmp_path / "whole.db")
    assert state(tmp_path / "whole.db").decision == "H1"
    games = lasting(tmp_path / "low-high.db")
    again = arena(*words, "--jobs", 3)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert lasting(tmp_path / "low-high.db") == games


def test_the_command_lines_conditions_come_before_the_files(arena: Arena, tmp_path: Path, mark: str) -> None:
    """What it does not say is as in the file, and then as by default."""
    write(tmp_path, mark, {"low": "low", "high": "high"}, stop={"sprt": {"elo0": -5, "elo1": 40, "model": "logistic"}})
    words = ["--elo1", 30, "--alpha", 0.2, "--seed", "mine", "--deals", 1, "--db", "x.db"]
    result = arena("duel", "--config", "c.yaml", "low", "high", *words)
    assert "master seed mine; file x.db" in result.stderr
    found = state(tmp_path / "x.db")
    assert (found.elo0, found.elo1, found.alpha, found.beta, found.model) == (-5, 30, 0.2, 0.05, "logistic")


def test_two_commands_are_enough(arena: Arena, tmp_path: Path, mark: str) -> None:
    """They start in the folder that the user is in; file and table are named by them."""
    write(tmp_path, mark, {})
    words = ["duel", "--game", "bids", "{python} -S bot.py low", "{python} -S bot.py high", "--elo1", 150]
    result = arena(*words, "--seed", "s")
    assert result.exit_code == 0
    assert "bot high is stronger than bot low" in result.stdout
    assert "    bot low, game" in result.stdout
    assert "master seed s; file bot_low-bot_high.db" in result.stderr
    assert sorted(os.listdir()) == ["bot.py", "bot_low-bot_high.db", "c.yaml"]


BEGUN = ["duel", "--game", "bids", "{python} -S bot.py low", "{python} -S bot.py high", "--deals", 1]


def test_a_changed_bot_is_no_part_of_the_old_duel(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Without anybody to ask, the error says the option that begins anew."""
    write(tmp_path, mark, {})
    arena(*BEGUN)
    (tmp_path / "bot.py").write_text(BOT + "# changed\n")
    result = arena(*BEGUN)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "bot_low-bot_high.db holds another contest; what differs:\n  the files of the bot" in result.stderr
    assert "begin beside it with --force-new" in result.stderr
    assert "file bot_low-bot_high-2.db" in arena(*BEGUN, "--force-new").stderr


@pytest.mark.parametrize(("answer", "code"), [("\n", 0), ("y\n", 0), ("n\n", 2), ("", 130)])
def test_whoever_sits_at_a_terminal_is_asked_whether_to_begin_anew(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    """In a file beside that of the other duel, which stays as it is."""
    write(tmp_path, mark, {})
    arena(*BEGUN)
    before = lasting(tmp_path / "bot_low-bot_high.db")
    (tmp_path / "bot.py").write_text(BOT + "# changed\n")
    monkeypatch.setattr("arena.cli.opening._somebody_sits_there", lambda: True)
    result = CliRunner().invoke(commands, list(map(str, BEGUN)), input=answer)
    assert result.exit_code == code
    assert result.stderr.count("Begin anew beside it, in bot_low-bot_high-2.db? [Y/n]") == 1
    assert (tmp_path / "bot_low-bot_high-2.db").exists() == (code == 0)
    assert lasting(tmp_path / "bot_low-bot_high.db") == before


def test_opponents_that_always_do_the_same_never_differ(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Two names of one program that draws no lots."""
    write(tmp_path, mark, {"low": "low", "same": "low"})
    result = arena("duel", "--config", "c.yaml", "low", "same", "--deals", 10)
    assert result.exit_code == 0
    assert "not decided after 10 deal groups" in result.stdout
    assert "same and low decided differently in 0 of 10 deal groups." in result.stdout
    assert "made more points in 0, fewer in 0, +0 in all." in result.stdout
    assert differences(result) == []


def test_partners_play_each_deal_with_themselves(arena: Arena, tmp_path: Path, mark: str) -> None:
    """In a cooperative game the better team is told, and where the teams first differed."""
    write(tmp_path, mark, {"low": "low", "high": "high"}, game="lanterns", seats=3, format="cross-play")
    result = arena("duel", "--config", "c.yaml", "low", "high", "--deals", 8)
    assert result.exit_code == 0, result.stderr
    assert "lanterns: self-play, 2 bots, 3 seats, 16 games" in result.stderr
    with Store.open(tmp_path / "low-high.db") as store:
        assert {record.seating for record in store.records()} == {("low",) * 3, ("high",) * 3}
    assert state(tmp_path / "low-high.db").deal_groups == 8
    assert "high and low decided differently in 8 of 8 deal groups" in result.stdout


def test_a_fault_is_the_first_difference(arena: Arena, tmp_path: Path, mark: str) -> None:
    """NEW plays like OLD until it gives up, which costs it every game."""
    write(tmp_path, mark, {"high": "high", "late": "late"}, **STEADY)
    result = arena("duel", "--config", "c.yaml", "high", "late", "--deals", 3, "--elo1", 100)
    assert result.exit_code == 0
    assert differences(result) == [(group, 2, 0, -1.0, score) for group, (*_, score) in enumerate(differences(result))]
    assert "made more points in 0, fewer in 3, -3 in all." in result.stdout
    assert result.stdout.count("late, game") == result.stdout.count(": exited\n") == 3


def test_more_deals_than_can_be_numbered_are_refused(arena: Arena, tmp_path: Path, mark: str) -> None:
    write(tmp_path, mark, {"old": "low", "new": "high"})
    result = arena("duel", "--config", "c.yaml", "old", "new", "--deals", 10**18)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"--deals: [\d,]+ games are too many.*\n", result.stderr)
    assert not list(tmp_path.glob("*.db"))


def test_the_test_says_that_it_counts_what_the_table_does_not(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Games that benched a bot are rated for nobody, but a version that fails has lost them: both are said."""
    write(tmp_path, mark, {"old": "low", "new": "late"}, bench={"starts": None, "games": 4})
    result = arena("duel", "--config", "c.yaml", "old", "new", "--jobs", 1, "--deals", 2)
    assert result.exit_code == 1
    assert "Not rated, for anybody: 4 finished" in result.stdout
    assert re.search(r"seats that forfeited in rated games: 0\.", result.stdout)
    assert "The test counts games that are not rated, too: in it a bot that fails has lost." in result.stdout
    assert state(tmp_path / "old-new.db").deal_groups == 2


def test_a_bot_that_cannot_start_is_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Its owner learns it before the night is over."""
    write(tmp_path, mark, {"low": "low", "new": "low"})
    (tmp_path / "c.yaml").write_text((tmp_path / "c.yaml").read_text().replace("bot.py low", "-c pass", 1))
    result = arena("duel", "--config", "c.yaml", "low", "new", "--jobs", 1)
    assert result.exit_code == 1
    assert "failed to start in 3 games in a row" in result.stderr
    assert re.search(r"low \(benched\) .* start-failure \d+\n", result.stdout)
    assert re.search(r"Not rated, for anybody: \d+ finished", result.stdout)


def test_without_a_whole_deal_group_there_is_nothing_to_compare(tmp_path: Path) -> None:
    """And that is said."""
    with Store.create(tmp_path / "x.db", made_facts({})) as store:
        lines = list(_lines(store, [], ("old", "new"), 3))
    assert lines == ["Where they first differed", "", "No deal group is over yet, with both of its games rated."]


def test_what_cost_most_is_shown_first_then_what_brought_most(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Half of each, or more of one where there are few of the other; nothing that changed nothing."""
    write(tmp_path, mark, {"high": "high", "low": "low"}, game="lanterns", seats=2)
    words = ["duel", "--config", "c.yaml", "low", "high", "--deals", 20, "--show"]
    everything = differences(arena(*words, 40))
    costs = sum(line[3:] < (0, 0) for line in everything)
    assert 2 <= costs <= len(everything) - 2
    for show in (0, 1, 2, 3, len(everything) - 1, len(everything)):
        shown = differences(arena(*words, show))
        worth = [line[3:] for line in shown]
        cost, gain = [pair for pair in worth if pair < (0, 0)], [pair for pair in worth if pair > (0, 0)]
        assert worth == [*sorted(cost), *sorted(gain, reverse=True)]
        assert len(worth) == show
        assert set(shown) <= set(everything)
        assert min(len(cost), costs) >= min((show + 1) // 2, costs)


def test_names_are_shown_not_obeyed(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Nothing that a name says steers a terminal, or leads out of the folder."""
    old, new = "a" + "".join(HOSTILE)[:10], "../../b"
    write(tmp_path, mark, {old: "low", new: "high"})
    result = arena("duel", "--config", "c.yaml", old, new, "--deals", 2)
    assert not steers(result.output)
    nobody = arena("duel", "--config", "c.yaml", old, "nobody")
    assert nobody.exit_code == 2
    assert not steers(nobody.output)
    assert not list(tmp_path.parent.glob("*.db"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["low", "low"], "'low' twice: a duel has two bots"),
        (["low", "hihg"], "there is no bot 'hihg' in c.yaml; it has high, low"),
        (["low", "high", "--elo0", "7"], "elo0 must be below elo1, but elo0 is 7 and elo1 is 5"),
        (["low", "high", "--alpha", "2", "--beta", "0"], "alpha is the probability of an error"),
        (["low", "high", "--game", "bids"], "give --config FILE and two of its bots, or --game GAME and two commands"),
        (["low", "high", "--deals", "0"], "'--deals'"),
        (["low", "high", "--show", "-1"], "'--show'"),
        (["low", "high", "--jobs", "0"], "'--jobs'"),
        (["low", "high", "--minutes", "0"], "'--minutes'"),
    ],
)
def test_wrong_input_is_told_and_makes_no_file(
    arena: Arena, tmp_path: Path, mark: str, words: list[str], said: str
) -> None:
    """D64: before any game."""
    write(tmp_path, mark, {"low": "low", "high": "high"})
    result = arena("duel", "--config", "c.yaml", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert sorted(os.listdir()) == ["bot.py", "c.yaml"]


def test_what_is_wrong_with_the_commands_is_told_of_the_commands(arena: Arena, tmp_path: Path) -> None:
    """Not of the file that is made of them, which nobody has seen; and everything at once."""
    result = arena("duel", "--game", "bidz", "./nowhere --fast", "")
    assert (result.exit_code, result.stdout) == (2, "")
    game, old, new = result.stderr.splitlines()
    assert game.startswith("--game: there is no game 'bidz'")
    assert old.startswith(f"OLD: the program './nowhere' in {tmp_path} is {tmp_path}/nowhere, which does not exist")
    assert new == "NEW: the command is empty"
    assert "yaml" not in result.stderr
    assert os.listdir() == []


@pytest.mark.parametrize("words", [[], ["old"], ["old", "new"], ["old", "new", "--config", "none.yaml"]])
def test_a_call_without_what_it_needs_exits_with_2(arena: Arena, words: list[str]) -> None:
    result = arena("duel", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert os.listdir() == []


def test_a_game_without_two_seats_has_no_duel(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one whose options are for other seats."""
    write(tmp_path, mark, {"low": "low", "high": "high", "late": "late"}, seats=3)
    monkeypatch.setitem(vars(find_game("bids")), "seats", (3, 4))
    result = arena("duel", "--config", "c.yaml", "low", "high")
    assert result.exit_code == 2
    assert "bids has no game for 2 seats, only for 3, 4: play a round-robin" in result.stderr
    result = arena("duel", "--game", "bids", "{python} bot.py low", "{python} bot.py high")
    assert result.exit_code == 2
    assert result.stderr == "2 bots are too few: a game of bids has 3, 4 seats, each for another bot\n"
    bots = {"low": "low", "high": "high", "late": "late"}
    write(tmp_path, mark, bots, game="gangsta", seats=3, options={"families": True, "resources": True, "first": 2})
    result = arena("duel", "--config", "c.yaml", "low", "high")
    assert result.exit_code == 2
    assert "a duel has 2 seats, and the options of c.yaml are for 3: first: there is no seat 2" in result.stderr
    assert sorted(os.listdir()) == ["bot.py", "c.yaml"]
