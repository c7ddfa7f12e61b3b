"""Files that may be a stranger's: what is no file is refused at once, and no more is read than there may be."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from errno import EFBIG, ELOOP
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arena.files.regular_file import hash_regular, open_regular, read_regular
from tests.processes import descriptors


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, listening, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("read", [lambda path: read_regular(path, 10), hash_regular, open_regular])
def test_what_is_no_file_is_refused_and_never_waited_for(
    tmp_path: Path, make: Callable[[Path], object], read: Callable[[Path], Any]
) -> None:
    """A pipe that nobody writes into, a folder, a socket, a device; and nothing is left open."""
    make(tmp_path / "x")
    before = descriptors()
    with pytest.raises(OSError, match="x"):
        read(tmp_path / "x")
    assert descriptors() == before


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_regular(path, 5) == b"12345"
    assert hash_regular(path, 5) == sha256(b"12345").hexdigest()
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        assert read_regular("x", 5, dir_fd=folder) == b"12345"
    finally:
        os.close(folder)
    for read in (lambda: read_regular(path, 4), lambda: hash_regular(path, 4)):
        with pytest.raises(OSError, match="it has 5 bytes, more than 4") as problem:
            read()
        assert problem.value.errno == EFBIG


def test_what_is_too_long_is_not_read_at_all(tmp_path: Path) -> None:
    """A file of holes, longer than any memory."""
    (tmp_path / "x").touch()
    os.truncate(tmp_path / "x", 1 << 42)
    with pytest.raises(OSError, match="more than 1,000"):
        read_regular(tmp_path / "x", 1000)


def test_a_file_that_is_longer_than_it_says_is_not_read_to_its_end() -> None:
    """As those of the kernel, which say that they are empty."""
    with pytest.raises(OSError, match="it has more than 3 bytes"):
        read_regular("/proc/self/status", 3)
    with pytest.raises(OSError, match="longer than it says"):
        hash_regular("/proc/self/status")


def test_a_link_is_followed_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"1")
    (tmp_path / "link").symlink_to("x")
    assert read_regular(tmp_path / "link", 1) == b"1"
    with pytest.raises(OSError, match="link") as problem:
        read_regular(tmp_path / "link", 1, flags=os.O_NOFOLLOW)
    assert problem.value.errno == ELOOP
