from .clock import Clock
from .function_player import FunctionPlayer, choose_at_random
from .interface import GameStart, MachineTrouble, Player, Question
from .machine_time import NOTHING_BACK, GivenBack
from .neighbours import Neighbours
from .process_player import ProcessPlayer
from .stderr_file import log_name
from .timecontrol import TimeControl

__all__ = [
    "NOTHING_BACK",
    "Clock",
    "FunctionPlayer",
    "GameStart",
    "GivenBack",
    "MachineTrouble",
    "Neighbours",
    "Player",
    "ProcessPlayer",
    "Question",
    "TimeControl",
    "choose_at_random",
    "log_name",
]
