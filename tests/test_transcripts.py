"""The transcripts in `tests/transcripts` and in `docs/games` are what the code says on the wire today."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from arena.games import find_game
from arena.protocol import Choice, Ready, parse_answer
from tests.make_transcripts import (
    GAMES,
    PAGE,
    PAGES,
    TRANSCRIPTS,
    TURNS_SHOWN,
    excerpt,
    folded,
    transcript,
    with_excerpt,
)

REMAKE = "If the wire was meant to change, run `python tests/make_transcripts.py` and read the difference."


def first_difference(kept: str, made: str) -> str:
    """The first line that differs, for a message that fits a screen."""
    for number, (old, new) in enumerate(zip(kept.splitlines(), made.splitlines(), strict=False), 1):
        if old != new:
            return f"line {number} is\n  {old}\nand would be\n  {new}\n"
    return f"{len(kept.splitlines())} lines, and would be {len(made.splitlines())}\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_transcript_is_up_to_date(name: str) -> None:
    """Byte for byte."""
    path = TRANSCRIPTS / f"{name}.jsonl"
    kept, made = path.read_text(), "\n".join(transcript(name)) + "\n"
    assert kept == made, f"{path}: {first_difference(kept, made)}{REMAKE}"


@pytest.mark.parametrize("name", GAMES)
def test_the_excerpt_in_the_document_is_up_to_date(name: str) -> None:
    """Byte for byte, between its marks."""
    page = PAGES / f"{name}.md"
    kept = page.read_text()
    made = with_excerpt(kept, name, transcript(name))
    assert kept == made, f"{page}: {first_difference(kept, made)}{REMAKE}"


@pytest.mark.parametrize("name", GAMES)
def test_a_transcript_is_a_whole_conversation(name: str) -> None:
    """From hello to quit: every request is answered by its id, the bytes are those of the types."""
    lines = [(line[:3], json.loads(line[3:]), line[3:]) for line in transcript(name)]
    game = find_game(name)
    assert [body["type"] for _, body, _ in (lines[0], lines[2], *lines[-2:])] == ["hello", "start", "end", "quit"]
    requests = [(lines[at], lines[at + 1]) for at in range(0, len(lines) - 2, 2)]
    assert len(requests) > 2 + TURNS_SHOWN
    used: set[str] = set()
    for count, ((to, request, _), (answered_by, _, answer_line)) in enumerate(requests):
        assert (to, answered_by) == ("-> ", "<- ")
        answer = parse_answer(answer_line.encode())
        assert request["id"] == answer.id == count
        if request["type"] == "turn":
            used.add(check_turn(request, answer, game))
        else:
            assert answer == Ready(count, 1, "example 1.0")
    assert used == {"choice", "move"}


def check_turn(request: dict[str, Any], answer: Ready | Choice, game: Any) -> str:
    """The turn says what the game's types can say, the answer is legal; how the answer was given."""
    assert isinstance(answer, Choice)
    view = msgspec.convert(request["view"], game.view_type)
    memory = msgspec.convert(request["memory"], game.memory_type)
    assert json.loads(msgspec.json.encode(view)) == request["view"]
    assert json.loads(msgspec.json.encode(memory)) == request["memory"]
    for move in request["legal"]:
        assert json.loads(msgspec.json.encode(msgspec.convert(move, game.move_type))) == move
    if answer.index is None:
        assert answer.move in request["legal"]
        return "move"
    assert answer.index < len(request["legal"])
    return "choice"


def test_an_excerpt_has_the_beginning_and_the_end() -> None:
    """It says how much is left out."""
    lines = ['-> {"type":"hello"}', "<- r", '-> {"type":"start"}', "<- r"]
    lines += [text for _ in range(5) for text in ('-> {"type":"turn"}', "<- c")]
    lines += ['-> {"type":"end"}', '-> {"type":"quit"}']
    assert excerpt(lines) == [*lines[:8], "   ... 3 more turns ...", *lines[-2:]]


@pytest.mark.parametrize("name", GAMES)
def test_a_folded_line_fits_the_page_and_loses_nothing(name: str) -> None:
    """Its rows, put together, are the line; one that was short enough is as it was."""
    for line in transcript(name):
        rows = folded(line).split("\n")
        assert max(map(len, rows)) <= PAGE
        assert rows[0] + "".join(row.removeprefix("     ") for row in rows[1:]) == line
    assert folded('<- {"id":2,"choice":0}') == '<- {"id":2,"choice":0}'


def test_a_document_without_the_marks_is_refused() -> None:
    """A transcript is never put in the wrong place."""
    with pytest.raises(ValueError, match="no place for the transcript"):
        with_excerpt("# Protocol\n", "gunrunners", [])
