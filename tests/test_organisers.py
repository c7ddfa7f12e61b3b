"""What docs/contests/organisers.md shows is what there is: its commands are run, and print what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import commands
from arena.statistics.bradley_terry import ELO
from arena.statistics.power import Z_975, Z_POWER, length
from arena.statistics.sprt import Sprt

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "contests" / "organisers.md").read_text()

FOUR_CELLS = re.compile(r"^\| (\d+) Elo \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
COMMAND = re.compile(r"^    arena (.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each of the page's commands printed, run one after the other in a folder with the project's bots."""
    folder = tmp_path_factory.mktemp("organisers")
    for name in ("configs", "bots"):
        (folder / name).symlink_to(ROOT / name)
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in COMMAND.findall(PAGE):
            more = ["--trial", "1"] if line.startswith("plan") else []
            result = CliRunner().invoke(commands, [*shlex.split(line), *more], catch_exceptions=False)
            assert result.exit_code == 0, (line, result.stderr)
            found[line] = result.stdout
    return found


def printed(begins: str) -> list[str]:
    """The lines that the page says are printed, from the one that begins so."""
    lines = PAGE.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(f"    {begins}"))
    end = next(number for number in range(first, len(lines)) if not lines[number])
    return [line.removeprefix("    ") for line in lines[first:end]]


def test_the_plan_is_what_the_page_says(said: dict[str, str]) -> None:
    """In lines as wide as a terminal; and how long it takes is said after it."""
    text = said["plan configs/organisers.yaml"]
    assert " ".join(" ".join(printed("power:")).split()) in " ".join(text.split())
    assert re.search(r"^time:  \d+ trial games took ", text, re.MULTILINE)


def test_the_table_is_what_the_page_says(said: dict[str, str]) -> None:
    """But for what was measured on the day: the times of answers."""
    text = said["run configs/organisers.yaml --db evening.db"].splitlines()
    rows = [row.split() for row in printed("#  ranks")[3:]]
    table = [line.split() for line in text[5 : 5 + len(rows)]]
    untimed = [[row[:-3] for row in part] for part in (rows, table)]
    assert untimed[0] == untimed[1]


def test_the_page_leads_to_what_it_speaks_of(said: dict[str, str]) -> None:
    """Each of the further looks has what the page says of it."""
    details = said["table evening.db --details"]
    for part in ("To separate neighbours", "Beyond Elo", "Against the strongest mix", " or more"):
        assert part in details
    assert "Over time" in said["table evening.db --over-time"]
    assert "Matched: 30 games" in said["compare evening.db again.db"]


def test_the_deals_of_the_page_are_those_of_the_plan() -> None:
    """The table of how many it takes, from the formula that `arena plan` uses: 4 / games of information a pair."""
    rows = FOUR_CELLS.findall(PAGE[: PAGE.index("| elo1 |")])
    assert len(rows) == 3
    for row in rows:
        elo, duel, each, groups = (int(cell.replace(",", "")) for cell in row)
        needed = ((Z_975 + Z_POWER) * ELO / elo) ** 2
        assert duel == -(-needed * 4 / 2 // 1)
        # Of ten in a round robin: variance 8 / (10 deals of two games).
        assert each == -(-needed * 8 / 20 // 1)
        assert groups == 9 * each


def test_the_lengths_of_the_page_are_those_of_the_plan() -> None:
    """The table of an SPRT's length, from what `arena plan` says of it before it rounds."""
    rows = FOUR_CELLS.findall(PAGE[PAGE.index("| elo1 |") :])
    assert len(rows) == 3
    for row in rows:
        elo1, end, middle, most = (int(cell.replace(",", "")) for cell in row)
        test = Sprt(0, elo1)
        at_end, half_way = length(test, elo1), length(test, elo1 / 2)
        assert (end, middle, most) == (round(at_end.mean), round(half_way.mean), round(half_way.quantile(0.95)))
