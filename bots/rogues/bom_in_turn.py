# verdict: malformed; says: byte order mark
"""Opens a new writer for each answer to a turn, and each begins with a byte order mark. Met: C# and PowerShell bots."""

from _honest import answer, messages

for message in messages():
    if message["type"] == "turn":
        print(end="\ufeff")
    answer(message)
