"""The report of the laws as one HTML file: no script, and nothing that is not in it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from arena.games.laws import Report
from arena.protocol import printable


def laws_page(report: Report) -> str:
    """The whole page. What rules said stands in it as text."""
    laws = list(dict.fromkeys(tried.law for tried in report.tried))
    seats = sorted({tried.seats for tried in report.tried})
    return _template().render(
        report=report,
        laws=laws,
        seats=seats,
        tried={(tried.law, tried.seats): tried for tried in report.tried},
        options=bytes(report.options).decode(),
        positions=sum(tried.positions for tried in report.tried),
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["shown"] = lambda text: "\n".join(map(printable, str(text).splitlines()))
    environment.filters["json"] = lambda raw: bytes(raw).decode()
    return environment.from_string(files("arena.workshop").joinpath("laws_page.html").read_text("utf-8"))
