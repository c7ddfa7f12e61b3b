"""A bot that plays for a chess engine: arena's protocol on its own stdin and stdout, UCI to the engine.

Start: python -m arena_chess.uci [--option NAME=VALUE]... [--nodes N] [--movetime MS] [--depth N] -- ENGINE [WORD]...

Without a limit of its own the engine gets the contest's clock. What it thinks of its positions goes along as notes,
and, where the options of the game have a use for it, as what the seat says with its move. An engine that crashes,
answers nonsense or not at all loses the game by the verdict that fits, with the cause on stderr.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from arena_chess.dialogue import Clock, Introduction, Limit, Search, go_line, position_line, says
from arena_chess.engine import Engine, EngineGone, Late

START_S = 10.0
"""How long an engine may take to introduce itself, and where the contest sets no limit, to get ready for a game."""


class Player:
    """The engine in the games of one process."""

    def __init__(self, engine: Engine, settings: Sequence[tuple[str, str]], limit: Limit, overhead: int) -> None:
        """Raises EngineGone, Late, and ValueError for an option that it has not."""
        self._engine = engine
        self._limit = limit
        self._overhead = overhead
        self._of_game: dict[str, Any] = {}
        self._time: dict[str, Any] = {}
        self.engine = Introduction()
        engine.tell("uci")
        engine.hear(self.engine.hear, START_S)
        for name, value in settings:
            engine.tell(self.engine.setting(name, value))

    def begin(self, start: dict[str, Any]) -> None:
        """A new game. Raises EngineGone, Late, and ValueError where the engine cannot play it."""
        self._of_game, self._time = start["options"], start["time"]
        chess960 = self._of_game["variant"] == "chess960"
        if chess960 or "uci_chess960" in self.engine.options:
            self._engine.tell(self.engine.setting("UCI_Chess960", "true" if chess960 else "false"))
        go_line(self._limit, self._clock(self._time["bank_ms"]))  # is there a limit at all?
        self._engine.tell("ucinewgame")
        self._engine.tell("isready")
        start_ms = self._time["start_ms"]
        self._engine.hear(lambda line: line == "readyok", START_S if start_ms is None else start_ms / 1000)

    def choose(self, turn: dict[str, Any]) -> dict[str, Any]:
        """The answer to a turn, without its id. Raises EngineGone."""
        view, clock, search = turn["view"], self._clock(turn["left_ms"]), Search()
        self._engine.tell(position_line(view["start"], view["moves"]))
        self._engine.tell(go_line(self._limit, clock))
        self._hear(search, clock)
        said = says(search.score, self._of_game)
        move = {"uci": search.best} | ({"says": said} if said else {})
        note = {"note": search.note} if search.note else {}
        if move in turn["legal"]:
            return {"choice": turn["legal"].index(move)} | note
        tell(f"{self.engine.name} answers bestmove {search.best!r}, which is not legal in {view['fen']}")
        return {"move": move} | note

    def _hear(self, search: Search, clock: Clock) -> None:
        """Wait for the move. The referee says when it is too late; here it is said what was heard until then."""
        given = None if clock.given is None else clock.given / 1000
        stop = None if self._limit.words or clock.stop is None else clock.stop / 1000
        if stop is not None:
            try:
                self._engine.hear(search.hear, stop)
            except Late:
                self._engine.tell("stop")
            else:
                return
        try:
            self._engine.hear(search.hear, None if given is None else max(0.0, given - (stop or 0)))
        except Late:
            tell(f"{self.engine.name} has no move after {clock.given} ms; the last it said: {search.last[:200]!r}")
            self._engine.hear(search.hear)

    def _clock(self, left: int | None) -> Clock:
        return Clock(left, self._time["increment_ms"], self._time["move_ms"], self._overhead)


def tell(text: str) -> None:
    """To whoever looks for a cause: the referee keeps it with the game."""
    print(text, file=sys.stderr, flush=True)


def talk(engine: Engine, settings: Sequence[tuple[str, str]], limit: Limit, overhead: int) -> None:
    """Play all games that the referee asks for. Raises EngineGone, Late and ValueError."""
    player: Player | None = None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                player = Player(engine, settings, limit, overhead)
                answer = {"type": "ready", "protocol": 1, "name": player.engine.name}
            case "start":
                assert player is not None
                player.begin(message)
                answer = {"type": "ready", "protocol": 1, "name": player.engine.name}
            case "turn":
                assert player is not None
                answer = player.choose(message)
            case "quit":
                return
            case _:
                continue
        print(json.dumps({"id": message["id"]} | answer), flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Returns the exit status: 0, or 1 where the engine failed."""
    summary, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(prog="python -m arena_chess.uci", description=summary, epilog=rest)
    parser.add_argument("--option", action="append", default=[], type=_setting, metavar="NAME=VALUE")
    parser.add_argument("--nodes", type=int, help="search so many positions for each move")
    parser.add_argument("--movetime", type=int, help="search so many milliseconds")
    parser.add_argument("--depth", type=int, help="search so deep")
    parser.add_argument("--overhead", type=int, default=20, help="milliseconds that are kept from the engine's clock")
    parser.add_argument("command", nargs="+", metavar="ENGINE", help="the engine's command")
    asked = parser.parse_args(words)
    cause = _played(asked.command, asked.option, Limit(asked.nodes, asked.movetime, asked.depth), asked.overhead)
    if cause is None:
        return 0
    tell(cause)
    return 1


def _played(command: Sequence[str], settings: Sequence[tuple[str, str]], limit: Limit, overhead: int) -> str | None:
    """Why no more can be played; None when the referee asks for no more. The engine has gone before the cause is told,
    which the referee quotes if it comes last."""
    try:
        engine = Engine(command)
    except EngineGone as problem:
        return str(problem)
    try:
        talk(engine, settings, limit, overhead)
    except (EngineGone, ValueError) as problem:
        return str(problem)
    except Late:
        return f"{command[0]} does not get ready: is it an engine that speaks UCI?"
    finally:
        engine.close()
    return None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option of the engine is NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


if __name__ == "__main__":
    sys.exit(main())
