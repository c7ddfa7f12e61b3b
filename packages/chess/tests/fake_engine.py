"""An engine for tests, which speaks UCI and plays the first legal move by the alphabet.

Start: python fake_engine.py [SIN]

SIN is what it does wrong: `illegal` moves, `crash` when asked to search, `deaf` to `uci`, `late` with its moves, a
`long` line without end, or that it plays `standard` chess only. `slow` moves when it is told to stop.
"""

import os
import sys
import time

import chess

sin = sys.argv[1] if len(sys.argv) > 1 else ""
board = chess.Board()
chess960 = False
searching = ""


def say(line: str) -> None:
    print(line, flush=True)


for line in sys.stdin:
    words = line.split()
    print(f"heard {line.strip()}", file=sys.stderr, flush=True)
    match words[:1]:
        case ["uci"] if sin != "deaf":
            say("id name Fake 1.0\nid author nobody\noption name Hash type spin default 16 min 1 max 64")
            if sin != "standard":
                say("option name UCI_Chess960 type check default false")
            say("uciok")
        case ["setoption"] if words[2] == "UCI_Chess960":
            chess960 = words[-1] == "true"
        case ["isready"]:
            say("readyok")
        case ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            fen = " ".join(words[2:8]) if words[1] == "fen" else chess.STARTING_FEN
            board = chess.Board(fen, chess960=chess960)
            for move in moves:
                board.push_uci(move)
        case ["go"]:
            best = min(move.uci() for move in board.legal_moves)
            if sin == "crash":
                say("info string about to fail")
                os.abort()
            if sin == "long":
                sys.stdout.write("x" * (1 << 21))
                sys.stdout.flush()
            say("info depth 7 score cp -12 nodes 90 multipv 2 pv h2h3")
            say(f"info depth 7 seldepth 9 score cp {5 if board.turn else -700} nodes 123 multipv 1 pv {best}")
            say("info depth 8 score cp 99 lowerbound nodes 150 pv h2h4")
            if sin == "late":
                time.sleep(0.6)
            searching = "a1a1" if sin == "illegal" else best
            if sin != "slow":
                say(f"bestmove {searching} ponder e7e5")
        case ["stop"]:
            say(f"bestmove {searching}")
        case ["quit"]:
            break
