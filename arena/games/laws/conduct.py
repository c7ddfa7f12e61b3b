"""The laws of conduct: the same input gives the same output, clones are independent, and a refused move changes
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arena.games.interface import Game, IllegalMove, Move, State
from arena.games.laws.play import LONGEST, Play, Sight, encode, plays


def check_determinism(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> int:
    """The same deal and the same moves give every seat the same bytes; so does `imagine` with the same `rng`.

    One of three equal games is looked at twice as often and one never until its end: looking must change
    nothing.
    """
    return sum(map(determinism_kept, plays("determinism", game, seats, games, seed, options)))


def determinism_kept(play: Play) -> int:
    """The law in one game; how many positions it checked."""
    with play:
        again, unseen = play.begin(), play.begin()
        while play.running():
            everything = play.everything(play.state)
            play.same(everything, play.everything(again), "the same deal and moves, played again:")
            play.same(everything, play.everything(again), "looked at once more:")
            viewer = play.rng.randrange(play.seats)
            one, other = (play.imagine(viewer, "same") for _ in range(2))
            play.same(_everything(play, one), _everything(play, other), f"imagine(seat={viewer}) with an equal rng:")
            moves = play.choose(play.state)
            play.apply(again, moves)
            play.apply(unseen, moves, " in the same game, not looked at")
            play.step(moves)
        play.same(play.everything(play.state), play.everything(again), "the same game, played again:")
        play.same(play.everything(play.state), play.everything(unseen), "the same game, not looked at:")
    return play.decision


def _everything(play: Play, imagined: State | None) -> Sight:
    return {} if imagined is None else play.everything(imagined)


def fingerprint(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> str:
    """A hash of all that anybody is shown in those games.

    It must be equal in every process, on every machine and under every PYTHONHASHSEED: the order of a set of
    texts is the one piece of chance that no check inside a single process can see.
    """
    shown = blake2b(digest_size=16)
    for play in plays("fingerprint", game, seats, games, seed, options):
        with play:
            while play.running():
                shown.update(encode(play.everything(play.state)))
                play.step(play.choose(play.state))
            shown.update(encode(play.everything(play.state)))
    return shown.hexdigest()


def check_clone(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> int:
    """What is applied to a clone is not seen in the original, nor the other way round; both play on alike."""
    return sum(map(clone_kept, plays("clone", game, seats, games, seed, options)))


def clone_kept(play: Play) -> int:
    """The law in one game; how many positions it checked."""
    with play:
        untouched = play.begin()  # never cloned: it shows what should have been
        while play.running():
            before = play.everything(play.state)
            astray = play.state.clone()
            play.same(before, play.everything(astray), "a clone at once:")
            for _ in range(play.rng.randint(1, 4)):
                if astray.to_act():
                    play.apply(astray, play.choose(astray))
            play.same(before, play.everything(play.state), "after moves of a clone, the original:")

            clone = play.state.clone()
            moves = play.choose(play.state)
            play.step(moves)
            play.same(before, play.everything(clone), "after moves of the original, a clone:")
            play.apply(clone, moves)
            play.apply(untouched, moves)
            expected = play.everything(untouched)
            play.same(expected, play.everything(play.state), "after the same moves, the cloned state:")
            play.same(expected, play.everything(clone), "after the same moves, the clone:")
            play.state = play.rng.choice((play.state, clone))
    return play.decision


def check_illegal_moves(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> int:
    """What the rules forbid raises IllegalMove, nothing else, and changes nothing, seen or unseen.

    Tried are moves that were legal elsewhere, moves with a number out of range (-1 is a valid index in
    Python), things that are no moves, a seat too few and a seat too many.
    """
    return sum(map(illegal_moves_refused, plays("illegal moves", game, seats, games, seed, options)))


def illegal_moves_refused(play: Play) -> int:
    """The law in one game; how many positions it checked."""
    with play:
        elsewhere = _moves_of_one_game(play)
        untouched = play.begin()  # never asked for an illegal move: it shows what should have been
        while play.running():
            moves = play.choose(play.state)
            check_refusals(play, moves, elsewhere)
            play.step(moves)
            play.apply(untouched, moves)
            play.same(play.everything(untouched), play.everything(play.state), "after refusals and a move:")
        _check_refused(play, "a move after the end", {0: next(iter(elsewhere.values()))})
        _check_refused(play, "the end answered by no move", {})
    return play.decision


def check_refusals(play: Play, moves: Mapping[int, Move], elsewhere: Mapping[bytes, Move]) -> None:
    """Check the law at one position. `moves` are legal there; `elsewhere` are moves of other positions, by their
    bytes.
    """
    before = play.everything(play.state)
    for what, wrong in _wrong_moves(play, moves, elsewhere):
        _check_refused(play, what, wrong)
        play.same(before, play.everything(play.state), f"after the refusal of {what}:")


def _moves_of_one_game(play: Play) -> dict[bytes, Move]:
    """The legal moves of all seats in a game with other decisions, by their bytes."""
    state, found = play.begin(), dict[bytes, Move]()
    for _ in range(LONGEST):
        if not state.to_act():
            return found
        found |= {encode(move): move for seat in state.to_act() for move in state.legal(seat)}
        play.apply(state, play.choose(state), " in another game of the same deal")
    play.broken(f"another game of the same deal has not ended after {LONGEST} positions")


def _wrong_moves(
    play: Play, moves: Mapping[int, Move], elsewhere: Mapping[bytes, Move]
) -> Iterator[tuple[str, dict[int, Move]]]:
    acting = play.state.to_act()
    for seat in acting:
        legal = {encode(move) for move in play.state.legal(seat)}
        other = [move for line, move in elsewhere.items() if line not in legal]
        outside = [move for move in _out_of_range(moves[seat]) if encode(move) not in legal]
        for wrong in (*play.rng.sample(other, min(4, len(other))), *outside, None, "0", 0, {}):
            yield f"{wrong!r} from seat {seat}", {**moves, seat: wrong}
        yield f"no move from seat {seat}", {one: move for one, move in moves.items() if one != seat}
    for seat in range(play.seats + 1):
        if seat not in acting:
            yield f"a move from seat {seat}, which is not to act", {**moves, seat: moves[acting[0]]}


def _out_of_range(move: Move) -> Iterator[Move]:
    if isinstance(move, Struct):
        for field in move.__struct_fields__:
            if type(getattr(move, field)) is int:
                yield from (replace(move, **{field: number}) for number in (-1, 10**6))


def _check_refused(play: Play, what: str, wrong: Mapping[int, Move]) -> None:
    try:
        play.state.apply(wrong)
    except IllegalMove:
        return
    except Exception as problem:
        raise play.breach(f"{what} must raise IllegalMove, not {problem!r}", problem) from problem
    play.broken(f"{what} is accepted", of="events", remedy="begin `apply` with `require_legal(self, moves)`")
