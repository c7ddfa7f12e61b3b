"""What a bot's program needs to see in a jail, told from trees of files like those of real machines."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arena
from arena.sandbox.program import Program
from arena.sandbox.visible import installations

SHOWN = ("/usr", "/etc/alternatives", "/etc/ld.so.cache")
NATIVE = b"\x7fELF"
Find = Callable[..., tuple[tuple[str, ...], list[str]]]


def put(path: Path, content: bytes | str = NATIVE, mode: int = 0o755) -> str:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)
    return str(path)


def link(path: Path, target: Path | str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return str(path)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home" / "ada"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def bot(tmp_path: Path, home: Path) -> Path:
    """The folder of the bot."""
    folder = tmp_path / "bots" / "one"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def find(bot: Path, monkeypatch: pytest.MonkeyPatch) -> Find:
    """`installations` for a command in the bot's folder; `path` is the PATH of whoever runs the arena, by default that
    of the system. `env` is the bot's own."""

    def found(
        *argv: str,
        bind: Sequence[str] = (),
        never: Sequence[str] = (),
        among: Sequence[str] = (),
        path: str | Path = "/usr/bin:/bin",
        **env: str,
    ) -> tuple[tuple[str, ...], list[str]]:
        monkeypatch.setenv("PATH", str(path))
        return installations(Program("one", argv, str(bot), env, tuple(bind)), SHOWN, never, among)

    return found


# What is found.


@pytest.mark.parametrize("program", ["/usr/bin/env", "//usr/bin/../bin/env", "/bin/sh", "sh"])
def test_what_lies_in_usr_is_there(find: Find, program: str) -> None:
    """Also through the links into it, and by a word that the PATH leads to."""
    assert find(program) == ((), [])


def test_what_lies_in_the_bots_folder_is_there(find: Find, bot: Path) -> None:
    """And its words that name files there, or no files."""
    put(bot / "book.bin")
    assert find(put(bot / "bin" / "mine"), "book.bin", str(bot / "book.bin"), "--depth", "3", "") == ((), [])


def test_a_folder_reached_by_a_link_is_shown_where_the_link_is(find: Find, bot: Path, tmp_path: Path) -> None:
    """So nothing is missing, though the files lie elsewhere outside the jail."""
    put(bot / "mine")
    alias = Path(link(tmp_path / "alias", bot))
    put(bot / "book.bin")
    program = Program("one", (str(alias / "mine"), str(alias / "book.bin")), str(alias), {})
    assert installations(program, SHOWN, ()) == ((), [])


@pytest.mark.parametrize("part", ["lib", "lib64", "libexec", "share", "versions"])
def test_an_installation_is_shown_whole(find: Find, home: Path, part: str) -> None:
    """As of nvm: versions/node/v20 with bin and lib, and nothing beside it."""
    node = home / ".nvm" / "versions" / "node" / "v20"
    put(node / part / "some" / "file")
    assert find(put(node / "bin" / "node"), "bot.js", path=node / "bin") == ((str(node),), [])
    assert find("node", "bot.js", path=node / "bin") == ((str(node),), [])


def test_a_program_that_is_a_link_into_its_own_installation(find: Find, home: Path) -> None:
    """npm: bin/npm leads to lib/node_modules/npm/bin/npm-cli.js, which `env` gives to the node of the PATH."""
    node = home / "node"
    cli = put(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "#!/usr/bin/env node\n")
    put(node / "lib" / "node_modules" / "npm" / "lib" / "npm.js")
    put(node / "bin" / "node")
    npm = link(node / "bin" / "npm", os.path.relpath(cli, node / "bin"))
    assert find(npm, path=f"{node}/bin:/usr/bin") == ((str(node),), [])


@pytest.mark.parametrize("name", ["python3.11", "pypy3"])
def test_a_venv_and_the_python_it_was_made_from(find: Find, bot: Path, home: Path, name: str) -> None:
    """Its python is a link to that, whatever the name."""
    base, venv = home / "versions" / "3.11", home / "venv"
    put(base / "lib" / "python3.11" / "os.py")
    put(venv / "pyvenv.cfg", f"home = {base}/bin\nversion = 3.11\n")
    python = link(venv / "bin" / "python", put(base / "bin" / name))
    put(bot / "bot.py")
    assert find(python, "bot.py", path=venv / "bin") == ((str(venv), str(base)), [])


@pytest.mark.parametrize("name", ["python3", "python3.11"])
def test_a_venv_of_copies_tells_of_its_base_in_its_configuration_only(find: Find, bot: Path, name: str) -> None:
    """Also one in the bot's folder; the base may have its Python under another name."""
    base = bot.parent.parent / "base"
    put(base / "lib" / "python3.11" / "os.py")
    put(base / "bin" / name)
    put(bot / "venv" / "pyvenv.cfg", f"include-system-site-packages = false\nHOME={base}/bin \n")
    assert find(put(bot / "venv" / "bin" / "python"), path=base / "bin") == ((str(base),), [])


def test_a_venv_whose_base_is_gone(find: Find, bot: Path) -> None:
    """It could not start, and the text says why."""
    put(bot / "venv" / "pyvenv.cfg", "home = /usr/nowhere/bin\n")
    found, (problem,) = find(put(bot / "venv" / "bin" / "python"))
    assert found == ()
    assert problem == (
        f"bot one: '/usr/nowhere/bin/python3', from which the venv {bot}/venv was made, is no program that can be "
        "started: install it, or correct the path"
    )


def test_a_shim_needs_all_versions(find: Find, home: Path) -> None:
    """pyenv: shims/python is a script that starts libexec/pyenv, which starts one of versions."""
    pyenv = home / ".pyenv"
    put(pyenv / "versions" / "3.12" / "bin" / "python")
    shim = put(pyenv / "shims" / "python", "#!/usr/bin/env bash\nexec ...\n")
    path = f"{pyenv}/shims:/usr/bin"
    for word in (shim, "python", str(pyenv / "versions" / "3.12" / "bin" / "python")):
        assert find(word, "bot.py", path=path)[1] == []
    assert find("python", path=path) == ((str(pyenv),), [])


def test_every_link_on_the_way_and_the_links_of_folders(find: Find, home: Path) -> None:
    """`current` is a link to a version; both are shown, each where it is."""
    jdk = home / "java" / "21"
    put(jdk / "lib" / "modules")
    put(jdk / "bin" / "java")
    link(home / "java" / "current", "21")
    java = link(home / "links" / "java", "../java/current/bin/java")
    assert find(java, path=home / "links") == ((str(jdk), str(home / "java" / "current"), java), [])


@pytest.mark.parametrize("folder", [".local", ".config", "."])
def test_a_home_is_never_shown(find: Find, home: Path, folder: str) -> None:
    """Nor ~/.local and ~/.config: what lies in their bin is shown alone, as a static program needs."""
    put(home / folder / "lib" / "secret")
    program = put(home / folder / "bin" / "engine")
    assert find(program, path=home / folder / "bin") == ((program,), [])


def test_a_folder_that_holds_the_home_or_leads_to_it_is_never_shown(find: Find, home: Path, tmp_path: Path) -> None:
    """By whatever name."""
    put(home / "lib" / "secret")
    put(home / "bin" / "engine")
    put(home.parent / "lib" / "secret")
    above = put(home.parent / "bin" / "engine")
    assert find(above, path=home.parent / "bin") == ((above,), [])
    put(home / ".local" / "share" / "secret")
    put(home / ".local" / "bin" / "engine")
    for real in (home, home / ".local"):
        alias = link(tmp_path / f"to {real.name}", real)
        assert find("engine", path=f"{alias}/bin")[0] == (f"{real}/bin/engine", f"{alias}/bin/engine")


def test_a_folder_with_the_contests_files_is_shown_to_nobody(find: Find, tmp_path: Path) -> None:
    """The program alone is."""
    put(tmp_path / "mine" / "lib" / "helper")
    program = put(tmp_path / "mine" / "bin" / "engine")
    assert find(program, never=[f"{tmp_path}/mine/logs"], path=tmp_path / "mine" / "bin") == ((program,), [])


def test_the_python_of_the_arena_sees_the_package_and_not_the_project(find: Find) -> None:
    """Unless the package is visible anyway."""
    package = str(Path(arena.__file__).parent)
    found, problems = find(sys.executable, "bot.py")
    assert problems == []
    assert any(Path(package).is_relative_to(path) for path in found + SHOWN)
    assert not any(Path(package).parent.is_relative_to(path) for path in found if not path.startswith(sys.prefix))
    assert package not in find(sys.executable, bind=[package])[0]


# What is wrong with a bot.


def test_a_word_that_names_a_hidden_file(find: Find, bot: Path, tmp_path: Path) -> None:
    """Absolute, relative, or a link in the folder that leads out of it; a `bind` cures it."""
    book = put(tmp_path / "bots" / "one more" / "book.bin")
    link(bot / "inside.bin", book)
    text = "a word of its command, is not visible inside the sandbox: put it into its dir, or add it to bind"
    for word, told in [
        (book, book),
        ("../one more/book.bin", f"../one more/book.bin ({book})"),
        ("inside.bin", f"inside.bin ({book})"),
    ]:
        assert find("/usr/bin/env", "sh", word) == ((), [f"bot one: {told}, {text}"])
        assert find("/usr/bin/env", "sh", word, bind=[os.path.dirname(book)]) == ((), [])


@pytest.mark.parametrize("word", ["/", "/tmp", "/dev/null", "/dev/stdin", "/proc/self/status", "/usr/share"])
def test_a_word_that_names_what_every_jail_has(find: Find, word: str) -> None:
    """It is nothing to complain of."""
    assert find("/usr/bin/env", "sh", word) == ((), [])


def test_a_bind_that_does_not_exist(find: Find) -> None:
    """It is named."""
    problem = "bot one: /nowhere, named in bind, does not exist: create it, or correct the path"
    assert find("/bin/sh", bind=["/nowhere"]) == ((), [problem])


def test_the_contests_own_files_stay_hidden(find: Find, bot: Path, tmp_path: Path) -> None:
    """In the bot's folder, in what is bound for it, by another name, and of a hidden folder the parts, too."""
    logs = tmp_path / "contest" / "logs"
    text = "give it a dir of its own, or keep the files elsewhere"

    def told(where: str | Path, files: str | Path) -> str:
        why = f"would be able to read what is none of its own ({files}), as the sandbox shows it {where}"
        return f"bot one: it {why}: {text}"

    logs.mkdir(parents=True)
    alias = link(tmp_path / "alias", tmp_path / "contest")
    assert find("/bin/sh", never=[f"{bot}/c.db", str(logs)])[1] == [told(bot, f"{bot}/c.db")]
    assert find("/bin/sh", bind=[alias], never=[str(logs)])[1] == [told(alias, logs)]
    assert find("/bin/sh", bind=[str(logs)], never=[f"{alias}/logs"])[1] == [told(logs, f"{alias}/logs")]
    engine = put(logs / "engine")
    assert find(engine, never=[str(logs)], bind=[engine])[1] == [told(engine, logs)]
    assert find("/bin/sh", never=[str(logs), str(tmp_path / "contest.db")])[1] == []


def test_a_venv_that_holds_the_contest(find: Find, tmp_path: Path) -> None:
    """Its Python alone would miss its packages."""
    put(tmp_path / "venv" / "pyvenv.cfg", "home = /usr/bin\n")
    python = link(tmp_path / "venv" / "bin" / "python3", "/usr/bin/python3")
    found, (problem,) = find("python3", never=[f"{tmp_path}/venv/contest.db"], path=tmp_path / "venv" / "bin")
    assert found == (python,)
    assert problem == (
        f"bot one: {tmp_path}/venv, the venv of its Python, holds more than that: make a venv in a folder of its own"
    )


NAMES = st.sampled_from(["bin", "lib", "share", "a"])
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@settings(max_examples=60, deadline=None)
@given(
    programs=st.lists(PATHS.map(lambda path: f"{path}/x"), min_size=1, max_size=4),
    links=st.dictionaries(PATHS, PATHS, max_size=3),
    never=st.lists(PATHS, max_size=3),
    shown=st.lists(PATHS, max_size=2),
)
def test_nothing_lies_inside_another_and_no_installation_holds_what_must_stay_hidden(
    programs: list[str], links: dict[str, str], never: list[str], shown: list[str]
) -> None:
    """A chain of scripts through any tree of files and links: every file of it is visible, each path is bound once."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(os.path.realpath(name))
        (root / "bot").mkdir()
        files = [str(root / path) for path in programs]
        for path, after in zip(files, [*files[1:], "/bin/sh"], strict=True):
            put(Path(path), f"#!{after}\n")
        for path, target in links.items():
            if (root / path).parent.is_dir() and not (root / path).exists():
                link(root / path, root / target)
                if (root / path / "x").is_file():
                    files.insert(0, str(root / path / "x"))
        hidden = [str(root / path) for path in never]
        seen = [*SHOWN, *(str(root / path) for path in shown)]
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("PATH", os.path.dirname(files[0]))
            found, wrong = installations(Program("one", (files[0],), str(root / "bot"), {}), seen, hidden)
        for path in found:
            others = [*seen, *(other for other in found if other != path)]
            assert not any(Path(path).is_relative_to(other) for other in others)
            assert os.path.isfile(path) or not any(
                Path(os.path.realpath(other)).is_relative_to(os.path.realpath(path)) for other in hidden
            )
        assert wrong or any(Path(files[0]).is_relative_to(path) for path in (*seen, *found))
