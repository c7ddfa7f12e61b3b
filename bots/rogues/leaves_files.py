# verdict: none; in: bwrap; by: files
"""Leaves files in the temporary folders, for the next game or for another bot. Met: Halite II #276."""

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "hello":
        for path in ("/tmp/rogue-note", "/dev/shm/rogue-note"):
            try:
                open(path, "x").close()
            except FileExistsError:
                leak(f"{path} is still there")
    answer(message)
