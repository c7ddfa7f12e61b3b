from .edition import Edition, edition_for, organisers_edition
from .page import watch_page
from .person.sitting import PersonSeat, Table, choices_before, sit
from .person.terminal import Terminal

__all__ = [
    "Edition",
    "PersonSeat",
    "Table",
    "Terminal",
    "choices_before",
    "edition_for",
    "organisers_edition",
    "sit",
    "watch_page",
]
