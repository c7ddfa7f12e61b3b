"""Every error that a person can meet, as one tree; what each class says of itself is what went wrong.

    ArenaError            something went wrong that can be said in words
      WrongInput    2     what the user gave is wrong: a configuration, a name, a file, a sandbox not to be had here
      Trouble       1     the run had trouble, though nothing that was given is wrong
      Misconduct    1     a bot went past a limit or a rule: its verdict, which ends its game and never a command

The text of an error is for people: what, where, which limit, what was seen, and what to do; a line for each where there
are several. `status` is what the command line exits with when nobody below it knew better; it catches them in one
place (`arena.cli`).

Some are a kind of what Python has, too: whoever reads a configuration may go on with `except ValueError`. Beside the
tree stand `IllegalMove` and the `ValueError`s of rules, which are answers of a game to a question, and `Refused`, a
server's answer to a request: they end nothing.
"""

from __future__ import annotations

from typing import ClassVar


class ArenaError(Exception):
    """Something went wrong that can be said in words. Raise one of its children, which know whose it is."""

    status: ClassVar[int] = 1
    """The exit status of a command that this error ends."""


class WrongInput(ArenaError):
    """What the user gave is wrong, or cannot be had on this machine; nothing has been played for it."""

    status = 2


class Trouble(ArenaError):
    """The run had trouble that is nobody's input: a full disk, a game that broke down, a worker that has gone."""

    status = 1


class Misconduct(ArenaError):
    """A bot did what it must not. It becomes the verdict in the record of its game, and reaches no command."""

    status = 1
