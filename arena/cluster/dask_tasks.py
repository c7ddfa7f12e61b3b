"""The functions of a contest on a cluster that run in the workers of Dask: each keeps an outpost for every contest that
it plays.

They are called by name from `arena.cluster.coordinator`, so the arena has to be installed there; all but `version_here`
have to be of the same version.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

import arena
from arena.cluster.outpost import GameReply, Outpost, OutpostSetup, Report, Unprepared
from arena.cluster.shipping import cache_folder, unpack

_outposts: dict[tuple[str, str], Outpost] = {}
"""The outposts of this process, by contest and address of the worker."""
_lock = Lock()


def version_here() -> str:
    """The version of the arena on this worker."""
    return arena.__version__


async def prepare_here(run: str, version: str, order: bytes, dask_worker: Any) -> Report:
    """Get ready for what is ordered, if the arena on this worker is of that version."""
    if version != arena.__version__:
        return Report([f"the arena there is of version {arena.__version__}, not {version}: install the same"])
    key = run, dask_worker.address
    with _lock:
        post = _outposts.get(key)
        if post is None or post.closed:
            post = _outposts[key] = Outpost(Path(dask_worker.local_directory))
    await _close_with(dask_worker)
    return await asyncio.to_thread(post.prepare, msgspec.json.decode(order, type=OutpostSetup))


async def unpack_here(hash: str, packed: bytes) -> None:
    """Put a bot's folder into the cache."""
    await asyncio.to_thread(unpack, hash, packed, cache_folder())


def play_here(run: str, turn: int, number: int, assignment: bytes) -> GameReply | Unprepared:
    """Play one game, as a task of Dask."""
    from distributed import get_worker

    address = get_worker().address
    post = _outposts.get((run, address))
    try:
        played = post and post.play(turn, number, assignment)
    except OSError as problem:
        return Unprepared(address, f"no worker process can be started: {problem}")
    return played or Unprepared(address)


async def close_here(run: str, dask_worker: Any) -> None:
    """End what is left of the contest, as it is over or given up."""
    await asyncio.to_thread(_close, dask_worker.address, run)


def _close(address: str, run: str | None = None) -> None:
    """The outposts of a worker, or its one for that contest."""
    with _lock:
        keys = [key for key in _outposts if key[1] == address and run in (None, key[0])]
        posts = [_outposts.pop(key) for key in keys]
    for post in posts:
        post.close()


async def _close_with(dask_worker: Any) -> None:
    """See that this worker closes its outposts when it is closed; its process may go on."""
    from distributed import WorkerPlugin

    class CloseOutposts(WorkerPlugin):
        async def teardown(self, worker: Any) -> None:
            await asyncio.to_thread(_close, worker.address)

    name = "arena-outposts"
    if name not in dask_worker.plugins:
        await dask_worker.plugin_add(CloseOutposts(), name)
