"""What was done at a decision, in words."""

from __future__ import annotations

from arena.games import plain
from arena.lab.sitting import Sitting
from arena.protocol import Fault
from arena.referee import Asked


def move_words(sitting: Sitting, asked: Asked, choice: int) -> str:
    """One of the moves that were legal there, as a sentence."""
    question = asked.question
    return plain(sitting.game.tell_move(question.view, question.legal[choice]), sitting.record.seating)


def recorded_words(sitting: Sitting, asked: Asked) -> str:
    """What was recorded there: the move, or the fault with its text."""
    if isinstance(asked.recorded, int):
        return f"{move_words(sitting, asked, asked.recorded)}  [choice {asked.recorded}]"
    record, here = sitting.record, (sitting.seat, asked.decision)
    texts = zip(record.faults, record.measured.texts, strict=False)
    found = [text for fault, text in texts if (fault.seat, fault.decision) == here]
    return ": ".join([asked.recorded, *found[:1]])


def answer_words(sitting: Sitting, asked: Asked, choice: int | Fault) -> str:
    """The same of what a bot answers there."""
    if isinstance(choice, Fault):
        return f"{choice.verdict}: {choice.text}"
    return f"{move_words(sitting, asked, choice)}  [choice {choice}]"
