"""What a person looks at and plays with: pages, the viewer of a game, the feed, a person's table.

Everything here is told by `arena.replays`; nothing here asks the rules what an audience may know. No worker loads it:
whoever watches costs a game nothing.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
