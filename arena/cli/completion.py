"""What a shell offers for a word that is being typed. Nothing is loaded for it before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


class ContestFile(click.Path):
    """The path of a contest's file: the shell offers folders, and files that end so."""

    def __init__(self, *endings: str) -> None:
        super().__init__(path_type=Path)
        self._endings = endings or (".db",)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        folder, _, beginning = incomplete.rpartition("/")
        before = f"{folder}/" if "/" in incomplete else ""
        with suppress(OSError):
            found = [path for path in Path(before or ".").iterdir() if path.name.startswith(beginning)]
            hidden = beginning.startswith(".")
            return [
                CompletionItem(f"{before}{path.name}/" if path.is_dir() else f"{before}{path.name}")
                for path in sorted(found)
                if (hidden or not path.name.startswith(".")) and (path.is_dir() or path.name.endswith(self._endings))
            ]
        return []


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of games."""
    from arena.games import game_names

    return _beginning(game_names(), incomplete)


def bots_of_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots of the contest whose file was typed before."""
    from arena.contest import Store, StoreError

    path: Any = ctx.params.get("db") or ctx.params.get("ladder")
    with suppress(StoreError, OSError, TypeError), Store.open(Path(path)) as store:
        return _beginning(store.facts()["bots"], incomplete)
    return []


def bots_of_config(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots of the configuration that was typed before."""
    import yaml

    words = ctx.params.get("words") or ()
    path: Any = ctx.params.get("config") or (words[0] if words else None)
    with suppress(OSError, yaml.YAMLError, KeyError, TypeError, UnicodeDecodeError):
        return _beginning(yaml.safe_load(Path(path).read_text("utf-8"))["bots"], incomplete)
    return []


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if str(name).startswith(incomplete)]


def game_option(help: str, default: str | None = None) -> Callable[[F], F]:
    """--game, a name of those that can be played here."""
    return click.option("--game", help=help, default=default, show_default=default is not None, shell_complete=games)
