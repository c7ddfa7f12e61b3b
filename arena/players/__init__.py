"""A seat's other end: a process with its pipes and clocks, or a function."""

from arena.players.clock import Clock
from arena.players.function_player import FunctionPlayer, choose_at_random
from arena.players.interface import GameStart, MachineTrouble, Player, Question
from arena.players.process import BotProcess, become_subreaper, children, descendants, kill_all, spawn
from arena.players.process_player import Process, ProcessPlayer
from arena.players.program import Limits, Program
from arena.players.stderr_log import StderrLog
from arena.players.timecontrol import TimeControl

__all__ = [
    "BotProcess",
    "Clock",
    "FunctionPlayer",
    "GameStart",
    "Limits",
    "MachineTrouble",
    "Player",
    "Process",
    "ProcessPlayer",
    "Program",
    "Question",
    "StderrLog",
    "TimeControl",
    "become_subreaper",
    "children",
    "choose_at_random",
    "descendants",
    "kill_all",
    "spawn",
]
