"""Deals: fair numbers, the same for ever, each stream for itself."""

from __future__ import annotations

import itertools
from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import Deal

GOLDEN = [599, 268, 777, 277, 109, 987, 409, 607, 768, 888, 254, 408]
seeds = st.text(min_size=1, max_size=16)  # at most four bytes each


def test_the_numbers_of_a_stream_are_fixed_for_ever() -> None:
    """Whoever changes these changes the luck of every recorded game."""
    stream = Deal("golden").stream("deck", 2)
    assert [stream.below(1000) for _ in range(12)] == GOLDEN
    assert Deal("golden").stream("box").shuffled("abcdefgh") == list("caegdbhf")
    assert Deal("golden").stream("dice").dice(10) == (5, 4, 2, 2, 5, 2, 1, 3, 3, 1)


def test_numbers_follow_their_published_definition() -> None:
    """A record can be replayed by a program that knows only BLAKE2b, across the border of blocks."""
    words = [
        int.from_bytes(digest[at : at + 8], "big")
        for block in range(2)
        for digest in [blake2b(b"deck/2\0" + block.to_bytes(8, "big"), key=b"golden").digest()]
        for at in range(0, 64, 8)
    ]
    stream = Deal("golden").stream("deck", 2)
    assert [stream.below(2**64) for _ in words] == words


@given(seeds, st.integers(1, 2**64))
def test_below_stays_below(seed: str, n: int) -> None:
    """Every number is from 0 to n - 1, for any n up to a whole word."""
    stream = Deal(seed).stream("x")
    assert all(0 <= stream.below(n) < n for _ in range(20))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52])
def test_below_is_uniform(n: int) -> None:
    """Chi-square over 6000 numbers of one fixed seed stays below its mean plus five standard deviations."""
    stream = Deal("uniform").stream("below", n)
    expected = 6000 / n
    counts = Counter(stream.below(n) for _ in range(6000))
    chi_square = sum((counts[number] - expected) ** 2 / expected for number in range(n))
    assert chi_square < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_words_past_the_last_full_multiple_are_drawn_again() -> None:
    """Of the words only those of the lower 3/4 are fair for n = 3 * 2**62: the others must not be folded in."""
    n = 3 * 2**62
    plain, fair = Deal("again").stream("x"), Deal("again").stream("x")
    words = [plain.below(2**64) for _ in range(100)]
    kept = [word for word in words if word < n]
    assert len(kept) < len(words)
    assert [fair.below(n) for _ in kept] == kept
    assert Deal("again").stream("x").dice(len(kept), n) == tuple(1 + word for word in kept)  # also in bulk


@pytest.mark.parametrize("n", [0, -1])
def test_below_nothing_is_an_error(n: int) -> None:
    """There is no number to choose; the message says what was asked."""
    with pytest.raises(ValueError, match=f"not {n}$"):
        Deal("x").stream("y").below(n)
    with pytest.raises(ValueError, match="at least one"):
        Deal("x").stream("y").choice(())


@given(seeds, st.integers(2, 20))
def test_a_die_shows_one_to_its_sides(seed: str, sides: int) -> None:
    """Dice are the single rolls in order."""
    rolls = Deal(seed).stream("die").dice(30, sides)
    die = Deal(seed).stream("die")
    assert all(1 <= roll <= sides for roll in rolls)
    assert rolls == tuple(die.die(sides) for _ in rolls)


@given(seeds, st.lists(st.integers()))
def test_shuffled_is_a_new_list_of_the_same_items(seed: str, items: list[int]) -> None:
    """Nothing is lost or doubled, and what was given is left as it was."""
    before = list(items)
    assert sorted(Deal(seed).stream("x").shuffled(items)) == sorted(before)
    assert items == before


def test_every_order_is_equally_likely() -> None:
    """2400 shuffles of four cards: chi-square over the 24 orders below its mean plus four deviations."""
    stream = Deal("orders").stream("x")
    counts = Counter(tuple(stream.shuffled("abcd")) for _ in range(2400))
    chi_square = sum((counts[order] - 100) ** 2 / 100 for order in itertools.permutations("abcd"))
    assert chi_square < 23 + 4 * (2 * 23) ** 0.5


@given(seeds, st.integers(0, 20))
def test_streams_do_not_disturb_each_other(seed: str, drawn: int) -> None:
    """However much is drawn from one, the other gives the same numbers."""
    alone = Deal(seed).stream("deck", 0)
    numbers = [alone.below(100) for _ in range(10)]
    deal = Deal(seed)
    die, deck = deal.stream("die"), deal.stream("deck", 0)
    seen = []
    for _ in range(10):
        die.dice(drawn)
        seen.append(deck.below(100))
    assert seen == numbers


def test_other_names_and_other_seeds_give_other_numbers() -> None:
    """No two of the streams that a game may use, and no two deals, run alike."""
    names = [("deck",), ("deck", 0), ("deck", 1), ("deck", 1, 1), ("deck", 11), ("die",)]
    firsts = {Deal(seed).stream(*name).below(2**64) for seed in ("a", "b", "ab") for name in names}
    assert len(firsts) == 3 * len(names)


def test_a_deal_is_a_value() -> None:
    """Equal seeds are equal deals, and the same name starts the same numbers again."""
    deal = Deal("s")
    assert deal == Deal("s")
    assert hash(deal) == hash(Deal("s"))
    assert deal.stream("x").dice(20) == deal.stream("x").dice(20)


@pytest.mark.parametrize("seed", ["", "x" * 65, "é" * 33])
def test_a_seed_of_the_wrong_length_is_an_error(seed: str) -> None:
    """1 to 64 bytes of UTF-8, not characters; the message shows the seed."""
    with pytest.raises(ValueError, match=f"1 to 64 bytes, not '{seed}'"):
        Deal(seed)


@pytest.mark.parametrize("seed", ["x", "x" * 64, "é" * 32])
def test_a_seed_may_be_as_long_as_the_limit(seed: str) -> None:
    """Both ends are allowed."""
    assert 0 <= Deal(seed).stream("x").below(10) < 10


def test_luck_in_bulk_is_the_luck_one_by_one() -> None:
    """Many rolls at once, and a whole deck, are the numbers of the same stream, in their order."""
    one, many = Deal("bulk").stream("die"), Deal("bulk").stream("die")
    assert many.dice(50) == tuple(one.die() for _ in range(50))
    assert many.below(9) == one.below(9)  # both stand at the same place
    cards, left = list(range(30)), Deal("bulk").stream("deck")
    for i in range(29, 0, -1):
        j = left.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert Deal("bulk").stream("deck").shuffled(range(30)) == cards


@pytest.mark.parametrize("sides", [0, -2])
def test_a_die_without_sides_is_an_error(sides: int) -> None:
    """Whether one is rolled or many."""
    with pytest.raises(ValueError, match="at least one"):
        Deal("x").stream("die").die(sides)
    with pytest.raises(ValueError, match="at least one"):
        Deal("x").stream("die").dice(3, sides)


def test_a_card_stands_behind_the_seed_and_changes_no_stream() -> None:
    """The card says what a deal begins with; all that is still drawn is the seed's."""
    deal = Deal("golden | startpos moves e2e4 | c7c5")
    assert (deal.seed, deal.card) == ("golden", "startpos moves e2e4 | c7c5")
    assert [deal.stream("deck", 2).below(1000) for _ in range(1)] == GOLDEN[:1]
    assert Deal("golden").card is None
    assert Deal("golden|x").seed == "golden|x"


@pytest.mark.parametrize("text", ["", " | card", "s" * 65 + " | card", "s | ", "s | two\nlines", "s | " + "x" * 4097])
def test_a_text_that_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a deal's (seed|card) is a"):
        Deal(text)


def test_the_longest_seed_and_card_are_a_deal() -> None:
    assert Deal("s" * 64 + " | " + "x" * 4096).card == "x" * 4096
