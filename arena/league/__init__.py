"""Bots that come and go: entries of a ladder, their versions, their copies and builds."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
