"""Kits, written as `arena kit` writes them and built as their entry says, and what their bots must choose."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from arena.games import find_game
from arena.kits import languages, texts_of

LANGUAGES = tuple(languages())
NEEDED = bool(os.environ.get("ARENA_KITS"))
"""Set by the release script: a kit that cannot be built here fails then, instead of being left out."""


class Kit(NamedTuple):
    """One that was built: where it is, and how a bot of it is started there."""

    folder: Path
    command: tuple[str, ...]
    environment: dict[str, str]


def require(language: str) -> None:
    """Skips, and says why, where this machine lacks something for the kit."""
    missing = languages()[language].missing()
    if missing and not NEEDED:
        pytest.skip(f"the kit for {language} is not tried: it needs {' '.join(missing)}")


def built(language: str, game: str, place: Path, change: Callable[[str], str] = str) -> Kit:
    """The kit in a folder of `place` of its own, each text changed so, and built; kits that differ in no program are
    built once."""
    texts = {name: change(text) for name, text in texts_of(language, find_game(game), language).items()}
    entry = yaml.safe_load(texts["entry.yaml"])["mine"]
    environment = {**os.environ, **entry.get("env", {})}
    programs = {name: text for name, text in texts.items() if name != "README.md"}
    folder = place / sha256(repr(programs).encode()).hexdigest()[:16]
    if not folder.exists():
        making = Path(f"{folder}.making")
        shutil.rmtree(making, ignore_errors=True)
        for name, text in texts.items():
            (making / name).parent.mkdir(parents=True, exist_ok=True)
            (making / name).write_text(text, encoding="utf-8")
        if "build" in entry:
            words = shlex.split(entry["build"])
            done = subprocess.run(words, cwd=making, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "warning" not in (done.stdout + done.stderr).lower(), done.stdout + done.stderr
        making.rename(folder)
    program, *words = shlex.split(entry["command"])
    found = str(folder / program) if program.startswith("./") else shutil.which(program)
    assert found is not None, f"there is no {program}"
    return Kit(folder, (found, *words), entry.get("env", {}))


class Generator:
    """The one that every kit has, as docs/bots/kits.md says it."""

    def __init__(self, seed: int) -> None:
        self.state = 2166136261
        for digit in str(seed).encode("ascii"):
            self.state = (self.state ^ digit) * 16777619 % 2**32
        if self.state == 0:
            self.state = 1

    def below(self, limit: int) -> int:
        """The next number from 0 to `limit` - 1."""
        self.state ^= (self.state << 13) % 2**32
        self.state ^= self.state >> 17
        self.state ^= (self.state << 5) % 2**32
        return self.state % limit


def choices(messages: list[dict[str, Any]]) -> list[tuple[int, int | None]]:
    """What a kit's bot must answer: the ids in order, with the choice where one is asked for."""
    answers: list[tuple[int, int | None]] = []
    generator = Generator(0)
    for message in messages:
        if message["type"] in ("hello", "start"):
            answers.append((message["id"], None))
        if message["type"] == "start":
            generator = Generator(message["seed"])
        elif message["type"] == "turn":
            answers.append((message["id"], generator.below(len(message["legal"]))))
    return answers
