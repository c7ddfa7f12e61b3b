"""What random games ever came to: which moves, events and stages were seen, and which are declared and never were.

A law that holds has held where it was tried. A move that no random game ever offers was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, TypeAlias, get_type_hints

from msgspec import MsgspecError, Struct, inspect

from arena.games.interface import Game, Outcome, Ranking, State

Choice: TypeAlias = tuple[str, str]
"""What can be one of several, as `moves` or `view.stage`, and which of them."""


class Seen(Struct, frozen=True):
    """How often each of several was seen, such as every kind of move or every stage, and which never was."""

    what: str
    times: dict[str, int]
    never: tuple[str, ...]


class Coverage(Struct, frozen=True):
    """What random games came to.

    Counted are the moves that were legal, each as often as it was; the events, as every audience sees them; and in
    views and moves whatever can be one of several by its type: a `Literal`, an enum, a bool, something or null.
    """

    games: int
    positions: int
    decisions: tuple[int, int, int]
    """Of a game: the fewest, the median and the most."""
    endings: dict[str, int]
    """How the games ended, for a team or between opponents."""
    seen: tuple[Seen, ...]
    """Moves first, then events, then fields by name."""

    @property
    def never(self) -> list[str]:
        """All that is declared and was never seen, each with what it is one of."""
        return [f"{seen.what}: {name}" for seen in self.seen for name in seen.never]


class Watching:
    """Looks at the positions of random games; `coverage` is what it has seen."""

    def __init__(self, game: Game) -> None:
        kinds = {"moves": game.move_type, "view": game.view_type, "public": game.public_type}
        self._nodes: dict[Any, inspect.Type] = {what: inspect.type_info(kind) for what, kind in kinds.items()}
        declared = [one for what, node in self._nodes.items() for one in _declared(node, what)]
        declared += [("moves", kind) for kind in _kinds(self._nodes["moves"])]
        self._declared = dict.fromkeys([*declared, *_events_declared(game)])
        self._times: Counter[Choice] = Counter()
        self._endings: Counter[str] = Counter()
        self._lengths: list[int] = []
        self._positions = 0

    def position(self, state: State, seats: int) -> None:
        """One position of a game, its end too."""
        self._positions += 1
        for seat in range(seats):
            self._add(_chosen(state.view(seat), self._nodes["view"], "view"))
        for seat in state.to_act():
            for move in state.legal(seat):
                self._add([("moves", _kind(move))])
                self._add(_chosen(move, self._nodes["moves"], "moves"))
        self._add(_chosen(state.public(), self._nodes["public"], "public"))
        for event in state.events:
            self._add({("events", _kind(body)) for body in (event.shown, *(event.private or {}).values())})

    def end(self, decisions: int, outcome: Outcome | None) -> None:
        """A game is over, after so many decisions."""
        self._lengths.append(decisions)
        if isinstance(outcome, Ranking):
            first = [seat for seat, place in enumerate(outcome.places) if place == 1]
            self._endings[f"seat {first[0]} first" if len(first) == 1 else "shared first place"] += 1
        elif outcome is not None:
            self._endings["won" if outcome.won else "lost"] += 1

    def coverage(self) -> Coverage:
        """What was seen so far."""
        lengths = sorted(self._lengths) or [0]
        names = dict.fromkeys(what for what, _ in (*self._declared, *self._times))
        ordered = sorted(names, key=lambda what: (what != "moves", what != "events", what))
        return Coverage(
            games=len(self._lengths),
            positions=self._positions,
            decisions=(lengths[0], lengths[len(lengths) // 2], lengths[-1]),
            endings=dict(sorted(self._endings.items())),
            seen=tuple(self._seen(what) for what in ordered),
        )

    def _seen(self, what: str) -> Seen:
        times = {name: count for (one, name), count in self._times.most_common() if one == what}
        return Seen(what, times, tuple(name for one, name in self._declared if one == what and name not in times))

    def _add(self, choices: Iterable[Choice]) -> None:
        self._times.update(choices)


def _kind(value: Any) -> str:
    """The tag of a struct, else the name of its type."""
    tag = value.__struct_config__.tag if isinstance(value, Struct) else None
    return type(value).__name__ if tag is None else str(tag)


def _kinds(node: inspect.Type) -> Iterator[str]:
    for one in node.types if isinstance(node, inspect.UnionType) else (node,):
        if isinstance(one, inspect.StructType) and one.cls is not Struct:
            yield one.cls.__name__ if one.tag is None else str(one.tag)


def _events_declared(game: Game) -> Iterator[Choice]:
    """The kinds of events that `tell` says it can tell, in the type of what it is given; none where it does not."""
    try:
        told = [kind for name, kind in get_type_hints(game.tell).items() if name != "return"]
        yield from (("events", kind) for kind in _kinds(inspect.type_info(told[0])))
    except (IndexError, NameError, TypeError, MsgspecError):
        return  # it is a function of another form, or says nothing


def _declared(node: inspect.Type, path: str, inside: tuple[type, ...] = ()) -> Iterator[Choice]:
    """All that may be one of several in a value of that type."""
    match node:
        case inspect.Metadata():
            yield from _declared(node.type, path, inside)
        case inspect.BoolType():
            yield from ((path, name) for name in ("true", "false"))
        case inspect.LiteralType():
            yield from ((path, str(value)) for value in node.values)
        case inspect.EnumType():
            yield from ((path, str(member.value)) for member in node.cls)
        case inspect.UnionType():
            if any(isinstance(one, inspect.NoneType) for one in node.types):
                yield from ((path, name) for name in ("null", "not null"))
            for one in node.types:
                yield from _declared(one, path, inside)
        case inspect.StructType() if node.cls not in inside:
            for field in node.fields:
                yield from _declared(field.type, f"{path}.{field.encode_name}", (*inside, node.cls))
        case inspect.TupleType():
            for one in node.item_types:
                yield from _declared(one, path, inside)
        case inspect.CollectionType():
            yield from _declared(node.item_type, path, inside)


def _chosen(value: Any, node: inspect.Type, path: str) -> Iterator[Choice]:
    """Which of several it is in that value, wherever its type leaves it open."""
    match node:
        case inspect.Metadata():
            yield from _chosen(value, node.type, path)
        case inspect.BoolType():
            yield path, "true" if value else "false"
        case inspect.LiteralType():
            yield path, str(value)
        case inspect.EnumType():
            yield path, str(value.value if isinstance(value, Enum) else value)
        case inspect.UnionType():
            if any(isinstance(one, inspect.NoneType) for one in node.types):
                yield path, "null" if value is None else "not null"
            for one in node.types:
                if _fits(value, one):
                    yield from _chosen(value, one, path)
        case inspect.StructType():
            for field in node.fields:
                yield from _chosen(getattr(value, field.name), field.type, f"{path}.{field.encode_name}")
        case inspect.TupleType():
            for one, kind in zip(value, node.item_types, strict=False):
                yield from _chosen(one, kind, path)
        case inspect.CollectionType():
            for one in value:
                yield from _chosen(one, node.item_type, path)


def _fits(value: Any, node: inspect.Type) -> bool:
    """Whether a value of a union is of that one of its types, of those in which something is open."""
    match node:
        case inspect.Metadata():
            return _fits(value, node.type)
        case inspect.StructType():
            return type(value) is node.cls
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType():
            return value in node.values
        case inspect.EnumType():
            return isinstance(value, node.cls)
        case inspect.TupleType() | inspect.CollectionType():
            return isinstance(value, (tuple, list, set, frozenset))
    return False
