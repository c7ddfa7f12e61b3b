"""The report of the laws as one HTML file: no script, and nothing that is not in it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from arena.games import laws
from arena.protocol import printable
from arena.workshop.laws_text import same_cause


def laws_page(report: laws.Report) -> str:
    """The whole page. What rules said stands in it as text."""
    names = list(dict.fromkeys(tried.law for tried in report.tried))
    seats = sorted({tried.seats for tried in report.tried})
    return _template().render(
        report=report,
        laws=names,
        seats=seats,
        same_cause={broken.breach.law: same_cause(report, broken) for broken in report.broken},
        tried={(tried.law, tried.seats): tried for tried in report.tried},
        options=bytes(report.options).decode(),
        positions=sum(tried.positions for tried in report.tried),
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["shown"] = lambda text: "\n".join(map(printable, str(text).splitlines()))
    environment.filters["json"] = lambda raw: bytes(raw).decode()
    return environment.from_string(files("arena.workshop").joinpath("laws_template.html").read_text("utf-8"))
