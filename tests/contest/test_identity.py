"""What a contest's file depends on: what may change in a configuration, and what makes it another contest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from arena.contest.config import Contest, load_contest
from arena.contest.identity import differences, fingerprint
from arena.contest.plan import group_size_of
from arena.contest.setup import schedule_of
from arena.games.toys import BidsOptions
from arena.programs.bot import Bot
from arena.programs.versions import hash_bot
from arena.referee import FaultPolicy
from arena.store import Facts
from arena.store.layout import StoreError
from tests.contest.test_config import SMALL, Write, bots, write
from tests.facts import made_facts, plain, raw

__all__ = ["write"]


def two_bots(write: Write, extra: str = "") -> dict[str, Bot]:
    """x has a folder of its own, y is what its command names with what lies beside that."""
    for name in ("own/one.py", "own/lib/rules.py", "own/lib/__pycache__/rules.pyc", "loose/two.py", "loose/helper.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"# {name}\n")
    text = (
        f"game: bids\nbots:\n  x: {{command: '{{python}} one.py', dir: own{extra}}}\n  y: '{{python}} loose/two.py'\n"
    )
    return load_contest(write(text)).bots


def test_whatever_is_in_a_bots_folder_is_the_bot(write: Write) -> None:
    """A module that no command names; what Python writes while the bot runs never counts, nor does another's."""
    bots = two_bots(write)
    before = {name: hash_bot(bot) for name, bot in bots.items()}
    assert all(len(digest) == 16 for digest in before.values())
    Path("own/lib/__pycache__/rules.pyc").write_text("# newer\n")
    assert hash_bot(bots["x"]) == before["x"]
    Path("own/lib/rules.py").write_text("# better\n")
    assert hash_bot(bots["x"]) != before["x"]
    assert hash_bot(bots["y"]) == before["y"]


def test_without_a_folder_what_lies_beside_its_file_is_the_bot(write: Write) -> None:
    bots = two_bots(write)
    before = hash_bot(bots["y"])
    Path("notes.txt").write_text("not beside it")
    assert hash_bot(bots["y"]) == before
    Path("loose/helper.py").write_text("# better\n")
    assert hash_bot(bots["y"]) != before


@pytest.mark.parametrize("entry", ["loose", "loose/", "loose/*.py", "**/helper.py", "loose/helper.py"])
def test_further_files_count_when_files_names_them(write: Write, entry: str) -> None:
    """A name, a folder or a pattern, from the bot's folder."""
    bot = two_bots(write, f", files: ['../{entry}']")["x"]
    before = hash_bot(bot)
    Path("loose/helper.py").write_text("# better\n")
    assert hash_bot(bot) != before


def test_the_hash_is_the_same_in_another_folder(write: Write, tmp_path: Path) -> None:
    """It depends on words and bytes, not on where they lie."""
    bot = two_bots(write)["x"]
    before = hash_bot(bot)
    Path("own").rename("moved")
    assert hash_bot(Bot(command=bot.command, folder=tmp_path / "moved", program=bot.program)) == before


def test_the_build_and_its_files_count(write: Write) -> None:
    """And a store is told of a build only by contests that have one: others can be continued as they are."""
    Path("src").mkdir()
    Path("src/bot.c").write_text("int main;")
    text = "game: bids\nbots: {x: {command: sh a, dir: src%s}, y: ./b}\n"
    contests = [load_contest(write(text % more)) for more in ("", ", build: sh bot.c", ", build: sh bot.c -O")]
    prints = [fingerprint(contest) for contest in contests]
    assert len({hash_bot(contest.bots["x"]) for contest in contests}) == 3
    assert ["build" in bot for bot in plain(prints[0])["bots"]] == [False, False]
    assert differences(prints[0], prints[1]) == ['bots.x.build was null, is now ["sh","bot.c"]']
    assert differences(prints[1], prints[2]) == ['bots.x.build was ["sh","bot.c"], is now ["sh","bot.c","-O"]']
    Path("src/bot.c").write_text("int mien;")
    (told,) = differences(prints[1], fingerprint(contests[1]))
    assert told.startswith("the files of the bot 'x' have changed")


def test_a_fingerprint_is_plain_json(write: Write) -> None:
    """It can be written down, read again, and compares equal, whatever a writer does to the order of keys."""
    facts = fingerprint(load_contest(write(SMALL)))
    assert differences(Raw(json.dumps(plain(facts), sort_keys=True).encode()), facts) == []


def test_the_file_of_a_ladder_is_named_as_one(write: Write) -> None:
    """Its bots are no part of what is compared: none is called new that may have played there."""
    texts = (f"game: bids\nseats: 2\ndeals: 3\nformat: {format}\n" + bots(3) for format in ("ladder", "swiss"))
    ladder, swiss = (fingerprint(load_contest(write(text))) for text in texts)
    assert differences(ladder, swiss) == ["the file is that of a ladder, and this is a swiss"]
    assert differences(swiss, ladder) == ["the file is that of a swiss, and this is a ladder"]
    assert differences(ladder, raw(plain(swiss) | {"seats": 3}))[1:] == ["seats was 2, is now 3"]


def test_format_and_sample_must_not_change(write: Write) -> None:
    """They decide which game has which number; a store that says nothing of them is told in words, too."""
    text = "game: lanterns\n" + bots(3)
    old = fingerprint(load_contest(write(text)))
    assert differences(old, fingerprint(load_contest(write("line_ups: 4\n" + text)))) == ["line_ups was null, is now 4"]
    assert differences(old, fingerprint(load_contest(write("format: self-play\n" + text)))) == [
        'format was "cross-play", is now "self-play"'
    ]
    said = plain(old)
    del said["format"]
    assert differences(raw(said), fingerprint(load_contest(write(text)))) == ['format was null, is now "cross-play"']


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("game: bids\n" + bots(4), 4),
        ("game: bids\nseats: 3\nseatings: permutations\n" + bots(4), 6),
        ("game: bids\nseatings: fixed\n" + bots(4), 1),
        ("game: lanterns\n" + bots(4), 4 + 31 * 4),
        ("game: lanterns\nseatings: permutations\n" + bots(3), 3**4),
        ("game: lanterns\nseatings: permutations\nline_ups: 5\nseed: other\n" + bots(3), 3 + 3 * 12 + 6 + 4),
        ("game: lanterns\nformat: self-play\n" + bots(4), 4),
    ],
)
def test_a_store_tells_how_many_games_a_deal_group_has(write: Write, text: str, size: int) -> None:
    """From its facts alone, and as the schedule has it."""
    contest = load_contest(write(text))
    facts = Facts(contest=fingerprint(contest), seed="s", bots=tuple(contest.bots), anchors=())
    assert group_size_of(facts) == schedule_of(contest, "s").group_size == size


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, "missing required field `format`"),
        ({"format": "leader"}, "Invalid enum value 'leader'"),
        ({"format": "round-robin", "line_ups": 2}, "line_ups is for cross-play"),
        ({"format": "round-robin", "seats": 7}, "7 seats cannot be filled from 2 bots"),
    ],
)
def test_facts_of_another_version_are_told_in_words(write: Write, changed: dict[str, Any], told: str) -> None:
    """A store that this one cannot read is no traceback."""
    plan = plain(fingerprint(load_contest(write(SMALL))))
    del plan["format"]
    with pytest.raises(StoreError, match=told) as caught:
        group_size_of(made_facts({"contest": plan | changed, "bots": ["x", "y"]}))
    assert "another version of arena wrote it" in str(caught.value)


@pytest.mark.parametrize("more", ["jobs: 2\n", "deals: 20\n", "anchor: {bot: x}\n", "seed: abc\n", "seats: 2\n"])
def test_what_may_change_while_a_contest_runs(write: Write, more: str) -> None:
    """More deals, other jobs or another anchor do not touch what was played."""
    old = fingerprint(load_contest(write(SMALL)))
    assert differences(old, fingerprint(load_contest(write(more + SMALL)))) == []


def test_what_must_not_change_is_told_in_words(write: Write) -> None:
    """Each difference is a line with the old value and the new."""
    old = fingerprint(load_contest(write(SMALL)))
    Path("b").write_text("#!/bin/sh\n# new\n")
    new = fingerprint(
        load_contest(
            write(
                "game: bids\noptions: {rounds: 4}\nrestart: game\ntime: {bank_ms: 9}\nfaults: {allowed: 1}\n"
                "limits: {stderr_bytes: 1}\nseatings: fixed\nbots: {x: ./a -v, y: ./b}\n"
            )
        )
    )
    lines = differences(old, new)
    hashes = [plain(side)["bots"][1]["files"] for side in (old, new)]
    assert sorted(lines) == [
        'bots.x.command was ["./a"], is now ["./a","-v"]',
        "faults.allowed was 0, is now 1",
        "limits.stderr_bytes was 65536, is now 1",
        "options.rounds was 3, is now 4",
        'restart was "never", is now "game"',
        'seatings was "rotations", is now "fixed"',
        f"the files of the bot 'y' have changed (hash was {hashes[0]}, is {hashes[1]})",
        "time.bank_ms was null, is now 9",
    ]


def test_bots_come_go_and_change_places(write: Write) -> None:
    """The schedule depends on which bots there are and in which order."""
    old = fingerprint(load_contest(write(SMALL)))
    assert differences(old, fingerprint(load_contest(write("game: bids\nbots: {y: ./b, x: ./a}\n")))) == [
        "the bots were in the order x, y, now y, x"
    ]
    assert differences(old, fingerprint(load_contest(write("game: bids\nseats: 2\nbots: {x: ./a, z: ./b}\n")))) == [
        "the bot 'y' is gone",
        "the bot 'z' is new",
    ]


def test_another_version_of_the_game_is_another_contest(write: Write) -> None:
    """The same moves could lead elsewhere."""
    old = fingerprint(load_contest(write(SMALL)))
    new = raw(plain(old) | {"game_version": 2})
    assert differences(old, new) == ["game_version was 1, is now 2"]


def test_a_contest_can_be_made_without_a_file() -> None:
    """Tests and programs may build one; the defaults are those of the file."""
    contest = Contest(
        game="bids",
        options=BidsOptions(),
        seats=2,
        faults=FaultPolicy(),
        bots={"x": Bot(command=("a",), folder=Path("/"), program=Path("/bin/a"))},
    )
    assert (contest.deals, contest.seatings) == (10, "rotations")
