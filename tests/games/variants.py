"""The variants of each game in the box in which the laws are tested: options by the game's name and their own."""

from __future__ import annotations

from typing import Any

from arena.games import gangsta, gunrunners

VARIANTS: dict[str, dict[str, Any]] = {
    "gangsta": {
        "plain": gangsta.Options(),
        "families": gangsta.Options(families=True),
        "resources": gangsta.Options(resources=True),
        "families and resources": gangsta.Options(families=True, resources=True),
    },
    "gunrunners": {"plain": gunrunners.Options()},
}
