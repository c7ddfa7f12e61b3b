"""Finds who could put something else in the place of a path, between a look at it and its use."""

from __future__ import annotations

import os
import pwd
import stat
from contextlib import suppress
from functools import cache


def who_exchanges(path: str, user: int) -> str | None:
    """The first folder on the way of an absolute path without links in which that user may put something else under the
    next name; None where it has to stay what it is. Access lists beyond the mode (ACLs) are not looked at."""
    above = "/"
    for name in path.split("/")[1:]:
        below = os.path.join(above, name)
        try:
            folder, entry = os.stat(above), os.lstat(below)
        except OSError:  # it is not there, or has just gone
            return None
        if _may_write(folder, user) and not (
            folder.st_mode & stat.S_ISVTX and user not in (folder.st_uid, entry.st_uid)
        ):
            return above
        above = below
    return None


def _may_write(status: os.stat_result, user: int) -> bool:
    """An owner may, for he may change the mode."""
    if status.st_uid == user:
        return True
    return bool(status.st_mode & (stat.S_IWGRP if status.st_gid in _groups(user) else stat.S_IWOTH))


@cache
def _groups(user: int) -> frozenset[int]:
    with suppress(KeyError):
        known = pwd.getpwuid(user)
        return frozenset(os.getgrouplist(known.pw_name, known.pw_gid))
    return frozenset()
