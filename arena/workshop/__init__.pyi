from .authors_chapter import chapter
from .golden import playthrough
from .laws_html import laws_page
from .laws_text import report_lines, tried_line
from .scaffold import new_package

__all__ = [
    "chapter",
    "laws_page",
    "new_package",
    "playthrough",
    "report_lines",
    "tried_line",
]
