from .report import Review
from .reviewing import review_of
from .swings import Looking
from .tables import review_parts

__all__ = ["Looking", "Review", "review_of", "review_parts"]
