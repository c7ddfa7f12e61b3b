from .edition import Edition, edition_for, organisers_edition
from .page import watch_page

__all__ = ["Edition", "edition_for", "organisers_edition", "watch_page"]
