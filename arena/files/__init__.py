"""Files and folders that may be a stranger's: bounded before they are read, and what was looked at is what is used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
