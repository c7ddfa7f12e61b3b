"""The recipes of docs/contests/builds.md: each is read out of the page, built in a jail, and plays."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from arena.sandbox import Limits, sandbox_of
from tests.cli.conftest import Arena, arena
from tests.contest.contests import write_contest
from tests.plug_in import mark, plug_in

__all__ = ["arena", "mark", "plug_in"]

PAGE = (Path(__file__).parent.parent / "docs" / "contests" / "builds.md").read_text()
LANGUAGES = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)


def entry(recipe: str) -> tuple[str, dict[str, str]]:
    """The bot's name in the recipe, and what the configuration says of it."""
    found = re.search(r"^```yaml\n(.*?)^```", recipe, re.M | re.S)
    assert found is not None
    ((name, bot),) = yaml.safe_load(found[1]).items()
    return name, bot


def test_the_page_has_a_recipe_for_each_language() -> None:
    """With all that one needs to try it."""
    assert set(LANGUAGES) >= {"C", "C++", "Rust", "Go", "Java", "C#", "Node", "Python"}
    for recipe in LANGUAGES.values():
        assert recipe.strip().startswith("Needs: ")
        assert {"dir", "build", "command"} <= entry(recipe)[1].keys()


@jailed
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recipe_is_built_and_plays(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """In a jail, without network, by a compiler that everybody has."""
    # Those in a home would have to be named.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    name, bot = entry(LANGUAGES[language])
    programs = [bot["build"].split()[0], bot["command"].split()[0]]
    if missing := [program for program in programs if program[0] != "." and shutil.which(program) is None]:
        pytest.skip(f"there is no {missing[0]} in /usr/bin")
    tmp_path.chmod(0o755)
    files = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```", LANGUAGES[language], re.M | re.S)
    for file, text in files:
        path = tmp_path / bot["dir"] / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "other").mkdir()
    other = write_contest(tmp_path / "other", mark, {"other": "plays"})
    contest = yaml.safe_load(other.read_text())
    other.unlink()
    contest["bots"]["other"]["dir"] = "other"
    contest["bots"][name] = bot
    contest |= {"deals": 1, "sandbox": "bwrap"}
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(contest))

    result = arena("run", "c.yaml", "--jobs", 1, "--format", "json")

    assert f"building {name} ... ok in " in result.stderr, result.stderr
    assert {row["bot"]: (row["games"], row["faults"]) for row in json.loads(result.stdout)["rows"]} == {
        name: (2, {}),
        "other": (2, {}),
    }
    assert result.exit_code == 0
