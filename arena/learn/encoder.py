"""Turns what a seat is sent into arrays: one for its view and memory, one row for each of its legal moves.

Every number is from 0 to 1. Seats are counted from the one that looks: it is 0, the next in playing order 1. From the
struct's form follow the numbers, in the order of its fields:

- true or false: 1 or 0.
- a number: where it stands between the lowest and the highest that was seen; if it is whole and there are at most
  `FEW` between these, one more for each, 1 at its own.
- a word: one for each word, and one for any `other`.
- a seat: one for each seat and one for none.
- a union: for each kind that was seen one that says that it is there, then its own numbers, 0 if it is not.
- a list with an item for each seat, or that always had the same length of at most `SLOTS`: its items one after the
  other, in the first case from the seat's own on.
- any other list: its length, and the sum of its items, each divided by the greatest length: order is not kept. If its
  items are structs with a seat, such a sum for each seat.
- values by name: those of the names that were seen.

Where nothing was ever seen, there are no numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arena.games import Game
from arena.learn.forms import Either, Flag, Form, Items, Named, Number, Record, Row, SeatForm, Word, form_of, plain
from arena.learn.layout import Layout, Seen

FEW, SLOTS = 8, 8
_KEPT = 1 << 14
"""How many rows of moves are kept to be used again: games ask for the same moves over and over."""

Numbers: TypeAlias = NDArray[np.float32]


class Encoded(NamedTuple):
    """What a seat sees: `observation` of the encoder's `size`, `action_mask` with 1 for each legal move, and in `moves`
    the numbers of each, in the order of the legal list; 0 behind them."""

    observation: Numbers
    action_mask: NDArray[np.int8]
    moves: Numbers


class _Writer(NamedTuple):
    """`names` of the numbers, and `write(value, seat, out, at, weight)`, which adds them to `out` from `at` on."""

    names: tuple[str, ...]
    write: Callable[[Any, int, array[float], int, float], None]


_NONE: _Writer = _Writer((), lambda value, seat, out, at, weight: None)


class Encoder:
    """Makes arrays for one layout, of the game's own structs. Raises NoLayout for one of other rules."""

    def __init__(self, layout: Layout, game: Game | None = None) -> None:
        self.layout = layout
        if game is None:
            game, _ = layout.rules()
        layout.fits(game)
        writing = _Writing(layout)
        self._view = writing.of(form_of(game.view_type, "view"))
        self._memory = writing.of(form_of(game.memory_type, "memory"))
        self._move = writing.of(form_of(game.move_type, "move"))
        self._rows: dict[tuple[int, Any], Numbers] = {}
        own = tuple(f"seat={seat}" for seat in range(layout.seats))
        self.names = own + self._view.names + self._memory.names
        """What each number of an observation says; the first ones which seat it is."""
        self.move_names = self._move.names or ("move",)
        """What each number of a move's row says."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.names)

    @property
    def move_size(self) -> int:
        """How many numbers the row of a move has."""
        return len(self.move_names)

    def observation(self, seat: int, view: Struct, memory: Struct) -> Numbers:
        """The numbers of what a seat sees."""
        out = _zeros(self.size)
        out[seat] = 1.0
        at = self.layout.seats
        self._view.write(view, seat, out, at, 1.0)
        self._memory.write(memory, seat, out, at + len(self._view.names), 1.0)
        return _numbers(out)

    def row(self, seat: int, move: Any) -> Numbers:
        """The numbers of a move; not to be written to."""
        key = (seat, move)
        try:
            kept = self._rows.get(key)
        except TypeError:  # a plug-in's move may hold a list
            return self._made(seat, move)
        if kept is None:
            if len(self._rows) >= _KEPT:
                self._rows.clear()
            kept = self._rows[key] = self._made(seat, move)
        return kept

    def encode(self, seat: int, view: Struct, memory: Struct, legal: Sequence[Any]) -> Encoded:
        """All that a seat is sent; `legal` is empty if it is not to act. Of more moves than there is room for, the
        first ones are encoded."""
        mask, moves = np.zeros(self.layout.moves, np.int8), np.zeros((self.layout.moves, self.move_size), np.float32)
        legal = legal[: self.layout.moves]
        if legal:
            mask[: len(legal)] = 1
            np.concatenate(
                [self.row(seat, move) for move in legal], out=moves.reshape(-1)[: len(legal) * self.move_size]
            )
        return Encoded(self.observation(seat, view, memory), mask, moves)

    def _made(self, seat: int, move: Any) -> Numbers:
        out = _zeros(self.move_size)
        self._move.write(move, seat, out, 0, 1.0)
        return _numbers(out)


def _zeros(size: int) -> array[float]:
    """Numbers to be added to one by one, which numpy is slow at, and takes over as they lie there."""
    return array("f", bytes(4 * size))


def _numbers(out: array[float]) -> Numbers:
    made = np.frombuffer(out, np.float32)
    return np.minimum(made, 1.0, out=made)


class _Writing:
    """Makes the writers of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._seats = layout.seats
        self._seen = layout.seen

    def of(self, form: Form) -> _Writer:
        match form:
            case Flag(path=path):
                return _flag(path)
            case Number():
                return self._number(form)
            case Word(path=path, declared=declared):
                return self._word(path, self._at(path).words if declared is None else declared)
            case SeatForm(path=path):
                return self._seat(path)
            case Record(fields=fields):
                return _one_after_another([(name, self.of(inner)) for name, inner in fields])
            case Either():
                return self._either(form)
            case Items():
                return self._items(form)
            case Row(items=items):
                return _slots([self.of(item) for item in items], turned=False)
            case Named(path=path, value=value):
                return self._named(path, value)
        return _NONE

    def _at(self, path: str) -> Seen:
        return self._seen.get(path, Seen())

    def _number(self, form: Number) -> _Writer:
        seen = self._at(form.path)
        low, high = (own if own is not None else there for own, there in ((form.low, seen.low), (form.high, seen.high)))
        if low is None or high is None:
            return _NONE
        span = (high - low) or 1.0
        first, count = int(low), int(high - low) + 1
        names = (form.path,)
        if not form.whole or not 1 < count <= FEW:

            def scaled(value: float, seat: int, out: array[float], at: int, weight: float) -> None:
                part = (value - low) / span
                out[at] += weight * (part if 0.0 <= part <= 1.0 else 0.0 if part < 0.0 else 1.0)

            return _Writer(names, scaled)

        def few(value: int, seat: int, out: array[float], at: int, weight: float) -> None:
            place = value - first
            if not 0 <= place < count:
                place = 0 if place < 0 else count - 1
            out[at] += weight * place / span
            out[at + 1 + place] += weight

        return _Writer(names + tuple(f"{form.path}={first + place}" for place in range(count)), few)

    def _word(self, path: str, words: tuple[Any, ...]) -> _Writer:
        place_of = {word: place for place, word in enumerate(words)}.get
        other = len(words)

        def write(value: Any, seat: int, out: array[float], at: int, weight: float) -> None:
            out[at + place_of(value, other)] += weight

        return _Writer((*(f"{path}={plain(word)}" for word in words), f"{path}=other"), write)

    def _seat(self, path: str) -> _Writer:
        seats = self._seats

        def write(value: int, seat: int, out: array[float], at: int, weight: float) -> None:
            out[at + ((value - seat) % seats if 0 <= value < seats else seats)] += weight

        return _Writer((*(f"{path}=+{place}" for place in range(seats)), f"{path}=none"), write)

    def _either(self, form: Either) -> _Writer:
        names: tuple[str, ...] = ()
        by_type: dict[type, tuple[int, _Writer]] = {}
        for _, types, inner in form.kinds:
            if inner.path in self._seen:
                writer = self.of(inner)
                by_type |= {kind: (len(names), writer) for kind in types}
                names += (inner.path, *writer.names)

        def write(value: Any, seat: int, out: array[float], at: int, weight: float) -> None:
            found = by_type.get(type(value))
            if found is not None:
                at += found[0]
                out[at] += weight
                found[1].write(value, seat, out, at + 1, weight)

        return _Writer(names, write)

    def _items(self, form: Items) -> _Writer:
        seen = self._at(form.path)
        if not seen.longest:
            return _NONE
        if form.by_seat or (seen.shortest == seen.longest and seen.longest <= SLOTS):
            item = self.of(form.item)
            named = [_renamed(item, f"{form.path}[]", f"{form.path}[{place}]") for place in range(seen.longest)]
            return _slots(named, turned=form.by_seat)
        if isinstance(form.item, Record):
            for owner, inner in form.item.fields:
                if isinstance(inner, SeatForm):
                    rest = replace(form.item, fields=tuple(one for one in form.item.fields if one[0] != owner))
                    return self._bags(form.path, self.of(rest), seen.longest, owner)
        return self._bag(form.path, self.of(form.item), seen.longest)

    def _bag(self, path: str, item: _Writer, longest: int) -> _Writer:
        share, write_item = 1 / longest, item.write

        def write(value: Sequence[Any], seat: int, out: array[float], at: int, weight: float) -> None:
            weight *= share
            out[at] += weight * len(value)
            for each in value:
                write_item(each, seat, out, at + 1, weight)

        return _Writer((f"{path}.length", *item.names), write)

    def _bags(self, path: str, item: _Writer, longest: int, owner: str) -> _Writer:
        """One for each seat that owns some, and for what nobody owns."""
        seats, size, share, write_item = self._seats, len(item.names) + 1, 1 / longest, item.write

        def write(value: Sequence[Any], seat: int, out: array[float], at: int, weight: float) -> None:
            weight *= share
            for each in value:
                of = getattr(each, owner)
                start = at + ((of - seat) % seats if 0 <= of < seats else seats) * size
                out[start] += weight
                write_item(each, seat, out, start + 1, weight)

        names: tuple[str, ...] = ()
        for place in [*(f"+{place}" for place in range(seats)), "none"]:
            within = _renamed(item, f"{path}[]", f"{path}[{place}]").names
            names += (f"{path}[{place}].length", *within)
        return _Writer(names, write)

    def _named(self, path: str, value: Form) -> _Writer:
        item, keys = self.of(value), self._at(path).words
        starts = {key: place * (len(item.names) + 1) for place, key in enumerate(keys)}

        def write(values: Any, seat: int, out: array[float], at: int, weight: float) -> None:
            for key, each in values.items():
                start = starts.get(str(key))
                if start is not None:
                    out[at + start] += weight
                    item.write(each, seat, out, at + start + 1, weight)

        names: tuple[str, ...] = ()
        for key in keys:
            names += (f"{path}?{key}", *_renamed(item, f"{path}{{}}", f"{path}{{{key}}}").names)
        return _Writer(names, write)


def _flag(path: str) -> _Writer:
    def write(value: bool, seat: int, out: array[float], at: int, weight: float) -> None:
        if value:
            out[at] += weight

    return _Writer((path,), write)


def _one_after_another(parts: Sequence[tuple[str, _Writer]]) -> _Writer:
    """The fields of a struct."""
    names: tuple[str, ...] = ()
    fields: list[tuple[str, int, Callable[..., None]]] = []
    for name, writer in parts:
        if writer.names:
            fields.append((name, len(names), writer.write))
        names += writer.names

    def write(value: Any, seat: int, out: array[float], at: int, weight: float) -> None:
        for name, start, write_field in fields:
            write_field(getattr(value, name), seat, out, at + start, weight)

    return _Writer(names, write)


def _slots(items: Sequence[_Writer], turned: bool) -> _Writer:
    """Items at places of their own; `turned`: the first place is that of the seat that looks."""
    names: tuple[str, ...] = ()
    starts = []
    for item in items:
        starts.append((len(names), item.write))
        names += item.names

    def write(value: Any, seat: int, out: array[float], at: int, weight: float) -> None:
        if turned and value:
            first = seat % len(value)
            value = (*value[first:], *value[:first])
        for each, (start, write_item) in zip(value, starts, strict=False):
            write_item(each, seat, out, at + start, weight)

    return _Writer(names, write)


def _renamed(item: _Writer, old: str, new: str) -> _Writer:
    return _Writer(tuple(new + name.removeprefix(old) for name in item.names), item.write)
