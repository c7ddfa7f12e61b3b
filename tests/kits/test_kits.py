"""Every kit, held to the same: what it answers, game by game, is the same in all languages, byte for byte."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.games import find_game, game_names
from arena.players import FunctionPlayer, TimeControl, choose_at_random
from arena.players.interface import Answer, GameStart, Question
from arena.players.process_player import ProcessPlayer
from arena.protocol import Fault
from arena.referee import FaultPolicy, Fixture, GameRecord
from arena.referee.game_loop import play
from arena.referee.record import lasting_bytes
from arena.sandbox import Limits, Program
from arena.sandbox.process import spawn
from tests.contest.contests import ROOT
from tests.kits.building import LANGUAGES, Generator, Kit, built, choices, require

GAMES = tuple(game_names())
MANY = int(os.environ.get("ARENA_KITS_GAMES", "3"))
"""Games that one process plays; .ci/kits asks for more."""
PATIENT = TimeControl(start_ms=120_000, move_ms=120_000)
"""No test here is about time: a slow machine must not decide it."""
SECONDS = 120
TALL = 2**53 - 1
"""The largest seed."""
STRANGE: dict[str, Any] = {
    "new": {"deep": [[[{"legal": [1, 2, 3]}]]], "id": 99},
    "huge": 123456789012345678901234567890,
    "large": -(2**63) - 1,
    "tiny": 1e-300,
    "exact": 2**64,
    "text": 'quote " backslash \\ slash / tab \t bell \x07 ü ß € 😀 \u2028 ]}',
    "ключ": None,
    "": False,
}
"""Fields that no protocol has, made for readers that expect too little."""

FIRST = {language: GAMES[at % len(GAMES)] for at, language in enumerate(LANGUAGES)}
"""A game for each language, so that each game has some."""


def kits() -> Iterator[Any]:
    """Every kit with every game; each but with its first takes long, as most are built for each."""
    for language in LANGUAGES:
        for game in GAMES:
            marks = () if game == FIRST[language] else pytest.mark.slow
            yield pytest.param((language, game), game, marks=marks, id=f"{language}-{game}")


each_kit = pytest.mark.parametrize(("kit", "game"), list(kits()), indirect=["kit"])


@pytest.fixture
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """The kit of that language, built for that game; skips where the machine cannot."""
    language, game = request.param
    require(language)
    place = tmp_path_factory.getbasetemp() / f"kit-{language}"
    place.mkdir(exist_ok=True)
    return built(language, game, place)


class Reference(FunctionPlayer):
    """Chooses as every kit must."""

    def __init__(self) -> None:
        super().__init__(lambda question, _: self.generator.below(len(question.legal)))
        self.generator = Generator(0)

    async def start(self, start: GameStart) -> Fault | None:
        self.generator = Generator(start.seed)
        return await super().start(start)

    async def decide(self, question: Question) -> Answer:
        return await super().decide(question)


async def recorded(game: str, player: Any) -> GameRecord:
    """A game with the player on seat 0, and others that move at random."""
    played = find_game(game)
    seats = max(played.seats)
    fixture = Fixture(
        number=1,
        group=0,
        game=played,
        options=played.options_type(),
        deal="kits",
        seating=("kit", "b", "c", "d")[:seats],
        hashes=("",) * seats,
        bot_seeds=(TALL, 1, 2, 3)[:seats],
    )
    others = [FunctionPlayer(choose_at_random) for _ in range(seats - 1)]
    try:
        return await play(fixture, [player, *others], FaultPolicy())
    finally:
        player.kill()


@each_kit
async def test_it_is_built_and_plays_the_same_game_in_every_language(kit: Kit, game: str, tmp_path: Path) -> None:
    """Its record is the one that the generator of the docs makes, to the byte, without a stray line."""
    program = Program("kit", kit.command, str(kit.folder), kit.environment)
    record = await recorded(game, ProcessPlayer(program, PATIENT, Limits(), tmp_path, spawn, keep=False))
    assert (record.status, record.faults) == ("finished", ()), record.measured
    assert record.measured.stray[0] == 0
    assert record.measured.logs[0] is None, "it wrote to stderr"
    assert sum(seat == 0 for seat, _ in record.decisions) > 5
    assert lasting_bytes(record) == lasting_bytes(await recorded(game, Reference()))


EXAMPLE = re.compile(r"^( *)(?://|#|--) {3,5}(?=\S| )", re.MULTILINE)
"""What makes a line of the example a comment; words stand nearer to it."""


def tried(text: str) -> str:
    """The author's file with the example beside "Think here" as code, any other text as it is."""
    before, mark, after = text.partition("Think here")
    after = after.replace("the best.\n\n", "the best. *)\n").replace("; *)", ";")  # OCaml has no comment of one line
    return before + mark + EXAMPLE.sub(r"\1", after) if mark else text


@pytest.mark.parametrize("language", ["c", pytest.param("cpp", marks=pytest.mark.slow), "php", "lua", "perl", "ocaml"])
def test_the_example_where_an_author_is_to_think_is_code_that_works(language: str, tmp_path: Path) -> None:
    """In each kit that has one, in a game that it was not written for: it builds, changes no choice, and says of a
    legal move what it does."""
    require(language)
    (tmp_path / "kits").mkdir()
    made = built(language, "grizzled", tmp_path / "kits", tried)
    turns = requests("grizzled")
    lines = [json.dumps(message).encode() + b"\n" for message in turns]
    with (tmp_path / "err").open("wb") as stderr:
        done = subprocess.run(
            made.command,
            cwd=made.folder,
            input=b"".join(lines),
            stdout=subprocess.PIPE,
            stderr=stderr,
            timeout=SECONDS,
            check=True,
        )
    assert len(done.stdout.splitlines()) == sum("id" in message for message in turns)
    assert "withdraw" in (tmp_path / "err").read_text(encoding="utf-8")


def requests(game: str) -> list[dict[str, Any]]:
    """What a bot was sent in the game of the docs, from hello to end."""
    lines = (ROOT / "tests" / "transcripts" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    messages: list[dict[str, Any]] = [json.loads(line[3:]) for line in lines if line.startswith("-> ")]
    assert messages.pop() == {"type": "quit"}
    return messages


def games(game: str, number: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> list[dict[str, Any]]:
    """So many games in a row for one process, each with a seed of its own, each message changed."""
    hello, *one = requests(game)
    messages = [change(hello)]
    for seed in range(TALL - number + 1, TALL + 1):
        for message in one:
            seeded = {**message, "seed": seed} if message["type"] == "start" else message
            messages.append(change(seeded))
    ids = iter(range(len(messages)))
    return [message | {"id": next(ids)} if "id" in message else message for message in messages]


def answers(kit: Kit, lines: Iterable[bytes], place: Path) -> list[tuple[int, int | None]]:
    """What it answers to all of these lines, until its input ends; it must end then by itself, with 0."""
    with (place / "in").open("wb") as file:
        file.writelines(lines)
    with (place / "in").open("rb") as stdin, (place / "out").open("wb") as stdout:
        environment = {**os.environ, **kit.environment, "LC_ALL": "C", "LANG": "C"}
        subprocess.run(
            kit.command, cwd=kit.folder, stdin=stdin, stdout=stdout, env=environment, timeout=10 * SECONDS, check=True
        )
    found = [json.loads(line) for line in (place / "out").read_bytes().splitlines()]
    for answer in found:
        assert ("choice" in answer) == (answer.get("type") != "ready"), answer
    return [(answer["id"], answer.get("choice")) for answer in found]


def strange(message: dict[str, Any]) -> dict[str, Any]:
    """The same for who ignores what he does not know."""
    changed = {**STRANGE, **message, **{f"{name} ": value for name, value in message.items()}}
    if "view" in message:
        changed["view"] = {**STRANGE, **message["view"]}
    if "events" in message:
        changed["events"] = [{"event": "unheard of", **STRANGE}, *message["events"], {**STRANGE, "event": "ü"}]
    return changed


@each_kit
@pytest.mark.parametrize("ascii", [True, False], ids=["escaped", "as UTF-8"])
def test_it_ignores_what_it_does_not_know_and_lives_with_any_line(
    kit: Kit, game: str, ascii: bool, tmp_path: Path
) -> None:
    """New fields and events, numbers that no machine holds, all of Unicode in both ways to write it, in a locale that
    knows none; white space, carriage returns; and the end of its input without a quit."""
    messages = [*games(game, 1, strange), {"type": "of a later day", "id": None}]
    lines = [json.dumps(message, ensure_ascii=ascii, indent=None).encode() for message in messages]
    spaced = [b" \t" + line.replace(b'", "', b'" ,\t"') + b" \r\n" for line in lines]
    assert answers(kit, spaced, tmp_path) == choices(messages)


@each_kit
def test_one_process_plays_many_games(kit: Kit, game: str, tmp_path: Path) -> None:
    """Each begins afresh with its own seed, and what it plays depends on no game before."""
    messages = games(game, MANY, lambda message: message)
    lines = (json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages)
    assert answers(kit, lines, tmp_path) == choices(messages)


@pytest.mark.parametrize("kit", list(FIRST.items()), indirect=True, ids=LANGUAGES)
def test_it_leaves_when_it_is_told_to(kit: Kit) -> None:
    """Also while its input stays open."""
    with subprocess.Popen(
        kit.command,
        cwd=kit.folder,
        env={**os.environ, **kit.environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(requests("gunrunners")[0]).encode() + b'\n{"type":"quit"}\n')
        process.stdin.flush()
        try:
            assert process.wait(timeout=SECONDS) == 0
        finally:
            process.kill()
