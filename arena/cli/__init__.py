"""The command line: prints, asks, exits. Results go to stdout, everything else to stderr.

Exit codes: 0 fine; 1 the run had trouble that the report names; 2 the user's input is wrong; 130 interrupted.

Nothing is loaded before it is used: a command's module when the command is called, and a room of the project when a
name of its face is first asked for. So commands import rooms, as `import arena.contest`, and not what is in them.
"""

from __future__ import annotations

import os
import signal
import sys
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from typing import Any

import click

import arena
from arena.built import built
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.on_demand import OnDemand
from arena.errors import ArenaError

SENTENCES = {
    "init": "Write a contest and two bots into FOLDER, by default this one: a place to begin.",
    "kit": "Write a bot in LANGUAGE that plays, with the place to think marked; without LANGUAGE, list the languages.",
    "run": "Play the contest of a CONFIG file and print its standings.",
    "plan": "Say what the contest of a CONFIG file could find out, and how long it would take.",
    "duel": "Play NEW against OLD at mirrored deals until an SPRT decides, and show where they first differed.",
    "play": "Play a GAME yourself; or have one played by a BOT on each seat, the first on seat 0, and told in words.",
    "ladder": "Add, update, retire and list the bots of a ladder, also while it runs.",
    "retire": "Let BOT play no further in the contest of the file DB, for good, in any format and also while it runs.",
    "table": "Print the standings of a contest's file, also while it is being played.",
    "compare": "Compare the contests of two files: two runs, or the field before and after a release.",
    "games": "List the games of a contest's file: who sat where, how it ended for them, and every fault.",
    "show": "Tell one GAME: every decision, what it made happen, every fault, the outcome.",
    "watch": "Write one GAME as a page to watch: one file, which needs neither network nor server.",
    "pages": "Write a contest's file DB as a site: standings, bots, deals side by side, games to watch.",
    "serve": "Serve the site of a contest's file DB, also while it is played: its pages, and moves of running games.",
    "export": "Print the games of a contest's file by number, also while it is being played.",
    "seal": "Put all of a contest's file DB into a sealed bundle: a zip file with its configuration, its "
    "seeds, the hashes of its bots, every record, chained by hash, and its standings.",
    "verify": "Check all that a contest's file, or a sealed bundle of one, says.",
    "repair": "Look through a contest's file DB, and make it whole again where it is damaged.",
    "list": "List the games, each with its seats, its options and their defaults.",
    "new-game": "Write the package of a new game NAME, small and complete, to change bit by bit.",
    "laws": "Try the laws that every game keeps on GAME, and report what broke and what was never seen.",
    "check": "Play a bot with others of several kinds, then put it before what is nasty and legal, and report how it "
    "fared.",
    "repro": "Feed a recorded GAME to the bot at hand, and say where it first does otherwise.",
    "ask": "Say what each bot would do at one DECISION of a recorded GAME, beside what was played there.",
    "relay": "Stand for a bot that lives elsewhere; or, with a COMMAND, lend a bot from here to a contest elsewhere.",
    "explain": "Say where BOT lost its points, and how to see it again.",
    "rehearse": "Play the contest of a CONFIG file small, then try its guards with bots that each break one rule.",
}
"""Each command, and the first sentence of its own help."""
ELSEWHERE = {
    "table": "show:table",
    "games": "show:games",
    "list": "list_games:list_games",
    "new-game": "new_game:new_game",
}
"""Commands that are not to be found under their names; as `module:name`."""


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


def _tell_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"arena, version {arena.__version__} ({built()})")
        ctx.exit()


@click.group("arena", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and exit.",
)
def commands() -> None:
    """A referee for bot battles: plays contests between programs and rates them.

    \b
    Begin with:
      arena init
      arena run arena.yaml
      arena list
    """


for name, sentence in SENTENCES.items():
    commands.add_command(OnDemand(name, ELSEWHERE.get(name, f"{name}:{name}"), sentence))


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
