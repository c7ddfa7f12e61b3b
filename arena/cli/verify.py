"""`arena verify`: does what a contest's file or a sealed bundle says hold?"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from msgspec import MsgspecError

import arena
from arena.cli.conditions import sandbox_option, startable
from arena.cli.errors import TROUBLE, tell, wrong_input
from arena.cli.formats import standings_of
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest, Store
    from arena.contest.audit import Audit
    from arena.contest.bots import Bot
    from arena.contest.bundle import Bundle
    from arena.referee import GameRecord
    from arena.sandbox import SandboxName


class _Findings:
    """What was found wrong, told as it is found."""

    def __init__(self) -> None:
        self.wrong = 0

    def add(self, text: object) -> None:
        self.wrong += 1
        click.echo(printable(str(text)))

    def conclude(self, what: str, before: int) -> None:
        """That something holds, unless anything was found since."""
        click.echo(f"{what}: {'holds' if self.wrong == before else 'DOES NOT HOLD'}")


@click.command(
    epilog="""\b
Examples:
  arena verify quickstart.db
  arena verify quickstart.sealed.zip
  arena verify quickstart.sealed.zip --replay 17 --config configs/quickstart.yaml
"""
)
@click.argument("path", metavar="DB|BUNDLE", type=click.Path(path_type=Path))
@click.option("--replay", type=click.IntRange(min=0), metavar="GAME", help="Play only this game anew, with its bots.")
@click.option("--config", type=click.Path(path_type=Path), help="Where the bots for --replay are: the contest's file.")
@sandbox_option
def verify(path: Path, replay: int | None, config: Path | None, sandbox: SandboxName | None) -> None:
    """Check all that a contest's file, or a sealed bundle of one, says.

    Every record is played again through the rules, and its deal, its seating and its bots' hashes have to be those of
    the contest. Of a bundle the chain of its records and its standings are checked, too. With --replay one game is
    played anew by its bots; deterministic ones do the same again, and of others the first decision that differs is
    told. Exits with 1 when something does not hold.

    Prints a digest of all that must be equal in every run of the same contest between deterministic bots.
    """
    from arena.contest import StoreError
    from arena.contest.bundle import BundleError

    if (replay is None) != (config is None):
        raise click.UsageError("--replay GAME and --config CONFIG go together: a game is played anew with its bots")
    found = _Findings()
    try:
        with _opened(path, found) as (store, bundle):
            if replay is not None and config is not None:
                _play_anew(store, path, replay, config, sandbox, found)
            else:
                _check(store, found)
                if bundle is not None:
                    _check_standings(store, bundle, found)
    except StoreError as problem:
        wrong_input(problem)
    except BundleError as problem:
        found.add(problem)
    if found.wrong:
        raise SystemExit(TROUBLE)


@contextmanager
def _opened(path: Path, found: _Findings) -> Iterator[tuple[Store, Bundle | None]]:
    """The store. A bundle is made a store again for a while, so that all the rest is the same for both."""
    from arena.contest import Store
    from arena.contest.bundle import Bundle, is_bundle

    if not is_bundle(path):
        with Store.open(path) as store:
            yield store, None
        return
    with TemporaryDirectory(prefix="arena-verify-") as folder, Bundle.open(path) as bundle:
        by = bundle.manifest.sealed_by
        click.echo(printable(f"seal {bundle.seal}, by arena {by.arena}, Python {by.python}, {by.platform}"))
        before = found.wrong
        for problem in bundle.damage():
            found.add(problem)
        found.conclude("manifest", before)
        before, restored = found.wrong, Path(folder, "restored.db")
        bundle.restore(restored, found.add)
        found.conclude("chain of records", before)
        with Store.open(restored) as store:
            yield store, bundle


def _check(store: Store, found: _Findings) -> None:
    from arena.contest.audit import Audit
    from arena.contest.store import StoreError
    from arena.referee import lasting_bytes

    before, audit, digest = found.wrong, None, hashlib.sha256()
    try:
        audit = Audit(store.facts(), store.stages(), store.ledger().end)
    except StoreError as problem:
        found.add(problem)
    good = bad = 0
    for record in store.records():
        digest.update(lasting_bytes(record) + b"\n")
        objections = list(_objections(record, audit))
        for objection in objections:
            found.add(f"game {record.number}: {objection}")
        good, bad = good + (not objections), bad + bool(objections)
    found.conclude("games, by the rules and the schedule", before)
    before = found.wrong
    for text in store.check():
        found.add(text)
    found.conclude("results beside the records", before)
    _check_stages(store, found)
    click.echo(f"{good} games hold, {bad} do not; digest {digest.hexdigest()}")


def _check_stages(store: Store, found: _Findings) -> None:
    """Whether who met whom follows from the results before, where a format looks at them."""
    from arena.contest.stage_audit import odd_stages
    from arena.contest.store import StoreError

    before = found.wrong
    try:
        stages = bool(store.stages())
        for text in odd_stages(store):
            found.add(text)
    except StoreError as problem:
        found.add(problem)
    if stages:
        found.conclude("stages, by the format", before)


def _objections(record: GameRecord, audit: Audit | None) -> Iterator[str]:
    from arena.games import GameCannotLoad, UnknownGame
    from arena.referee import Mismatch
    from arena.referee import verify as verify_record

    if audit is not None:
        yield from audit.objections(record)
    try:
        with redirect_stdout(io.StringIO()):  # of rules that print
            verify_record(record)
    except (UnknownGame, GameCannotLoad) as problem:
        wrong_input(problem)
    except Mismatch as problem:
        yield str(problem)
    except Exception as problem:  # options or moves that no rules have given may break rules
        yield f"the rules cannot play it: {problem!r}"


def _check_standings(store: Store, bundle: Bundle, found: _Findings) -> None:
    from arena.contest.bundle import STANDINGS
    from arena.standings import render

    before, sealed = found.wrong, bundle.read(STANDINGS)
    try:
        now = render(standings_of(store), "json").encode()
    except Exception as problem:  # facts that somebody wrote by hand may be anything
        found.add(f"the standings cannot be computed: {problem!r}")
    else:
        if now != sealed:
            found.add("the standings, computed anew, are not those that were sealed, byte for byte")
            if arena.__version__ != (by := bundle.manifest.sealed_by.arena):
                click.echo(printable(f"they were computed by arena {by}, and now by {arena.__version__}"))
    found.conclude("standings", before)


def _play_anew(
    store: Store, path: Path, number: int, config: Path, sandbox: SandboxName | None, found: _Findings
) -> None:
    from msgspec.structs import replace

    from arena.contest import ConfigErrors, load_contest, prepare
    from arena.contest.anew import conditions, first_difference, play_anew
    from arena.contest.audit import Audit

    record = store.record(number)
    if record is None:
        wrong_input(f"there is no game {number} here; there are {sum(store.count().values())} games")
    try:
        contest = load_contest(config)
    except ConfigErrors as problem:
        wrong_input(problem)
    if contest.game != record.game:
        wrong_input(f"{config} is a contest of {contest.game}: name that of this one, which is of {record.game}")
    seeds = Audit(store.facts(), store.stages(), number + 1).seeds(record)
    bots, hashes = _bots_at_hand(contest, record, store.facts(), path)
    contest = replace(contest, sandbox=sandbox or contest.sandbox, bots=bots)
    with TemporaryDirectory(prefix="arena-replay-") as folder:
        db = Path(folder, "replay.db")
        setup = prepare(contest, db, startable(contest, config, db, bots))
        try:
            again = play_anew(replace(setup, hashes=setup.hashes | hashes), record, seeds)
        except OSError as problem:
            tell(problem)
            raise SystemExit(TROUBLE) from None
    for line in conditions(record, again):
        tell(f"not as it was: {line}")
    difference = first_difference(record, again)
    if difference is None:
        click.echo(f"game {number}, played anew: the same, byte for byte")
    else:
        found.add(f"game {number}, played anew, differs: {difference}")


def _bots_at_hand(
    contest: Contest, record: GameRecord, facts: dict[str, Any], path: Path
) -> tuple[dict[str, Bot], dict[str, str]]:
    """The bots of a game, and their hashes where these are known already: in a ladder a version of a bot plays from a
    copy beside the contest's file, which is named by its hash."""
    from arena.contest.entries import FACT, bot_of, copies_of, from_fact

    if contest.format != "ladder":
        for bot in record.seating:
            if bot not in contest.bots:
                wrong_input(f"there is no bot {bot!r}, which played game {record.number}, in the configuration")
        return {bot: contest.bots[bot] for bot in record.seating}, {}
    try:
        entries = {entry.name: entry for entry in from_fact(facts.get(FACT))[1] if entry.name in record.seating}
        bots = {name: bot_of(entries[name], copies_of(path)) for name in record.seating}
    except (LookupError, ValueError, MsgspecError) as problem:
        wrong_input(f"the bots of game {record.number} are not beside {path}, where its ladder was played: {problem}")
    return bots, {name: entry.hash for name, entry in entries.items()}
