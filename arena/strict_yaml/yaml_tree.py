"""The tree of a YAML file: every scalar as the text that was written, every node with its file and line.

PyYAML builds it, and nothing is interpreted but the tag `!file other.yaml`: it stands for the value in that file, whose
path is relative to the file that names it. Size and depth are bounded; cycles and broken YAML are errors. Nothing is
read before its size is known, and what is no regular file is never waited for.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from errno import EFBIG, EINVAL
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.composer import ComposerError
from yaml.reader import ReaderError

from arena.files import read_regular
from arena.protocol import printable

MAX_DEPTH = 50
MAX_FILES = 100
MAX_BYTES = 4_000_000  # of all files together
MAX_VALUES = 100_000  # after every alias is written out: ten lines of YAML can stand for billions of values


class ConfigError(NamedTuple):
    """One error. Lines and columns count from 1; 0 is "the whole file" and "no column"."""

    file: str
    line: int
    column: int
    keys: str
    text: str

    def __str__(self) -> str:
        where = ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])
        return printable(": ".join(part for part in (where, self.keys, self.text) if part))  # in one line


class Place(NamedTuple):
    """A value as it was written: its node, the keys that lead to it, and the line to name for it."""

    node: yaml.Node
    keys: tuple[str | int, ...]
    line: int

    @property
    def file(self) -> Path:
        """The file in which the value is written, as it was named."""
        return Path(self.node.start_mark.name)

    def error(self, text: str) -> ConfigError:
        """An error with this text, at this place."""
        return ConfigError(str(self.file), self.line, 0, _key_path(self.keys), text)


class Unread(yaml.ScalarNode):
    """Stands in the tree for a `!file` that could not be read; its error is reported already."""


def compose(path: str | Path, errors: list[ConfigError], alone: bool = False) -> Place | None:
    """Read the whole of a file; with `alone` it may include no other file. Errors are added to `errors`; None after one
    that leaves nothing to go on with."""
    try:
        node = _Files(errors, 1 if alone else MAX_FILES, MAX_BYTES).read(Path(path), (), 0)
    except _Refused as problem:
        errors.append(ConfigError(str(path), 0, 0, "", str(problem).removeprefix(f"{path} ")))
        return None
    return _bounded(node, MAX_BYTES, errors)


def compose_alone(path: Path, data: bytes, most_text: int, errors: list[ConfigError]) -> Place | None:
    """Read the content `data` of a stranger's file: it may include no other file, and has at most `most_text`
    characters once its aliases are written out. Errors are added to `errors`; None after one that leaves nothing to go
    on with."""
    return _bounded(_Files(errors, 1, 0).parse(path, data, (path,), 0), most_text, errors)


def _bounded(node: yaml.Node | None, most_text: int, errors: list[ConfigError]) -> Place | None:
    """The place of the root. What aliases stand for counts as often as it is named: a few lines can stand for more than
    any memory holds."""
    if node is None:
        return None
    root = Place(node, (), node.start_mark.line + 1)
    values, text = _written_out(node, {})
    for seen, most, what in (values, MAX_VALUES, "values"), (text, most_text, "characters"):
        if seen > most:
            errors.append(root.error(f"more than {most:,} {what} once its aliases are written out"))
            return None
    return root


def pairs(place: Place) -> Iterator[tuple[yaml.Node, Place]]:
    """The keys and values of a mapping; nothing for any other value."""
    if not isinstance(place.node, yaml.MappingNode):
        return
    for key, value in place.node.value:
        # A block's own mark is its first line; people look for it at its key, if that is in the same file.
        at_key = not isinstance(value, yaml.ScalarNode) and key.start_mark.name == value.start_mark.name
        name = key.value if isinstance(key, yaml.ScalarNode) else "?"
        yield key, Place(value, (*place.keys, name), (key if at_key else value).start_mark.line + 1)


class _Refused(Exception):
    """A file as a whole cannot be used: reported at the place that asked for it."""


class _Files:
    """Reads a file and those that it includes, no more than so many files and bytes in all."""

    def __init__(self, errors: list[ConfigError], most_files: int, most_bytes: int) -> None:
        self.errors = errors
        self._most_files = most_files
        self._left = most_bytes
        self._count = 0

    def read(self, path: Path, above: tuple[Path, ...], depth: int) -> yaml.Node | None:
        """Read the tree of a file; None, reported, if the text is broken. `above` are the files that included it,
        outermost first."""
        if self._most_files == 1 and above:
            raise _Refused("no other file can be included here: write out what is in it")
        self._count += 1
        real = Path(os.path.realpath(path))
        if real in above:
            raise _Refused(f"{path} includes itself")
        if self._count > self._most_files:
            raise _Refused(f"more than {self._most_files} files are included")
        data = _data(path, self._left)
        self._left -= len(data)
        return self.parse(path, data, (*above, real), depth)

    def parse(self, path: Path, data: bytes, above: tuple[Path, ...], depth: int) -> yaml.Node | None:
        """Build the tree of what was read of a file, which is the last of those in `above`."""
        try:
            loader = _Loader(data.decode("utf-8-sig"), path, self, above, depth)
            node: yaml.Node | None = loader.get_single_node()
        except UnicodeDecodeError as problem:
            # The codec counts from behind the byte order mark.
            bad = problem.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
            line, column = data.count(b"\n", 0, bad) + 1, bad - data.rfind(b"\n", 0, bad)
            text = f"byte 0x{data[bad]:02X} is not UTF-8: save the file as UTF-8"
            if data.startswith(b"SQLite format 3\0"):
                text = "this is a database, as a contest's file is: name the configuration of its contest"
        except ReaderError as problem:
            before = data.decode("utf-8-sig")[: problem.position]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            text = f"the character U+{int(problem.character):04X} is not allowed in YAML"
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark or problem.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            text = _syntax_problem(problem)
        else:
            if node is not None:
                return node
            line, column, text = 1, 0, "the file is empty"
        self.errors.append(ConfigError(str(path), line, column, "", text))
        return None


def _data(path: Path, most: int) -> bytes:
    try:
        return read_regular(path, most)
    except (OSError, ValueError) as problem:  # ValueError: no file can have such a name
        match getattr(problem, "errno", None):
            case number if number == EINVAL and os.path.exists(path):
                why = f"is {'a folder' if os.path.isdir(path) else 'not a file'}"
            case number if number == EFBIG:
                why = f"is too large: {MAX_BYTES:,} bytes may be read in all"
            case _:
                why = f"cannot be read: {getattr(problem, 'strerror', None) or problem}"
        raise _Refused(f"{path} {why}") from problem


class _Loader(yaml.SafeLoader):
    """PyYAML's tree builder, with files spliced in, bounded depth and no cycles."""

    def __init__(self, text: str, path: Path, files: _Files, above: tuple[Path, ...], depth: int) -> None:
        super().__init__(text)
        self.name = str(path)  # the marks of all nodes carry it
        self._folder = path.parent
        self._files = files
        self._above = above
        self._depth = depth
        self._open_anchors: set[str] = set()

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        anchor = event.anchor
        if isinstance(event, yaml.AliasEvent):
            if anchor in self._open_anchors:
                text = f"*{anchor} stands for a value that contains it"
                raise ComposerError(None, None, text, event.start_mark)  # type: ignore[arg-type]
            return super().compose_node(parent, index)
        if self._depth == MAX_DEPTH:
            raise ComposerError(None, None, f"nested more than {MAX_DEPTH} deep", event.start_mark)
        self._depth += 1
        self._open_anchors.add(anchor)
        node = super().compose_node(parent, index)
        if isinstance(node, yaml.ScalarNode) and node.tag == "!file":
            node = self._included(node)
            if anchor is not None:
                self.anchors[anchor] = node
        self._open_anchors.discard(anchor)
        self._depth -= 1
        return node

    def _included(self, asked: yaml.ScalarNode) -> yaml.Node:
        try:
            node = self._files.read(self._folder / asked.value, self._above, self._depth)
        except _Refused as problem:
            place = Place(asked, (), asked.start_mark.line + 1)
            self._files.errors.append(place.error(f"!file: {problem}"))
            node = None
        return node or Unread("!file", "", asked.start_mark, asked.end_mark)


def _written_out(node: yaml.Node, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The number of values and of their characters, an alias counting as much as what it stands for."""
    if isinstance(node, yaml.ScalarNode):
        return 1, len(node.value)
    if id(node) not in known:
        is_mapping = isinstance(node, yaml.MappingNode)
        children = [child for pair in node.value for child in pair] if is_mapping else node.value
        counts = [_written_out(child, known) for child in children]
        known[id(node)] = 1 + sum(values for values, _ in counts), sum(text for _, text in counts)
    return known[id(node)]


def _key_path(keys: tuple[str | int, ...]) -> str:
    """`bots.greedy.command[0]`; names that are not plain words are quoted."""
    path = ""
    for key in keys:
        if isinstance(key, int):
            path += f"[{key}]"
        else:
            name = key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)
            path += f".{name}" if path else name
    return path


def _syntax_problem(problem: yaml.MarkedYAMLError) -> str:
    text = problem.problem or "broken"
    if "'\\t'" in text:
        text += ": YAML is indented with spaces, not with tabs"
    elif problem.context:
        text = f"{problem.context}: {text}"
    return f"not valid YAML: {text}"
