"""The viewer in a real browser, opened from a file, as a person would use it."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from arena.faces import edition_for, organisers_edition
from arena.games import EVERYTHING, PUBLIC, Audience, Game, Ranking, TeamResult
from arena.games.toys import BIDS, LANTERNS, LanternsState
from arena.games.toys.lanterns import LanternsView
from arena.players import TimeControl
from arena.protocol import Fault, printable
from arena.referee.record import Note, Said
from arena.replays import replay_for
from tests.faces.conftest import Opened
from tests.faces.games import BOX, GAMES, faulty, recorded
from tests.faces.test_watch_page import HOSTILE
from tests.planted import lanterns_of

TIME = TimeControl(move_ms=1000)
# For each audience: to the beginning, then step by step to the end, and what is read at each.
TOUR = """async () => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const read = () => [...document.querySelectorAll("#made .happened > li")].map((line) => line.textContent);
  const told = {};
  for (const button of document.querySelectorAll("#audiences button")) {
    button.click();
    while (button.getAttribute("aria-pressed") !== "true") await new Promise(requestAnimationFrame);
    press("Home");
    const steps = [];
    for (let at = 0; at <= Number(document.getElementById("slider").max); at++) {
      steps.push(read());
      if (!document.getElementById("drawing").childElementCount) throw new Error(`nothing is drawn at ${at}`);
      press("ArrowRight");
    }
    told[button.dataset.audience] = steps;
  }
  return told;
}"""


def sentences(audience: Audience, record: Any, game: Game) -> list[list[str]]:
    """Of each step what the page must say: as `Happened` has it, a seat being its name and number."""
    replay = replay_for(audience, record, game)

    def words(event: Any) -> str:
        return "".join(part if isinstance(part, str) else f"{replay.names[part]} {part}" for part in event.words)

    return [[words(event) for event in frame.events] for frame in replay.frames]


# A game of each, and before a release each number of seats.
TABLES = [
    pytest.param(game, seats, id=f"{game.name}-{seats}")
    for game in GAMES
    for seats in (game.seats if "ARENA_BROWSER" in os.environ else (2,))
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_audience_can_step_through_a_whole_game(opened: Opened, game: Game, seats: int) -> None:
    """At each step it reads what its replay tells; of those who see one side of it, that is every event."""
    record = recorded(game, seats)
    told = opened(organisers_edition(record, game, TIME)).evaluate(TOUR)
    assert len(told) == 2 + record.seats
    assert told["public"] == sentences(PUBLIC, record, game)
    for seat in range(record.seats):
        assert told[str(seat)] == sentences(seat, record, game)
    assert [len(steps) > 0 for steps in told["everything"]] == [len(steps) > 0 for steps in told["public"]]


def axe(page: Any) -> list[str]:
    """What a checker of pages for all people finds wrong."""
    checker = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not here").Axe()
    # It would ask for style sheets a second time, which a page from a file may not.
    found = checker.run(page, options={"preload": False}).response["violations"]
    return [f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark"), (390, "light")])
def test_the_page_is_for_all_people(opened: Opened, width: int, scheme: str) -> None:
    """At a fault, in the middle of a game, with all unfolded, with its keys shown, and at the end; and it fits."""
    page = opened(organisers_edition(faulty(BIDS, 0, Fault("time", "late")), BIDS, TIME), "#fault", width, scheme)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("End")
    page.keyboard.press("?")
    assert axe(page) == []


# In the middle of a game, on a narrow page; before a release at its beginning and its end, too, broad and dark.
MOMENTS = [("#g=4&d=12", 390, "light")]
if "ARENA_BROWSER" in os.environ:
    MOMENTS += [("#g=4&d=0&public", 1280, "dark"), ("#g=4&d=9999&seat=1", 390, "dark"), ("#g=4&d=9999", 1280, "light")]


@pytest.mark.parametrize(("hash", "width", "scheme"), MOMENTS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_drawing_is_for_all_people(opened: Opened, game: Game, hash: str, width: int, scheme: str) -> None:
    """And it is no broader than the page."""
    edition = organisers_edition(recorded(game, max(game.seats)), game, None)
    page = opened(edition, hash, width, scheme)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_names_are_shown_as_text_and_run_nothing(opened: Opened) -> None:
    """All that a bot can call itself, at every step and for every audience; the page holds no element of theirs, and
    nothing in it gets broader than it is."""
    for width, *names in zip((1280, 390) * 3, HOSTILE[::2], [*HOSTILE[1::2], HOSTILE[-1]], strict=False):
        page = opened(organisers_edition(recorded(BOX[-1], 2, tuple(names)), BOX[-1], TIME), width=width)
        for text, name in zip(page.locator("#audiences bdi").all_text_contents(), names, strict=True):
            assert len(text) <= 32
            assert printable(name).startswith(text.removesuffix("\u2026"))
        page.evaluate(TOUR)
        assert page.locator("img, iframe, a, script[src], [onload], [onerror]").count() == 0
        assert page.locator("script:not([type='text/plain'])").count() == 1
        for wide in ("document.documentElement", "document.getElementById('stage')", "document.getElementById('now')"):
            assert page.evaluate(f"{wide}.scrollWidth - {wide}.clientWidth") <= 0


SAID = """() => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const all = (what) => [...document.querySelectorAll(`#made .decision ${what}`)].map((one) => one.textContent);
  press("Home");
  const said = [];
  for (let at = 0; at <= Number(document.getElementById("slider").max); at++) {
    for (const wide of [document.documentElement, document.getElementById("now")])
      if (wide.scrollWidth > wide.clientWidth) throw new Error(`broader than it is at ${at}`);
    said.push([...all(".note bdi"), ...all(".stderr pre")]);
    press("ArrowRight");
  }
  return said;
}"""


def test_hostile_notes_and_stderr_are_shown_as_text_beside_their_decisions(opened: Opened) -> None:
    """Tags, ends of scripts, marks of direction, escapes and ten thousand characters: nothing of it is an element, and
    nothing gets broader for it."""
    record = recorded(BOX[-1], 2)
    own = [at for at, (seat, _) in enumerate(record.decisions) if seat == 1]
    words = [*HOSTILE, "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "x" * 10_000][-len(own) :]
    notes = tuple(Note(at, one) for at, one in zip(own, words, strict=False))
    said = tuple(Said(1, at, line) for line, at in enumerate(own[: len(words)]))
    told = replace(record, measured=replace(record.measured, notes=notes, said=said))
    lines = [printable(one) for one in words]
    page = opened(organisers_edition(told, BOX[-1], TIME, {1: "".join(f"{line}\n" for line in lines)}), width=390)
    found = [step for step in page.evaluate(SAID) if step]
    assert [note for note, _ in found] == lines
    assert [line[:4000] for _, line in found] == [line[:4000] for line in lines]
    assert found[-1][1].startswith("x" * 4000 + "\n[... 6000 more")
    assert page.locator("img, iframe, a, script[src], [onload], [onerror]").count() == 0
    assert page.locator("script:not([type='text/plain'])").count() == 1
    assert axe(page) == []
    page = opened(edition_for(0, told, BOX[-1], TIME, {1: "".join(f"{line}\n" for line in lines)}))
    assert [step for step in page.evaluate(SAID) if step] == []


def test_nothing_that_gets_into_the_page_can_run(opened: Opened) -> None:
    """Neither markup made of a text, nor an element with a script in it: should the viewer err, the policy does not."""
    page = opened(organisers_edition(recorded(LANTERNS, 2), LANTERNS, None), heard=False)
    for code in (
        "document.body.innerHTML = '<b>x</b>'",
        "document.body.setAttribute('onclick', 'document.title = 1')",
        "document.createElement('script').text = 'document.title = 1'",
    ):
        refused = page.evaluate(f"() => {{ try {{ {code}; }} catch (problem) {{ return problem.name; }} }}")
        assert refused == "TypeError"
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.append("document.title = 1");
      document.body.append(script);
    }""")
    assert page.title() == "Lanterns, game 4"


def until(page: Any, holds: str) -> None:
    """Waits for it: what a page's policy forbids, to run a text, it forbids to a driver's own ways of waiting, too."""
    page.evaluate(
        f"() => new Promise((done) => {{ const look = () => {holds} ? done() : requestAnimationFrame(look); look(); }})"
    )


def at(page: Any) -> tuple[str, str]:
    """Where one is, and as whom."""
    return page.text_content("#moment"), page.locator("#audiences [aria-pressed=true]").get_attribute("data-audience")


def test_each_key_does_what_the_page_says_of_it(opened: Opened) -> None:
    page = opened(organisers_edition(recorded(LANTERNS, 4), LANTERNS, None))
    for key, there in [
        ("ArrowRight", "Decision 0"), ("ArrowRight", "Decision 1"), ("ArrowLeft", "Decision 0"), ("End", "Decision 11"),
        ("Shift+ArrowLeft", "Decision 1"), ("Shift+ArrowRight", "Decision 11"), ("Home", "The set-up"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert at(page)[0] == there
    for key, whose in [("2", "2"), ("p", "public"), ("0", "0"), ("a", "everything")]:
        page.keyboard.press(key)
        page.wait_for_selector(f"[data-audience='{whose}'][aria-pressed=true]")
    page.keyboard.press("j")
    page.keyboard.type("1")  # into the field: it is not the key for a seat
    assert at(page) == ("The set-up", "everything")
    page.keyboard.press("Backspace")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    assert at(page)[0] == "Decision 7"
    for key, speed in [("+", "2"), ("-", "1"), ("-", "0.5")]:
        page.keyboard.press(key)
        assert page.input_value("#speed") == speed
    page.keyboard.press("f")
    assert "nobody was at fault" in page.text_content("#said")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    keys = page.locator("#keys-list kbd").all_text_contents()
    assert len(set(keys)) == len(keys) == 16 + 4
    page.locator("#keys-on").uncheck()
    page.locator("#keys button").click()
    assert not page.locator("#keys").is_visible()
    page.keyboard.press("Home")
    assert at(page)[0] == "Decision 7"


def test_it_plays_by_itself_to_the_end_and_pauses(opened: Opened) -> None:
    """The bar plays and pauses, also after a button was clicked; on one that was reached by keyboard it presses it."""
    page = opened(organisers_edition(recorded(LANTERNS, 1), LANTERNS, None))
    page.select_option("#speed", "16")
    page.locator("#forward").click()
    page.keyboard.press(" ")
    until(page, "document.getElementById('play').getAttribute('aria-label') === 'Play'")
    assert at(page)[0] == "Decision 2"
    page.locator("#start").click()
    page.locator("#start").press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "forward"
    page.keyboard.press(" ")
    assert at(page)[0] == "Decision 0"


def test_the_end_says_how_it_ended(opened: Opened) -> None:
    """Places and scores in the order of places, or the result of a team; nothing of it is told before."""
    record = recorded(BIDS, 2, ("ann", "bob"))
    assert isinstance(record.outcome, Ranking)
    page = opened(organisers_edition(record, BIDS, None))
    assert page.locator(".outcome").count() == 0
    page.keyboard.press("End")
    rows = [
        f"{place}.{name} {seat}{score:g}"
        for place, seat, name, score in sorted(
            zip(record.outcome.places, range(2), ("ann", "bob"), record.outcome.scores, strict=True)
        )
    ]
    assert page.locator(".outcome tbody tr").all_text_contents() == rows
    team = recorded(LANTERNS, 2)
    assert isinstance(team.outcome, TeamResult)
    page = opened(organisers_edition(team, LANTERNS, None), "#d=5")
    won = "won" if team.outcome.won else "lost"
    assert page.text_content(".outcome") == f"{won}, score {team.outcome.score:g}"


def test_faults_are_found_from_everywhere(opened: Opened) -> None:
    """The next, the one before, and the first where the address asks for it; what is known of one is told."""
    record = faulty(LANTERNS, 0, Fault("time", "seat 1: took 1203 ms of 1000 ms"), 0)
    page = opened(organisers_edition(record, LANTERNS, TIME), "#fault")
    assert at(page) == ("Decision 3", "everything")
    assert "bot 1 1 is at fault and loses by it: time took 1203 ms of 1000 ms" in page.text_content("#made")
    assert "played for it by the referee" in page.text_content("#made")
    page.keyboard.press("End")
    page.keyboard.press("Shift+F")
    assert at(page)[0] == "Decision 3"
    page.keyboard.press("Home")
    page.locator("#fault-forward").click()
    assert at(page)[0] == "Decision 3"


def test_a_link_leads_to_its_moment_and_audience(opened: Opened) -> None:
    """It is in the address once the game stands still, is copied by a key, and works in an open page, too."""
    page = opened(organisers_edition(recorded(LANTERNS, 2), LANTERNS, None), "#g=4&d=3&seat=1")
    assert at(page) == ("Decision 3", "1")
    assert page.text_content("#facts") == "deal group 2"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    until(page, "document.getElementById('said').textContent.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()").endswith("game.html#g=4&d=4&seat=1")
    until(page, "location.hash === '#g=4&d=4&seat=1'")
    page.evaluate("location.hash = '#g=4&d=2&public'")
    page.wait_for_selector("[data-audience=public][aria-pressed=true]")
    until(page, "document.getElementById('moment').textContent === 'Decision 2'")
    page.keyboard.press("a")
    page.wait_for_selector("[data-audience=everything][aria-pressed=true]")
    assert page.text_content("#facts") == "deal group 2, deal a deal"
    page.evaluate("location.hash = '#g=5&d=1'")
    until(page, "document.getElementById('said').textContent === 'the link is to game 5, and this file has game 4'")


def test_a_decision_is_shown_with_its_time_and_what_else_was_legal(opened: Opened) -> None:
    """The chosen one among them; of another seat's decision its seat alone is known."""
    record = recorded(LANTERNS, 2)
    frames = replay_for(EVERYTHING, record, LANTERNS).frames
    look = frames[0].seats[0]
    page = opened(edition_for(0, record, LANTERNS, TIME), "#g=4&d=0&seat=0")
    page.locator("#made .decision summary").click()
    lines = page.locator("#made .decision .legal li").all_text_contents()
    assert [line.removesuffix(" (chosen)") for line in lines] == [
        LANTERNS.tell_move(look.view, move) for move in look.legal
    ]
    chosen = frames[1].decisions[0].choice
    assert [line.endswith(" (chosen)") for line in lines] == [at == chosen for at in range(len(lines))]
    page.keyboard.press("ArrowRight")
    assert page.locator("#made .decision").text_content() == "bot 1 1 has decided"
    page.keyboard.press("ArrowRight")
    assert page.locator("#made .legal li").first.is_visible()  # what was unfolded stays so


def test_a_large_number_is_shown_as_the_game_wrote_it(opened: Opened) -> None:
    """Also one that JavaScript's own numbers cannot hold."""

    class Large(LanternsState):
        def view(self, seat: int) -> LanternsView:
            return replace(super().view(seat), box=2**63 - 1)

    game = lanterns_of(Large)
    page = opened(edition_for(0, recorded(game, 2), game, None))
    assert str(2**63 - 1) in page.text_content("#drawing")


def test_a_link_to_what_this_file_does_not_hold_says_so(opened: Opened) -> None:
    """It leads to the moment all the same, as the one whose file it is saw it."""
    page = opened(edition_for(0, recorded(LANTERNS, 2), LANTERNS, None), "#g=4&d=3&seat=1")
    assert at(page) == ("Decision 3", "0")
    assert page.text_content("#said") == "this file does not hold what they saw"


def test_the_table_stays_where_its_reader_has_put_it(opened: Opened) -> None:
    """A step does not move what is below the edge."""
    page = opened(organisers_edition(recorded(GAMES[-1], 2), GAMES[-1], None), "#g=4&d=5")
    page.evaluate("document.getElementById('stage').scrollTop = 200")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getElementById('stage').scrollTop") == 200


def test_what_cannot_be_shown_says_why(opened: Opened) -> None:
    """A file with a version of the rules that is not known here holds no step, and says so."""
    record = replace(recorded(LANTERNS, 2), game_version=99)
    page = opened(organisers_edition(record, LANTERNS, None))
    assert "the rules here are 1" in page.text_content("#made")


def row(page: Any, name: str) -> list[tuple[str, str]]:
    """Of a list in the drawing its items, each with what is marked of it: `ins` has come, `del` is gone."""
    look = """(name) => [...document.querySelectorAll("#drawing dt")].filter((one) => one.textContent === name)
      .flatMap((one) => [...one.nextElementSibling.querySelectorAll("li")])
      .map((one) => [one.textContent, one.querySelector("ins, del")?.localName ?? ""])"""
    return [(text, mark) for text, mark in page.evaluate(look, name)]


def test_a_drawing_marks_what_has_come_and_what_is_gone(opened: Opened) -> None:
    """Of a hand the cards, wherever they stand in it; of numbers by seat what they were."""
    record = recorded(LANTERNS, 2)
    hands = [frame.seats[0].view.hand for frame in replay_for(0, record, LANTERNS).frames]
    page = opened(edition_for(0, record, LANTERNS, None))
    assert row(page, "hand") == [(card, "") for card in hands[0]]
    for before, now in pairwise(hands):
        page.keyboard.press("ArrowRight")
        drawn = row(page, "hand")
        assert Counter(text for text, mark in drawn if mark != "del") == Counter(now)
        assert Counter(text for text, mark in drawn if mark == "ins") == Counter(now) - Counter(before)
        assert Counter(text for text, mark in drawn if mark == "del") == Counter(before) - Counter(now)


def test_a_drawing_names_seats(opened: Opened) -> None:
    """Where the game's types say that there are some: in a list with an item for each, and in a field."""
    record = recorded(BIDS, 2, ("ann", "bob"))
    page = opened(organisers_edition(record, BIDS, None), "#g=4&d=0&public")
    before, now = (frame.public for frame in replay_for(PUBLIC, record, BIDS).frames[:2])
    assert row(page, "hands") == [
        (f"{name} (seat {seat}) {now.hands[seat]}was {before.hands[seat]}", "")
        for seat, name in enumerate(("ann", "bob"))
    ]
    cells = page.locator("#drawing tbody td").all_text_contents()
    winner = now.rounds[0].winner
    assert cells[1] == ("none" if winner is None else f"{('ann', 'bob')[winner]} {winner}")
