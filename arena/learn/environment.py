"""One game as an environment of PettingZoo, seat by seat.

Where several seats decide at once they are asked in the order of their numbers, and no choice changes anything that
anybody is shown until all have been made.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from arena.errors import WrongInput
from arena.games import PUBLIC, Deal, Game, IllegalMove, Move, Outcome, State, plain
from arena.learn.encoder import Encoder
from arena.learn.layout import Layout
from arena.learn.worth import points

RENDER_MODES = ("ansi", "human")
_WIDTH = 100


class Environment(AECEnv[str, dict[str, Any], int]):
    """A game of one layout. An observation is the three arrays of `Encoded`, by name; an action is the place of a move
    in the legal list."""

    def __init__(self, game: Game, layout: Layout, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise WrongInput(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.game = game
        self.layout = layout
        self.encoder = Encoder(layout, game)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": layout.together,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(layout.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._options = layout.options_of(game)
        self._seen = {agent: self._observation_space() for agent in self.possible_agents}
        self._chosen = {agent: spaces.Discrete(layout.moves) for agent in self.possible_agents}
        self._series: object = None
        self._games = 0
        self.deal = ""
        """The deal of the game: the referee's record of one with this deal is of the same luck."""
        self.decisions: list[tuple[int, int]] = []
        """Seats and places in their legal lists, in the order of the referee's record."""
        self.outcome: Outcome | None = None
        self.agents: list[str] = []
        self.agent_selection = ""

    def _observation_space(self) -> spaces.Dict:
        shapes: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
            "observation": ((self.encoder.size,), np.float32),
            "action_mask": ((self.layout.moves,), np.int8),
            "moves": ((self.layout.moves, self.encoder.move_size), np.float32),
        }
        return spaces.Dict({name: spaces.Box(0, 1, shape, kind) for name, (shape, kind) in shapes.items()})

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        `options={"deal": TEXT}` takes the deal of that name, as a record has it; other keys have no meaning here.
        Otherwise a `seed` begins a series of deals that is always the same, and without one the series goes on.
        """
        asked = (options or {}).get("deal")
        if asked is None:
            if seed is not None or self._series is None:
                self._series, self._games = SystemRandom().getrandbits(64) if seed is None else seed, 0
            asked = f"learn/{self._series}/{self._games}"
            self._games += 1
        elif not isinstance(asked, str):
            raise WrongInput(f"a deal is a text, as records have it, not {asked!r}")
        self.deal = asked
        self._state: State = self.game.new(self._options, self.layout.seats, Deal(asked))
        self._moves: dict[int, Move] = {}
        self._indices: list[tuple[int, int]] = []
        self.decisions, self.outcome = [], None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat is shown, and nothing more. Its moves are there while it still has to choose."""
        seat, state = self._seat_of[agent], self._state
        legal = state.legal(seat) if seat in self._acting and seat not in self._moves else ()
        return self.encoder.encode(seat, state.view(seat), state.memory(seat), legal)._asdict()

    def step(self, action: int | None) -> None:
        """Choose for the agent that is asked. Raises IllegalMove for what is masked out, and then changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, state = self._seat_of[agent], self._state
        legal = state.legal(seat)
        most = min(len(legal), self.layout.moves)
        if action is None or not 0 <= action < most:
            raise IllegalMove(f"{agent} has {most} legal moves, 0 to {most - 1}, and cannot choose {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._moves[seat] = legal[int(action)]
        self._indices.append((seat, int(action)))
        if len(self._moves) < len(self._acting):
            self.agent_selection = self.possible_agents[self._acting[len(self._moves)]]
        else:
            state.apply(self._moves)
            self.decisions += self._indices
            self._moves, self._indices = {}, []
            self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Turn to who decides next, or end the game."""
        self._acting = self._state.to_act()
        if self._acting:
            self.agent_selection = self.possible_agents[self._acting[0]]
            return
        self.outcome = self._state.outcome()
        if self.outcome is None:
            raise RuntimeError(f"{self.game.name} has no outcome, and no seat is to act: `arena laws` finds out more")
        for agent, won in zip(self.possible_agents, points(self.outcome, self.layout.seats), strict=True):
            self.rewards[agent] = won
            self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """What anybody sees who stands at the table, and what has just happened, in words; printed for "human"."""
        from arena.faces import TableWords

        words = TableWords([agent.replace("_", " ") for agent in self.possible_agents], _WIDTH)
        happened = [plain(self.game.tell(event.seen_by(PUBLIC))) for event in self._state.events]
        text = "\n".join([*happened, *words.lines(self.game.title, self._state.public())])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
