# verdict: start-failure; says: is stdout flushed
"""Starts and never says anything. Met: D11, cutechess #27."""

import time

time.sleep(1000)
