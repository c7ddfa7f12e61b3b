"""Programs that somebody names by their commands alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.errors import WrongInput
from arena.programs.bot import find_program
from arena.programs.conditions import Conditions
from arena.programs.naming import names_of
from arena.programs.protection import protect
from arena.sandbox import Limits, Program, SandboxName


def commanded(commands: Sequence[Sequence[str]], sandbox: SandboxName, limits: Limits) -> list[Program]:
    """The programs of these commands, which start here, each under a name of its own. Raises WrongInput where one
    cannot be found, or not be started in that sandbox."""
    for words in commands:
        found, problem = find_program(words[0], Path.cwd(), {})
        if found is None:
            raise WrongInput(problem)
    folder = str(Path.cwd())
    programs = {
        name: Program(name, tuple(words), folder, {}) for name, words in zip(names_of(commands), commands, strict=True)
    }
    return list(protect(Conditions(sandbox, limits), programs).values())
