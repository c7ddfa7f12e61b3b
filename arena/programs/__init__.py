"""Makes a program that can be started from what is written of a bot: its files, its build, what it may see."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
