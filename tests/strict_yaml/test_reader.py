"""YAML is read as what is expected, and all errors come at once, each with its place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from arena.strict_yaml.reader import ConfigErrors, Reader, load
from arena.strict_yaml.yaml_tree import Place


class Clock(Struct, frozen=True, kw_only=True):
    move_ms: int | None = 1000
    send_ms: Annotated[int, Meta(ge=1)] = 500

    def __post_init__(self) -> None:
        if self.move_ms == 13:
            raise ValueError("13 brings bad luck")


class Circle(Struct, tag="circle", tag_field="shape"):
    radius: float


class Square(Struct, tag="square", tag_field="shape"):
    side: int


class Plan(Struct, kw_only=True):
    name: str
    deals: Annotated[int, Meta(ge=1, le=1000)] = 10
    mode: Literal["fast", "slow"] = "fast"
    clock: Clock = Clock()
    env: dict[str, str] = {}
    tags: tuple[str, ...] = ()
    shapes: list[Circle | Square] = []


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes files into the working folder; gives the first one's name."""
    monkeypatch.chdir(tmp_path)

    def write(text: str | bytes, **others: str) -> str:
        for name, content in {"c": text, **others}.items():
            data = content if isinstance(content, bytes) else content.encode()
            Path(f"{name}.yaml").write_bytes(data)
        return "c.yaml"

    return write


def errors(path: str, kind: Any) -> list[str]:
    with pytest.raises(ConfigErrors) as caught:
        load(path, kind)
    assert str(caught.value).splitlines() == [str(error) for error in caught.value.errors]
    return [str(error) for error in caught.value.errors]


def test_a_whole_file(write: Any) -> None:
    """Every supported type at once."""
    path = write(
        "name: a plan\nclock: {move_ms: ~}\nenv: {A: 1, B: 'x'}\ntags: [x, 2]\nmode: slow\n"
        "shapes:\n  - {shape: circle, radius: 1.5e1}\n  - {shape: square, side: -2}\n"
    )
    assert load(path, Plan) == Plan(
        name="a plan",
        clock=Clock(move_ms=None),
        env={"A": "1", "B": "x"},
        tags=("x", "2"),
        mode="slow",
        shapes=[Circle(15.0), Square(-2)],
    )


TEXTS = [
    "no",
    "on",
    "yes",
    "007",
    "1e3",
    "1:30",
    "12_34",
    "0x1F",
    "null",
    "~",
    "true",
    "2026-01-01",
    "=",
    ".inf",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_stays_as_written(write: Any, text: str) -> None:
    """D63: where text is expected nothing is guessed, neither in values nor in keys."""
    assert load(write(f"{text}: {text}"), dict[str, str]) == {text: text}


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_whole_numbers(tmp_path_factory: pytest.TempPathFactory, number: int) -> None:
    """Plain decimal digits are the number that they show."""
    path = tmp_path_factory.getbasetemp() / "number.yaml"
    path.write_text(str(number))
    assert load(path, int) == number


@pytest.mark.parametrize("text", ["0123", "1_000", "1:30", "0x1F", "1.0", "1e3", "--1", "", "٣", "9" * 5000])
def test_numbers_that_yaml_would_read_otherwise_are_refused(write: Any, text: str) -> None:
    """D63: a whole number has only one way to be written."""
    (error,) = errors(write(f"n: {text}"), dict[str, int])
    assert error.startswith("c.yaml:1: n: expected a whole number in plain digits, found ")


@pytest.mark.parametrize("text", ["yes", "no", "on", "True", "1", "'true'"])
def test_only_true_and_false_are_booleans(write: Any, text: str) -> None:
    """Other words for yes and no are refused."""
    (error,) = errors(write(f"b: {text}"), dict[str, bool])
    assert "expected true or false, found" in error
    assert load(write("[true, false]"), list[bool]) == [True, False]


@pytest.mark.parametrize("text", [".inf", ".nan", "1e999", "1_0.5", "0x1", "e5", "."])
def test_numbers_are_finite_and_decimal(write: Any, text: str) -> None:
    """What is no plain decimal number is refused."""
    (error,) = errors(write(f"x: {text}"), dict[str, float])
    assert "expected a number, found" in error


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_null_only_where_it_is_allowed(write: Any, text: str) -> None:
    """Three ways to write nothing, and a type must allow them."""
    assert load(write(f"x: {text}"), dict[str, int | None]) == {"x": None}
    assert load(write(f"x: {text}"), dict[str, str | None]) == {"x": None}
    assert errors(write(f"x: {text}"), dict[str, int])
    assert load(write("x: 'null'"), dict[str, str | None]) == {"x": "null"}


def test_forgotten_text_is_an_error(write: Any) -> None:
    """A key with nothing behind it is not the empty text."""
    assert errors(write("a:\n"), dict[str, str]) == [
        "c.yaml:1: a: expected text, found nothing: write '' if empty text is meant"
    ]
    assert load(write("a: ''"), dict[str, str]) == {"a": ""}


def test_all_errors_at_once_in_the_order_of_lines(write: Any) -> None:
    """D62, D64: each error with file, line, key path, what was seen and what to do."""
    path = write(
        "deals: 0\nmode: fats\nclock:\n  move_ms: ten\n  sent_ms: 4\ntags: x\nenv:\n  A: [1]\n  A: 2\ndeal: 3\n"
    )
    assert errors(path, Plan) == [
        "c.yaml:1: the key 'name' is missing",
        "c.yaml:1: deals: expected a whole number in plain digits, at least 1 and at most 1000, found '0'",
        "c.yaml:2: mode: expected one of fast, slow, found 'fats'; did you mean 'fast'?",
        "c.yaml:4: clock.move_ms: expected a whole number in plain digits or null, found 'ten'",
        "c.yaml:5: clock: there is no key 'sent_ms'; did you mean 'send_ms'? (keys: move_ms, send_ms)",
        "c.yaml:6: tags: expected a list, found 'x'",
        "c.yaml:8: env.A: expected text, found a list of 1",
        "c.yaml:9: env.A: the key is there twice, first at line 8: remove one",
        "c.yaml:10: there is no key 'deal'; did you mean 'deals'? (keys: name, deals, mode, clock, env, tags, shapes)",
    ]


def test_a_structs_own_check_is_reported_at_its_key(write: Any) -> None:
    """The Struct may refuse fields that are right; one that is wrong hides nothing of that, and is not looked at."""
    assert errors(write("name: x\nclock:\n\n  move_ms: 13\n"), Plan) == ["c.yaml:2: clock: 13 brings bad luck"]
    both = errors(write("name: x\nclock:\n  move_ms: 13\n  send_ms: 0\n"), Plan)
    assert both[0] == "c.yaml:2: clock: 13 brings bad luck"
    assert both[1].startswith("c.yaml:4: clock.send_ms:")
    assert len(both) == 2
    (alone,) = errors(write("name: x\nclock:\n  move_ms: 1.3\n"), Plan)
    assert alone.startswith("c.yaml:3: clock.move_ms:")
    (mistyped,) = errors(write("name: x\nclock:\n  move: 13\n"), Plan)
    assert "did you mean 'move_ms'?" in mistyped


def test_a_whole_number_with_too_many_digits(write: Any) -> None:
    """It looks like what was expected: the limit is named, for plain digits and nothing else."""
    assert load(write("n: -" + "9" * 18), dict[str, int]) == {"n": -(10**18) + 1}
    for text in ("1" + "0" * 18, "-" + "9" * 5000):
        (error,) = errors(write(f"n: {text}"), dict[str, int | None])
        assert error.endswith(": a whole number has at most 18 digits")
    assert "18 digits" not in errors(write("n: 0" + "0" * 18), dict[str, int])[0]


def test_quoted_numbers_are_refused_with_advice(write: Any) -> None:
    """Quotes say that text is meant."""
    assert errors(write("n: '5'"), dict[str, int]) == [
        "c.yaml:1: n: expected a whole number in plain digits, found the quoted text '5': leave the quotes out"
    ]


def test_unions_take_the_narrowest_type(write: Any) -> None:
    """A number stays a number, a word a word, and a list is told from both."""
    assert load(write("[5, five, '5', [5]]"), list[str | int | list[str]]) == [5, "five", "5", ["5"]]
    assert "expected text or a list, found a mapping of 1" in errors(write("{a: 1}"), str | list[str])[0]


def test_tagged_structs(write: Any) -> None:
    """The tag chooses the Struct; it must be there and known."""
    assert errors(
        write("- {radius: 1}\n- {shape: cirle, radius: 1}\n- {shape: square, radius: 1}\n"),
        list[Circle | Square],
    ) == [
        "c.yaml:1: [0]: the key 'shape' is missing: it is one of circle, square",
        "c.yaml:2: [1].shape: expected one of circle, square, found 'cirle'; did you mean 'circle'?",
        "c.yaml:3: [2]: the key 'side' is missing",
        "c.yaml:3: [2]: there is no key 'radius' (keys: side)",
    ]
    assert load(write("{shape: square, side: 1}"), Square) == Square(1)


def test_lengths_and_patterns(write: Any) -> None:
    """Constraints of texts, lists and mappings."""
    word = Annotated[str, Meta(pattern="^[a-z]+$", max_length=3)]
    assert load(write("[ab, abc]"), list[word]) == ["ab", "abc"]
    assert len(errors(write("[Ab, abcd, a]"), list[word])) == 2
    assert (
        "a list of at least 2 values, found a list of 1"
        in errors(write("[1]"), Annotated[list[int], Meta(min_length=2)])[0]
    )
    assert (
        "at most 1, found a mapping of 2"
        in errors(write("{a: 1, b: 2}"), Annotated[dict[str, int], Meta(max_length=1)])[0]
    )
    assert "a list of 2 values, found a list of 3" in errors(write("[1, 2, 3]"), tuple[int, str])[0]
    assert load(write("[1, 2]"), tuple[int, str]) == (1, "2")


def test_keys_are_typed_too(write: Any) -> None:
    """A mapping with numbers as keys takes numbers only, and each once."""
    assert load(write("{1: a, 2: b}"), dict[int, str]) == {1: "a", 2: "b"}
    assert errors(write("{1: a, x: b, +1: c}"), dict[int, str]) == [
        'c.yaml:1: "+1": the key is there twice, written differently: remove one',
        "c.yaml:1: x: expected a whole number in plain digits as a key, found 'x'",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "c.yaml:3: c: merging with '<<' is not supported"),
        ("[a, b]: 1\n", "c.yaml:1: a key must be plain text, not a list of 2"),
        ("a: !!python/object/apply:os.getcwd []\n", "c.yaml:1: a: the tag"),
        ("a: !secret x\n", "c.yaml:1: a: the tag '!secret' has no meaning here: the only tag is !file"),
        ('a: "x\\0"\n', "c.yaml:1: a: expected a mapping of keys and values or text, found the quoted text"),
        ('a: "\\ud800"\n', "c.yaml:1: a: expected a mapping of keys and values or text, found the quoted text"),
    ],
)
def test_what_yaml_can_do_and_a_configuration_must_not(write: Any, text: str, told: str) -> None:
    """Merges, keys that are no text, foreign tags, and text that no program can be given."""
    assert errors(write(text), dict[str, dict[str, str] | str])[0].startswith(told)


def test_aliases_stand_for_values(write: Any) -> None:
    """An anchor's value can be used again."""
    assert load(write("a: &x [1]\nb: *x\n"), dict[str, list[int]]) == {"a": [1], "b": [1]}


def test_a_billion_laughs_are_refused(write: Any) -> None:
    """What aliases stand for is counted before anything is made of it."""
    lines = ["a0: &a0 [" + "x, " * 9 + "x]"]
    lines += [f"a{i}: &a{i} [" + f"*a{i - 1}, " * 9 + f"*a{i - 1}]" for i in range(1, 12)]
    (error,) = errors(write("\n".join(lines)), dict[str, Any])
    assert error == "c.yaml:1: more than 100,000 values once its aliases are written out"


def test_a_value_cannot_contain_itself(write: Any) -> None:
    """A cycle of aliases is refused at its line."""
    (error,) = errors(write("a: 1\nb: &b\n  - *b\n"), dict[str, Any])
    assert error.startswith("c.yaml:3:5: not valid YAML: *b stands for a value that contains it")


def test_depth_is_bounded(write: Any) -> None:
    """Nesting beyond any use is an error, not a crash of the reader."""
    (error,) = errors(write("[" * 5000), Any)
    assert error == "c.yaml:1:51: not valid YAML: nested more than 50 deep"


def test_a_path_of_keys_quotes_what_is_no_word(write: Any) -> None:
    """Names with dots and blanks cannot be mistaken for a path."""
    (error,) = errors(write("my.bot v2: {x: [1, [2]]}"), dict[str, dict[str, list[int]]])
    assert error.startswith('c.yaml:1: "my.bot v2".x[1]: expected a whole number')


def test_places_can_be_converted_later(write: Any) -> None:
    """A value of type Any is kept until its type is known; errors can be reported at any place."""

    class Loose(Struct):
        kind: str
        body: Any = None

    reader = Reader()
    root = reader.document(write("kind: a\nbody:\n  x: 1\n"))
    assert root is not None
    body = reader.fields(root, Loose)["body"]
    assert isinstance(body, Place)
    assert reader.convert(body, dict[str, int]) == {"x": 1}
    reader.finish()
    reader.wrong(reader.at(root, "body", "x"), "too small")
    reader.wrong(reader.at(root, "body", "y"), "not there")
    with pytest.raises(ConfigErrors) as caught:
        reader.finish()
    assert str(caught.value) == "c.yaml:2: body.y: not there\nc.yaml:3: body.x: too small"


def test_a_type_that_yaml_cannot_say_is_a_bug_of_the_caller(write: Any) -> None:
    """It is no error of the file."""
    with pytest.raises(TypeError, match="cannot be read from YAML"):
        load(write("a"), bytes)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abcdefgh ._-", min_size=1), plain, max_size=5))
def test_any_file_gives_a_value_or_config_errors(
    tmp_path_factory: pytest.TempPathFactory, value: dict[str, Any]
) -> None:
    """Nothing else is ever raised, and what fits a type is converted to it."""
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(yaml.safe_dump(value, allow_unicode=True), encoding="utf-8")
    for kind in (Plan, dict[str, int | str | None], dict[str, list[bool]]):
        with suppress(ConfigErrors):
            result = load(path, kind)
            assert msgspec.convert(msgspec.to_builtins(result), kind) == result
