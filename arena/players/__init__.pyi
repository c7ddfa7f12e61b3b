from .asked import first_answers
from .clock import Clock
from .factories import program_players
from .function_player import FunctionPlayer, choose_at_random
from .interface import DONE, Answer, GameStart, MachineTrouble, Player, PlayerFactory, Question, SeatReport
from .machine_time import NOTHING_BACK
from .neighbours import Neighbours
from .person import Host, Left, PersonPlayer
from .process import Process
from .process_player import ProcessPlayer
from .resumed import Resumed
from .stderr_file import log_name
from .timecontrol import TimeControl

__all__ = [
    "DONE",
    "NOTHING_BACK",
    "Answer",
    "Clock",
    "FunctionPlayer",
    "GameStart",
    "Host",
    "Left",
    "MachineTrouble",
    "Neighbours",
    "PersonPlayer",
    "Player",
    "PlayerFactory",
    "Process",
    "ProcessPlayer",
    "Question",
    "Resumed",
    "SeatReport",
    "TimeControl",
    "choose_at_random",
    "first_answers",
    "log_name",
    "program_players",
]
