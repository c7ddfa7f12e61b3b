"""The report as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arena.games.laws import Breach

from arena_openspiel.trying import TWINS, GameTried, Sight

_HOW: Final = """\
How secrecy was tried: for a seat a *twin* of each position was made, a state that this seat cannot tell from the true
one; then all that it is sent, and what the public sees, must be the same bytes. *By changes*: one piece of luck or one
hidden action was changed and the rest done again, and the seat's information state (its observation, in games without
one) was the same afterwards. *By resampling*: OpenSpiel's `ResampleFromInfostate` made it. What is in an information
state itself is taken as known: only a resampled twin can say otherwise, and then one of the two is wrong.
"""
_COLUMNS: Final = """\
`decisions` are the fewest, median and most of a game. Of the laws `rules`, `determinism`, `clone`, `illegal moves` and
`twins` those that broke are named, and `positions` counts those that were held to them. `no twin` says how often none
was found: of these nothing is known. Sights after the first were held to the law of twins alone.
"""


def page(openspiel: str, law_games: int, tried: Sequence[GameTried]) -> str:
    """All of it, in Markdown."""
    played = [one for one in tried if not one.refused]
    hidden = [one for one in played if one.hidden]
    leaks = [one for one in hidden if any(_broken(sight) for sight in one.sights if sight.twins == "changes")]
    least = min((one.games for one in played), default=0)
    whole = [one for one in played if not any(_broken(sight) for sight in one.sights)]
    lines = [
        f"# The games of OpenSpiel {openspiel} under arena's laws",
        "",
        "Written by `python -m arena_openspiel.report`; `report.json` beside it has all of it as data.",
        "",
        f"- {len(tried)} games are registered. {len(played)} were played, each {least} times or more to its end;",
        f"  {len(tried) - len(played)} were not, see [below](#not-played).",
        f"- {len(whole)} keep all laws in all that was tried: every law in at most {law_games} games with each number",
        "  of seats, fewer where they are long.",
        f"- {len(hidden)} hide something. In {len(leaks)} of them a law breaks with twins by changes;",
        "  [each with its smallest case](#what-broke).",
        f"- {sum(one.resamples for one in hidden)} of those that hide something can be resampled by OpenSpiel;",
        f"  {sum(one.imagines for one in hidden)} are small enough for `imagine` to find a world for each seat at each",
        "  position of three random games, from what a bot is shown.",
        "",
        _HOW,
        "## All games",
        "",
        _COLUMNS,
        "| game | seats | games | decisions | shown | twins | laws | positions | no twin |",
        "|---|---|---|---|---|---|---|---|---|",
        *[line for one in played for line in _rows(one)],
        "",
        "## What broke",
        "",
        *[line for one in played for line in _breaches(one)],
        "## Not played",
        "",
        "| game | why |",
        "|---|---|",
        *[f"| {one.name} | {_cell(one.refused)} |" for one in tried if one.refused],
        "",
    ]
    return "\n".join(lines)


def _broken(sight: Sight) -> list[str]:
    return list(dict.fromkeys(one.law for one in sight.tried if one.broken))


def _rows(one: GameTried) -> Iterator[str]:
    fewest, typical, most = one.decisions
    name = one.name + "".join(f" `{key}={value}`" for key, value in one.options.items())
    first = f"{name} | {', '.join(map(str, one.seats))} | {one.games} | {fewest}, {typical:g}, {most}"
    for sight in one.sights:
        broken = ", ".join(_broken(sight))
        positions = sum(tried.positions for tried in sight.tried)
        missing = sum(tried.unimagined for tried in sight.tried if tried.law == TWINS)
        shown = sight.sight if one.hidden else "all"
        twins = sight.twins if one.hidden else "other luck to come"
        laws = f"**{broken}**" if broken else "holds"
        yield f"| {first} | {shown} | {twins} | {laws} | {positions} | {missing} |"
        first = " | | | "


def _breaches(one: GameTried) -> Iterator[str]:
    for sight in one.sights:
        for breach, story in zip(sight.breaches, sight.stories, strict=True):
            times = sum(tried.broken for tried in sight.tried if tried.law == breach.law)
            games = sum(tried.games for tried in sight.tried if tried.law == breach.law)
            how = f", {sight.sight}, twins by {sight.twins}" if breach.law == TWINS else ""
            yield f"### {one.name}: {breach.law}{how}"
            yield ""
            yield f"In {times} of {games} games. The smallest case, {breach.seats} seats, decision {breach.decision}:"
            yield ""
            yield from (f"    {line}" for line in _told(breach))
            if story:
                moves = "; ".join(story) if len(story) <= 12 else "; ".join(["...", *story[-12:]])
                yield f"    after: {_line(moves)}"
            yield ""


def _told(breach: Breach) -> Iterator[str]:
    yield _line(breach.what)
    if (found := breach.difference) is not None:
        yield f"{found.kind} differs from byte {found.byte} ({found.sizes[0]} and {found.sizes[1]} bytes)"
        yield f"true ...{_line(found.expected)}"
        yield f"twin ...{_line(found.seen)}"


def _line(text: str) -> str:
    return " ".join(text.split())[:400]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
