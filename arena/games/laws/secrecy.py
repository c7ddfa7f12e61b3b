"""The law of secrecy: what a seat cannot know changes nothing that it is sent, nor what the public sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from arena.games.interface import Game, Move, State
from arena.games.laws.beginning import REMEMBERS_TOO_MUCH, SHOWS_A_HAND, TELLS_TOO_MUCH, check_beginning
from arena.games.laws.play import LONGEST, PASSING, Play, encode, learned, only, plays, sight

JOINT_MOVES = 200
"""How many combinations of the other seats' moves `check_twins` tries at one position."""

MAKES_IT_OF_SECRETS = (
    "build it up from what lies open and what this seat was shown, and nothing else; or, if the rules do let the seat "
    "know this, say so in its view or memory and let `imagine` keep to it"
)


def check_twins(
    game: Game, seats: int, games: int, seed: int = 0, options: Any = None, event_share: float = 1 / 2
) -> int:
    """Secrecy: no seat's messages depend on what the seat cannot know.

    A *twin* is a full state made by `imagine` from nothing but what a bot has in hand, the JSON of its view
    and memory. What the seat does not know is drawn anew in it, so a message that differs between the true
    state and the twin was made from something the seat should not know. That is the whole test of `to_act`,
    legal moves, views and memories: for every seat at every position their bytes must be equal.

    The public may know nothing that any one seat does not know. So two worlds which one seat cannot tell apart look
    alike to it, too: the public view must be equal in every twin of every seat. A hand that lies open in it is found
    by another seat's twin, in which that hand is another.

    Events need a move. At a share of the positions (`event_share`) one seat v is taken, and all moves b which
    the others could make in v's twin are compared with what really happened:

    - If some b give v the same view and memory as the true moves, v cannot tell those worlds apart
      afterwards, and at least one of them must also have given it the same events, as its own and as the
      public saw them. Take a card put face down: if the event names it and the twin's owner does not hold it,
      every b looks right on the table and none can have made that event.
    - If some b gives v the same events and the same view, it must give the same memory: memory repeats what
      was shown, it does not add to it.
    - If some b gives v the same view and memory, it must give the public the same view, also after the last move.

    A twin is also played to its end, as searching bots do with it.

    The set-up has no position before it: there the neighbours of the deal stand for the twins, see `beginning`.

    Limits. Where `imagine` can make no twin, nothing is tried. It declares what a seat may know: a view that shows a
    secret which `imagine` then respects looks like a rule of the game. The events of the last move are not compared:
    nobody decides after it. With more than JOINT_MOVES combinations a random part of them is tried, as are NEIGHBOURS
    of each set-up. With one seat alone nobody else's twin shows what of its secrets the public is shown; the same rules
    with more seats do.

    An event that shows what neither view nor memory keeps fails, and nearly always should: a bot that forgets has
    nothing else. Where the rules do show such a thing (a die that was rolled in vain), the event's body says so
    with a class variable `passing = True`, and that body alone is not compared.
    """
    return sum(twins_alike(play, event_share) for play in plays("twins", game, seats, games, seed, options))


def twins_alike(play: Play, event_share: float = 1 / 2) -> int:
    """The law in one game; how many positions it checked."""
    checked = 0
    with play:
        check_beginning(play)
        while play.running():
            moves = play.choose(play.state)
            if play.share == 1 or play.rng.random() < play.share:
                check_secrecy(play, moves, event_share)
                checked += 1
            play.step(moves)
    return checked


def check_secrecy(play: Play, moves: Mapping[int, Move], event_share: float) -> None:
    """Check the law at one position, before the legal `moves` are made."""
    for seat in range(play.seats):
        _twin(play, seat, str(play.decision))
    if play.rng.random() < event_share:
        viewer = _any_viewer(play)
        twin = _twin(play, viewer, f"{play.decision} events")
        if twin is not None:
            _check_events(play, viewer, moves, twin)
            _play_out(play, twin)


def _twin(play: Play, seat: int, draw: str) -> State | None:
    """One that the seat cannot tell from the true state; None where none can be made."""
    twin = play.imagine(seat, draw)
    if twin is None:
        return None
    play.same(sight(play.state, seat), sight(twin, seat), f"seat {seat} can tell its twin:", MAKES_IT_OF_SECRETS)
    true, drawn = ({"public view": encode(state.public())} for state in (play.state, twin))
    play.same(true, drawn, f"the public is shown what seat {seat} does not know:", SHOWS_A_HAND)
    return twin


def _any_viewer(play: Play) -> int:
    acting = play.state.to_act()
    waiting = tuple(seat for seat in range(play.seats) if seat not in acting)
    # One that acts knows more of what happens; one that waits has more to find out.
    return play.rng.choice(play.rng.choice((acting, waiting)) if waiting else acting)


def _check_events(play: Play, viewer: int, moves: Mapping[int, Move], twin: State) -> None:
    after = _played(play, play.state, moves)
    true = learned(after, viewer)
    tried = [(joint, learned(_played(play, twin, joint), viewer)) for joint in _joint_moves(play, viewer, moves, twin)]
    for joint, seen in tried:
        if seen["view"] == true["view"] and seen["events"] == true["events"]:
            shown = f"seat {viewer} was shown the same by {moves!r} and {joint!r}, but its"
            play.same(only(true, "memory"), only(seen, "memory"), shown, REMEMBERS_TOO_MUCH)
    alike = [seen for _, seen in tried if seen["view"] == true["view"] and seen["memory"] == true["memory"]]
    for seen in alike:
        public = f"after {moves!r} the public is shown what seat {viewer} does not know:"
        play.same(only(true, "public view"), only(seen, "public view"), public, SHOWS_A_HAND)
    if not after.to_act():
        return
    if alike and all(seen["kept"] != true["kept"] for seen in alike):
        play.same(
            {"events": true["kept"]},
            {"events": alike[0]["kept"]},
            f"seat {viewer} is told what its view and memory do not hold: of {len(tried)} joint moves in its "
            f"twin {len(alike)} leave it the same view and memory as {moves!r}, none the same events {PASSING}:",
            TELLS_TOO_MUCH,
        )


def _joint_moves(play: Play, viewer: int, moves: Mapping[int, Move], twin: State) -> Iterator[dict[int, Move]]:
    """What the others could do in the twin, the viewer's own move being what it was."""
    acting = twin.to_act()
    choices = [[moves[viewer]] if seat == viewer else list(twin.legal(seat)) for seat in acting]
    if prod(map(len, choices)) <= JOINT_MOVES:
        for joint in product(*choices):
            yield dict(zip(acting, joint, strict=True))
        return
    for _ in range(JOINT_MOVES):
        # Near the true moves, where worlds that look alike are found: each is kept half of the time.
        yield {
            seat: moves[seat] if moves[seat] in legal and play.rng.random() < 0.5 else play.rng.choice(legal)
            for seat, legal in zip(acting, choices, strict=True)
        }


def _played(play: Play, state: State, moves: Mapping[int, Move]) -> State:
    state = state.clone()
    play.apply(state, moves)
    return state


def _play_out(play: Play, state: State) -> None:
    for _ in range(LONGEST):
        if not state.to_act():
            return
        play.apply(state, play.choose(state))
    play.broken(f"a twin has not ended after {LONGEST} positions")
