"""Honest bots on a machine that has too much to do, and what the others do while it is not their turn."""

from __future__ import annotations

from pathlib import Path

from tests.contest.contests import environment
from tests.under_load import HONEST, under_load


def test_no_honest_bot_pays_for_a_busy_machine(tmp_path: Path, mark: str, plug_in: Path) -> None:
    """Four games at once, beside processes that spin, with bots that answer 1 ms before their limit."""
    report = under_load(tmp_path, games=4, jobs=4, hogs=2, limit_ms=100, environment=environment(mark, plug_in))
    assert report.games == 4
    assert [charge for charge in report.charged if charge[0] in HONEST] == []


def test_without_pondering_the_processor_is_left_to_who_is_on_turn(tmp_path: Path, mark: str, plug_in: Path) -> None:
    """D13, D31: a bot that computes in threads whenever it is not on turn, while its opponents think."""
    shares = {}
    for ponder in ("on", "off"):
        folder = tmp_path / ponder
        folder.mkdir()
        report = under_load(folder, 6, 2, 0, 100, environment(mark, plug_in), "off-turn", ponder=ponder)
        shares[ponder] = report.off_turn("off-turn")
    assert shares["off"] < shares["on"] / 4
