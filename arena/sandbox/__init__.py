"""Programs started, jailed, measured, and removed with all that they started; they are started in `process`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
