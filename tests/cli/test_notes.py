"""What a real bot says of its decisions, from its pipes to what is shown of its game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.cli.conftest import Arena
from tests.contest.contests import write_contest

TALKER = """
import json, sys
turns = 0
print("loaded", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": "talker"}), flush=True)
    elif message["type"] == "turn":
        turns += 1
        hand = message["view"]["hand"]
        print("at turn", turns, "I hold", hand, file=sys.stderr, flush=True)
        note = f"turn {turns}" if turns % 2 else ["no text"]
        print(json.dumps({"id": message["id"], "choice": 0, "note": note}), flush=True)
    elif message["type"] == "end":
        print("good game", file=sys.stderr, flush=True)
    else:
        break
"""


def said(replay: dict[str, Any]) -> list[tuple[int, str, str]]:
    """(step, source, text); -1 for what comes after the last step."""
    steps = [*enumerate(replay["frames"]), (-1, replay)]
    return [(at, one["source"], one["text"]) for at, step in steps for one in step["said"]]


def test_a_bots_words_stand_beside_its_moves(arena: Arena, tmp_path: Path, mark: str) -> None:
    """For its own seat; the other's copy has nothing of it."""
    path = write_contest(tmp_path, mark, {"a": "plays", "b": "plays"}, seatings="fixed", deals=1, jobs=1)
    (tmp_path / "talker.py").write_text(TALKER)
    path.write_text(path.read_text().replace("bot.py plays", "talker.py", 1))
    assert arena("run", "c.yaml").exit_code == 0
    replay = json.loads(arena("show", "c.db", "0", "--seat", "0", "--format", "json").stdout)
    found = said(replay)
    turns = len(replay["frames"]) - 1
    assert found[0] == (0, "stderr", "loaded")
    assert found[-1] == (-1, "stderr", "good game")
    assert [(at, text) for at, source, text in found if source == "note"] == [
        (at, f"turn {at}") for at in range(1, turns + 1, 2)
    ]
    for at in range(1, turns + 1):
        hand = replay["frames"][at - 1]["seats"]["0"]["view"]["hand"]
        assert (at, "stderr", f"at turn {at} I hold {hand}") in found
    assert said(json.loads(arena("show", "c.db", "0", "--seat", "1", "--format", "json").stdout)) == []
    story = arena("show", "c.db", "0").stdout
    assert "    note of a (seat 0): turn 1\n    stderr of a (seat 0): at turn 1 I hold" in story
    assert "turn 1" not in arena("show", "c.db", "0", "--public").stdout


def test_an_author_hears_what_became_of_the_notes(arena: Arena, tmp_path: Path, mark: str) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    result = arena("check", "--game", "bids", "--", sys.executable, "-S", "talker.py")
    assert result.exit_code == 0
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()]
    found = dict(line for line in lines if len(line) == 2)
    assert int(found["notes"]) > 20
    assert found["remark"] == '"note" must be a text, not ["no text"]: it was ignored'
