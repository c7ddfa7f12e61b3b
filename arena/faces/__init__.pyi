from .apart import come_last
from .edition import Edition, edition_for, organisers_edition, published_edition
from .ended_by_signals import until_signal
from .http import Answer, Find, Refused, Request, Route, Server
from .page import watch_page
from .person.browser import BrowserTable
from .person.sitting import PersonSeat, Table, choices_before, sit
from .person.table import TableWords
from .person.terminal import Terminal
from .serving import serve_site
from .sheet import parts_page
from .site.game_pages import game_page
from .site.html import STYLE
from .site.reading import Reading, read
from .site.site import Site
from .site.writing import write_site
from .sse import Feed

__all__ = [
    "STYLE",
    "Answer",
    "BrowserTable",
    "Edition",
    "Feed",
    "Find",
    "PersonSeat",
    "Reading",
    "Refused",
    "Request",
    "Route",
    "Server",
    "Site",
    "Table",
    "TableWords",
    "Terminal",
    "choices_before",
    "come_last",
    "edition_for",
    "game_page",
    "organisers_edition",
    "parts_page",
    "published_edition",
    "read",
    "serve_site",
    "sit",
    "until_signal",
    "watch_page",
    "write_site",
]
