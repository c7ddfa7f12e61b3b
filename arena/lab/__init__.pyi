from .asking import Opinion, ask_there
from .comparing import Compared, Stop, compare
from .feeding import Fed, Undecided, feed
from .listening import Tap
from .right import request_id, right_answer
from .shown import ShownFault, shown_fault
from .sitting import RecordedClock, Sitting, player_of, recorded_clock, sitting_of
from .words import answer_words, move_words, recorded_words

__all__ = [
    "Compared",
    "Fed",
    "Opinion",
    "RecordedClock",
    "ShownFault",
    "Sitting",
    "Stop",
    "Tap",
    "Undecided",
    "answer_words",
    "ask_there",
    "compare",
    "feed",
    "move_words",
    "player_of",
    "recorded_clock",
    "recorded_words",
    "request_id",
    "right_answer",
    "shown_fault",
    "sitting_of",
]
