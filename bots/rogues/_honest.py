"""An honest bot in pieces: what the rogues share, so that each of them shows little more than its sin."""

import json
import sys


def messages():
    """The requests, hello, start and turn, until `quit` or the end of stdin."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] in ("hello", "start", "turn"):
            yield message


def answer(message):
    """What the protocol asks for; the first of the legal moves."""
    if message["type"] == "turn":
        say(json.dumps({"id": message["id"], "choice": 0}))
    else:
        say(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": "rogue"}))


def say(line):
    """One line, at once."""
    print(line, flush=True)


def leak(what):
    """Tell of a sin that nobody stopped. It is no answer, so the referee reports it as malformed."""
    say(f"LEAK: {what}")
