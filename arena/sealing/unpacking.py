"""Puts a bundle's bots back onto a disk. The bundle may be a stranger's: outside of one new folder nothing is
touched.
"""

from __future__ import annotations

import os
from pathlib import Path

from arena.files import BLOCK, MIB, BundleError, is_link, is_program, seal
from arena.sealing.bundle import BOTS, CONFIG, Bundle

MOST_MIB = 4096
"""The most MiB of the bots' files together, on a disk."""


def leads_out(name: str, target: str) -> bool:
    """Whether a link may lead out of its bot's folder; `name` is the link's as a member, so it begins with bots/ and
    the bot's name. It may go up first, and then only down: on the way there may be other links, which end inside,
    too."""
    above = name.count("/") - 2
    words = target.split("/")
    up = next((at for at, word in enumerate(words) if word != ".."), len(words))
    return words[0] == "" or up > above or ".." in words[up:] or "\0" in target


def unpack_bots(bundle: Bundle, folder: Path) -> Path:
    """Make a new folder with the bots' files. Returns the path of their configuration. Raises BundleError, also for
    more than `MOST_MIB`; what was made by then is left there."""
    room = MOST_MIB * MIB
    links = []
    try:
        folder.mkdir()
        for name in bundle.manifest.members:
            if name == CONFIG or name.startswith(BOTS):
                room -= BLOCK
                if is_link(bundle.info(name, links=name.startswith(BOTS))):
                    links.append(name)
                else:
                    room = _unpack(bundle, name, folder, room)
                if room < 0:
                    raise BundleError(f"{bundle.path}: its bots have more than {MOST_MIB} MiB and are not unpacked")
        # Last of all, so that nothing is written through any.
        for name in links:
            _link(bundle, name, folder)
        seal(folder)
    except OSError as problem:
        raise BundleError(f"{bundle.path}: its bots cannot be unpacked: {problem}") from problem
    return folder / CONFIG


def _unpack(bundle: Bundle, name: str, folder: Path, room: int) -> int:
    """The bytes that are left of the room."""
    info, path = bundle.info(name), folder / name
    (path if info.is_dir() else path.parent).mkdir(parents=True, exist_ok=True)
    if not info.is_dir():
        with path.open("xb") as file:
            for piece in bundle.pieces(name):
                room -= file.write(piece)
                if room < 0:
                    break
        path.chmod(0o755 if is_program(info) else 0o644)
    return room


def _link(bundle: Bundle, name: str, folder: Path) -> None:
    path = folder / name
    target = os.fsdecode(next(bundle.pieces(name, links=True), b""))  # where there is more of it, no system takes it
    if leads_out(name, target):
        raise BundleError(f"{bundle.path}: {name} is refused: a link that may lead out of its bot's folder")
    # Below another link it would not be where its name says.
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.parent.resolve() != folder.resolve() / Path(name).parent:
        raise BundleError(f"{bundle.path}: {name} is refused: it lies below a link")
    path.symlink_to(target)
