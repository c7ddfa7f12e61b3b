"""Tells an audience a game that is being played, step by step: in the same frames that its replay will have.

Whoever follows knows what is played and hears who decided what; the rules say the rest, here as in the worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Raw, Struct

import arena
from arena.games import Audience, Game
from arena.protocol import encode_body
from arena.referee import Decided, Follower
from arena.replays.frames import Frame, Replay, Telling, Trouble


class Following:
    """Follows one game for an audience. Raises whatever the rules raise, and Mismatch if they say otherwise than what
    is heard."""

    def __init__(
        self,
        audience: Audience,
        game: Game,
        options: Struct,
        *,
        number: int,
        group: int,
        deal: str,
        names: tuple[str, ...],
    ) -> None:
        self._telling = Telling(audience, game, len(names))
        self._follower: Follower | None = None
        self._new = partial(Follower, game, options, len(names), deal)
        self.replay = Replay(
            arena_version=arena.__version__,
            game=game.name,
            game_version=game.version,
            title=game.title,
            number=number,
            group=group,
            audience=audience if isinstance(audience, int) else audience.value,
            names=names,
            options=Raw(encode_body(options)),
            deal=None,
            status="playing",
            outcome=None,
            forfeited=(),
            frames=(),
            troubles=(),
            broken=None,
            why=None,
        )
        """The replay before its first frame."""

    def hear(self, decided: Decided) -> Iterator[Frame]:
        """The frames of the steps that were heard of; the first is the set-up. All of them have to be taken before more
        is heard.
        """
        self._telling.heard(decided, [None] * len(decided.faults))
        if self._follower is None:
            self._follower = self._new()
            yield self._telling.frame(self._follower.set_up())
        yield from map(self._telling.frame, self._follower.follow_all(decided.decisions, decided.substituted))

    def troubles_left(self) -> tuple[Trouble, ...]:
        """The faults of bots that never made a decision."""
        return tuple(self._telling.troubles_left())
