"""The talk with a person at a terminal, without a terminal: what is told, what is asked, what an answer means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.faces.person.menu import fitting, menu
from arena.faces.person.table import TableWords
from arena.games import Part, Ranking
from arena.layout import flowing
from arena.protocol import printable
from arena.referee import GameRecord
from arena.replays import Frame, Look, Trouble

LONGEST = 1000
"""The most letters of a line that are looked at: no answer has more."""
_LAST = 20
"""The number of lines of what has happened that are told again."""

HELP = """\
Type the number of a move, and press Enter.
  some words   only the moves that have them: `at location 2`
  (nothing)    the moves again
  t            the table again
  l            what has happened, the last of it
  ?            this
Ctrl-D on an empty line leaves the table: you resign, and the game is over."""


class Heard(NamedTuple):
    """What a line means: the index of a move, or None, and what to say in reply."""

    choice: int | None
    said: str = ""


class Dialogue:
    """The dialogue of one game. `names[seat]` is who sits there, the person on `seat`; `width()` is the number of
    columns of the terminal now, None for one without end. The first `resumed` decisions are those of another game, of
    which only the last is told. `move_ms` is the milliseconds for a move, None for no limit."""

    def __init__(
        self,
        names: Sequence[str],
        seat: int,
        width: Callable[[], int | None],
        resumed: int = 0,
        move_ms: int | None = None,
    ) -> None:
        self._names = names
        self._seat = seat
        self._width = width
        self._resumed = resumed
        self._move_ms = move_ms
        self._now: Frame | None = None
        self._log: list[str] = []
        self._decided = 0
        self._table_shown = False
        """Since anybody else has decided."""

    def told(self, frame: Frame) -> str:
        """What has just happened, as the person's seat saw it."""
        self._now = frame
        if any(decision.seat != self._seat for decision in frame.decisions):
            self._table_shown = False
        lines = [self._trouble(one) for one in frame.troubles]
        lines += [f"  {self._sentence(one.words)}" for one in frame.events]
        self._log += lines
        made = len(frame.decisions)
        self._decided += made
        if self._decided < self._resumed:
            return ""
        if made and self._decided == self._resumed:
            return self._flow(
                [f"{self._resumed} decisions were made before; the last of what happened:", *self._last()]
            )
        return self._flow(lines)

    def asked(self) -> str:
        """The table, unless it stands there already, and the legal moves."""
        lines = [] if self._table_shown else ["", *self._table()]
        self._table_shown = True
        return "\n".join([*lines, "", "Your move:", *self._moves()])

    @property
    def prompt(self) -> str:
        """The words behind which the person types a line."""
        limit = f" in {self._move_ms / 1000:g} s" if self._move_ms is not None else ""
        return f"move (1 to {len(self._words())}{limit}, ? for help)> "

    def heard(self, line: str) -> Heard:
        """Understand what the person has typed."""
        words = line.strip()
        if len(words) > LONGEST:
            return Heard(None, f"That was {len(words)} letters: a number is enough; ? for help.")
        match words:
            case "":
                return Heard(None, "\n".join(self._moves()))
            case "?" | "help":
                return Heard(None, HELP)
            case "t":
                return Heard(None, "\n".join(self._table()))
            case "l":
                return Heard(None, self._flow(self._last()))
        if words.isascii() and words.isdecimal():
            return self._numbered(words)
        return Heard(None, self._searched(words))

    def ended(self, record: GameRecord) -> str:
        """How the game ended, in words."""
        outcome, lines = record.outcome, [""]
        for fault, text in zip(record.faults, record.measured.texts, strict=True):
            lines.append(printable(f"!! {self._names[fault.seat]}: {fault.verdict}: {text.partition(': ')[2]}"))
        if record.status != "finished":
            lines.append(f"The game is not valid ({record.status}): {printable(_last_line(record.measured.trouble))}")
        elif isinstance(outcome, Ranking):
            for seat in sorted(range(len(self._names)), key=lambda seat: outcome.places[seat]):
                out = " (forfeited)" if seat in record.forfeited else ""
                lines.append(f"{outcome.places[seat]}. {self._name(seat)} with {outcome.scores[seat]:g}{out}")
        elif outcome is not None:
            lines.append(f"{'Won' if outcome.won else 'Lost'}, with a score of {outcome.score:g}.")
        return "\n".join(lines)

    # -- answers

    def _numbered(self, digits: str) -> Heard:
        words = self._words()
        # Nobody types so many digits; and Python refuses to read thousands.
        number = int(digits) if len(digits) < 10 else 0
        if 1 <= number <= len(words):
            return Heard(number - 1)
        return Heard(None, f"There is no move {digits[:20]}: 1 to {len(words)}; ? for help.")

    def _searched(self, words: str) -> str:
        sentences = self._words()
        found = fitting(words, sentences)
        if not found:
            return f"No move has {printable(words[:60])!r} in it; 1 to {len(sentences)}, or ? for help."
        return self._flow([f"  {at + 1}  {sentences[at]}" for at in found])

    # -- what is shown

    def _last(self) -> list[str]:
        return self._log[-_LAST:]

    def _words(self) -> list[str]:
        look = self._look()
        return [self._sentence(words) for words in look.words] if look else []

    def _moves(self) -> list[str]:
        look = self._look()
        return menu(look.legal, self._words(), self._width()) if look else []

    def _table(self) -> list[str]:
        look = self._look()
        if look is None:
            return []
        words = TableWords(self._names, self._width())
        return [*words.lines("On the table:", look.view), *words.lines("You remember:", look.memory)]

    def _look(self) -> Look | None:
        return self._now.seats.get(self._seat) if self._now is not None else None

    def _trouble(self, trouble: Trouble) -> str:
        how = f": {trouble.text}" if trouble.text is not None else ""
        loses = " and loses by it" if trouble.loses else ""
        return printable(f"!! {self._names[trouble.seat]} is at fault{loses}: {trouble.verdict}{how}")

    def _sentence(self, words: Sequence[Part]) -> str:
        return printable("".join(part if isinstance(part, str) else self._names[part] for part in words))

    def _name(self, seat: int) -> str:
        return printable(self._names[seat])

    def _flow(self, lines: Sequence[str]) -> str:
        return "\n".join(flowing(line, self._width()) for line in lines)


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it does not say why"])[-1]
