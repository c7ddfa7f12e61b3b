"""Who meets whom: line-ups, seatings, formats, stages; pure functions of the master seed and of results."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
