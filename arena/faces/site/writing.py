"""A site written into a folder, once or as long as the contest runs: each file whole, what others lead to first.

Whoever writes it only reads the contest's file, in a process of its own. While a contest runs it is read again when
something has been written to it, and no more often than leaves most of a processor to others.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from arena.errors import WrongInput
from arena.faces.printing import unprinted
from arena.faces.site.reading import Reading, read
from arena.faces.site.shell import GROUPS
from arena.faces.site.site import FORMAT, Site
from arena.sealing import write_bundle
from arena.standings import render, standings_of
from arena.store import Store, whole_file

PAUSE = 2.0
"""The least seconds between two looks at the contest's file."""
SHARE = 4
"""The file is left alone for so many times as long as it took to write what was new."""

BUNDLE = "downloads/contest.sealed.zip"

_DRAFT = re.compile(r".*\.\d+\.new")
_GAME = re.compile(r"(0|[1-9]\d*)\.html")


class Folder:
    """The folder of a site. What is in it is known by what was written last, so that only what is new is written.

    Raises WrongInput for a folder with something else in it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, bytes] = {}
        self._signs: dict[str, object] = {}
        if path.exists() and (not path.is_dir() or (any(path.iterdir()) and not _is_site(path))):
            raise WrongInput(f"{path}: something else is there, which is not written over; give another folder with -o")
        for part in ("", "bots", "deals", "stages", "games", "downloads"):
            (path / part).mkdir(parents=True, exist_ok=True)
            for draft in (path / part).glob("*.new"):
                if _DRAFT.fullmatch(draft.name):  # of one that was killed
                    draft.unlink(missing_ok=True)

    def write(self, site: Site) -> int:
        """Bring the folder up to date. Returns how many files that took. Raises StoreError, and WrongInput or Trouble
        if a file cannot be written."""
        written = 0
        signs = dict(_signs(site))
        paths = list(site.paths())
        if not _is_site(self.path):  # so that one that is killed now can be gone on with
            self._put("status.json", msgspec.json.encode({"format": FORMAT, "games": 0, "bots": 0, "over": False}))
        for path in paths:
            sign = signs.get(path)
            if sign is not None and self._signs.get(path) == sign:
                continue
            content = site.page(path)
            if content is not None and self._put(path, content):
                written += 1
            self._signs[path] = sign
        self._forget(set(paths))
        return written

    def seal(self, reading: Reading) -> tuple[str, str]:
        """Write the sealed bundle of a contest that is over. Returns its path, and its seal."""
        # As `arena seal` has them: whoever verifies it computes the same anew.
        standings = render(standings_of(reading.store), "json").encode()
        with whole_file(self.path / BUNDLE, over=True) as file:
            return BUNDLE, write_bundle(file, reading.store, standings, {})

    def _put(self, path: str, content: bytes) -> bool:
        digest = sha256(content).digest()
        if path not in self._known:
            with suppress(OSError):
                self._known[path] = sha256((self.path / path).read_bytes()).digest()
        if self._known.get(path) == digest:
            return False
        with whole_file(self.path / path, over=True) as file:
            file.write(content)
        self._known[path] = digest
        return True

    def _forget(self, paths: set[str]) -> None:
        """Games that are no longer among those with a page: there may be any number of them in a long contest."""
        for page in (self.path / "games").iterdir():
            path = f"games/{page.name}"
            if _GAME.fullmatch(page.name) and path not in paths:
                page.unlink(missing_ok=True)
                self._known.pop(path, None)
                self._signs.pop(path, None)


def _is_site(path: Path) -> bool:
    try:
        said = msgspec.json.decode((path / "status.json").read_bytes())
    except (OSError, msgspec.DecodeError):
        return False
    return isinstance(said, dict) and said.get("format") == FORMAT


def _signs(site: Site) -> Iterator[tuple[str, object]]:
    """Of the pages that are dear to make and seldom change: what is equal as long as the page is. A game changes when
    it may be shown whole; a page of deal groups when a game of them is new, may be shown whole, or has a page or no
    longer one, and when there is another page before or after."""
    reading, watched = site.reading, frozenset(site.watched.all)
    pages: dict[int, list[list[int]]] = {}
    for table in reading.ledger.tables:
        for number, group in zip(table.number.tolist(), table.group.tolist(), strict=True):
            whole = reading.released.whole(number)
            there, shown, linked = pages.setdefault(group // GROUPS, [[0], [0], []])
            there[0] += 1
            shown[0] += whole
            if number in watched:
                linked.append(number)
                yield f"games/{number}.html", whole
    ordered = sorted(pages)
    for before, page, after in zip([None, *ordered], ordered, [*ordered[1:], None], strict=False):
        yield f"deals/{page}.html", (pages[page], before, after)


def write_site(store: Store, path: Path, newest: int, follow: bool, sealed: bool, say: Callable[[str], object]) -> None:
    """Write the site of a contest's file into a folder; if `sealed`, with its bundle once the contest is over. With
    `follow`, keep it up to date until then, as far as the file says. `say` is told what was done. Raises StoreError,
    UnknownGame or GameCannotLoad, WrongInput and Trouble."""
    folder = Folder(path)
    with unprinted():
        _write(store, folder, newest, follow, sealed, say)


def _write(store: Store, folder: Folder, newest: int, follow: bool, sealed: bool, say: Callable[[str], object]) -> None:
    store.changed()
    while True:
        began = time.monotonic()
        reading = read(store)
        bundle = folder.seal(reading) if sealed and reading.over else ("", "")
        written = folder.write(Site(reading, newest, bundle=bundle))
        took = time.monotonic() - began
        say(f"{folder.path}: {reading.games:,} games, {written:,} files written")
        if not follow or reading.over:
            return
        time.sleep(max(PAUSE, SHARE * took))
        while not store.changed():
            time.sleep(PAUSE)
