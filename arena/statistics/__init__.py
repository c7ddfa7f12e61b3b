"""The mathematics of results: who is stronger, by how much, and how sure that is. Pure numbers in, pure numbers out."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
