# verdict: none
"""Answers each request twice. The first answer counts, the second is only counted. Met: D34, planet-lia #23."""

from _honest import answer, messages

for message in messages():
    answer(message)
    answer(message)
