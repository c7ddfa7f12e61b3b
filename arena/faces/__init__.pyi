from .edition import Edition, edition_for, organisers_edition
from .http import Answer, Find, Refused, Request, Route, Server
from .page import watch_page
from .serving import serve_site
from .site.game_pages import game_page
from .site.reading import Reading, read
from .site.site import Site
from .site.writing import write_site
from .sse import Feed

__all__ = [
    "Answer",
    "Edition",
    "Feed",
    "Find",
    "Reading",
    "Refused",
    "Request",
    "Route",
    "Server",
    "Site",
    "edition_for",
    "game_page",
    "organisers_edition",
    "read",
    "serve_site",
    "watch_page",
    "write_site",
]
