"""The talk with a person, without a terminal: what is told and asked, and what each answer means."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from arena.faces.person.dialogue import LONGEST, Dialogue
from arena.faces.person.menu import FEW, fitting, menu
from arena.games import Deal, Game, find_game
from arena.games.toys import BIDS, LANTERNS
from arena.layout import shown_width
from arena.referee import Step
from arena.replays import Frame, Made, Teller
from tests.faces.games import GAMES, recorded

NAMES = ("person", "greedy", "third", "fourth", "fifth")


def frames(game: Game, seats: int, seat: int) -> Iterator[Frame]:
    """A random game as the seat is told it."""
    rng, teller = Random(f"{game.name} {seats}"), Teller(seat, game, seats)
    state, at = game.new(game.options_type(), seats, Deal("a")), 0
    yield teller.frame(Step(state, {}, tuple(state.events), 0), [], [])
    while acting := state.to_act():
        choices = {one: rng.randrange(len(state.legal(one))) for one in acting}
        moves = {one: state.legal(one)[choice] for one, choice in choices.items()}
        state.apply(moves)
        made = [Made(choice, 1.0, 0.0, False) for choice in choices.values()]
        yield teller.frame(Step(state, moves, tuple(state.events), at), made, [])
        at += len(acting)


def begun(game: Game = LANTERNS, seats: int = 2, width: int | None = 80) -> tuple[Dialogue, Frame, str]:
    """A talk before the first decision of seat 0, what was told in it so far, and asked."""
    dialogue = Dialogue(NAMES[:seats], 0, lambda: width)
    for frame in frames(game, seats, 0):
        told = dialogue.told(frame)
        if 0 in frame.acting:
            return dialogue, frame, told + dialogue.asked()
    raise AssertionError("it is never asked")


def test_a_number_is_a_move_and_they_count_from_one() -> None:
    dialogue, frame, asked = begun()
    legal = frame.seats[0].legal
    for number in range(1, len(legal) + 1):
        assert dialogue.heard(f" {number} \r").choice == number - 1
        assert f"  {number}  {LANTERNS.tell_move(frame.seats[0].view, legal[number - 1])}\n" in asked + "\n"
    assert dialogue.prompt == f"move (1 to {len(legal)}, ? for help)> "


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0", "There is no move 0: 1 to 4; ? for help."),
        ("5", "There is no move 5: 1 to 4; ? for help."),
        ("9" * 500, f"There is no move {'9' * 20}: 1 to 4; ? for help."),
        ("-1", "No move has '-1' in it; 1 to 4, or ? for help."),
        ("\u0662", "No move has '\u0662' in it; 1 to 4, or ? for help."),
        ("castle \x1b[2J", r"No move has 'castle \\x1b[2J' in it; 1 to 4, or ? for help."),
        ("x" * (LONGEST + 1), "That was 1001 letters: a number is enough; ? for help."),
    ],
    ids=["zero", "too many", "digits", "minus", "other digits", "escapes", "long"],
)
def test_what_is_no_move_is_told_and_may_be_tried_again(line: str, said: str) -> None:
    """With what would be one."""
    dialogue, frame, _ = begun()
    assert len(frame.seats[0].legal) == 4
    heard = dialogue.heard(line)
    assert (heard.choice, heard.said) == (None, said)
    assert dialogue.heard("1").choice == 0


def test_words_find_moves_and_choose_none() -> None:
    """A slip of the finger must not be a move, not even where one alone fits."""
    dialogue, _, asked = begun()
    heard = dialogue.heard("COVERED lan")
    assert heard.choice is None
    lines = heard.said.splitlines()
    assert len(lines) == 2
    assert all("covered" in line and line in asked for line in lines)
    assert fitting("b a", ["ab", "b", "a b", "B-A"]) == [0, 2, 3]


def test_the_table_stands_once_until_somebody_else_has_decided() -> None:
    """`t` shows it again, an empty line the moves, `l` what happened."""
    dialogue, _, asked = begun()
    assert "On the table:" in asked
    assert "On the table:" not in dialogue.asked()
    assert dialogue.heard("t").said.startswith("On the table:\n  seats 2")
    assert dialogue.heard("").said in asked
    assert "Ctrl-D" in dialogue.heard("?").said
    dialogue = Dialogue(NAMES[:2], 0, lambda: 80)
    for frame in list(frames(LANTERNS, 2, 0))[:3]:
        dialogue.told(frame)
    assert "On the table:" in dialogue.asked()
    assert dialogue.heard("l").said.splitlines()[-1].startswith("  greedy puts down a ")


def test_what_happened_is_told_with_the_names_at_the_table() -> None:
    """As the person's own seat saw it: its covered lantern has a colour, another's has none."""
    told = "\n".join(map(Dialogue(NAMES[:2], 0, lambda: 80).told, frames(LANTERNS, 2, 0)))
    assert "  person puts down a " in told
    assert "seat" not in told
    covered = [line for line in told.splitlines() if line.endswith(" covered lantern.")]
    assert covered
    assert all(line.startswith("  greedy") for line in covered)


def test_of_decisions_made_before_only_the_last_is_told() -> None:
    """Where the person goes on from a recorded game."""
    game, seats = find_game("gunrunners"), 2
    whole = list(frames(game, seats, 0))
    dialogue = Dialogue(NAMES[:seats], 0, lambda: 80, resumed=30)
    told = [dialogue.told(frame) for frame in whole]
    assert set(told[:30]) == {""}
    assert told[30].startswith("30 decisions were made before; the last of what happened:\n  ")
    assert len(told[30].splitlines()) < 60
    assert told[31] != ""


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in GAMES for seats in game.seats],
    ids=lambda given: getattr(given, "name", None),
)
def test_all_of_every_game_fits_into_80_columns(game: Game, seats: int) -> None:
    """The table, what happened, and every move, which can be chosen by its number."""
    dialogue = Dialogue(NAMES[:seats], 0, lambda: 80)
    for frame in frames(game, seats, 0):
        text = dialogue.told(frame)
        if 0 in frame.acting:
            count = len(frame.seats[0].legal)
            text += "\n" + dialogue.asked()
            assert dialogue.heard(str(count)).choice == count - 1
            assert dialogue.heard(str(count + 1)).choice is None
        long = [line for line in text.splitlines() if shown_width(line) > 80]
        assert not long, long


def test_the_end_is_told_with_all_who_played() -> None:
    for game, line in ((BIDS, "1. "), (LANTERNS, "o")):
        dialogue = Dialogue(NAMES[:2], 0, lambda: 80)
        for frame in frames(game, 2, 0):
            dialogue.told(frame)
        assert line in dialogue.ended(recorded(game, 2))


def test_many_moves_stand_by_kind_and_in_columns() -> None:
    """Few are a plain list."""
    words = [f"put down a lantern of colour {number}" for number in range(FEW + 3)]
    view = next(iter(frames(LANTERNS, 2, 0))).seats[0]
    kinds = [view.legal[at % 2] for at in range(len(words))]
    assert menu(kinds[:3], words[:3], 80) == [f"  {at + 1}  {words[at]}" for at in range(3)]
    lines = menu(kinds, words, 80)
    assert [line for line in lines if line.endswith(":")] == ["light:", "cover:"]
    assert len(lines) == 2 + 2 * 3
    assert len(menu(kinds, words, 40)) == 2 + 12
    assert all(any(line.endswith(words[-1]) for line in menu(kinds, words, width)) for width in (40, 80, None))


def test_names_and_words_of_strangers_are_shown_as_text() -> None:
    """An escape in a bot's name reaches no terminal."""
    dialogue = Dialogue(("person", "\x1b[2J"), 0, lambda: 80)
    for frame in frames(LANTERNS, 2, 0):
        text = dialogue.told(frame) + dialogue.asked()
        assert "\x1b" not in text
