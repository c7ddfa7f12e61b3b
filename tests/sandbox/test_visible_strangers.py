"""What is read from a bot's own folder, its command or its environment never widens its jail."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena.sandbox import exchange
from arena.sandbox.exchange import who_exchanges
from arena.sandbox.program import Program
from arena.sandbox.visible import installations
from tests.sandbox.test_visible import SHOWN, Find, bot, find, home, link, put

__all__ = ["bot", "find", "home"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Somebody's, which no bot's business is; it looks like an installation."""
    folder = tmp_path / "project"
    put(folder / "lib" / "secret")
    put(folder / "bin" / "python3")
    return folder


def barred(found: tuple[tuple[str, ...], list[str]], *names: object) -> None:
    """Nothing is shown, and the text names these, and what to do."""
    shown, (problem,) = found
    assert shown == ()
    for name in names:
        assert str(name) in problem
    assert "is not shown on a bot's own word: if it may see it, add " in problem
    assert " to bind in the contest's configuration, or " in problem
    assert problem.endswith("to the PATH of whoever runs arena")


def test_its_venv_names_somebodys_project(find: Find, bot: Path, project: Path) -> None:
    """As the place of the Python that it was made from."""
    put(bot / "venv" / "pyvenv.cfg", f"home = {project}/bin\n")
    told = f"from which the venv {bot}/venv was made", f"add {project} to bind"
    barred(find(put(bot / "venv" / "bin" / "python")), f"'{project}/bin/python3'", *told)


def test_its_venv_names_a_folder_of_which_nobody_tells_it_anything(find: Find, bot: Path, tmp_path: Path) -> None:
    """Not even what is in it, whether it is there or not."""
    put(bot / "venv" / "pyvenv.cfg", f"home = {tmp_path}/there\n")
    before = find(put(bot / "venv" / "bin" / "python"))
    put(tmp_path / "there" / "python4.2")
    barred(before, f"{tmp_path}/there/python3")
    assert find(str(bot / "venv" / "bin" / "python")) == before


def test_the_first_line_of_its_script_names_somebodys_program(find: Find, bot: Path, project: Path) -> None:
    """Directly, by `env`, and by way of another script of its own."""
    python = project / "bin" / "python3"
    one = put(bot / "one", f"#!{python}\n")
    barred(find(one), f"'{python}'", f"the interpreter in the first line of {one}")
    barred(find(put(bot / "two", f"#!/usr/bin/env {python}\n")), f"'{python}'")
    barred(find(put(bot / "three", f"#!{one}\n")), f"'{python}'", one)


def test_its_command_names_somebodys_program(find: Find, project: Path) -> None:
    """Whoever wrote the command: `bind` is what shows it."""
    python = str(project / "bin" / "python3")
    barred(find(python), f"'{python}', the program of its command, is not shown", f"add {project} to bind")
    shown, problems = find("/usr/bin/env", "A=1", python)
    assert (shown, len(problems)) == ((), 2)  # it is a word of the command, too
    barred(find(f"../../project/bin/../bin/{os.path.basename(python)}"), python)
    assert find(python, bind=[str(project)]) == ((), [])
    assert find(python, path=project / "bin") == ((str(project),), [])


def test_its_own_path_leads_to_somebodys_program(find: Find, bot: Path, project: Path) -> None:
    """In its environment; that of whoever runs the arena is another thing. A script of the organiser's that asks `env`
    asks the bot's PATH, too."""
    barred(find("python3", PATH=f"{project}/bin:/usr/bin"), f"'{project}/bin/python3'")
    barred(find(put(bot / "x", "#!/usr/bin/env python3\n"), PATH=f"{project}/bin"), f"{project}/bin/python3")
    tool = put(bot.parent.parent / "tools" / "tool", "#!/usr/bin/env python3\n")
    shown, (problem,) = find("tool", path=os.path.dirname(tool), PATH=f"{os.path.dirname(tool)}:{project}/bin")
    assert shown == (tool,)
    assert f"'{project}/bin/python3'" in problem


def test_its_link_leads_to_somebodys_program(find: Find, bot: Path, project: Path) -> None:
    """A link of a file or of a folder; each is named with the link that leads there."""
    python = link(bot / "python", project / "bin" / "python3")
    barred(find(python), f"'{python}', the program of its command, is '{project}/bin/python3'", f"to which {python}")
    link(bot / "all", project)
    barred(find(f"{bot}/all/bin/python3"), f"to which {bot}/all leads")


def test_a_link_of_its_copy_leads_to_another_bots_copy(bot: Path, tmp_path: Path) -> None:
    """Where it came from, it led to nothing."""
    copies = tmp_path / "c.entries"
    other, mine = copies / "other-1", copies / "mine-2"
    put(other / "bin" / "python3")
    put(other / "lib" / "secret")
    put(mine / "bot.py")
    python = link(mine / "python", "../other-1/bin/python3")
    program = Program("one", (python, "bot.py"), str(mine), {})
    assert installations(program, SHOWN, (), [str(copies)])[0] == ()
    barred(installations(program, SHOWN, (), [str(copies)]), f"{other}/bin/python3")


@pytest.mark.parametrize("wide", ["c.entries", "c.entries/other-1", "c.entries/other-1/bin", "."])
def test_no_bind_shows_another_bots_copy(tmp_path: Path, wide: str) -> None:
    """Nor the folder of all copies, nor one above it; a bot's own copy is no reason to refuse it."""
    copies = tmp_path / "c.entries"
    put(copies / "other-1" / "bin" / "python3")
    put(copies / "mine-2" / "bot.py")
    program = Program("one", ("/bin/sh", "bot.py"), str(copies / "mine-2"), {})
    assert installations(program, SHOWN, (), [str(copies)]) == ((), [])
    bound = Program("one", program.argv, program.folder, {}, (str(tmp_path / wide),))
    _, (problem,) = installations(bound, SHOWN, (), [str(copies)])
    assert f"would be able to read what is none of its own ({copies})" in problem


def test_what_is_in_a_copy_of_its_own_stays_hidden(tmp_path: Path) -> None:
    """The folder of copies gives no leave for that; and the folder itself is nobody's own."""
    copies = tmp_path / "c.entries"
    put(copies / "mine-2" / "c.db")
    program = Program("one", ("/bin/sh",), str(copies / "mine-2"), {})
    for hidden in (f"{copies}/mine-2/c.db", f"{copies}/mine-2"):
        assert len(installations(program, SHOWN, [hidden], [str(copies)])[1]) == 1
    assert len(installations(Program("one", ("/bin/sh",), str(copies), {}), SHOWN, (), [str(copies)])[1]) == 1
    alias = link(tmp_path / "alias", copies / "mine-2" / "deeper")
    (copies / "mine-2" / "deeper").mkdir()
    assert len(installations(Program("one", ("/bin/sh",), alias, {}), SHOWN, (), [str(copies)])[1]) == 1


# What the organiser's files say.


def test_programs_of_uv_are_known_by_the_links_in_the_path(find: Find, bot: Path, home: Path) -> None:
    """A venv in a bot's folder, whose Python is a link to uv's, works; so does the bare word."""
    python = home / ".local" / "share" / "uv" / "python" / "cpython-3.12"
    put(python / "lib" / "python3.12" / "os.py")
    known = link(home / ".local" / "bin" / "python3.12", put(python / "bin" / "python3.12"))
    put(bot / "venv" / "pyvenv.cfg", f"home = {python}/bin\n")
    own = link(bot / "venv" / "bin" / "python", python / "bin" / "python3.12")
    assert find(own, path=home / ".local" / "bin") == ((str(python),), [])
    assert find("python3.12", path=home / ".local" / "bin") == ((known, str(python)), [])
    barred(find(own), python)


def test_a_script_of_pipx_leads_to_its_venv_and_the_python_of_that(find: Find, home: Path, tmp_path: Path) -> None:
    """Wherever the organiser's files say that these are."""
    venv, base = home / "pipx" / "venvs" / "tool", tmp_path / "opt" / "python"
    put(base / "lib" / "os.py")
    put(venv / "pyvenv.cfg", f"home = {base}/bin\n")
    link(venv / "bin" / "python", put(base / "bin" / "python3"))
    script = put(venv / "bin" / "tool", f"#!{venv}/bin/python\n")
    known = link(home / ".local" / "bin" / "tool", script)
    assert find("tool", path=home / ".local" / "bin") == ((known, str(venv), str(base)), [])


def test_a_path_that_leads_into_the_bots_own_folder_makes_nothing_known(
    find: Find, bot: Path, project: Path, home: Path
) -> None:
    """There the links are the author's: those of the folder, and those to which the organiser's lead."""
    link(bot / "bin" / "python3", project / "bin" / "python3")
    link(home / "links" / "python3", bot / "bin" / "python3")
    for path in (bot / "bin", home / "links"):
        barred(find("python3", path=path), f"to which {bot}/bin/python3 leads")
        barred(find(str(project / "bin" / "python3"), path=path), project)


def test_links_in_another_bots_folder_make_nothing_known(find: Find, bot: Path, project: Path, home: Path) -> None:
    """Two authors may help each other, where the organiser's PATH has a link to the program of one."""
    other = bot.parent / "other"
    link(other / "run", project / "bin" / "python3")
    link(home / "links" / "other", other / "run")
    script = put(bot / "bot", f"#!{project}/bin/python3\n")
    for path in (other, home / "links"):
        barred(find(script, path=path, never=[str(other)]), project)


def test_the_python_that_runs_the_arena_is_known_by_all_its_names(
    find: Find, bot: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its venv may lie in a bot's folder, where nothing is known by its links."""
    base = home / ".local" / "share" / "python"
    put(base / "lib" / "os.py")
    name = link(home / "aliases" / "python3", put(base / "bin" / "python3"))
    monkeypatch.setattr("sys._base_executable", name)
    own = link(bot / "venv" / "bin" / "python", name)
    monkeypatch.setattr("sys.executable", own)
    found, problems = find(own)
    assert (set(found) >= {name, str(base)}, problems) == (True, [])


def test_bots_that_are_started_as_usual_need_no_look_at_all_programs(
    find: Find, bot: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are thousands, and there may be hundreds of bots."""
    put(home / "node" / "lib" / "x")
    put(home / "node" / "bin" / "node")
    monkeypatch.setattr(os, "listdir", lambda path: pytest.fail(f"{path} was listed"))
    for words in ((sys.executable, "bot.py"), ("node", "bot.js"), (str(home / "node" / "bin" / "node"),)):
        assert find(*words, path=f"{home}/node/bin:/usr/bin")[1] == []


def test_what_an_author_names_in_a_known_place_is_shown_no_wider_than_that(find: Find, bot: Path, home: Path) -> None:
    """A known folder may lie in another that looks like an installation."""
    put(home / "work" / "lib" / "secret")
    put(home / "work" / "bin" / "lib" / "x")
    put(home / "work" / "bin" / "bin" / "tool")
    inner = put(home / "work" / "bin" / "other")
    script = put(bot / "bot", f"#!{inner}\n")
    assert find(script, path=home / "work" / "bin" / "bin") == ((inner,), [])


# What is read of strangers comes to an end.


@pytest.mark.parametrize("name", ["pyvenv.cfg", "script"])
def test_nobody_waits_for_a_pipe_that_is_there_at_the_second_look(
    find: Find, bot: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its author exchanges a file for one, after it was seen to be a file."""
    (bot / "venv").mkdir()
    script, config = bot / "venv" / "bin" / "script", bot / "venv" / "pyvenv.cfg"
    put(script, "#!/bin/sh\n")
    put(config, "home = /usr/bin\n")
    changed = script if name == "script" else config
    changed.unlink()
    os.mkfifo(changed, 0o755)
    monkeypatch.setattr(os.path, "isfile", lambda path: True)
    find(str(script))


def test_venvs_and_scripts_that_lead_to_each_other_come_to_an_end(find: Find, bot: Path) -> None:
    """In more ways than anybody could go."""
    for level in range(12):
        for number in range(12):
            venv = bot / f"{level}-{number}"
            put(venv / "pyvenv.cfg", f"home = {bot}/{level + 1}-0/bin\n")
            target = f"{bot}/{level}-{number + 1}/bin/python" if number < 11 else "/bin/sh"
            link(venv / "bin" / "python", target)
    find(str(bot / "0-0" / "bin" / "python"))


def test_a_command_of_a_hundred_thousand_words_is_read_in_one_go(find: Find) -> None:
    """As `env` would split them."""
    assert find("/usr/bin/env", "-S", "A=1 " * 100_000 + "/bin/sh")[1] == []


# Between the look and the start.


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_path_that_an_author_could_exchange_is_not_bound(bot: Path, tmp_path: Path) -> None:
    """Where a folder on the way is his, or open to him; who owns what lies at its end does not matter."""
    os.chown(bot, 65534, 65534)

    def told(bind: Path) -> list[str]:
        return installations(Program("one", ("/bin/sh",), str(bot), {}, (str(bind),)), SHOWN, ())[1]

    his, ours = tmp_path / "his", tmp_path / "ours"
    put(his / "tables" / "x")
    put(ours / "tables" / "x")
    os.chown(ours / "tables", 65534, 65534)
    assert told(ours / "tables") == []
    os.chown(his, 65534, 65534)
    link(ours / "alias", his / "tables")
    for bind in (his / "tables", ours / "alias"):
        (problem,) = told(bind)
        assert problem.startswith(f"bot one: {bind}, which the sandbox shows it, is reached through {his}, where ")
        assert "(user 65534) could put a link to something else: keep it where only you may write" in problem


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_belongs_to_an_author_has_his_word_wherever_it_lies(find: Find, bot: Path, project: Path) -> None:
    """A link of his in a folder that is bound, say."""
    os.chown(bot, 65534, 65534)
    python = link(bot.parent / "shared" / "python", project / "bin" / "python3")
    os.chown(python, 65534, 65534, follow_symlinks=False)
    barred(find(python, bind=[str(bot.parent / "shared")]), f"to which {python} leads")


def test_who_may_exchange_what_is_at_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By owner, group and others; in a folder like /tmp only what is one's own."""
    path, user = put(tmp_path / "open" / "x"), 12345
    assert who_exchanges(path, os.geteuid()) is not None
    assert who_exchanges(path, user) is None
    (tmp_path / "open").chmod(0o777)
    assert who_exchanges(path, user) == f"{tmp_path}/open"
    (tmp_path / "open").chmod(0o1777)
    assert who_exchanges(path, user) is None
    (tmp_path / "open").chmod(0o770)
    assert who_exchanges(path, user) is None
    monkeypatch.setattr(exchange, "_groups", lambda user: {(tmp_path / "open").stat().st_gid})
    assert who_exchanges(path, user) == f"{tmp_path}/open"
    assert who_exchanges(str(tmp_path / "nowhere" / "x"), user) is None
