"""A bot's own words stand beside the decisions they belong to, for those who may see all that its seat saw."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from arena.games import EVERYTHING, PUBLIC, Audience
from arena.games.toys import LANTERNS
from arena.players import Answer, SeatReport
from arena.protocol import Fault
from arena.referee import FaultPolicy, GameRecord, decode_record, encode_record, lasting_bytes
from arena.referee.game_loop import NOTES_BYTES
from arena.referee.record import Note, Said
from arena.replays import replay_for, stderr_of, tell_game
from arena.replays.sayings import MOST_AT_ONCE, MOST_READ
from tests.protocol.test_escape import HOSTILE
from tests.referee.helpers import ToldPlayer, told

LOGS = ("c.logs/4-seat0.err", "c.logs/4-seat1.err")


async def game(*notes: str | None, said: tuple[tuple[int, int], ...] = ()) -> GameRecord:
    """A game of two; the second seat says these of its decisions, and wrote to stderr so."""
    talker = ToldPlayer(*(Answer(0, 1.0, note=note) for note in notes))
    talker.reports = SeatReport(log=LOGS[1], said=said)
    return await told(LANTERNS, [ToldPlayer(), talker])


def own(record: GameRecord, seat: int) -> list[int]:
    return [at for at, (who, _) in enumerate(record.decisions) if who == seat]


def heard(record: GameRecord, audience: Audience, stderr: dict[int, str] | None = None) -> list[tuple[int, int, str]]:
    """(step, seat, text) of all that this audience is told; -1 for what comes after the last step."""
    replay = replay_for(audience, record, LANTERNS, stderr or {})
    found = [(at, one.seat, one.text) for at, frame in enumerate(replay.frames) for one in frame.said]
    return found + [(-1, one.seat, one.text) for one in replay.said]


async def test_a_note_is_told_with_its_decision_to_its_seat_and_to_who_sees_everything() -> None:
    """It is kept with what is measured: the record is the same without it."""
    record, silent = await game("first", None, "third"), await game()
    first, _, third = own(record, 1)[:3]
    assert record.measured.notes == (Note(first, "first"), Note(third, "third"))
    assert lasting_bytes(record) == lasting_bytes(silent)
    expected = [(first + 1, 1, "first"), (third + 1, 1, "third")]
    assert heard(record, 1) == heard(record, EVERYTHING) == expected
    assert heard(record, 0) == heard(record, PUBLIC) == []


async def test_a_note_of_an_answer_that_was_wrong_is_kept() -> None:
    talker = ToldPlayer(Answer(Fault("illegal", "not a move"), 1.0, note="I am sure"))
    record = await told(LANTERNS, [ToldPlayer(), talker], FaultPolicy(then="substitute"))
    assert [note.text for note in record.measured.notes or ()] == ["I am sure"]


async def test_only_so_much_is_kept_of_the_notes_of_a_game() -> None:
    """The last that is kept says so."""
    record = await game(*["x" * NOTES_BYTES, "more", "and more"])
    (note,) = record.measured.notes or ()
    assert note.text.endswith("x [no more notes of this seat are kept in this game]")


async def test_stderr_stands_beside_the_decision_by_which_it_was_written() -> None:
    """What came before the first with the set-up, what came when the game was over after the last step; and nobody but
    that seat and the organiser reads it."""
    record = await game(said=((0, 0), (1, 1), (3, 3), (99, 4)))
    first, _, third = own(record, 1)[:3]
    stderr = {1: "loaded\none\ntwo\nthree\nbye\n", 0: "quiet\n"}
    expected = [(0, 1, "loaded"), (first + 1, 1, "one\ntwo"), (third + 1, 1, "three"), (-1, 1, "bye")]
    assert heard(record, 1, stderr) == expected
    assert heard(record, EVERYTHING, stderr) == [*expected[:-1], (-1, 1, "bye"), (-1, 0, "quiet")]
    assert heard(record, 0, stderr) == [(-1, 0, "quiet")]
    assert heard(record, PUBLIC, stderr) == []
    story = list(tell_game(record, LANTERNS, 1, Path(), stderr))
    at = story.index("    stderr of bot 1 (seat 1): three")
    assert f"{third}. bot 1 (seat 1): " in story[at - 1]
    assert not any("loaded" in line for line in tell_game(record, LANTERNS, 0, Path(), stderr))


async def test_a_record_that_says_nothing_of_it_is_told_as_ever() -> None:
    """One of an earlier version has neither notes nor marks: what is in the log comes at the end."""
    record = await game()
    assert {"notes", "said"}.isdisjoint(msgspec.json.decode(encode_record(record))["measured"])
    again = decode_record(encode_record(record))
    assert again == record
    assert heard(again, 1, {1: "all of it\n"}) == [(-1, 1, "all of it")]


async def test_whatever_a_record_says_of_it_is_told_without_trouble() -> None:
    """It may be a stranger's: decisions and lines that are not there, in any order."""
    record = await game()
    notes = tuple(Note(at, "nowhere") for at in (-7, len(record.decisions), 2**60))
    said = tuple(Said(1, at, line) for at, line in [(2**60, -5), (-9, 1), (3, 2**60), (0, 2), (1, 2)])
    strange = replace(record, measured=replace(record.measured, notes=notes, said=(*said, Said(7, 0, 0))))
    stderr = {1: "".join(f"{line}\n" for line in range(5))}
    told_to_it = heard(strange, 1, stderr)
    assert "nowhere" not in str(told_to_it)
    assert sorted("\n".join(text for _, _, text in told_to_it).split()) == ["0", "1", "2", "3", "4"]


async def test_much_at_once_is_cut_and_says_so() -> None:
    record = await game(said=((0, 0),))
    ((_, _, text),) = heard(record, 1, {1: "x" * 10_000})
    assert text == "x" * MOST_AT_ONCE + "\n[... 6000 more characters are in its file ...]"


async def test_the_logs_are_read_from_their_own_folder_alone(tmp_path: Path) -> None:
    """By the names that arena gives them, whatever a record calls them; no further than so far, and through no link."""
    logs = tmp_path / "c.logs"
    logs.mkdir()
    (tmp_path / "secret").write_text("SECRET")
    record = await game()

    def named(name: str | None) -> GameRecord:
        return replace(record, measured=replace(record.measured, logs=(None, name)))

    assert stderr_of(named("../secret"), logs) == {}
    (logs / "4-seat1.err").symlink_to(tmp_path / "secret")
    assert stderr_of(named("c.logs/4-seat1.err"), logs) == {}
    (logs / "4-seat1.err").unlink()
    os.mkfifo(logs / "4-seat1.err")
    assert stderr_of(named("c.logs/4-seat1.err"), logs) == {}
    (logs / "4-seat1.err").unlink()
    (logs / "4-seat1.err").write_bytes(b"\x1b[2J\xff\n" + b"x" * MOST_READ)
    (text,) = stderr_of(named("anything"), logs).values()
    assert text.startswith("\\x1b[2J\\xff\nxxx")
    assert len(text) < MOST_READ + 20
    assert stderr_of(named(None), logs) == {}


@pytest.mark.parametrize("words", HOSTILE)
async def test_hostile_words_are_told_as_they_are(words: str) -> None:
    """Whoever shows them makes them printable."""
    record = await game(words)
    (found,) = heard(decode_record(encode_record(record)), EVERYTHING)
    assert found[2] == words
