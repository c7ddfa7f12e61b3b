"""The talk with one bot process as a state machine: bytes in, answers out, no pipe and no clock.

At most one request is open at a time. A complete line while one is open either answers it, or answers an earlier one
(stale: dropped), or is wrong. Whatever comes while none is open answers nothing and is dropped. What is dropped is
counted (`stray`), and all bytes count towards the limit until the next request.
"""

from __future__ import annotations

from arena.protocol.answers import BadLine, Choice, Ready, parse_answer
from arena.protocol.escape import quoted
from arena.protocol.messages import PROTOCOL
from arena.protocol.verdicts import Verdict


class ProtocolError(Exception):
    """The bot broke the protocol: `verdict` is malformed or output-limit, the text says how."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(text)
        self.verdict: Verdict = verdict


class Dialogue:
    """One process's side of the protocol; `answer_bytes` bounds what it may write for one request."""

    def __init__(self, answer_bytes: int) -> None:
        self.answer_bytes = answer_bytes
        self.stray = 0
        """Lines that answered nothing, since the process began."""
        self.heard = 0
        """Bytes received since the last request."""
        self.heard_in_all = 0
        """Bytes received since the process began."""
        self._last_id = -1
        self._open: type[Ready] | type[Choice] | None = None
        self._unfinished = b""

    def request(self, kind: type[Ready] | type[Choice]) -> int:
        """Opens a hello or a start (whose answer is Ready), or a turn (Choice); gives its id."""
        self._last_id += 1
        self._open = kind
        self.heard = len(self._unfinished)
        return self._last_id

    def abandon(self) -> None:
        """The open request will not be waited for any longer: an answer that still comes is stale."""
        self._open = None

    @property
    def last_id(self) -> int:
        """The id of the last request."""
        return self._last_id

    @property
    def unfinished(self) -> bytes:
        """What has come of a line that has no newline yet."""
        return self._unfinished

    def receive(self, data: bytes) -> Ready | Choice | None:
        """Takes what was read from the bot; gives the answer to the open request once it is complete.

        Raises ProtocolError; the dialogue can go on after a malformed line, not past the output limit.
        """
        size = len(data)
        self.heard += size
        self.heard_in_all += size
        if self.heard > self.answer_bytes:
            raise ProtocolError(
                "output-limit",
                f"wrote {self.heard} bytes for one request, the limit is {self.answer_bytes}; "
                f"the newest begin {quoted(self._unfinished + data)}",
            )
        answer: Ready | Choice | None = None
        wrong: ProtocolError | None = None
        # Split at b"\n" only: other line ends of Unicode may stand inside a JSON text.
        lines = (self._unfinished + data).split(b"\n")
        self._unfinished = lines.pop()
        for line in lines:
            if self._open is None or not line.strip():
                self.stray += 1
            else:
                try:
                    answer = self._answer(line)
                except ProtocolError as problem:
                    wrong = problem  # what follows it is still to be counted
        if wrong is not None:
            raise wrong
        return answer

    def _answer(self, line: bytes) -> Ready | Choice | None:
        try:
            answer = parse_answer(line)
            if answer.id < self._last_id:
                self.stray += 1
                return None
            if answer.id > self._last_id:
                raise BadLine(f'"id" is {answer.id}, but the request was number {self._last_id}')
            if type(answer) is not self._open:
                raise BadLine(
                    "expected " + ('{"type": "ready", ...}' if self._open is Ready else '{"id": ..., "choice": ...}')
                )
            if type(answer) is Ready and answer.protocol not in (None, PROTOCOL):
                raise BadLine(f"the bot speaks protocol {answer.protocol}, this is protocol {PROTOCOL}")
        except BadLine as problem:
            self._open = None
            raise ProtocolError("malformed", f"{problem}; the line was {quoted(line)}") from None
        self._open = None
        return answer
