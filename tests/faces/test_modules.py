"""Modules joined into one text do what they did apart."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from arena.faces.modules import Unbundled, join
from arena.faces.page import _read

NODE = shutil.which("node")
WITH_NODE = pytest.mark.skipif(NODE is None, reason="node, which runs JavaScript, is not here")


def joined(**files: str) -> str:
    return join({f"{name.replace('__', '/')}.js": text for name, text in files.items()}.__getitem__, "main.js")


def run(text: str) -> str:
    command = [NODE or "node", "--input-type=module", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@WITH_NODE
def test_each_module_has_names_of_its_own() -> None:
    """One that two of them use means two things."""
    text = joined(
        main='import { two } from "./in/b.js";\nimport { one } from "./a.js";\nconst own = "main";\n'
        "console.log(own, one(), two());\n",
        a='const own = "a";\nexport function one() {\n  return own;\n}\n',
        in__b='import {\n  one,\n} from "../a.js";\nconst own = "b";\nexport const two = () => own + one();\n',
    )
    assert run(text) == "main a ba\n"


def test_a_module_comes_once_and_after_what_it_imports() -> None:
    text = joined(
        main='import { b } from "./b.js";\nimport { a } from "./a.js";\n', b='import { a } from "./a.js";\n', a=""
    )
    assert [line for line in text.splitlines() if line.startswith("// ")] == ["// a.js", "// b.js", "// main.js"]


@pytest.mark.parametrize(
    "text",
    [
        'import a from "./a.js";',
        'import * as a from "./a.js";',
        'import { a as b } from "./a.js";',
        'import "./a.js";',
        "export default 1;",
        "export { a };",
        "export let a = 1;",
        'const a = "</SCRIPT>";',
        'const a = "<!--";',
        'import { a } from "./main.js";',
    ],
)
def test_what_is_not_understood_is_refused_by_name(text: str) -> None:
    """Nothing is guessed: a page with half a viewer would be found by whoever opens it."""
    with pytest.raises(Unbundled, match=r"main\.js"):
        joined(main=f"{text}\n", a="")


@WITH_NODE
def test_the_viewer_is_one_sound_text() -> None:
    """As far as can be said without a browser: it is JavaScript, and nothing in it is undefined as it is loaded."""
    before = "globalThis.document = { getElementById: () => null, querySelectorAll: () => [] };\n"
    before += "process.on('unhandledRejection', (problem) => { console.log(String(problem)); });\n"
    assert "the page has no HTMLElement" in run(
        f"{before}globalThis.HTMLElement = class HTMLElement {{}};\n{join(_read, 'main.js')}"
    )
