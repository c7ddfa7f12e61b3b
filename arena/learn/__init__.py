"""For those who train: games as PettingZoo environments, and what a seat is sent as arrays of numbers.

    environment = arena.learn.env("gunrunners", seats=3)

`env` needs the extra `learn` of the package (pettingzoo and gymnasium). A bot that plays with what was trained needs
numpy alone: it makes an `Encoder` of the `Layout` that the environment had.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
