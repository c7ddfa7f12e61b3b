"""The talk with one bot process as a state machine: bytes go in, answers come out, without a pipe or a clock.

At most one request is open at a time. A complete line that comes while one is open answers it, or answers an earlier
one (stale: it is dropped), or is wrong. Whatever comes while none is open answers nothing and is dropped. What is
dropped is counted (`stray`), and all bytes count towards the limit until the next request.
"""

from __future__ import annotations

from arena.errors import Misconduct
from arena.protocol.answers import BadLine, Choice, Ready, parse_answer, plain_choice
from arena.protocol.escape import PREVIEW, quoted
from arena.protocol.messages import PROTOCOL
from arena.protocol.slips import ONLY_ANSWERS
from arena.protocol.verdicts import Verdict

AFTER = 5
"""How many of the lines that come after one that was no answer are kept, to be shown with it."""


class ProtocolError(Misconduct):
    """The bot broke the protocol: `verdict` is malformed or output-limit, and the text says how."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(text)
        self.verdict: Verdict = verdict


class Dialogue:
    """One process's side of the protocol. `answer_bytes` is the number of bytes that it may write for one request."""

    def __init__(self, answer_bytes: int) -> None:
        self.answer_bytes = answer_bytes
        self.stray = 0
        """The number of lines that answered nothing, since the process began."""
        self.heard = 0
        """The number of bytes received since the last request."""
        self.heard_in_all = 0
        """The number of bytes received since the process began."""
        self.remark: str | None = None
        """What the author of the bot should know about a line that was an answer nevertheless; of several the last."""
        self.after: list[bytes] = []
        """The first lines that came after the last one that was no answer, each as far as it is shown."""
        self._last_id = -1
        self._open: type[Ready] | type[Choice] | None = None
        self._unfinished = b""
        self._past = 0
        """Bytes received for the request that had too many: no further one lets them be forgotten."""
        self._stale = (-1, -1)
        """The id of the last answer to an earlier request, and the last id when it came."""

    def request(self, kind: type[Ready] | type[Choice]) -> int:
        """Open a hello or a start (whose answer is Ready), or a turn (whose answer is Choice). Returns the request's
        id.
        """
        self._last_id += 1
        self._open = kind
        self.heard = len(self._unfinished) + self._past
        return self._last_id

    def abandon(self) -> None:
        """Stop waiting for an answer to the open request: one that still comes is stale."""
        self._open = None

    @property
    def last_id(self) -> int:
        """The id of the last request."""
        return self._last_id

    @property
    def unfinished(self) -> bytes:
        """The bytes that have come of a line whose newline has not come yet."""
        return self._unfinished

    @property
    def stale_id(self) -> int | None:
        """The id in the last answer to an earlier request that came since the last request was made; None if there was
        none.
        """
        return self._stale[0] if self._stale[1] == self._last_id else None

    def finishes(self, part: bytes) -> bool:
        """Whether `part` would complete an answer to the last request, if a newline came after it."""
        try:
            return parse_answer(part).id == self._last_id
        except BadLine:
            return False

    def receive(self, data: bytes) -> Ready | Choice | None:
        """Take what was read from the bot. Returns the answer to the open request once it is complete, otherwise None.

        Raises ProtocolError. The dialogue can go on after a malformed line, but not past the output limit.
        """
        size = len(data)
        self.heard += size
        self.heard_in_all += size
        if self.heard > self.answer_bytes:
            self._past = self.heard
            raise ProtocolError(
                "output-limit",
                f"wrote {self.heard} bytes for one request, the limit is {self.answer_bytes}; "
                f"{ONLY_ANSWERS}; the newest begin {quoted(self._unfinished + data)}",
            )
        if self._open is Choice and not self._unfinished:
            plain = plain_choice(data)
            if plain is not None and plain.id == self._last_id:
                self._open = None  # as nearly always; all else is read line by line, with the same result for these
                return plain
        answer: Ready | Choice | None = None
        wrong: ProtocolError | None = None
        # Split at b"\n" only: other line ends of Unicode may stand inside a JSON text.
        lines = (self._unfinished + data).split(b"\n")
        self._unfinished = lines.pop()
        for line in lines:
            if self._open is None or not line.strip():
                self.stray += 1
                if len(self.after) < AFTER:
                    self.after.append(line[:PREVIEW])
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
                self._stale = (answer.id, self._last_id)
                return None
            if answer.id > self._last_id:
                raise BadLine(
                    f'"id" is {answer.id}, but the request was number {self._last_id}; repeat the id of each request'
                )
            if type(answer) is not self._open:
                raise BadLine(
                    "expected " + ('{"type": "ready", ...}' if self._open is Ready else '{"id": ..., "choice": ...}')
                )
            if type(answer) is Ready and answer.protocol not in (None, PROTOCOL):
                raise BadLine(f"the bot speaks protocol {answer.protocol}, this is protocol {PROTOCOL}")
            if type(answer) is Choice and answer.remark is not None:
                self.remark = answer.remark
        except BadLine as problem:
            self._open, self.after = None, []
            raise ProtocolError("malformed", f"{problem}; the line was {quoted(line)}") from None
        self._open = None
        return answer
