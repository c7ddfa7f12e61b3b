"""Which games there are, what is refused and with which words, and what their options are."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pyspiel
import pytest
from arena.games import Deal, GameCannotLoad, UnknownGame, family_names, find_family, find_game, laws

from arena_openspiel.family import find, names, refusal

REFUSED = {
    "mfg_crowd_modelling": "mean-field",
    "negotiation": "chance is sampled",
    "tarok": "chance is sampled",
    "crossword": "actions have no numbers",
    "morpion_solitaire": "reads memory that is no longer its own",
}


def test_arena_finds_the_family_by_its_entry_point() -> None:
    """As it finds that of any package."""
    assert "openspiel" in family_names()
    assert find_family("openspiel").names() == names()
    assert find_game("openspiel.chess").title == "Chess"


def test_every_game_is_offered_or_refused_with_a_sentence() -> None:
    """None is left out in silence; more than a hundred are offered."""
    registered = set(pyspiel.registered_names())
    offered = {name.partition(".")[2] for name in names()}
    assert len(offered) > 100
    assert registered - offered == {name for name in registered if refusal(name)}
    assert {name for name in registered if name.startswith("mfg_")} <= registered - offered


@pytest.mark.parametrize(("name", "why"), REFUSED.items())
def test_what_cannot_be_played_says_why(name: str, why: str) -> None:
    with pytest.raises(GameCannotLoad, match=f"'openspiel.{name}' cannot be played: .*{why}"):
        find_game(f"openspiel.{name}")


def test_what_is_refused_is_so_within_another_game_too() -> None:
    """Before anything of it is loaded, here or in a process apart."""
    game = find("openspiel.misere")
    with pytest.raises(ValueError, match="cannot be played with morpion_solitaire: a copy of a position"):
        game.new(game.options_type(game="morpion_solitaire()"), 1, Deal("x"))
    game = find("openspiel.add_noise")
    with pytest.raises(ValueError, match="cannot be played with morpion_solitaire: a copy of a position"):
        game.new(game.options_type(game="misere(game=morpion_solitaire())"), 1, Deal("x"))


def test_a_name_that_is_none_is_told_what_was_meant() -> None:
    with pytest.raises(UnknownGame, match=r"did you mean 'openspiel\.leduc_poker'"):
        find_game("openspiel.leduc_pokr")


def test_the_version_holds_that_of_openspiel() -> None:
    """1 002 000 002 is this bridge's first version with OpenSpiel 2.0.2."""
    version = pyspiel.__version__ if hasattr(pyspiel, "__version__") else None
    number = find("openspiel.chess").version
    parts = [number // 1000**power % 1000 for power in (3, 2, 1, 0)]
    assert parts[0] == 1
    assert version is None or ".".join(map(str, parts[1:])) == version


def test_parameters_are_options_with_openspiels_names_types_and_defaults() -> None:
    """Read as a configuration is: strict, and one's name begins with a digit."""
    kind = find("openspiel.kriegspiel").options_type
    fields = {field.encode_name: (field.type, field.default) for field in msgspec.structs.fields(kind)}
    assert fields["50_move_rule"] == (bool, True)
    assert fields["board_size"] == (int, 8)
    assert fields["fen"] == (str, "")
    with pytest.raises(msgspec.ValidationError, match="board_sise"):
        msgspec.convert({"board_sise": 4}, kind)
    with pytest.raises(msgspec.ValidationError, match="Expected `int`"):
        msgspec.convert({"board_size": "4"}, kind)


def test_options_reach_the_game() -> None:
    """Connect four with three columns has three moves at first."""
    game = find("openspiel.connect_four")
    state = game.new(game.options_type(columns=4), 2, Deal("x"))
    assert len(state.legal(0)) == 4


@pytest.mark.parametrize(
    ("name", "seats", "numbers"),
    [("kuhn_poker", 3, (2, 3, 4, 5, 6, 7, 8, 9, 10)), ("chinese_checkers", 6, (2, 3, 4, 6)), ("chess", 2, (2,))],
)
def test_the_number_of_seats_is_a_parameter_where_openspiel_has_it(
    name: str, seats: int, numbers: tuple[int, ...]
) -> None:
    """Chinese checkers is for any even number and for three."""
    game = find(f"openspiel.{name}")
    assert game.seats == numbers
    assert len(game.new(game.options_type(), seats, Deal("x")).to_act()) == 1
    with pytest.raises(ValueError, match="is not for 11 seats"):
        game.new(game.options_type(), 11, Deal("x"))


def test_a_game_of_a_file_asks_for_it() -> None:
    """Also where OpenSpiel raises what is none of its own errors."""
    game = find("openspiel.nfg_game")
    with pytest.raises(ValueError, match="OpenSpiel cannot make a game of nfg_game"):
        game.new(game.options_type(), 2, Deal("x"))


def test_a_game_of_another_game_asks_for_it() -> None:
    """It has no default; with a game in OpenSpiel's words it is played, and the chance of that game counts."""
    game = find("openspiel.misere")
    with pytest.raises(ValueError, match=r"cannot make a game of misere .*Missing parameter game"):
        game.new(game.options_type(), 2, Deal("x"))
    assert game.new(game.options_type(game="tic_tac_toe()"), 2, Deal("x")).to_act() == (0,)
    with pytest.raises(ValueError, match="cannot be played with these options: its chance is sampled"):
        game.new(game.options_type(game="tarok(players=3)"), 3, Deal("x"))
    with pytest.raises(ValueError, match="is for 2 seats, not 3"):
        game.new(game.options_type(game="tic_tac_toe()"), 3, Deal("x"))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("universal_poker", {"numPlayers": 4}),  # ends the process inside of OpenSpiel
        ("connect_four", {"rows": 0}),  # has a position without a legal action
        ("misere", {"game": "no_such_game()"}),
        ("nfg_game", {"filename": "/no/such/file"}),
    ],
)
def test_parameters_that_make_no_game_are_refused_and_end_nothing(name: str, options: dict[str, int | str]) -> None:
    """They are tried in a process apart."""
    game = find(f"openspiel.{name}")
    with pytest.raises(ValueError, match=f"OpenSpiel cannot make a game of {name} with "):
        game.new(game.options_type(**options), 2, Deal("x"))


def test_the_same_is_shown_in_every_process() -> None:
    """Whatever the order of sets of texts is there: the laws' fingerprint of some games."""
    prints = {_fingerprint(seed) for seed in ("1", "2")}
    assert len(prints) == 1
    assert prints == {" ".join(laws.fingerprint(find(name), 2, 2) for name in FINGERPRINTED)}


FINGERPRINTED = ("openspiel.leduc_poker", "openspiel.backgammon", "openspiel.goofspiel")


def _fingerprint(hash_seed: str) -> str:
    program = (
        "from arena.games import laws\nfrom arena_openspiel.family import find\n"
        f"print(*(laws.fingerprint(find(name), 2, 2) for name in {FINGERPRINTED!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
