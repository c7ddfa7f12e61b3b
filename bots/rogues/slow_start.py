# verdict: start-failure; says: no answer within
"""Loads its tables for longer than the limit for getting ready. Met: D03, Kaggle environments PR #110."""

import time

from _honest import answer, messages

for message in messages():
    if message["type"] == "start":
        time.sleep(60)
    answer(message)
