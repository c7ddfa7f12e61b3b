"""Writes docs/chess.md anew, the chapter for authors of bots, which is made from the rules' structs.

Start, after any change of them: python make.py
"""

from pathlib import Path

from arena.workshop import chapter

from arena_chess.rules import GAME

(Path(__file__).parent / "docs" / "chess.md").write_text(chapter(GAME), "utf-8")
