"""The table of Gangsta! shows what the rules say lies on it, and to each audience what it knows."""

from __future__ import annotations

from typing import Any

from arena.games import Audience, gangsta
from tests.faces.conftest import Opened
from tests.faces.drawings import each_table, lying, toured

GAME = gangsta.GAME
READ = """() => {
  const cards = (where, within) => all(where, within).map((one) => one.dataset.card);
  const gang = (one) => all(":scope > .gang .member", one).map((of) => [
    of.dataset.card, of.querySelector(".skills").dataset.skills, of.dataset.available === "true",
    all(".learned", of).length,
  ]);
  const money = (one) => Number(one.firstChild.textContent.slice(1));
  return {
    stage: document.querySelector("[data-stage]").dataset.stage,
    chapter: number("chapter"),
    snitches: cards(".snitches .snitch"),
    displays: all(".display").map((one) => cards("li > .card", one)),
    piles: all(".pile").map((one) => [Number(one.dataset.pile), cards(".card", one)[0] ?? null]),
    away: all(".display").map((one) => Number(one.dataset.away)),
    missing: document.querySelector("[data-missing]")?.dataset.missing ?? null,
    players: Object.fromEntries(all(".player").map((one) => [one.dataset.seat, {
      dollars: [number("dollars", one), money(one.querySelector("[data-dollars]").firstChild)],
      bank: one.querySelector("[data-bank]")?.dataset.bank ?? null,
      influence: number("influence", one),
      gang: gang(one),
      heists: one.querySelector("[data-heists]")?.dataset.heists ?? null,
      resources: cards(".resource", one),
      hospital: cards(".ward .member", one),
      acts: one.matches(".acts"),
    }])),
  };
}"""


@each_table(GAME, ("families and resources", 2))
def test_it_shows_what_lies_there(variant: str, seats: int, opened: Opened) -> None:
    """At each step, for everything, the public and each seat."""
    for frame, audience, drawn in toured(opened, GAME, variant, seats, READ):
        assert drawn == expected(frame, audience)


def expected(frame: dict[str, Any], audience: Audience) -> dict[str, Any]:
    table = lying(frame)
    memories = [sight["memory"] for sight in frame["seats"].values()]
    job = table["job"]
    return {
        "stage": table["stage"],
        "chapter": table["chapter"],
        "snitches": [one["card"] for one in table["snitches"]],
        "displays": [[one["card"] for one in table[of]] for of in ("heists", "gangsters")],
        "piles": [
            [table["heist_pile"]["cards"], top(memories, "top_heist", "top_snitch")],
            [table["gangster_pile"]["cards"], top(memories, "top_gangster")],
        ],
        "away": [len(table["discarded_heists"]), len(table["discarded_gangsters"])],
        "missing": None if job is None else job["missing"],
        "players": {str(seat): player(frame, table, seat) for seat in range(len(table["players"]))},
    }


def top(memories: list[Any], *fields: str) -> str | None:
    """The top card of a pile, if a seat into whose memory the audience looks has seen it."""
    return next((one[of]["card"] for one in memories for of in fields if one[of]), None)


def player(frame: dict[str, Any], table: dict[str, Any], seat: int) -> dict[str, Any]:
    one = table["players"][seat]
    sight = frame["seats"].get(str(seat))
    offered = [of["card"] for of in sight["view"]["offered"]] if sight else []
    return {
        "dollars": [one["dollars"]] * 2,
        "bank": str(one["bank"]) if one["bank"] else None,
        "influence": one["influence"],
        "gang": [[of["card"], of["skills"], of["available"], int("learned" in of)] for of in one["gang"]],
        "heists": str(len(one["heists"])) if one["heists"] else None,
        "resources": [one["resource"]["card"]] if one["resource"] else offered,
        "hospital": [of["card"] for of in one["hospital"]],
        "acts": seat in table["to_act"],
    }
