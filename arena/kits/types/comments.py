"""What a form says of itself, as a comment of another language."""

from __future__ import annotations

import textwrap

_WIDTH = 110


def star(words: str, indent: str = "") -> str:
    """In the style of Java: `/** ... */`; nothing where there is nothing to say."""
    if not words:
        return ""
    # What would end the comment cannot come out of a docstring by accident.
    words = words.replace("*/", "* /")
    if len(words) <= _WIDTH and "\n" not in words:
        return f"{indent}/** {words} */\n"
    return f"{indent}/**\n{_lines(words, indent + ' * ')}{indent} */\n"


def slashes(words: str, mark: str, indent: str = "") -> str:
    """Every line after a mark, such as `//`."""
    return _lines(words, f"{indent}{mark} ") if words else ""


def _lines(words: str, mark: str) -> str:
    lines: list[str] = []
    for paragraph in words.split("\n\n"):
        lines += [*textwrap.wrap(paragraph, _WIDTH - len(mark)), ""]
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in lines[:-1])
