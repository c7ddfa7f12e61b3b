"""The games that are being played, on a site that is served: the list of them, which keeps itself up to date."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from arena.faces.site.html import joined
from arena.faces.site.shell import Shell


class Listed(Struct, frozen=True):
    """A running game, as it is listed for those who choose which one to watch; as JSON, what is told of one that
    begins. `names` are those of its seats as tables show them.
    """

    number: int
    group: int
    names: tuple[str, ...]
    decisions: int


def live_index(shell: Shell, games: Sequence[Listed], after: str) -> bytes:
    """The list as it is after that event of the feed of all games."""
    rows = [(game, joined([Markup("<bdi>{}</bdi>").format(name) for name in game.names])) for game in games]
    return shell.render("live.html", "live.html", "Live", rows=rows, after=after)
