"""The same contest on many machines: Dask carries the games, and nothing of a game changes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
