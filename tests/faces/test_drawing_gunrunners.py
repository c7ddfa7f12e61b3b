"""The table of Gunrunners shows what the rules say lies on it, and to each audience what it knows."""

from __future__ import annotations

from typing import Any

from arena.games import EVERYTHING, PUBLIC, Audience, gunrunners
from tests.faces.conftest import Opened
from tests.faces.drawings import each_table, lying, toured

GAME = gunrunners.GAME
READ = """() => {
  const card = (one) => [Number(one.dataset.owner), one.matches(".back") ? null : one.dataset.card];
  const back = (one) => [Number(one.dataset.owner), one.dataset.known ?? null];
  const hand = (one) => [Number(one.dataset.hand), all(".agent", one).map((of) => of.dataset.card)];
  return {
    stage: document.querySelector("[data-stage]").dataset.stage,
    numbers: ["marker", "stock", "warehouse"].map((name) => number(name)),
    die: document.querySelector(".delivery")?.dataset.die ?? null,
    crates: all("[data-crates]").map((one) => Number(one.dataset.crates)),
    counts: all(".location .figure, .stores .figure").map((one) => Number(one.firstChild.textContent)),
    trainees: all(".trainee .agent").map((one) => one.matches(".slot") ? null : back(one)),
    rows: all(".location").map((one) => all(".agents:not(.gone) .agent:not(.slot)", one).map(card)),
    undercover: all(".location").map((one) => all(".agents .back", one).map((of) => of.dataset.known ?? null)),
    players: Object.fromEntries(all(".player").map((one) => [one.dataset.seat, [
      number("taken", one), hand(one.querySelector("[data-hand]")), number("pile", one), one.matches(".acts"),
    ]])),
    discarded: Object.fromEntries(
      all("[data-discarded]").map((one) => [one.closest(".player").dataset.seat, one.textContent]),
    ),
    busts: all(".raided").length,
  };
}"""


@each_table(GAME, ("plain", 3))
def test_it_shows_what_lies_there(variant: str, seats: int, opened: Opened) -> None:
    """At each step, for everything, the public and each seat."""
    for frame, audience, drawn in toured(opened, GAME, variant, seats, READ):
        assert drawn == expected(frame, audience)


def expected(frame: dict[str, Any], audience: Audience) -> dict[str, Any]:
    table = lying(frame)
    places, players = table["locations"], table["players"]
    hands = {int(seat): sight["view"]["hand"] for seat, sight in frame["seats"].items()}
    memories = [sight["memory"] for sight in frame["seats"].values()]
    left = {
        group["at"][0]: group["cards"][0] for one in memories for group in one["probationary"] if len(group["at"]) == 1
    }
    right = {(known["at"], known["pos"]): known["card"] for one in memories for known in one["undercover"]}
    over, busts = table["stage"] == "over", [one["event"]["event"] for one in frame["events"]].count("busted")
    assert hands.keys() == (
        {audience} if isinstance(audience, int) else {*range(len(players))} if audience is EVERYTHING else set()
    )
    return {
        "stage": table["stage"],
        "numbers": [table["marker"], table["stock"], table["warehouse"]],
        "die": None if over or table["die"] is None else str(table["die"]),
        "crates": [place["crates"] for place in places],
        "counts": [place["crates"] for place in places]
        + [table["warehouse"], table["stock"]]
        + [table["discarded"]] * (table["discarded"] > 0),
        "trainees": [
            None if place["probationary"] is None else [place["probationary"], left.get(at)]
            for at, place in enumerate(places)
        ],
        "rows": [[[agent["owner"], agent["card"]] for agent in place["row"]] for place in places],
        "undercover": [
            [right.get((at, pos)) for pos, agent in enumerate(place["row"]) if agent["card"] is None]
            for at, place in enumerate(places)
        ],
        "players": {
            str(seat): [one["crates"], [one["hand"], hands.get(seat, [])], one["pile"], seat in table["to_act"]]
            for seat, one in enumerate(players)
        },
        "discarded": {str(seat): discarded(table, memories, seat) for seat in range(len(players))},
        "busts": busts,
    }


def discarded(table: dict[str, Any], memories: list[Any], seat: int) -> str:
    """The fourteen cards of an agency are in hand, to be drawn, at the locations, or gone."""
    if table["stage"] == "setup":
        return "0 discarded"
    owners = [
        one for place in table["locations"] for one in (place["probationary"], *(of["owner"] for of in place["row"]))
    ]
    left = 14 - table["players"][seat]["hand"] - table["players"][seat]["pile"] - owners.count(seat)
    names = memories[0]["discarded"][seat] if memories else []
    assert len(names) in (0, left)
    return f"{left} discarded" + (f": {', '.join(names)}" if names else "")


def test_the_public_is_told_of_no_face_down_card(opened: Opened) -> None:
    """Nor is a seat of those that it was never shown: the drawing marks as known what is in its memory alone."""
    steps = toured(opened, GAME, "plain", 2, READ)
    assert all(not any(filter(None, drawn["undercover"][0])) for _, audience, drawn in steps if audience is PUBLIC)
    seen = [drawn["trainees"] for _, audience, drawn in steps if audience == 0]
    assert any(back and back[1] for trainees in seen for back in trainees)
    assert any(back and back[1] is None for trainees in seen for back in trainees)
