"""The messages between referee and bot, their lines, and the dialogue as a state machine without I/O."""

from arena.protocol.answers import BadLine, Choice, Ready, mistake_in, parse_answer
from arena.protocol.dialogue import Dialogue, ProtocolError
from arena.protocol.escape import marked, printable, printable_json, printable_lines, quoted
from arena.protocol.messages import (
    PROTOCOL,
    End,
    Hello,
    Message,
    Quit,
    Start,
    TimeLimits,
    Turn,
    encode_body,
    encode_line,
)
from arena.protocol.verdicts import FINAL_VERDICTS, LIMIT_VERDICTS, VERDICTS, Fault, Verdict

__all__ = [
    "FINAL_VERDICTS",
    "LIMIT_VERDICTS",
    "PROTOCOL",
    "VERDICTS",
    "BadLine",
    "Choice",
    "Dialogue",
    "End",
    "Fault",
    "Hello",
    "Message",
    "ProtocolError",
    "Quit",
    "Ready",
    "Start",
    "TimeLimits",
    "Turn",
    "Verdict",
    "encode_body",
    "encode_line",
    "marked",
    "mistake_in",
    "parse_answer",
    "printable",
    "printable_json",
    "printable_lines",
    "quoted",
]
