"""All laws over one game as a report: what was tried, what broke and its smallest case, what random games came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Raw, Struct

from arena.games.facts import facts_wrong
from arena.games.interface import Game
from arena.games.laws.breach import Breach, BrokenLaw
from arena.games.laws.conduct import clone_kept, determinism_kept, illegal_moves_refused
from arena.games.laws.coverage import Coverage, Watching
from arena.games.laws.play import Play, Twin, encode
from arena.games.laws.rules import rules_kept
from arena.games.laws.secrecy import twins_alike
from arena.games.words import plain

LAWS: Final[dict[str, Callable[[Play], int]]] = {
    "rules": rules_kept,
    "determinism": determinism_kept,
    "clone": clone_kept,
    "illegal moves": illegal_moves_refused,
    "twins": twins_alike,
}
"""Each law, in one random game: how many positions it checked there, or BrokenLaw. In the order in which an author
wants them."""


class Tried(Struct, frozen=True):
    """One law with one number of seats: the games, the positions of those that kept it, how many broke it, and how
    often in all of them no world could be imagined."""

    law: str
    seats: int
    games: int
    positions: int
    broken: int
    unimagined: int


class Broken(Struct, frozen=True):
    """The smallest breach of a law that was found, and how the table stood there."""

    breach: Breach
    games: int
    """How many games broke this law, with any number of seats."""
    story: tuple[str, ...]
    """The moves that led there, a sentence each, as `seat 1: bid 4`."""
    public: Raw
    """What the public sees there; null where it cannot be shown."""


class Report(Struct, frozen=True):
    """What the laws found in a game; it keeps them as far as that was tried where `holds`."""

    game: str
    title: str
    version: int
    options: Raw
    facts: tuple[str, ...]
    """In what the game is not as `arena.games.Game` promises; where there is anything, nothing was played."""
    tried: tuple[Tried, ...]
    broken: tuple[Broken, ...]
    coverage: Coverage | None
    """None where no game could be played, or nobody wanted to know."""

    @property
    def holds(self) -> bool:
        """Whether nothing broke."""
        return not self.facts and not self.broken


def report_on(
    game: object,
    games: int,
    seed: int = 0,
    options: Any = None,
    tell: Callable[[Tried], None] = lambda tried: None,
    seats: Sequence[int] | None = None,
    twin: Twin | None = None,
    laws: Sequence[str] = tuple(LAWS),
    share: float = 1,
    watch: bool = True,
) -> Report:
    """Tries every law with every number of seats in `games` games each, and goes on after a breach.

    `seats` are the numbers of seats to try, all that the rules allow when None: options may fit some alone. `twin`
    makes the twins where the game's `imagine` cannot. `laws` are those of `LAWS` to try. Secrecy is tried at a
    `share` of the positions, so that few of each of many games can be. `watch` plays as many games again to see what
    they come to.

    `options` are the game's own, its defaults when None. `tell` hears of each law with each number of seats as it is
    done. `game` may be anything that a package offers as one.
    """
    wrong = facts_wrong(game)
    if wrong or not isinstance(game, Game):
        name = game.name if isinstance(game, Game) else getattr(game, "__name__", type(game).__name__)
        return Report(str(name), str(name), 0, Raw(b"null"), tuple(wrong), (), (), None)
    chosen = game.options_type() if options is None else options
    tried: list[Tried] = []
    found: dict[str, list[Breach]] = {}
    numbers = game.seats if seats is None else seats
    for number in numbers:
        for law in laws:
            one, breaches = _try_law(law, game, number, games, seed, chosen, twin, share)
            tried.append(one)
            found.setdefault(law, []).extend(breaches)
            tell(one)
    broken = [_smallest(game, breaches, chosen) for breaches in found.values() if breaches]
    coverage = _watch(game, numbers, games, seed, chosen) if watch else None
    return Report(game.name, game.title, game.version, Raw(encode(chosen)), (), tuple(tried), tuple(broken), coverage)


def _try_law(
    law: str, game: Game, seats: int, games: int, seed: int, options: Any, twin: Twin | None, share: float
) -> tuple[Tried, list[Breach]]:
    positions, unimagined, breaches = 0, 0, list[Breach]()
    for number in range(games):
        try:
            play = Play(law, game, seats, f"laws/{seed}/{seats}/{number}", options, twin, share)
            try:
                positions += LAWS[law](play)
            finally:
                unimagined += play.unimagined
        except BrokenLaw as problem:
            if problem.breach is None:
                raise
            breaches.append(problem.breach)
    return Tried(law, seats, games, positions, len(breaches), unimagined), breaches


def _smallest(game: Game, breaches: list[Breach], options: Any) -> Broken:
    """The one with the fewest seats, of these with the fewest decisions before it; and what led to it, as far as the
    rules can still say that."""
    smallest = min(breaches, key=lambda breach: breach.size)
    story, public = list[str](), b"null"
    with suppress(Exception):  # these rules are broken somewhere
        play = Play(smallest.law, game, smallest.seats, smallest.deal, options)
        public = encode(play.state.public())
        for moves in smallest.moves:
            told = [
                f"seat {seat}: {plain(game.tell_move(play.state.view(seat), moves[seat]))}" for seat in sorted(moves)
            ]
            play.step(moves)
            story.append("; ".join(told))
            public = encode(play.state.public())
    return Broken(smallest, len(breaches), tuple(story), Raw(public))


def _watch(game: Game, numbers: Sequence[int], games: int, seed: int, options: Any) -> Coverage | None:
    """What as many games again came to, those with a breach up to it."""
    try:
        watching = Watching(game)
    except Exception:  # types that no message can be made of, which the law of rules tells of
        return None
    for seats in numbers:
        for number in range(games):
            with suppress(Exception):
                play = Play("coverage", game, seats, f"laws/{seed}/{seats}/{number}", options)
                while play.running():
                    watching.position(play.state, seats)
                    play.step(play.choose(play.state))
                watching.position(play.state, seats)
                watching.end(play.decision, play.state.outcome())
    return watching.coverage()
