"""The table of The Grizzled shows what the rules say lies on it, at every step, for every audience and variant."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pytest
import trio

from arena.faces import organisers_edition
from arena.games import EVERYTHING, PUBLIC, Audience, grizzled
from arena.games.grizzled.deck import THREATS
from arena.players import FunctionPlayer, choose_at_random
from arena.referee import FaultPolicy, GameRecord
from arena.referee.game_loop import play
from arena.replays import replay_for
from tests.faces.conftest import Opened
from tests.games.variants import VARIANTS, tables
from tests.referee.helpers import fixture

GAME = grizzled.GAME
ALL = [(name, seats) for name, options in VARIANTS["grizzled"].items() for seats in tables(GAME, options)]
TRIED = ALL if os.environ.get("ARENA_BROWSER") else [("plain", 1), ("all modules", 2), ("campaign", 3)]

READ = """() => {
  const all = (places, within = document) => [...within.querySelectorAll(places)];
  const number = (name) => Number(document.querySelector(`[data-${name}]`).dataset[name]);
  const cards = (place, within) => all(`${place} .gz-card:not(.gz-gone)`, within).map((one) => one.dataset.card);
  const hand = (veteran) => all("[data-hand]", veteran).map((one) => [
    veteran.dataset.veteran, [Number(one.dataset.hand), cards("[data-hand]", veteran)],
  ]);
  return {
    threats: Object.fromEntries(all("[data-threat]").map((one) => [one.dataset.threat, Number(one.dataset.count)])),
    land: cards(".gz-land"),
    piles: ["trials", "reserve", "supply"].map(number),
    hands: Object.fromEntries(all("[data-veteran]").flatMap(hand)),
    out: all(".gz-out[data-veteran]").map((one) => Number(one.dataset.veteran)),
  };
}"""
GO = """(at) => {
  const slider = document.querySelector("#slider");
  slider.value = at;
  slider.dispatchEvent(new Event("input"));
}"""


def recorded(variant: str, seats: int) -> GameRecord:
    players = [FunctionPlayer(choose_at_random) for _ in range(seats)]
    return trio.run(
        play, fixture(GAME, seats, VARIANTS["grizzled"][variant], f"deal {variant}"), players, FaultPolicy()
    )


@pytest.mark.parametrize(("variant", "seats"), TRIED)
def test_it_shows_what_lies_there(variant: str, seats: int, opened: Opened) -> None:
    """For everything, the public and each seat; what cannot be seen is shown by its number alone."""
    record = recorded(variant, seats)
    page = opened(organisers_edition(record, GAME, None))
    audiences: list[Audience] = [EVERYTHING, PUBLIC, *range(seats)]
    for audience in audiences:
        told = str(audience) if isinstance(audience, int) else str(audience.value)
        page.keyboard.press({"everything": "a", "public": "p"}.get(told, told))
        page.wait_for_selector(f'#audiences [data-audience="{told}"][aria-pressed="true"]')
        frames = json.loads(msgspec.json.encode(replay_for(audience, record, GAME)))["frames"]
        for at in {*range(0, len(frames), max(1, len(frames) // 12)), len(frames) - 1}:
            page.evaluate(GO, at)
            assert page.evaluate(READ) == expected(frames[at], audience)


def expected(frame: dict[str, Any], audience: Audience) -> dict[str, Any]:
    views = [sight["view"] for sight in frame["seats"].values()]
    table = views[0] if isinstance(audience, int) else frame["public"]
    seen = {hand["veteran"]: [card["card"] for card in hand["cards"]] for view in views for hand in view["hands"]}
    shared = len({one["seat"] for one in table["veterans"]}) == 1
    hands = {
        str(veteran): [one["hand"], seen.get(veteran, [])]
        for veteran, one in enumerate(table["veterans"])
        if veteran == 0 or not shared
    }
    return {
        "threats": {threat: table["threats"].get(threat, 0) for threat in THREATS},
        "land": [card["card"] for card in table["land"]],
        "piles": [table["trials"], table["reserve"], table["supply"]],
        "hands": hands,
        "out": [veteran for veteran, one in enumerate(table["veterans"]) if one["withdrawn"]],
    }
