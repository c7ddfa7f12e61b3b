"""What the members of a bundle become on a disk: folders, files, programs and links, as the modes in a zip file say."""

from __future__ import annotations

import stat
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

FILE, PROGRAM, LINK, FOLDER = stat.S_IFREG | 0o644, stat.S_IFREG | 0o755, stat.S_IFLNK | 0o777, stat.S_IFDIR | 0o755
"""The only modes that members of a bundle are made with."""

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # of all times that a zip file can state


def member_info(name: str, mode: int = FILE) -> ZipInfo:
    """The entry of a new member; one whose name ends in "/" is a folder."""
    info = ZipInfo(name, _EARLIEST)
    info.compress_type = ZIP_STORED if info.is_dir() else ZIP_DEFLATED
    info.create_system = 3  # Unix, whatever this system is
    info.external_attr = (FOLDER if info.is_dir() else mode) << 16
    return info


def _mode(info: ZipInfo) -> int:
    """0 where the bundle does not say, as other tools make them."""
    return info.external_attr >> 16


def is_link(info: ZipInfo) -> bool:
    """Whether the member becomes a link when it is unpacked."""
    return stat.S_ISLNK(_mode(info)) and not info.is_dir()


def is_program(info: ZipInfo) -> bool:
    """Whether the member becomes a file that may be executed."""
    return bool(_mode(info) & 0o111) and not info.is_dir() and not is_link(info)


def is_plain(info: ZipInfo) -> bool:
    """Whether the member is neither a link nor a device or the like."""
    return stat.S_IFMT(_mode(info)) in (0, stat.S_IFREG, stat.S_IFDIR)


def stated(info: ZipInfo, hash: str) -> str:
    """What the manifest states of the member. A link differs from a file with the same bytes in it, and so does a
    program.
    """
    return f"link {hash}" if is_link(info) else f"program {hash}" if is_program(info) else hash
