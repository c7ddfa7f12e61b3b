"""What an author is told of a fault: what was seen, what it means, which limit is near, and his bot's own last words.

It all goes into one line of the record's measured part. What was seen comes first, what to do about it next, and
evidence last: the end of stderr, whose last line is most often the error itself.
"""

from __future__ import annotations

from typing import Protocol

from arena.players.machine_time import GivenBack
from arena.protocol import Dialogue, quoted
from arena.sandbox import Doing, StderrLog

FLUSH = "is stdout flushed after each line? see protocol.md#flush"
COMPUTED = 0.5
"""The part of its time from which on a bot that computed is told that it thought too long."""
SEARCHED = 60
"""The number of lines of stderr in which the bot's words for a limit are looked for: some runtimes print a long trace
after them."""
SHOWN = 80
"""The number of bytes of each further line that are quoted."""


class Subject(Protocol):
    """What is asked of a process here; `arena.sandbox.BotProcess` is the real one."""

    stderr: StderrLog

    def drain_stderr(self) -> None: ...
    def unread(self) -> int: ...
    def doing(self) -> Doing | None: ...
    def wants(self, said: str) -> list[str]: ...
    def end_means(self) -> str: ...


class Late:
    """A request that was not answered within `limit_ms`, which is the rest of the bank if `banked`. `used_s` is the
    processor time in seconds that the bot took meanwhile, None if it is not known, and `hides` is whether the bot hides
    what it uses, so that this cannot be believed."""

    def __init__(
        self,
        limit_ms: float,
        banked: bool,
        waited_ms: float,
        given_back: GivenBack,
        lag_ms: float,
        used_s: float | None,
        hides: bool,
    ) -> None:
        self.limit_ms = limit_ms
        self._banked = banked
        self._waited_ms = waited_ms
        self._given_back = given_back
        self._lag_ms = lag_ms
        self._used_s = used_s
        self._hides = hides

    def text(self, process: Subject, dialogue: Dialogue, log_name: str) -> str:
        """The whole text of the fault, for a bot that is still there."""
        if self._banked and self.limit_ms < 1:
            limit = "no answer within 0 ms: its bank was empty, so no time was left for this decision (time.bank_ms)"
        else:
            limit = f"no answer within {self.limit_ms:.0f} ms" + (", the rest of its bank" if self._banked else "")
        taken = self._given_back.all_ms
        machine = f", of which the machine took {taken:.0f} ms" if taken >= 1 else ""
        if self._hides:
            machine = "; nothing of it is given back to a bot that hides from the account what it uses"
        process.drain_stderr()
        waited = f"waited {self._waited_ms:.0f} ms{machine}; {self._seen(process, dialogue)}"
        lag = f"the referee's own lag was {self._lag_ms:.0f} ms"
        return f"{limit} ({waited}; {lag}){evidence(process, log_name, most=3)}"

    def _seen(self, process: Subject, dialogue: Dialogue) -> str:
        part, heard = dialogue.unfinished, dialogue.heard
        if part:
            whole = dialogue.finishes(part)
            ends = "it ends with \\r" if part.endswith(b"\r") else "it is a whole answer" if whole else ""
            repair = f"; {ends}: end each line with \\n" if ends else ""
            return f"{heard} bytes received, the last line has no newline yet: {quoted(part)}{repair}"
        if heard and (stale := dialogue.stale_id) is not None:
            return (
                f"{heard} bytes received, no line that answers: the last one answers request {stale}, which was over; "
                "the id of an answer is that of its request"
            )
        if heard:
            return f"{heard} bytes received, no line that answers: they were empty"
        return f"0 bytes received; {self._silence(process, dialogue)}"

    def _silence(self, process: Subject, dialogue: Dialogue) -> str:
        """Why nothing came."""
        if _answers_on_stderr(process.stderr, dialogue):
            return "its answer came on stderr: write it to stdout"
        doing, unread = process.doing(), process.unread()
        used_ms = None if self._used_s is None else self._used_s * 1000
        used = "" if used_ms is None else f"used {used_ms:.0f} ms of processor time"
        if doing == "stopped":
            return "its process was stopped by a signal, such as SIGSTOP, and does nothing until one lets it go on"
        if used_ms is not None and used_ms > COMPUTED * (self._waited_ms - self._given_back.all_ms):
            reading = ", without reading the request" if unread else ""
            return f"it was computing{reading} ({used}): think less, or answer sooner"
        so_far = f" ({used})" if used else ""
        if unread:
            state = " and sleeps" if doing == "sleeping" else ""
            return f"it has not read {unread} bytes of the request{state}{so_far}: read a line, answer it, and so on"
        if doing == "sleeping":
            return f"it has read the request and sleeps{so_far}: answer without waiting"
        if doing == "reading":
            return f"{FLUSH}; it has read the request and waits for more{so_far}"
        if doing == "running":
            return f"{FLUSH}; it has read the request and runs{so_far}"
        return f"{FLUSH}; it has read the request and waits{so_far}"


def _answers_on_stderr(log: StderrLog, dialogue: Dialogue) -> bool:
    return any(dialogue.finishes(line) for line in log.tail(3))


def evidence(process: Subject, log_name: str, said: str = "", most: int = 5) -> str:
    """The limits that are near, and the last words on stderr; `said` is what else the bot wrote about its trouble."""
    near = process.wants("\n".join([said, *process.stderr.last_lines(SEARCHED)]))
    return "".join(f"; {want}" for want in near) + last_words(process, log_name, most)


def last_words(process: Subject, log_name: str, most: int) -> str:
    """The last lines on stderr, at most so many, as words."""
    lines = process.stderr.last_lines(most)
    return f"; its stderr ({log_name}) ends: " + " | ".join(lines) if lines else ""


def gone(process: Subject, log_name: str, how: str) -> str:
    """What is told of a process that has ended, or can be talked to no more; `how` says in which way."""
    process.drain_stderr()
    means = process.end_means()
    silent = "" if process.stderr.size else "; it wrote nothing to stderr"
    return how + (f"; {means}" if means else "") + silent + evidence(process, log_name)


def wrong(process: Subject, dialogue: Dialogue, log_name: str, problem: str) -> str:
    """What is told of a line that was no answer, with what came after it, in which a runtime may explain itself."""
    process.drain_stderr()
    after = [line for line in dialogue.after if line.strip()]
    more = "; then came " + " | ".join(quoted(line, SHOWN) for line in after) if after else ""
    said = b"\n".join([*after, dialogue.unfinished]).decode("utf-8", "replace")
    return problem + more + evidence(process, log_name, f"{problem}\n{said}", most=3)
