"""A contest's deck: read with all that is wrong with it, drawn card by card, kept where its games are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.contest import config, identity
from arena.contest.config import load_contest
from arena.contest.deck import MOST_BYTES, MOST_CARDS
from arena.contest.identity import differences, fingerprint
from arena.contest.plan import plan_of_facts
from arena.contest.setup import schedule_of
from arena.games import Deal
from arena.strict_yaml import ConfigErrors
from tests.contest.decks import DECKED
from tests.contest.recorded import facts_of
from tests.contest.test_config import SMALL, Write, errors, write

__all__ = ["write"]


@pytest.fixture(autouse=True)
def decked(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (config, identity):
        monkeypatch.setattr(module, "find_game", lambda name: DECKED)


def test_the_cards_come_from_a_file_beside_the_configuration_or_stand_in_it(write: Write) -> None:
    Path("hands.txt").write_text("one two\nthree\n")
    named = load_contest(write("deck: hands.txt\n" + SMALL))
    written = load_contest(write("deck: [one, two, three]\n" + SMALL))
    assert named.deck == written.deck == ("one", "two", "three")
    assert fingerprint(named) == fingerprint(written)


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        ("none.txt", "none.txt cannot be read: No such file or directory"),
        (".", ". cannot be read: it is not a file"),
        ("wrong.txt", "wrong.txt: line 1: no card has a question mark"),
        ("bytes.txt", "bytes.txt is no text in UTF-8: invalid start byte at byte 0"),
        ("empty.txt", "a deck has at least one card"),
        ("[]", "a deck has at least one card"),
        ("[one, spoilt]", "card 2: a spoilt card deals no hands"),
        ("[one, bug]", "card 2: the game cannot begin: ZeroDivisionError()"),
        ('["two\\nlines"]', "card 1: a deal's card is a line of 1 to 4096 bytes, not 'two\\nlines'"),
    ],
)
def test_what_is_no_deck_is_named(write: Write, deck: str, text: str) -> None:
    Path("wrong.txt").write_text("?")
    Path("bytes.txt").write_bytes(b"\xff")
    Path("empty.txt").write_text("\n")
    assert errors(write(f"deck: {deck}\n" + SMALL)) == [f"c.yaml:1: deck: {text}"]


@pytest.mark.parametrize("cards", [["x"] * (MOST_CARDS + 1), ["x" * 4000] * (MOST_BYTES // 4000 + 1)])
def test_a_deck_has_a_bound(write: Write, cards: list[str]) -> None:
    """All of it is kept in the contest's file."""
    Path("large.txt").write_text("\n".join(cards))
    (error,) = errors(write("deck: large.txt\n" + SMALL))
    assert error.startswith(f"c.yaml:1: deck: its {len(cards):,} cards are too many: ")


def test_a_game_without_decks_takes_none(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.games.toys import BIDS

    monkeypatch.setattr(config, "find_game", lambda name: BIDS)
    (error,) = errors(write("deck: [one]\n" + SMALL))
    assert error == "c.yaml:1: deck: bids has no decks: all its luck is drawn from the seed"


def test_a_bundles_configuration_reads_no_file(write: Write, tmp_path: Path) -> None:
    """It may be a stranger's: the name could be that of any file here."""
    path = write("deck: hands.txt\ngame: bids\nbots: {x: {command: ./a, dir: .}, y: {command: ./b, dir: .}}\n")
    Path("hands.txt").write_text("one")
    with pytest.raises(ConfigErrors, match=r"c.yaml:1: deck: a bundle has the cards of its deck in its configuration"):
        load_contest(tmp_path / path, tmp_path)


def test_another_deck_is_another_contest(write: Write) -> None:
    """The first card that differs is named, and not the whole deck."""
    cards = [f"card{number}" for number in range(200)]
    was = fingerprint(load_contest(write(f"deck: [{', '.join(cards)}]\n" + SMALL)))
    more = fingerprint(load_contest(write(f"deck: [{', '.join([*cards, 'more'])}]\n" + SMALL)))
    cards[7] = "other"
    other = fingerprint(load_contest(write(f"deck: [{', '.join(cards)}]\n" + SMALL)))
    assert differences(was, other) == ['deck[7] was "card7", is now "other"']
    assert differences(was, more) == ["deck had 200 items, has now 201"]


def test_who_has_the_file_alone_knows_each_deal(write: Write) -> None:
    """An audit compares the deals of records with these."""
    contest = load_contest(write("deck: [one, two, three]\ndeals: 4\n" + SMALL))
    schedule = schedule_of(contest, "any")
    kept = plan_of_facts(facts_of(contest)).schedule(["x", "y"], "any", 4)
    deals = [schedule.pairing(number).deal for number in range(len(schedule))]
    assert [kept.pairing(number).deal for number in range(len(kept))] == deals
    assert {Deal(deal).card for deal in deals} == {"one", "two", "three"}
