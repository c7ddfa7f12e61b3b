"""All seeds of a contest come from its master seed: one text for each use and its numbers, never drawn twice."""

from __future__ import annotations

from hashlib import blake2b


def digest(use: str, master: str, *numbers: int) -> bytes:
    """16 bytes that follow from the use, these numbers and the master seed alone; `use` has at most 10 letters."""
    # The numbers come first: they hold no colon, so no two different inputs make the same text.
    text = ":".join([*map(str, numbers), master])
    return blake2b(text.encode(), digest_size=16, person=f"arena {use}".encode()).digest()
