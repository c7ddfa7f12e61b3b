"""The sealed bundle: a whole contest in one file that shows whether anybody changed it.

It is a zip file that any tool opens, with these members:

    records.jsonl     every game by number, chained (see `arena.sealing.chain`): `seeds`, what each seat was given for
                      its own random choices, and `record`, as in the contest's file
    plan.jsonl        the stages of a format that looks at results, one a line; bots are numbers, their places in
                      `facts.bots`. Of a format with one stage the facts say everything
    standings.json    as they were when it was sealed
    contest.yaml, bots/    if asked for: the bots' files and links, and a configuration that plays it again with them.
                      Which files are programs is in the mode that a zip file has for Unix
    manifest.json     `Manifest`: the contest's facts, the end of the chain, the hashes of all other members

The SHA-256 of the manifest is the bundle's *seal*. It stands for every byte that means anything, so whoever has
published the seal has promised all of it. The bundle has no date: the same contest gives the same bytes.
"""

from __future__ import annotations

import io
import os
import platform
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias
from zipfile import ZipFile

import msgspec
from msgspec import Raw, Struct

import arena
from arena.files import (
    FILE,
    LEAST_MIB,
    LINK,
    MIB,
    PIECE,
    PROGRAM,
    Archive,
    member_info,
    open_regular,
    read_head,
    stated,
)
from arena.files import BundleError as BundleError
from arena.pairing import Stage
from arena.protocol import printable_json
from arena.referee import GameRecord, decode_record, encode_record
from arena.sealing.audit import Audit
from arena.sealing.chain import START, chained, followed
from arena.store import Store, StoreError, beside, read_facts

KIND = "arena sealed bundle"
VERSION = 2

MANIFEST, RECORDS, PLAN, STANDINGS = "manifest.json", "records.jsonl", "plan.jsonl", "standings.json"
CONFIG, BOTS = "contest.yaml", "bots/"

MOST_BYTES = 1 << 25
"""The most bytes of a member that is read whole: a bundle may be made to fill the memory of whoever looks at it."""
MOST_LINE = 1 << 24
"""The most bytes of a record or a stage."""
GROWTH = 2
"""How many times as large as the unpacked bundle a contest's file may be that is restored from it; 1.2 times was
seen."""

_TOGETHER, _TOGETHER_BYTES = 1000, 1 << 24  # games that are restored in one transaction, and bytes
_SPARE = 10_000
"""How many more stages than games are restored: some games may be lost, and the manifest may count any number."""


class Symlink(NamedTuple):
    """A symbolic link, and where it leads."""

    target: str


Content: TypeAlias = Path | bytes | Symlink
"""The content of a member: that of a file, these bytes, or a link, which only bots have."""


class Sum(Struct, forbid_unknown_fields=True):
    """Sums over all games: how many ended with each status, and their decisions with the time that bots took for them,
    in whole microseconds."""

    finished: int = 0
    void: int = 0
    error: int = 0
    decisions: int = 0
    decision_us: int = 0

    @property
    def games(self) -> int:
        return self.finished + self.void + self.error

    def add(self, record: GameRecord) -> None:
        """Add one game."""
        setattr(self, record.status, getattr(self, record.status) + 1)
        self.decisions += len(record.decisions)
        self.decision_us += sum(round(1000 * ms) for ms in record.measured.ms if ms is not None)


class SealedBy(Struct, frozen=True, forbid_unknown_fields=True):
    """The tools that sealed the bundle. Which arena played a game is in that game's record."""

    arena: str
    python: str
    platform: str


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in a bundle. `facts` are those of the contest's file: its configuration with the hashes and commands of
    its bots, its master seed, and what else was kept; `chain` is the hash of the last record's line; `members` has the
    SHA-256 of every other member but the records, with "link " before it where that is a link, and "program " where it
    is a file that may be executed."""

    kind: str
    version: int
    sealed_by: SealedBy
    facts: dict[str, Raw]
    games: Sum
    chain: str
    members: dict[str, str]


class _Line(Struct):
    seeds: tuple[int, ...]
    record: Raw


_decode_line = msgspec.json.Decoder(_Line).decode
_decode_stage = msgspec.json.Decoder(Stage).decode


def is_bundle(path: Path) -> bool:
    """Whether the file looks like a bundle, whole or not."""
    try:
        return read_head(path, 2) == b"PK"
    except (OSError, ValueError):
        return False


def record_line(record: GameRecord) -> bytes:
    """A record as one line of JSON without its end, safe to look at whatever strangers wrote in it."""
    return printable_json(encode_record(record).decode()).encode()


def write_bundle(file: IO[bytes], store: Store, standings: bytes, more: Mapping[str, Content]) -> str:
    """Seal the contest of a store to which nobody writes. Returns the seal. `more` are further members, by name; those
    whose names end in "/" are folders. Raises StoreError, and OSError."""
    stages, numbers = store.stages(), store.numbers()
    audit = Audit(store.facts(), stages, 1)
    games, end, members = Sum(), START, dict[str, str]()

    def fields() -> Iterator[bytes]:
        for record in store.records():
            games.add(record)
            yield b'"seeds":' + msgspec.json.encode(audit.seeds(record)) + b',"record":' + record_line(record)

    with ZipFile(file, "w") as bundle:
        with bundle.open(member_info(RECORDS), "w", force_zip64=True) as opened:
            for link in chained(fields()):
                opened.write(link.value + b"\n")
                end = link.hash
        if games.games != len(numbers):
            raise StoreError(f"{store.path}: it has {len(numbers)} games and records of {games.games}: verify it first")
        plan = b"".join(printable_json(stage.decode()).encode() + b"\n" for stage in stages)
        for name, content in {PLAN: plan, STANDINGS: standings, **more}.items():
            members[name] = _add(bundle, name, content)
        manifest = Manifest(
            kind=KIND,
            version=VERSION,
            sealed_by=SealedBy(arena.__version__, platform.python_version(), platform.platform()),
            facts=store.written_facts(),
            games=games,
            chain=end,
            members=members,
        )
        text = printable_json(msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode()).encode() + b"\n"
        return _add(bundle, MANIFEST, text)


def _add(bundle: ZipFile, name: str, content: Content) -> str:
    """One more member; returns what the manifest says of it. Raises BundleError for a file that cannot be read."""
    mode = FILE
    try:
        if isinstance(content, Symlink):
            mode, content = LINK, os.fsencode(content.target)
        elif isinstance(content, Path) and content.stat().st_mode & 0o111:
            mode = PROGRAM
        source = io.BytesIO(content) if isinstance(content, bytes) else os.fdopen(open_regular(content), "rb")
    except OSError as problem:
        raise BundleError(f"{name} cannot be read: {problem}") from problem
    info, total = member_info(name, mode), sha256()
    with source, bundle.open(info, "w", force_zip64=True) as member:
        while piece := source.read(PIECE):
            total.update(piece)
            member.write(piece)
    return stated(info, total.hexdigest())


class Bundle(Archive):
    """An open bundle."""

    def __init__(self, path: Path, file: ZipFile, unpacked: int) -> None:
        super().__init__(path, file, unpacked)
        text = self.read(MANIFEST)
        self.seal = sha256(text).hexdigest()
        try:
            self.manifest = msgspec.json.decode(text, type=Manifest)
        except msgspec.MsgspecError as problem:
            raise BundleError(f"{path}: its manifest cannot be read: {problem}") from problem
        if (self.manifest.kind, self.manifest.version) != (KIND, VERSION):
            raise BundleError(f"{path}: written by another version of arena: use that version to verify it")

    @property
    def has_bots(self) -> bool:
        """Whether the bundle was sealed with its bots."""
        return CONFIG in self.manifest.members

    def read(self, name: str) -> bytes:
        """The whole content of a member. Raises BundleError if it is damaged or too large for that."""
        return self.whole(name, MOST_BYTES)

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a member, with their ends; one that is too long is cut in two. Raises BundleError."""
        with self.opened(name) as member:
            reader = io.BufferedReader(member, PIECE)  # type: ignore[type-var]
            while line := reader.readline(MOST_LINE):
                yield line

    def stages(self, games: int) -> Iterator[bytes]:
        """The stages in the plan of a contest with so many games. Raises BundleError, also for more stages than it can
        have: each has a game, and all games of one are over before the next is made."""
        number, room = 0, MOST_BYTES
        for line in self.lines(PLAN):
            number, room = number + 1, room - len(line)
            if room < 0 or number > games + 1:
                limit = f"{MOST_BYTES} bytes" if room < 0 else f"{games + 1} stages, one for each game and the next"
                raise BundleError(f"{self.path}: {PLAN} has more than {limit}")
            try:
                stage = _decode_stage(line)
            except msgspec.MsgspecError as problem:
                raise BundleError(f"{self.path}: line {number} of {PLAN} is no stage: {problem}") from None
            if not stage.line_ups or stage.deals < 1:
                raise BundleError(f"{self.path}: line {number} of {PLAN} is a stage without a game")
            yield line.removesuffix(b"\n")

    def damage(self) -> Iterator[str]:
        """Which members, apart from the records, are not what the manifest says, or not what they should be."""
        names, said = self._file.namelist(), self.manifest.members
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            yield f"{name} is there more than once"
        for name in sorted({*names} - {MANIFEST, RECORDS, *said}):
            yield f"{name} is not in the manifest"
        for name, own in said.items():
            total = sha256()
            try:
                for piece in self.pieces(name, links=name.startswith(BOTS)):
                    total.update(piece)
            except BundleError as problem:
                if name != PLAN:  # of which it is told below
                    yield str(problem)
            else:
                if stated(self._file.getinfo(name), total.hexdigest()) != own:
                    yield f"{name} was changed: it is not what the manifest says"
        try:
            for _ in self.stages(self.manifest.games.games):
                pass
        except BundleError as problem:
            yield str(problem)

    def restore(self, path: Path, wrong: Callable[[str], object]) -> None:
        """Make a contest's file of all that can be read. `wrong` is told what does not hold, the first game first, and
        of the records alone: `damage` says what is wrong with the plan. Raises StoreError if the file cannot be made,
        and BundleError if it would not fit on the disk or grows past all that honest records need."""
        facts, most = self._facts(), GROWTH * self.unpacked + LEAST_MIB * MIB
        if (free := shutil.disk_usage(path.parent).free) < GROWTH * self.unpacked:
            raise BundleError(
                f"{self.path}: to look at it takes up to {GROWTH * self.unpacked / MIB:.0f} MiB in {path.parent}, "
                f"where {free / MIB:.0f} are free: make room there, or set TMPDIR to a folder that has more"
            )
        try:
            audit = Audit(read_facts(facts), (), 1)
        except StoreError:
            audit = None  # whoever looks at the restored file hears why
        games = Sum()
        with Store.restored(path, facts) as store:
            batch, size = list[GameRecord](), 0
            for line in self._records(wrong):
                if audit is not None and line.seeds != audit.seeds(line.record):
                    wrong(f"game {line.record.number}: the seeds of its bots are not those of the master seed")
                games.add(line.record)
                batch.append(line.record)
                size += line.size
                if len(batch) == _TOGETHER or size >= _TOGETHER_BYTES:
                    _restore(store, batch, wrong)
                    batch, size = [], 0
                    if sum(file.stat().st_size for file in (path, *beside(path)) if file.exists()) > most:
                        raise BundleError(
                            f"{self.path}: restored, its games take more than {most / MIB:.0f} MiB, though the whole "
                            f"bundle has {self.unpacked / MIB:.0f} unpacked: no contest is like that"
                        )
            _restore(store, batch, wrong)
            with suppress(BundleError):  # which `damage` has told
                store.add_stage(*islice(self.stages(self.manifest.games.games), games.games + _SPARE))
        if games != self.manifest.games:
            wrong(f"the manifest counts {_counted(self.manifest.games)}; the records have {_counted(games)}")

    def _facts(self) -> dict[str, Raw]:
        """The facts of the manifest, each written as a contest's file has it."""
        try:
            plain = {name: msgspec.json.decode(value) for name, value in self.manifest.facts.items()}
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise BundleError(f"{self.path}: the facts in its manifest cannot be read: {problem}") from problem
        return {name: Raw(msgspec.json.encode(value)) for name, value in plain.items()}

    def _records(self, wrong: Callable[[str], object]) -> Iterator[_Entry]:
        last, number, end, lines = "no game", -1, START, 0
        try:
            for link in followed(self._lines()):
                lines += 1
                try:
                    line = _decode_line(link.value)
                    entry = _Entry(line.seeds, decode_record(bytes(line.record)), len(line.record))
                except msgspec.MsgspecError as problem:
                    wrong(f"after {last}: line {lines} of {RECORDS} is no game: {problem}")
                    continue
                here = f"game {entry.record.number}"
                if not link.holds:
                    wrong(
                        f"{here}: the chain breaks here, after {last}: this line was changed, or one before it was "
                        "changed, added, taken away or moved"
                    )
                if entry.record.number <= number:
                    wrong(f"{here}: it stands after {last}")
                last, number, end = here, entry.record.number, link.hash
                yield entry
        except BundleError as problem:
            wrong(f"after {last}: {problem}")
        if end != self.manifest.chain:
            wrong(f"the chain ends with {last}, and not as the manifest says: the last games were changed or are gone")

    def _lines(self) -> Iterator[bytes]:
        for number, line in enumerate(self.lines(RECORDS)):
            if number >= self.manifest.games.games:
                raise BundleError(f"{self.path}: {RECORDS} goes on after as many games as the manifest counts")
            yield line


class _Entry(Struct):
    seeds: tuple[int, ...]
    record: GameRecord
    size: int


def _restore(store: Store, records: Iterable[GameRecord], wrong: Callable[[str], object]) -> None:
    lines = [encode_record(record) for record in records]
    try:
        store.add(lines)
    except StoreError:
        for line in lines:  # all that can be had, and which cannot
            try:
                store.add([line])
            except StoreError as problem:
                wrong(f"game {decode_record(line).number}: it does not fit the games before: {problem.__cause__}")


def _counted(games: Sum) -> str:
    return ", ".join(f"{value} {name}" for name, value in msgspec.structs.asdict(games).items())
