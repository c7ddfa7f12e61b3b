from .encoder import Encoded, Encoder
from .layout import Layout, NoLayout, Seen
from .making import NeedsPettingZoo, env
from .survey import layout_of
from .worth import points

__all__ = [
    "Encoded",
    "Encoder",
    "Layout",
    "NeedsPettingZoo",
    "NoLayout",
    "Seen",
    "env",
    "layout_of",
    "points",
]
