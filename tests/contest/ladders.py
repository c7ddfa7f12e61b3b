"""A ladder over real folders, without a game: what a run does before its first stage and before each further one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import Raw

from arena.contest import Contest
from arena.contest.bench import Benched
from arena.league.entrants import Entrants
from arena.league.entry_files import QUIET
from arena.pairing import Schedule
from arena.pairing.stages import Stage
from arena.players import TimeControl
from arena.programs.bot import Bot
from arena.referee import FaultPolicy
from arena.referee.worker_messages import Setup
from arena.sandbox import Limits, SandboxName
from arena.store import Store
from tests.facts import made_facts


class Ladder:
    """A ladder's folder, its store, and a clock; `look` is what a run does before a stage."""

    def __init__(self, root: Path, **bots: str) -> None:
        self.root, self.said, self.seconds = root, list[str](), 0.0
        self.entries = root / "entries"
        self.benched: dict[str, Benched] = {}
        self.entries.mkdir()
        self.sandbox: SandboxName = "none"
        self.limits = Limits()
        self.bots = bots
        self.stages: list[Stage] = []
        self.store = Store.create(root / "league.db", made_facts({"bots": []}))
        self.start()

    def start(self) -> None:
        """Another run: what the last one knew is in the store."""
        self.said.clear()
        program = Path("/bin/cat")
        bots = {n: Bot(command=("cat", n), folder=self.root / d, program=program) for n, d in self.bots.items()}
        contest = Contest(
            game="bids",
            options=None,
            seats=2,
            faults=FaultPolicy(),
            bots=bots,
            entries=str(self.entries),
            sandbox=self.sandbox,
            limits=self.limits,
            format="ladder",
        )
        self.entrants = Entrants(self.store, contest, self.root / "league.yaml", self.said.append, self.now)
        self.setup = Setup(
            game="bids",
            options=Raw(b"null"),
            time=TimeControl(),
            limits=Limits(),
            policy=FaultPolicy(),
            sandbox=self.sandbox,
            keep=True,
            ponder=True,
            programs={},
            hashes={},
            logs="",
            core=None,
        )
        self.schedule = Schedule(self.store.facts().bots, 2, "rotations", 1, "m", format="ladder")
        for stage in self.stages:
            self.schedule.extend(stage)
        self.setup = self.entrants.begin(self.setup, self.schedule)

    def now(self) -> float:
        """By then all that has been written lies `seconds` back."""
        changed = [path.lstat().st_ctime for path in self.root.rglob("*")]
        return max(changed) + self.seconds * 1.01  # floats are not exact

    def look(self, seconds: float = QUIET) -> list[str]:
        """The names of those who play."""
        self.seconds = seconds
        self.setup, playing = self.entrants.enter(self.setup, self.schedule, len(self.stages), self.benched)
        names = [self.schedule.bots[bot] for bot in playing]
        assert set(self.setup.programs) == set(self.setup.hashes) == set(names)
        facts = self.store.facts()
        assert list(facts.bots) == self.schedule.bots == [entry.name for entry in facts.entered]
        return names

    def bot(self, name: str, text: str = "one") -> Path:
        """A bot with a folder of its own among the entries."""
        folder = self.entries / name
        folder.mkdir(exist_ok=True)
        (folder / "bot.txt").write_text(text)
        return self.write(name, {"command": "cat bot.txt", "dir": name})

    def write(self, name: str, text: Any) -> Path:
        path = self.entries / f"{name}.yaml"
        path.write_text(text if isinstance(text, str) else yaml.safe_dump(text))
        return path

    def copy(self, name: str) -> Path:
        """What that bot plays from."""
        return Path(self.setup.programs[name].folder)


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Ladder]:
    made = Ladder(tmp_path)
    yield made
    made.entrants.close()
    made.store.close()
