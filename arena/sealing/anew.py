"""Plays one game anew with its bots, which may be a stranger's, and compares it with its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from arena.contest import Contest, load_contest, prepare, startable
from arena.errors import Trouble, WrongInput
from arena.files import BundleError, words_that_lead_out
from arena.programs import Bot, beside_of, bot_of, files_of, hash_bots, hash_of
from arena.referee import GameRecord
from arena.sandbox import SandboxName
from arena.sealing.allowance import Allowance, allowed
from arena.sealing.audit import Audit
from arena.sealing.bundle import BOTS, Bundle, is_bundle
from arena.sealing.rerun import conditions, first_difference, play_anew
from arena.sealing.unpacking import unpack_bots
from arena.store import Facts, Say, Store, copies_beside, copies_of, own_files
from arena.strict_yaml import ConfigErrors


def play_with_bots(
    store: Store,
    path: Path,
    bundle: Bundle | None,
    number: int,
    config: Path | None,
    sandbox: SandboxName | None,
    allowance: Allowance,
    wrong: Callable[[str], object],
    must_hold: Callable[[], object],
    say: Say,
) -> str | None:
    """Play a recorded game anew with its bots. Returns the first difference from its record, None if there is none.

    The bots are those of the user's `config`, else the bundle's own, which get no more than the `allowance`. `wrong` is
    told what of the game is not as the bundle says; `must_hold`, called before a bot of the bundle is started, raises
    BundleError if anything was found wrong; `say` is told what differs from when the game was played. Raises
    WrongInput, BundleError, StoreError and Trouble."""
    record = store.record(number)
    if record is None:
        raise WrongInput(f"there is no game {number} here; there are {sum(store.count().values())} games")
    audit = Audit(store.facts(), store.stages(), number + 1)
    with TemporaryDirectory(prefix="arena-replay-") as folder:
        if config is not None:
            contest, hashes = _at_hand(config, record, store.facts(), path)
            if store.facts().entries is not None and sandbox is None and contest.sandbox != "bwrap":
                sandbox = "bwrap"
                say(f"{path} says how a ladder's bots are started, so they run in bwrap: --sandbox says otherwise")
        elif bundle is None or not bundle.has_bots:
            raise WrongInput(f"{path} was sealed without its bots: name the contest's file with --config")
        else:
            must_hold()
            config = unpack_bots(bundle, Path(folder, "bundle"))
            contest, hashes = _sealed(config, record, store.facts(), path)
            for text in (*audit.objections(record), *_other_files(record, contest, hashes)):
                wrong(f"game {number}: {text}")
            must_hold()
            sandbox = sandbox or "bwrap"
            contest, less = allowed(contest, allowance)
            for line in less:
                say(f"not as it was: {line}")
        contest = replace(contest, sandbox=sandbox or contest.sandbox)
        db = Path(folder, "replay.db")
        with startable(contest, config, db, contest.bots, say) as programs:
            try:
                again = play_anew(prepare(contest, db, programs, hashes), record, audit.seeds(record))
            except OSError as problem:
                raise Trouble(problem) from None
    for line in conditions(record, again):
        say(f"not as it was: {line}")
    return first_difference(record, again)


def _at_hand(config: Path, record: GameRecord, facts: Facts, path: Path) -> tuple[Contest, dict[str, str]]:
    """The user's contest with no bots but those of the game, and their hashes as they are now."""
    contest = load_contest(config)
    if contest.game != record.game:
        raise WrongInput(f"{config} is a contest of {contest.game}: name that of this one, which is of {record.game}")
    if (contest.format == "ladder") != (facts.entries is not None):  # its bots are kept elsewhere than others
        other = "of a ladder" if facts.entries is not None else "not of a ladder"
        raise WrongInput(f"{config} is a {contest.format}: name the configuration of these games, which are {other}")
    places = [path]
    if is_bundle(path):
        # As `arena seal` names it beside the contest's file, or as `arena run` names that.
        places = [path.with_name(path.name.removesuffix(".sealed.zip")), Path(config.stem), config.with_suffix("")]
    copies = dict.fromkeys(map(copies_of, places))
    try:
        found = next(filter(Path.is_dir, copies), copies_of(places[0]))
        apart = [*own_files(config, places[0]), *copies_beside(places[0])]
        return _cast(contest, record, facts, found, apart)
    except KeyError as missing:
        raise WrongInput(
            f"there is no bot {missing}, which played game {record.number}, in the configuration"
        ) from None
    except (ValueError, OSError) as problem:
        hint = ": put the bundle beside that file, as NAME.sealed.zip for NAME.db, or verify the file itself"
        raise WrongInput(
            f"the bots of game {record.number} are not beside the contest's file, where its ladder was played: "
            f"{problem} (looked for: {', '.join(map(str, copies))})" + (hint if is_bundle(path) else "")
        ) from None


def _sealed(config: Path, record: GameRecord, facts: Facts, path: Path) -> tuple[Contest, dict[str, str]]:
    """The same as `_at_hand`, from a bundle, whose configuration may be a stranger's. Raises BundleError."""
    try:
        return _cast(
            load_contest(config, config.parent),
            record,
            facts,
            config.parent / BOTS,
            [config],
            config.parent,
        )
    except (ConfigErrors, KeyError, ValueError, OSError) as problem:
        raise BundleError(f"{path}: its bots cannot be used: {problem}") from problem


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
        bots = {name: bot_of(entries[name], copies) for name in names}
        _stay(bots, within)
        return replace(contest, bots=bots), {name: hash_of(entries[name], copies) for name in names}
    bots = {name: contest.bots[name] for name in names}
    _stay(bots, within)
    hashes = hash_bots(bots, apart, contest.limits.build.disk_mb, beside_of(contest.bots, facts))
    return replace(contest, bots=bots), hashes


def _stay(bots: Mapping[str, Bot], within: Path | None) -> None:
    """Before any of their files is read. Raises ValueError."""
    for name, bot in bots.items() if within is not None else ():
        assert within is not None
        for wrong in words_that_lead_out(bot.folder, within, (*bot.command, *bot.build), bot.files):
            raise ValueError(f"bot {name}: {wrong}")


def _other_files(record: GameRecord, contest: Contest, hashes: Mapping[str, str]) -> Iterator[str]:
    for name, was in dict(zip(record.seating, record.hashes, strict=True)).items():
        if was != hashes[name]:
            bot = contest.bots[name]
            # In the hash are the machine's own, too, if its command names them by their whole paths.
            own = [word for word in files_of(bot) if word[0] == "/" and not Path(word).is_relative_to(bot.folder)]
            here = "".join(f", or {word} on this machine," for word in own)
            yield f"the files of {name} in the bundle{here} are others: their hash was {was}, is {hashes[name]}"
