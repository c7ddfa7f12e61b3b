"""What bots would do at one decision of a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from arena.lab.feeding import Fed, feed, undecided
from arena.lab.sitting import Sitting, player_of
from arena.protocol import Fault
from arena.sandbox import Program, SandboxName, take_charge


class Opinion(Struct, frozen=True, kw_only=True):
    """What one bot says there. `fed` is its answer at the decision, or at the one before at which it went; None where
    it did not start, for which `fault` says why. `otherwise` counts the decisions before at which it answered otherwise
    than was recorded."""

    program: Program
    fed: Fed | None
    fault: Fault | None
    otherwise: int


async def ask_there(
    sitting: Sitting, decision: int, programs: Sequence[Program], sandbox: SandboxName, logs: Path
) -> list[Opinion]:
    """What each would do there, one after the other so that none takes another's time. Each is told the game up to
    there as it is recorded, whatever it answers before. Raises Mismatch and Undecided."""
    take_charge()  # so that what bots start is found and removed with them
    return [await _ask(sitting, decision, program, sandbox, logs) for program in programs]


async def _ask(sitting: Sitting, decision: int, program: Program, sandbox: SandboxName, logs: Path) -> Opinion:
    fed: list[Fed] = []

    def hear(one: Fed) -> bool:
        fed.append(one)
        return one.asked.decision < decision

    with undecided():
        fault = await feed(sitting, player_of(sitting, program, sandbox, logs), hear)
    otherwise = sum(not one.same for one in fed[:-1])
    return Opinion(program=program, fed=fed[-1] if fed else None, fault=fault, otherwise=otherwise)
