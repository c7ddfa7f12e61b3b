"""A contest's configuration: defaults, checks with lines, and what a store depends on."""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.contest import config, identity, shape
from arena.contest.bots import Bot, hash_files
from arena.contest.config import ConfigErrors, Contest, load_contest
from arena.contest.identity import differences, fingerprint
from arena.contest.prepare import group_size_of, schedule_of
from arena.contest.store import StoreError
from arena.games import Game, GameCannotLoad, UnknownGame
from arena.referee import FaultPolicy
from tests.toys import Bids, BidsOptions, Lanterns

Write = Callable[[str], str]


def find_toy(name: str) -> Game:
    if name == "broken":
        raise GameCannotLoad("game 'broken' cannot be loaded: no such module")
    if name not in ("bids", "lanterns"):
        raise UnknownGame(f"there is no game {name!r}")
    return Bids() if name == "bids" else Lanterns()


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes `c.yaml` into a working folder with two programs, `./a` and `./b`; the games are the toys."""
    monkeypatch.chdir(tmp_path)
    for module in (config, identity):
        monkeypatch.setattr(module, "find_game", find_toy)
    for name in ("a", "b"):
        program(Path(name))

    def write(text: str) -> str:
        Path("c.yaml").write_text(text)
        return "c.yaml"

    return write


def program(path: Path, mode: int = 0o755) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)


def errors(path: str) -> list[str]:
    with pytest.raises(ConfigErrors) as caught:
        load_contest(path)
    return [str(error) for error in caught.value.errors]


def bots(count: int) -> str:
    return "bots:\n" + "".join(f"  bot{i}: ./a\n" for i in range(count))


SMALL = "game: bids\nbots: {x: ./a, y: ./b}\n"


def test_a_small_file_is_enough(write: Write, tmp_path: Path) -> None:
    """Everything but the game and the bots has a default; what depends on the seats is filled in."""
    contest = load_contest(write(SMALL))
    assert contest.seats == 2
    assert contest.options == BidsOptions()
    assert (contest.deals, contest.seatings, contest.jobs, contest.seed) == (10, "rotations", None, None)
    assert (contest.restart, contest.faults.allowed, contest.faults.then) == ("never", 0, "end")
    assert (contest.limits.answer_bytes, contest.limits.stderr_bytes) == (65_536, 65_536)
    assert contest.bots["x"] == Bot(command=("./a",), folder=tmp_path, program=tmp_path / "a")


def test_everything_can_be_said(write: Write, tmp_path: Path) -> None:
    """All keys at once."""
    Path("sub").mkdir()
    contest = load_contest(
        write(
            "game: bids\noptions: {rounds: 4}\nseats: 2\nseed: 0042\ndeals: 7\nseatings: fixed\njobs: 3\n"
            "restart: game\ntime: {move_ms: null, bank_ms: 60000, increment_ms: 100}\n"
            "faults: {allowed: 2, then: substitute}\nlimits: {answer_bytes: 100, stderr_bytes: 0}\n"
            "anchor: {bot: y, elo: 1000}\n"
            "bots:\n  y: [./b, one word]\n  x: {command: '{python} -u bot.py', dir: sub, env: {DEPTH: 007}}\n"
        )
    )
    assert contest.options == BidsOptions(rounds=4)
    assert (contest.seats, contest.seed, contest.deals, contest.seatings) == (2, "0042", 7, "fixed")
    assert (contest.jobs, contest.restart, contest.time.bank_ms, contest.time.move_ms) == (3, "game", 60_000, None)
    assert (contest.faults.allowed, contest.faults.then) == (2, "substitute")
    assert (contest.limits.answer_bytes, contest.limits.stderr_bytes) == (100, 0)
    assert contest.anchor == (shape.Anchor(bot="y", elo=1000.0),)
    assert list(contest.bots) == ["y", "x"]
    assert contest.bots["y"].argv() == [str(tmp_path / "b"), "one word"]
    assert contest.bots["x"].argv() == [sys.executable, "-u", "bot.py"]
    assert contest.bots["x"].folder == tmp_path / "sub"
    assert contest.bots["x"].env == {"DEPTH": "007"}


@pytest.mark.parametrize(
    ("game", "count", "seats", "then"),
    [
        ("bids", 2, 2, "end"),
        ("bids", 3, 3, "substitute"),
        ("bids", 9, 5, "substitute"),
        ("lanterns", 1, 4, "substitute"),
        ("lanterns", 2, 4, "substitute"),
    ],
)
def test_seats_are_as_many_as_can_be_filled(write: Write, game: str, count: int, seats: int, then: str) -> None:
    """The greatest number that the game allows and the bots can fill, in a cooperative game however few they are; with
    more than two, and with partners, the game goes on."""
    contest = load_contest(write(f"game: {game}\n" + bots(count)))
    assert (contest.seats, contest.faults.then) == (seats, then)


@pytest.mark.parametrize("seats", [1, 2])
def test_partners_may_finish_their_game(write: Write, seats: int) -> None:
    """Whatever the number of seats, unless the file says something else."""
    text = f"game: lanterns\nseats: {seats}\n" + bots(1)
    assert load_contest(write(text)).faults == FaultPolicy(0, "substitute")
    assert load_contest(write(text + "faults: {then: end}\n")).faults == FaultPolicy(0, "end")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("game: bids\n" + bots(3), "round-robin"),
        ("game: bids\nformat: round-robin\n" + bots(3), "round-robin"),
        ("game: lanterns\n" + bots(3), "cross-play"),
        ("game: lanterns\nformat: cross-play\n" + bots(2), "cross-play"),
        ("game: lanterns\nformat: self-play\n" + bots(3), "self-play"),
        ("game: lanterns\n" + bots(1), "self-play"),
        ("game: lanterns\nseats: 1\n" + bots(3), "self-play"),
    ],
)
def test_the_format_is_that_of_the_games_kind(write: Write, text: str, format: str) -> None:
    """Opponents meet all others; partners play with all others where there are others and seats for them."""
    assert load_contest(write(text)).format == format


def test_a_sample_of_line_ups(write: Write) -> None:
    """So many mixed ones; null, and no word of it, are all."""
    text = "game: lanterns\nline_ups: {}\n" + bots(4)
    assert [load_contest(write(text.format(n))).line_ups for n in ("5", "1000000", "null")] == [5, 1_000_000, None]
    assert len(schedule_of(load_contest(write(text.format("5"))), "s")) == 10 * (4 + 5 * 4)
    assert len(schedule_of(load_contest(write("game: lanterns\n" + bots(4))), "s")) == 10 * (4 + 31 * 4)


def test_names_are_kept_as_written(write: Write) -> None:
    """D63: `no`, `007`, `1e3` and `1:30` are names like any other."""
    names = ["no", "007", "1e3", "1:30", "12_34", "null", "žluťoučký kůň"]
    contest = load_contest(write("game: bids\nbots:\n" + "".join(f"  {name}: ./a\n" for name in names)))
    assert list(contest.bots) == names


def test_all_errors_come_at_once(write: Write) -> None:
    """D62, D64: each with its line; a wrong key does not hide a missing program."""
    path = write(
        "game: bids\noptions:\n  rounds: 9\nseats: 7\ndeals: 0\njobs: 0\ntime:\n  tme_ms: 100\n"
        "faults: {allowed: -1}\nlimits:\n  answer_bytes: -5\nanchor:\n  bot: z\nvolume: 1\nbots:\n"
        "  x: ./none\n  y: ./a\n"
    )
    told = errors(path)
    assert [error.split(": ")[0] + " " + error.split(": ")[1] for error in told] == [
        "c.yaml:2 options",
        "c.yaml:4 seats",
        "c.yaml:5 deals",
        "c.yaml:6 jobs",
        "c.yaml:8 time",
        "c.yaml:9 faults.allowed",
        "c.yaml:11 limits.answer_bytes",
        "c.yaml:13 anchor.bot",
        "c.yaml:14 there is no key 'volume' (keys",
        "c.yaml:16 bots.x",
    ]
    assert "rounds must be 3 to 5, not 9" in told[0]
    assert "did you mean 'move_ms'?" in told[4]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: bids\n" + bots(1), "c.yaml:2: bots: 1 bots are too few: a game of bids has 2, 3, 4, 5 seats"),
        ("seats: 6\ngame: bids\n" + bots(6), "c.yaml:1: seats: bids cannot be played with 6 seats, only with 2, 3"),
        ("seats: 3\ngame: bids\n" + bots(2), "c.yaml:1: seats: 3 seats need 3 different bots, and there are 2"),
        ("game: bids\nbots: {}\n", "c.yaml:2: bots: there is no bot: a contest needs one at least"),
        ("game: lanterns\nbots: {}\n", "c.yaml:2: bots: there is no bot: a contest needs one at least"),
        ("game: chess\n" + bots(2), "c.yaml:1: game: there is no game 'chess'"),
        ("game: broken\n" + bots(2), "c.yaml:1: game: game 'broken' cannot be loaded: no such module"),
        ("bots: {x: ./a}\n", "c.yaml:1: the key 'game' is missing"),
        ("game: bids\n", "c.yaml:1: the key 'bots' is missing"),
        ("game: bids\nbots: [./a, ./b]\n", "c.yaml:2: bots: expected a mapping of keys and values, found a list"),
        ("deals: 999999999999999999\n" + SMALL, "c.yaml:1: deals: 1,999,999,999,999,999,998 games are too many"),
        ("time: {move_ms: 0}\n" + SMALL, "c.yaml:1: time: move_ms must be at least 1, not 0"),
        (
            "game: lanterns\nformat: round-robin\n" + bots(2),
            "c.yaml:2: format: lanterns is cooperative, all seats win or lose together, so a round-robin cannot rank "
            "its bots: choose cross-play or self-play",
        ),
        (
            "format: self-play\n" + SMALL,
            "c.yaml:1: format: self-play is for cooperative games, and in bids every seat is for itself: play a round",
        ),
        ("format: cross-play\n" + SMALL, "c.yaml:1: format: cross-play is for cooperative games, and in bids every"),
        (
            "format: leader\n" + SMALL,
            "c.yaml:1: format: expected one of cross-play, gauntlet, knock-out, ladder, round",
        ),
        (
            "format: cross-play\ngame: lanterns\n" + bots(1),
            "c.yaml:1: format: cross-play needs 2 bots, and there is one: add another, or choose self-play",
        ),
        (
            "format: cross-play\ngame: lanterns\nseats: 1\n" + bots(2),
            "c.yaml:1: format: cross-play needs 2 seats, and there is one: raise seats, or choose self-play",
        ),
        ("line_ups: 3\n" + SMALL, "c.yaml:1: line_ups: line_ups is for cross-play: in round-robin every line-up plays"),
        (
            "line_ups: 3\ngame: lanterns\nformat: self-play\n" + bots(2),
            "c.yaml:1: line_ups: line_ups is for cross-play: in self-play every line-up plays",
        ),
        ("line_ups: 0\ngame: lanterns\n" + bots(2), "c.yaml:1: line_ups: expected a whole number in plain digits"),
        (
            "line_ups: 6000\ngame: lanterns\n" + bots(20),
            "c.yaml:1: line_ups: a sample has 1 to 5,000 line_ups, not 6,000",
        ),
        ("deals: 999999999999999\ngame: lanterns\n" + bots(2), "c.yaml:1: deals: 13,999,999,999,999,986 games"),
        ("anchor: {bot: bot0}\ngame: lanterns\n" + bots(2), "c.yaml:1: anchor: lanterns is cooperative: its bots have"),
        (
            "seats: 5\ngame: lanterns\n" + bots(9),
            "c.yaml:1: seats: lanterns cannot be played with 5 seats, only with 1",
        ),
        ("seed: ''\n" + SMALL, "c.yaml:1: seed: expected text of at least 1 characters or null"),
        ("seatings: rotation\n" + SMALL, "c.yaml:1: seatings: expected one of fixed, permutations, rotations"),
    ],
)
def test_what_does_not_fit_together(write: Write, text: str, told: str) -> None:
    """D64: the game, its seats and the bots are checked against each other."""
    (error,) = errors(write(text))
    assert error.startswith(told)


def test_options_that_the_game_refuses(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only the set-up can know, such as a deck too small for the seats, is found before the first game."""

    class Refusing(Bids):
        def new(self, options: Any, seats: int, deal: Any) -> Any:
            raise ValueError(f"these options do not fit {seats} seats")

    monkeypatch.setattr(config, "find_game", lambda name: Refusing())
    assert errors(write("game: bids\noptions: {}\nbots: {x: ./a, y: ./b}\n")) == [
        "c.yaml:2: options: these options do not fit 2 seats"
    ]


@pytest.mark.parametrize("name", ["' x'", "x ", '"a\\tb"', '"a\\u200b"', "''", "x" * 41, '"\\x1b[31m"'])
def test_names_that_people_could_not_read(write: Write, name: str) -> None:
    """Blanks at the ends, control and invisible characters, and names too long for a table."""
    quoted = name if name[0] in "'\"" else f"'{name}'"
    (error,) = errors(write(f"game: bids\nbots:\n  {quoted}: ./a\n  y: ./b\n"))
    assert "a bot's name has 1 to 40 printable characters" in error
    assert error.startswith("c.yaml:3: ")


@pytest.mark.parametrize(("one", "other"), [("greedy", "Greedy"), ("café", "cafe\u0301"), ("straße", "STRASSE")])
def test_names_that_look_alike(write: Write, one: str, other: str) -> None:
    """Names must differ by more than case or ways to write a letter."""
    (error,) = errors(write(f'game: bids\nbots:\n  "{one}": ./a\n  "{other}": ./b\n'))
    assert error.startswith("c.yaml:4: ")
    assert "too much alike" in error


def test_a_missing_program_names_path_and_folder(write: Write, tmp_path: Path) -> None:
    """D01: refused before the first game, with the resolved path and the folder it was tried from."""
    (tmp_path / "sub").mkdir()
    assert errors(write("game: bids\nbots:\n  x: ./a\n  y:\n    dir: sub\n    command: bin/../bot --fast\n")) == [
        f"c.yaml:6: bots.y.command: the program 'bin/../bot' in {tmp_path}/sub is {tmp_path}/sub/bot, "
        "which does not exist"
    ]


def test_a_program_is_found_as_a_shell_would(write: Write, tmp_path: Path) -> None:
    """With a slash it is relative to the bot's folder; without one it is looked up in the PATH, the bot's own first."""
    program(tmp_path / "bin" / "tool")
    text = "game: bids\nbots:\n  x: sh -c true\n"
    text += "  y: {command: tool, env: {PATH: bin}}\n  z: {command: ../a, dir: bin}\n"
    found = load_contest(write(text)).bots
    assert found["x"].program.is_absolute()
    assert found["x"].program.name == "sh"
    assert found["y"].program == tmp_path / "bin" / "tool"
    assert found["z"].program == tmp_path / "a"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("a", "is not in any folder of the PATH (/nowhere); the one in {here} is written './a'"),
        ("zzz", "the program 'zzz' is not in any folder of the PATH (/nowhere)"),
        ("./plain", "is {here}/plain, which is not executable: allow it with chmod +x"),
        ("./sub", "is {here}/sub, which is not a file"),
        ("./a 'b", "cannot be split into words as a shell would: No closing quotation"),
        ("./" + "x" * 300, "does not exist"),
        ("{command: ./a, dir: " + "x" * 300 + "}", "does not exist"),
        ("''", "the command is empty"),
        ("[]", "the command is empty"),
        ("{dir: sub}", "the key 'command' is missing"),
        ("{command: ./a, dir: none}", "the folder {here}/none does not exist"),
        ("{command: ./a, dir: ~nobody-here}", "the folder {here}/~nobody-here does not exist"),
        ("{command: ./a, dir: plain}", "the folder {here}/plain is not a folder"),
        ("{command: ./a, files: ['*.py']}", "'*.py' fits no file in {here}"),
        ("{command: ./a, files: ['/*.py']}", "'/*.py' fits no file in {here}"),
        ("{command: ./a, env: {A=B: c}}", "'A=B' cannot be the name of an environment variable"),
    ],
)
def test_commands_that_cannot_start(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, told: str
) -> None:
    """Each is refused at its line, with what to do."""
    monkeypatch.setenv("PATH", "/nowhere")
    program(tmp_path / "plain", 0o644)
    (tmp_path / "sub").mkdir()
    (error,) = errors(write(f"game: bids\nbots:\n  x: {command}\n  y: ./a\n  z: ./b\n"))
    assert error.startswith("c.yaml:3: bots.x")
    assert told.format(here=tmp_path) in error


@pytest.mark.parametrize(
    ("build", "words"),
    [("make -j2 'my bot'", ("make", "-j2", "my bot")), ("['{python}', b c]", ("{python}", "b c")), ("null", ())],
)
def test_a_build_is_a_command(
    write: Write, monkeypatch: pytest.MonkeyPatch, build: str, words: tuple[str, ...]
) -> None:
    """As text or as words; none if it is not there."""
    program(Path("bin/make"))
    monkeypatch.setenv("PATH", str(Path("bin").absolute()))
    bot = load_contest(write(f"game: bids\nbots: {{x: {{command: ./a, build: {build}}}, y: ./b}}\n")).bots["x"]
    assert bot.build == words
    if words:
        assert bot.build_argv() == [str(Path("bin/make").absolute()) if "j2" in build else sys.executable, *words[1:]]


def test_what_is_to_be_built_need_not_be_there(write: Write, tmp_path: Path) -> None:
    """A program in the bot's own folder, and no other."""
    text = "game: bids\nbots:\n  x: {{command: {}, build: ./b}}\n  y: ./b\n"
    assert load_contest(write(text.format("out/../bot"))).bots["x"].program == tmp_path / "bot"
    for command in ("../bot", "/nowhere/bot", "bot-of-mine"):
        (error,) = errors(write(text.format(command)))
        assert error.startswith("c.yaml:3: bots.x.command: the program")


@pytest.mark.parametrize(
    ("build", "told"),
    [
        ("./none", "the program './none' in {here} is {here}/none, which does not exist"),
        ("compile-it", "the program 'compile-it' is not in any folder of the PATH"),
        ("''", "the command is empty"),
        ('"a \'b"', "cannot be split into words as a shell would: No closing quotation"),
    ],
)
def test_builds_that_cannot_start(write: Write, tmp_path: Path, build: str, told: str) -> None:
    """Each is refused at its line."""
    (error,) = errors(write(f"game: bids\nbots:\n  x:\n    command: ./a\n    build: {build}\n  y: ./b\n"))
    assert error.startswith("c.yaml:5: bots.x.build: " + told.format(here=tmp_path))


@pytest.mark.parametrize("slash", ["", "/"])
def test_folders_with_blanks(write: Write, tmp_path: Path, slash: str) -> None:
    """D05: `My Bots`, with and without a slash at the end."""
    program(tmp_path / "My Bots" / "my bot")
    text = f"game: bids\nbots:\n  x: {{command: \"'./my bot' -v\", dir: My Bots{slash}}}\n  y: ./a\n"
    bot = load_contest(write(text)).bots["x"]
    assert bot.argv() == [str(tmp_path / "My Bots" / "my bot"), "-v"]
    assert bot.folder == tmp_path / "My Bots"


def test_folders_are_relative_to_the_file_that_names_them(write: Write, tmp_path: Path) -> None:
    """Wherever the arena is started, and also for bots listed in another file."""
    program(tmp_path / "team" / "bot")
    Path("team/bots.yaml").write_text("x: ./bot\ny: {command: ./bot, dir: ..}\n")
    Path("team/bot.yaml").write_text("[./bot, 2]")
    write("game: bids\nbots: !file team/bots.yaml\n")
    (error,) = errors("c.yaml")
    assert error.startswith(f"team/bots.yaml:2: bots.y.command: the program './bot' in {tmp_path} is {tmp_path}/bot")
    write("game: bids\nbots: {x: !file team/bot.yaml, y: ./a}\n")
    os.chdir("/")
    assert load_contest(tmp_path / "c.yaml").bots["x"].folder == tmp_path / "team"


def test_options_in_a_file_of_their_own(write: Write) -> None:
    """A wrong option is reported in the file that has it."""
    Path("deck.yaml").write_text("\nround: 4\n")
    (error,) = errors(write("game: bids\noptions: !file deck.yaml\nbots: {x: ./a, y: ./b}\n"))
    assert error.startswith("deck.yaml:2: options: there is no key 'round'; did you mean 'rounds'?")


def test_a_missing_file(write: Write) -> None:
    """No configuration at all is an error like the others."""
    assert errors("none.yaml") == ["none.yaml: none.yaml cannot be read: No such file or directory"]


# What a store depends on


def shared_folder(write: Write, extra: str = "") -> dict[str, Bot]:
    for name in ("one.py", "two.py", "lib/rules.py", "lib/__pycache__/rules.pyc"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"# {name}\n")
    text = f"game: bids\nbots:\n  x: {{command: '{{python}} one.py'{extra}}}\n  y: '{{python}} two.py'\n"
    return load_contest(write(text)).bots


def test_the_hash_is_that_of_the_bots_own_files(write: Write) -> None:
    """Bots that share a folder do not change each other's hash."""
    shared = shared_folder(write)
    before = {name: hash_files(bot) for name, bot in shared.items()}
    assert all(len(digest) == 16 for digest in before.values())
    Path("one.py").write_text("# better\n")
    assert hash_files(shared["x"]) != before["x"]
    assert hash_files(shared["y"]) == before["y"]


@pytest.mark.parametrize("entry", ["lib", "lib/", "lib/*.py", "**/rules.py", "lib/rules.py"])
def test_modules_count_when_files_names_them(write: Write, entry: str) -> None:
    """A name, a folder or a pattern; what Python writes while the bot runs never counts."""
    bot = shared_folder(write, f", files: ['{entry}']")["x"]
    before = hash_files(bot)
    Path("lib/__pycache__/rules.pyc").write_text("# newer\n")
    assert hash_files(bot) == before
    Path("lib/rules.py").write_text("# better\n")
    assert hash_files(bot) != before


def test_the_hash_is_the_same_in_another_folder(write: Write, tmp_path: Path) -> None:
    """It depends on words and bytes, not on where they lie."""
    bot = shared_folder(write, ", files: [lib]")["x"]
    before = hash_files(bot)
    Path("moved").mkdir()
    for name in ("one.py", "lib"):
        Path(name).rename(Path("moved") / name)
    assert (
        hash_files(Bot(command=bot.command, folder=tmp_path / "moved", program=bot.program, files=("lib",))) == before
    )


def test_the_build_and_its_files_count(write: Write) -> None:
    """And a store is told of a build only by contests that have one: others can be continued as they are."""
    Path("bot.c").write_text("int main;")
    text = "game: bids\nbots: {x: {command: ./a%s}, y: ./b}\n"
    contests = [load_contest(write(text % more)) for more in ("", ", build: ./b bot.c", ", build: ./b bot.c -O")]
    prints = [fingerprint(contest) for contest in contests]
    assert len({hash_files(contest.bots["x"]) for contest in contests}) == 3
    assert ["build" in bot for bot in prints[0]["bots"]] == [False, False]
    assert differences(prints[0], prints[1]) == ['bots.x.build was null, is now ["./b","bot.c"]']
    assert differences(prints[1], prints[2]) == ['bots.x.build was ["./b","bot.c"], is now ["./b","bot.c","-O"]']
    Path("bot.c").write_text("int mien;")
    (told,) = differences(prints[1], fingerprint(contests[1]))
    assert told.startswith("the files of the bot 'x' have changed")


def test_a_file_that_is_named_like_a_program_is_not_it(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first word without a slash comes from the PATH: the folder's file of that name does not count."""
    bot = load_contest(write("game: bids\nbots: {x: sh a, y: ./b}\n")).bots["x"]
    before = hash_files(bot)
    Path("sh").write_text("not run")
    assert hash_files(bot) == before
    Path("a").write_text("run by sh")
    assert hash_files(bot) != before


def test_a_fingerprint_is_plain_json(write: Write) -> None:
    """It can be written down, read again, and compares equal, whatever a writer does to the order of keys."""
    facts = fingerprint(load_contest(write(SMALL)))
    assert differences(json.loads(json.dumps(facts, sort_keys=True)), facts) == []


def test_format_and_sample_must_not_change(write: Write) -> None:
    """They decide which game has which number; a store that says nothing of them is told in words, too."""
    text = "game: lanterns\n" + bots(3)
    old = fingerprint(load_contest(write(text)))
    assert differences(old, fingerprint(load_contest(write("line_ups: 4\n" + text)))) == ["line_ups was null, is now 4"]
    assert differences(old, fingerprint(load_contest(write("format: self-play\n" + text)))) == [
        'format was "cross-play", is now "self-play"'
    ]
    del old["format"]
    assert differences(old, fingerprint(load_contest(write(text)))) == ['format was null, is now "cross-play"']


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("game: bids\n" + bots(4), 4),
        ("game: bids\nseats: 3\nseatings: permutations\n" + bots(4), 6),
        ("game: bids\nseatings: fixed\n" + bots(4), 1),
        ("game: lanterns\n" + bots(4), 4 + 31 * 4),
        ("game: lanterns\nseatings: permutations\n" + bots(3), 3**4),
        ("game: lanterns\nseatings: permutations\nline_ups: 5\nseed: other\n" + bots(3), 3 + 3 * 12 + 6 + 4),
        ("game: lanterns\nformat: self-play\n" + bots(4), 4),
    ],
)
def test_a_store_tells_how_many_games_a_deal_group_has(write: Write, text: str, size: int) -> None:
    """From its facts alone, and as the schedule has it."""
    contest = load_contest(write(text))
    facts = {"contest": fingerprint(contest), "seed": "s", "bots": list(contest.bots), "anchors": []}
    assert group_size_of(facts) == schedule_of(contest, "s").group_size == size


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, "missing required field `format`"),
        ({"format": "leader"}, "Invalid enum value 'leader'"),
        ({"format": "round-robin", "line_ups": 2}, "line_ups is for cross-play"),
        ({"format": "round-robin", "seats": 7}, "7 seats cannot be filled from 2 bots"),
    ],
)
def test_facts_of_another_version_are_told_in_words(write: Write, changed: dict[str, Any], told: str) -> None:
    """A store that this one cannot read is no traceback."""
    plan = fingerprint(load_contest(write(SMALL)))
    del plan["format"]
    with pytest.raises(StoreError, match=told) as caught:
        group_size_of({"contest": plan | changed, "seed": "s", "bots": ["x", "y"]})
    assert "another version of arena wrote it" in str(caught.value)


@pytest.mark.parametrize("more", ["jobs: 2\n", "deals: 20\n", "anchor: {bot: x}\n", "seed: abc\n", "seats: 2\n"])
def test_what_may_change_while_a_contest_runs(write: Write, more: str) -> None:
    """More deals, other jobs or another anchor do not touch what was played."""
    old = fingerprint(load_contest(write(SMALL)))
    assert differences(old, fingerprint(load_contest(write(more + SMALL)))) == []


def test_what_must_not_change_is_told_in_words(write: Write) -> None:
    """Each difference is a line with the old value and the new."""
    old = fingerprint(load_contest(write(SMALL)))
    Path("b").write_text("#!/bin/sh\n# new\n")
    new = fingerprint(
        load_contest(
            write(
                "game: bids\noptions: {rounds: 4}\nrestart: game\ntime: {bank_ms: 9}\nfaults: {allowed: 1}\n"
                "limits: {stderr_bytes: 1}\nseatings: fixed\nbots: {x: ./a -v, y: ./b}\n"
            )
        )
    )
    lines = differences(old, new)
    hashes = [old["bots"][1]["files"], new["bots"][1]["files"]]
    assert sorted(lines) == [
        'bots.x.command was ["./a"], is now ["./a","-v"]',
        "faults.allowed was 0, is now 1",
        "limits.stderr_bytes was 65536, is now 1",
        "options.rounds was 3, is now 4",
        'restart was "never", is now "game"',
        'seatings was "rotations", is now "fixed"',
        f"the files of the bot 'y' have changed (hash was {hashes[0]}, is {hashes[1]})",
        "time.bank_ms was null, is now 9",
    ]


def test_bots_come_go_and_change_places(write: Write) -> None:
    """The schedule depends on which bots there are and in which order."""
    old = fingerprint(load_contest(write(SMALL)))
    assert differences(old, fingerprint(load_contest(write("game: bids\nbots: {y: ./b, x: ./a}\n")))) == [
        "the bots were in the order x, y, now y, x"
    ]
    assert differences(old, fingerprint(load_contest(write("game: bids\nseats: 2\nbots: {x: ./a, z: ./b}\n")))) == [
        "the bot 'y' is gone",
        "the bot 'z' is new",
    ]


def test_another_version_of_the_game_is_another_contest(write: Write) -> None:
    """The same moves could lead elsewhere."""
    old = fingerprint(load_contest(write(SMALL)))
    new = copy.deepcopy(old) | {"game_version": 2}
    assert differences(old, new) == ["game_version was 1, is now 2"]


def test_a_contest_can_be_made_without_a_file() -> None:
    """Tests and programs may build one; the defaults are those of the file."""
    contest = Contest(
        game="bids",
        options=BidsOptions(),
        seats=2,
        faults=FaultPolicy(),
        bots={"x": Bot(command=("a",), folder=Path("/"), program=Path("/bin/a"))},
    )
    assert (contest.deals, contest.seatings) == (10, "rotations")
