"""The recipes of docs/contests/builds.md are the entries of the kits, and each kit is built in a jail, and plays."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from arena.games import find_game
from arena.kits import languages, texts_of
from arena.sandbox import Limits, sandbox_of
from tests.cli.conftest import Arena, arena
from tests.kits.building import LANGUAGES, require
from tests.plug_in import mark, plug_in

__all__ = ["arena", "mark", "plug_in"]

PAGE = (Path(__file__).parent.parent / "docs" / "contests" / "builds.md").read_text()
NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
EACH = [pytest.param(one, marks=pytest.mark.slow if one in ("cpp", "kotlin", "rust") else ()) for one in LANGUAGES]
"""Some compilers take many times as long as others."""


def kit_of(language: str) -> dict[str, str]:
    """Its files, in a folder `mine`."""
    return texts_of(language, find_game("gunrunners"), "mine")


def test_the_page_has_the_entries_of_the_kits_and_what_they_need() -> None:
    """Word for word, and for each language the packages that its kit names."""
    recipes = [yaml.safe_load(recipe) for recipe in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)]
    entries = {language: yaml.safe_load(kit_of(language)["entry.yaml"]) for language in LANGUAGES}
    assert len(recipes) >= 12
    for recipe in recipes:
        assert recipe in entries.values()
    for kit in languages().values():
        assert kit.title in PAGE
        for package in " ".join(kit.needs.values()).split():
            assert re.search(rf"\b{re.escape(package.partition('-')[0])}", PAGE), package


@jailed
@pytest.mark.parametrize("language", EACH)
def test_a_kit_is_built_in_a_jail_and_plays(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """In a jail, without network, by a compiler that everybody has, against the bot of the box that moves at random."""
    # Those in a home would have to be named.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    require(language)
    tmp_path.chmod(0o755)
    texts = kit_of(language)
    for name, text in texts.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "other").mkdir()
    shutil.copy(Path(__file__).parent.parent / "bots" / "random_bot.py", tmp_path / "other")
    bots = yaml.safe_load(texts["entry.yaml"])
    built = "build" in bots["mine"]
    bots["other"] = {"dir": "other", "command": "python3 random_bot.py"}
    # No test is about time: a slow machine must not decide it.
    patient = {"start_ms": 120_000, "move_ms": 60_000, "bank_ms": None}
    contest = {"game": "gunrunners", "deals": 1, "sandbox": "bwrap", "time": patient, "bots": bots}
    contest["limits"] = {"build": {"seconds": 3600}}
    contest["bind"] = list(languages()[language].binds)
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(contest))

    result = arena("run", "c.yaml", "--jobs", 1, "--format", "json")

    assert result.exit_code == 0, result.stderr
    assert not built or "building mine ... ok in " in result.stderr, result.stderr
    rows = json.loads(result.stdout)["rows"]
    assert {row["bot"]: (row["games"], row["faults"]) for row in rows} == {"mine": (2, {}), "other": (2, {})}
