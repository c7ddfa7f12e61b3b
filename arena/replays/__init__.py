"""Tells a recorded game to an audience: step by step as data, or in words."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
