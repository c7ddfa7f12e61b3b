"""What the viewer's modules work out, without a browser: run by node, over real replays."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import msgspec
import pytest

from arena.faces import edition_for
from arena.faces.modules import join
from arena.faces.page import _read
from arena.games import EVERYTHING, PUBLIC, Game
from arena.games.toys import LANTERNS
from arena.protocol import Fault, printable
from arena.replays import tell_game
from tests.contest.contests import ROOT
from tests.faces.games import GAMES, faulty, recorded
from tests.protocol.test_escape import HOSTILE, READABLE

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node, which runs JavaScript, is not here")


def worked_out(imports: str, expression: str, given: Any) -> Any:
    """The value of an expression over `given`, where these functions of the viewer are known."""
    value = msgspec.json.encode(given).decode().replace("<", r"\u003c")
    probe = f"{imports}\nconst given = {value};\n"
    probe += f"console.log(JSON.stringify({expression}));\n"
    text = join(lambda path: probe if path == "probe.js" else _read(path), "probe.js")
    command = [str(NODE), "--input-type=module", "-"]
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


def test_what_strangers_said_is_written_out_as_on_a_terminal() -> None:
    """By the same rule, so that a name is the same name wherever it is read."""
    texts = [*HOSTILE, READABLE, "\t\n", "\u00a0\u3000 ", "a\u202eb\U000e0041", "</script>", "", "é"]
    told = worked_out('import { shown } from "./text.js";', "given.map(shown)", texts)
    assert told == list(map(printable, texts))


def test_a_link_is_read_as_it_was_written() -> None:
    """Also the audience of which nothing is written; what is no link means nothing."""
    moments = [[17, 42, 1], [0, None, "public"], [3, 0, "everything"], [3, 7, 0]]
    imports = 'import { read, written } from "./link.js";'
    links = worked_out(imports, "given.map((moment) => written(...moment))", moments)
    assert links == ["#g=17&d=42&seat=1", "#g=0&public", "#g=3&d=0", "#g=3&d=7&seat=0"]
    back = worked_out(imports, "given.map(read)", links)
    assert [[one["game"], one["decision"], one["audience"]] for one in back] == moments
    odd = ["", "#", "#g=x&d=-1&seat=1e3", "#fault", "#d=99999999999999999999"]
    nothing = {"game": None, "decision": None, "audience": None, "fault": False}
    expected = [nothing, nothing, {**nothing, "audience": "everything"}, {**nothing, "fault": True}, nothing]
    assert worked_out(imports, "given.map(read)", odd) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_step_tells_what_the_story_tells(game: Game) -> None:
    """Sentence by sentence, for one who sees everything, the public and a seat."""
    record = recorded(game, 2)
    for audience in (EVERYTHING, PUBLIC, 0):
        steps = worked_out(
            'import { Story } from "./model.js";',
            "((story) => story.frames.map((_, at) => story.sentences(at)))(new Story(given))",
            edition_for(audience, record, game, None).told[0],
        )
        lines = [line.strip() for line in tell_game(record, game, audience, ROOT) if line.startswith("    ")]
        assert [_line(sentence, record.seating) for step in steps for sentence in step] == lines


def _line(sentence: dict[str, Any], names: tuple[str, ...]) -> str:
    def named(part: str | int) -> str:
        return part if isinstance(part, str) else f"{names[part]} (seat {part})"

    told = f"  (told to {', '.join(map(named, sentence['seats']))})" if sentence["seats"] else ""
    return ("".join(map(named, sentence["words"])) + told).strip()


def test_steps_decisions_and_faults_are_found() -> None:
    """A decision's step, also one of several at once; a number beyond the last is the last."""
    record = faulty(LANTERNS, 0, Fault("exited", "seat 1: gone"))
    found = worked_out(
        'import { Story } from "./model.js";',
        "((story) => [story.last, story.decisions, story.faults, [0, 3, 99].map((n) => story.step(n)), "
        "[0, 1, 4].map((at) => story.decision(at)), story.ways(0, 0).length, story.ways(0, 1).length])"
        "(new Story(given))",
        edition_for(EVERYTHING, record, LANTERNS, None).told[0],
    )
    assert found[:5] == [6, 6, [4], [1, 4, 6], [None, 0, 3]]
    assert found[5] > 0 == found[6]


def test_what_is_new_in_a_list_does_not_depend_on_where_it_stands() -> None:
    """A card that is drawn into a sorted hand is the only new one; of two alike that become three one is."""
    imports = 'import { items, partners } from "./draw/compare.js";'
    now, before = ["a", "b", "b", "c"], ["b", "c", "d"]
    assert worked_out(imports, "items(given[0], given[1])", [now, before]) == {
        "fresh": [True, False, True, False],
        "gone": ["d"],
    }
    assert worked_out(imports, "items(given, undefined).fresh", now) == [True] * 4
    rows = [[{"n": 1}, {"n": 5}], [{"n": 1}, {"n": 2}]]
    assert worked_out(imports, "partners(given[0], given[1])", rows) == [{"n": 1}, {"n": 2}]
