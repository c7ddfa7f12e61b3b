# verdict: none; in: bwrap; by: files
"""Ten thousand empty files, which fill no disk and use up its inodes. They go with the jail.
Met: every judge whose disk was full in the morning."""

from _honest import answer, messages

try:
    for number in range(10_000):
        open(f"/tmp/rogue-{number}", "x").close()
except OSError:
    pass
for message in messages():
    answer(message)
