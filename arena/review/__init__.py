"""A bot's games gone through for its author: where it lost points, and how to see it again."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
