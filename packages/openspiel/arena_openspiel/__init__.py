"""The games of OpenSpiel as games of arena: `openspiel.chess`, `openspiel.leduc_poker`, and a hundred more."""

from arena_openspiel.family import FAMILY

__all__ = ["FAMILY"]

__version__ = "0.1.0"
