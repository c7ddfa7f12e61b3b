"""The viewer's modules are typed: what their comments say of types is held against what they do."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.contest.contests import ROOT

# .ci/viewer puts the checker there.
CHECKER = ROOT / ".venv" / "viewer" / "node_modules" / ".bin" / "tsc"
FOUND = str(CHECKER) if CHECKER.exists() else shutil.which("tsc")


@pytest.mark.skipif(FOUND is None, reason="tsc, which checks types, is not here: .ci/viewer gets it")
def test_the_viewers_types_hold() -> None:
    command = [str(FOUND), "-p", "arena/faces/viewer"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
