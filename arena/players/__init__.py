"""A seat's other end: a program with its dialogue and clocks, or a function."""

from arena.players.clock import Clock
from arena.players.function_player import FunctionPlayer, choose_at_random
from arena.players.interface import GameStart, MachineTrouble, Player, Question
from arena.players.process_player import ProcessPlayer
from arena.players.talk import Process
from arena.players.timecontrol import TimeControl

__all__ = [
    "Clock",
    "FunctionPlayer",
    "GameStart",
    "MachineTrouble",
    "Player",
    "Process",
    "ProcessPlayer",
    "Question",
    "TimeControl",
    "choose_at_random",
]
