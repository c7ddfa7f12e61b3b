"""`arena explain`: the page for a bot's author, from real contests' files through the real command."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.contest import load_contest
from arena.games import Game
from arena.games.toys import BIDS, LANTERNS
from arena.referee import GameRecord, Measured, SeatFault, encode_record
from arena.store import Entries, Entry, Store
from tests.cli.conftest import Arena
from tests.cli.test_hostile_words import WORDS, assert_harmless
from tests.cli.test_spoilers import keep, named, play_by
from tests.contest.contests import write_contest
from tests.contest.recorded import record_contest
from tests.contest.tampering import tamper
from tests.faces.games import BOX, faulty, recorded
from tests.facts import made_facts, plant
from tests.protocol.test_escape import steers
from tests.referee.helpers import LATE

FEW = ("--playouts", "300")
NOBODY_LOOKS = ("--seconds", "0")


@pytest.fixture
def played(arena: Arena, tmp_path: Path, mark: str) -> Arena:
    """Twelve deals of Bids between three bots that play at random."""
    bots = {"ann": "plays", "bob": "plays", "cyd": "plays"}
    record_contest(tmp_path / "c.db", load_contest(write_contest(tmp_path, mark, bots, deals=4)), 24)
    return arena


def sections(text: str) -> list[str]:
    """The titles of a page."""
    titles = ["By seat", "By opponent", "By partner", "Faults", "Times", "Decisions that cost most"]
    return [line for line in text.splitlines() if line in [*titles, "Since the version before"]]


def explained(arena: Arena, *words: object) -> dict[str, Any]:
    result = arena("explain", *words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_it_says_where_points_were_lost_and_how_it_looks_again(played: Arena) -> None:
    result = played("explain", "c.db", "ann", *FEW)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "ann in c.db"
    assert sections(result.stdout) == [
        "By seat",
        "By opponent",
        "Faults",
        "Times",
        "Decisions that cost most",
        "Since the version before",
    ]
    assert "None." in lines
    assert "The same again: --playouts 300 --seed explain." in lines
    assert "Nothing: only a ladder knows versions; --before FILE compares with an earlier contest." in lines


def test_points_add_up(played: Arena) -> None:
    """What was lost to each opponent is what was not taken in all, and the table of the contest says the same."""
    found = explained(played, "c.db", "ann", *NOBODY_LOOKS)
    row = next(
        row for row in json.loads(played("table", "c.db", "--format", "json").stdout)["rows"] if row["bot"] == "ann"
    )
    assert found["games"] == row["games"] == 16
    assert found["percent"] == row["score_percent"]
    assert sum(one["lost"] for one in found["by_opponent"]) == pytest.approx(16 * (1 - found["percent"] / 100), 1e-3)
    assert sum(one["percent_of_lost"] for one in found["by_opponent"]) == pytest.approx(100, 1e-3)
    by_seat = [seat["percent"] for seat in found["by_seat"]]
    assert sum(by_seat) / 2 == pytest.approx(found["percent"], 1e-3)
    assert found["not_judged"].startswith("nobody has looked")


def test_a_fault_is_seen_again_by_the_very_line_that_it_gives(arena: Arena, tmp_path: Path, mark: str) -> None:
    """It is the soonest of its kind, and the line has the bot's own command."""
    write_contest(tmp_path, mark, {"ann": "plays", "bob": "crashes 2"}, deals=3)
    assert arena("run", "c.yaml").exit_code in (0, 1)
    (fault,) = explained(arena, "c.db", "bob", *NOBODY_LOOKS)["faults"]
    assert (fault["verdict"], fault["count"], fault["forfeits"], fault["games"]) == ("exited", 1, 1, [2])
    assert (fault["game"], fault["decision"]) == (2, fault["seat"])
    assert fault["text"].startswith(f"decision {fault['decision']}, seat {fault['seat']}, request ")
    text = arena("explain", "c.db", "bob", *NOBODY_LOOKS).stdout
    assert fault["repro"] in text.splitlines()
    program, *words = shlex.split(fault["repro"].replace("python3", shlex.quote(sys.executable)))
    assert program == "arena"
    again = arena(*words)
    assert again.exit_code == 0
    assert "  the same fault   decision " in again.stdout


def test_lines_for_a_decision_are_understood(played: Arena) -> None:
    """All three of each: they lead to the game, to the decision, and to what others would do there."""
    found = explained(played, "c.db", "ann", "--playouts", "3000")
    assert found["judged"]["swings"]
    for swing in found["judged"]["swings"][:2]:
        _, *ask = shlex.split(swing["ask"].replace("python3", shlex.quote(sys.executable)))
        assert f"game {swing['game']}, decision {swing['decision']}: ann (seat {swing['seat']})" in played(*ask).stdout
        _, *repro = shlex.split(swing["repro"].replace("python3", shlex.quote(sys.executable)))
        assert played(*repro).exit_code == 0
        _, *watch = shlex.split(swing["watch"])
        assert played(*watch[:-1]).exit_code == 0  # without opening a browser


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_all_forms_say_the_same(played: Arena, form: str) -> None:
    found = explained(played, "c.db", "ann", *FEW)
    text = html.unescape(played("explain", "c.db", "ann", *FEW, "--format", form).stdout)
    for row in found["by_opponent"]:
        assert row["opponent"] in text
        assert f"{row['percent']:.1f}" in text
    assert f"It took {found['percent']:.1f} %" in text.replace("**", "")
    assert "a place to look at, not for a proof" in text.replace("\n", " ")


def test_a_page_is_one_file_in_which_nothing_can_run(played: Arena) -> None:
    result = played("explain", "c.db", "ann", *FEW, "--html", "-o", "ann.html")
    assert result.stdout == "ann.html\n"
    page = Path("ann.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "<script" not in page
    assert "http" not in page.partition("<style>")[0].replace("http-equiv", "")
    assert "default-src &#39;none&#39;; style-src &#39;sha256-" in page
    assert not re.search(r"(src|href)=", page)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_it_fits_its_terminal(played: Arena, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """But for lines that are there to be copied."""
    monkeypatch.setenv("COLUMNS", str(columns))
    result = played("explain", "c.db", "ann", "--playouts", "3000")
    too_long = [line for line in result.stdout.splitlines() if len(line) > columns]
    assert not [line for line in too_long if not line.startswith("arena ")]


def test_a_name_that_is_none_is_told_with_the_nearest(played: Arena) -> None:
    result = played("explain", "c.db", "anne")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "there is no bot 'anne' in c.db; it has ann, bob, cyd; did you mean 'ann'?\n"


def test_a_file_that_cannot_be_used_is_told(played: Arena) -> None:
    assert played("explain", "nowhere.db", "ann").exit_code == 2
    tamper(Path("c.db"), "UPDATE game SET record = '{}' WHERE number = 1")
    result = played("explain", "c.db", "ann")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "damaged" in result.stderr


def test_one_of_an_earlier_arena_is_read(arena: Arena) -> None:
    shutil.copy(Path(__file__).parents[1] / "kept" / "ladder.db", "ladder.db")
    result = arena("explain", "ladder.db", "last", "--playouts", "100")
    assert result.exit_code == 0
    assert "Nothing: it is the first version of this bot." in result.stdout


def test_a_bot_without_games_has_a_page(arena: Arena) -> None:
    keep(*(named(recorded(BIDS, 2, deal=f"{number // 2}"), number) for number in range(2)), bots=["ann", "bob", "cyd"])
    result = arena("explain", "c.db", "cyd")
    assert result.exit_code == 0
    assert "It has played no game that counts here yet.\n" in result.stdout
    assert "nan" not in result.stdout
    assert "inf" not in result.stdout


def quoting(number: int, text: str) -> GameRecord:
    """A game in which bob was late, which is told in these words."""
    record = named(faulty(LANTERNS, 0, LATE), number)
    seat = record.seating.index("bob")
    faults = tuple(SeatFault(seat, fault.verdict, fault.decision) for fault in record.faults)
    return replace(record, faults=faults, measured=replace(record.measured, texts=(text,)))


def test_what_is_still_to_be_played_is_kept_back(arena: Arena) -> None:
    """A fault is told, as it may be by anybody; what it quotes, and its line, wait for all games at the deal."""
    keep(quoting(0, "it held TOPSECRET"))
    (fault,) = explained(arena, "c.db", "bob")["faults"]
    assert (fault["text"], fault["repro"]) == (None, None)
    assert fault["reason"] == "it can be seen again once games 1 at its deal are played"
    assert "TOPSECRET" not in arena("explain", "c.db", "bob").stdout
    (spoilt,) = explained(arena, "c.db", "bob", "--spoil")["faults"]
    assert spoilt["text"] == "it held TOPSECRET"
    assert " --spoil -- " in spoilt["repro"]
    keep(quoting(0, "it held TOPSECRET"), quoting(1, "later"))
    assert "TOPSECRET" in arena("explain", "c.db", "bob").stdout


def test_no_decision_is_judged_of_a_deal_that_others_still_play(arena: Arena) -> None:
    """In a gauntlet all line-ups play one deal: a whole match between two does not open it."""
    contest = {"game": "bids", "format": "gauntlet", "seats": 2, "seatings": "rotations", "line_ups": None}
    contest |= {"seeded": ["ann"], "rounds": None, "deals": None, "sprt": None, "settled": None}
    records = [named(recorded(BIDS, 2, deal="d"), number) for number in range(2)]
    keep(*records, bots=["ann", "bob", "cyd"], contest=contest)
    for bot in ("ann", "bob"):
        found = explained(arena, "c.db", bot, *FEW)
        assert found["games"] == 2
        assert found["judged"] is None
        assert found["not_judged"].startswith("there is no game to look at")
    assert any(explained(arena, "c.db", bot, *FEW, "--spoil")["judged"] for bot in ("ann", "bob"))


@pytest.mark.parametrize("game", BOX, ids=lambda game: game.name)
def test_it_explains_each_game_of_the_box(arena: Arena, game: Game) -> None:
    """A cooperative one by partners, the others by opponents; figures are numbers or unknown."""
    keep(*(named(recorded(game, 2, deal=f"{number // 2}"), number) for number in range(4)))
    found = explained(arena, "c.db", "ann", "--playouts", "200")
    assert found["cooperative"] == (game.name == "grizzled") == (not found["by_opponent"]) == bool(found["by_partner"])
    assert [row["games"] for row in found["by_seat"]] == [2, 2]
    text = arena("explain", "c.db", "ann", *NOBODY_LOOKS).stdout
    assert sections(text)[1] == ("By partner" if game.cooperative else "By opponent")
    assert not re.search(r"\b(nan|inf)\b", text)


def versions(*hashes: str) -> tuple[Entry, ...]:
    """Of a bot ann, besides bob's only one."""
    common: dict[str, Any] = {"folder": "/x", "copy": "y", "command": ("./a b",)}
    names = ["ann", *(f"ann v{number}" for number in range(2, len(hashes) + 1))]
    found = [
        Entry(name=name, base="ann", version=number, hash=hash, state="updated", **common)
        for number, (name, hash) in enumerate(zip(names, hashes, strict=True), 1)
    ]
    last = replace(found[-1], state="playing")
    return *found[:-1], last, Entry(name="bob", base="bob", hash="b" * 16, **common)


def test_a_ladder_tells_against_whom_the_last_version_fell(arena: Arena) -> None:
    """BOT is the last version, or any that is named; the line has the version's own command."""
    contest = {"game": "bids", "format": "ladder", "seats": 2, "seatings": "rotations", "line_ups": None}
    contest |= {"seeded": [], "rounds": None, "deals": 1, "sprt": None, "settled": None}
    records = []
    for number in range(40):
        record = named(recorded(BIDS, 2, deal=f"{number // 2}"), number)
        name = "ann" if number < 20 else "ann v2"
        best = record.seating.index("ann" if number < 20 else "bob")
        places = tuple(1 if seat == best else 2 for seat in range(2))
        seating = tuple(name if who == "ann" else who for who in record.seating)
        assert record.outcome is not None
        records.append(replace(record, seating=seating, outcome=replace(record.outcome, places=places)))
    stages = [[0, 1], [2, 1]]
    path = Path("c.db")
    bots = ["ann", "bob", "ann v2"]
    facts = made_facts({"contest": contest, "seed": "s", "bots": bots})
    facts = replace(facts, entries=Entries(None, versions("1" * 16, "2" * 16)))
    with Store.create(path, facts) as store:
        for line_up in stages:
            store.add_stage(json.dumps({"line_ups": [line_up], "deals": 10}).encode())
        store.add(map(encode_record, records))
    found = explained(arena, "c.db", "ann", *FEW)
    assert (found["bot"], found["progress"]["before"]) == ("ann v2", "ann")
    (row,) = found["progress"]["rows"]
    assert (row["other"], row["games_before"], row["games_now"]) == ("bob", 20, 20)
    assert (row["percent_before"], row["percent_now"], row["gained"], row["changed"]) == (100, 0, -100, "worse")
    assert explained(arena, "c.db", "ann v1", *NOBODY_LOOKS)["bot"] == "ann"
    assert explained(arena, "c.db", "ann v1", *NOBODY_LOOKS)["no_progress"] == "it is the first version of this bot"
    assert found["judged"]["swings"][0]["ask"].endswith(" -- './a b'")
    assert "bob" in arena("explain", "c.db", "ann", *NOBODY_LOOKS).stdout.partition("Since the version before")[2]


def test_outside_of_a_ladder_another_file_is_the_version_before(played: Arena) -> None:
    shutil.copy("c.db", "before.db")
    found = explained(played, "c.db", "ann", *NOBODY_LOOKS, "--before", "before.db")
    assert found["progress"]["before"] == "ann in before.db"
    assert [(row["other"], row["gained"], row["changed"]) for row in found["progress"]["rows"]] == [
        ("bob", 0, None),
        ("cyd", 0, None),
    ]
    keep(*(named(recorded(LANTERNS, 2), number) for number in range(2)))
    other = played("explain", "before.db", "ann", "--before", "c.db")
    assert (other.exit_code, "two games" in other.stderr) == (2, True)


def test_hostile_names_and_commands_show_nothing_raw(arena: Arena) -> None:
    """And never a line that a shell would take otherwise than it looks."""
    names: Sequence[str] = (f"\x1b[2J{WORDS}", "<b>bob</b> `x` $(reboot)", "cyd\n1  cyd")
    bad = recorded(BIDS, 3, names=tuple(names))
    records = [replace(bad, number=number, group=0, seating=(*names[number:], *names[:number])) for number in range(3)]
    late = Measured(ms=(5.0,) * 20, texts=(f"\x1b[2J{WORDS}",), logs=(None,) * 3, stray=(0,) * 3)
    records = [replace(one, faults=(SeatFault(0, "time", 0),), measured=late) for one in records]
    contest = {"game": "bids", "format": "round-robin", "seats": 3, "seatings": "rotations", "line_ups": None}
    contest |= {"seeded": [], "rounds": None, "deals": None, "sprt": None, "settled": None}
    commands = [("x\x1b[2J",), ("./a b", "$(reboot)", "`x`", "'"), ("ok",)]
    bots = [{"name": name, "command": command} for name, command in zip(names, commands, strict=True)]
    keep(*records, bots=["a"], contest=contest | {"bots": bots})
    with Store.open(Path("c.db"), write=True) as store:
        plant(store, "bots", names)
    for name in names:
        for form in ("text", "markdown", "html", "json"):
            result = arena("explain", "c.db", name, *FEW, "--format", form)
            assert result.exit_code == 0
            assert_harmless(result)
            assert "<b>bob" not in result.stdout or form != "html"
    assert explained(arena, "c.db", names[0], *NOBODY_LOOKS)["faults"][0]["repro"].endswith(" -- COMMAND")
    line = explained(arena, "c.db", names[1], *NOBODY_LOOKS)["faults"][0]["repro"]
    assert shlex.split(line)[-4:] == list(commands[1])
    assert not steers(arena("explain", "c.db", "\x1b[2J").stderr)


def test_rules_that_have_changed_since_are_no_judge(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """All else is said."""
    keep(*(named(recorded(BIDS, 2, deal=f"{number // 2}"), number) for number in range(4)))
    from dataclasses import replace as changed

    play_by(changed(BIDS, version=2), monkeypatch)
    found = explained(arena, "c.db", "ann", *FEW)
    other = explained(arena, "c.db", "bob", *FEW)
    said = [one["not_judged"] for one in (found, other) if one["percent"] < 100]
    assert said
    assert all("the rules here are not those that it was played by: played with bids version 1" in one for one in said)
    assert found["games"] == 4
