"""A seat's other end: a function, or a program with its dialogue and clocks (in `process_player`)."""

from arena.players.clock import Clock
from arena.players.function_player import FunctionPlayer, choose_at_random
from arena.players.interface import GameStart, MachineTrouble, Player, Question
from arena.players.machine_time import GivenBack
from arena.players.timecontrol import TimeControl

__all__ = [
    "Clock",
    "FunctionPlayer",
    "GameStart",
    "GivenBack",
    "MachineTrouble",
    "Player",
    "Question",
    "TimeControl",
    "choose_at_random",
]
