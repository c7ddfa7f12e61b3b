# verdict: start-failure; says: AssertionError: no cards
"""Dies of an error of its own before the first message. Its last words are quoted, never read as protocol. Met: D22."""

raise AssertionError("no cards")
