# verdict: none; in: bwrap; by: files
"""Reads the accounts of the machine. Met: bwrap with the whole root bound, run by root: the bot read /etc/shadow."""

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        for path in ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/etc/machine-id"):
            try:
                open(path).close()
                leak(path)
            except OSError:
                pass
    answer(message)
