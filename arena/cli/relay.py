"""`arena relay`: a bot that lives elsewhere plays in a contest, and a bot from here plays elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

import arena.relay
from arena.cli.errors import tell


@click.command(
    epilog="""\b
Examples, as the command of a contest's bot:
  arena relay http://192.168.1.20:9000/
  arena relay --token mine.token https://bots.example.org/mine
  arena relay --token mine.token --listen tcp://0.0.0.0:9000
And on the machine of the bot's author:
  arena relay --listen http://127.0.0.1:9000 -- python3 my_bot.py
  arena relay --token mine.token tcp://contest.example.org:9000 -- ./my_bot
"""
)
@click.argument("address")
@click.argument("command", nargs=-1)
@click.option("--listen", is_flag=True, help="Wait at ADDRESS until the other end comes there.")
@click.option(
    "--token",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file, closed to others, with the secret that both ends know. Needed where others could come.",
)
def relay(address: str, command: tuple[str, ...], listen: bool, token: Path | None) -> None:
    """Stand for a bot that lives elsewhere; or, with a COMMAND, lend a bot from here to a contest elsewhere.

    Of the two ends of a bot's way one connects, and the other listens. ADDRESS is tcp://HOST:PORT, where lines go both
    ways as they are, or http://HOST:PORT/PATH or https://..., where the contest sends each line as a POST and the body
    of the answer is what the bot says. The bot's clock goes on meanwhile. docs/bots/remote.md has both ends, step by
    step.
    """
    where = arena.relay.Address.read(address)
    secret = None if token is None else arena.relay.read_token(token)
    if command:
        arena.relay.lend(where, listen, secret, command, tell)
    else:
        arena.relay.stand_for(where, listen, secret, tell)
