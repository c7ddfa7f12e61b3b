"""What tests see of processes."""

from __future__ import annotations

from pathlib import Path


def alive(mark: str) -> list[str]:
    """The processes that carry the mark in their environment, zombies apart."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_text())
            except OSError:
                pass  # it has just gone
    return found
