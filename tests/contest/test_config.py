"""A contest's configuration: its defaults, and checks that name the line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.contest import config, identity
from arena.contest.config import Bench, load_contest
from arena.contest.setup import schedule_of
from arena.games import Game, GameCannotLoad, UnknownGame
from arena.games.toys import BIDS, LANTERNS, BidsOptions
from arena.programs.bot import Bot
from arena.referee import FaultPolicy
from arena.store import Anchor
from arena.strict_yaml.reader import ConfigErrors

Write = Callable[[str], str]


def find_toy(name: str) -> Game:
    if name == "broken":
        raise GameCannotLoad("game 'broken' cannot be loaded: no such module")
    if name not in ("bids", "lanterns"):
        raise UnknownGame(f"there is no game {name!r}")
    return BIDS if name == "bids" else LANTERNS


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
    assert contest.bots["x"] == Bot(command=("./a",), folder=tmp_path, program=tmp_path / "a", own=False)


def test_everything_can_be_said(write: Write, tmp_path: Path) -> None:
    """All keys at once."""
    Path("sub").mkdir()
    Path("sub/bot.py").touch()
    contest = load_contest(
        write(
            "game: bids\noptions: {rounds: 4}\nseats: 2\nseed: 0042\ndeals: 7\nseatings: fixed\njobs: 3\n"
            "restart: game\ntime: {move_ms: null, bank_ms: 60000, increment_ms: 100, start_ms: null, send_ms: null}\n"
            "faults: {allowed: 2, then: substitute}\nlimits: {answer_bytes: 100, stderr_bytes: 0}\n"
            "anchor: {bot: y, elo: 1000}\n"
            "bots:\n  y: [./b, one word]\n  x: {command: '{python} -u bot.py', dir: sub, env: {DEPTH: 007}}\n"
        )
    )
    assert contest.options == BidsOptions(rounds=4)
    assert (contest.seats, contest.seed, contest.deals, contest.seatings) == (2, "0042", 7, "fixed")
    assert (contest.jobs, contest.restart, contest.time.bank_ms, contest.time.move_ms) == (3, "game", 60_000, None)
    assert (contest.time.start_ms, contest.time.send_ms) == (None, None)
    assert (contest.faults.allowed, contest.faults.then) == (2, "substitute")
    assert (contest.limits.answer_bytes, contest.limits.stderr_bytes) == (100, 0)
    assert contest.anchor == (Anchor(bot="y", elo=1000.0),)
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
        (
            "time: {start_ms: -4, move_ms: 0, bank_ms: 1.5, margin_ms: -1}\n" + SMALL,
            "start_ms move_ms bank_ms margin_ms",
        ),
        ("time: {start_ms: -4, increment_ms: 5}\n" + SMALL, "time.start_ms time"),
        ("anchor: {bot: z, elo: high}\n" + SMALL, "anchor.bot anchor.elo"),
        ("anchor: [{bot: z, elo: high}, {bot: x}, {bot: x}]\n" + SMALL, "anchor[0].bot anchor[0].elo anchor[2].bot"),
        ("seeded: [z, [x]]\nformat: gauntlet\n" + SMALL, "seeded[0] seeded[1]"),
        ("stop: {minutes: 0, settled: {first: 2, confidence: 200}}\n" + SMALL, "settled settled.first minutes"),
        ("stop: {sprt: {alpha: x, elo0: 9}, settled: {}, minutes: 0}\n" + SMALL, "minutes sprt sprt.alpha"),
        (
            "seats: 7\nanchor: {bot: z}\nstop: {settled: {first: 9}}\nrounds: 2\n" + SMALL,
            "seats anchor.bot first rounds",
        ),
        (
            "rounds: 2\nformat: ladder\nentries: none\nstop: {settled: {}}\nbots: {x: ./a}\n",
            "game rounds entries settled",
        ),
        ("seats: 9\ngame: bids\n", "seats bots"),
        ("format: leader\nrounds: 2\ngame: bids\nseats: 9\nbots: {}\n", "format seats"),
        ("game: lanterns\nanchor: {bot: x, elo: high}\nbots: {x: ./a}\n", "anchor anchor.elo"),
        ("game: lanterns\nformat: cross-play\nseats: 1\nbots: {x: ./a}\n", "2_bots 2_seats"),
    ],
)
def test_one_error_hides_no_other(write: Write, text: str, told: str) -> None:
    """D62, D64: whatever can be known is told at once, also about what has another error in it."""
    found = errors(write(text))
    assert len(found) == len(told.split())
    for words in told.split():
        assert any(words.replace("_", " ") in error or words in error for error in found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("time: {increment_ms: 5, bank_ms: 1.5}\n" + SMALL, "time.bank_ms"),
        ("time: {increment_ms: 5, bank: 1000}\n" + SMALL, "time: there is no key 'bank'; did you mean 'bank_ms'?"),
        ("option: {rounds: 9}\nseats: 2\n" + SMALL, "there is no key 'option'; did you mean 'options'?"),
        ("options: !file none.yaml\n" + SMALL, "!file: none.yaml cannot be read"),
        ("formt: swiss\nrounds: 1\nseats: 2\n" + SMALL, "there is no key 'formt'"),
        ("format: leader\ngame: bids\nbots: {}\n", "format"),
        ("stop: {settled: {first: two}}\n" + SMALL, "stop.settled.first"),
        ("deals: x\nformat: swiss\n" + SMALL, "deals"),
        ("rounds: x\nformat: swiss\ndeals: 999999999999999999\n" + SMALL, "rounds"),
        ("seeded: [z]\nformat: gauntlet\ndeals: 999999999999999999\n" + SMALL, "seeded[0]"),
        ("game: chess\nrounds: 2\nseats: 99\n" + bots(2), "game"),
    ],
)
def test_nothing_is_said_of_what_is_not_known(write: Write, text: str, told: str) -> None:
    """A wrong value or a mistyped key is an error of its own; nothing is told of a value that is made up for it."""
    (error,) = errors(write(text))
    assert error.startswith(f"c.yaml:1: {told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: bids\n" + bots(1), "c.yaml:2: bots: 1 bots are too few: a game of bids has 2, 3, 4, 5 seats"),
        ("seats: 6\ngame: bids\n" + bots(6), "c.yaml:1: seats: bids cannot be played with 6 seats, only with 2, 3"),
        (
            "seats: 3\ngame: bids\n" + bots(2),
            "c.yaml:1: seats: 3 seats need 3 different bots, and there are 2: name more",
        ),
        ("game: bids\nbots: {}\n", "c.yaml:2: bots: there is no bot: a contest needs one at least"),
        ("game: lanterns\nbots: {}\n", "c.yaml:2: bots: there is no bot: a contest needs one at least"),
        ("game: chess\n" + bots(2), "c.yaml:1: game: there is no game 'chess'"),
        ("game: broken\n" + bots(2), "c.yaml:1: game: game 'broken' cannot be loaded: no such module"),
        ("bots: {x: ./a}\n", "c.yaml:1: the key 'game' is missing"),
        ("game: bids\n", "c.yaml:1: the key 'bots' is missing"),
        ("game: bids\nbots: [./a, ./b]\n", "c.yaml:2: bots: expected a mapping of keys and values, found a list"),
        ("deals: 999999999999999999\n" + SMALL, "c.yaml:1: deals: 1,999,999,999,999,999,998 games are too many"),
        (
            "deals: 999999999999999999999999\n" + SMALL,
            "c.yaml:1: deals: expected a whole number in plain digits, at least 1 or null, found "
            "'999999999999999999999999': a whole number has at most 18 digits",
        ),
        (
            "limits: {processes: 4194305}\n" + SMALL,
            "c.yaml:1: limits.processes: expected a whole number in plain digit",
        ),
        ("limits: {disk_mb: 99999999999999}\n" + SMALL, "c.yaml:1: limits.disk_mb: expected a whole number in plain d"),
        (
            "limits: {build: {memory_mb: 99999999999999}}\n" + SMALL,
            "c.yaml:1: limits.build.memory_mb: expected a whole",
        ),
        ("time: {increment_ms: 5}\n" + SMALL, "c.yaml:1: time: increment_ms needs a bank_ms to add to"),
        (
            "time: {move_ms: 0}\n" + SMALL,
            "c.yaml:1: time.move_ms: expected a whole number in plain digits, at least 1 or",
        ),
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
        ("line_ups: 3\n" + SMALL, "c.yaml:1: line_ups: line_ups is for cross-play: this is a round-robin"),
        (
            "line_ups: 3\ngame: lanterns\nformat: self-play\n" + bots(2),
            "c.yaml:1: line_ups: line_ups is for cross-play: this is a self-play",
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

    def new(options: Any, seats: int, deal: Any) -> Any:
        raise ValueError(f"these options do not fit {seats} seats")

    monkeypatch.setattr(config, "find_game", lambda name: replace(BIDS, new=new))
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


def test_options_in_a_file_of_their_own(write: Write) -> None:
    """A wrong option is reported in the file that has it."""
    Path("deck.yaml").write_text("\nround: 4\n")
    (error,) = errors(write("game: bids\noptions: !file deck.yaml\nbots: {x: ./a, y: ./b}\n"))
    assert error.startswith("deck.yaml:2: options: there is no key 'round'; did you mean 'rounds'?")


def test_a_missing_file(write: Write) -> None:
    """No configuration at all is an error like the others."""
    assert errors("none.yaml") == ["none.yaml: cannot be read: No such file or directory"]


@pytest.mark.parametrize(("text", "bench"), [("bench: null\n", Bench(starts=None, games=None)), ("", Bench())])
def test_bench_null_benches_nobody(write: Write, text: str, bench: Bench) -> None:
    """Like null at either of its keys."""
    assert load_contest(write(SMALL + text)).bench == bench


def test_an_optional_bot_whose_program_is_missing_is_left_out(write: Write) -> None:
    """Of its command or its build; where a file of its own is missing, that is an error all the same."""
    text = "game: bids\nbots:\n  a: ./a\n  b: ./b\n  c: {command: nowhere x, optional: true}\n"
    text += "  d: {command: ./d, build: nobody x, optional: true}\n"
    contest = load_contest(write(text))
    assert list(contest.bots) == ["a", "b"]
    assert [why.split(" is ")[0] for why in contest.absent.values()] == [
        "the program 'nowhere'",
        "the program 'nobody'",
    ]
    with pytest.raises(ConfigErrors, match=r"'nowhere' is not in any folder"):
        load_contest(write(text.replace("x, optional: true", "x, optional: false")))
    with pytest.raises(ConfigErrors, match=r"'\./x' in .* does not exist"):
        load_contest(write("game: bids\nbots: {a: ./a, b: {command: ./x, optional: true}}\n"))
