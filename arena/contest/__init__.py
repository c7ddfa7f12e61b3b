"""A configuration -> plan -> games side by side -> store, until they are all played or enough is known."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
