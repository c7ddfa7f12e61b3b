"""Files of a configuration: broken, missing, or named by another one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.strict_yaml.reader import load
from tests.strict_yaml.test_reader import Plan, errors, write

__all__ = ["write"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "a:\n\tb: 1\n",
            "c.yaml:2:1: not valid YAML: found character '\\t' that cannot start any token: YAML is indented",
        ),
        ("a: [1, 2\nb: 3\n", "c.yaml:2:2: not valid YAML: while parsing a flow sequence: expected"),
        ("a: 1\n---\nb: 1\n", "c.yaml:2:1: not valid YAML: expected a single document"),
        ("a: *b\n", "c.yaml:1:4: not valid YAML: found undefined alias"),
        (b"a: 1\nb: caf\xe9\n", "c.yaml:2:7: byte 0xE9 is not UTF-8"),
        (b"\xef\xbb\xbfb: \xe9\n", "c.yaml:1:7: byte 0xE9 is not UTF-8"),
        ("a: 1\nb: \x07\n", "c.yaml:2:4: the character U+0007 is not allowed in YAML"),
        ("", "c.yaml:1: the file is empty"),
        ("# nothing\n", "c.yaml:1: the file is empty"),
    ],
)
def test_broken_files(write: Any, text: str | bytes, told: str) -> None:
    """What is no YAML has file, line and column."""
    (error,) = errors(write(text), dict[str, int])
    assert error.startswith(told)


def test_a_byte_order_mark_is_skipped(write: Any) -> None:
    """Editors on other systems write one."""
    assert load(write(b"\xef\xbb\xbfa: 1\n"), dict[str, int]) == {"a": 1}


def test_files_that_are_not_there(write: Any) -> None:
    """A missing file and a folder are told apart."""
    write("")
    Path("folder").mkdir()
    assert errors("none.yaml", int) == ["none.yaml: cannot be read: No such file or directory"]
    assert errors("folder", int) == ["folder: is a folder"]
    assert errors("/dev/zero", int) == ["/dev/zero: is not a file"]


def test_a_value_in_another_file(write: Any) -> None:
    """`!file` is relative to the file that names it, at any depth."""
    path = write("a: !file sub/x.yaml\nb: 2\n")
    Path("sub").mkdir()
    Path("sub/x.yaml").write_text("[1, !file y.yaml]")
    Path("sub/y.yaml").write_text("3")
    assert load(path, dict[str, int | list[int]]) == {"a": [1, 3], "b": 2}


def test_errors_name_the_file_that_they_are_in(write: Any) -> None:
    """A wrong value of another file is reported there, with the keys that lead to it."""
    path = write("name: x\nclock: !file d\nenv: !file e.yaml\n", e="\nA: [1]\n")
    Path("d").write_text("\nmove_ms: x\n")
    assert errors(path, Plan) == [
        "d:2: clock.move_ms: expected a whole number in plain digits or null, found 'x'",
        "e.yaml:2: env.A: expected text, found a list of 1",
    ]


def test_a_broken_file_does_not_hide_the_other_errors(write: Any) -> None:
    """Missing, broken and circular files are reported among the rest, each once."""
    path = write("name: !file none\ndeals: x\nclock: !file e.yaml\ntags: !file c.yaml\n", e="a: [")
    told = errors(path, Plan)
    assert [error[: error.index(" ")] for error in told] == [
        "c.yaml:1:",
        "c.yaml:2:",
        "c.yaml:4:",
        "e.yaml:1:5:",
    ]
    assert "!file: none cannot be read: No such file" in told[0]
    assert "!file: c.yaml includes itself" in told[2]


def test_the_number_of_files_is_bounded(write: Any) -> None:
    """Files that each include the next one often do not multiply without end."""
    names = "abdefghij"
    others = {name: f"[{', '.join([f'!file {after}.yaml'] * 5)}]" for name, after in pairwise(names)}
    path = write("!file a.yaml", **others, j="1")
    assert "more than 100 files" in str(errors(path, Any)[0])
