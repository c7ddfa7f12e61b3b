from .edition import Edition, edition_for, organisers_edition
from .page import watch_page
from .site.game_pages import game_page
from .site.reading import Reading, read
from .site.site import Site
from .site.writing import write_site

__all__ = [
    "Edition",
    "Reading",
    "Site",
    "edition_for",
    "game_page",
    "organisers_edition",
    "read",
    "watch_page",
    "write_site",
]
