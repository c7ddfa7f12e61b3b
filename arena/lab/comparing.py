"""At which decision of a recorded game a bot first does otherwise than was recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import Struct

from arena.lab.feeding import Fed, feed, undecided
from arena.lab.listening import Tap
from arena.lab.sitting import Sitting, player_of
from arena.protocol import Fault
from arena.referee import Asked
from arena.sandbox import Program, SandboxName, take_charge


class Compared(Struct, frozen=True, kw_only=True):
    """What came of it. `same` counts the questions that were answered as recorded. `last` is the first that was not, or
    the last of all; None where none was asked. `fault` is what kept the bot from its start, and `as_recorded` whether
    all was as it is recorded. `request` is the last line that the bot was sent, `said` what came since then."""

    same: int
    last: Fed | None
    fault: Fault | None
    as_recorded: bool
    request: bytes
    said: bytes


class Stop(Struct, frozen=True):
    """To go no further than that decision; before it is asked for, `wait` is awaited with the number of the bot's
    process, and nobody counts its time."""

    decision: int
    wait: Callable[[int | None], Awaitable[object]] | None = None


async def compare(
    sitting: Sitting,
    program: Program,
    sandbox: SandboxName,
    logs: Path,
    stop: Stop | None = None,
    sent: Callable[[bytes], object] | None = None,
) -> Compared:
    """Feeds the recorded game to the program until it does otherwise; its stderr goes to `logs`, and `sent` gets all
    that it is sent. Raises Mismatch and Undecided."""
    take_charge()  # so that what the bot starts is found and removed with it
    tap = Tap(sent)
    wait = stop.wait if stop else None
    fed: list[Fed] = []
    exchange = b"", b""

    def hear(one: Fed) -> bool:
        nonlocal exchange
        fed.append(one)
        exchange = tap.request, tap.said
        return one.same and (stop is None or one.asked.decision < stop.decision)

    async def before(asked: Asked) -> None:
        if stop is not None and wait is not None and asked.decision == stop.decision:
            await wait(tap.pid)

    player = player_of(sitting, program, sandbox, logs, tap.around, patient=wait is not None)
    with undecided():
        fault = await feed(sitting, player, hear, before)
    if fault is not None:
        exchange = tap.request, tap.said
    same = sum(one.same for one in fed)
    recorded = [one.verdict for one in sitting.record.faults if one.seat == sitting.seat]
    return Compared(
        same=same,
        last=fed[-1] if fed else None,
        fault=fault,
        as_recorded=same == len(fed) and (fault is None) == (recorded[:1] != ["start-failure"]),
        request=exchange[0],
        said=exchange[1],
    )
