"""SECURITY.md promises nothing that no test holds it to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.rehearsal.rogues import read_rogues, rogues_folder

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "SECURITY.md").read_text()
PROMISES = TEXT[TEXT.index("## Promises") : TEXT.index("## What is not promised")]
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ") and not line.startswith("| threat |")]
ALL = read_rogues(rogues_folder())
ROGUES = {rogue.path.stem: rogue for rogue in ALL}
"""By the words that a table has for them; two that commit one sin in two languages have the same."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_each_promise_names_what_proves_it(row: str) -> None:
    """Rogues and files of tests, all of which there are; a rogue that is named guards what the row is about, so it is
    played somewhere."""
    proofs = [word for word in re.split(r"[;,] ?", row.split("|")[-2].strip()) if word]
    assert proofs
    for proof in proofs:
        if proof.endswith(".py"):
            assert "\ndef test_" in (text := (ROOT / "tests" / proof).read_text()) or "\nasync def test_" in text
        else:
            assert ROGUES[proof].sandboxes


@pytest.mark.parametrize("page", ["README.md", "SECURITY.md"])
def test_the_number_of_rogues_is_right(page: str) -> None:
    """Wherever it is told."""
    told = re.findall(r"(\d+) programs that", " ".join((ROOT / page).read_text().split()))
    assert told
    assert {int(number) for number in told} == {len(ALL)}
