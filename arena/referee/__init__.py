"""Plays one game: rules and players make a record. It is played in `game_loop`, or as one of many in a `worker`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
