# verdict: none; in: bwrap; by: sizes
"""Fills /dev/shm, up to 200 MiB. It is small, and full early. Met: isolate 2.6; bwrap, whose /dev/shm is half as large
as the memory of the machine."""

import os

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "hello":
        written = 0
        try:
            while written < 200:
                with open(f"/dev/shm/rogue-{written}", "xb", buffering=0) as file:
                    file.write(bytes(1 << 20))
                written += 1
        except OSError:
            os.remove("/dev/shm/rogue-0")
        else:
            leak(f"wrote {written} MiB")
    answer(message)
