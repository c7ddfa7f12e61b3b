"""Games as environments: PettingZoo's own tests, the referee's records played again, and what no seat may be shown."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from arena import learn
from arena.errors import WrongInput
from arena.games import Game, IllegalMove, Ranking, TeamResult, find_game
from arena.games.toys import BIDS, LANTERNS, BidsState, LanternsState
from arena.learn import NeedsPettingZoo, NoLayout, points
from arena.referee import decode_record, lasting_bytes
from tests.contest.contests import ROOT
from tests.faces.games import recorded
from tests.planted import bids_of, lanterns_of

pytest.importorskip("pettingzoo", reason="the extra `learn` is not installed")

TABLES: list[tuple[Any, int]] = [
    *[("gunrunners", 3), ("gangsta", 2), ("grizzled", 2)],
    *[(LANTERNS, 2), (LANTERNS, 1), (BIDS, 3)],
]
GAMES = [
    pytest.param(game, seats, id=f"{game if isinstance(game, str) else game.name} for {seats}")
    for game, seats in TABLES
]
AS_DICT = (
    # What its test says of every environment with a dictionary of arrays that is not one of its own.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # Its own way to say that it is over: nobody has a move.
    "Action mask numpy array is all zeros",
)


@pytest.fixture
def strictly() -> Iterator[None]:
    """Any other warning is an error."""
    with warnings.catch_warnings():
        for words in AS_DICT:
            warnings.filterwarnings("ignore", words)
        yield


@pytest.mark.usefixtures("strictly")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_tests_of_pettingzoo_pass(game: Game | str, seats: int) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(learn.env(game, seats), num_cycles=200)
    seed_test(lambda: learn.env(game, seats), num_cycles=40)


@pytest.mark.usefixtures("strictly")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_its_parallel_form_passes_too(game: Game | str, seats: int) -> None:
    """With the wrapper for turns, which fits any game, and where all decide at once with the other one."""
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

    made = learn.env(game, seats)
    parallel_api_test(turn_based_aec_to_parallel(made), num_cycles=60)
    assert made.metadata["is_parallelizable"] == (game is BIDS or seats == 1)
    if made.metadata["is_parallelizable"]:
        parallel_api_test(aec_to_parallel(made), num_cycles=60)


class Line(msgspec.Struct):
    """A line of the records of a bundle, of which this is all that is needed."""

    record: msgspec.Raw


@pytest.mark.parametrize("name", ["gunrunners", "gangsta", "grizzled"])
def test_a_recorded_game_is_the_same_game_here(name: str) -> None:
    """Of contests that were kept: their deals and choices give the same records, byte for byte."""
    with zipfile.ZipFile(ROOT / "tests" / "kept" / f"{name}.sealed.zip") as bundle:
        lines = bundle.read("records.jsonl").splitlines()
    records = [decode_record(bytes(msgspec.json.decode(line, type=Line).record)) for line in lines]
    assert records
    for record in records:
        made = learn.env(name, record.seats, msgspec.json.decode(record.options))
        made.reset(options={"deal": record.deal})
        for seat, index in record.decisions:
            assert made.agent_selection == f"seat_{seat}"
            made.step(index)
        again = msgspec.structs.replace(record, decisions=tuple(made.decisions), outcome=made.outcome)
        assert made.outcome is not None
        assert lasting_bytes(again) == lasting_bytes(record)


def test_seats_that_decide_at_once_are_recorded_as_the_referee_does() -> None:
    record = recorded(BIDS, 3)
    made = learn.env(BIDS, 3)
    made.reset(options={"deal": record.deal})
    for seat, index in record.decisions:
        assert made.agent_selection == f"seat_{seat}"
        made.step(index)
    assert (tuple(made.decisions), made.outcome) == (record.decisions, record.outcome)


def test_a_seed_is_a_series_of_deals() -> None:
    made, other = learn.env(LANTERNS, 2), learn.env(LANTERNS, 2)
    deals = []
    for env in (made, other):
        env.reset(seed=7)
        deals.append(env.deal)
        env.reset()
        deals.append(env.deal)
    assert deals == ["learn/7/0", "learn/7/1"] * 2
    other.reset(seed=8)
    assert other.deal == "learn/8/0"
    unseeded = learn.env(LANTERNS, 2)
    unseeded.reset()
    made = learn.env(LANTERNS, 2)
    made.reset()
    assert unseeded.deal != made.deal


def shown(env: Any, agent: str) -> bytes:
    """All that an agent can ask for."""
    seen = env.observe(agent)
    told = (env.agent_selection, env.agents, env.rewards, env.terminations, env.truncations, env.infos, env.render())
    return b"".join(part.tobytes() for part in seen.values()) + msgspec.json.encode(told)


def hold_to_twins(game: Game, seats: int, games: int, options: Any = None, every: int = 1) -> int:
    """Plays at random; at each decision, or every so many, every seat is shown the same in another world that it could
    be in. How many worlds were tried that were others."""
    env, probe = (learn.env(game, seats, options, render_mode="ansi") for _ in range(2))
    rng, tried = Random(5), 0

    def all_shown(state: Any, agent: str) -> bytes:
        """In an environment that begins in this state, so that everything in it comes from there."""
        probe.game = replace(game, new=lambda *given: state.clone())
        probe.reset(seed=0)
        return shown(probe, agent)

    for number in range(games):
        env.reset(seed=number)
        while env.agents and not any(env.terminations.values()):
            true: Any = env._state
            for seat, agent in enumerate(env.agents if len(env.decisions) % every == 0 else ()):
                twin: Any = game.imagine(seat, true.view(seat), true.memory(seat), rng, env._options)
                differs = any(twin.view(other) != true.view(other) for other in range(seats) if other != seat)
                twin.events = true.events  # which a position is not imagined with
                assert all_shown(twin, agent) == all_shown(true, agent)
                tried += differs
            env.step(rng.randrange(int(env.observe(env.agent_selection)["action_mask"].sum())))
    return tried


@pytest.mark.parametrize(("game", "seats"), [(BIDS, 3), (LANTERNS, 2)])
def test_twin_worlds_look_the_same(game: Game, seats: int) -> None:
    assert hold_to_twins(game, seats, 3) > 10


@pytest.mark.parametrize(
    ("name", "seats", "options"), [("gunrunners", 2, {}), ("grizzled", 3, {}), ("gangsta", 2, {"resources": True})]
)
def test_twin_worlds_of_games_in_the_box(name: str, seats: int, options: Any) -> None:
    assert hold_to_twins(find_game(name), seats, 1, options, every=5) > 0


def test_a_leak_is_found() -> None:
    """A view with the next lantern of the box."""

    class Leaky(LanternsState):
        def view(self, seat: int) -> Any:
            seen = super().view(seat)
            return msgspec.structs.replace(seen, hand=(*seen.hand, self.box[-1]))

    leaky = lanterns_of(Leaky)
    honest = leaky.imagine

    def imagine(seat: int, view: Any, *rest: Any) -> Any:
        return honest(seat, msgspec.structs.replace(view, hand=view.hand[:-1]), *rest)

    object.__setattr__(leaky, "imagine", imagine)
    with pytest.raises(AssertionError):
        hold_to_twins(leaky, 2, 3)


def test_a_choice_is_hidden_until_all_are_made() -> None:
    """Whatever the first seat bids, the others are shown the same, and it sees no more itself."""
    seen = []
    for choice in (0, 1):
        env = learn.env(BIDS, 3, render_mode="ansi")
        env.reset(seed=3)
        before = shown(env, "seat_1")
        env.step(choice)
        assert env.agent_selection == "seat_1"
        assert env.observe("seat_0")["action_mask"].sum() == 0
        seen.append([shown(env, agent) for agent in env.agents])
        assert shown(env, "seat_1")[: len(before) // 2] == before[: len(before) // 2]
        assert env.decisions == []
    assert seen[0] == seen[1]


def test_the_points_are_those_of_the_places() -> None:
    """Two seats that tie for the first of three places stand before one and behind none."""
    assert points(Ranking((1, 2, 3), (9.0, 5.0, 1.0)), 3) == (1.0, 0.0, -1.0)
    assert points(Ranking((1, 1, 3), (9.0, 9.0, 1.0)), 3) == (0.5, 0.5, -1.0)
    assert points(Ranking((1, 1), (2.0, 2.0)), 2) == (0.0, 0.0)
    assert points(TeamResult(False, 3.0), 2) == (3.0, 3.0)
    assert points(Ranking((1,), (3.0,)), 1) == (0.0,)


def test_the_last_step_gives_the_points() -> None:
    env: Any = learn.env(BIDS, 3)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(0)
    assert list(env.rewards.values()) == list(points(env.outcome, 3))
    assert any(env.rewards.values())
    team: Any = learn.env(LANTERNS, 2)
    team.reset(seed=1)
    while not any(team.terminations.values()):
        team.step(0)
    assert list(team.rewards.values()) == [team.outcome.score] * 2


@pytest.mark.parametrize("action", [-1, 99, None])
def test_what_is_masked_out_is_refused_and_changes_nothing(action: int | None) -> None:
    env = learn.env(BIDS, 3)
    env.reset(seed=1)
    before = shown_without_table(env)
    with pytest.raises(IllegalMove, match=r"seat_0 has \d legal moves"):
        env.step(action)
    assert shown_without_table(env) == before


def shown_without_table(env: Any) -> bytes:
    return b"".join(env.observe(agent)[part].tobytes() for agent in env.agents for part in ("observation", "moves"))


def test_what_is_rendered_is_the_public_table_in_words() -> None:
    env = learn.env(LANTERNS, 2, render_mode="ansi")
    env.reset(seed=2)
    env.step(0)
    text = str(env.render())
    assert text.startswith("seat 0 puts down a ")
    assert "Lanterns" in text
    with pytest.raises(WrongInput, match="render_mode"):
        learn.env(LANTERNS, 2, render_mode="rgb_array")


def test_what_is_wrong_is_told() -> None:
    wrong = WrongInput
    with pytest.raises(wrong, match="bids is for 2, 3, 4, 5 seats, not 9"):
        learn.env(BIDS, 9)
    with pytest.raises(wrong, match=r"no options of bids: .*round"):
        learn.env(BIDS, 3, {"round": 3})
    with pytest.raises(wrong, match="rounds must be 3 to 5"):
        learn.env(BIDS, 3, {"rounds": 9})
    with pytest.raises(wrong, match="a deal is a text"):
        learn.env(BIDS, 3).reset(options={"deal": 4})
    layout = learn.layout_of(BIDS, 3)
    with pytest.raises(wrong, match="the layout is for 3 seats"):
        learn.env(BIDS, 2, layout=layout)
    with pytest.raises(NoLayout, match="the layout is of bids version 1"):
        learn.env(LANTERNS, 3, layout=layout)


def test_a_plug_in_that_never_ends_well_is_named() -> None:
    class Endless(BidsState):
        def outcome(self) -> None:
            return None

    env = learn.env(bids_of(Endless), 2)
    env.reset(seed=1)
    for _ in range(5):
        env.step(0)
    with pytest.raises(RuntimeError, match="bids has no outcome"):
        env.step(0)


def test_the_loop_of_the_page_plays_a_game() -> None:
    """And the package that it names is the extra."""
    page = (ROOT / "docs" / "learn.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["environment"].outcome is not None
    assert "arena-referee[learn]" in page


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)


def test_who_does_not_train_loads_nothing_of_it() -> None:
    """Nor does a bot that plays with what was trained: it needs no PettingZoo."""
    done = run("import sys, arena.cli, arena.learn; print(*sys.modules)")
    assert not {"pettingzoo", "gymnasium", "numpy", "arena.learn.environment"} & set(done.stdout.split())
    code = "import sys, arena.learn as learn; learn.Encoder(learn.layout_of('gunrunners', 2)); print(*sys.modules)"
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert not {"pettingzoo", "gymnasium", "trio"} & set(done.stdout.split())


def test_what_is_missing_is_told_with_the_extra_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.learn.making.find_spec", lambda name: None)
    with pytest.raises(NeedsPettingZoo, match=r"pettingzoo and gymnasium.*arena-referee\[learn\]"):
        learn.env("gunrunners")


def test_arrays_are_of_the_types_that_the_spaces_say() -> None:
    env = learn.env("gunrunners", 2)
    env.reset(seed=0)
    seen = env.observe("seat_0")
    assert env.observation_space("seat_0").contains(seen)
    assert (seen["observation"].dtype, seen["action_mask"].dtype) == (np.float32, np.int8)
    assert seen["moves"].shape == (env.layout.moves, env.encoder.move_size)
