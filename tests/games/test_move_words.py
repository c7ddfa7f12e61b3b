"""Moves as sentences: each kind of move of the games in the box in the words that a person chooses by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from arena.games import Deal, find_game, plain
from tests.games.variants import VARIANTS, tables

PLACE = r"location (\d) \(at (\d)\)"
CARD = r"(the own|seat \d's) (agent \d|[a-z]+), card \d+ of " + PLACE
SKILLS = r"\((\d )?[A-Z][a-z]+( \+ (\d )?[A-Z][a-z]+)*\)"
MEMBER = r"(seat \d's )?[a-z]+ (boss|\d) " + SKILLS
GANGSTER = r"[a-z]+ \d \([^)]+, \d+\$\)"
HEIST = r"[a-z0-9 ]+ \(needs .+\)"
VETERAN = r"veteran \d \([A-Z][a-z]+ [A-Z][a-z]+\)"
TRIAL = r"[a-z -]+"

WORDS: dict[str, dict[str, str]] = {
    "gunrunners": {
        "Deploy": f"put out a probationary agent of value 1 at {PLACE}",
        "Train": rf"train {TRIAL}\d? at {PLACE}(, sending out (the own|seat \d's) agent)?",
        "GoUndercover": rf"put {TRIAL}\d? undercover at {PLACE}",
        "Decline": f"do not use the {TRIAL}",
        "MoveAgent": f"move {CARD}, to {PLACE}",
        "Audit": f"audit {CARD}",
        "Look": rf"look at (the own|seat \d's) undercover agent, card \d+ of {PLACE}",
        "Place": f"put the agent back at the end of the row at {PLACE}",
        "SpyOut": "look at all probationary agents and deal them out again",
        "Arrange": f"leave the agents as they are|deal the agents out again: {PLACE} gets that of {PLACE}, .+",
        "Smuggle": f"take 2 crates from {PLACE} to {PLACE}",
        "Raid": f"resolve the bust at {PLACE} first",
    },
    "gangsta": {
        "Keep": r"keep the [a-z ]+ \(active with .+; \d+ influence\)",
        "Done": r"end the mobilisation|(let|recruit|rob|make) nobody.*|end the diversion|leave them in the hospital"
        r"|put nothing away|take no extra turn",
        "Wake": rf"make {MEMBER} Available( for 1\$)?",
        "WakeAll": r"make the whole gang Available for 1\$",
        "Recruit": f"recruit {GANGSTER}( from the top of the pile)?",
        "Perform": rf"begin {HEIST}( from the top of the pile, for 1\$)?(, without an? [A-Z][a-z]+)?",
        "Pass": "pass, for the Leaders' income",
        "PlayAgain": "take the extra turn",
        "Activate": f"send {MEMBER}",
        "Teach": f"let {MEMBER} learn to be an? [A-Z][a-z]+",
        "Rob": r"rob seat \d of [1-9]\d*\$",
        "Assassinate": r"send the assassin to seat \d",
        "GiveUp": f"give up {MEMBER}",
        "Eliminate": rf"eliminate seat \d's {MEMBER}",
        "Divert": rf"divert seat \d's {MEMBER}",
        "Discharge": r"take [a-z]+ \d back from the hospital",
        "Discard": f"put ({GANGSTER}|{HEIST}) away",
    },
    "grizzled": {
        "Choose": r"be [A-Z][a-z]+ [A-Z][a-z]+, with a charm against [a-z]+",
        "Keep": r"keep the Helping Hand [a-z ]+ \(.+\)",
        "Order": r"take the Order [a-z ]+ \(.+\)(; back go .+)?",
        "Refuse": "refuse the Orders",
        "Deal": r"deal (1 card|\d+ cards) to everybody",
        "Play": f"(let the Recruit )?(play|take the Hard Knock) {TRIAL}",
        "PlayBlind": "play a card drawn at random from the hand",
        "Charm": f"use the charm to discard {TRIAL}",
        "Speech": "give a Speech against [a-z]+( with the Helping Hand marching song)?",
        "Withdraw": "(let the Recruit )?withdraw from the mission",
        "Use": r"use the Helping Hand [a-z ]+"
        rf"( \(.+\)| on {TRIAL}( from {VETERAN} to {VETERAN})?| (for|with) {VETERAN})",
        "Cancel": "end the Order [a-z ]+: .+",
        "Give": f"give {TRIAL}( to {VETERAN})?",
        "Shed": f"discard {TRIAL} from the hand",
        "Arrange": "put back on the Trials pile, the top first: .+",
        "Pick": f"let {VETERAN} (act first|discard a card)|turn up the charm of {VETERAN}",
        "Clear": f"discard {TRIAL} from No Man's Land",
        "Done": "do without the [a-z ]+|discard nothing( on the Speech)?|end no Order|give nothing"
        "|take no (Hard Knock|more Hard Knocks) off|do not .+|say nothing|banish nothing",
        "Remove": f"take {TRIAL} off {VETERAN}",
        "Drop": r"lose the Support tile [a-z]+ \d",
        "Advise": f"say that {VETERAN} should be supported",
        "Place": r"place the Support tile [a-z]+( \d)?",
        "Fill": "fill the hand",
        "Take": rf"earn the Helping Hand [a-z ]+ for {VETERAN} \(.+\)",
        "Again": "play boot camp again",
        "Banish": f"banish {TRIAL}",
    },
}
"""The sentences of each kind of move, as patterns."""

ENOUGH = 300
"""Moves of a kind that are told."""


def sentences(name: str) -> Iterator[tuple[Any, str]]:
    """Legal moves in random games of all variants, and their sentences: enough of each kind, and the first."""
    game, met = find_game(name), Counter[str]()
    for variant, options in VARIANTS[name].items():
        for seats in tables(game, options):
            for number in range(1 if variant == "campaign" else 24 // len(VARIANTS[name])):
                rng = Random(f"{name} {variant} {seats} {number}")
                state = game.new(options, seats, Deal(f"{number}"))
                while acting := state.to_act():
                    legal = {seat: state.legal(seat) for seat in acting}
                    for seat, moves in legal.items():
                        kinds = Counter(type(move).__name__ for move in moves)
                        if any(met[kind] < ENOUGH for kind in kinds):
                            view = state.view(seat)
                            yield from ((move, plain(game.tell_move(view, move))) for move in moves)
                            met += kinds
                    state.apply({seat: rng.choice(moves) for seat, moves in legal.items()})


@pytest.mark.parametrize("name", WORDS)
def test_every_kind_of_move_is_told_in_its_own_words(name: str) -> None:
    """Locations by both of their numbers, gangsters with their skills, veterans by name: all that is met in play."""
    words = WORDS[name]
    assert set(words) == {kind.__name__ for kind in get_args(find_game(name).move_type)}
    met = set()
    for move, told in sentences(name):
        kind = type(move).__name__
        assert re.fullmatch(words[kind], told), (move, told)
        met.add(kind)
    assert set(words) - met <= {"Take"}  # random moves win no chapter
