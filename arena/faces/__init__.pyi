from .edition import Edition, edition_for, organisers_edition
from .http import Answer, Find, Refused, Request, Route, Server
from .page import watch_page
from .person.browser import BrowserTable
from .person.sitting import PersonSeat, Table, choices_before, sit
from .person.terminal import Terminal
from .sse import Feed

__all__ = [
    "Answer",
    "BrowserTable",
    "Edition",
    "Feed",
    "Find",
    "PersonSeat",
    "Refused",
    "Request",
    "Route",
    "Server",
    "Table",
    "Terminal",
    "choices_before",
    "edition_for",
    "organisers_edition",
    "sit",
    "watch_page",
]
