"""`arena kit`: the list of languages, and what one of them writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games import find_game
from arena.kits import languages, texts_of
from tests.cli.conftest import Arena
from tests.contest.contests import ROOT

KITS = tuple(languages())


def test_alone_it_lists_the_languages_with_what_each_needs(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whether it is here: on a machine without any program, none is."""
    monkeypatch.setenv("PATH", "")
    result = arena("kit")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = {line.split()[0]: line for line in result.stdout.splitlines() if line and line.split()[0] in KITS}
    assert tuple(rows) == KITS
    assert len(rows) >= 12
    for name, language in languages().items():
        assert rows[name].split()[1] == "no"
        assert all(package in rows[name] for package in language.needs.values())


@pytest.mark.parametrize("language", KITS)
def test_it_writes_the_whole_kit_and_says_what_to_do(arena: Arena, language: str) -> None:
    """Into a folder of the language's name, for the game that was named; README, entry and the author's own file are
    there, and nothing of a template is left in them."""
    result = arena("kit", language, "--game", "gangsta")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"\n  cd {language}\n" in result.stdout
    written = {str(path.relative_to(language)): path for path in Path(language).rglob("*") if path.is_file()}
    texts = texts_of(language, find_game("gangsta"), language)
    assert {name: path.read_text(encoding="utf-8") for name, path in written.items()} == texts
    assert {"README.md", "entry.yaml"} < texts.keys()
    assert f'dir: "{language}"\n' in texts["entry.yaml"]
    assert "arena check --game gangsta -- " in texts["README.md"]
    assert texts["gangsta.md"].startswith("# Gangsta!")
    assert texts["protocol.md"].startswith((ROOT / "protocol.md").read_text(encoding="utf-8").splitlines()[0])
    assert sum("Think here" in text for text in texts.values()) == 1
    assert not any("{{" + place in text for text in texts.values() for place in ("game", "folder", "page"))
    protocol = [
        text for name, text in texts.items() if "protocol." in name.lower() and not name.endswith((".h", ".md"))
    ]
    assert [60 <= text.count("\n") <= 150 for text in protocol] == [True]
    assert max(text.count("\n") for text in texts.values() if "Think here" in text) <= 45


def test_nothing_is_written_over(arena: Arena) -> None:
    """One file that is there already keeps all from being written, and is named."""
    Path("mine").mkdir()
    Path("mine/bot.py").write_text("mine")
    result = arena("kit", "python", "-o", "mine")
    assert result.exit_code == 2
    assert "mine has bot.py already" in result.stderr
    assert [path.name for path in Path("mine").iterdir()] == ["bot.py"]
    assert Path("mine/bot.py").read_text() == "mine"


def test_an_unknown_language_or_game_is_named(arena: Arena) -> None:
    """With those that there are."""
    result = arena("kit", "cobol")
    assert result.exit_code == 2
    assert "there is no kit for cobol: there are python, javascript, " in result.stderr
    assert arena("kit", "python", "--game", "chess").exit_code == 2
    assert not Path("python").exists()


def test_it_says_what_the_machine_lacks(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that gets it; the kit is written all the same."""
    monkeypatch.setenv("PATH", "")
    assert "apt install ruby\n" in arena("kit", "ruby").stdout
    assert Path("ruby/bot.rb").exists()
