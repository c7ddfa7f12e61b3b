"""The command line: prints, asks, exits. Results go to stdout, everything else to stderr.

Exit codes: 0 fine; 1 the run had trouble that the report names; 2 the user's input is wrong; 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys

import click

import arena
from arena.cli.check import check
from arena.cli.duel import duel
from arena.cli.errors import INTERRUPTED
from arena.cli.export import export
from arena.cli.ladder import ladder
from arena.cli.list_games import list_games
from arena.cli.look import games, show, table
from arena.cli.rehearse import rehearse
from arena.cli.run import run
from arena.cli.seal import seal
from arena.cli.verify import verify


@click.group("arena", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(arena.__version__, prog_name="arena")
def commands() -> None:
    """A referee for bot battles: plays contests between programs and rates them.

    \b
    Begin with:
      arena run configs/quickstart.yaml
      arena list
    """


for command in (run, duel, ladder, table, games, show, export, seal, verify, list_games, check, rehearse):
    commands.add_command(command)


def main() -> None:
    """The program's entry. An interrupt outside of the games, where nothing needs to be finished, exits with 130."""
    # numpy, once it is loaded, here and in the workers: all other cores are for the bots.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGINT, lambda *_: sys.exit(INTERRUPTED))
    commands()
