"""What is printed on the pieces, for whoever draws the table."""

from __future__ import annotations

from msgspec import Struct

from arena.games.gangsta.chapters import LAST_SNITCH
from arena.games.gangsta.deck import CARDS, Heist, Options
from arena.games.gangsta.gang import SIZE
from arena.games.gangsta.words import SKILL_NAMES


class Printed(Struct, frozen=True):
    """The `heists` by name, also those that are performed; the names of the `skills` by letter; the size of a gang that
    ends each of the chapters, in `sizes`, and how many `snitches` end the last."""

    heists: dict[str, Heist]
    skills: dict[str, str]
    sizes: dict[int, int]
    snitches: int


def printed(options: Options) -> Printed:
    """The pieces of a table with these options: the same cards for all, but for three heists that may be added."""
    heists = {name: heist for name, heist in CARDS.heists.items() if options.extra_heists or name not in CARDS.extra}
    return Printed(heists, dict(SKILL_NAMES), SIZE, LAST_SNITCH)
