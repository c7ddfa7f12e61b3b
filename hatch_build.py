"""Compiles what each decision passes through, where somebody asks for a compiled wheel; it needs a C compiler.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip wheel --no-deps .

The sources are the same Python, which Cython translates to C; what `pyproject.toml` names under `compiled` is. A file
`.pxd` beside one of them says which types the attributes of its classes have, and is read by nothing else. The rules of
games get the types that they are annotated with: so each of their files is told which of the classes that it imports
have such attributes. The sources go into the wheel, too. Without the variable the wheel is plain Python, for every
machine.

    ARENA_PROFILE=FOLDER

What is built with an empty folder counts there which lines it passes, whenever it has run. Built with that folder once
more, it is compiled by these counts: what is passed often lies close together, and takes a tenth less of the processor.
Only gcc does this; `.ci/wheels` does both, with games in between.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FLAGS = ("-O2", "-g0", "-Wno-unused")
RULES = "arena/games/"
PROFILE = "ARENA_PROFILE"


def by_counts(place: Path) -> tuple[str, ...]:
    """The flags for a compiler that has counts in the folder `place`, and for one that has none and is to count. The
    objects have to lie where they lay when they counted."""
    if any(place.rglob("*.gcda")):
        return ("-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile")
    return ("-fprofile-generate",)


class Compiled(BuildHookInterface[Any]):
    """Adds an extension module for each of the modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the wheel is an `editable` one: there the sources are to be changed."""
        if version == "editable":
            return
        self._profile = os.environ.get(PROFILE)
        self._place = Path(self._profile or tempfile.mkdtemp(prefix="arena-compiled-")).absolute()
        flags = (*FLAGS, *by_counts(self._place)) if self._profile else FLAGS
        paths = list(modules(Path(self.root), self.config))
        for built in compile_modules(Path(self.root), paths, self._place, flags):
            build_data["force_include"][str(built)] = str(built.relative_to(self._place / "lib"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel by now, unless it is to be built once more."""
        if version != "editable" and not self._profile:
            shutil.rmtree(self._place)


def modules(root: Path, config: dict[str, Any]) -> Iterator[str]:
    """The modules that `pyproject.toml` wants compiled, as paths from its folder. Raises ValueError where a pattern
    there fits none."""
    left = {path for pattern in config["plain"] for path in root.glob(pattern)}
    for pattern in config["compiled"]:
        found = sorted(set(root.glob(pattern)) - left)
        if not found:
            raise ValueError(f"pyproject.toml, hooks.custom.compiled: no module is called {pattern}")
        yield from (str(path.relative_to(root)) for path in found)


def typed_classes(paths: Iterable[Path], root: Path) -> dict[str, set[str]]:
    """The classes whose attributes have types, by the module that they are in: what the files `.pxd` beside these
    modules say."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts): set(
            re.findall(r"^cdef class (\w+)", beside.read_text(), re.M)
        )
        for path in paths
        if (beside := path.with_suffix(".pxd")).exists()
    }


def told_of(source: str, typed: dict[str, set[str]]) -> str:
    """What the file `.pxd` of a module with this source says, so that annotations with the `typed` classes count."""
    told = ""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in typed.get(node.module or "", ()):
                    told += f"from {node.module} cimport {alias.name}\n"
    return told


def lay_out(root: Path, paths: list[str], place: Path) -> None:
    """Copy those modules of the folder `root` to `place`, each with its types, its own or those that it imports."""
    for path in paths:
        copy = place / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        for package in copy.relative_to(place).parents[:-1]:
            (place / package / "__init__.py").touch()  # the names of modules follow from packages
        for suffix in (".py", ".pxd"):
            if (source := root / path).with_suffix(suffix).exists():
                shutil.copy(source.with_suffix(suffix), copy.with_suffix(suffix))
    typed = typed_classes([root / path for path in paths], root)
    for path in paths:
        if not (beside := (place / path).with_suffix(".pxd")).exists():
            beside.write_text(told_of((root / path).read_text(), typed))


def translated(paths: list[str], place: Path) -> list[Any]:
    """The modules as extensions whose C lies under `place`; they are found from the current folder. Raises Cython's
    CompileError for a source that it cannot translate."""
    from Cython.Build import cythonize
    from setuptools import Extension

    done: list[Any] = []
    for rules in (True, False):
        extensions = [
            Extension(path.removesuffix(".py").replace("/", "."), [path])
            for path in paths
            if path.startswith(RULES) is rules
        ]
        # Elsewhere what is annotated is for people and mypy: a `float` there may be a whole number.
        how = {"language_level": 3, "annotation_typing": rules}
        done += cythonize(extensions, build_dir=str(place), compiler_directives=how, force=True, quiet=True)
    return done


def compile_modules(root: Path, paths: list[str], place: Path, flags: Sequence[str] = FLAGS) -> list[Path]:
    """Compile those modules into `place`/lib with these flags, and return what came of each, under its path there.
    Raises the errors of Cython and of the compiler."""
    from setuptools import Distribution

    lay_out(root, paths, place / "py")
    before = Path.cwd()
    os.chdir(place / "py")
    try:
        extensions = translated(paths, place / "c")
        build = Distribution({"name": "arena", "ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(place / "lib"), str(place / "o")
        build.force = True  # with other flags
        build.parallel = len(os.sched_getaffinity(0))
        for extension in extensions:
            # Not before: they would stand in the C, where each line counts.
            extension.extra_compile_args = [*flags]
            extension.extra_link_args = [flag for flag in flags if flag.startswith("-fprofile")]
            # Where its threads make the same folder, one may go on before it is there.
            (place / "o" / extension.sources[0].lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        build.ensure_finalized()
        build.run()
    finally:
        os.chdir(before)
    return sorted((place / "lib").rglob("*.so"))
