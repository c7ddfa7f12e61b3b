"""What a shell offers for a word that is being typed. Nothing is loaded for it before it is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

import arena.games
import arena.kits
import arena.store

F = TypeVar("F", bound=Callable[..., Any])


class ContestFile(click.Path):
    """The path of a contest's file: the shell offers files whose names end like one, and folders if there are none."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        folder, slash, beginning = incomplete.rpartition("/")
        names: list[str] = []
        with suppress(OSError):
            names = sorted(name for name in os.listdir(folder + slash or ".") if name.endswith(".db"))
        found = [CompletionItem(folder + slash + name) for name in _beginning(names, beginning)]
        return found or [CompletionItem(incomplete, type="dir")]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of games; those of a family, which takes a moment to load, once its own name stands there."""
    family, dot, _ = incomplete.partition(".")
    names = arena.games.game_names()
    if not dot or family not in arena.games.family_names():
        return _beginning([*names, *(f"{one}." for one in arena.games.family_names())], incomplete)
    with suppress(arena.games.GameCannotLoad):
        names = [*names, *arena.games.find_family(family).names()]
    return _beginning(names, incomplete)


def languages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of kits."""
    return _beginning(arena.kits.languages(), incomplete)


def bots_of_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots of the contest whose file was typed before; for a ladder all that ever entered."""
    # While an option waits for its value, what was typed before it has not been given to the arguments yet.
    path: Any = ctx.params.get("db") or ctx.params.get("ladder") or next(iter(ctx.args), None)
    with suppress(arena.store.StoreError, OSError, TypeError, ValueError):
        with arena.store.Store.open(Path(path)) as store:
            facts = store.facts()
        entered = [entry.base for entry in facts.entered]
        return _beginning(dict.fromkeys([*facts.bots, *entered]), incomplete)
    return []


def bots_of_config(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots of the configuration that was typed before."""
    import yaml

    words = ctx.params.get("words") or ()
    path: Any = ctx.params.get("config") or (words[0] if words else None)
    with suppress(OSError, yaml.YAMLError, KeyError, TypeError, UnicodeDecodeError):
        return _beginning(yaml.safe_load(Path(path).read_text("utf-8"))["bots"], incomplete)
    return []


def files_and_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A configuration first, then the bots in it."""
    if ctx.params.get("words"):
        return [CompletionItem(name) for name in bots_of_config(ctx, param, incomplete)]
    return [CompletionItem(incomplete, type="file")]


def game_and_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A game first, then files; or the bots of the configuration that was typed before."""
    if ctx.params.get("config"):
        return [CompletionItem(name) for name in bots_of_config(ctx, param, incomplete)]
    if ctx.params.get("words") or ctx.params.get("earlier"):
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(name) for name in games(ctx, param, incomplete)]


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    """Those of the words that begin so, and that a shell takes as they are: what it offers lands on a line that it will
    obey, and a name may be a stranger's."""
    return [name for name in map(str, names) if name.startswith(incomplete) and quote(name) == name]


def game_option(help: str, default: str | None = None) -> Callable[[F], F]:
    """--game, a name of those that can be played here."""
    return click.option("--game", help=help, default=default, show_default=default is not None, shell_complete=games)
