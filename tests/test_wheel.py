"""What is installed from a wheel, in an environment of its own and outside of this folder, is all of arena."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# Neither this folder nor anybody's settings of Python or of the terminal.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "COLUMNS")}


def call(*words: str | Path, cwd: Path) -> str:
    """What it prints to stdout; fails with all that it says where it does not end with 0."""
    done = subprocess.run(words, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, as an index does where it has no wheel; so what is in it is in both."""
    pytest.importorskip("hatchling")
    place = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", place, cwd=ROOT)
    (sdist,) = place.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    unpacked = place / sdist.name.removesuffix(".tar.gz")
    call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=unpacked)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def arena(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment with the wheel alone; the packages that it depends on are those of this one."""
    place = tmp_path_factory.mktemp("env")
    call(sys.executable, "-m", "venv", "--without-pip", place, cwd=place)
    python = place / "bin" / "python"
    install = ("-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel)
    call(sys.executable, *install, cwd=place)
    (packages,) = place.glob("lib/python*/site-packages")
    # Of what lies there the link to this folder, as a file .pth, is not followed.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = call(python, "-c", "import arena; print(arena.__file__)", cwd=place).strip()
    assert Path(where).is_relative_to(packages)
    return place / "bin" / "arena"


def test_the_name_is_one_that_can_be_installed(wheel: Path) -> None:
    """`arena` on the package index is another project; the command and the import keep that name."""
    assert PROJECT["name"] == "arena-referee"
    assert PROJECT["scripts"] == {"arena": "arena.__main__:main"}
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("arena/**/*.py")]
    for page in pages:
        asked = re.findall(r"(?:pip|pipx|uv tool) install '?([a-z-]+)(?=['\[\s`])", page.read_text())
        assert {name for name in asked if name.startswith("arena")} <= {"arena-referee"}, page


def test_the_wheel_holds_what_the_program_reads(wheel: Path) -> None:
    """The games' cards, the bots and rogues, and the page for authors; and nothing of the tests."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    kits = [path for path in ROOT.glob("arena/kits/starters/**/*") if path.is_file() and "cache" not in str(path)]
    assert len(kits) > 100
    for path in (*ROOT.glob("arena/**/*.yaml"), *ROOT.glob("arena/**/*.py"), *kits):
        assert str(path.relative_to(ROOT)) in names
    for path in (
        *ROOT.glob("bots/*.py"),
        *ROOT.glob("bots/rogues/*.*"),
        ROOT / "protocol.md",
        *ROOT.glob("docs/games/*.md"),
    ):
        assert f"arena/{path.relative_to(ROOT)}" in names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"arena", "arena_referee"}


def test_who_installs_it_gets_to_a_table(arena: Path, tmp_path: Path) -> None:
    """As the first lines of the README say, in an empty folder."""
    call(arena, "init", cwd=tmp_path)
    call(arena, "run", "arena.yaml", "--games", "8", cwd=tmp_path)
    table = call(arena, "table", cwd=tmp_path)
    assert re.search(r"^1 .* (mine|random) .* 8 ", table, re.MULTILINE)
    assert "arena rehearse" in call(arena, "rehearse", "--help", cwd=tmp_path)
    found = "from arena.rehearsal.rogues import read_rogues, rogues_folder; print(len(read_rogues(rogues_folder())))"
    assert int(call(arena.with_name("python"), "-c", found, cwd=tmp_path)) > 100
