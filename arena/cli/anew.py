"""`arena verify --replay`: one game played anew by its bots, which may be a stranger's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

import arena.contest
import arena.files
import arena.programs
import arena.sealing
import arena.store
import arena.strict_yaml
from arena.cli.errors import tell
from arena.cli.findings import Findings
from arena.cli.options import startable
from arena.errors import Trouble, WrongInput

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.programs import Bot
    from arena.referee import GameRecord
    from arena.sandbox import SandboxName
    from arena.sealing import Allowance, Bundle
    from arena.store import Facts, Store


def play_anew_with(
    store: Store,
    path: Path,
    bundle: Bundle | None,
    number: int,
    config: Path | None,
    sandbox: SandboxName | None,
    allowance: Allowance,
    found: Findings,
) -> None:
    """Tells whether it went as it is recorded. The bots are those of the user's `config`, else the bundle's own, which
    get no more than the `allowance`. Raises BundleError and StoreError."""
    record = store.record(number)
    if record is None:
        raise WrongInput(f"there is no game {number} here; there are {sum(store.count().values())} games")
    audit = arena.sealing.Audit(store.facts(), store.stages(), number + 1)
    with TemporaryDirectory(prefix="arena-replay-") as folder:
        if config is not None:
            contest, hashes = _at_hand(config, record, store.facts(), path)
            if store.facts().entries is not None and sandbox is None and contest.sandbox != "bwrap":
                sandbox = "bwrap"
                tell(f"{path} says how a ladder's bots are started, so they run in bwrap: --sandbox says otherwise")
        elif bundle is None or not bundle.has_bots:
            raise WrongInput(f"{path} was sealed without its bots: name the contest's file with --config")
        else:
            found.must_be_none(path)
            config = arena.sealing.unpack_bots(bundle, Path(folder, "bundle"))
            contest, hashes = _sealed(config, record, store.facts(), path)
            for text in (*audit.objections(record), *_other_files(record, contest, hashes)):
                found.add(f"game {number}: {text}")
            found.must_be_none(path)
            sandbox = sandbox or "bwrap"
            contest, less = arena.sealing.allowed(contest, allowance)
            for line in less:
                tell(f"not as it was: {line}")
        contest = replace(contest, sandbox=sandbox or contest.sandbox)
        db = Path(folder, "replay.db")
        with startable(contest, config, db, contest.bots) as programs:
            try:
                again = arena.sealing.play_anew(
                    arena.contest.prepare(contest, db, programs, hashes), record, audit.seeds(record)
                )
            except OSError as problem:
                raise Trouble(problem) from None
    for line in arena.sealing.conditions(record, again):
        tell(f"not as it was: {line}")
    difference = arena.sealing.first_difference(record, again)
    if difference is None:
        click.echo(f"game {number}, played anew: the same, byte for byte")
    else:
        found.add(f"game {number}, played anew, differs: {difference}")


def _at_hand(config: Path, record: GameRecord, facts: Facts, path: Path) -> tuple[Contest, dict[str, str]]:
    """The user's contest with no bots but those of the game, and their hashes as they are now."""
    contest = arena.contest.load_contest(config)
    if contest.game != record.game:
        raise WrongInput(f"{config} is a contest of {contest.game}: name that of this one, which is of {record.game}")
    if (contest.format == "ladder") != (facts.entries is not None):  # its bots are kept elsewhere than others
        other = "of a ladder" if facts.entries is not None else "not of a ladder"
        raise WrongInput(f"{config} is a {contest.format}: name the configuration of these games, which are {other}")
    places = [path]
    if arena.sealing.is_bundle(path):
        # As `arena seal` names it beside the contest's file, or as `arena run` names that.
        places = [path.with_name(path.name.removesuffix(".sealed.zip")), Path(config.stem), config.with_suffix("")]
    copies = dict.fromkeys(map(arena.store.copies_of, places))
    try:
        found = next(filter(Path.is_dir, copies), arena.store.copies_of(places[0]))
        apart = [*arena.store.own_files(config, places[0]), *arena.store.copies_beside(places[0])]
        return _cast(contest, record, facts, found, apart)
    except KeyError as missing:
        raise WrongInput(
            f"there is no bot {missing}, which played game {record.number}, in the configuration"
        ) from None
    except (ValueError, OSError) as problem:
        hint = ": put the bundle beside that file, as NAME.sealed.zip for NAME.db, or verify the file itself"
        raise WrongInput(
            f"the bots of game {record.number} are not beside the contest's file, where its ladder was played: "
            f"{problem} (looked for: {', '.join(map(str, copies))})" + (hint if arena.sealing.is_bundle(path) else "")
        ) from None


def _sealed(config: Path, record: GameRecord, facts: Facts, path: Path) -> tuple[Contest, dict[str, str]]:
    """The same from a bundle, where the configuration may be a stranger's. Raises BundleError."""
    try:
        return _cast(
            arena.contest.load_contest(config, config.parent),
            record,
            facts,
            config.parent / arena.sealing.BOTS,
            [config],
            config.parent,
        )
    except (arena.strict_yaml.ConfigErrors, KeyError, ValueError, OSError) as problem:
        raise arena.files.BundleError(f"{path}: its bots cannot be used: {problem}") from problem


def _cast(
    contest: Contest,
    record: GameRecord,
    facts: Facts,
    copies: Path,
    apart: Sequence[Path],
    within: Path | None = None,
) -> tuple[Contest, dict[str, str]]:
    """With no bots but those of the game; in a ladder a version of a bot plays from its copy in that folder. What is
    `apart` is no part of a bot. Raises KeyError, ValueError and OSError where one cannot be had, or names what is not
    in the folder `within`."""
    names = dict.fromkeys(record.seating)
    if contest.format == "ladder":
        entries = {entry.name: entry for entry in facts.entered}
        bots = {name: arena.programs.bot_of(entries[name], copies) for name in names}
        _stay(bots, within)
        return replace(contest, bots=bots), {name: arena.programs.hash_of(entries[name], copies) for name in names}
    bots = {name: contest.bots[name] for name in names}
    _stay(bots, within)
    hashes = arena.programs.hash_bots(
        bots, apart, contest.limits.build.disk_mb, arena.programs.beside_of(contest.bots, facts)
    )
    return replace(contest, bots=bots), hashes


def _stay(bots: Mapping[str, Bot], within: Path | None) -> None:
    """Before any of their files is read. Raises ValueError."""
    for name, bot in bots.items() if within is not None else ():
        assert within is not None
        for wrong in arena.files.words_that_lead_out(bot.folder, within, (*bot.command, *bot.build), bot.files):
            raise ValueError(f"bot {name}: {wrong}")


def _other_files(record: GameRecord, contest: Contest, hashes: Mapping[str, str]) -> Iterator[str]:
    for name, was in dict(zip(record.seating, record.hashes, strict=True)).items():
        if was != hashes[name]:
            bot = contest.bots[name]
            # In the hash are the machine's own, too, if its command names them by their whole paths.
            own = [
                word
                for word in arena.programs.files_of(bot)
                if word[0] == "/" and not Path(word).is_relative_to(bot.folder)
            ]
            here = "".join(f", or {word} on this machine," for word in own)
            yield f"the files of {name} in the bundle{here} are others: their hash was {was}, is {hashes[name]}"
