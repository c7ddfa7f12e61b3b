"""What an author begins with: a folder in his language with a bot that plays, and the types of a game in it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
