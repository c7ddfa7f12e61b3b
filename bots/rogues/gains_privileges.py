# verdict: none; in: bwrap; by: rights
"""Becomes another user, by itself or with a program that is set-uid. Met: isolate, sudo inside a sandbox."""

from pathlib import Path

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
        if 0 in map(int, status["Uid"].split()):
            leak("is user 0")
        if int(status["CapEff"], 16) or int(status["CapPrm"], 16) or int(status["CapBnd"], 16):
            leak(f"has the capabilities {status['CapEff']}, bounding set {status['CapBnd']}")
        if status["NoNewPrivs"] != "1":
            leak("could gain privileges from a set-uid program")
    answer(message)
