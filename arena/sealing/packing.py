"""Puts a contest's bots into a bundle: their files, and a configuration that plays it again with them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

# That of pathlib raises for words that are too long to be a file's name.
from os.path import isfile
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec.structs import replace

from arena.contest import Contest, differences, fingerprint
from arena.files import BLOCK, LEFT_OUT, LISTED, MIB, MOST_LISTED, BundleError, Item, is_of_the_system, walk
from arena.programs import (
    Beside,
    Bot,
    Changing,
    Unfit,
    Versions,
    beside_of,
    files_of,
    hash_bots,
    hash_of,
)
from arena.sealing.bundle import BOTS, CONFIG, Content, Symlink
from arena.sealing.unpacking import MOST_MIB, leads_out
from arena.store import Entry, Facts

Members = dict[str, Content]

_ANEW = "play the contest with that; or seal it without the bots"


def pack(contest: Contest, facts: Facts, copies: Path, apart: Sequence[Path] = ()) -> Members:
    """The members of a bundle that hold its bots, by name. `facts` are those of the contest's file, `copies` is the
    folder that a ladder's bots play from, and `apart` are paths that are no part of any bot: the contest's own.

    Of a bot's files these are the ones in its hash (see `versions`), since nobody could tell others from those that
    played. For a ladder they are the copies of all versions that ever entered.

    Raises BundleError if the games were played by other bots, and for what cannot be read, would not be found by
    whoever has nothing but the bundle, or is too large; the text names it.
    """
    try:
        most, beside = contest.limits.build.disk_mb, beside_of(contest.bots, facts)
        now = fingerprint(contest, hash_bots({} if contest.format == "ladder" else contest.bots, apart, most, beside))
    except OSError as problem:
        raise BundleError(f"the bots' files cannot be read: {problem}") from problem
    if lines := differences(facts.contest, now):
        raise BundleError("the configuration is not that of the games; what differs:\n  " + "\n  ".join(lines))
    if contest.format == "ladder":
        members, bots = _entered(facts, copies)
        contest = replace(contest, entries=None)  # all that ever entered are in it
    else:
        members, bots = _configured(contest, apart, beside)
    _measure(members, {name: bot["dir"] for name, bot in bots.items()})
    return {CONFIG: _config(contest, facts.seed, bots), **members}


def _configured(
    contest: Contest, apart: Sequence[Path], beside: Mapping[str, Beside]
) -> tuple[Members, dict[str, Any]]:
    members: Members = {}
    versions = Versions((), apart, contest.limits.build.disk_mb)
    bots, wrong, places = {}, [], dict[str, str]()
    for index, (name, bot) in enumerate(contest.bots.items()):
        if told := _elsewhere(bot, bot.folder, moves=False):
            wrong.append(f"{name}: {told}")
        try:
            version = versions.take(name, bot, shared=True, beside=beside[name])
            # Bots with the same files share them here, too.
            place = f"{BOTS}{index}-{re.sub(r'[^A-Za-z0-9_-]', '_', name)}"
            place = places.setdefault(version.entry.copy, place)
            folder = os.path.normpath(os.path.join(place, version.entry.inside))
            members |= {folder + "/": b""} | _all_of(version.belongings.top, version.items, place)
        except (Unfit, Changing, OSError, ValueError) as problem:
            wrong.append(f"{name}: {problem}")
            continue
        top = version.belongings.top
        for word, file in files_of(bot).items():
            there = os.path.join(place, os.path.relpath(os.path.abspath(file), top))
            if not word.startswith("/") and os.path.normpath(os.path.join(folder, word)) != there:
                shorter = os.path.relpath(os.path.abspath(file), bot.folder)
                wrong.append(f"{name}: {word} goes through folders that no bundle has: write {shorter}, and {_ANEW}")
        if "/" not in bot.command[0] and bot.program.is_relative_to(bot.folder):
            inside = os.path.join(".", bot.program.relative_to(bot.folder))
            wrong.append(f"{name}: its program is in its own folder, found by a PATH: write {inside}, and {_ANEW}")
        outside = [os.path.relpath(top / root, bot.folder) for root in version.belongings.roots if root]
        more = [root for root in outside if root.startswith("..")]
        bots[name] = _bot(replace(bot, files=(*bot.files, *more)), folder)
    _refuse(wrong)
    return members, bots


def _refuse(wrong: Sequence[str]) -> None:
    if wrong:
        raise BundleError("not all that played can be sealed; what is wrong:\n  " + "\n  ".join(wrong))


def _elsewhere(bot: Bot | Entry, folder: Path, moves: bool) -> str | None:
    """What a bot of that folder names by its whole path, so that nobody would find it who has nothing but the bundle;
    of the folder itself only if its paths do not move with it. Programs of the system are everywhere."""

    def is_lost(word: str) -> bool:
        inside = Path(os.path.normpath(word)).is_relative_to(folder)
        return word.startswith("/") and not is_of_the_system(word) and (not moves if inside else isfile(word))

    lost = [*filter(is_lost, (*bot.command, *bot.build)), *(path for path in bot.files if path.startswith("/"))]
    if not lost:
        return None
    return (
        f"it names {', '.join(lost)} by the whole path, which no other machine has: write it relative to the bot's "
        f"dir, or a Python as {{python}}, and {_ANEW}"
    )


def _entered(facts: Facts, copies: Path) -> tuple[Members, dict[str, Any]]:
    entries = facts.entered
    members: Members = {}
    wrong = []
    for entry in entries:
        try:
            members |= _copied(entry, copies)
        except (OSError, ValueError) as problem:
            wrong.append(f"{entry.name}: {problem}")
    _refuse(wrong)
    return members, {entry.name: _bot(entry, BOTS + entry.copy, Path(entry.folder)) for entry in entries}


def _copied(entry: Entry, copies: Path) -> Members:
    """The copy of a version. Raises OSError and ValueError where that cannot be had as it played."""
    if told := _elsewhere(entry, Path(entry.folder), moves=True):
        raise ValueError(told)
    if (now := hash_of(entry, copies)) != entry.hash:
        raise ValueError(
            f"its files have changed since it played (hash was {entry.hash}, is {now}), in its copy "
            f"{copies / entry.copy} or in what its command names outside of that"
        )
    place = BOTS + entry.copy
    return {f"{place}/": b""} | _all_of(copies / entry.copy, [*walk(copies / entry.copy, (), LEFT_OUT)], place)


def _all_of(top: Path, items: Sequence[Item], place: str) -> Members:
    """These items of a folder, in that one of the bundle. Raises OSError, and ValueError for a link that leads out."""
    members: Members = {}
    for item in items:
        name = f"{place}/{item.name}"
        if item.is_link:
            target = os.readlink(top / item.name)
            if leads_out(name, target):
                raise ValueError(
                    f"its file {item.name} is a link to {target}, which may lead out of the bot's folder, and no "
                    "bundle holds such a link: put there what it leads to, for versions to come; or seal it without "
                    "the bots"
                )
            members[name] = Symlink(target)
        elif item.is_folder:
            members[name + "/"] = b""
        elif item.is_file:
            members[name] = top / item.name
    return members


def _measure(members: Members, folders: Mapping[str, str]) -> None:
    """Raises BundleError where the bots are more than anybody would unpack, with the largest of them."""
    if (listed := sum(LISTED + len(name.encode(errors="replace")) for name in members)) > MOST_LISTED:
        raise BundleError(
            f"the bots have {len(members)} files, and the list of them {listed} bytes, more than the {MOST_LISTED} "
            "that anybody would read: leave out of their folders what they do not need"
        )
    sizes = dict.fromkeys((_place(folder) for folder in folders.values()), 0)
    for name, content in members.items():
        sizes[_place(name)] += BLOCK + (content.stat().st_size if isinstance(content, Path) else 0)
    if sum(sizes.values()) > MOST_MIB * MIB:
        largest = sorted(folders, key=lambda name: -sizes[_place(folders[name])])[:5]
        lines = [f"{name}: {sizes[_place(folders[name])] / MIB:.1f} MiB" for name in largest]
        raise BundleError(f"the bots' files have more than {MOST_MIB} MiB; the largest:\n  " + "\n  ".join(lines))


def _place(name: str) -> str:
    """The folder in which all of a bot's files are."""
    return "/".join(name.split("/")[:2])


def _bot(bot: Bot | Entry, folder: str, original: Path | None = None) -> dict[str, Any]:
    """As a configuration says it; words that are paths in its `original` folder are paths in this one."""

    def new(word: str) -> str:
        inside = original is not None and Path(os.path.normpath(word)).is_relative_to(original)
        return os.path.join(".", os.path.relpath(word, original)) if inside else word

    keys = {"env": bot.env, "files": list(bot.files), "build": list(map(new, bot.build))}
    return {"command": list(map(new, bot.command)), "dir": folder} | {
        key: value for key, value in keys.items() if value
    }


def _config(contest: Contest, seed: str, bots: dict[str, Any]) -> bytes:
    names = [name for name in contest.__struct_fields__ if name not in ("bots", "absent", "notes")]
    plain = {name: getattr(contest, name) for name in names}
    keys = msgspec.to_builtins({**plain, "seed": seed}) | {"bots": bots}
    told = {key: value for key, value in keys.items() if value not in (None, [], ())}
    head = "# Made by `arena seal`: plays the contest of this bundle again with the bots that lie beside this file.\n"
    return (head + yaml.safe_dump(told, sort_keys=False)).encode()
