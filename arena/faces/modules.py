"""Plain ES modules joined into one text: a page that is opened from a file may load no second one.

Each module becomes a function that returns what it exports, called once, in the order of imports; so two modules may
use the same name for different things, as they may in a browser. What is understood of the language is how modules
are to be written here: `import { a, b } from "./other.js";` and `export` before a declaration, both at a line's start.
A module that lies elsewhere than the viewer, a game's drawing, names the viewer's as `arena/other.js`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from arena.errors import Trouble

_IMPORT = re.compile(r'^import \{([^}]*)\} from "((?:\.{1,2}|arena)/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b(?! \{\};$).*", re.MULTILINE)
_NAMED = re.compile(r"^\w+$")


class Unbundled(Trouble, ValueError):
    """A module is not written in the way that this program understands; the text says which and where."""


def join(read: Callable[[str], str], entry: str) -> str:
    """The text of a module that does what `entry` does, with all that it imports; `read` gives a path's text."""
    done: dict[str, str] = {}
    for path, text in _ordered(read, entry, done, ()):
        done[path] = text
    return "".join(done.values())


def _ordered(
    read: Callable[[str], str], path: str, done: dict[str, str], above: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    if path in above:
        raise Unbundled(f"modules import each other in a circle: {' -> '.join((*above, path))}")
    source = read(path)
    for _, named in _IMPORT.findall(source):
        wanted = _wanted(path, named)
        if wanted not in done:
            yield from _ordered(read, wanted, done, (*above, path))
    yield path, _as_function(path, source)


def _as_function(path: str, source: str) -> str:
    def imported(match: re.Match[str]) -> str:
        names = [name.strip() for name in match[1].split(",") if name.strip()]
        if not all(map(_NAMED.match, names)):
            raise Unbundled(f"{path}: `{match[0]}` renames what it imports")
        return f"const {{ {', '.join(names)} }} = {_variable(_wanted(path, match[2]))};"

    body = _IMPORT.sub(imported, source)
    exported = _EXPORT.findall(body)
    body = _EXPORT.sub("", body).replace("export {};\n", "")
    if left := _LEFT.search(body):
        raise Unbundled(f"{path}: `{left[0]}` is neither `import {{ ... }} from` nor `export` before a declaration")
    if "</script" in body.lower() or "<!--" in body:
        raise Unbundled(f"{path}: a text in it would end the page's script")
    return f"// {path}\nconst {_variable(path)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _wanted(path: str, named: str) -> str:
    """The path of a module that the one at `path` imports under this name."""
    if named.startswith("arena/"):
        return posixpath.normpath(named.removeprefix("arena/"))
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), named))


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
