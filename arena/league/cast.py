"""The bots of a run, made ready: found, built, in their sandbox; those of a ladder as they come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from os.path import isfile
from pathlib import Path

from msgspec.structs import replace

from arena.contest import Contest, copied, prepare, programs_of, take_all, what_is_watched
from arena.errors import Trouble
from arena.league.entrants import Entrants, equipped
from arena.pairing import Schedule
from arena.programs import BuildError, build_for, lying_beside, plan_builds, protect, sources_of
from arena.referee import Setup
from arena.sandbox import Program
from arena.store import Facts, Say, Store, StoreError


class Cast:
    """The bots of a contest whose file is, or will be, `db`. What can be known of them before that file is made is
    checked at once; what is wrong with them is raised. `say` is told of builds, and of bots that come and go.

    `entrants` are those of a ladder, None in other formats; `failures` says whether a build failed.
    """

    def __init__(self, contest: Contest, config: Path, db: Path, say: Say) -> None:
        self.entrants: Entrants | None = None
        self.failures = False
        self.hashes: dict[str, str] = {}
        """The hashes of the bots as they are now; those of a ladder come later."""
        self.beside: dict[str, tuple[str, ...]] | None = None
        """What lies beside the bots' files, in the form of the facts of a new store."""
        self._contest = contest
        self._say = say
        self._config = config
        self._db = db
        self._conditions = contest.conditions(config, db)
        if contest.format == "ladder":
            return
        hiding = self._conditions.hiding(sources_of(contest.bots))
        self._programs = protect(hiding, programs_of(contest))
        self._versions = take_all(contest, config, db, _facts_of(db))
        self._builds = plan_builds(contest.bots, self._conditions, db)
        self.hashes = {name: version.entry.hash for name, version in self._versions.items()}
        self.beside = lying_beside(self._versions)

    def as_configured(self) -> dict[str, Program]:
        """The program of each bot of the configuration, with all that it is shown; for a bot that has to be built, the
        program of its build. Raises SandboxError if a ladder's bots could not be started so."""
        if self._contest.format == "ladder":
            return equipped(self._contest.bots, self._conditions)
        builds = {build.name: replace(build.program, folder=str(build.source)) for build in self._builds}
        return {name: (self._programs | builds)[name] for name in self._contest.bots}

    def watched(self) -> list[str]:
        """Which files make each bot what it is, in lines for people; in a ladder it is always the bot's folder."""
        return [] if self._contest.format == "ladder" else [*what_is_watched(self._versions)]

    @contextmanager
    def ready(self, store: Store, schedule: Schedule) -> Iterator[Setup]:
        """Yields the worker's set-up, with every bot ready to start that plays, or in a ladder plays first. Raises
        Trouble if they cannot be made ready."""
        with ExitStack() as undo:
            try:
                if self._contest.format == "ladder":
                    setup = self._entered(store, schedule)
                else:
                    copies = copied(self._contest, self._versions, self._config, store.path)
                    setup = self._built(store, undo.enter_context(copies))
            except (BuildError, StoreError) as problem:
                raise Trouble(problem) from None  # the contest has begun: it is no input that is wrong now
            if self.entrants is not None:
                undo.callback(self.entrants.close)
            yield setup

    def _built(self, store: Store, contest: Contest) -> Setup:
        """`contest` is that of the copies."""
        programs = protect(self._conditions.hiding(sources_of(contest.bots)), programs_of(contest))
        builds = plan_builds(contest.bots, self._conditions, store.path)
        built = build_for(store, builds, self._conditions, self._say)
        self.failures = bool(built.failures)
        return prepare(contest, store.path, programs | built.programs, self.hashes)

    def _entered(self, store: Store, schedule: Schedule) -> Setup:
        self.entrants = Entrants(store, self._contest, self._config, self._say)
        setup = self.entrants.begin(prepare(self._contest, self._db, {}, {}), schedule)
        self.failures = self.entrants.failures
        return setup


def hashes_now(contest: Contest, config: Path, db: Path, facts: Facts) -> dict[str, str]:
    """The hashes of the bots of a contest as they are now; `facts` are those of its store. Raises SandboxError if they
    cannot be had."""
    if contest.format == "ladder":
        return {}
    return {name: version.entry.hash for name, version in take_all(contest, config, db, facts).items()}


def _facts_of(db: Path) -> Facts | None:
    """The facts of a store; None if there is none that can be read: whoever opens it says why."""
    if isfile(db):
        with suppress(StoreError), Store.open(db) as store:
            return store.facts()
    return None
