"""The names of the files and folders beside a contest's file: nothing else in the project makes these names."""

from __future__ import annotations

import os
from os.path import exists
from pathlib import Path

from arena.store.layout import beside


def own_files(config: Path, db: Path) -> list[Path]:
    """The files of the contest that no bot may see: seeds, results, what the others wrote."""
    stores = [db.parent / (db.name + end) for end in ("-wal", "-shm", "-journal")]
    return [config, db, *stores, logs_of(db), live_of(db)]


def copies_beside(db: Path) -> list[Path]:
    """The folders beside the store in which copies of bots lie side by side: those of a ladder, of bots that play now,
    and builds."""
    return [copies_of(db), playing_of(db), builds_of(db)]


def playing_of(db: Path) -> Path:
    """The folder of the copies that bots of a contest that is no ladder play from while it runs, beside the store."""
    return (db.parent / (db.name.removesuffix(".db") + ".playing")).absolute()


def builds_of(db: Path) -> Path:
    """The folder of the copies in which bots are built, beside the store."""
    return (db.parent / (db.name.removesuffix(".db") + ".builds")).absolute()


def logs_of(db: Path) -> Path:
    """The folder for what bots write to stderr, beside the store."""
    return db.parent / (db.name.removesuffix(".db") + ".logs")


def copies_of(db: Path) -> Path:
    """The folder of the copies that entries play from, beside the store."""
    return Path(os.path.abspath(db.parent / (db.name.removesuffix(".db") + ".entries")))


def live_of(db: Path) -> Path:
    """The folder beside the store in which games are told while they are played; it is there while somebody listens."""
    return db.parent / (db.name.removesuffix(".db") + ".live")


def free_path(path: Path) -> Path:
    """The path itself if nothing is there, else the first of NAME-2, NAME-3, ... that is free."""
    number, free = 1, path
    while any(map(exists, (free, *beside(free)))):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
