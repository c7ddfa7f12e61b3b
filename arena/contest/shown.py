"""Tells whoever runs a contest, before its first game, what each bot will see in its jail."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from arena.programs import Version
from arena.protocol import printable
from arena.sandbox import SYSTEM, Program, mib

WIDTH = 80


def what_is_shown(programs: Mapping[str, Program]) -> Iterator[str]:
    """Lines for people: what every bot sees, then a line for all bots that see the same besides that, and the folder of
    each. `programs` are ready to be started in bwrap."""
    alike: dict[tuple[str, ...], list[str]] = {}
    folders: dict[str, list[str]] = {}
    for name, program in programs.items():
        alike.setdefault(tuple(sorted(set(program.bind))), []).append(name)
        folders.setdefault(program.folder, []).append(name)
    yield "what a bot sees of this machine's files in bwrap, and cannot change:"
    yield from _filled("every bot", ["its own folder", *filter(os.path.exists, SYSTEM)])
    for paths, names in alike.items():
        yield from _filled(", ".join(names), paths or ["nothing more"])
    for folder, names in folders.items():
        yield from _filled(f"own folder of {', '.join(names)}", [folder])


def what_is_watched(versions: Mapping[str, Version]) -> Iterator[str]:
    """Lines for people: which files make each bot the bot that it is, so that a change of any of them makes it another
    bot. Copies of these play; what links lead out to, and files elsewhere that commands name, is not copied."""
    alike: dict[tuple[object, ...], list[str]] = {}
    for name, version in versions.items():
        alike.setdefault((version.belongings, tuple(version.elsewhere)), []).append(name)
    yield "what makes each bot this bot (a copy of it plays, made when a run begins; later changes make another bot):"
    for names in alike.values():
        version = versions[names[0]]
        files, size = [item for item in version.items if not item.is_folder], sum(item.size for item in version.items)
        count = f"{len(files):,} file{'' if len(files) == 1 else 's'}, {mib(size)}"
        if version.bot.own:
            kind = "all in its dir" if len(names) == 1 else "all in the dir that they share"
        else:
            kind = "no dir of its own: programs and modules beside the files of its command"
        along = [f"and {len(version.loose):,} others copied along, which count for nothing"] if version.loose else []
        yield from _filled(f"{', '.join(names)}: {kind}", [*version.belongings.places(), count, *along])
        if version.elsewhere:
            yield from _filled("  and, where it lies", version.elsewhere)
        if leading := list(version.leading_out()):
            yield from _filled("  but not what these links lead to", leading)


def _filled(head: str, items: Sequence[str]) -> list[str]:
    """Broken between words of the head and between items, so that every path stays whole."""
    *items, last = map(printable, items)
    words = [*f"{printable(head)}:".split(" "), *(f"{item}," for item in items), last]
    lines = ["  " + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append("      " + word)
    return lines
