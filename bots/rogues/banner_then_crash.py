# verdict: start-failure; says: `ROGUE 2.0 starting`
"""Prints a banner, then dies: the banner is what its author must be told of. Met: D22, D20."""

from _honest import say

say("ROGUE 2.0 starting")
raise SystemExit(1)
