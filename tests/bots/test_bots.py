"""The bots that come with the project, each as a real process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.games import Ranking, find_game
from arena.players import FunctionPlayer, TimeControl, choose_at_random
from arena.players.process_player import ProcessPlayer
from arena.referee import FaultPolicy, Fixture, GameRecord
from arena.referee.game_loop import play
from arena.sandbox import Limits, Program
from arena.sandbox.process import spawn

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"
PATIENT = TimeControl(start_ms=60_000, move_ms=60_000)
"""No test here is about time: a slow machine must not decide it."""
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
SECONDS = 60
"""After which a bot that does not exit is given up."""

ANY_GAME = ("random_bot.py", "my_bot.py", "random_bot.js", "random_bot.cpp", "random_bot.sh")
GRIZZLED = ("grizzled/greedy.py", "grizzled/careful.py", "grizzled/planner.py")
GUNRUNNERS = ("gunrunners/greedy.py", "gunrunners/planner.py")
ALL = (*ANY_GAME, *GUNRUNNERS, "gangsta/greedy.py", "gangsta/planner.py", *GRIZZLED, "search.py")

HELLO = {"type": "hello", "id": 0, "protocol": 1, "game": "gunrunners", "game_version": 1}
MISLEADING = {
    "type": "turn",
    "id": 41,
    "events": ["legal", {"legal": [1, 2, 3]}],
    "view": {"legal": [1], "say": 'a "legal":[1,2,3,4],', "id": 99, "deep": [{"legal": [[1, 2], 3]}]},
    "memory": {},
    "legal": [
        [1, [2, 3]],
        {']}",[{': {"c": [1, 2]}, "legal": [1, 2, 3, 4, 5, 6, 7, 8, 9]},
        "ends in a backslash \\",
        "grüße 😀 \u2028 [",
        {},
        -1.5e3,
    ],
    "legal ": [1],
    "last_ms": None,
    "left_ms": None,
}
"""A turn of no game with six moves, made for readers of JSON that only look for its signs."""

Command = Callable[[str], tuple[str, ...]]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command that starts a bot; skips where the machine has no program to run it with."""
    compiled = tmp_path_factory.mktemp("build") / "random_bot"

    def command(bot: str) -> tuple[str, ...]:
        source = BOTS / bot
        match source.suffix:
            case ".js":
                return _tool("node"), str(source)
            case ".sh":
                return _tool("sh"), str(source)
            case ".cpp":
                if not compiled.exists():
                    subprocess.run([_tool("g++"), "-std=c++17", "-O2", "-o", compiled, source], check=True)
                return (str(compiled),)
            case _:
                few = ("--playouts", "4") if bot == "search.py" else ()
                return sys.executable, str(source), *few

    return command


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"there is no {name} on this machine")
    return path


def _played_by(bot: str) -> str:
    """The game that a bot is tried at: the only one that it knows, else Gunrunners."""
    return bot.partition("/")[0] if "/" in bot else "gunrunners"


async def _game(
    bot: str, command: Command, logs: Path, seats: int, seed: int, name: str = "gunrunners", **options: bool
) -> GameRecord:
    """The bot in seat 0 against functions."""
    game = find_game(name)
    program = Program("bot", command(bot), str(BOTS), {"PYTHONPATH": str(ROOT)})

    player = ProcessPlayer(program, PATIENT, Limits(), logs, spawn, keep=False)
    fixture = Fixture(
        number=1,
        group=0,
        game=game,
        options=game.options_type(**options),
        deal="bots",
        seating=("bot", "b", "c", "d")[:seats],
        hashes=("",) * seats,
        bot_seeds=(seed, 1, 2, 3)[:seats],
    )
    others = [FunctionPlayer(choose_at_random) for _ in range(seats - 1)]
    try:
        return await play(fixture, [player, *others], FaultPolicy())
    finally:
        player.kill()


def _choices(record: GameRecord) -> list[int]:
    assert record.status == "finished", record.measured.trouble
    assert not record.faults, record.measured.texts
    return [index for seat, index in record.decisions if seat == 0]


@pytest.mark.parametrize("bot", ALL)
async def test_a_whole_game_and_again_with_the_same_seed(bot: str, command: Command, tmp_path: Path) -> None:
    """Every turn is answered legally, nothing is written that was not asked for, and a seed decides all choices."""
    first, second = [await _game(bot, command, tmp_path, 2, 2**53 - 1, _played_by(bot)) for _ in range(2)]
    assert _choices(first) == _choices(second)
    assert first.measured.stray[0] == second.measured.stray[0] == 0
    assert first.measured.logs[0] is None, "it wrote to stderr"


@pytest.mark.parametrize("bot", ANY_GAME)
async def test_another_seed_gives_other_choices(bot: str, command: Command, tmp_path: Path) -> None:
    """The seed of `start` is really used."""
    first, second = [_choices(await _game(bot, command, tmp_path, 2, seed)) for seed in (1, 2)]
    assert first != second


@pytest.mark.parametrize("bot", GUNRUNNERS)
async def test_bots_of_gunrunners_at_a_table_of_four(bot: str, command: Command, tmp_path: Path) -> None:
    """The other number of locations, and the powers that rarely come up with two seats."""
    assert _choices(await _game(bot, command, tmp_path, 4, 1))


@pytest.mark.parametrize("bot", ["gangsta/greedy.py", "gangsta/planner.py"])
@pytest.mark.parametrize("resources", [False, True])
@pytest.mark.parametrize("families", [False, True])
async def test_bots_of_gangsta(bot: str, families: bool, resources: bool, command: Command, tmp_path: Path) -> None:
    """With each combination of the variants it plays legally at tables of 2, 3 and 4, and beats the others, who move at
    random, at least at two of them."""
    won = 0
    for seats in (2, 3, 4):
        record = await _game(bot, command, tmp_path, seats, 1, "gangsta", families=families, resources=resources)
        assert _choices(record)
        assert isinstance(record.outcome, Ranking)
        won += record.outcome.places[0] == 1
    assert won >= 2


async def test_search_at_gangsta(command: Command, tmp_path: Path) -> None:
    """A whole game with both variants, with few play-outs."""
    record = await _game("search.py", command, tmp_path, 2, 1, "gangsta", families=True, resources=True)
    assert _choices(record)


async def test_search_with_a_policy(command: Command, tmp_path: Path) -> None:
    """It finds the bot beside it, plays legally at a table of three, and a seed decides all choices."""

    def with_policy(bot: str) -> tuple[str, ...]:
        return *command(bot), "--policy", "gunrunners.greedy:Greedy"

    first, second = [await _game("search.py", with_policy, tmp_path, 3, 1) for _ in range(2)]
    assert _choices(first) == _choices(second)


def _talk(argv: tuple[str, ...], *messages: object, escape: bool = False) -> list[dict[str, object]]:
    """The bot's answers to these lines and then the end of its input; it must exit by itself, with 0."""
    lines = "".join(json.dumps(message, ensure_ascii=escape) + "\n" for message in messages)
    done = subprocess.run(argv, input=lines.encode(), capture_output=True, check=True, timeout=SECONDS, env=ENVIRONMENT)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def _start(seed: int) -> dict[str, object]:
    limits = {"start_ms": 1000, "move_ms": None, "bank_ms": None, "increment_ms": 0}
    # The options of no game, with the keys of the message once more.
    options = {"seed": 1, "id": [2], "type": "quit"}
    return {"type": "start", "id": 1, "game_id": "1", "seat": 0, "seats": 2, "options": options, "time": limits} | {
        "seed": seed
    }


@pytest.mark.parametrize("bot", ANY_GAME)
@pytest.mark.parametrize("escape", [False, True])
def test_misleading_turns_are_counted_right(bot: str, escape: bool, command: Command) -> None:
    """Brackets, quotes and keys inside strings, nested moves, Unicode: each of the six moves is found, and no more."""
    turns = [MISLEADING | {"id": number} for number in range(2, 82)]
    _, _, *answers = _talk(command(bot), HELLO, _start(5), *turns, escape=escape)
    assert [answer["id"] for answer in answers] == list(range(2, 82))
    assert {answer["choice"] for answer in answers} == set(range(6))


@pytest.mark.parametrize("bot", ALL)
def test_the_end_of_input_ends_it(bot: str, command: Command) -> None:
    """A referee that is gone leaves no bot behind."""
    (ready,) = _talk(command(bot), HELLO)
    assert (ready["type"], ready["id"], ready["protocol"]) == ("ready", 0, 1)


@pytest.mark.parametrize("bot", ALL)
def test_quit_ends_it(bot: str, command: Command) -> None:
    """It goes by itself while its input is still open."""
    argv = command(bot)
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=ENVIRONMENT) as process:
        assert process.stdin is not None
        process.stdin.write(b'{"type":"quit"}\n')
        process.stdin.flush()
        try:
            assert process.wait(SECONDS) == 0
        finally:
            process.kill()
