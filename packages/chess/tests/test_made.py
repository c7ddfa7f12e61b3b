"""What is made from the rules is as they are now: if not, run `python make.py` and read what has changed."""

from pathlib import Path

from arena.workshop import chapter

from arena_chess.rules import GAME


def test_the_chapter_for_authors_of_bots() -> None:
    assert chapter(GAME) == (Path(__file__).parent.parent / "docs" / "chess.md").read_text("utf-8")
