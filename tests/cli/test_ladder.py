"""`arena ladder`: what it writes into a ladder's folder of entries, and what it refuses."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from msgspec.structs import replace

from arena.cli import commands
from arena.league.entry_files import EntryFiles, read_entry
from arena.programs.bot import Bot
from arena.programs.entries import draft, settle
from arena.protocol import printable
from arena.store import Entries, Entry, Looked, Store
from tests.contest.ladders import Ladder as Running
from tests.facts import made_facts, plant, written

Ladder = Callable[..., Result]


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ladder:
    """`ladder("add", ...)` in the test's folder, where `entries` is the folder of a ladder and `mine` one of a bot."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entries").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.txt").touch()
    return lambda *words: CliRunner().invoke(commands, ["ladder", *map(str, words)], catch_exceptions=False)


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A ladder's file: ann of the configuration plays, bob was updated once and has retired, cat's is played by its
    second version."""

    def bot(base: str, hash: str) -> Entry:
        return draft(base, Bot(command=("x",), folder=Path("/bots"), program=Path("/bin/x")), hash, "copy")

    entries: list[Entry] = []
    looks = [{"ann": "1", "bob": "2", "cat": "3"}, {"ann": "1", "bob": "4", "cat": "5"}, {"ann": "1", "cat": "5"}]
    for stage, there in enumerate(looks):
        entries, _ = settle(entries, {base: bot(base, hash * 16) for base, hash in there.items()}, 10 * stage)
    path = tmp_path / "league.db"
    facts = made_facts(
        {"contest": {"bench": {"starts": None, "games": None}}, "bots": [entry.name for entry in entries]}
    )
    looked = Looked(configured=("ann",), failed={"fay": {"9" * 16: "never mind"}})
    entered = Entries(str(tmp_path / "entries"), tuple(entries))
    Store.create(path, replace(facts, entries=entered, looked=looked)).close()
    return path


def test_add_writes_a_file_that_is_an_entry(ladder: Ladder) -> None:
    """With paths from where it was called, and all that a configuration can say of a bot."""
    options = ["--dir", "mine", "--env", "A=1=2", "--files", "*.txt", "--build", "cat bot.txt"]
    done = ladder("add", "entries", "no", *options, "--", "cat", "bot.txt", "--depth 3")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("no enters with the next stage, once nothing has changed in ")
    assert [path.name for path in Path("entries").iterdir()] == ["no.yaml"]
    bot = read_entry(Path("entries/no.yaml"))
    assert bot.command == ("cat", "bot.txt", "--depth 3")
    assert bot.folder == Path("mine").absolute()
    assert (bot.env, bot.files, bot.build) == ({"A": "1=2"}, ("*.txt",), ("cat", "bot.txt"))


def test_add_takes_the_folder_in_which_it_is_called(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("mine")
    assert ladder("add", "../entries", "mine", "--", "cat", "bot.txt").exit_code == 0
    assert read_entry(Path("../entries/mine.yaml")).folder == Path().absolute()


def test_what_it_writes_goes_through_no_link_that_somebody_has_laid(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may write into the folder, too; not even one who knew the name of the draft."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    monkeypatch.setattr("arena.league.roster.token_hex", lambda size: "known")
    for name in (str(os.getpid()), "known"):
        Path("entries", f".{name}.yaml").symlink_to(victim)
    done = ladder("add", "entries", "no", "--dir", "mine", "--", "cat", "bot.txt")
    assert (done.exit_code, victim.read_text()) == (2, "mine")
    assert "no.yaml cannot be written: File exists" in done.stderr


def test_a_folder_with_too_many_names_is_told_of(ladder: Ladder, league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.league.entry_files.MOST_NAMES", 1)
    for name in "xy":
        Path("entries", name).touch()
    for words in ("add", league, "a", "--", "cat"), ("retire", league, "a"), ("list", league):
        done = ladder(*words)
        assert done.exit_code == 2
        assert f"the folder of entries {Path('entries').absolute()} cannot be read: more than 1 names" in done.stderr


def test_add_says_all_that_is_wrong_and_writes_nothing(ladder: Ladder) -> None:
    done = ladder("add", "entries", ".x/y", "--dir", "nowhere", "--env", "A", "--", "catt")
    assert done.exit_code == 2
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(".x/y: ") for line in lines)
    for part, line in zip(
        ("leave out '/'", "--env 'A' is not KEY=VALUE", "nowhere does not exist"), lines, strict=True
    ):
        assert part in line
    assert "the command is missing" in ladder("add", "entries", "x", "--dir", "mine").stderr
    assert "put the bot into a folder of its own" in ladder("add", "entries", "x", "--dir", ".", "--", "cat").stderr
    assert not list(Path("entries").iterdir())


def test_add_refuses_names_that_are_taken(ladder: Ladder, league: Path) -> None:
    """By files, by bots of the configuration, and by whoever ever played."""
    words = ["--dir", "mine", "--", "cat"]
    assert ladder("add", league, "dan", *words).exit_code == 0
    for name, why in {
        "dan": "dan.yaml is there",
        "DAN": "the name is taken by the bot 'dan'",
        "Bob": "the name is taken by the bot 'bob'",
        "cat v2": "the name is taken by the bot 'cat v2'",
        "ann": "'ann' plays, as a bot of the configuration",
        "x" * 41: "1 to 40 printable characters",
    }.items():
        done = ladder("add", league, name, *words)
        assert done.exit_code == 2
        assert why in done.stderr
    assert ladder("add", league, "bob", *words).exit_code == 0


def test_update_changes_what_is_given_and_keeps_the_rest(ladder: Ladder) -> None:
    ladder("add", "entries", "a", "--dir", "mine", "--env", "A=1", "--build", "cat bot.txt", "--", "cat", "bot.txt")
    done = ladder("update", "entries", "a", "--", "cat", "-u", "bot.txt")
    assert done.exit_code == 0
    assert "a is a new entry with the next stage" in done.stdout
    bot = read_entry(Path("entries/a.yaml"))
    assert bot.command == ("cat", "-u", "bot.txt")
    assert (bot.env, bot.build, bot.folder) == ({"A": "1"}, ("cat", "bot.txt"), Path("mine").absolute())
    assert ladder("update", "entries", "a", "--env", "B=2").exit_code == 0
    assert read_entry(Path("entries/a.yaml")).env == {"B": "2"}
    before = Path("entries/a.yaml").read_text()
    assert ladder("update", "entries", "a", "--", "catt").exit_code == 2
    assert Path("entries/a.yaml").read_text() == before


def test_update_and_retire_need_a_bot_that_is_there(ladder: Ladder, league: Path) -> None:
    for command, *more in (["update", "--env", "A=1"], ["retire"]):
        assert "there is no bot 'zoe' in" in ladder(command, league, "zoe", *more).stderr
    assert "'ann' is a bot of the configuration" in ladder("update", league, "ann", "--env", "A=1").stderr
    assert "ann is retired" in ladder("retire", league, "ann").stdout  # which has no file
    ladder("add", "entries", "a", "--dir", "mine", "--", "cat")
    assert "nothing to change" in ladder("update", league, "a").stderr
    Path("entries/a.yaml").write_text("command: [")
    assert "Mend that first" in ladder("update", league, "a", "--env", "A=1").stderr


def test_retire_removes_the_file(ladder: Ladder) -> None:
    ladder("add", "entries", "a", "--dir", "mine", "--", "cat")
    done = ladder("retire", "entries", "a")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "a retires with the next stage" in done.stdout
    assert not list(Path("entries").iterdir())


def test_list_shows_who_plays_who_does_not_any_more_and_what_is_wrong_with_a_file(
    ladder: Ladder, league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.league.entry_files.QUIET", 1e5)
    ladder("add", "entries", "dan", "--dir", "mine", "--", "cat")
    Path("entries/eve.yaml").write_text("command: cat\ndri: mine\n")
    done = ladder("list", league)
    assert done.exit_code == 0
    table, more = done.stdout.splitlines()[3:8], done.stdout.splitlines()[8:]
    assert [line.split() for line in table] == [
        ["ann", "1", "1" * 16, "playing", "1", "0"],
        ["bob", "1", "2" * 16, "updated", "1", "0"],
        ["cat", "1", "3" * 16, "updated", "1", "0"],
        ["bob", "v2", "2", "4" * 16, "retired", "11", "0"],
        ["cat", "v2", "2", "5" * 16, "playing", "11", "0"],
    ]
    assert more[0].startswith("dan: has not entered yet: ")
    assert "has just changed, and is read once nothing has for 100000 seconds" in more[0]
    assert "eve.yaml:2" in more[1]
    assert "dan: has not entered yet" in ladder("list", "entries").stdout


def test_list_says_of_a_file_what_the_run_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are taken or none, builds that failed, folders that are too large: with the same words."""
    (tmp_path / "shell").mkdir()
    running = Running(tmp_path, shell="shell")
    running.start()
    for name in ("one", "shell", "ONE", " lead", "x" * 41, "esc\x1b[2J", "bad\udcff", "outside", "unbuilt"):
        running.bot(name)
    (tmp_path / "entries" / "outside.txt").touch()
    running.write("outside", {"command": "cat ../outside.txt", "dir": "outside"})
    running.write("unbuilt", {"command": "./made", "dir": "unbuilt", "build": "sh -c 'echo no flour; exit 3'"})
    running.look()
    assert running.entrants._building is not None
    running.entrants._building[1]._process.wait()
    assert running.look() == ["shell", "ONE"]
    told = [line.removeprefix("entries: ") for text in running.said for line in text.splitlines()]
    told = [line for line in told if not line.endswith("enters") and not line.startswith("building")]
    assert len(told) == 9
    words = ["ladder", "list", str(running.store.path)]
    listed = CliRunner().invoke(commands, words, catch_exceptions=False).stdout
    for line in told:
        # A build's failure is that of a version: "unbuilt (HASH) cannot enter: ...".
        assert printable(line.removeprefix("unbuilt (").replace(") cannot", " cannot")) in listed
    assert "has not entered yet" not in listed
    running.bot("ONE", "second")
    with monkeypatch.context() as patch:
        patch.setattr("arena.league.entry_files.QUIET", 1e5)
        listed = CliRunner().invoke(commands, words, catch_exceptions=False).stdout
    hash = (running.look(), running.setup.hashes["ONE v2"])[1]
    assert f"ONE: the new version ({hash}) has not entered yet: {tmp_path}/entries/ONE.yaml has just changed" in listed
    running.entrants.close()
    running.store.close()


def test_a_ladder_is_found_beside_its_folder_of_entries(ladder: Ladder, league: Path) -> None:
    """So that names of bots of the configuration are refused there as well, of the ladder that ran last."""
    Store.restored(Path("other.db"), written({"entries": 3})).close()
    done = ladder("add", "entries", "ann", "--dir", "mine", "--", "cat")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the name is taken: 'ann' plays, as a bot of the configuration" in done.stderr
    assert ladder("list", "entries").stdout == ladder("list", league).stdout != ""
    Path("entries/ann.yaml").write_text("command: cat\ndir: ../mine\n")
    assert "ann.yaml: the name is taken by the bot 'ann'" in ladder("list", "entries").stdout
    assert ladder("update", "entries", "ann", "--env", "A=1").exit_code == 2
    assert ladder("retire", "entries", "ann").exit_code == 0


def test_a_version_that_is_back_is_told_whether_it_is_benched(ladder: Ladder, league: Path) -> None:
    """It will play no more, unlike one that only retired."""
    Path("mine/bot.txt").write_text("played")
    words = ("--dir", "mine", "--", "cat", "bot.txt")
    bot = Bot(command=("cat", "bot.txt"), folder=Path("mine").absolute(), program=Path("/bin/cat"))
    for benched in ({}, {"zoe": {"text": "no flour"}}):
        with Store.open(league, write=True) as store:
            version = EntryFiles(None, [], 1).take("zoe", bot)
            entries, _ = settle([], {"zoe": version.entry}, 0)
            entries, _ = settle(entries, {}, 1)
            plant(store, "entries", Entries(str(Path("entries").absolute()), tuple(entries)))
            plant(store, "bots", ["zoe"])
            plant(store, "builds", benched)
        told = ladder("add", league, "zoe", *words).stdout
        assert told.startswith(f"zoe ({version.entry.hash}) is back with the next stage")
        assert (", but benched: its build failed: no flour: change it, and it is a new entry" in told) == bool(benched)
        assert "is a new entry with the next stage" in ladder("update", league, "zoe", "--", "cat", "-u").stdout
        assert "is back with the next stage" in ladder("update", league, "zoe", "--", *words[3:]).stdout
        ladder("retire", league, "zoe")


@pytest.mark.parametrize("columns", ["60", "80", None])
def test_the_list_fits_the_terminal_whatever_benched_a_bot(
    ladder: Ladder, league: Path, monkeypatch: pytest.MonkeyPatch, columns: str | None
) -> None:
    """The table says that it is benched, and a line below it why, in full."""
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    bot = Bot(command=("cat",), folder=Path("mine").absolute(), program=Path("/bin/cat"))
    with Store.open(league, write=True) as store:
        entries, _ = settle([], {"zoe": EntryFiles(None, [], 1).take("zoe", bot).entry}, 0)
        plant(store, "entries", Entries(str(Path("entries").absolute()), tuple(entries)))
        plant(store, "bots", ["zoe"])
        plant(store, "builds", {"zoe": {"text": "no flour, " * 12 + "and no water"}})
    lines = ladder("list", league).stdout.splitlines()
    assert lines[3].split()[0] == "zoe"
    assert "benched" in lines[3].split()
    said = " ".join(" ".join(lines[4:]).split())
    assert said == "zoe is benched: its build failed: " + "no flour, " * 12 + "and no water"
    assert max(map(len, lines[:4] if columns is None else lines)) <= int(columns or 80)


def test_help_says_what_a_folder_is_by_default(ladder: Ladder) -> None:
    """Where a bot is changed, what is not given stays."""
    assert "[default: this one]" in ladder("add", "--help").stdout
    assert "[default: as it was]" in ladder("update", "--help").stdout


def test_what_is_no_ladder_is_refused(ladder: Ladder, tmp_path: Path) -> None:
    Store.create(tmp_path / "other.db", made_facts()).close()
    assert "names no folder of entries" in ladder("list", "other.db").stderr
    assert "there is no such file" in ladder("list", "none.db").stderr
    Store.create(tmp_path / "moved.db", made_facts({"entries": Entries(str(tmp_path / "gone"), ())})).close()
    assert "is not there any more" in ladder("retire", "moved.db", "a").stderr


def test_files_are_yaml_that_people_can_read(ladder: Ladder) -> None:
    ladder("add", "entries", "süß", "--dir", "mine", "--", "cat", "ü")
    text = Path("entries/süß.yaml").read_text()
    assert "- ü" in text
    assert list(yaml.safe_load(text)) == ["command", "dir", "env", "files"]
