"""The careful bot of The Grizzled: what it does in laid positions, and that it never errs, whoever sits beside it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from msgspec import to_builtins

from arena.games import Deal
from arena.games.grizzled import AnyMove, Options, State, new
from arena.games.grizzled.moves import DONE, PLAY_BLIND, WITHDRAW, Charm, Fill, Place, Play, Remove, Shed, Speech, Use
from arena.games.grizzled.pending import RECRUIT
from tests.games.grizzled.table import do, table

PATH = Path(__file__).parents[2] / "bots" / "grizzled" / "careful.py"
CAUTIOUS = Options(traps=False, luck=False)
"""No Trap disturbs what is laid out."""


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """The bot's file as a module: it is no package's."""
    spec = importlib.util.spec_from_file_location("careful_bot", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["careful_bot"] = module
    spec.loader.exec_module(module)
    return module


def _mind(bot: ModuleType, state: State, seat: int) -> Any:
    return bot.Careful({"seat": seat, "seats": state.seats, "options": to_builtins(state.options)})


def _turn(state: State, seat: int) -> dict[str, Any]:
    """What matters of the message `turn`, as it arrives."""
    parts = {"view": state.view(seat), "memory": state.memory(seat), "legal": list(state.legal(seat))}
    turn: dict[str, Any] = json.loads(json.dumps(to_builtins(parts)))
    return turn


def _chosen(bot: ModuleType, state: State, seat: int | None = None) -> AnyMove:
    """The move of the seat that is to act, or of one of those."""
    if seat is None:
        (seat,) = state.to_act()
    index: int = _mind(bot, state, seat).choose(_turn(state, seat))
    move: AnyMove = state.legal(seat)[index]
    return move


# -- the mission


@pytest.mark.parametrize("threat", ["night", "snow", "rain", "shell", "mask", "whistle"])
def test_never_a_third_threat_when_it_can_withdraw(bot: ModuleType, threat: str) -> None:
    """Two of a kind lie there and the only card in hand shows it."""
    partner = "shell" if threat in ("night", "snow", "rain") else "night"
    card = f"{threat} {partner}" if partner == "shell" else f"{partner} {threat}"
    state = table(hands=[["night snow rain shell mask whistle"]], land=[card, card], used=[0], options=CAUTIOUS)
    assert _chosen(bot, state) == WITHDRAW


def test_a_card_that_fits_is_played(bot: ModuleType) -> None:
    """Of two cards the one that fails nothing."""
    land = ["night whistle", "night mask"]
    state = table(hands=[["night shell", "rain mask"]], land=land, used=[0], options=CAUTIOUS)
    assert _chosen(bot, state) == Play("rain mask")


def test_no_card_is_missed(bot: ModuleType) -> None:
    """All cards of the hand are got rid of where they fit, one turn after the other, before it withdraws."""
    hand = ["night shell", "rain mask", "snow whistle"]
    state = table(hands=[hand], withdrawn=[1, 2, 3], options=CAUTIOUS)
    played = set()
    while (move := _chosen(bot, state)) != WITHDRAW:
        assert isinstance(move, Play)
        played.add(move.card)
        do(state, move)
    assert played == set(hand)


def test_a_trap_is_left_alone_when_the_sky_is_full(bot: ModuleType) -> None:
    """Nearly whatever the Trap draws would fail the mission; without Traps the card is played."""
    land = ["night shell", "snow mask", "night shell", "snow mask"]
    for options, expected in ((Options(), WITHDRAW), (CAUTIOUS, Play("rain whistle trap"))):
        state = table(
            hands=[["rain whistle trap"]],
            land=land,
            trials=["night mask"] * 2,
            withdrawn=[1, 2, 3],
            used=[0],
            options=options,
        )
        assert _chosen(bot, state) == expected


def test_a_fourth_bolt_is_not_taken(bot: ModuleType) -> None:
    """With three it withdraws and keeps the Hard Knock in hand; with two it plays it."""
    knocks = ["wounded", "selfish"]
    for had, expected in ((knocks, WITHDRAW), (knocks[:1], Play("mute"))):
        state = table(hands=[["mute"]], knocks={0: had}, withdrawn=[1, 2, 3], options=CAUTIOUS)
        assert _chosen(bot, state) == expected


def test_it_does_not_bind_itself(bot: ModuleType) -> None:
    """Hardheaded, it could not leave with two cards that cannot be played: it withdraws instead."""
    stuck = ["night shell", "night mask", "hardheaded"]
    state = table(hands=[stuck], land=["night whistle", "night whistle"], used=[0], options=CAUTIOUS)
    assert _chosen(bot, state) == WITHDRAW


def test_a_charm_that_makes_room_is_used(bot: ModuleType) -> None:
    """It takes away the card with all threats when the hand then fits."""
    everything = "night snow rain shell mask whistle"
    state = table(hands=[["night shell", "rain mask"]], land=[everything, "night shell", "rain mask"], options=CAUTIOUS)
    assert _chosen(bot, state) == Charm(everything)


def test_a_charm_is_kept_when_it_helps_nobody(bot: ModuleType) -> None:
    """Nobody has cards left."""
    assert _chosen(bot, table(land=["night shell", "night mask"], options=CAUTIOUS)) == WITHDRAW


def test_a_speech_is_held_to_full_hands_only(bot: ModuleType) -> None:
    """It is about the threat that most blocks the others, and is not wasted when they hold nothing."""
    full = [[], ["night shell"] * 2 + ["snow mask"] * 2, ["rain shell"] * 2 + ["rain mask"] * 2, ["snow whistle"] * 3]
    state = table(hands=full, land=["night whistle", "night mask"], speeches={0: 1}, used=[0], options=CAUTIOUS)
    assert _chosen(bot, state) == Speech("night")
    assert _chosen(bot, table(land=["night whistle"], speeches={0: 1}, used=[0], options=CAUTIOUS)) == WITHDRAW


def test_on_a_speech_it_sheds_the_card_that_cannot_be_played(bot: ModuleType) -> None:
    """Of two cards with the threat."""
    hands = [["rain shell"], ["night shell", "night mask"], ["snow mask"], ["rain whistle"]]
    state = table(hands=hands, land=["rain mask", "snow mask"], speeches={0: 1}, options=CAUTIOUS)
    do(state, Speech("night"))
    assert _chosen(bot, state, 1) == Shed("night mask")
    assert _chosen(bot, state, 2) == DONE


# -- support


def test_support_goes_where_it_helps(bot: ModuleType) -> None:
    """The veteran with three bolts gets the tile, on whichever side it sits."""
    both = {veteran: ["left 1", "right 1"] for veteran in range(3)}
    for hurt, tile in ((1, "left 1"), (2, "right 1")):
        state = table(3, knocks={hurt: ["wounded", "mute"]}, tiles=both, options=CAUTIOUS)
        do(state, WITHDRAW)
        assert _chosen(bot, state) == Place(tile)


@pytest.mark.parametrize("hurt", range(4))
def test_all_who_think_alike_support_the_same(bot: ModuleType, hurt: int) -> None:
    """Without a word, and without a tie."""
    tiles = {veteran: ["left 1", "left 2", "right 1"] for veteran in range(4)}
    state = table(4, knocks={hurt: ["wounded", "mute"]}, tiles=tiles, options=CAUTIOUS)
    while state.stage != "support":
        (seat,) = state.to_act()
        do(state, _chosen(bot, state, seat))
    assert state.supported == hurt


def test_the_worst_hard_knock_is_removed(bot: ModuleType) -> None:
    """Two bolts weigh more than one; a knock that drops morale weighs more than one that does not."""
    placed = {1: "right 1"}
    tiles = {1: ["right 1"]}
    for knocks, worst in ((["mute", "wounded"], "wounded"), (["selfish", "demoralized"], "demoralized")):
        state = table(
            3,
            knocks={0: knocks},
            tiles=tiles,
            placed=placed,
            withdrawn=[0, 1, 2],
            success=True,
            options=CAUTIOUS,
            step="reveal",
        )
        assert _chosen(bot, state) == Remove(0, worst)


# -- the modules


def test_a_threat_that_an_order_leaves_out_is_in_nobodys_way(bot: ModuleType) -> None:
    """A third night is played where night does not count."""
    land = ["night shell", "night mask"]
    for order, expected in (("moonlit ground", Play("night whistle")), ("hot soup", WITHDRAW)):
        state = table(hands=[["night whistle"]], land=land, used=[0], order=order, options=CAUTIOUS)
        assert _chosen(bot, state) == expected


def test_of_two_orders_the_milder_one(bot: ModuleType) -> None:
    """In whichever order they lie."""
    for deck in (["broken spirits", "mail call"], ["mail call", "broken spirits"]):
        state = table(order_deck=deck, trials=["rain mask", "night mask"], step="draw_orders", options=CAUTIOUS)
        move: Any = _chosen(bot, state)
        assert move.order == "mail call"


def test_in_confusion_a_harmless_hand_is_played(bot: ModuleType) -> None:
    """Whichever card it will be."""
    state = table(hands=[["night shell", "rain mask"]], order="confusion", options=CAUTIOUS)
    assert _chosen(bot, state) == PLAY_BLIND


def test_a_welcome_helping_hand_is_used_at_once(bot: ModuleType) -> None:
    """Before it withdraws, smuggled rations go under the reserve."""
    state = table(trials=["rain mask", "night mask"], helping={0: ["smuggled rations"]}, options=CAUTIOUS)
    assert _chosen(bot, state) == Use("smuggled rations")


def test_a_field_dressing_is_kept_for_those_who_are_hurt(bot: ModuleType) -> None:
    """Three bolts are worth it, one is not."""
    for knocks, expected in ((["wounded", "mute"], Use("field dressing")), (["mute"], WITHDRAW)):
        state = table(knocks={1: knocks}, helping={0: ["field dressing"]}, used=[0], options=CAUTIOUS)
        assert _chosen(bot, state) == expected


def test_a_recruit_plays_what_fits(bot: ModuleType) -> None:
    """Its leader withdraws it only when its card would fail the mission."""
    for land, expected in (([], Play("night shell")), (["night mask", "night whistle"], WITHDRAW)):
        state = table(
            land=land, recruit="denis", recruit_hand=["night shell"], active=RECRUIT, used=[0], options=CAUTIOUS
        )
        assert _chosen(bot, state) == expected


# -- the rest


def test_many_cards_in_hands_make_it_modest(bot: ModuleType) -> None:
    """The more the team holds, the fewer are dealt."""

    def intensity(cards: int) -> int:
        state = table(
            4,
            hands=[["night shell"] * cards, ["snow whistle"] * cards],
            trials=["rain mask", "night mask", "night whistle", "snow shell", "snow mask", "rain shell"] * 2,
            options=CAUTIOUS,
            step="choose_intensity",
        )
        move: Any = _chosen(bot, state)
        return int(move.intensity)

    assert intensity(0) > intensity(2) == 1


def test_it_fills_its_hand_where_nobody_is_bound(bot: ModuleType) -> None:
    """One player: but not with a fragile veteran and little room, as the others could not leave."""
    full = ["night shell", "snow mask", "rain whistle", "night shell", "snow mask"]
    for knocks, expected in (({}, Fill()), ({1: ["fragile"]}, DONE)):
        state = table(
            1,
            hands=[["rain whistle"]],
            land=full,
            knocks=knocks,
            trials=["night mask", "night mask"],
            options=CAUTIOUS,
        )
        do(state, Play("rain whistle"))
        assert state.stage == "fill"
        assert _chosen(bot, state) == expected


def test_of_moves_it_does_not_know_it_takes_the_mild_ones(bot: ModuleType) -> None:
    """To withdraw or no more, else the first: a later edition breaks nothing."""
    turn = _turn(table(hands=[["night shell"]]), 0) | {"legal": [{"do": "sing"}, {"do": "dance"}]}
    turn["view"]["stage"] = "party"
    mind = bot.Careful({"seat": 0, "seats": 4, "options": {}})
    assert mind.choose(turn) == 0
    for mild in ("withdraw", "done"):
        turn["legal"] = [{"do": "sing"}, {"do": mild}]
        assert mind.choose(turn) == 1


def _play(bot: ModuleType, options: Options, seats: int, deal: str, careful: set[int]) -> State:
    """A game to its end; the seats that are not careful move at random."""
    state = new(options, seats, Deal(deal))
    minds = {seat: _mind(bot, state, seat) for seat in careful}
    rng = Random(deal)
    while acting := state.to_act():
        moves = {}
        for seat in acting:
            legal = state.legal(seat)
            index = minds[seat].choose(_turn(state, seat)) if seat in minds else rng.randrange(len(legal))
            assert 0 <= index < len(legal)
            moves[seat] = legal[index]
        state.apply(moves)
    return state


SINGLE = [Options(), Options(trials="base"), Options(trials="base", veteran=True), Options(traps=False, luck=False)]
MODULES = [
    Options(hand_limit_check="always", speech_tokens="returned"),
    Options(orders="veteran", recruits=5, helping_hands=True),
    Options(campaign="whole", chapter=7),
]


@pytest.mark.parametrize("options", [*SINGLE, *MODULES], ids=range(len(SINGLE + MODULES)))
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_whole_games(bot: ModuleType, options: Options, seats: int) -> None:
    """With its like and beside seats that move at random, every answer is legal, and the same again."""
    if seats == 1 and options in MODULES[1:]:
        pytest.skip("one player plays single games without modules only")
    team = _play(bot, options, seats, "whole", set(range(seats)))
    first, second = [_play(bot, options, seats, "whole", {seats - 1}) for _ in range(2)]
    assert team.outcome() is not None
    assert first.outcome() is not None
    assert first.outcome() == second.outcome()


def test_peace(bot: ModuleType) -> None:
    """A team of its like wins often; seats that move at random never do."""
    outcomes = [_play(bot, Options(trials="base"), 3, f"peace {i}", {0, 1, 2}).outcome() for i in range(12)]
    assert sum(outcome.won for outcome in outcomes if outcome is not None) >= 4


def test_the_talk() -> None:
    """As a process: it says that it is ready, answers a turn with its id, and ends with its input."""
    start = {"type": "start", "id": 1, "game_id": "1", "seat": 0, "seats": 4, "options": to_builtins(Options())}
    turn: dict[str, Any] = {"type": "turn", "id": 2} | _turn(table(hands=[["night shell"]]), 0)
    lines = [{"type": "hello", "id": 0, "protocol": 1}, start, turn, {"type": "end"}]
    done = subprocess.run(
        [sys.executable, str(PATH)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        check=True,
        timeout=60,
        text=True,
    )
    ready, also, answer = map(json.loads, done.stdout.splitlines())
    assert (ready["type"], also["type"], done.stderr) == ("ready", "ready", "")
    assert answer["id"] == 2
    assert answer["choice"] in range(len(turn["legal"]))
