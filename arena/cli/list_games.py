"""`arena list`: the games that can be played here."""

from __future__ import annotations

import json

import click
import msgspec


@click.command("list", epilog="\b\nExample:\n  arena list\n")
def list_games() -> None:
    """List the games, each with its seats, its options and their defaults."""
    from arena.games import GameCannotLoad, find_game, game_names

    for name in game_names():
        try:
            game = find_game(name)
        except GameCannotLoad as problem:
            click.echo(f"{name}: {problem}\n")
            continue
        kind = "cooperative" if game.cooperative else "every seat for itself"
        seats = ", ".join(map(str, game.seats))
        click.echo(f"{name}: {game.title}, version {game.version}; {seats} seats; {kind}")
        if game.notes:
            click.echo(f"  note: {game.notes}")
        defaults = msgspec.to_builtins(game.options_type())
        for field in msgspec.structs.fields(game.options_type):
            kind = field.type.__name__ if isinstance(field.type, type) else str(field.type)
            shown = json.dumps(defaults.get(field.encode_name))
            click.echo(f"  option {field.encode_name}: {kind}, by default {shown}")
        click.echo()
