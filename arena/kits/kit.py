"""The kits in the box: what each needs on a machine, and what one writes for a game."""

from __future__ import annotations

import glob
import re
import shutil
from importlib import import_module
from pathlib import Path

import msgspec
import yaml

from arena.box import in_the_box
from arena.errors import WrongInput
from arena.games import Game
from arena.kits.forms import forms_of

_LINK = re.compile(r"\[([^]]*)\]\((?!#)[^)]*\)")
_STARTERS = Path(__file__).parent / "starters"


class Types(msgspec.Struct, frozen=True):
    """What a kit says of a game: the module of `arena.kits.types` that writes it, and the file."""

    of: str
    file: str


class Language(msgspec.Struct, frozen=True):
    """A kit: the language's `title` for people, and what it needs: names of programs, or patterns of files, each with
    the packages of Debian that bring it. `binds` are what its build must see in a jail beside /usr."""

    title: str
    needs: dict[str, str]
    binds: tuple[str, ...] = ()
    types: Types | None = None

    def missing(self) -> list[str]:
        """The packages of Debian that this machine would need for it, in the order of their programs."""
        return [package for what, package in self.needs.items() if not _is_here(what)]


def _is_here(what: str) -> bool:
    return bool(glob.glob(what)) if what.startswith("/") else shutil.which(what) is not None


def languages() -> dict[str, Language]:
    """All kits, by the names under which they are asked for."""
    text = (_STARTERS / "languages.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), dict[str, Language])


def texts_of(language: str, game: Game, folder: str) -> dict[str, str]:
    """The files of a kit by their names, for a bot of that game in a folder of that name. Raises WrongInput where the
    game has types that no kit can write."""
    starter = _STARTERS / language
    texts = {
        str(path.relative_to(starter)): path.read_text(encoding="utf-8")
        for path in starter.rglob("*")
        # Installing compiles what is Python, and those who look code over leave things, too.
        if path.is_file() and not any("cache" in part for part in path.relative_to(starter).parts)
    }
    page = in_the_box(f"docs/games/{game.name}.md")
    for told in (in_the_box("protocol.md"), page):
        if told.exists():
            # What they refer to stays behind.
            texts[told.name] = _LINK.sub(r"\1", told.read_text(encoding="utf-8"))
    said = {
        "{{game}}": game.name,
        "{{folder}}": msgspec.json.encode(folder).decode(),
        "{{page}}": page.name if page.exists() else "the game's own page",
    }
    for name, text in texts.items():
        for place, words in said.items():
            text = text.replace(place, words)
        texts[name] = text
    types = languages()[language].types
    if types is not None:
        try:
            forms = forms_of(game)
        except ValueError as problem:
            raise WrongInput(f"{game.name} has no types that a kit can write down: {problem}") from None
        texts[types.file] = import_module(f"arena.kits.types.{types.of}").write(forms)
    return dict(sorted(texts.items()))
