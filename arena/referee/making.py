"""Plays one game after another with players that are kept: whoever has games to play, plays them here.

A worker, a check of one bot and a rehearsal differ in who sits there and in what they do with the records. Who sits
there is made by a factory, so a seat may be a program's, a function's, or that of somebody elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path

import trio
from msgspec import Struct
from msgspec.structs import replace

from arena.games import Game
from arena.players import Player, PlayerFactory
from arena.referee.fixture import FaultPolicy, Fixture
from arena.referee.game_loop import play
from arena.referee.observing import Observer
from arena.referee.record import GameRecord
from arena.referee.worker_messages import Assignment

KEPT = 16
"""The most processes of bots that are kept between games, unless the game needs more. A hundred that each hold a
runtime of a hundred megabytes are too many for a laptop, and starting one costs less than what they take."""


BREATH_EVERY = 0.01
"""Seconds for which games may follow each other before other tasks have their turn."""


class GameMaker:
    """Plays assignments with one kept player for each name, and a further one for each further seat that the name has
    in a game: a player sees one seat of a game, however many of them its bot fills.

    `factories[name]` makes its players, and `hashes[name]` is the hash of its files. `logs` is the folder for what bots
    write to stderr. A game that is void is played again, until it was played `attempts` times.
    """

    def __init__(
        self,
        game: Game,
        options: Struct,
        policy: FaultPolicy,
        factories: Mapping[str, PlayerFactory],
        hashes: Mapping[str, str],
        sandbox: str,
        logs: Path,
        attempts: int,
    ) -> None:
        self._game = game
        self._options = options
        self._policy = policy
        self._factories = factories
        self._hashes = hashes
        self._sandbox = sandbox
        self._logs = logs
        self._attempts = attempts
        self._breathed = -inf
        """When other tasks had their turn last."""
        self._players: dict[tuple[str, int], Player] = {}
        """The players by the bot's name and how many earlier seats of a game are its own, in the order of last use."""

    async def play(self, assignment: Assignment, observer: Observer | None = None) -> GameRecord:
        """Play a game. Returns its record, whose measured part says how often it was played."""
        fixture = Fixture(
            number=assignment.number,
            group=assignment.group,
            game=self._game,
            options=self._options,
            deal=assignment.deal,
            seating=assignment.seating,
            hashes=tuple([self._hashes[name] for name in assignment.seating]),
            bot_seeds=assignment.bot_seeds,
            sandbox=self._sandbox,
            unlogged=assignment.unlogged,
        )
        players = await self._seated(assignment.seating)
        # Where all answer at once, nothing else lets other tasks run; for each short game it would cost too much.
        if trio.current_time() - self._breathed > BREATH_EVERY:
            await trio.lowlevel.checkpoint()
            self._breathed = trio.current_time()
        attempts = 0
        while True:
            attempts += 1
            record = await play(fixture, players, self._policy, observer)
            if record.status != "void" or attempts == self._attempts:
                return replace(record, measured=replace(record.measured, attempts=attempts))
            for log in self._logs.glob(f"{assignment.number}-seat*.err"):
                log.unlink()  # the next attempt may write none

    def player(self, name: str) -> Player:
        """The player on the first of that name's seats; it must have played."""
        return self._players[name, 0]

    async def _seated(self, seating: tuple[str, ...]) -> list[Player]:
        """Each seat's player. Those that have not played for longest are stopped, so that with these not more than
        `KEPT` are running."""
        keys = [(name, seating[:seat].count(name)) for seat, name in enumerate(seating)]
        players = [self._players.pop(key) if key in self._players else self._factories[key[0]]() for key in keys]
        waiting = [player for player in self._players.values() if player.running]
        self._players.update(zip(keys, players, strict=True))
        for player in waiting[: max(0, len(waiting) + len(players) - KEPT)]:
            await player.stop()
        return players

    async def stop(self) -> None:
        """Let every player go politely."""
        async with trio.open_nursery() as nursery:
            for player in self._players.values():
                nursery.start_soon(player.stop)

    def kill(self) -> None:
        """Remove every player at once."""
        for player in self._players.values():
            player.kill()
