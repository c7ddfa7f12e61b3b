"""The contest's side: a bot's process that is none, but hands every line on to where the bot is, and back.

It is started for each game or kept for many, as any bot is, so it loads little, and waits without an event loop. It
ends with words on stderr as soon as nobody is at the other end, and the referee puts these into the bot's verdict. The
bot's clock goes on all the time: how long the way takes is the bot's own affair.
"""

from __future__ import annotations

from collections.abc import Callable

from arena.errors import WrongInput
from arena.relay.address import Address
from arena.relay.awaiting import await_author
from arena.relay.joined import Ends, connected, talk

Say = Callable[[str], object]


def stand_for(address: Address, listen: bool, token: str | None, say: Say) -> None:
    """Stand for the bot that is at an address, or, with `listen`, for the one whose author connects there; until the
    contest sends no more. Reads stdin and writes to stdout; `say` is told what its author should know. Raises Trouble
    when the other end does what it must not, or is not there, and WrongInput for an address that this cannot be done
    with."""
    ends = Ends(0, 1)
    if listen and address.scheme != "tcp":
        raise WrongInput(f"{address}: over HTTP it is the contest that asks: leave --listen out, or wait at tcp://")
    if address.scheme != "tcp":
        from arena.relay.asking import Asking  # what reads HTTP takes longer to load than all the rest here

        Asking(address, token, say).talk(ends)
    elif listen:
        talk(await_author(address, token, say), ends, say)
    else:
        talk(connected(address, token), ends, say)
