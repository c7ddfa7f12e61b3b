"""`arena verify`: does what a contest's file or a sealed bundle says hold?"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

import arena
from arena.cli.conditions import sandbox_option, startable
from arena.cli.errors import TROUBLE, tell, wrong_input
from arena.cli.formats import standings_of
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest, Store
    from arena.contest.audit import Audit
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

    def must_be_none(self, path: Path) -> None:
        """Before anything of a bundle is started. Raises BundleError."""
        from arena.contest.bundle import BundleError

        if self.wrong:
            raise BundleError(f"{path}: not all in it holds, so nothing of it is started")


@click.command(
    epilog="""\b
Examples:
  arena verify quickstart.db
  arena verify quickstart.sealed.zip
  arena verify quickstart.sealed.zip --replay 17 --config configs/quickstart.yaml
  arena verify with-bots.zip --replay 17
"""
)
@click.argument("path", metavar="DB|BUNDLE", type=click.Path(path_type=Path))
@click.option("--replay", type=click.IntRange(min=0), metavar="GAME", help="Play only this game anew, with its bots.")
@click.option("--config", type=click.Path(path_type=Path), help="Where the bots for --replay are, if not in a bundle.")
@sandbox_option
def verify(path: Path, replay: int | None, config: Path | None, sandbox: SandboxName | None) -> None:
    """Check all that a contest's file, or a sealed bundle of one, says.

    Every record is played again through the rules, and its deal, its seating and its bots' hashes have to be those of
    the contest. Of a bundle the chain of its records and its standings are checked, too. With --replay one game is
    played anew by its bots; deterministic ones do the same again, and of others the first decision that differs is
    told. A bundle with its bots needs no CONFIG; as they may be strangers', they run in bwrap unless --sandbox says
    otherwise. Exits with 1 when something does not hold.

    Prints a digest of all that must be equal in every run of the same contest between deterministic bots. Where that
    ended early, or a bot was benched, the games that were under way just then are in it, too.
    """
    from arena.contest import StoreError
    from arena.contest.bundle import BundleError, is_bundle

    if (replay is None) != (config is None) and not (config is None and is_bundle(path)):
        raise click.UsageError("--replay GAME and --config CONFIG go together: a game is played anew with its bots")
    found = _Findings()
    try:
        with _opened(path, found) as (store, bundle):
            if replay is not None:
                _play_anew(store, path, bundle, replay, config, sandbox, found)
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
        if not store.stages():
            return
        for text in odd_stages(store):
            found.add(text)
    except StoreError as problem:
        found.add(problem)
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
    from arena.contest.bundle import STANDINGS, BundleError
    from arena.standings import render

    before = found.wrong
    try:
        sealed = bundle.read(STANDINGS)
        now = render(standings_of(store), "json").encode()
    except BundleError as problem:
        found.add(problem)
    except Exception as problem:  # facts that somebody wrote by hand may be anything
        found.add(f"the standings cannot be computed: {problem!r}")
    else:
        if now != sealed:
            found.add("the standings, computed anew, are not those that were sealed, byte for byte")
            if arena.__version__ != (by := bundle.manifest.sealed_by.arena):
                click.echo(printable(f"they were computed by arena {by}, and now by {arena.__version__}"))
    found.conclude("standings", before)


def _play_anew(
    store: Store,
    path: Path,
    bundle: Bundle | None,
    number: int,
    config: Path | None,
    sandbox: SandboxName | None,
    found: _Findings,
) -> None:
    from msgspec.structs import replace

    from arena.contest import prepare
    from arena.contest.anew import conditions, first_difference, play_anew
    from arena.contest.audit import Audit
    from arena.contest.unpacking import unpack_bots

    record = store.record(number)
    if record is None:
        wrong_input(f"there is no game {number} here; there are {sum(store.count().values())} games")
    audit = Audit(store.facts(), store.stages(), number + 1)
    with TemporaryDirectory(prefix="arena-replay-") as folder:
        if config is not None:
            contest, hashes = _at_hand(config, record, store.facts(), path)
        elif bundle is None or not bundle.has_bots:
            wrong_input(f"{path} was sealed without its bots: name the contest's file with --config")
        else:
            found.must_be_none(path)
            config = unpack_bots(bundle, Path(folder, "bundle"))
            contest, hashes = _sealed(config, record, store.facts(), path)
            for text in (*audit.objections(record), *_other_files(record, contest, hashes)):
                found.add(f"game {number}: {text}")
            found.must_be_none(path)
            sandbox = sandbox or "bwrap"
        contest = replace(contest, sandbox=sandbox or contest.sandbox)
        db = Path(folder, "replay.db")
        setup = prepare(contest, db, startable(contest, config, db, contest.bots))
        try:
            again = play_anew(replace(setup, hashes=hashes), record, audit.seeds(record))
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


def _at_hand(config: Path, record: GameRecord, facts: dict[str, Any], path: Path) -> tuple[Contest, dict[str, str]]:
    """The user's contest with no bots but those of the game, and their hashes as they are now."""
    from arena.contest import ConfigErrors, load_contest
    from arena.contest.bundle import is_bundle
    from arena.contest.entries import FACT, copies_of

    try:
        contest = load_contest(config)
    except ConfigErrors as problem:
        wrong_input(problem)
    if contest.game != record.game:
        wrong_input(f"{config} is a contest of {contest.game}: name that of this one, which is of {record.game}")
    if (contest.format == "ladder") != (FACT in facts):  # its bots are kept elsewhere than others
        other = "of a ladder" if FACT in facts else "not of a ladder"
        wrong_input(f"{config} is a {contest.format}: name the configuration of these games, which are {other}")
    places = [path]
    if is_bundle(path):  # as `arena seal` names it beside the contest's file, or as `arena run` names that
        places = [path.with_name(path.name.removesuffix(".sealed.zip")), Path(config.stem), config.with_suffix("")]
    copies = dict.fromkeys(map(copies_of, places))
    try:
        return _cast(contest, record, facts, next(filter(Path.is_dir, copies), copies_of(places[0])))
    except KeyError as missing:
        wrong_input(f"there is no bot {missing}, which played game {record.number}, in the configuration")
    except (ValueError, OSError) as problem:
        hint = ": put the bundle beside that file, as NAME.sealed.zip for NAME.db, or verify the file itself"
        wrong_input(
            f"the bots of game {record.number} are not beside the contest's file, where its ladder was played: "
            f"{problem} (looked for: {', '.join(map(str, copies))})" + (hint if is_bundle(path) else "")
        )


def _sealed(config: Path, record: GameRecord, facts: dict[str, Any], path: Path) -> tuple[Contest, dict[str, str]]:
    """The same from a bundle, where the configuration may be a stranger's. Raises BundleError."""
    from arena.contest import ConfigErrors, load_contest
    from arena.contest.bundle import BOTS, BundleError

    try:
        contest, hashes = _cast(load_contest(config), record, facts, config.parent / BOTS)
    except (ConfigErrors, KeyError, ValueError, OSError) as problem:
        raise BundleError(f"{path}: its bots cannot be used: {problem}") from problem
    for name, bot in contest.bots.items():
        if not bot.folder.is_relative_to(config.parent / BOTS):
            raise BundleError(f"{path}: the dir of its bot {name} is not in the bundle: {bot.folder}")
    return contest, hashes


def _cast(contest: Contest, record: GameRecord, facts: dict[str, Any], copies: Path) -> tuple[Contest, dict[str, str]]:
    """With no bots but those of the game; in a ladder a version of a bot plays from its copy in that folder. Raises
    KeyError, ValueError and OSError where one cannot be had."""
    from msgspec.structs import replace

    from arena.contest import hash_files
    from arena.contest.entries import FACT, bot_of, from_fact
    from arena.contest.entry_files import hash_of

    names = dict.fromkeys(record.seating)
    if contest.format == "ladder":
        entries = {entry.name: entry for entry in from_fact(facts.get(FACT))[1]}
        bots = {name: bot_of(entries[name], copies) for name in names}
        return replace(contest, bots=bots), {name: hash_of(entries[name], copies) for name in names}
    bots = {name: contest.bots[name] for name in names}
    return replace(contest, bots=bots), {name: hash_files(bot) for name, bot in bots.items()}


def _other_files(record: GameRecord, contest: Contest, hashes: Mapping[str, str]) -> Iterator[str]:
    from arena.contest.bots import files_of

    for name, was in dict(zip(record.seating, record.hashes, strict=True)).items():
        if was != hashes[name]:
            bot = contest.bots[name]
            # In the hash are the machine's own, too, if its command names them by their whole paths.
            own = [word for word in files_of(bot) if word[0] == "/" and not Path(word).is_relative_to(bot.folder)]
            here = "".join(f", or {word} on this machine," for word in own)
            yield f"the files of {name} in the bundle{here} are others: their hash was {was}, is {hashes[name]}"
