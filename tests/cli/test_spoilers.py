"""What a contest publishes while it runs tells nothing that is still to be played: all its bytes are looked through."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import arena.faces.site.reading
import arena.review.reviewing
import arena.standings.of_store  # noqa: F401  # before anything stands for what it imports
from arena.contest import Released
from arena.games import EVERYTHING, PUBLIC, Audience, Game
from arena.games.toys import LANTERNS, LanternsState
from arena.protocol import encode_body
from arena.referee import GameRecord, encode_record
from arena.replays import replay_for
from arena.store import Store
from tests.cli.conftest import Arena
from tests.faces.games import GAMES, faulty, held, recorded
from tests.faces.test_edition import truncated, twins
from tests.facts import made_facts, raw
from tests.planted import lanterns_of
from tests.referee.helpers import LATE

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
MASTER = "5eed-of-all-5eeds"


def keep(*records: GameRecord, **facts: Any) -> Path:
    """A contest of two bots that change seats: games 0 and 1 have one deal, 2 and 3 the next."""
    path = Path("c.db")
    path.unlink(missing_ok=True)
    shutil.rmtree("site", ignore_errors=True)
    contest: dict[str, object] = {"game": records[0].game, "format": "round-robin", "seats": 2}
    contest |= {"seatings": "rotations", "line_ups": None, "seeded": [], "rounds": None, "deals": None}
    contest |= {"sprt": None, "settled": None}
    known = {"contest": contest, "seed": MASTER, "bots": ["ann", "bob"], "anchors": []} | facts
    with Store.create(path, made_facts(known)) as store:
        store.add(map(encode_record, records))
    return path


def named(record: GameRecord, number: int) -> GameRecord:
    seating = ("ann", "bob") if number % 2 == 0 else ("bob", "ann")
    return replace(record, number=number, group=number // 2, seating=seating)


def play_by(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command finds these rules, whatever game is asked for."""
    for where in ("arena.games", "arena.standings.of_store", "arena.faces.site.reading", "arena.review.reviewing"):
        monkeypatch.setattr(f"{where}.find_game", lambda name: game)


def published(arena: Arena, *numbers: int) -> Iterator[tuple[str, str]]:
    """What every command says that tells of these games, by command, as an organiser would hand it on."""
    told = [["show", "c.db", str(number), "--format", form] for number in numbers for form in ("text", "json")]
    told += [["watch", "c.db", str(number), "-o", "page.html"] for number in numbers]
    told += [["export", "c.db", "--format", form] for form in ("jsonl", "csv")]
    told += [
        ["explain", "c.db", bot, "--playouts", "60", *form] for bot in ("ann", "bob") for form in ((), ("--json",))
    ]
    for words in [*told, ["games", "c.db"], ["table", "c.db", "--details", "--resources", "--over-time"]]:
        result = arena(*words)
        assert result.exit_code == 0, result.output
        yield " ".join(words), result.stdout + result.stderr
        if words[0] == "watch":
            yield "page.html", held(Path("page.html").read_text("utf-8"))
    assert arena("pages", "c.db", "-o", "site").exit_code == 0
    for page in sorted(Path("site").rglob("*.*")):
        text = page.read_text("utf-8")
        yield str(page), held(text) if page.parent.name == "games" else text
    for form in ("json", "csv", "markdown"):
        yield form, arena("table", "c.db", "--format", form).output


def bodies(record: GameRecord, game: Game, audience: Audience) -> set[str]:
    """All that this audience saw of it, in pieces: events, views, memories, moves."""
    replay = replay_for(audience, record, game)
    seen = [happened.event for frame in replay.frames for happened in frame.events]
    for frame in replay.frames:
        seen += [frame.public, *chain.from_iterable((sight.view, sight.memory) for sight in frame.seats.values())]
        seen += [legal for sight in frame.seats.values() for legal in sight.legal]
        seen += [decision.move for decision in frame.decisions]
    return {encode_body(body).decode() for body in seen if body is not None}


def broken_off(record: GameRecord, game: Game) -> GameRecord:
    """Before its last step, at which a game may turn everything up."""
    last = replay_for(EVERYTHING, record, game).frames[-1]
    return truncated(record, len(record.decisions) - len(last.decisions))


@EACH_GAME
def test_nothing_is_published_of_a_deal_that_is_still_to_be_played(
    arena: Arena, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No view, no hidden event, no move of game 2, whose deal is played again in game 3; nor its seed, nor that of all.
    With --spoil there is."""
    play_by(game, monkeypatch)
    over = [named(recorded(game, 2, deal="over"), number) for number in (0, 1)]
    running = broken_off(named(recorded(game, 2, deal="still-running"), 2), game)
    keep(*over, running)
    known = bodies(running, game, PUBLIC).union(*(bodies(record, game, EVERYTHING) for record in over))
    # The shortest, such as a move that is a mere number, could stand anywhere.
    secrets = {body for body in bodies(running, game, EVERYTHING) - known if len(body) > 12} | {"still-running", MASTER}
    assert len(secrets) > 5
    said = dict(published(arena, 0, 1, 2))
    for command, text in said.items():
        found = [secret for secret in secrets if secret in text]
        assert not found, f"{command} tells {found[0]}"
    spoilt = arena("show", "c.db", "2", "--format", "json", "--spoil").stdout
    assert all(secret in spoilt for secret in secrets - {MASTER})
    assert "still-running" in arena("export", "c.db", "--spoil").stdout


def worlds(game: Game) -> Iterator[list[tuple[GameRecord, Game]]]:
    """Games broken off here and there, each beside one in which all that the public cannot know is otherwise."""
    for _, *pair in list(twins(game, recorded(game, 2)))[::3]:
        yield [
            (named(replace(record, measured=replace(record.measured, trouble=record.deal)), 0), rules)
            for record, rules in pair
        ]


def differing(arena: Arena, game: Game, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Which commands tell twin worlds apart."""
    found = set()
    for pair in worlds(game):
        said = []
        for record, rules in pair:
            play_by(rules, monkeypatch)
            keep(record)
            said.append(list(published(arena, 0)))
        found |= {one[0] for one, other in zip(*said, strict=True) if one != other}
    return found


@EACH_GAME
def test_twin_worlds_are_published_in_equal_bytes(arena: Arena, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differing(arena, game, monkeypatch) == set()


def test_a_leak_in_the_rules_or_the_law_makes_them_differ(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules whose public's view looks into hands; and a law that lets everything out."""

    class Leaking(LanternsState):
        def public(self) -> Any:
            return replace(super().public(), box=hash(tuple(map(tuple, self.hands))))

    assert "show c.db 0 --format json" in differing(arena, lanterns_of(Leaking), monkeypatch)
    monkeypatch.setattr(Released, "whole", lambda self, number: True)
    monkeypatch.setattr(Released, "awaited", lambda self, number: [])
    leaking = {command.split()[0] for command in differing(arena, LANTERNS, monkeypatch)}
    assert leaking == {"show", "page.html", "export", "site/deals/0.html", "site/games/0.html"}


def test_what_is_asked_for_without_an_audience_is_told_as_the_public_saw_it(arena: Arena) -> None:
    """And says so on stderr, beside what is told; a deal that is over needs no such word."""
    keep(*(named(recorded(LANTERNS, 2, deal="d"), number) for number in range(3)))
    asked, public, over = arena("show", "c.db", "2"), arena("show", "c.db", "2", "--public"), arena("show", "c.db", "1")
    assert (asked.exit_code, asked.stdout) == (0, public.stdout)
    assert asked.stderr == (
        "game 2 is told as the public saw it: game 3 at its deal is still to be played; --spoil tells everything, to "
        "the organiser\n"
    )
    assert public.stderr == over.stderr == ""
    assert "deal d" in over.stdout
    assert "deal d" in arena("show", "c.db", "2", "--spoil").stdout
    assert arena("watch", "c.db", "2").stdout == "c-2-public.html\n"
    assert arena("watch", "c.db", "2", "--spoil").stdout == "c-2.html\n"


@pytest.mark.parametrize("command", ["show", "watch"])
def test_a_seats_copy_waits_for_all_games_at_its_deal(arena: Arena, command: str) -> None:
    """What it shows of one bot's hand another bot holds in a game that is still to be played."""
    keep(*(named(recorded(LANTERNS, 2), number) for number in range(3)))
    refused = arena(command, "c.db", "2", "--seat", "0")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        "game 2 cannot be shown as seat 0 saw it: game 3 at its deal is still to be played, where other bots hold the "
        "same cards; wait for that, take --public, or as the organiser --spoil\n"
    )
    assert not list(Path().glob("*.html"))
    assert arena(command, "c.db", "2", "--seat", "0", "--spoil").exit_code == 0
    assert arena(command, "c.db", "1", "--seat", "0").exit_code == 0
    assert arena(command, "c.db", "2", "--public", "--spoil").exit_code == 2


def test_an_export_says_of_how_many_games_it_kept_something_back(arena: Arena) -> None:
    """Such a line cannot be taken for a record; a row of CSV has no deal."""
    records = [named(faulty(LANTERNS, 0, LATE), number) for number in range(3)]
    keep(*records)
    result = arena("export", "c.db")
    assert result.exit_code == 0
    assert result.stderr == (
        "1 game without deal, moves and words, as games at the same deals are still to be played; --spoil tells "
        "everything, to the organiser\n"
    )
    whole, _, kept = map(json.loads, result.stdout.splitlines())
    assert whole == json.loads(encode_record(records[0]))
    assert kept["deal"] is None
    assert kept["decisions"] == [[seat, None] for seat, _ in records[2].decisions]
    assert kept["faults"] == json.loads(encode_record(records[2]))["faults"]
    assert kept["measured"].keys() == {"ms"}
    rows = arena("export", "c.db", "--format", "csv").stdout.splitlines()[1:]
    assert [row.split(",")[2] != "" for row in rows] == [True] * 4 + [False] * 2
    spoilt = arena("export", "c.db", "--spoil")
    assert (spoilt.stderr, len(spoilt.stdout.splitlines())) == ("", 3)
    assert json.loads(spoilt.stdout.splitlines()[2]) == json.loads(encode_record(records[2]))


def test_why_a_bot_is_benched_is_said_in_full_once_its_game_may_be_shown(arena: Arena) -> None:
    """What is said of a fault may quote what the bot held."""
    record = named(faulty(LANTERNS, 0, LATE), 0)
    record = replace(record, measured=replace(record.measured, texts=("decision 0: it said TOPSECRET",)))
    path = keep(record)
    with Store.open(path, write=True) as store:
        contest = store.facts().of_contest(dict[str, Any]) | {"bench": {"starts": None, "games": 1}}
        store.change_facts(lambda facts: replace(facts, contest=raw(contest)))
    assert "the last of them game 0" in arena("table", "c.db").stdout
    assert "TOPSECRET" not in arena("table", "c.db", "--format", "json").output
    with Store.open(path, write=True) as store:
        store.change_facts(lambda facts: replace(facts, over=2))
    assert "TOPSECRET" in arena("table", "c.db").stdout
