from .chapter import chapter
from .laws_page import laws_page
from .laws_text import report_lines, tried_line
from .new_package import new_package
from .playthrough import playthrough

__all__ = [
    "chapter",
    "laws_page",
    "new_package",
    "playthrough",
    "report_lines",
    "tried_line",
]
