"""The types that kits have of a game, against the game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

import msgspec
import pytest

from arena.games import Game, find_game, game_names
from arena.games.toys import BIDS, LANTERNS
from arena.kits import texts_of
from arena.kits.forms import Field, Form, Forms, Items, Maybe, Named, Plain, Table, Words, forms_of
from arena.kits.types import csharp, go, java, kotlin, python, rust, typescript
from tests.contest.contests import ROOT

GAMES = [find_game(name) for name in game_names()]
WRITERS = [csharp, go, java, kotlin, python, rust, typescript]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_bot_is_sent_fits_the_types(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every view, memory and legal move of the game of the docs, read by msgspec, which knows nothing of the game."""
    module = ModuleType("game")
    monkeypatch.setitem(sys.modules, "game", module)
    exec(python.write(forms_of(game)), module.__dict__)
    moves = {}
    for move in get_args(module.Move):
        (do,) = get_args(get_type_hints(move)["do"])
        moves[do] = move
    turns = 0
    for line in (ROOT / "tests" / "transcripts" / f"{game.name}.jsonl").read_text(encoding="utf-8").splitlines():
        message = json.loads(line[3:])
        if message.get("type") == "start":
            assert msgspec.convert(message["options"], module.Options) == message["options"]
        if message.get("type") != "turn":
            continue
        turns += 1
        assert msgspec.convert(message["view"], module.View) == message["view"]
        assert msgspec.convert(message["memory"], module.Memory) == message["memory"]
        for move in message["legal"]:
            assert msgspec.convert(move, moves[move["do"]]) == move
    assert turns > 3


@pytest.mark.parametrize("game", [*GAMES, BIDS, LANTERNS], ids=lambda game: game.name)
def test_all_of_a_game_is_in_its_types_also_of_one_that_is_plugged_in(game: Game) -> None:
    """Each form once and after those that it holds, and each kind of move for itself: a union stays one."""
    forms = forms_of(game)
    names = [form.name for form in (*forms.parts, *forms.moves)]
    assert len(set(names)) == len(names)
    assert {"View", "Memory", "Options"} <= set(names)
    tags = msgspec.inspect.type_info(game.move_type)
    assert len(forms.moves) == (len(tags.types) if isinstance(tags, msgspec.inspect.UnionType) else 1)
    for writer in WRITERS:
        text = writer.write(forms)
        assert all(form.name in text or form in forms.moves for form in forms.parts)
        assert "Written by `arena kit`" in text


LITTLE = Forms(
    "Little",
    (
        Form("Card", "A card.", None, (Field("name", Plain("str"), False), Field("hidden", Plain("bool"), True))),
        Form(
            "View",
            "",
            None,
            (
                Field("stage", Words(("one", "two")), False),
                Field("by_name", Table(Items(Maybe(Named("Card")))), False),
                Field("from", Maybe(Plain("int")), False),
            ),
        ),
    ),
    (Form("Go", "", ("do", "go"), (Field("to", Plain("int"), False),)), Form("Stay", "", ("do", "stay"), ())),
)
"""All kinds of kinds, and a word that is none in some languages."""


def test_each_language_says_it_in_its_own_way() -> None:
    """The lines that matter, of a small game."""
    said = {writer: writer.write(LITTLE) for writer in WRITERS}
    assert 'class Go(TypedDict):\n    do: Literal["go"]\n    to: int\n' in said[python]
    assert '"from": int | None,' in said[python]
    assert "hidden: NotRequired[bool]" in said[python]
    assert "Move: TypeAlias = Go | Stay" in said[python]
    assert 'readonly stage: "one" | "two";' in said[typescript]
    assert "readonly by_name: Readonly<Record<string, readonly (Card | null)[]>>;" in said[typescript]
    assert "export type Move =\n  | Go\n  | Stay;" in said[typescript]
    assert "    Go { to: i64 },\n    Stay,\n}" in said[rust]
    assert 'hidden: json.field_or_default("hidden")?' in said[rust]
    assert 'ByName map[string][]*Card `json:"by_name"`' in said[go]
    assert 'case "stay":\n\t\treturn readAs[Stay](data)\n' in said[go]
    assert "record Go(int to) implements Move {" in said[java]
    assert "public sealed class Go : Move {\n        public int To { get; private set; }" in said[csharp]
    assert 'case "stay": return Stay.Of(json);' in said[csharp]
    assert "public Dictionary<string, List<Card>> ByName { get; private set; }" in said[csharp]
    assert 'json["by_name"].AsMap(item => item.AsList(item1 => item1.OrNull(Game.Card.Of)))' in said[csharp]
    assert "public int? From { get; private set; }" in said[csharp]
    assert 'From = json["from"].OrNone(item => item.AsInt()),' in said[csharp]
    assert "sealed class Move {\n        data class Go(\n            val to: Int\n        ) : Move() {" in said[kotlin]
    assert "object Stay : Move() {" in said[kotlin]
    assert '"stay" -> Stay.of(json)' in said[kotlin]
    assert "val byName: Map<String, List<Card?>>" in said[kotlin]
    assert 'json["by_name"].map { item -> item.list { item1 -> item1.orNull { Card.of(it) } } }' in said[kotlin]
    assert 'json.get("by_name").asMap(item -> item.asList(item1 -> item1.orNull(Card::of)))' in said[java]


def test_in_c_sharp_no_property_is_named_as_its_class_is_or_as_what_its_class_has() -> None:
    """Neither compiles: `Order.Order`, and a field that would hide what reads the class."""
    fields = tuple(Field(name, Plain("int"), False) for name in ("order", "of", "get_type", "order_of"))
    text = csharp.write(Forms("Little", (Form("Order", "", None, fields),), LITTLE.moves))
    assert [f"public int {name} {{" in text for name in ("Order_", "Of_", "GetType_", "OrderOf")] == [True] * 4


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_kit_for_python_holds_to_its_own_settings(game: Game, tmp_path: Path) -> None:
    """What looks its code over finds nothing in any file, also not in the types of the game; and a mistake in a move's
    name is found."""
    for name, text in texts_of("python", game, "mine").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for words in ("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy", "."):
        pytest.importorskip(words[0])
        done = subprocess.run((sys.executable, "-m", *words), cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    bot = tmp_path / "bot.py"
    wrong = bot.read_text().replace("        return", '        print(turn.legal[0]["do"] == "dance")\n        return')
    bot.write_text(wrong)
    done = subprocess.run(
        (sys.executable, "-m", "mypy", "."), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "Non-overlapping equality check" in done.stdout, done.stdout
