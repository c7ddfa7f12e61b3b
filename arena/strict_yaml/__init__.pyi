from .reader import WRONG, ConfigErrors, Reader
from .yaml_tree import ConfigError, Place

__all__ = ["WRONG", "ConfigError", "ConfigErrors", "Place", "Reader"]
