"""What a person looks at and plays with: pages, the viewer of a game, the feed, a person's table.

Everything here is told by `arena.replays`; nothing here asks the rules what an audience may know. No worker loads it:
whoever watches costs a game nothing.
"""

from arena.faces.edition import Edition, edition_for, organisers_edition
from arena.faces.watch_page import watch_page

__all__ = [
    "Edition",
    "edition_for",
    "organisers_edition",
    "watch_page",
]
