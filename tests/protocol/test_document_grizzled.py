"""The cards of The Grizzled in `protocol.md` are those of its decks."""

from __future__ import annotations

from arena.games.grizzled.deck import (
    CHAPTERS,
    HELPING_HANDS,
    ORDER_DECKS,
    ORDERS,
    RECRUITS,
    SURE,
    TRIALS,
    Stock,
    trial_cards,
)
from tests.protocol.test_document import chapter, row, section, table


def figures(title: str, head: str) -> list[list[str]]:
    """The table of that head in a section on The Grizzled, without the marks of code."""
    return [[cell.replace("`", "") for cell in cells] for cells in table(section(chapter("grizzled"), title), head)]


def test_the_grizzled_orders_recruits_and_helping_hands() -> None:
    """All of them, in the words and figures of the cards."""
    assert figures("Orders of the Day", "order") == [
        [order.order, order.difficulty, "{} / {}".format(*order.least), order.text, order.until or ""]
        for order in ORDERS.values()
    ]
    assert figures("Recruits", "recruit") == [
        [one.recruit, str(one.hand), str(one.tokens), one.shows or "", one.text, one.benefit]
        for one in RECRUITS.values()
    ]
    assert {cells[0] for cells in figures("Recruits", "benefit")} == {one.benefit for one in RECRUITS.values()}
    assert [cells[:3] for cells in figures("Helping Hands", "helping hand")] == [
        [one.hand, one.category, one.text] for one in HELPING_HANDS.values()
    ]


def test_the_grizzled_hard_knocks_and_how_sure_they_are() -> None:
    """All of them, with their bolts."""
    assert [cells[:3] for cells in figures("Hard Knocks", "hard knock")] == [
        [name, str(TRIALS[name].bolts), sure] for name, sure in SURE["hard knocks"].items()
    ]
    likely = [name for name, sure in SURE["orders"].items() if sure != "reconstructed"]
    text = " ".join(section(chapter("grizzled"), "Orders of the Day").split())
    assert f"{', '.join(likely[:-1])} and {likely[-1]}" in text


def test_the_grizzled_chapters() -> None:
    """All ten, with their figures."""
    assert figures("The campaign", "chapter") == [
        [
            str(number),
            one.name,
            *map(str, (one.trials, one.stock)),
            one.orders or "",
            str(one.recruits or ""),
            str(one.offered),
            one.special or "",
        ]
        for number, one in enumerate(CHAPTERS)
    ]


def test_the_grizzled_threats() -> None:
    """Each is told, and what is said of its copies is the deck."""
    text = chapter("grizzled")
    deck = trial_cards(Stock(len(CHAPTERS) - 1, base=False, traps=True, solo=False))
    threats = [card for card in deck if not TRIALS[card].hard_knock]
    pairs = [f"{weather} {attack}" for weather in ("night", "snow", "rain") for attack in ("shell", "mask", "whistle")]
    thrice = {"night shell", "snow whistle", "rain mask"}
    assert "2 of each, 3 of `night shell`, `snow whistle` and `rain mask`" in text
    told = [card for card in pairs for _ in range(3 if card in thrice else 2)] + [f"{card} trap" for card in pairs]
    singles = sorted({*threats} - {*told})
    assert [card for card in singles if f"`{card}`" not in text] == []
    assert sorted(told + singles) == threats


def test_the_grizzled_order_decks() -> None:
    """How many Orders of each difficulty, in the row of the option."""
    text = row(section(chapter("grizzled"), "Options"), "orders")
    for deck, counts in ORDER_DECKS.items():
        assert f"`{deck}` ({', '.join(f'{count} {kind}' for kind, count in counts.items() if count)})" in text
