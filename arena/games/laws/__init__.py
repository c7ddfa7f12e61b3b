"""The laws that every game keeps, as functions for the tests of authors of games.

Each function holds the facts that the game states to `arena.games.Game`, plays random games, returns how many
positions it checked and raises `BrokenLaw` at the first breach, be it an exception of the rules; the message
says where, so that the same call finds it again. They are ordered by how early an author wants them:

    check_rules(GAME, seats=3, games=20)

`check_all` runs them with every number of seats and tells of each. `report_on` goes on after a breach, and gives the
smallest case of each and what random games came to: `arena laws` shows it. `law_tests` makes tests of pytest of all
laws. `check_survey` is for the long run before a release: all laws in one pass over very many games.

`options` are the game's own, its defaults when None. `seed` chooses the deals and the moves; nothing depends
on the clock. A check that passes has sampled the game, not proved it.
"""

from collections.abc import Callable
from typing import Final

from arena.games.interface import Game
from arena.games.laws.breach import Breach, BrokenLaw, Difference
from arena.games.laws.conduct import check_clone, check_determinism, check_illegal_moves, fingerprint
from arena.games.laws.coverage import Coverage, Seen
from arena.games.laws.in_pytest import law_tests
from arena.games.laws.play import LONGEST, Twin, check_facts
from arena.games.laws.report import LAWS, Broken, Report, Tried, report_on
from arena.games.laws.rules import check_rules
from arena.games.laws.secrecy import JOINT_MOVES, check_twins
from arena.games.laws.survey import check_survey
from arena.layout import counted

__all__ = [
    "JOINT_MOVES",
    "LAWS",
    "LONGEST",
    "Breach",
    "Broken",
    "BrokenLaw",
    "Coverage",
    "Difference",
    "Report",
    "Seen",
    "Tried",
    "Twin",
    "check_all",
    "check_clone",
    "check_determinism",
    "check_illegal_moves",
    "check_rules",
    "check_survey",
    "check_twins",
    "fingerprint",
    "law_tests",
    "report_on",
]


def check_all(game: Game, games: int, seed: int = 0, tell: Callable[[str], None] = print) -> int:
    """All laws, with every number of seats and the default options; `games` games each.

    It can take minutes, so each law that holds is told as it is done, a sentence each, and at last that all do.
    """
    check_facts("rules", game)
    checked = 0
    for seats in game.seats:
        for law, check in _LAWS.items():
            positions = check(game, seats, games, seed)
            checked += positions
            table, played = counted(seats, "seat"), counted(games, "game")
            tell(f"{game.name}, {table}: the law of {law} holds at {positions} positions of {played}.")
    tell(f"{game.name} keeps all laws, as far as {checked} positions can show it.")
    return checked


_LAWS: Final[dict[str, Callable[..., int]]] = {
    "rules": check_rules,
    "determinism": check_determinism,
    "clone": check_clone,
    "illegal moves": check_illegal_moves,
    "twins": check_twins,
}
"""All laws by name, in the order in which an author wants them."""
