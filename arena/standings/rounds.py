"""The rounds or stages of a contest: in which of them each deal group was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from arena.contest import plan_of_facts, stored_schedule
from arena.pairing import adaptive
from arena.statistics import Ints
from arena.store import Facts

Unit: TypeAlias = Literal["round", "stage", "deal group"]


@dataclass(frozen=True)
class Rounds:
    """Where the stages of a contest begin or, if it has a single stage, its rounds (each line-up at one deal): `firsts`
    are their first deal groups. Without these every deal group is one by itself."""

    unit: Unit = "deal group"
    firsts: Ints | None = None

    def of(self, groups: Ints) -> Ints:
        """The round or stage, from 0, in which each deal group of these numbers was played."""
        if self.firsts is None:
            return groups
        places: Ints = np.searchsorted(self.firsts, groups, side="right") - 1
        return places


ONE_BY_ONE = Rounds()


def rounds_of(facts: Facts, stages: Sequence[bytes], last_group: int) -> Rounds:
    """The rounds or stages of a stored contest, up to the deal group with that number. Raises StoreError."""
    parts = stored_schedule(facts, stages).parts
    if adaptive(plan_of_facts(facts).format):
        return Rounds("stage", np.array([part.first_group for part in parts], dtype=np.int64))
    return Rounds("round", np.arange(0, last_group + 1, parts[0].round.groups))
