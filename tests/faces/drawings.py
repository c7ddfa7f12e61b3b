"""Drawings read back: what stands in the page at each step, as each audience sees it."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pytest

from arena.faces import organisers_edition
from arena.games import EVERYTHING, PUBLIC, Audience, Game
from arena.replays import replay_for
from tests.faces.conftest import Opened
from tests.faces.games import recorded
from tests.games.variants import VARIANTS, tables

LONG = "ARENA_BROWSER" in os.environ
# For each audience, from the beginning to the end, what a function finds in the drawing, and its line in words.
TOUR = """async () => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const all = (where, within = document) => [...within.querySelectorAll(where)];
  const number = (name, within = document) => Number(within.querySelector(`[data-${name}]`).dataset[name]);
  const read = READ;
  const found = {};
  for (const button of document.querySelectorAll("#audiences button")) {
    button.click();
    while (button.getAttribute("aria-pressed") !== "true") await new Promise(requestAnimationFrame);
    press("Home");
    const steps = [];
    for (let at = 0; at <= Number(document.getElementById("slider").max); at++) {
      steps.push([read(), document.getElementById("described").textContent]);
      press("ArrowRight");
    }
    found[button.dataset.audience] = steps;
  }
  return found;
}"""


# At each step, all that can be chosen by any row of picks; and how many picks that took at most.
EXPLORE = """() => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const options = () => [...document.querySelectorAll("#drawing .offered, #drawing .picks button")]
    .filter((one) => one.textContent !== "start again");
  const follow = (path) => path.forEach((at) => options()[at].click());
  const steps = [];
  press("Home");
  for (let step = 0; step <= Number(document.getElementById("slider").max); step++) {
    const chosen = [];
    const seek = (path) => {
      for (let at = 0; at < options().length; at++) {
        delete document.body.dataset.chosen;
        options()[at].click();
        if (document.body.dataset.chosen !== undefined) chosen.push(Number(document.body.dataset.chosen));
        else seek([...path, at]);
        const back = [...document.querySelectorAll(".picks button")].find((one) => one.textContent === "start again");
        back?.click();
        follow(path);
      }
    };
    seek([]);
    steps.push([...new Set(chosen)].sort((a, b) => a - b));
    press("ArrowRight");
  }
  return steps;
}"""


def each_table(game: Game, *tried: tuple[str, int]) -> pytest.MarkDecorator:
    """Over some variants and numbers of seats, before a release over all."""
    every = [(name, seats) for name, options in VARIANTS[game.name].items() for seats in tables(game, options)]
    return pytest.mark.parametrize(("variant", "seats"), every if LONG else tried)


def toured(
    opened: Opened, game: Game, variant: str, seats: int, read: str
) -> list[tuple[dict[str, Any], Audience, Any]]:
    """Of each step for each audience: the frame, as `arena show --format json` has it, who sees it, what is drawn."""
    record = recorded(game, seats, deal=f"{variant} of {seats}", options=VARIANTS[game.name][variant])
    page = opened(organisers_edition(record, game, None))
    found = page.evaluate(TOUR.replace("READ", read))
    assert page.get_attribute("#plain", "aria-pressed") == "false"  # drawn, not shown as data
    steps: list[tuple[dict[str, Any], Audience, Any]] = []
    for audience in (EVERYTHING, PUBLIC, *range(seats)):
        told = found[str(audience if isinstance(audience, int) else audience.value)]
        frames = json.loads(msgspec.json.encode(replay_for(audience, record, game)))["frames"]
        for frame, (drawn, described) in zip(frames, told, strict=True):
            assert 20 < len(described) < 300
            steps.append((frame, audience, drawn))
    return steps


def lying(frame: dict[str, Any]) -> dict[str, Any]:
    """The struct that holds what lies open."""
    open_table: dict[str, Any] = frame["public"] or next(iter(frame["seats"].values()))["view"]
    return open_table
