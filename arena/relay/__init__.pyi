from .address import Address
from .lending import lend
from .standing import stand_for
from .token import read_token

__all__ = ["Address", "lend", "read_token", "stand_for"]
