"""`benchmarks/metered.py`: what it takes from referees of chess, with a small one in their place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.metered import CHESS, Trouble, chess_runs

REFEREE = """\
#!{python}
import subprocess, sys

def word(flag):
    return sys.argv[sys.argv.index(flag) + 1]

engines = [sys.argv[at + 2 : at + 4] for at, word in enumerate(sys.argv) if word == "-engine"]
commands = [[pair[0].removeprefix("cmd="), pair[1].removeprefix("{argument}=")] for pair in engines]
games = 2 * int(word("-rounds"))
talks = [subprocess.Popen(command, stdin=-1, stdout=-1, text=True) for command in commands]
with open(word("-pgnout").removeprefix("file="), "w") as record:
    for game in range(games - {lost}):
        moves = []
        while len(moves) < 2 * int(word("-maxmoves")):
            talk = talks[len(moves) % 2]
            print("position startpos moves", *moves, file=talk.stdin)
            print("go wtime 60000", file=talk.stdin, flush=True)
            while not (said := talk.stdout.readline()).startswith("bestmove"):
                pass
            moves.append(said.split()[1])
        assert len(set(moves)) == 58  # of each side a pawn and a rook have one in common
        print(f'[PlyCount "{{len(moves)}}"]', file=record)
for talk in talks:
    talk.communicate("quit\\n")
"""
"""Plays one game after another with two engines, and says so as fastchess and cutechess do."""


def stub(folder: Path, peer: str, lost: int = 0) -> Path:
    program = folder / peer
    program.write_text(REFEREE.format(python=sys.executable, argument=CHESS[peer][0], lost=lost))
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("peer", CHESS)
def test_what_a_referee_of_chess_takes_is_told_apart_from_its_engines(tmp_path: Path, peer: str) -> None:
    cost = chess_runs(tmp_path, peer, stub(tmp_path, peer), 1)(4)
    assert 0 < cost.bots < cost.cpu


def test_a_game_that_is_not_in_its_file_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"3 games of 60 plies are in its file, not 4"):
        chess_runs(tmp_path, "fastchess", stub(tmp_path, "fastchess", lost=1), 1)(4)
