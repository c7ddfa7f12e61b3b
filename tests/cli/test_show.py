"""`arena table`, `games`, `show` and `list`, over games that were played without processes."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import trio

from arena.games import Ranking, find_game, game_names, plain
from arena.players import Answer, FunctionPlayer, MachineTrouble, Question, SeatReport, choose_at_random
from arena.protocol import Fault, Verdict
from arena.referee import FaultPolicy, Fixture, GameRecord, encode_record, replay
from arena.referee.game_loop import play
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.tampering import tamper
from tests.facts import made_facts
from tests.make_transcripts import GAMES

SUBSTITUTE, END = FaultPolicy(0, "substitute"), FaultPolicy(0, "end")


class Faulty(FunctionPlayer):
    """Ends its second decision with a fault, or with the referee's."""

    def __init__(self, seat: int, verdict: Verdict | None) -> None:
        super().__init__(choose_at_random)
        self._seat, self._verdict, self._asked = seat, verdict, 0

    async def decide(self, question: Question) -> Answer:
        self._asked += 1
        if self._asked < 2:
            return await super().decide(question)
        if self._verdict is None:
            raise MachineTrouble("the machine kept the referee from its clock")
        return Answer(Fault(self._verdict, f"seat {self._seat}, request 3: its hand is TOPSECRET, said seat 99"))

    def report(self) -> SeatReport:
        return SeatReport(log=f"c.logs/0-seat{self._seat}.err")


def game(
    number: int,
    name: str = "bids",
    seats: int = 3,
    faulty: FunctionPlayer | None = None,
    policy: FaultPolicy = END,
    **options: object,
) -> GameRecord:
    """A played game; `faulty` sits on seat 1."""
    rules = find_game(name)
    players = [FunctionPlayer(choose_at_random) for _ in range(seats)]
    if faulty:
        players[1] = faulty
    fixture = Fixture(
        number=number,
        group=number,
        game=rules,
        options=rules.options_type(**options),
        deal=f"deal {number}",
        seating=("ann", "bob", "cyd", "dan")[:seats],
        hashes=("",) * seats,
        bot_seeds=tuple(range(seats)),
    )
    return trio.run(play, fixture, players, policy)


def places_of(record: GameRecord) -> tuple[int, ...]:
    assert isinstance(record.outcome, Ranking)
    return record.outcome.places


def keep(*games: GameRecord) -> Path:
    path = Path("c.db")
    contest: dict[str, object] = {"game": "bids", "format": "round-robin", "seats": 3, "seatings": "fixed"}
    contest |= {"line_ups": None, "seeded": [], "rounds": None, "deals": None, "sprt": None, "settled": None}
    facts = {"contest": contest, "seed": "s", "bots": ["ann", "bob", "cyd"], "anchors": []}
    with Store.create(path, made_facts(facts)) as store:
        store.add(map(encode_record, games))
    return path


@pytest.mark.parametrize("words", [["table"], ["games"], ["verify"], ["show", "0"], ["show", "0", "--seat", "1"]])
def test_a_file_that_is_no_contest_is_named(arena: Arena, words: list[str]) -> None:
    Path("other").write_text("text " * 500)
    for path in ("missing", "other", "."):
        result = arena(words[0], path, *words[1:])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"{path}: ")


@pytest.mark.parametrize("words", [["games"], ["show", "1"], ["export"]])
def test_a_record_that_cannot_be_read_is_named(arena: Arena, words: list[str]) -> None:
    keep(game(0), game(1))
    tamper(Path("c.db"), "UPDATE game SET record = '{}' WHERE number = 1")
    result = arena(words[0], "c.db", *words[1:])
    assert result.exit_code == 2
    assert "c.db: damaged: the record of game 1 cannot be read" in result.stderr


def test_a_table_in_every_format(arena: Arena) -> None:
    keep(game(0), game(1))
    assert "ann" in arena("table", "c.db").stdout
    assert "| ann" in arena("table", "c.db", "--format", "markdown").stdout
    assert json.loads(arena("table", "c.db", "--format", "json").stdout)["finished_games"] == 2
    assert any("ann" in row for row in csv.reader(arena("table", "c.db", "--format", "csv").stdout.splitlines()))


@pytest.mark.parametrize("words", [["table"], ["games"]])
def test_without_a_name_the_newest_file_here_is_read(arena: Arena, words: list[str]) -> None:
    """Of several it is said which."""
    nothing = arena(*words)
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "there is no contest's file here" in nothing.stderr
    keep(game(0))
    Path("x.txt").touch()
    assert (arena(*words).stdout, arena(*words).stderr) == (arena(*words, "c.db").stdout, "")
    shutil.copy("c.db", "old.db")
    os.utime("old.db", (1, 1))
    result = arena(*words)
    assert (result.stdout, result.stderr) == (arena(*words, "c.db").stdout, "c.db, the newest of 2 contests here\n")


def test_stories_and_lists_of_games_fit_the_terminal(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a story is lost; a pipe gets its lines whole. What is JSON can be copied: it is never broken."""
    keep(game(0, seats=4, faulty=Faulty(1, "illegal")))
    whole = {words: arena(*words).stdout for words in (("show", "c.db", "0"), ("games", "c.db"), ("list",))}
    monkeypatch.setenv("COLUMNS", "60")
    for words, text in whole.items():
        narrow = arena(*words).stdout
        assert not [line for line in narrow.splitlines() if len(line) > 60 and not line.lstrip().startswith("{")]
        if words[0] != "games":
            assert narrow.split() == text.split()
            assert max(map(len, text.splitlines())) > 60


def test_a_table_can_be_read_while_the_contest_is_played(arena: Arena) -> None:
    keep(game(0))
    with Store.open(Path("c.db"), write=True) as store:
        store.add([encode_record(game(1))])
        assert json.loads(arena("table", "c.db", "--format", "json").stdout)["finished_games"] == 2


def test_games_are_listed_with_seats_places_and_faults(arena: Arena) -> None:
    first = game(0)
    keep(first, game(1, faulty=Faulty(1, "time")), game(2, faulty=Faulty(1, None)), game(3, seats=2))
    result = arena("games", "c.db")
    assert result.exit_code == 0
    rows = result.stdout.splitlines()[2:]
    places = places_of(first)
    assert f"ann ({places[0]}), bob ({places[1]}), cyd ({places[2]})  finished" in rows[0]
    assert rows[1].endswith("finished  bob: time (stderr in c.logs/0-seat1.err)")
    assert re.search(r"ann, bob, cyd +void$", rows[2].rstrip())
    assert rows[-1] == "4 games"


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["--bot", "cyd"], [0, 1]),
        (["--bot", "ann", "--bot", "cyd"], [0, 1]),
        (["--verdict", "time"], [1]),
        (["--verdict", "any"], [1, 3]),
        (["--verdict", "illegal"], [3]),
        (["--bot", "cyd", "--verdict", "any"], []),
        (["--bot", "bob", "--verdict", "any"], [1, 3]),
        (["--verdict", "stalled"], []),
    ],
)
def test_games_are_filtered_by_bots_and_by_their_faults(arena: Arena, words: list[str], numbers: list[int]) -> None:
    keep(
        game(0),
        game(1, faulty=Faulty(1, "time")),
        game(2, seats=2),
        game(3, seats=2, faulty=Faulty(1, "illegal")),
    )
    lines = arena("games", "c.db", *words).stdout.splitlines()
    assert [int(line.split()[0]) for line in lines[2:-1]] == numbers
    assert lines[-1] == f"{len(numbers)} games"


def test_an_unknown_bot_verdict_game_or_seat_is_told_with_those_there_are(arena: Arena) -> None:
    keep(game(0))
    for words, text in [
        (["games", "c.db", "--bot", "eve"], "there is no bot 'eve' in c.db; it has ann, bob, cyd"),
        (["games", "c.db", "--verdict", "slow"], "time"),
        (["show", "c.db", "7"], "there is no game 7 in c.db; it has 1 games"),
        (["show", "c.db", str(10**30)], "there is no game"),
        (["show", "c.db", "--", "-1"], "there is no game -1"),
        (["show", "c.db", "0", "--seat", "3"], "game 0 has seats 0 to 2, not 3"),
        (["show", "c.db", "0", "--seat", "-1"], "game 0 has seats 0 to 2, not -1"),
    ]:
        result = arena(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert text in result.stderr


def test_a_game_that_is_not_installed_any_more_is_named(arena: Arena) -> None:
    keep(msgspec.structs.replace(game(0), game="chess"))
    for words in (["show", "c.db", "0"], ["verify", "c.db"]):
        result = arena(*words)
        assert result.exit_code == 2
        assert "there is no game 'chess'" in result.stderr


def test_a_game_is_told_to_an_onlooker_in_full(arena: Arena) -> None:
    record = game(0)
    keep(record)
    result = arena("show", "c.db", 0)
    lines = result.stdout.splitlines()
    assert lines[0] == "Bids, game 0 (deal group 0, deal deal 0)"
    assert lines[1] == "seats: 0 ann, 1 bob, 2 cyd"
    assert sum("[" in line and line[0].isdigit() for line in lines) == len(record.decisions) == 9
    assert sum(line.startswith("    The bids are ") for line in lines) == 3
    assert re.fullmatch(r"outcome: 1\. \w+ \(seat \d\) with \d, .*", lines[-1])


def test_a_game_is_told_to_the_public_as_anybody_at_the_table_saw_it(arena: Arena) -> None:
    """Events and outcome, but no moves, and not the seed of all luck; it cannot be asked for with a seat."""
    keep(game(0))
    lines = arena("show", "c.db", 0, "--public").stdout.splitlines()
    assert lines[0] == "Bids, game 0 (deal group 0)"
    assert not [line for line in lines if "[" in line]
    assert sum(line.startswith("    The bids are ") for line in lines) == 3
    assert lines[-1].startswith("outcome: 1. ")
    both = arena("show", "c.db", 0, "--public", "--seat", 0)
    assert both.exit_code == 2
    assert "--public and --seat are two audiences: give one of them" in both.stderr


def lines_for(record: GameRecord, seats: Sequence[int]) -> set[str]:
    """What the rules tell those seats."""
    rules = find_game(record.game)
    return {
        plain(rules.tell(event.seen_by(seat))) for step in replay(record) for event in step.events for seat in seats
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_nothing_that_only_others_saw(arena: Arena, name: str, seats: int) -> None:
    """D61: neither events nor moves; these games have secrets of each kind."""
    records = [game(number, name, seats, **GAMES[name]) for number in range(4)]
    keep(*records)
    everywhere = 0
    for record in records:
        for seat in range(seats):
            told = arena("show", "c.db", record.number, "--seat", seat).stdout
            onlooker = arena("show", "c.db", record.number).stdout
            others = [other for other in range(seats) if other != seat]
            secret = lines_for(record, others) - lines_for(record, [seat])
            assert secret
            heard = re.sub(r"\w+ \((seat \d)\)", r"\1", told)
            assert not [line for line in heard.splitlines() if line.strip() in secret]
            every = re.sub(r"  \(told to seat \d\)$", "", re.sub(r"\w+ \((seat \d)\)", r"\1", onlooker), flags=re.M)
            everywhere += len(secret & {line.strip() for line in every.splitlines()})
            assert lines_for(record, [seat]) <= {line.strip() for line in heard.splitlines()}
            moves = re.findall(r"^(\d+)\. seat (\d)", heard, re.MULTILINE)
            assert {int(who) for _, who in moves} == {seat}
            assert len(moves) == sum(who == seat for who, _ in record.decisions)
    assert everywhere  # an onlooker is told them, in the same words


def test_a_game_of_gangsta_is_told_from_the_bosses_to_the_score(arena: Arena) -> None:
    """Turn after turn, what was done without a decision too, and nothing in the letters and marks of the wire."""
    record = game(0, "gangsta", 4, **GAMES["gangsta"])
    keep(record)
    lines = arena("show", "c.db", 0).stdout.splitlines()
    told = [line for line in lines if line.startswith("    ")]
    bodies = [event.shown for step in replay(record) for event in step.events]
    kinds = [body.__struct_config__.tag for body in bodies]
    assert len(told) == len(bodies) + kinds.count("offered") * 3 + kinds.count("revealed") * 3
    assert lines[2] == told[0]
    assert all(f"{name} (seat {seat})" in told[0] for seat, name in enumerate(record.seating))
    turns = [line for line in told if re.match(r"    turn \d+: \w+ \(seat \d\)", line)]
    assert [int(line.split()[1].rstrip(":")) for line in turns] == list(range(1, len(turns) + 1))
    assert len(turns) == kinds.count("turn_began")
    assert kinds.count("passed") > sum('{"do":"pass"}' in line for line in lines)
    assert not [line for line in told if re.search(r"[{}_]|\bNone\b|\b[LMISBH]{2,}\b", line)]
    assert "the game ends" in told[-1]
    best = max(record.outcome.scores) if isinstance(record.outcome, Ranking) else 0
    assert f"with {best:g} influence" in told[-1]
    assert lines[-1].startswith("outcome: 1. ")


def test_a_fault_is_told_where_it_happened_and_how_only_to_whom_it_concerns(arena: Arena) -> None:
    """The text of a fault quotes what the bot wrote."""
    keep(game(0, faulty=Faulty(1, "illegal"), policy=SUBSTITUTE))
    everything = arena("show", "c.db", 0).stdout
    line = "!! bob (seat 1) is at fault and loses by it: illegal"
    assert f"{line}: its hand is TOPSECRET, said seat 99\n3. ann" in everything
    assert everything.count("[played for it by the referee]") == 2
    assert "(forfeited)" in everything
    assert f"stderr of bob (seat 1): {Path('c.logs/0-seat1.err')}" in everything
    own = arena("show", "c.db", 0, "--seat", 1).stdout
    assert f"{line}: its hand is TOPSECRET" in own
    for seat in (0, 2):
        other = arena("show", "c.db", 0, "--seat", seat).stdout
        assert f"{line}\n" in other
        assert "TOPSECRET" not in other
        assert "stderr" not in other


def test_a_forgiven_fault_is_not_called_a_loss(arena: Arena) -> None:
    keep(game(0, seats=2, faulty=Faulty(1, "time"), policy=FaultPolicy(1, "end")))
    faults = [line for line in arena("show", "c.db", 0).stdout.splitlines() if line.startswith("!!")]
    assert [("loses by it" in line) for line in faults] == [False, True]


class Unstartable(FunctionPlayer):
    async def start(self, start: object) -> Fault | None:
        return Fault("start-failure", "seat 1, request 0: not ready for the game: exited with code 1")


def test_a_game_that_ended_before_its_first_decision_says_why(arena: Arena) -> None:
    keep(game(0, seats=2, faulty=Unstartable(choose_at_random)))
    lines = arena("show", "c.db", 0).stdout.splitlines()
    assert lines[2:] == [
        "!! bob (seat 1) is at fault and loses by it: start-failure: not ready for the game: exited with code 1",
        "outcome: 1. ann (seat 0) with 0, 2. bob (seat 1) with 0 (forfeited)",
    ]


def test_a_void_game_says_that_it_is_nobodys_loss(arena: Arena) -> None:
    keep(game(0, faulty=Faulty(1, None)))
    text = arena("show", "c.db", 0).stdout
    assert "not rated (void): the machine kept the referee from its clock" in text
    assert "outcome" not in text
    assert "!!" not in text


def broken() -> GameRecord:
    return next(record for record in (game(n, "buggy", 2) for n in range(100)) if record.status == "error")


def test_a_game_whose_rules_broke_shows_where_and_keeps_the_traceback(arena: Arena) -> None:
    record = broken()
    keep(record)
    text = arena("show", "c.db", record.number).stdout
    assert "    The bids are" in text
    assert "the rules break down here: ZeroDivisionError('planted" in text
    assert "not rated (error): Traceback (most recent call last):" in text
    own = arena("show", "c.db", record.number, "--seat", 0).stdout
    assert own.endswith("the rules break down here\nnot rated (error)\n")


def test_a_cooperative_game_has_one_outcome(arena: Arena) -> None:
    keep(game(0, "lanterns", 2))
    assert re.search(r"^outcome: (won|lost), score \d$", arena("show", "c.db", 0).stdout, re.MULTILINE)
    assert re.search(r" ann, bob +finished: (won|lost), \d", arena("games", "c.db").stdout)


def test_every_game_is_listed_with_its_options(arena: Arena) -> None:
    result = arena("list")
    assert result.exit_code == 0
    for name in game_names():
        assert re.search(rf"^{name}: .*seats", result.stdout, re.MULTILINE)
    assert "  option rounds: int, by default 3\n" in result.stdout
    assert "lanterns: Lanterns, version 1; 1, 2, 3, 4 seats; cooperative\n" in result.stdout


def test_the_list_says_what_is_sure_and_what_can_be_chosen(arena: Arena) -> None:
    """Of The Grizzled: how the cards of each kind are known, and the words that an option can be."""
    text = " ".join(arena("list").stdout.split())
    assert "threats 39 exact, 6 reconstructed; hard knocks 20 exact, 3 reconstructed" in text
    assert "orders 4 likely, 32 reconstructed; recruits 21 reconstructed; helping hands 23 reconstructed." in text
    assert 'option campaign: "whole" or "chapter" or null, by default null' in text


def test_a_log_that_was_left_behind_is_told_to_be_so(arena: Arena) -> None:
    """Somebody has moved the contest's file without its folder."""
    keep(game(0, faulty=Faulty(1, "time")))
    moved = (
        "stderr of bob (seat 1): c.logs/0-seat1.err (not there any more: was the contest's file moved without it?)\n"
    )
    assert moved in arena("show", "c.db", 0).stdout
    Path("c.logs").mkdir()
    Path("c.logs/0-seat1.err").touch()
    assert "stderr of bob (seat 1): c.logs/0-seat1.err\n" in arena("show", "c.db", 0).stdout
