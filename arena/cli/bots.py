"""The bots of a run, made ready: found, built, in their sandbox; those of a ladder by and by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

import arena.contest
import arena.league
import arena.programs
import arena.store
from arena.cli.errors import tell
from arena.errors import Trouble

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.league import Entrants
    from arena.pairing import Schedule
    from arena.referee import Setup
    from arena.sandbox import Program
    from arena.store import Facts, Store


class Cast:
    """The bots of a contest whose file is, or will be, `db`. What can be known of them before it is made is checked at
    once: exits where something is wrong.

    `entrants` are those of a ladder, None elsewhere; `failures` says whether a build failed.
    """

    def __init__(self, contest: Contest, config: Path, db: Path) -> None:
        self.entrants: Entrants | None = None
        self.failures = False
        self.hashes: dict[str, str] = {}
        """Of the bots as they are now; those of a ladder come later."""
        self.beside: dict[str, tuple[str, ...]] | None = None
        """What lies beside their files, as the facts of a new store say it."""
        self._contest = contest
        self._config = config
        self._db = db
        self._conditions = contest.conditions(config, db)
        if contest.format == "ladder":
            return
        hiding = self._conditions.hiding(arena.programs.sources_of(contest.bots))
        self._programs = arena.programs.protect(hiding, arena.contest.programs_of(contest))
        self._versions = arena.contest.take_all(contest, config, db, _facts_of(db))
        self._builds = arena.programs.plan_builds(contest.bots, self._conditions, db)
        self.hashes = {name: version.entry.hash for name, version in self._versions.items()}
        self.beside = arena.programs.lying_beside(self._versions)

    def as_configured(self) -> dict[str, Program]:
        """How each bot of the configuration would be started, with all that it is shown; one that is built, how its
        build is. Exits where a ladder could not do so."""
        if self._contest.format == "ladder":
            return arena.league.equipped(self._contest.bots, self._conditions)
        builds = {build.name: replace(build.program, folder=str(build.source)) for build in self._builds}
        return {name: (self._programs | builds)[name] for name in self._contest.bots}

    def watched(self) -> list[str]:
        """Which files make each bot what it is, in lines for people; of a ladder it is always its folder."""
        return [] if self._contest.format == "ladder" else [*arena.contest.what_is_watched(self._versions)]

    @contextmanager
    def ready(self, store: Store, schedule: Schedule) -> Iterator[Setup]:
        """With all that play, or of a ladder those that play first. Exits where they cannot."""
        with ExitStack() as undo:
            try:
                if self._contest.format == "ladder":
                    setup = self._entered(store, schedule)
                else:
                    copied = arena.contest.copied(self._contest, self._versions, self._config, store.path)
                    setup = self._built(store, undo.enter_context(copied))
            except (arena.programs.BuildError, arena.store.StoreError) as problem:
                raise Trouble(problem) from None  # the contest has begun: it is no input that is wrong now
            if self.entrants is not None:
                undo.callback(self.entrants.close)
            yield setup

    def _built(self, store: Store, contest: Contest) -> Setup:
        """`contest` is that of the copies."""
        programs = arena.programs.protect(
            self._conditions.hiding(arena.programs.sources_of(contest.bots)), arena.contest.programs_of(contest)
        )
        builds = arena.programs.plan_builds(contest.bots, self._conditions, store.path)
        built = arena.programs.build_for(store, builds, self._conditions, tell)
        self.failures = bool(built.failures)
        return arena.contest.prepare(contest, store.path, programs | built.programs, self.hashes)

    def _entered(self, store: Store, schedule: Schedule) -> Setup:
        self.entrants = arena.league.Entrants(store, self._contest, self._config, tell)
        setup = self.entrants.begin(arena.contest.prepare(self._contest, self._db, {}, {}), schedule)
        self.failures = self.entrants.failures
        return setup


def hashes_now(contest: Contest, config: Path, db: Path, facts: Facts) -> dict[str, str]:
    """Of the bots of a contest as they are now; `facts` are those of its store. Exits where they cannot be had."""
    if contest.format == "ladder":
        return {}
    return {name: version.entry.hash for name, version in arena.contest.take_all(contest, config, db, facts).items()}


def _facts_of(db: Path) -> Facts | None:
    """Those of a store, None where there is none that can be read: whoever opens it says why."""
    if isfile(db):
        with suppress(arena.store.StoreError), arena.store.Store.open(db) as store:
            return store.facts()
    return None
