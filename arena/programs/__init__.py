"""From what is written of a bot to a program that can be started: its files, its build, what it may see."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
