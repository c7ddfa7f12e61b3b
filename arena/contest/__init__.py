"""A configuration becomes a plan, games that are played side by side, and a store, until all games are played or enough
is known.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
