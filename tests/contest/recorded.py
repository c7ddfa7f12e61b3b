"""A contest's file whose games were played without processes, each as the bots of `contests.BOT` play it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import trio

from arena.contest import Contest, fingerprint, schedule_of
from arena.games import find_game
from arena.players import FunctionPlayer, choose_at_random
from arena.referee import FaultPolicy, Fixture, GameRecord, encode_record
from arena.referee.game_loop import play
from arena.sealing.bundle import Content, write_bundle
from arena.store import Facts, Store
from tests.facts import plain

SEED = "s"


def recorded(contest: Contest, number: int) -> GameRecord:
    """A game of the schedule under the master seed `SEED`, which each seat plays at random, by its seed."""
    schedule, game = schedule_of(contest, SEED), find_game(contest.game)
    pairing, hashes = (
        schedule.pairing(number),
        {bot["name"]: bot["files"] for bot in plain(fingerprint(contest))["bots"]},
    )
    seats = range(contest.seats)
    fixture = Fixture(
        number=number,
        group=pairing.group,
        game=game,
        options=contest.options,
        deal=pairing.deal,
        seating=pairing.seating,
        hashes=tuple(hashes[name] for name in pairing.seating),
        bot_seeds=tuple(schedule.bot_seed(number, seat) for seat in seats),
    )
    return trio.run(play, fixture, [FunctionPlayer(choose_at_random) for _ in seats], FaultPolicy(0, "end"))


def facts_of(contest: Contest) -> Facts:
    """What `arena run` writes into a new file."""
    return Facts(contest=fingerprint(contest), seed=SEED, bots=tuple(contest.bots), anchors=())


def record_contest(path: Path, contest: Contest, games: int) -> None:
    """A file with the first games of the contest."""
    with Store.create(path, facts_of(contest)) as store:
        store.add([encode_record(recorded(contest, number)) for number in range(games)])


def sealed(store: Store, more: Mapping[str, Content] | None = None) -> bytes:
    """The bundle of a store with these further members."""
    file = io.BytesIO()
    write_bundle(file, store, b'{"rows":[]}\n', more or {})
    return file.getvalue()
