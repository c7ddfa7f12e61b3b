"""Helps `arena play`: a game in which a person sits, from its beginning or from a recorded decision on."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec
from msgspec.structs import replace

import arena.contest
import arena.faces
import arena.games
import arena.league
import arena.programs
import arena.referee
import arena.store
from arena.box import bot_in_the_box, in_the_box
from arena.cli.commanded import as_configured, file_of, game_of, usual_seats
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.reading import reading
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.faces import PersonSeat, Table
    from arena.referee import Assignment, GameRecord

PERSON = "person"
"""The name of the person who plays in the record; no bot of that game has it."""
PATIENCE_MS = 10_000
"""The milliseconds for a bot's move, if nothing else is said: nobody is rated, and a person would rather wait than win
by that."""


class Company(msgspec.Struct, frozen=True):
    """Who plays: the bots under their conditions, and on `seat` the person. `names` are by seat."""

    contest: Contest
    seat: int
    names: tuple[str, ...]

    @property
    def people(self) -> dict[int, str]:
        return {self.seat: self.names[self.seat]}


class Earlier(NamedTuple):
    """The recorded game from which play goes on, and the number of the decision before which it does."""

    record: GameRecord
    decision: int


def company_of_game(game: str, against: Sequence[str], seats: int | None, seat: int) -> Company:
    """A person on `seat` against bots of these commands, and on further seats the bot of the box. Exits if that cannot
    be."""
    count = seats or (len(against) + 1 if against else usual_seats(arena.games.find_game(game)))
    box = f"{{python}} {quote(str(bot_in_the_box(game)))}"
    commands = {f"--against number {number}": command for number, command in enumerate(against, 1)}
    commands |= {f"the box's bot on seat {number}": box for number in range(len(against) + 1, count)}
    if len(commands) != count - 1:
        raise click.UsageError(f"{len(against)} bots and a person are {len(against) + 1} seats, not {count}")
    # A contest needs as many bots as seats, and somebody sits on one.
    placeholder = f"{{python}} {quote(str(in_the_box('bots/random_bot.py')))}"
    contest = arena.contest.contest_of(game, {**commands, PERSON: placeholder}, seats=count)
    contest = replace(contest, time=replace(contest.time, move_ms=PATIENCE_MS))
    return _company(contest, list(contest.bots)[:-1], seat, game)


def company_of_config(path: Path, against: Sequence[str], seat: int) -> Company:
    """A person on `seat` against these bots of a configuration, by default its first ones, under its conditions."""
    contest = arena.contest.load_contest(path)
    bots = against or [*contest.bots][: contest.seats - 1]
    return _company(as_configured(path, bots), None, seat, str(path))


def _company(contest: Contest, bots: Sequence[str] | None, seat: int, of: str) -> Company:
    own = list(contest.bots if bots is None else bots)
    contest = game_of(contest, of, len(own) + 1)
    if not 0 <= seat <= len(own):
        raise click.BadParameter(f"this game has the seats 0 to {len(own)}", param_hint="'--seat'")
    person, *others = arena.programs.apart([PERSON, *own])
    return Company(arena.contest.renamed(contest, own, others), seat, arena.league.seated(others, {seat: person}))


def recorded(db: Path, number: int, decision: int, spoil: bool) -> Earlier:
    """A game of a contest's file, to go on from before that decision. Exits if there is none, or if it may not be shown
    yet: whoever plays on in it sees cards that others still hold."""
    with reading(db) as store:
        record = store.record(number)
        if record is None:
            raise WrongInput(f"there is no game {number} in {db}; it has {sum(store.count().values())} games")
        awaited = [] if spoil else arena.contest.released(store).awaited(number)
    if awaited:
        raise WrongInput(
            f"game {number} cannot be gone on from yet: games at its deal are still to be played, where other bots "
            "hold the same cards; wait for them, or as the organiser take --spoil"
        )
    if not 0 <= decision < len(record.decisions):
        raise WrongInput(f"game {number} has the decisions 0 to {len(record.decisions) - 1}, not {decision}")
    return Earlier(record, decision)


def company_from(earlier: Earlier, config: Path | None, against: Sequence[str], seat: int | None) -> Company:
    """The table of a recorded game. The person sits on `seat`, by default the one whose decision it is; the others are
    bots of these commands, or the game's own if there is a configuration that has them, else the bot of the box."""
    record = earlier.record
    own = record.decisions[earlier.decision][0] if seat is None else seat
    if config is not None:
        bots = against or [name for at, name in enumerate(record.seating) if at != own]
        company = company_of_config(config, bots, own)
    else:
        company = company_of_game(record.game, against, record.seats, own)
    contest = company.contest
    if (contest.game, contest.seats) != (record.game, record.seats):
        raise WrongInput(f"that game is one of {record.game} with {record.seats} seats; {contest.game} is played here")
    options = msgspec.json.decode(record.options, type=arena.games.find_game(record.game).options_type)
    return msgspec.structs.replace(company, contest=replace(contest, options=options))


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What else the user asked for: the deal, the milliseconds for a person's move, whether that is made in a browser,
    and where the game is to be kept."""

    deal: str | None
    move_ms: int | None
    browser: bool
    db: Path | None
    config: Path | None


def play_at_table(company: Company, wishes: Wishes, earlier: Earlier | None) -> int:
    """Play the game, keep it, and say where. Returns the exit status."""
    contest, names = company.contest, company.names
    path = wishes.db or file_of(names, "play-")
    config = wishes.config or path
    if arena.league.differing_from(path, contest, config, company.people):
        path = arena.store.free_path(path)
    place = arena.faces.PersonSeat(number=company.seat, move_ms=wishes.move_ms)
    if earlier is not None:
        game = arena.games.find_game(contest.game)
        choices = arena.faces.choices_before(earlier.record, game, earlier.decision)
        place = msgspec.structs.replace(place, earlier=choices)
    cast = arena.league.Cast(contest, config, path, tell)
    with arena.league.opened(path, contest, cast, tell, company.people) as (store, seed):
        number = sum(store.count().values())
        schedule = arena.contest.plan_of(contest).schedule(names, seed, number + 1)
        with cast.ready(store, schedule) as setup:
            deal = earlier.record.deal if earlier is not None else wishes.deal
            assignment = arena.referee.Assignment(
                number=number,
                group=number,
                deal=deal or schedule.pairing(number).deal,
                seating=names,
                bot_seeds=tuple(schedule.bot_seed(number, seat) for seat in range(len(names))),
            )
            table = _page(company, assignment) if wishes.browser else _terminal(company, place)

            def keep(record: GameRecord) -> None:
                store.add([arena.referee.encode_record(record)])

            record, interrupted = arena.faces.sit(setup, assignment, place, table, keep)
    with suppress(OSError):  # of a terminal that is gone
        tell(_kept(path, number))
    if interrupted:
        return INTERRUPTED
    return TROUBLE if record.status != "finished" else 0


def _terminal(company: Company, place: PersonSeat) -> Table:
    title = arena.games.find_game(company.contest.game).title
    who = ", ".join(f"{seat} {name}" for seat, name in enumerate(company.names))
    say(f"{title}. Seats: {who}. You are {company.names[company.seat]}.")
    return arena.faces.Terminal(
        company.names, company.seat, sys.stdin.fileno(), sys.stdout, place.resumed, place.move_ms
    )


def _page(company: Company, assignment: Assignment) -> Table:
    contest = company.contest
    game = arena.games.find_game(contest.game)
    return arena.faces.BrowserTable(game, contest.options, assignment, company.seat, _open, tell)


def _open(address: str) -> None:
    tell(f"the table is at {address} , for this machine and whoever knows that; Ctrl-C leaves it: you resign")
    if not webbrowser.open(address):
        tell("no browser could be started: open that in one")


def _kept(path: Path, number: int) -> str:
    file = printable(str(path))
    game = f"{file} {number}"
    return f"kept as game {number} of {file}: `arena show {game}` tells it, `arena watch {game}` draws it"
