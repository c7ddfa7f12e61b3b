"""The command line: prints, asks, exits. Results go to stdout, everything else to stderr.

Exit codes: 0 fine; 1 the run had trouble that the report names; 2 the user's input is wrong; 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from typing import Any

import click

import arena
from arena.cli.check import check
from arena.cli.compare import compare
from arena.cli.duel import duel
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.export import export
from arena.cli.init import init
from arena.cli.ladder import ladder
from arena.cli.list_games import list_games
from arena.cli.plan import plan
from arena.cli.play import play
from arena.cli.rehearse import rehearse
from arena.cli.repair import repair
from arena.cli.retire import retire
from arena.cli.run import run
from arena.cli.seal import seal
from arena.cli.show import games, show, table
from arena.cli.verify import verify
from arena.cli.watch import watch
from arena.errors import ArenaError


class Commands(click.Group):
    """Ends a command that cannot go on: with the words of its error and that error's exit status, and with 130 where
    an interrupt comes outside of the games of a contest, as nothing has to be finished there."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ArenaError as problem:
            tell(problem)
            raise SystemExit(problem.status) from None
        except KeyboardInterrupt:  # of which click would make its own end
            raise SystemExit(INTERRUPTED) from None


@click.group("arena", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(arena.__version__, prog_name="arena")
def commands() -> None:
    """A referee for bot battles: plays contests between programs and rates them.

    \b
    Begin with:
      arena init
      arena run arena.yaml
      arena list
    """


for command in (
    init,
    run,
    plan,
    duel,
    play,
    ladder,
    retire,
    table,
    compare,
    games,
    show,
    watch,
    export,
    seal,
    verify,
    repair,
    list_games,
    check,
    rehearse,
):
    commands.add_command(command)


def main() -> None:
    """The program's entry."""
    # numpy, once it is loaded, here and in the workers: all other cores are for the bots.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Also as a job in the background of a script, which would ignore it: nothing else ends a run after its games.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)  # so that temporary folders go with it
    _open_closed_streams()
    try:
        commands()
    except OSError as problem:
        # A command names the files that it writes itself; what is left is stdout.
        if problem.filename is not None or problem.errno not in (ENOSPC, EDQUOT, EFBIG, EIO):
            raise
        tell(f"the output cannot be written: {problem.strerror}")
        _turn_away(sys.stdout)  # what is still to be written would fail once more
        raise SystemExit(TROUBLE) from None


def _open_closed_streams() -> None:
    """What the caller has closed leads nowhere: else its number would be that of the next file that is opened, and all
    that is printed would go there. In this order each gets its own."""
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _turn_away(stream: Any) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
