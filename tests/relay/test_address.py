"""Addresses as people write them."""

from __future__ import annotations

import pytest

from arena.errors import WrongInput
from arena.relay import Address


@pytest.mark.parametrize(
    ("text", "expected", "shown"),
    [
        ("http://127.0.0.1:9000", Address("http", "127.0.0.1", 9000, "/"), "http://127.0.0.1:9000/"),
        ("http://example.org/a/b?c=d", Address("http", "example.org", 80, "/a/b?c=d"), "http://example.org:80/a/b?c=d"),
        ("https://example.org", Address("https", "example.org", 443, "/"), "https://example.org:443/"),
        ("tcp://[::1]:0", Address("tcp", "::1", 0), "tcp://[::1]:0"),
        ("TCP://Example.org:9000", Address("tcp", "example.org", 9000), "tcp://example.org:9000"),
    ],
)
def test_what_is_left_out_is_as_usual(text: str, expected: Address, shown: str) -> None:
    assert Address.read(text) == expected
    assert str(expected) == shown
    assert Address.read(shown) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("127.0.0.1:9000", "it begins with http://, https:// or tcp://"),
        ("ftp://example.org", "it begins with http://"),
        ("file:///etc/passwd", "it begins with http://"),
        ("tcp://example.org", "it names no port"),
        ("tcp://example.org:9000/mine", "nothing for tcp"),
        ("tcp://example.org:65536", "Port out of range"),
        ("tcp://example.org:nine", "Port could not be cast"),
        ("http://", "it names no machine"),
        ("http://a$b/", "it names no machine"),
        ("http://me:secret@example.org/", "use --token FILE"),
        ("http://example.org/#there", "behind the port"),
        ("http://[::1", "Invalid IPv6"),
        ("http://example.org/a b", "no blanks"),
        ("http://example.org/\r\nHost: elsewhere", "no blanks"),
        ("http://example.org/ä", "characters of ASCII"),
        ("http://example.org/" + "a" * 2000, "2000 characters"),
    ],
)
def test_what_is_wrong_is_told_in_one_short_line(text: str, why: str) -> None:
    """What stands in it is shown with care."""
    with pytest.raises(WrongInput, match=why) as found:
        Address.read(text)
    assert str(found.value).isprintable()
    assert len(str(found.value)) < 300


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("localhost.example.org", False),
    ],
)
def test_only_this_machine_can_come_to_itself(host: str, here: bool) -> None:
    """0.0.0.0 is every address that this machine has."""
    assert Address("tcp", host, 1).is_here == here
