"""The example from environment to league table: it learns, and what it keeps is a bot that plays without a fault."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import yaml

from arena import learn
from arena.contest import load_contest
from arena.games.toys import BIDS
from arena.store import Store
from tests.contest.contests import ROOT

pytest.importorskip("pettingzoo", reason="the extra `learn` is not installed")
EXAMPLE = ROOT / "examples" / "learn"


@pytest.fixture(scope="module")
def train() -> ModuleType:
    spec = spec_from_file_location("train", EXAMPLE / "train.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["train"] = module  # where its named tuple looks for its own module
    spec.loader.exec_module(module)
    return module


def test_a_little_training_beats_lots(train: ModuleType) -> None:
    """In Bids for two, in a second, with longer steps than a real game wants; lots against lots come to 0."""
    env: Any = learn.env(BIDS, 2)
    env.reset(seed=1)
    learner = train.Learner(env.encoder, 1)
    learner.policy.rate = 0.03
    before = train.against_random(env, learner, 400)
    for _ in range(20):
        trails = []
        for _ in range(train.BATCH):
            trails += train.play(env, learner)
        learner.learn(trails)
    after = train.against_random(env, learner, 400)
    assert after > before + 0.2
    assert after > 0.1


def test_what_it_keeps_is_a_bot_without_a_fault(train: ModuleType, tmp_path: Path) -> None:
    env: Any = learn.env("gunrunners", 2)
    learner = train.Learner(env.encoder, 1)
    train.keep(tmp_path / "policy.npz", env.layout, learner.weights())
    contest = {
        "game": "gunrunners",
        "seats": 2,
        "deals": 1,
        "time": {"start_ms": 30000, "move_ms": 10000},
        "bots": {
            "learned": f"{{python}} {EXAMPLE / 'bot' / 'bot.py'} {tmp_path / 'policy.npz'}",
            "random": f"{{python}} {ROOT / 'bots' / 'random_bot.py'}",
        },
    }
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(contest))
    words = [sys.executable, "-m", "arena", "run", "c.yaml"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with Store.open(tmp_path / "c.db") as store:
        records = list(store.records())
    assert len(records) == 2
    assert all(record.status == "finished" and not record.faults for record in records)


def test_the_bot_sees_the_numbers_that_it_was_trained_with(train: ModuleType, tmp_path: Path) -> None:
    """What it makes of a request's JSON is what the environment showed at that decision."""
    import msgspec

    spec = spec_from_file_location("learned_bot", EXAMPLE / "bot" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    bot = module_from_spec(spec)
    spec.loader.exec_module(bot)
    env: Any = learn.env("gunrunners", 2)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(env.encoder.size + 1, env.encoder.move_size))
    train.keep(tmp_path / "policy.npz", env.layout, weights)
    policy = bot.Policy(tmp_path / "policy.npz")
    while not any(env.terminations.values()):
        seat, observed, state = int(env.agent_selection[-1]), env.observe(env.agent_selection), env._state
        sent = {"view": state.view(seat), "memory": state.memory(seat), "legal": state.legal(seat)}
        turn = msgspec.json.decode(msgspec.json.encode(sent))
        rows = observed["moves"][: observed["action_mask"].sum()]
        scores = rows @ (np.append(observed["observation"], 1) @ weights)
        assert policy.best(seat, turn) == int(scores.argmax())
        env.step(int(rng.integers(len(rows))))


def test_its_contest_loads() -> None:
    assert list(load_contest(EXAMPLE / "contest.yaml").bots) == ["learned", "greedy", "random"]
