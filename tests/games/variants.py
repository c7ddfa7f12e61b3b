"""The variants of each game in the box in which the laws are tested: options by the game's name and their own."""

from __future__ import annotations

from typing import Any

from arena.games import Deal, Game, gangsta, grizzled, gunrunners

VARIANTS: dict[str, dict[str, Any]] = {
    "gangsta": {
        "plain": gangsta.Options(),
        "families": gangsta.Options(families=True),
        "resources": gangsta.Options(resources=True),
        "families and resources": gangsta.Options(families=True, resources=True),
    },
    "grizzled": {
        "plain": grizzled.Options(),
        "base": grizzled.Options(trials="base"),
        "orders": grizzled.Options(orders="experienced"),
        "recruits": grizzled.Options(recruits=5),
        "helping hands": grizzled.Options(helping_hands=True),
        "all modules": grizzled.Options(orders="veteran", recruits=5, helping_hands=True),
        "campaign": grizzled.Options(campaign="whole", chapter=0),
        "other readings": grizzled.Options(
            veterans="dealt",
            orders="veteran",
            free_intensity=True,
            hand_limit_check="always",
            reserve_check="always",
            speech_tokens="returned",
            helping_hands=True,
            advice=True,
        ),
    },
    "gunrunners": {"plain": gunrunners.Options()},
}


def tables(game: Game, options: Any) -> list[int]:
    """The numbers of seats that a game can be played with under these options; None: its defaults."""
    fitting = []
    for seats in game.seats:
        try:
            game.new(game.options_type() if options is None else options, seats, Deal("table"))
        except ValueError:
            continue
        fitting.append(seats)
    return fitting
