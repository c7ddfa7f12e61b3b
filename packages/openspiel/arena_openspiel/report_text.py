"""The report as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Final

from arena.games.laws import Breach

from arena_openspiel.found import Found, GameTried, Sight, Worlds
from arena_openspiel.trying import TWINS

_HOW: Final = """\
How secrecy was tried: for a seat a *twin* of each position was made, a state that this seat cannot tell from the true
one; then all that it is sent, and what the public sees, must be the same bytes. *By changes*: one piece of luck or one
hidden action was changed and the rest done again, and the seat's information state (its observation, in games without
one) was the same afterwards. *By resampling*: OpenSpiel's `ResampleFromInfostate` made it. What is in an information
state itself is taken as known: only a resampled twin can say otherwise, and then one of the two is wrong.
"""
_COLUMNS: Final = """\
`plays` are random games to their end, `decisions` the fewest, median and most of one. Of the laws `rules`,
`determinism`, `clone`, `illegal moves` and `twins` those that broke are named; `law games` were played under each of
them, and `positions` counts those that were held to them. `no twin` says how often none was found: of these nothing is
known. Sights after the first were held to the law of twins alone. Seconds are by the clock. A star is a trial that was
cut short, see [below](#cut-short).
"""


_ASKED: Final = {
    "information state": "information_state_string",
    "observation": "observation_string",
    "struct": "to_observation_struct",
    "all": "str(state)",
}


def page(found: Found) -> str:
    """All of it, in Markdown."""
    tried = found.tried
    played = [one for one in tried if not one.refused]
    enough = sum(one.games >= one.wanted for one in played)
    least = min((one.games for one in played), default=0)
    hidden = [one for one in played if one.hidden]
    leaks = [one.name for one in hidden if any(TWINS in s.broken for s in one.sights if s.twins == "changes")]
    cut = [one for one in played if one.cut]
    wanted = max((one.wanted for one in played), default=0)
    broken = [one.name for one in played if not one.holds]
    kept = len(played) - len(broken)
    judged = [_law_games(one.sights[0]) for one in played if one.sights]
    typical = median(judged or [0])
    lines = [
        f"# The games of OpenSpiel {found.openspiel} under arena's laws",
        "",
        "Written by `python -m arena_openspiel.report`; `report.json` beside it has all of it as data.",
        "",
        "| | games |",
        "|---|---|",
        f"| registered in OpenSpiel | {len(tried)} |",
        f"| [not played](#not-played), each with why | {len(tried) - len(played)} |",
        f"| load and were played | {len(played)} |",
        f"| ... to the end as often as was wanted, {wanted:,} times | {enough} |",
        f"| ... as often as the time allowed, {least:,} times at the least | {len(played) - enough} |",
        f"| keep all laws, in {min(judged, default=0)} games of each and more, mostly {typical:g} | {kept} |",
        f"| [break a law](#what-broke) | {len(broken)}: {', '.join(broken)} |",
        f"| hide something | {len(hidden)} |",
        f"| ... and tell a secret in one of their sights | {len(leaks)}: {', '.join(leaks)} |",
        f"| ... can be resampled by OpenSpiel | {sum(one.resamples for one in hidden)} |",
        f"| ... are small enough for `imagine`, from what a bot is shown | {sum(one.imagines for one in hidden)} |",
        "",
        _HOW,
        "## What broke",
        "",
        *[line for one in played for line in _breaches(one)],
        "## All games",
        "",
        _COLUMNS,
        "| game | seats | plays | decisions | shown | twins | laws | law games | positions | no twin |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *[line for one in played for line in _rows(one)],
        "",
        "## Not played",
        "",
        "| game | why |",
        "|---|---|",
        *[f"| {one.name} | {_cell(one.refused)} |" for one in tried if one.refused],
        "",
    ]
    if cut:
        lines += ["## Cut short", "", "What had been found by then is in the table.", "", "| game | why |", "|---|---|"]
        lines += [*[f"| {one.name} | {_cell(one.cut)} |" for one in cut], ""]
    return "\n".join(lines)


def _rows(one: GameTried) -> Iterator[str]:
    fewest, typical, most = one.decisions
    name = one.name + "".join(f" `{key}={value}`" for key, value in one.options.items()) + ("*" if one.cut else "")
    plays = f"{one.games:,}" if one.games >= one.wanted else f"{one.games:,} in {one.seconds:.0f} s"
    first = f"{name} | {', '.join(map(str, one.seats))} | {plays} | {fewest}, {typical:g}, {most}"
    if not one.sights:
        yield f"| {first} | | | not tried | | | |"
    for sight in one.sights:
        positions = sum(tried.positions for tried in sight.tried)
        missing = sum(tried.unimagined for tried in sight.tried if tried.law == TWINS)
        shown = sight.sight if one.hidden else "all"
        twins = sight.twins if one.hidden else "other luck to come"
        laws = f"**{', '.join(sight.broken)}**" if sight.broken else "holds"
        yield f"| {first} | {shown} | {twins} | {laws} | {_law_games(sight):,} | {positions:,} | {missing:,} |"
        first = " | | | "


def _law_games(sight: Sight) -> int:
    """In how many games each law was tried at the least."""
    games: Counter[str] = Counter()
    for tried in sight.tried:
        games[tried.law] += tried.games
    return min(games.values(), default=0)


def _breaches(one: GameTried) -> Iterator[str]:
    for sight in one.sights:
        for case in sight.cases:
            breach = case.breach
            times = sum(tried.broken for tried in sight.tried if tried.law == breach.law)
            games = sum(tried.games for tried in sight.tried if tried.law == breach.law)
            how = f", {sight.sight}, twins by {sight.twins}" if breach.law == TWINS else ""
            yield f"### {one.name}: {breach.law}{how}"
            yield ""
            yield f"In {times} of {games} games. The smallest case, {breach.seats} seats, decision {breach.decision}:"
            yield ""
            yield from (f"    {line}" for line in _told(breach))
            if case.story:
                moves = "; ".join(case.story if len(case.story) <= 12 else ("...", *case.story[-12:]))
                yield f"    after: {_line(moves)}"
            yield ""
            if case.worlds is not None:
                yield from _for_authors(sight, one.sights[0].sight, case.worlds)
                yield ""


def _for_authors(sight: Sight, known: str, worlds: Worlds) -> Iterator[str]:
    """How those who wrote the game see it, without arena."""
    if sight.twins == "resampling":
        yield f"For its authors: in `{worlds.game}`, after the actions A, `resample_from_infostate({worlds.seat}, ...)`"
        yield "can give a state with the history B, from which the game cannot be gone on with as above."
    else:
        yield f"For its authors: in `{worlds.game}` the actions A and B, chance's too, leave player {worlds.seat}"
        yield f"with the same `{_ASKED[known]}`, but `{_ASKED[sight.sight]}` tells them apart."
    yield ""
    yield f"    A: {' '.join(map(str, worlds.true))}"
    yield f"    B: {' '.join(map(str, worlds.twin))}"


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
