"""What a configuration says about the end of its contest, if that is not its last game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from arena.statistics import Model, Sprt


class SprtPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sequential test of two bots, the second against the first: is it stronger by `elo1`, or only by `elo0`?"""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"

    def __post_init__(self) -> None:
        Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.model)  # raises ValueError for what is no test


class SettledPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contest goes on until the `first` bots of the table (None: all) are in order, with that confidence in
    percent.
    """

    first: Annotated[int, Meta(ge=1)] | None = None
    confidence: Annotated[float, Meta(ge=50, lt=100)] = 95.0


class Stop(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a contest ends before its last game: after so many minutes of one `arena run`, or when enough is known."""

    minutes: Annotated[float, Meta(gt=0)] | None = None
    sprt: SprtPlan | None = None
    settled: SettledPlan | None = None

    def describe(self) -> list[str]:
        """What may end the contest, in words, a line each."""
        lines = []
        if self.minutes is not None:
            lines.append(f"ends: no game begins after {self.minutes:g} minutes of a run; another run goes on")
        if self.sprt is not None:
            plan = self.sprt
            lines.append(
                f"ends: by an SPRT of {plan.model} Elo, {plan.elo0:g} against {plan.elo1:g}, errors {plan.alpha:g} and "
                f"{plan.beta:g}, looked at after every deal group"
            )
        if self.settled is not None:
            who = "all bots" if self.settled.first is None else f"the first {self.settled.first} bots"
            sure = f"{self.settled.confidence:g} %"
            lines.append(f"ends: when {who} are in order at {sure}, however often it is looked at")
        return lines
