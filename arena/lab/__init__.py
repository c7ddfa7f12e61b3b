"""A recorded game put before a bot once more: what does it do there, and where otherwise than it was recorded?"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
