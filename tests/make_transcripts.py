"""Writes the transcripts: a whole game of each kind as seat 0's process sees it, and its beginning and end on
its page in `docs/games`.

Start, after any change of the messages or of a game: python tests/make_transcripts.py

The referee and the player are the real ones. The process is scripted and the clock is a toy, so the lines depend on
nothing but the code: `tests/test_transcripts.py` compares them byte for byte.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import trio
from trio.testing import MockClock

from arena.games import find_game
from arena.players import FunctionPlayer, TimeControl, choose_at_random
from arena.players.process_player import ProcessPlayer
from arena.referee import FaultPolicy, Fixture
from arena.referee.game_loop import play
from arena.sandbox import Limits, Program, Rest, Source, StderrLog

ROOT = Path(__file__).resolve().parent.parent
PROTOCOL = ROOT / "protocol.md"
PAGES = ROOT / "docs" / "games"
"""A page for each game: NAME.md."""
TRANSCRIPTS = ROOT / "tests" / "transcripts"

GAMES: dict[str, dict[str, Any]] = {
    "gunrunners": {},
    "gangsta": {"families": True, "resources": True},
    "grizzled": {"orders": "experienced", "helping_hands": True, "first": 0},
}
"""By name; the options with which each is played, where they are not the default."""

SEATS = {"grizzled": 3}
"""How many play, where it is not two: `example` in seat 0, and one that plays at random in all others."""

CONTROL = TimeControl(move_ms=1_000, bank_ms=20_000, increment_ms=100)
TURNS_SHOWN = 2

PAGE = 120
"""Characters in a row of the document."""
ROWS_OF_THEIR_OWN = ('"events":', '"view":', '"memory":', '"legal":', '"outcome":')
"""Parts of a message that are read apart from each other."""


class NoMeter:
    """Implements `Meter`: a script uses nothing."""

    source: Source = "samples"
    peak_memory = 0
    hides = False

    def cpu_s(self) -> float:
        return 0.0

    def used_s(self) -> float:
        return 0.0

    def waited_s(self) -> float:
        return 0.0

    def referee_waited_s(self) -> float:
        return 0.0

    def queue(self) -> frozenset[str]:
        return frozenset()

    def sample(self) -> None: ...

    def glance(self) -> bool:
        return False


class ScriptedProcess:
    """Implements `Process`: answers each request at once, as a seeded random choice says, and keeps all lines.

    Thinking takes some 64ths of a second, which binary fractions express exactly: the times have no rounding in them.
    """

    def __init__(self, clock: MockClock) -> None:
        self.stderr = StderrLog(0)
        self.meter = NoMeter()
        self.lines: list[str] = []
        self._clock = clock
        self._rng = Random(1913)
        self._answers: list[bytes] = []

    def send_now(self, data: bytes) -> int:
        self.lines.append("-> " + data.decode().removesuffix("\n"))
        answer = self._answer(msgspec.json.decode(data))
        if answer is not None:
            line = msgspec.json.encode(answer)
            self.lines.append("<- " + line.decode())
            self._answers.append(line + b"\n")
        return len(data)

    def _answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        match message["type"]:
            case "hello" | "start":
                return {"type": "ready", "id": message["id"], "protocol": 1, "name": "example 1.0"}
            case "turn":
                index = self._rng.randrange(len(message["legal"]))
                if message["id"] % 3:  # both ways to say it
                    return {"id": message["id"], "choice": index}
                return {"id": message["id"], "move": message["legal"][index]}
            case _:
                return None

    def look(self, patience: float, asked: bool = False) -> bytes | None:
        if not self._answers:
            return None
        self._clock.jump(self._rng.randint(1, 12) / 64)
        return self._answers.pop()

    async def wait_exit(self, seconds: float) -> bool:
        return True

    def how_it_ended(self, closed: str) -> str:
        return "exited with code 0"

    def never_began(self) -> bool:
        return False

    def begin_game(self, log: StderrLog) -> None:
        self.stderr = log

    def rests(self) -> Rest:
        return "wholly"

    def unread(self) -> int:
        return 0

    def doing(self) -> None:
        return None

    def wants(self, said: str) -> list[str]:
        return []

    def end_means(self) -> str:
        return ""

    def overrun(self) -> None:
        return None

    def freeze(self) -> None: ...

    def thaw(self) -> None: ...

    # All of it is always read and written: the player never has to wait.

    async def wait_writable(self) -> None:
        raise NotImplementedError

    async def wait_readable(self) -> None:
        raise NotImplementedError

    def descriptor(self) -> None: ...

    def drain_stderr(self) -> None: ...

    def close_stdin(self) -> None: ...

    def kill(self) -> None: ...


def transcript(name: str) -> list[str]:
    """A game from `hello` to `quit` as the process in seat 0 sees it: `-> ` to it, `<- ` from it."""
    clock = MockClock()
    process = ScriptedProcess(clock)
    program = Program("example", ("example",), ".", {})
    player = ProcessPlayer(program, CONTROL, Limits(), Path("unused"), lambda _: process)
    game = find_game(name)
    others = SEATS.get(name, 2) - 1
    fixture = Fixture(
        number=17,
        group=8,
        game=game,
        options=game.options_type(**GAMES[name]),
        deal="transcript",
        seating=("example", *["random"] * others),
        hashes=("", *[""] * others),
        bot_seeds=(7351, *[2468 + other for other in range(others)]),
    )

    async def one_game() -> None:
        random = [FunctionPlayer(choose_at_random) for _ in range(others)]
        record = await play(fixture, [player, *random], FaultPolicy())
        assert record.status == "finished", record.measured.trouble
        assert not record.faults, record.measured.texts
        await player.stop()

    trio.run(one_game, clock=clock)
    return process.lines


def excerpt(lines: list[str]) -> list[str]:
    """The beginning and the end."""
    turns = [number for number, line in enumerate(lines) if line.startswith('-> {"type":"turn"')]
    left_out = len(turns) - TURNS_SHOWN
    end = next(number for number, line in enumerate(lines) if line.startswith('-> {"type":"end"'))
    return [*lines[: turns[TURNS_SHOWN]], f"   ... {left_out} more turns ...", *lines[end:]]


def folded(line: str) -> str:
    """A message in rows that fit the page, broken only where JSON may be: a row is indented if it goes on the last."""
    rows = [""]
    for part in re.split(r'(?<=,)(?=["{\[])', line):
        if part.startswith(ROWS_OF_THEIR_OWN) or len(rows[-1] + part) > PAGE:
            rows.append("     ")
        rows[-1] += part
    return "\n".join(rows)


def with_excerpt(document: str, name: str, lines: list[str]) -> str:
    """The document with the game's excerpt between the marks that are there for it. Raises ValueError without them."""
    begin, end = f"<!-- transcript of {name} -->\n", f"<!-- end of transcript of {name} -->\n"
    before, found, rest = document.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"no place for the transcript: expected the lines {begin!r} and {end!r}")
    return f"{before}{begin}```\n" + "\n".join(map(folded, excerpt(lines))) + f"\n```\n{end}{after}"


def main() -> None:
    """Writes all of them."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    for name in GAMES:
        lines = transcript(name)
        (TRANSCRIPTS / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
        page = PAGES / f"{name}.md"
        page.write_text(with_excerpt(page.read_text(), name, lines))


if __name__ == "__main__":
    main()
