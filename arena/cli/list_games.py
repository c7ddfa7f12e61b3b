"""`arena list`: the games that can be played here."""

from __future__ import annotations

import json
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import click
import msgspec

import arena.games
from arena.cli.errors import TROUBLE, tell
from arena.cli.saying import say
from arena.layout import LINE, flowing, terminal_width
from arena.protocol import printable


@click.command("list", epilog="\b\nExample:\n  arena list\n")
def list_games() -> None:
    """List the games, each with its seats, its options and their defaults.

    Exits with 1 if one is installed that cannot be played; stderr says why.
    """
    trouble = False
    for name in arena.games.game_names():
        try:
            game = arena.games.find_game(name)
        except arena.games.GameCannotLoad as problem:
            tell(f"{name}: {problem}\n")
            trouble = True
            continue
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
    if trouble:
        raise SystemExit(TROUBLE)


def _values(kind: Any) -> str:
    """What an option can be, as it is written in a configuration."""
    if get_origin(kind) is Literal:
        return " or ".join(map(json.dumps, get_args(kind)))
    if isinstance(kind, type):
        return "null" if kind is NoneType else kind.__name__
    return " or ".join(map(_values, get_args(kind))) or str(kind)
