"""The command line, called in this process; the toys are games for it and for the workers that it starts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import commands
from tests.plug_in import mark, plug_in

__all__ = ["arena", "mark", "plug_in"]

Arena = Callable[..., Result]


@pytest.fixture
def arena(tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """`arena("run", "c.yaml")` in the test's folder; an exception that would be a traceback fails the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # which would be the width of all that is printed
    return lambda *words: CliRunner().invoke(commands, [str(word) for word in words], catch_exceptions=False)
