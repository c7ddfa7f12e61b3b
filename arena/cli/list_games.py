"""`arena list`: the games that can be played here."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import click
import msgspec

import arena.games
from arena.cli.completion import games as games_here
from arena.cli.errors import TROUBLE, tell
from arena.cli.saying import say
from arena.layout import LINE, flowing, terminal_width
from arena.protocol import printable


@click.command("list", epilog="\b\nExamples:\n  arena list\n  arena list gunrunners")
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=games_here)
def list_games(names: tuple[str, ...]) -> None:
    """List the games, each with its seats, its options and their defaults.

    All that are here are listed, or those that are named. Of a family, which are many games of one package, its name
    is told, and all its games if NAME is that of the family.
    Exits with 1 if one is installed that cannot be played; stderr says why.
    """
    families = arena.games.family_names()
    if names:
        told = [_told(name, _all_of_family if name in families else _game) for name in names]
    else:
        told = [_told(name, _game) for name in arena.games.game_names()]
        told += [_told(name, _family) for name in families]
    if not all(told):
        raise SystemExit(TROUBLE)


def _told(name: str, lines: Callable[[str], bool]) -> bool:
    """Whether all of it could be told; stderr has what could not."""
    try:
        return lines(name)
    except arena.games.GameCannotLoad as problem:
        tell(f"{name}: {problem}\n")
        return False


def _family(name: str) -> bool:
    family = arena.games.find_family(name)
    say(f"{name}: {family.title}; {len(family.names())} games: `arena list {name}` lists them")
    click.echo()
    return True


def _all_of_family(name: str) -> bool:
    told = [_told(one, _game) for one in arena.games.find_family(name).names()]
    return all(told)


def _game(name: str) -> bool:
    game = arena.games.find_game(name)
    kind = "cooperative" if game.cooperative else "every seat for itself"
    seats = ", ".join(map(str, game.seats))
    say(f"{name}: {game.title}, version {game.version}; {seats} seats; {kind}")
    if game.notes:
        click.echo(flowing(printable(f"  note: {game.notes}"), terminal_width() or LINE))
    defaults = msgspec.to_builtins(game.options_type())
    for field in msgspec.structs.fields(game.options_type):
        shown = json.dumps(defaults.get(field.encode_name))
        say(f"  option {field.encode_name}: {_values(field.type)}, by default {shown}")
    click.echo()
    return True


def _values(kind: Any) -> str:
    """What an option can be, as it is written in a configuration."""
    if get_origin(kind) is Literal:
        return " or ".join(map(json.dumps, get_args(kind)))
    if isinstance(kind, type):
        return "null" if kind is NoneType else kind.__name__
    return " or ".join(map(_values, get_args(kind))) or str(kind)
