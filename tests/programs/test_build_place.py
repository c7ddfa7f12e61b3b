"""The place of a build: what it fills there, what of it comes to the disk, and what a contest keeps for itself."""

from __future__ import annotations

import os
import re
import shutil
import stat
from pathlib import Path

import pytest

from arena.files.descent import BLOCK, Below, Folder, Item
from arena.files.folders import copy, weight
from arena.files.regular_file import MIB
from arena.league.entry_build import Building, BuildRequest
from arena.programs import build_place, build_run
from arena.programs.build_place import SPARED, STRIDE
from arena.programs.builds import BuildError
from arena.programs.conditions import Conditions
from arena.sandbox import Bubblewrap, Limits, Program, Room, SandboxName
from arena.sandbox.bwrap import ROOM
from arena.sandbox.program import BuildLimits
from arena.store import Entry
from arena.store.paths import builds_of
from tests.files.test_folders import shown
from tests.processes import alive, wait_for
from tests.programs.test_builds import MAKE, Site, everywhere, jailed, shell, site

__all__ = ["site"]

PLENTY = 100 * SPARED
TOO_MUCH = r"it wrote {} MiB into its folder, the limit is 1 MiB \(limits\.build\.disk_mb\)"


@jailed
def test_a_build_in_a_jail_has_a_disk_of_its_own_that_its_limit_bounds(site: Site) -> None:
    """What it fills is not the contest's; it holds the files that were there, and what the limit allows."""
    (site.source / "data").write_bytes(bytes(3 * MIB))
    site.build(shell(f"stat -f -c '%b %S' .; {MAKE}"), "bwrap", disk_mb=4)
    blocks, size = map(int, site.log().split())
    assert 3 * MIB + 4 * MIB < blocks * size < 3 * MIB + ROOM * 4 * MIB + 64 * BLOCK


@jailed
@pytest.mark.parametrize(
    "script",
    [
        "for i in $(seq 40); do fallocate -l 1M $i || exit 1; done; exit 1",
        "for i in $(seq 40); do fallocate -l 1M ../$i || fallocate -l 1M $i || exit 1; done; exit 1",
        "for i in $(seq 40); do head -c 1M /dev/zero >$i || exit 1; done; exit 1",
    ],
)
def test_what_is_reserved_in_a_moment_is_refused(site: Site, script: str) -> None:
    """Whether it is seen first, or its disk is full first, the limit is named."""
    assert "limits.build.disk_mb" in site.fails(shell(script), "bwrap", disk_mb=1)


@everywhere
@pytest.mark.parametrize(
    "script",
    [
        "for i in 1 2 3; do truncate -s 1M $i; done",
        "truncate -s 1M 1; ln 1 2; ln 1 3",
        f"touch $(seq {MIB // BLOCK + 10})",
    ],
)
def test_files_weigh_what_it_costs_to_copy_them(site: Site, sandbox: SandboxName, script: str) -> None:
    """Holes are as long as they are, each name of a file is a file, and one without a byte takes a block."""
    text = site.fails(shell(f"{script}; {MAKE}"), sandbox, disk_mb=1)
    assert re.fullmatch(TOO_MUCH.format(r"[123]\.\d"), text)


@jailed
@pytest.mark.parametrize("script", [f"touch $(seq {MIB // BLOCK + 10})", "head -c 600K /dev/zero >a; cp a b"])
def test_what_goes_on_after_it_wrote_too_much_is_stopped(site: Site, script: str) -> None:
    """Not only weighed at its end; files without a byte as well, each of which takes memory."""
    text = site.fails(shell(f"{script}; exec sleep 999"), "bwrap", disk_mb=1, seconds=60)
    assert re.fullmatch(TOO_MUCH.format(r"1\.\d"), text)


@jailed
def test_of_a_build_that_fails_the_disk_gets_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has made is weighed before it is copied."""
    in_the_jail: list[bool] = []

    def noted(source: Folder, items: list[Item], target: Folder) -> None:
        in_the_jail.append(isinstance(target, Below))
        copy(source, items, target)

    monkeypatch.setattr(build_place, "copy", noted)
    site.fails(shell(f"for i in 1 2 3; do truncate -s 1M $i; done; {MAKE}"), "bwrap", disk_mb=1)
    assert in_the_jail == [True]
    assert site.build(shell(MAKE), "bwrap", disk_mb=1).failures == {}
    assert in_the_jail[1:] == [True, False]


@jailed
def test_a_build_cannot_lead_its_copy_elsewhere(site: Site) -> None:
    """What it puts where its folder was is not followed; as root it cannot put anything there."""
    text = site.fails(shell('cd .. && mv "$OLDPWD" away && ln -s /etc "$OLDPWD"; exit 0'), "bwrap")
    assert text in {
        "it has put something else in the place of its folder",
        "it ended well, but ./bot is not there",
    }


@jailed
def test_nothing_changes_while_it_is_taken_out(site: Site) -> None:
    """What a build leaves behind that exchanges its files is gone by then."""
    swaps = "while :; do mv d e; ln -s /etc d; rm d; mv e d; done"
    built = site.build(shell(f"mkdir d; echo own >d/passwd; ({swaps}) >/dev/null 2>&1 & {MAKE}"), "bwrap")
    (program,) = built.programs.values()
    for path in (Path(program.folder) / name / "passwd" for name in ("d", "e")):
        assert path.parent.is_symlink() or not path.exists() or path.read_text() == "own\n"


@everywhere
def test_the_last_of_the_disk_is_the_contests(
    site: Site, mark: str, sandbox: SandboxName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that finds the disk nearly full is nobody's fault: it is no failed build, and nothing of it is left."""
    free = iter([PLENTY])
    monkeypatch.setattr(build_place, "free", lambda folder: next(free, SPARED // 2))
    with pytest.raises(
        BuildError, match=r"bot x cannot be built here: the disk of .* has 512.0 MiB left, of which 1024"
    ):
        site.build(shell(f"{MAKE}; sleep 999 &"), sandbox)
    assert not alive(mark)


def test_a_small_disk_is_shared(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what is free as a build begins is the contest's."""
    left = iter([20 * MIB, 11 * MIB])
    monkeypatch.setattr(build_place, "free", lambda folder: next(left, 9 * MIB))
    with pytest.raises(BuildError, match=r"has 9.0 MiB left, of which 10.0 MiB are the contest's own"):
        site.build(shell(f"{MAKE}; exec sleep 999"))


def test_who_fills_the_disk_without_a_jail_is_stopped_and_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is past its own limit, it is its own fault."""

    def free(folder: Path) -> int:
        return 0 if list(folder.glob("x-*/begun")) else PLENTY

    monkeypatch.setattr(build_place, "free", free)
    script = "head -c 900000 /dev/zero >a; head -c 900000 /dev/zero >b; touch begun; exec sleep 999"
    assert re.fullmatch(TOO_MUCH.format(r"1\.\d"), site.fails(shell(script), disk_mb=1))
    with pytest.raises(BuildError, match=r"bot x cannot be built here: the disk of"):
        site.build(shell("touch begun; exec sleep 999"), disk_mb=1)


def test_the_last_of_the_disk_is_looked_after_between_weighings(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_place, "PERIOD", 1e9)
    monkeypatch.setattr(build_place, "free", lambda folder: 0 if list(folder.glob("x-*/begun")) else PLENTY)
    with pytest.raises(BuildError, match=r"bot x cannot be built here: the disk of"):
        site.build(shell("touch begun; exec sleep 999"), disk_mb=2 * PLENTY // MIB, seconds=60)


def test_a_disk_that_suddenly_shrinks_is_weighed_at_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when the time has come again."""
    monkeypatch.setattr(build_place, "PERIOD", 1e9)
    monkeypatch.setattr(build_place, "free", lambda folder: PLENTY - weight(folder))
    script = "head -c 900000 /dev/zero >a; head -c 900000 /dev/zero >b; exec sleep 999"
    assert "limits.build.disk_mb" in site.fails(shell(script), disk_mb=1)


def test_a_long_weighing_does_not_hide_the_disk(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is free is looked at between the files."""
    looks = []

    def free(folder: Path) -> int:
        looks.append(folder)
        return PLENTY

    monkeypatch.setattr(build_place, "free", free)
    for number in range(4 * STRIDE):
        (site.source / str(number)).touch()
    site.build(shell(MAKE))
    assert len(looks) > 2 * 4


def test_files_of_a_room_count_as_memory(tmp_path: Path) -> None:
    """The control group of the build is told of them."""
    program = Program("x", ("sh",), str(tmp_path), {})
    command = Bubblewrap(Limits(), Room(os.getuid(), 123 * MIB)).command(program)
    try:
        assert command.room == 123 * MIB
        assert str(123 * MIB) in command.argv
    finally:
        assert command.status is not None
        for fd in (*command.fds, command.status):
            os.close(fd)


def order(site: Site, sandbox: SandboxName, build: list[str]) -> BuildRequest:
    """As a ladder gives it while games run."""
    shutil.copytree(site.source, site.folder / "c.entries" / "x-0")
    entry = Entry(
        name="x",
        base="x",
        hash="0" * 16,
        since=0,
        folder=str(site.source),
        copy="x-0",
        command=("./bot",),
        build=tuple(build),
    )
    return BuildRequest(
        entry=entry,
        copies=str(site.folder / "c.entries"),
        db=str(site.db),
        conditions=Conditions(sandbox, Limits(build=BuildLimits(disk_mb=1))),
    )


@everywhere
def test_a_build_beside_games_stands_back(site: Site, sandbox: SandboxName) -> None:
    """Its processes are as nice as can be, and so is its session where sessions have shares of their own."""
    script = f"nice; setsid nice; cat /proc/self/autogroup; {MAKE}"
    building = Building(order(site, sandbox, shell(script)))
    ends: list[str | None] = []

    def ended() -> bool:
        ends.append(building.problem())
        return ends[-1] is not None

    wait_for(ended)
    assert ends[-1] == ""
    nice, other, *group = site.log().split("\n")
    assert (nice, other) == ("19", "19")
    if Path("/proc/self/autogroup").exists():
        assert group[0].endswith(" nice 19")


def test_who_stands_back_has_more_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock, for the games take most of it."""
    monkeypatch.setattr(build_run, "NICEST", os.nice(0))
    monkeypatch.setattr(build_run, "PATIENCE", 2)
    text = site.fails(shell("exec sleep 999"), seconds=1)
    assert text == "it was stopped after 2 s, 2 times the limit of limits.build.seconds"


@jailed
def test_what_was_built_in_a_jail_is_for_all_to_read(site: Site) -> None:
    """The bot has a user of its own, whatever this one keeps to itself."""
    before = os.umask(0o077)
    try:
        (program,) = site.build(shell(f"mkdir d; {MAKE}"), "bwrap").programs.values()
    finally:
        os.umask(before)
    folder = Path(program.folder)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "d", folder / "bot")] == [0o755] * 3


@everywhere
def test_what_was_built_is_as_it_was_made(site: Site, sandbox: SandboxName) -> None:
    """Files, folders, links and what can be started, of the source and of the build, on the disk of the contest."""
    (site.source / "sub").mkdir()
    (site.source / "sub" / "tool").write_text("#!/bin/sh\n")
    (site.source / "sub" / "tool").chmod(0o755)
    (site.source / "link").symlink_to("sub/tool")
    built = site.build(shell(f"{MAKE}; mkdir out; cp sub/tool out/; ln -s ../sub out/up; rm link"), sandbox)
    assert built.failures == {}
    (folder,) = (path for path in builds_of(site.db).iterdir() if path.is_dir())
    assert {name: mode for name, (mode, _) in shown(folder).items() if not (folder / name).is_symlink()} == {
        "bot": 0o755,
        "out": 0o755,
        "out/tool": 0o755,
        "sub": 0o755,
        "sub/tool": 0o755,
    }
    assert os.readlink(folder / "out" / "up") == "../sub"
    assert folder.stat().st_dev == site.folder.stat().st_dev
