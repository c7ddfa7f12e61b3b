"""A seat whose processes are scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.players import TimeControl
from arena.players.process_player import ProcessPlayer
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess
from tests.players.questions import CONTROL, Seat


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Makes a player whose processes are those given, one after another."""

    def make(
        *processes: FakeProcess, control: TimeControl = CONTROL, limits: Limits | None = None, keep: bool = True
    ) -> ProcessPlayer:
        waiting = list(processes)
        program = Program("fake", ("fake", "--bot"), "bots", {})
        logs = tmp_path / "logs"
        return ProcessPlayer(program, control, limits or Limits(), logs, lambda _: waiting.pop(0), keep)

    return make
