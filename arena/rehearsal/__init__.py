"""Before strangers come: rogues that sin in every way, and one bot tried as a contest would try it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
