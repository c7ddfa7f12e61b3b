"""What sits on a seat and decides: a function, a person, or a program with its dialogue and clocks (in
`process_player`).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
