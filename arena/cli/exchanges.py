"""What a bot was sent and what it said, shown to its author."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.cli.saying import say
from arena.layout import terminal_width
from arena.protocol import marked, quoted

if TYPE_CHECKING:
    from arena.lab import ShownFault

MOST_SHOWN = 400
"""Characters of a request."""
WIDTH = 110
NARROWEST = 20
LABEL = 12


def say_fault(fault: ShownFault, indent: int) -> None:
    """The request, the answer with the place where it goes wrong, and what would have been right."""
    if not fault.request:
        return
    _say("request", quoted(fault.request.encode(), MOST_SHOWN), indent)
    answer = fault.answer.encode()
    if fault.place is None:
        _say("answer", quoted(answer) if answer else "nothing", indent)
    else:
        # Line under line, so neither may be broken.
        room = (terminal_width() or WIDTH) - indent - LABEL - len("...``... (escaped)")
        text, blanks = marked(answer, fault.place, max(NARROWEST, room))
        click.echo(f"{' ' * indent}{'answer':<{LABEL}}{text}")
        click.echo(f"{' ' * (indent + LABEL)}{blanks}^ here")
    if fault.right is not None:
        _say("right", f"`{fault.right}`: {fault.means}", indent)


def say_exchange(request: bytes, said: bytes, indent: int) -> None:
    """The line that it was sent, or the beginning of it, and what it said to it, where nothing is wrong with that."""
    _say("request", quoted(request.rstrip(b"\n"), MOST_SHOWN), indent)
    _say("answer", quoted(said.rstrip(b"\n")), indent)


def _say(label: str, text: str, indent: int) -> None:
    say(f"{' ' * indent}{label:<{LABEL}}{text}")
