"""What to try before strangers come: rogues that break every rule, and one bot as a contest would try it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
