"""The words for what a bot did wrong, told apart because each asks its author for a different repair."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Verdict: TypeAlias = Literal[
    "time",  # no complete answer within the limit
    "illegal",  # a well-formed answer that the rules forbid
    "malformed",  # a line that is not an answer of this protocol
    "output-limit",  # more bytes than one answer, or a game's stderr, may have
    "stalled",  # did not read its input: a request did not fit into its pipe within the sending limit
    "exited",  # the process ended, or closed its output; a person left the table
    "start-failure",  # the program could not be started, or did not say that it was ready
    "memory",  # its processes held more memory than the limit
    "processes",  # more processes and threads than the limit
    "disk",  # wrote more to its temporary folders than the limit
    "cpu",  # used more processor time in a game than the limit
]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

LIMIT_VERDICTS: frozenset[Verdict] = frozenset({"memory", "processes", "disk", "cpu"})
"""The verdicts on a bot that used too much of the machine, whatever it had been asked at the time."""

# After these the process is gone or cannot be trusted to be in step: the seat's game is over whatever is allowed.
FINAL_VERDICTS: frozenset[Verdict] = frozenset(VERDICTS) - {"time", "illegal", "malformed"}


class Fault(Struct, frozen=True):
    """One fault of one seat, with the figures that its author needs.

    `text` names the seat, the request, the limit and what was seen; it depends on clocks and on the process's past,
    so records keep it apart from what must be equal in every run.
    """

    verdict: Verdict
    text: str

    @property
    def final(self) -> bool:
        return self.verdict in FINAL_VERDICTS
