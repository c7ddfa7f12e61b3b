"""The report of the laws, in lines and as a page."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from arena.games import TeamResult, laws
from arena.games.toys import LANTERNS, LanternsState
from arena.workshop import laws_page, report_lines, tried_line
from tests.games.breaches import LeakyEvent, LeakyView, LyingDefault, Refuses, tripping
from tests.planted import lanterns_of


def test_a_game_that_holds_is_told_so_with_what_was_seen() -> None:
    lines = report_lines(laws.report_on(LANTERNS, 2))
    assert lines[-1] == "lanterns keeps all laws, as far as 300 positions can show it."
    assert any(line.startswith("  moves: ") and "light" in line and "cover" in line for line in lines)


def test_a_breach_is_told_with_its_place_its_moves_and_what_to_change() -> None:
    report = laws.report_on(lanterns_of(LeakyEvent), 10)
    text = "\n".join(report_lines(report))
    assert "differs from byte" in text
    assert "  in LanternsState.apply, " in text
    assert "to mend it: let those alone have it" in text
    view = "\n".join(report_lines(laws.report_on(lanterns_of(Refuses), 1)))
    assert "  in Refuses.apply, tests/games/breaches.py:" in view
    assert text.endswith("lanterns breaks 1 of 5 laws: twins.")
    assert next(tried_line(one) for one in report.tried if one.broken).startswith("twins, 2 seats: BROKEN by ")


def test_one_cause_is_told_once() -> None:
    """Rules that raise break each law in the same way."""
    report = laws.report_on(lanterns_of(tripping("view")), 1)
    assert len(report.broken) == 5
    text = "\n".join(report_lines(report))
    assert text.count("over a stone") == 1
    assert text.count("breaks in the same way as that of rules") == 4
    assert laws_page(report).count("over a stone") == 1


def test_what_is_no_game_is_told() -> None:
    report = laws.report_on(dataclasses.replace(LANTERNS, version="1"), 1)  # type: ignore[arg-type]
    assert report_lines(report) == ["lanterns is no proper game yet: `version` must be a whole number, not '1'"]
    assert "`version` must be a whole number" in laws_page(report)


def test_the_page_says_the_same() -> None:
    """And in a game that holds, that it does."""
    report = laws.report_on(lanterns_of(LeakyView), 3)
    (broken,) = report.broken
    page = laws_page(report)
    for part in (broken.breach.deal, "1 of 5 laws", "What was tried", "view differs from byte"):
        assert part in page
    assert "All laws hold, as far as 450 positions" in laws_page(laws.report_on(LANTERNS, 3))


def test_what_rules_say_is_text_in_the_page() -> None:
    """No markup comes from a game, and nothing in the page runs."""
    evil: Any = "<script>alert(1)</script>"
    page = laws_page(laws.report_on(lanterns_of(LyingDefault, title=evil, name="<b>"), 1))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page


def test_the_moves_that_lead_there_are_told_in_words() -> None:
    """Here the second one, which gives the outcome that there must not be yet."""

    class Early(LanternsState):
        def outcome(self) -> TeamResult | None:
            return TeamResult(False, 0.0) if len(self.table) == 1 else super().outcome()

    text = "\n".join(report_lines(laws.report_on(lanterns_of(Early), 1)))
    assert re.search(r"the moves that lead there:\n    seat 0: put down a \w+ lantern, \w+\n  the public sees", text)
