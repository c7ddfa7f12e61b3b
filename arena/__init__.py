"""arena: a referee for bot battles."""

__version__ = "0.1.0"
