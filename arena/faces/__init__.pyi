from .edition import Edition, edition_for, organisers_edition
from .http import Answer, Find, Refused, Request, Route, Server
from .page import watch_page
from .sse import Feed

__all__ = [
    "Answer",
    "Edition",
    "Feed",
    "Find",
    "Refused",
    "Request",
    "Route",
    "Server",
    "edition_for",
    "organisers_edition",
    "watch_page",
]
