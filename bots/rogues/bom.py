# verdict: start-failure; says: byte order mark
"""Begins its output with a byte order mark, as writers of "UTF-8 with signature" do. Met: C# and PowerShell bots."""

import sys

from _honest import answer, messages

sys.stdout.reconfigure(encoding="utf-8-sig")
for message in messages():
    answer(message)
