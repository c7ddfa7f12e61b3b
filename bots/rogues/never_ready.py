# verdict: start-failure; says: no answer within
"""Starts and never says anything. Met: D11, cutechess #27."""

import time

time.sleep(1000)
