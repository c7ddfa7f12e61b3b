"""Where a bot is found, or a contest: an address such as `http://127.0.0.1:9000/mine` or `tcp://example.org:9000`."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Literal, cast, get_args
from urllib.parse import urlsplit

from msgspec import Struct

from arena.errors import WrongInput
from arena.protocol import printable

Scheme = Literal["http", "https", "tcp"]
_USUAL = {"http": 80, "https": 443}
_MOST = 2000
"""The most characters of an address."""
_PLAIN = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9._:%-]+")


class Address(Struct, frozen=True):
    """An address: `scheme` says how one talks there, `host` is a name or the number of a machine, and `path` is what
    stands behind it, "" for tcp."""

    scheme: Scheme
    host: str
    port: int
    path: str = ""

    @classmethod
    def read(cls, text: str) -> Address:
        """Read an address as a person writes it. Raises WrongInput, which says what is wrong with it."""
        if len(text) > _MOST or not _PLAIN.fullmatch(text):
            raise _wrong(text, f"it may have {_MOST} characters of ASCII, and no blanks")
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as problem:
            raise _wrong(text, str(problem)) from None
        if parts.scheme not in get_args(Scheme):
            raise _wrong(text, "it begins with http://, https:// or tcp://")
        if "@" in parts.netloc:
            raise _wrong(text, "nothing secret belongs into it, since everybody may read a command: use --token FILE")
        host, path = parts.hostname or "", parts.path
        if not _HOST.fullmatch(host):
            raise _wrong(text, "it names no machine")
        if parts.fragment or (parts.scheme == "tcp" and (path or parts.query)):
            raise _wrong(text, "behind the port comes a path for http and https, and nothing for tcp")
        if port is None and parts.scheme == "tcp":
            raise _wrong(text, "it names no port, as in tcp://example.org:9000")
        if parts.scheme != "tcp":
            path = (path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(cast(Scheme, parts.scheme), host, _USUAL[parts.scheme] if port is None else port, path)

    @property
    def place(self) -> str:
        """Host and port, as they stand in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_here(self) -> bool:
        """Whether only this machine can be at the other end."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        return f"{self.scheme}://{self.place}{self.path}"


def _wrong(text: str, why: str) -> WrongInput:
    return WrongInput(f"{printable(text[:80])} is no address for a relay: {why}")
