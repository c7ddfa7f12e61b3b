from .atomic_write import whole_file
from .facts import (
    Anchor,
    Entries,
    Entry,
    Facts,
    FailedBuild,
    Looked,
    Retired,
    Written,
    read_facts,
    unusable,
)
from .file import NameTaken, check_kind
from .layout import Damaged, State, StoreError, beside, has_log, insert
from .ledger import CLEAN, FAULT, NOT_STARTED, NOTHING, STATUSES, Codes, Ledger, Table, conduct, game_numbers
from .paths import builds_of, copies_beside, copies_of, free_path, live_of, logs_of, own_files, playing_of
from .patience import Say, another_run, is_run
from .salvage import Wreck
from .store import LOOKED_THROUGH, Store, change_facts, listed
from .tally import Spent, Tally

__all__ = [
    "CLEAN",
    "FAULT",
    "LOOKED_THROUGH",
    "NOTHING",
    "NOT_STARTED",
    "STATUSES",
    "Anchor",
    "Codes",
    "Damaged",
    "Entries",
    "Entry",
    "Facts",
    "FailedBuild",
    "Ledger",
    "Looked",
    "NameTaken",
    "Retired",
    "Say",
    "Spent",
    "State",
    "Store",
    "StoreError",
    "Table",
    "Tally",
    "Wreck",
    "Written",
    "another_run",
    "beside",
    "builds_of",
    "change_facts",
    "check_kind",
    "conduct",
    "copies_beside",
    "copies_of",
    "free_path",
    "game_numbers",
    "has_log",
    "insert",
    "is_run",
    "listed",
    "live_of",
    "logs_of",
    "own_files",
    "playing_of",
    "read_facts",
    "unusable",
    "whole_file",
]
