"""Builds: what is copied and when it is made anew, and that a hostile build is a failed build and nothing more."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from arena.contest import load_contest
from arena.files.descent import MOST_DEPTH
from arena.programs.builds import KEPT, BuildError, Built, build_all, build_for, moved, plan_builds
from arena.sandbox import Limits, Program, SandboxName, sandbox_of
from arena.store import Store
from arena.store.paths import builds_of
from tests.cli.conftest import Arena, arena
from tests.contest.contests import MARK, command, environment, words_of, write_contest
from tests.facts import made_facts
from tests.files.test_folders import shown
from tests.processes import alive, wait_for

__all__ = ["arena"]

NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
everywhere = pytest.mark.parametrize("sandbox", ["none", "rlimit", pytest.param("bwrap", marks=jailed)])
compiles = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

C_BOT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[1 << 20];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":");
        if (strstr(line, "\"type\":\"turn\"")) printf("{\"id\":%ld,\"choice\":0}\n", atol(id + 5));
        else if (strstr(line, "\"type\":\"hello\"") || strstr(line, "\"type\":\"start\""))
            printf("{\"type\":\"ready\",\"protocol\":1,\"name\":\"C\",\"id\":%ld}\n", atol(id + 5));
        else if (strstr(line, "\"type\":\"quit\"")) return 0;
        fflush(stdout);
    }
}
"""


class Site:
    """A contest with the bot `x`, which is built, and `y`, which is not; by hand or by `arena run`."""

    def __init__(self, folder: Path, mark: str) -> None:
        self.folder, self._mark = folder, mark
        self.source, self.db = folder / "x", folder / "c.db"
        self.source.mkdir()
        self.said: list[str] = []

    def write(self, build: str | list[str], sandbox: str = "none", limits: Mapping[str, int] | None = None) -> Path:
        (self.folder / "y").mkdir(exist_ok=True)
        path = write_contest(self.folder / "y", self._mark, {"y": "plays"})
        contest = yaml.safe_load(path.read_text())
        path.unlink()
        contest["bots"]["y"]["dir"] = "y"
        contest["bots"]["x"] = {"command": "./bot", "dir": "x", "env": {MARK: self._mark}, "build": build}
        contest |= {"deals": 1, "sandbox": sandbox, "limits": {"build": dict(limits or {})}}
        (self.folder / "c.yaml").write_text(yaml.safe_dump(contest))
        return self.folder / "c.yaml"

    def build(self, build: str | list[str], sandbox: str = "none", **limits: int) -> Built:
        contest = load_contest(self.write(build, sandbox, limits))
        self.said = []
        conditions = contest.conditions(self.folder / "c.yaml", self.db)
        plan = plan_builds(contest.bots, conditions, self.db)
        return build_all(plan, conditions, self.db, lambda text: self.said.append(str(text)))

    def fails(self, build: str | list[str], sandbox: str = "none", **limits: int) -> str:
        """Why."""
        built = self.build(build, sandbox, **limits)
        assert list(built.failures) == ["x"]
        assert not [path for path in builds_of(self.db).glob("*") if "x-" in path.name]
        return built.failures["x"].text

    def log(self) -> str:
        return (self.folder / "c.logs" / "build-x.log").read_text()


@pytest.fixture
def site(tmp_path: Path, mark: str) -> Site:
    return Site(tmp_path, mark)


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


MAKE = "printf '#!/bin/sh\\nexec sleep 0\\n' >bot && chmod +x bot"


def test_words_that_are_paths_in_the_folder_are_moved_with_it() -> None:
    """And no others."""
    program = Program("x", ("/a/b/bot", "/a/b", "/a/bc", "/a", "b/bot", "--in=/a/b"), "/a/b", {"K": "/a/b"}, ("/a/b",))
    new = moved(program, Path("/n"))
    assert new.argv == ("/n/bot", "/n", "/a/bc", "/a", "b/bot", "--in=/a/b")
    assert (new.folder, new.env, new.bind) == ("/n", {"K": "/a/b"}, ("/a/b",))


@compiles
@everywhere
def test_a_bot_in_c_is_built_and_plays(arena: Arena, site: Site, sandbox: SandboxName) -> None:
    """Its own folder stays as it was."""
    (site.source / "bot.c").write_text(C_BOT)
    site.write("cc -O1 -o bot bot.c", sandbox)
    before = shown(site.source)
    result = arena("run", "c.yaml", "--jobs", 1, "--format", "json")
    assert result.exit_code == 0
    assert "building x ...\nbuilding x ... ok in " in result.stderr
    assert {row["bot"]: (row["games"], row["faults"]) for row in json.loads(result.stdout)["rows"]} == {
        "x": (2, {}),
        "y": (2, {}),
    }
    assert shown(site.source) == before
    again = arena("run", "c.yaml", "--format", "json")
    assert (again.exit_code, again.stdout) == (0, result.stdout)
    assert "building" not in again.stderr


@everywhere
def test_a_bot_that_cannot_be_built_is_out_and_the_others_play(arena: Arena, site: Site, sandbox: SandboxName) -> None:
    """It is told at once, with the last lines; and it stays out when the contest goes on."""
    config = site.write(shell("seq 100; printf 'no \\033[31mmain\\n' >&2; exit 3"), sandbox)
    contest = yaml.safe_load(config.read_text())
    contest["bots"]["z"] = contest["bots"]["y"]
    config.write_text(yaml.safe_dump(contest))
    result = arena("run", "c.yaml", "--jobs", 1)
    assert result.exit_code == 1
    assert "x is out of this contest: its build failed as it began (log in c.logs/build-x.log); once it is mended" in (
        result.stderr
    )
    assert re.search(r"FAILED: it exited with code 3\n  82\n(  \d+\n){18}  no \\x1b\[31mmain\n", result.stderr)
    assert "x its build failed: it exited with code 3 (log in c.logs/build-x.log)" in result.stdout
    assert site.log().startswith("1\n2\n3\n")
    with Store.open(site.db) as store:
        fact = store.facts().builds
        assert [record.seating for record in store.records()] == [("y", "z"), ("z", "y")]
    assert fact is not None
    assert list(fact) == ["x"]
    assert (fact["x"].text, fact["x"].log) == ("it exited with code 3", "c.logs/build-x.log")
    assert len(fact["x"].last) == 20
    again = arena("run", "c.yaml")
    assert (again.exit_code, again.stdout) == (1, result.stdout)
    assert "building" not in again.stderr
    assert "x is out of this contest: its build failed as it began" in again.stderr


@everywhere
def test_a_build_that_takes_too_long_is_removed_with_all_that_it_started(
    site: Site, mark: str, sandbox: SandboxName
) -> None:
    """D04."""
    text = site.fails(shell("echo begun; sleep 999 & setsid sleep 999 & sleep 999"), sandbox, seconds=1)
    assert text == "it was stopped after 1 s, the limit of limits.build.seconds"
    assert alive(mark) == set()
    assert site.log() == "begun\n"


@everywhere
def test_what_a_build_leaves_running_is_removed(site: Site, mark: str, sandbox: SandboxName) -> None:
    """It counts as done when its first process is, whoever else holds its output."""
    built = site.build(shell(f"{MAKE}; sleep 999 & setsid sleep 999 & echo done"), sandbox)
    assert built.failures == {}
    assert not [pid for pid in alive(mark) if "sleep" in words_of(pid)]


@everywhere
def test_a_flood_of_words_is_bounded(site: Site, sandbox: SandboxName) -> None:
    """The build never waits for a reader; both ends are kept."""
    flood = "echo first; head -c 20000000 /dev/zero | tr '\\000' '\\033'; echo; echo last >&2; exit 1"
    assert site.fails(shell(flood), sandbox) == "it exited with code 1"
    assert len(site.log()) < 10 * 65_536
    assert site.log().startswith("first\n\\x1b")
    assert site.log().endswith("\\x1b\nlast\n")
    assert "bytes cut here" in site.log()


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("true", "it ended well, but ./bot is not there"),
        ("echo >bot", "it ended well, but ./bot is no program that can be started"),
        ("mkdir bot", "it ended well, but ./bot is no program that can be started"),
        ("nothing-like-this", "it exited with code 127"),
        ("kill -SEGV $$", "it was killed by SIGSEGV"),
        ("cat && exit 4", "it exited with code 4"),
        ("exec >&- 2>&-; exit 5", "it exited with code 5"),
        (
            "for i in 1 2 3; do head -c 900000 /dev/zero >$i; done; exec sleep 999",
            "MiB into its folder, the limit is 1",
        ),
        (
            "mkdir -p $(printf 'd/%.0s' $(seq 300))",
            f"what it made cannot be used: [Errno 36] more than {MOST_DEPTH} folders inside each other",
        ),
    ],
)
def test_every_way_to_fail_is_told(site: Site, script: str, text: str) -> None:
    """A build has no input, and its first process's end is its own."""
    assert text in site.fails(shell(script), disk_mb=1)


@jailed
def test_a_build_in_a_jail_reaches_nothing(site: Site, tmp_path: Path, mark: str) -> None:
    """Not the network, not the machine's folders, not the folder that it was copied from, not the contest."""
    tries = [f"{tmp_path}/x/evil", f"{tmp_path}/evil", f"/tmp/{mark}/../evil-{mark}", "/usr/evil", "/evil", "../evil"]
    script = [f"(echo evil >{path}) 2>/dev/null" for path in tries]
    script += [f"cat {tmp_path}/c.yaml 2>/dev/null && echo seen"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        script += [
            f"python3 -c \"import socket; socket.create_connection(('127.0.0.1', {port}))\" 2>/dev/null && echo on"
        ]
        built = site.build(shell("; ".join([*script, "id -u", MAKE])), "bwrap")
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert built.failures == {}
    assert re.fullmatch(r"\d+\n", site.log())
    assert int(site.log()) != 0
    for path in tries[:-1]:
        assert not os.path.exists(path)
    assert [path.name.split("-")[0] for path in builds_of(site.db).iterdir()] == ["x", "x"]


@jailed
def test_what_a_build_in_a_jail_made_is_the_arenas(site: Site) -> None:
    """The bot cannot change itself, and its processes cannot talk to each other through it."""
    script = f"{MAKE}; mkdir -p d; touch d/file; mkfifo d/pipe; chmod 4666 d/file; chmod 0 d; ln -s /etc/passwd away"
    (folder,) = {built.folder for built in site.build(shell(script), "bwrap").programs.values()}
    seen = shown(Path(folder))
    assert {name: mode for name, (mode, _) in seen.items() if name != "away"} == {
        "bot": 0o755,
        "d": 0o755,
        "d/file": 0o644,
    }
    owners = {(Path(folder) / name).lstat().st_uid for name in ("", *seen)}
    assert owners == {os.getuid()}


@jailed
def test_a_build_whose_bot_cannot_start_in_the_jail_has_failed(site: Site) -> None:
    """It was made to start something that the jail does not show."""
    script = "printf '#!/nowhere/python\\n' >bot && chmod +x bot"
    assert "it ended well, but bot x: '/nowhere/python'" in site.fails(shell(script), "bwrap")


def test_what_is_built_is_built_once(site: Site) -> None:
    """Until something in the folder or in the words changes; what was half made is made anew."""
    site.build(shell(MAKE))
    assert site.said[0] == "building x ..."
    folder = next(path for path in builds_of(site.db).iterdir() if path.is_dir())
    (folder / "trace").touch()
    assert site.build(shell(MAKE)).programs["x"].argv == (str(folder / "bot"),)
    assert site.said == []
    folder.with_name(folder.name + ".built").unlink()
    site.build(shell(MAKE))
    assert len(site.said) == 2
    assert not (folder / "trace").exists()
    site.build(shell(MAKE + " "))
    assert len(site.said) == 2
    (site.source / "more").touch()
    site.build(shell(MAKE))
    assert len(site.said) == 2
    assert len(list(builds_of(site.db).iterdir())) == 6


def test_of_what_no_bot_needs_any_more_the_last_is_kept(site: Site) -> None:
    """What is half-made goes; what the contest needs stays, however old it is."""
    contest = load_contest(site.write(shell(MAKE)))
    conditions = contest.conditions(site.folder / "c.yaml", site.db)

    def start() -> list[str]:
        plan = plan_builds(contest.bots, conditions, site.db)
        assert build_for(store, plan, conditions, lambda text: None).failures == {}
        return [build.copy.name for build in plan]

    with Store.create(site.db, made_facts()) as store:
        made = []
        for content in range(KEPT + 3):
            (site.source / "data").write_text(str(content))
            made += start()
        there = {path.name for path in builds_of(site.db).iterdir()}
        assert there == {name + end for name in made[-KEPT - 1 :] for end in ("", ".built")}
        (builds_of(site.db) / f"{made[-2]}.built").unlink()
        (site.source / "data").write_text("2")
        assert start() == [made[2]]
        there = {path.name for path in builds_of(site.db).iterdir() if path.is_dir()}
        assert there == {made[2], *made[3:5], made[6]}


def test_the_contests_own_files_are_not_copied(tmp_path: Path, mark: str) -> None:
    """A bot whose folder is that of the contest, without a sandbox: its copy holds no copies, and is used again."""
    (tmp_path / "c.yaml").write_text(
        yaml.safe_dump({"game": "lanterns", "bots": {"a/b c": {"command": "./bot", "build": shell(MAKE)}}})
    )
    contest, db = load_contest(tmp_path / "c.yaml"), tmp_path / "c.db"
    conditions = contest.conditions(tmp_path / "c.yaml", db)
    said: list[object] = []
    for _ in range(2):
        db.write_text(str(len(said)))
        plan = plan_builds(contest.bots, conditions, db)
        assert build_all(plan, conditions, db, said.append).failures == {}
    assert len(said) == 2
    (folder,) = (path for path in builds_of(db).iterdir() if path.is_dir())
    assert folder.name.startswith("a_b_c-")
    assert sorted(os.listdir(folder)) == ["bot", "c.yaml"]
    assert os.listdir(tmp_path / "c.logs") == ["build-a%2Fb c.log"]


def test_a_folder_that_is_too_large_is_refused_before_anything_is_made(arena: Arena, site: Site) -> None:
    (site.source / "data").write_bytes(bytes(1_500_000))
    site.write(shell(MAKE), limits={"disk_mb": 1})
    result = arena("run", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"bot x: its folder {site.source}, which is copied, has more than the 1 MiB" in result.stderr
    assert sorted(os.listdir()) == ["c.yaml", "x", "y"]


def test_a_folder_that_cannot_be_walked_is_refused(site: Site) -> None:
    (site.source / Path(*["d"] * (MOST_DEPTH + 1))).mkdir(parents=True)
    with pytest.raises(BuildError, match=f"bot x: .*more than {MOST_DEPTH} folders"):
        site.build(shell(MAKE))


def test_a_bot_that_was_built_and_cannot_be_any_more_stops_the_contest(
    arena: Arena, site: Site, tmp_path: Path
) -> None:
    """Who plays is settled when the contest begins."""
    (tmp_path / "tool").touch()
    site.write(shell(f"{MAKE} && exec cat {tmp_path}/tool"))
    arena("run", "c.yaml", "--games", 1)
    with Store.open(site.db) as store:
        assert store.facts().builds == {}
    shutil.rmtree(tmp_path / "c.builds")
    (tmp_path / "tool").unlink()
    result = arena("run", "c.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "x: built when this contest began, and not any more" in result.stderr


def test_an_interrupt_ends_a_build_and_settles_nothing(site: Site, mark: str, plug_in: Path) -> None:
    config = site.write(shell("sleep 998 & sleep 999"))
    with subprocess.Popen(
        command("run", config), cwd=site.folder, env=environment(mark, plug_in), stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for(lambda: sum("sleep 99" in words_of(pid) for pid in alive(mark)) >= 2, process)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not [pid for pid in alive(mark) if "sleep" in words_of(pid)]
    with Store.open(site.db) as store:
        assert store.facts().builds is None


@everywhere
def test_a_check_builds_as_well(arena: Arena, site: Site, sandbox: SandboxName) -> None:
    """In a folder of its own, of which nothing is left."""
    shutil.copy(site.write(["sh", "-c", "cp template bot && chmod +x bot"], sandbox).parent / "y" / "bot.py", "bot.py")
    python = f"#!{shutil.which('python3', path='/usr/bin')} -S\n"
    (site.source / "template").write_text(python + Path("bot.py").read_text())
    os.unlink("bot.py")
    before = sorted(os.listdir())
    result = arena("check", "c.yaml", "x")
    assert result.exit_code == 0, result.stdout + result.stderr
    assert "games            20 finished" in result.stdout
    (site.source / "template").unlink()
    result = arena("check", "c.yaml", "x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "building x ... FAILED: it exited with code 1" in result.stderr
    assert sorted(os.listdir()) == before


@pytest.mark.parametrize("format", ["round-robin", "ladder"])
def test_the_others_play_where_a_build_fails(arena: Arena, tmp_path: Path, mark: str, format: str) -> None:
    """In a ladder as elsewhere; the run says so, ends with a table, and with 1."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"}, format=format)
    keys = yaml.safe_load((tmp_path / "c.yaml").read_text())
    (tmp_path / "x").mkdir()
    keys["bots"]["x"] = {"command": "./made", "dir": "x", "build": "sh -c 'echo no compiler; exit 4'"}
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(keys))
    for games in (2, 4):
        result = arena("run", "c.yaml", "--games", games)
        assert result.exit_code == 1, result.stderr
        assert re.search(r"Games: [1-9]\d* finished", result.stdout)
        assert "x is out of this" in result.stderr
    assert "FAILED: it exited with code 4\n  no compiler" in arena("run", "c.yaml", "--games", 6, "--force-new").stderr
