"""A plug-in with toy games, installed for a test and for the worker processes that it starts."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from arena.games import find_game, registry
from tests.contest.contests import MARK, install_plug_in
from tests.processes import alive, wait_for


@pytest.fixture(scope="session")
def plug_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plug-in")
    install_plug_in(folder)
    return folder


@pytest.fixture
def mark(plug_in: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The mark of this test's processes, none of which may be left at its end; the toys are games meanwhile."""
    mark = token_hex(8)
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setenv("PYTHONPATH", str(plug_in))
    monkeypatch.syspath_prepend(plug_in)
    # Tests in the background of a script run with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    registry._entries.cache_clear()
    find_game.cache_clear()
    yield mark
    signal.signal(signal.SIGINT, before)
    registry._entries.cache_clear()
    find_game.cache_clear()
    wait_for(lambda: not alive(mark))
