"""What the author of a game works with: a package to begin with, the chapter for authors of bots, a game played through
in words, and the report of the laws.

Nothing here is needed to play: no contest loads it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
