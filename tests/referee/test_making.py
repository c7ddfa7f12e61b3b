"""One maker of games: whoever sits there is made by a factory, and kept from game to game."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import trio
from msgspec import Raw
from trio.abc import Instrument
from trio.testing import MockClock

from arena.games import Outcome
from arena.games.toys import BIDS
from arena.players import (
    DONE,
    Answer,
    FunctionPlayer,
    GameStart,
    MachineTrouble,
    Player,
    PlayerFactory,
    Question,
    choose_at_random,
)
from arena.protocol import encode_body
from arena.referee import Assignment, FaultPolicy, GameMaker
from arena.referee.making import BREATH_EVERY
from tests.referee.helpers import ToldPlayer

NAMES = ("a", "b", "c")


class Seats:
    """Makes a player of its own kind for each seat that is asked for, and keeps them."""

    def __init__(self, *players: Player) -> None:
        self._waiting = list(players)
        self.made: list[Player] = []

    def __call__(self) -> Player:
        self.made.append(self._waiting.pop(0) if self._waiting else ToldPlayer())
        return self.made[-1]


def maker(folder: Path, factories: dict[str, Any], attempts: int = 3) -> GameMaker:
    made: dict[str, PlayerFactory] = {name: factories.get(name, ToldPlayer) for name in NAMES}
    hashes = {name: f"hash of {name}" for name in NAMES}
    return GameMaker(BIDS, BIDS.options_type(), FaultPolicy(), made, hashes, "none", folder / "logs", attempts)


def game(number: int, *seating: str, unlogged: tuple[int, ...] = ()) -> Assignment:
    seeds = tuple(range(10, 10 + len(seating)))
    return Assignment(number=number, group=3, deal="d", seating=seating, bot_seeds=seeds, unlogged=unlogged)


async def test_a_record_says_what_its_assignment_said(tmp_path: Path) -> None:
    """And what the maker was given for all games: options, hashes, sandbox."""
    record = await maker(tmp_path, {}).play(game(7, "b", "a"))
    assert (record.number, record.group, record.deal, record.seating) == (7, 3, "d", ("b", "a"))
    assert (record.hashes, record.sandbox) == (("hash of b", "hash of a"), "none")
    assert bytes(record.options) == encode_body(BIDS.options_type())
    assert (record.status, record.measured.attempts) == ("finished", 1)


async def test_what_sits_there_is_its_factorys_to_say(tmp_path: Path) -> None:
    """A function beside one that does as it is told: the maker asks for a player and nothing else."""
    told = Seats()
    seats = {"a": told, "b": lambda: FunctionPlayer(choose_at_random)}
    record = await maker(tmp_path, seats).play(game(0, "a", "b"))
    assert record.status == "finished"
    (player,) = told.made
    assert isinstance(player, ToldPlayer)
    assert [start.seat for start in player.starts] == [0]


async def test_a_seat_has_one_player_in_all_its_games(tmp_path: Path) -> None:
    """And a bot that fills two seats has one for each, of which neither sees the other's."""
    told = Seats()
    table = maker(tmp_path, {"a": told})
    for number, seating in enumerate([("a", "b"), ("a", "a"), ("b", "a")]):
        await table.play(game(number, *seating))
    assert [
        [(start.number, start.seat) for start in player.starts]
        for player in told.made
        if isinstance(player, ToldPlayer)
    ] == [[(0, 0), (1, 0), (2, 1)], [(1, 1)]]
    assert table.player("a") is told.made[0]


async def test_a_player_is_told_whether_its_stderr_is_kept(tmp_path: Path) -> None:
    """For each game anew."""
    told = Seats()
    table = maker(tmp_path, {"a": told})
    await table.play(game(0, "b", "a", unlogged=(1,)))
    await table.play(game(1, "b", "a", unlogged=(0,)))
    (player,) = told.made
    assert isinstance(player, ToldPlayer)
    assert [start.logged for start in player.starts] == [False, True]


async def test_a_void_game_is_played_again(tmp_path: Path) -> None:
    """Until it is not void, and nothing that bots wrote in it is left."""
    (tmp_path / "logs").mkdir()
    for name in ("5-seat1.err", "55-seat1.err"):
        (tmp_path / "logs" / name).write_text("x")
    late = Seats(ToldPlayer(MachineTrouble("late")))
    record = await maker(tmp_path, {"a": late}).play(game(5, "a", "b"))
    assert (record.status, record.measured.attempts) == ("finished", 2)
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["55-seat1.err"]


async def test_a_game_stays_void_after_so_many_attempts(tmp_path: Path) -> None:
    """It is nobody's loss, and its record says how often it was tried."""
    late = Seats(ToldPlayer(*[MachineTrouble("late")] * 9))
    record = await maker(tmp_path, {"a": late}, attempts=2).play(game(5, "a", "b"))
    assert (record.status, record.measured.attempts, record.outcome) == ("void", 2, None)


class Quick(ToldPlayer):
    """It has done everything when it is asked, and nobody waits for it."""

    def start(self, start: GameStart) -> Awaitable[None]:  # type: ignore[override]
        return DONE

    def decide(self, question: Question) -> Answer:  # type: ignore[override]
        return Answer(0)

    def end(self, events: Sequence[Raw], outcome: Outcome | None) -> Awaitable[None]:  # type: ignore[override]
        return DONE


async def test_games_of_quick_players_let_other_tasks_run(tmp_path: Path, mock_clock: MockClock) -> None:
    """Whoever plays many of them can be stopped; not at each game, since some take less than a turn of all tasks."""
    table, own = maker(tmp_path, {"a": Quick, "b": Quick}), trio.lowlevel.current_task()
    turns: list[int] = []

    class Turns(Instrument):
        """Hears whenever this task goes on after others could run."""

        def before_task_step(self, task: trio.lowlevel.Task) -> None:
            if task is own:
                turns.append(number)

    trio.lowlevel.add_instrument(Turns())
    for number in range(6):
        if number % 2 == 0:
            mock_clock.jump(2 * BREATH_EVERY)
        await table.play(game(number, "a", "b"))
    assert turns == [0, 2, 4]
