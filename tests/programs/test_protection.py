"""Before the first game: every bot in the sandbox that was asked for, and none where it may look at others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.contest import load_contest, programs_of
from arena.programs.conditions import Conditions
from arena.programs.protection import AS_ROOT, UNCOUNTED, UNPROTECTED, SandboxError, protect, unprotected
from arena.sandbox import Limits, Program, SandboxName
from arena.store.paths import copies_beside, live_of, logs_of, own_files
from tests.sandbox.conftest import EVERYWHERE, jailed, search_path

__all__ = ["search_path"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where a contest lies, open to all."""
    tmp_path.chmod(0o755)
    return tmp_path


def bots(place: Path, *names: str) -> dict[str, Program]:
    """Each in a folder of its own."""
    made = {}
    for name in names:
        folder = place / name
        folder.mkdir(mode=0o755, exist_ok=True)
        made[name] = Program(name, ("/bin/sh", "-c", "true"), str(folder), {})
    return made


def refusal(sandbox: SandboxName, programs: dict[str, Program], never: list[Path], *bind: str) -> list[str]:
    with pytest.raises(SandboxError) as found:
        protect(Conditions(sandbox, Limits(), bind, tuple(map(str, never))), programs)
    return str(found.value).splitlines()


def apart(sandbox: SandboxName, place: Path) -> Conditions:
    """With the contest's files in the folder above the bots."""
    return Conditions(sandbox, Limits(), never=tuple(map(str, own_files(place / "c.yaml", place / "c.db"))))


@pytest.mark.parametrize("sandbox", EVERYWHERE)
def test_bots_apart_from_the_contest_are_fine(place: Path, sandbox: SandboxName) -> None:
    """In every sandbox, with the contest's files in the folder above them."""
    programs = bots(place, "a", "b")
    assert protect(apart(sandbox, place), programs) == programs


@pytest.mark.parametrize("sandbox", ["none", "rlimit"])
def test_without_a_jail_everything_can_be_seen_anyway(place: Path, sandbox: SandboxName) -> None:
    """So nothing is refused."""
    programs = {"a": Program("a", ("/bin/sh",), str(place), {})}
    assert protect(apart(sandbox, place), programs) == programs


@jailed
def test_the_interpreter_is_shown(place: Path) -> None:
    """What is to be bound is found, after what everybody may see."""
    tables = place / "tables"
    tables.mkdir(mode=0o755)
    programs = {"a": Program("a", (sys.executable, "-c", ""), bots(place, "a")["a"].folder, {})}
    ready = protect(Conditions("bwrap", Limits(), (str(tables),)), programs)["a"]
    assert ready.bind[0] == str(tables)
    assert sys.executable.startswith((*ready.bind[1:], "/usr/"))


@jailed
@pytest.mark.parametrize("own", ["c.yaml", "c.db", "c.logs", "c.live"])
def test_a_folder_with_the_contests_files_is_refused(place: Path, own: str) -> None:
    """Whether they are there yet or not."""
    programs = bots(place, "a", "b")
    (problem,) = refusal("bwrap", programs, [place / "a" / own])
    assert problem.startswith("bot a: ")
    assert own in problem


@jailed
def test_a_folder_that_leads_to_the_contests_files_is_refused(place: Path) -> None:
    """By whatever name."""
    programs = bots(place, "a")
    (place / "link").symlink_to(place / "a")
    refusal("bwrap", programs, [place / "link" / "c.db"])
    (place / "b").symlink_to(place)
    outer = {"b": Program("b", ("/bin/sh",), str(place / "b"), {})}
    refusal("bwrap", outer, [place / "c.db"])


@jailed
def test_a_folder_within_another_bots_is_refused_to_both(place: Path) -> None:
    """One could read the other; the other is read."""
    programs = bots(place, "a")
    problems = refusal("bwrap", programs | bots(place / "a", "b"), [])
    assert [problem.partition(":")[0] for problem in problems] == ["bot a", "bot b"]


@jailed
def test_bots_may_share_a_folder(place: Path) -> None:
    """Two versions of one, or one with two depths."""
    one = bots(place, "a")["a"]
    programs = {"a": one, "deep": Program("deep", ("/bin/sh", "-c", "exit"), one.folder, {})}
    assert protect(Conditions("bwrap", Limits()), programs) == programs


@jailed
def test_what_is_bound_for_all_shows_no_bot_and_no_contest(place: Path) -> None:
    """The folder above them all would."""
    programs = bots(place, "a", "b")
    assert {problem.partition(":")[0] for problem in refusal("bwrap", programs, [], str(place))} == {"bot a", "bot b"}
    refusal("bwrap", bots(place, "a"), [place / "tables" / "c.db"], str(place / "tables"))


@jailed
@pytest.mark.parametrize("wide", [".", "c.entries", "c.builds/other", "c.db-wal", "c.logs", "c.live"])
def test_no_bind_shows_what_lies_beside_the_store(place: Path, wide: str) -> None:
    """Copies of other bots, and what a run that goes on has not folded in; a bot in a copy of its own plays."""
    config, db = place / "c.yaml", place / "c.db"
    for folder in ("c.entries/one", "c.builds/other", "c.logs", "c.live"):
        (place / folder).mkdir(mode=0o755, parents=True)
    (place / "c.db-wal").write_text("")
    programs = {"a": Program("a", ("/bin/sh", "-c", "true"), str(place / "c.entries" / "one"), {})}
    copies = tuple(map(str, copies_beside(db)))
    conditions = Conditions("bwrap", Limits(), (), tuple(map(str, own_files(config, db))), copies)
    assert protect(conditions, programs) == programs
    with pytest.raises(SandboxError, match="would be able to read what is none of its own"):
        protect(replace(conditions, bind=(str(place / wide),)), programs)


@jailed
def test_all_that_is_wrong_is_told_at_once(place: Path) -> None:
    """Each with its bot."""
    programs = bots(place, "a", "b")
    programs["c"] = Program("c", ("/no/such/program",), bots(place, "c")["c"].folder, {})
    problems = refusal("bwrap", programs, [place / "a" / "c.db", place / "b" / "c.yaml"])
    assert [problem.partition(":")[0] for problem in problems] == ["bot a", "bot b", "bot c"]


@jailed
@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user's bots are that user")
def test_each_bot_is_tried(place: Path) -> None:
    """One whose folder is closed to it is found before the first game."""
    programs = bots(place, "a", "b")
    (place / "b").chmod(0o700)
    (problem,) = refusal("bwrap", programs, [])
    assert "bot 'b': its folder" in problem


def test_a_sandbox_that_cannot_be_had_is_an_error(place: Path, search_path: Callable[[str], None]) -> None:
    """And not a lesser one."""
    search_path(str(place))
    for sandbox in ("none", "rlimit", "bwrap"):
        assert all(f'"{sandbox}" was asked for' in line for line in refusal(sandbox, bots(place, "a"), []))


def test_the_contests_own_files() -> None:
    """The logs lie beside the store, and so does what is told of running games."""
    assert logs_of(Path("/x/c.db")) == Path("/x/c.logs")
    assert live_of(Path("/x/c.db")) == Path("/x/c.live")
    config, db = Path("/c.yaml"), Path("/x/c.db")
    assert {config, db, Path("/x/c.logs"), Path("/x/c.live")} <= set(own_files(config, db))


@pytest.mark.parametrize(
    ("sandbox", "uid", "groups", "told"),
    [
        ("none", 1000, True, [UNPROTECTED]),
        ("none", 0, False, [UNPROTECTED, AS_ROOT.format("none")]),
        ("rlimit", 0, True, [AS_ROOT.format("rlimit")]),
        ("rlimit", 1000, False, [UNCOUNTED]),
        ("bwrap", 0, True, []),
        ("bwrap", 1000, False, [UNCOUNTED]),
    ],
)
def test_what_protection_lacks_here_is_told(
    monkeypatch: pytest.MonkeyPatch, sandbox: SandboxName, uid: int, groups: bool, told: list[str]
) -> None:
    """Beforehand: what bots may do, whose they are, and how their memory is counted, each with what to do about it."""
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    # The package shows a function of the module's name.
    monkeypatch.setattr(sys.modules["arena.programs.protection"], "can_make_groups", lambda: groups)
    assert unprotected(sandbox) == told
    assert all("--sandbox bwrap" in line or "systemd-run" in line for line in told)


def test_a_contest_hides_its_own_files_and_all_copies_wherever_it_is_started(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whole paths, as a jail has them; what else is to be hidden comes to that."""
    bots(place, "a", "b")
    command = "command: [/bin/sh, -c, exit]"
    (place / "c.yaml").write_text(
        f"game: gunrunners\nseats: 2\nbots:\n  a: {{{command}, dir: a}}\n  b: {{{command}, dir: b}}\n"
    )
    monkeypatch.chdir(place)
    conditions = load_contest(Path("c.yaml")).conditions(Path("c.yaml"), Path("c.db"))
    names = ["c.yaml", "c.db", "c.db-wal", "c.db-shm", "c.db-journal", "c.logs", "c.live"]
    assert conditions.never == tuple(str(place / name) for name in names)
    assert conditions.among == tuple(str(place / name) for name in ("c.entries", "c.playing", "c.builds"))
    more = conditions.hiding([Path("a")])
    assert (more.never, more.among) == ((*conditions.never, str(place / "a")), conditions.among)


@jailed
def test_a_contest_whose_bot_lies_beside_its_file_is_refused(place: Path) -> None:
    """The bot could read the master seed, and with that all luck that is still to come."""
    command = "[/bin/sh, -c, exit]"
    (place / "c.yaml").write_text(f"game: gunrunners\nsandbox: bwrap\nseats: 2\nbots: {{a: {command}, b: {command}}}\n")
    contest = load_contest(place / "c.yaml")
    with pytest.raises(SandboxError, match=r"bot a: .*c\.yaml"):
        protect(contest.conditions(place / "c.yaml", place / "c.db"), programs_of(contest))
