"""Makes bots of a configuration ready to be started, for commands that play a few games and keep nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace

from arena.contest.config import Contest
from arena.contest.plan import programs_of
from arena.contest.playing import copied, take_all
from arena.programs import build_all, plan_builds, protect, sources_of
from arena.sandbox import Program


@contextmanager
def startable(
    contest: Contest, config: Path, db: Path, names: Iterable[str], say: Callable[[str], object]
) -> Iterator[dict[str, Program]]:
    """Yields the bots of these names in their sandbox, in copies beside `db`, built there first if they have to be.
    Bots whose build failed are reported to `say`, and left out. Raises SandboxError and BuildError if none can be
    started."""
    conditions = contest.conditions(config, db)
    wanted = replace(contest, bots={name: contest.bots[name] for name in dict.fromkeys(names)})
    with ExitStack() as undo:
        # Where their authors keep them first: a copy might be one of what nobody may see.
        sources = sources_of(contest.bots)
        protect(conditions.hiding(sources), programs_of(wanted))
        playing = undo.enter_context(copied(wanted, take_all(wanted, config, db), config, db))
        sources += sources_of(playing.bots)
        programs = protect(conditions.hiding(sources), programs_of(playing))
        built = build_all(plan_builds(playing.bots, conditions, db), conditions, db, say)
        yield {name: program for name, program in (programs | built.programs).items() if name not in built.failures}
