"""A bot that lives elsewhere: a relay stands for it in a contest, and another lends it from its author's machine."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
