"""What each bot will see in its jail, in lines for people."""

from __future__ import annotations

import os
from collections.abc import Mapping

from arena.contest.shown import WIDTH, what_is_shown
from arena.sandbox import Program
from arena.sandbox.bwrap import SYSTEM


def lines(bots: Mapping[str, tuple[str, tuple[str, ...]]]) -> list[str]:
    """For bots with a folder and what is bound for them, without what all of them see."""
    programs = {name: Program(name, ("x",), folder, {}, bind) for name, (folder, bind) in bots.items()}
    first, every, *others = what_is_shown(programs)
    assert first == "what a bot sees of this machine's files in bwrap, and cannot change:"
    assert every.startswith("  every bot: its own folder, /usr, ")
    while others and {path.strip() for path in others[0].split(",")} <= {*SYSTEM, ""}:
        others.pop(0)
    return others


def test_bots_that_see_the_same_are_told_together() -> None:
    """In whatever order it was found, and once."""
    bots = {"a": ("/bots/a", ("/x", "/y")), "b": ("/bots", ("/y", "/x", "/x")), "c": ("/bots", ())}
    assert lines(bots) == [
        "  a, b: /x, /y",
        "  c: nothing more",
        "  own folder of a: /bots/a",
        "  own folder of b, c: /bots",
    ]


def test_lines_are_broken_between_paths_and_names() -> None:
    """For a terminal of 80 columns; a path stays whole."""
    paths = tuple(f"/a folder/{number}" + "x" * 30 for number in range(4))
    told = lines({f"bot {number}": ("/bots", paths) for number in range(20)})
    assert all(len(line) <= WIDTH for line in told)
    assert all(any(path in line for line in told) for path in paths)


def test_what_strangers_named_is_shown_escaped() -> None:
    """Each in its line."""
    told = lines({"a\x1b[2J": ("/bots/\n  b: nothing", (f"/x\u202e{os.sep}",))})
    assert told == ["  a\\x1b[2J: /x\\u202e/", "  own folder of a\\x1b[2J: /bots/\\n  b: nothing"]
