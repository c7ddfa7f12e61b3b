# verdict: start-failure; says: `Welcome to the rogue engine`
"""Greets on stdout before it is ready. Met: D23, any engine that was once played by hand."""

from _honest import answer, messages, say

say("Welcome to the rogue engine")
for message in messages():
    answer(message)
