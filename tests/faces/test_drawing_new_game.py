"""The table of a package as `arena new-game` writes it shows what its replay says, and offers what is legal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest

from arena.faces import organisers_edition
from arena.games import EVERYTHING, PUBLIC, Audience, Game
from arena.replays import replay_for
from arena.workshop import new_package
from tests.faces.conftest import Offering, Opened
from tests.faces.drawings import EXPLORE, TOUR, lying
from tests.faces.games import recorded

READ = """() => ({
  pile: document.querySelector("#drawing h2").textContent,
  table: all("#drawing .row > li").map((one) => [
    one.querySelector(".card").textContent, one.querySelector(".card").matches(".hidden"),
    one.textContent.includes("was face down"), one.querySelector(".news") !== null,
  ]),
  hands: all("#drawing p").map((one) => all(".card", one).map((card) => Number(card.dataset.piece))),
})"""


@pytest.fixture(scope="module", params=["drawn_in_turn", "drawn_at_once"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Game]:
    """The game of a new package."""
    name: str = request.param
    folder = tmp_path_factory.mktemp("new") / name
    new_package(name, folder, cooperative=False, simultaneous=name == "drawn_at_once")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield import_module(name).GAME


def expected(frame: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    table = lying(frame)
    old = len(lying(before)["table"]) if before is not None else len(table["table"])
    pile = table["pile"]
    return {
        "pile": f"{pile} card{'' if pile == 1 else 's'} in the pile",
        "table": [
            [
                "face down" if one["card"] is None else str(one["card"]),
                one["hidden"],
                one["hidden"] and one["card"] is not None,
                at >= old,
            ]
            for at, one in enumerate(table["table"])
        ],
        "hands": [sight["view"]["hand"] for sight in frame["seats"].values()],
    }


def test_it_shows_what_lies_there(game: Game, opened: Opened) -> None:
    """At each step, for everything, the public and each seat."""
    record = recorded(game, 3)
    page = opened(organisers_edition(record, game, None))
    found = page.evaluate(TOUR.replace("READ", READ))
    assert page.get_attribute("#plain", "aria-pressed") == "false"  # drawn, not shown as data
    audiences: tuple[Audience, ...] = (EVERYTHING, PUBLIC, 0, 1, 2)
    for audience in audiences:
        told = found[str(audience if isinstance(audience, int) else audience.value)]
        frames = json.loads(msgspec.json.encode(replay_for(audience, record, game)))["frames"]
        assert len(told) == len(frames) > 4
        for frame, before, (drawn, described) in zip(frames, [None, *frames], told, strict=False):
            assert drawn == expected(frame, before)
            laid = len(lying(frame)["table"])
            assert described.startswith(
                f"{laid} card{'' if laid == 1 else 's'} on the table, {lying(frame)['pile']} in"
            )


def test_it_offers_what_is_legal(game: Game, offering: Offering, opened: Opened) -> None:
    edition, legal = offering(game, None, 2)
    assert opened(edition).evaluate(EXPLORE) == [list(range(many)) for many in legal]
