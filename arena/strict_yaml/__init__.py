"""YAML in which every mistake is told with its line, and nothing is guessed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
