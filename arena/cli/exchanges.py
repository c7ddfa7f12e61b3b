"""What a bot was sent and what it said, shown to its author."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import arena.lab
from arena.cli.saying import say
from arena.layout import terminal_width
from arena.protocol import marked, mistake_in, quoted

if TYPE_CHECKING:
    from arena.games import Game
    from arena.protocol import Verdict

MOST_SHOWN = 400
"""Bytes of a request."""
NARROWEST = 20
LABEL = 12


def say_exchange(request: bytes, said: bytes, verdict: Verdict | None, game: Game, indent: int) -> None:
    """The request, the answer, and where that was at fault the place in it and what would have been right."""
    if not request:
        return
    _say("request", quoted(request.rstrip(b"\n"), MOST_SHOWN), indent)
    mistake = mistake_in(said, arena.lab.request_id(request))
    if mistake is None:
        _say("answer", quoted(said) if said else "nothing", indent)
    elif mistake[1] is None or verdict not in ("malformed", "illegal", "start-failure"):
        _say("answer", quoted(mistake[0]), indent)
    else:
        # Line under line, so neither may be broken.
        width = (terminal_width() or 110) - indent - LABEL - 8
        text, blanks = marked(mistake[0], mistake[1], max(NARROWEST, width))
        click.echo(f"{' ' * indent}{'answer':<{LABEL}}{text}")
        click.echo(f"{' ' * (indent + LABEL)}{blanks}^ here")
    if verdict is not None and (right := arena.lab.right_answer(request, game)):
        _say("right were", f"`{right[0]}`: {right[1]}", indent)


def _say(label: str, text: str, indent: int) -> None:
    say(f"{' ' * indent}{label:<{LABEL}}{text}")
