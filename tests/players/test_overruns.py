"""A seat's limits, its freezing and what it used, with a script for its process: what the player makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from arena.games import Deal
from arena.players import MachineTrouble
from arena.players.process_player import ProcessPlayer
from arena.protocol import Verdict
from arena.sandbox import Limits, Program, Usage
from tests.players.fake_process import FakeProcess, choose, exits, ready, silent, write
from tests.players.questions import BIG, CONTROL, QUESTION, START, Seat, faulty, used

OVERRUNS: list[Verdict] = ["memory", "processes", "disk", "cpu"]


def stopped(verdict: Verdict, text: str, after: float = 0.0) -> Callable[[FakeProcess, dict[str, Any]], None]:
    """The watch ends it while it thinks."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.beyond = verdict, text
        bot.exit("was killed by SIGKILL", after)

    return reply


# ---- limits


@pytest.mark.parametrize("verdict", [*OVERRUNS, "output-limit"])
async def test_a_limit_of_the_sandbox_ends_the_seat(seat: Seat, autojump_clock: MockClock, verdict: Verdict) -> None:
    """With its own verdict and figures, and not as an exit by SIGKILL; it is final."""
    player = seat(FakeProcess(stopped(verdict, "held 2 MiB of 1", 0.3)))
    await player.start(START)
    fault = await faulty(player)
    assert (fault.verdict, fault.final) == (verdict, True)
    assert fault.text == "seat 2, request 2: held 2 MiB of 1; it was stopped"


@pytest.mark.parametrize("when", ["hello", "start"])
@pytest.mark.parametrize("verdict", OVERRUNS)
async def test_a_limit_exceeded_while_it_gets_ready_is_told_as_that(
    seat: Seat, autojump_clock: MockClock, verdict: Verdict, when: str
) -> None:
    """And not as a program that could not be started."""
    player = seat(FakeProcess(**{when: stopped(verdict, "too much")}))  # type: ignore[arg-type]
    fault = await player.start(START)
    assert fault is not None
    assert (fault.verdict, "too much; it was stopped" in fault.text) == (verdict, True)


async def test_a_limit_exceeded_between_requests_is_found_at_the_next(seat: Seat, autojump_clock: MockClock) -> None:
    """Whatever it would have answered."""
    bot = FakeProcess(choose(1), choose(1))
    player = seat(bot)
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    stopped("cpu", "used 601.0 s")(bot, {})
    assert (await faulty(player)).verdict == "cpu"


async def test_a_limit_is_found_by_writing_too(seat: Seat, autojump_clock: MockClock) -> None:
    """The pipe breaks before the end is heard."""
    bot = FakeProcess()
    player = seat(bot)
    await player.start(START)
    bot.ended, bot.beyond = "was killed by SIGKILL", ("memory", "held 2 MiB")
    assert (await faulty(player)).verdict == "memory"


async def test_an_answer_before_the_end_counts(seat: Seat, autojump_clock: MockClock) -> None:
    """The limit is told when it is asked again."""
    bot = FakeProcess(choose(1))
    player = seat(bot)
    await player.start(START)
    bot.beyond = "memory", "held 2 MiB"
    assert (await player.decide(QUESTION)).choice == 1
    bot.exit("was killed by SIGKILL")
    assert (await faulty(player)).verdict == "memory"


async def test_the_next_game_has_a_new_process_and_new_limits(seat: Seat, autojump_clock: MockClock) -> None:
    """The old one is gone; the new one is judged by what it does itself."""
    first, second = FakeProcess(stopped("disk", "wrote 9 MiB")), FakeProcess(choose(0))
    player = seat(first, second)
    await player.start(START)
    assert (await faulty(player)).verdict == "disk"
    await player.forfeit()
    assert first.killed
    assert await player.start(replace(START, number=8, deal=Deal("deal 2"))) is None
    assert (await player.decide(QUESTION)).choice == 0


async def test_a_kept_process_that_dies_between_games_is_replaced(seat: Seat, autojump_clock: MockClock) -> None:
    """What it did after a game is no part of the next."""
    first, second = FakeProcess(choose(1)), FakeProcess(choose(0))
    player = seat(first, second)
    await player.start(START)
    await player.decide(QUESTION)
    await player.end([], None)
    stopped("memory", "held 2 MiB")(first, {})
    assert await player.start(replace(START, number=8, deal=Deal("deal 2"))) is None
    assert (await player.decide(QUESTION)).choice == 0


@pytest.mark.parametrize(("size", "verdict"), [(1000, None), (1001, "output-limit")])
async def test_the_limit_for_an_answer_is_that_of_the_configuration(
    seat: Seat, autojump_clock: MockClock, size: int, verdict: str | None
) -> None:
    """To the byte, its newline among them."""
    line = b'{"id":2,"choice":1}'
    player = seat(FakeProcess(write((0.1, line.ljust(size - 1) + b"\n"))), limits=Limits(answer_bytes=1000))
    await player.start(START)
    answer = (await player.decide(QUESTION)).choice
    assert (answer if isinstance(answer, int) else answer.verdict) == (1 if verdict is None else verdict)


async def test_time_that_others_had_is_given_back_to_a_seat(seat: Seat, autojump_clock: MockClock) -> None:
    """The player asks the process's own meter."""
    bot = FakeProcess(choose(1, 1.3), choose(1, 1.3), silent)
    player = seat(bot)
    await player.start(START)
    assert (await faulty(player)).verdict == "time"
    await trio.sleep(1)

    async def starve() -> None:
        await trio.sleep(0.5)
        bot.meter.waited += 0.4

    async with trio.open_nursery() as nursery:
        nursery.start_soon(starve)
        assert (await player.decide(QUESTION)).choice == 1

    async def starve_more() -> None:
        await trio.sleep(0.5)
        bot.meter.waited += 60

    with pytest.raises(
        MachineTrouble, match=r"^seat 2, request 4: the machine took 10\d+ of 10\d+ ms, the limit is 1000 ms$"
    ):
        await _beside(starve_more, player)


async def _beside(other: Callable[[], Any], player: ProcessPlayer) -> None:
    problem: MachineTrouble | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(other)
        try:
            await player.decide(QUESTION)
        except MachineTrouble as found:  # a nursery would wrap it
            problem = found
    assert problem is not None
    raise problem


# ---- frozen


class Icy(FakeProcess):
    """Notes what happened, in order: f(reeze), t(haw), a line read while it was awake or (!) frozen, k(illed)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.notes = ""

    def freeze(self) -> None:
        super().freeze()
        self.notes += "f"

    def thaw(self) -> None:
        super().thaw()
        self.notes += "t"

    def _read(self, message: dict[str, Any]) -> None:
        self.notes += message["type"][0].upper() + ("!" if self.frozen else "")
        super()._read(message)

    def kill(self) -> None:
        super().kill()
        self.notes += "k"


@pytest.fixture
def icy(tmp_path: Path) -> Callable[..., ProcessPlayer]:
    """A player that does not let its bot ponder."""

    def make(*bots: FakeProcess, keep: bool = True, ponder: bool = False) -> ProcessPlayer:
        waiting = list(bots)
        program = Program("fake", ("fake",), "bots", {})
        return ProcessPlayer(program, CONTROL, Limits(), tmp_path / "logs", lambda _: waiting.pop(0), keep, ponder)

    return make


async def test_it_is_frozen_after_each_answer_and_thawed_before_each_request(
    icy: Callable[..., ProcessPlayer], autojump_clock: MockClock
) -> None:
    """Hello, start, turn, turn; it may hear the end of the game and speak of it; thawed once more it may leave."""
    bot = Icy(choose(1), choose(0))
    player = icy(bot)
    await player.start(START)
    assert bot.frozen
    assert [(await player.decide(QUESTION)).choice, (await player.decide(BIG)).choice] == [1, 0]
    await player.end([], None)
    assert bot.frozen
    await player.stop()
    assert bot.notes == "HftSftTftTfE!tftQk"


async def test_what_two_threads_use_on_turn_is_not_mixed_with_the_time_before(
    seat: Seat, autojump_clock: MockClock
) -> None:
    """The processor time is read before a request is sent, where it was not read for a while."""

    def think(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.meter.cpu += 1.0
        choose(1, after=0.5)(bot, message)

    player = seat(FakeProcess(think))
    await player.start(START)
    await trio.sleep(0.4)
    assert (await player.decide(QUESTION)).choice == 1
    await player.end([], None)
    assert (used(player).on_ms, used(player).off_ms) == (1000, 0)


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (silent, "time"),
        (write((0.1, b"{}\n")), "malformed"),
        (write((0.1, b"x" * 99_999)), "output-limit"),
        (exits("exited with code 1", 0.1), "exited"),
        (stopped("memory", "held 2 MiB", 0.1), "memory"),
    ],
)
async def test_it_is_frozen_after_a_request_that_failed(
    icy: Callable[..., ProcessPlayer], autojump_clock: MockClock, reply: Any, verdict: str
) -> None:
    """Nobody thinks about the next request in the time of others, whatever became of the last."""
    bot = Icy(reply)
    player = icy(bot)
    await player.start(START)
    assert (await faulty(player)).verdict == verdict
    assert bot.frozen
    await player.forfeit()
    assert bot.notes.endswith("tTfk")


async def test_it_is_frozen_when_the_machine_failed(
    icy: Callable[..., ProcessPlayer], autojump_clock: MockClock
) -> None:
    """The game is void; the same process may play the next, and is thawed for it."""
    bot = Icy(choose(1, 20))
    player = icy(bot)
    await player.start(START)

    async def starve() -> None:
        await trio.sleep(0.5)
        bot.meter.waited += 90

    with pytest.raises(MachineTrouble):
        await _beside(starve, player)
    assert bot.frozen
    await player.end([], None)
    assert await player.start(replace(START, number=8, deal=Deal("deal 2"))) is None


async def test_a_stalled_bot_is_frozen_and_still_let_go(
    icy: Callable[..., ProcessPlayer], autojump_clock: MockClock
) -> None:
    """One that reads nothing is thawed for its goodbye all the same."""
    bot = Icy(choose(1), room=65536)
    player = icy(bot)
    await player.start(START)
    assert (await faulty(player, BIG)).verdict == "stalled"
    assert bot.frozen
    await player.stop()
    assert bot.notes == "HftSftftk"


async def test_without_keeping_it_leaves_after_its_game(
    icy: Callable[..., ProcessPlayer], autojump_clock: MockClock
) -> None:
    """Thawed: a frozen bot could not go by itself."""
    bot = Icy(choose(1))
    player = icy(bot, keep=False)
    await player.start(START)
    await player.decide(QUESTION)
    await player.end([], None)
    assert bot.notes == "HftSftTfE!tQk"


async def test_who_may_ponder_is_never_frozen(icy: Callable[..., ProcessPlayer], autojump_clock: MockClock) -> None:
    """Nor thawed."""
    bot = Icy(choose(1))
    player = icy(bot, ponder=True)
    await player.start(START)
    await player.decide(QUESTION)
    await player.end([], None)
    await player.stop()
    assert bot.notes == "HSTEQk"


# ---- used


def thinks(seconds: float, index: int = 1) -> Callable[[FakeProcess, dict[str, Any]], None]:
    """An answer after so long, all of it spent with the processor."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.meter.cpu += seconds
        choose(index, seconds)(bot, message)

    return reply


async def played(player: ProcessPlayer, bot: FakeProcess, pondering: float) -> Usage:
    """A game of two decisions, with a second between them of which the bot uses that much."""
    await player.decide(QUESTION)
    await trio.sleep(1)
    bot.meter.cpu += pondering
    await player.decide(QUESTION)
    await player.end([], None)
    return used(player)


async def test_what_a_seat_used_on_turn_and_off_turn(seat: Seat, autojump_clock: MockClock) -> None:
    """Both told exactly; nothing of what it used to get ready is lost; and for how long it was not on turn."""
    bot = FakeProcess(thinks(0.4), thinks(0.2), hello=ready(0.1))
    player = seat(bot)
    await player.start(START)
    usage = await played(player, bot, 0.3)
    assert [usage.on_ms, usage.off_ms] == pytest.approx([600, 300])
    assert usage.off_wall_ms == pytest.approx(1000)
    assert usage.source == "samples"


async def test_each_game_is_counted_anew(seat: Seat, autojump_clock: MockClock) -> None:
    """Also for a process that is kept: neither its earlier games nor the time in between belong to a game."""
    bot = FakeProcess(thinks(0.4), thinks(0.2), thinks(0.1), thinks(0.1))
    player = seat(bot)
    await player.start(START)
    first = await played(player, bot, 0.5)
    await trio.sleep(100)
    bot.meter.cpu += 100
    assert await player.start(replace(START, number=8, deal=Deal("deal 2"))) is None
    second = await played(player, bot, 0.0)
    assert [first.on_ms, first.off_ms] == pytest.approx([600, 500])
    assert [second.on_ms, second.off_ms] == pytest.approx([200, 0])
    assert bot.games == 2


async def test_memory_and_output_are_told(seat: Seat, autojump_clock: MockClock) -> None:
    """Every byte of both streams, of this game alone."""
    bot = FakeProcess(choose(1), choose(1))
    bot.meter.peak_memory = 3 << 20
    player = seat(bot)
    await player.start(START)
    bot.complain(b"x" * 100)
    await player.decide(QUESTION)
    await player.end([], None)
    said = json.dumps({"id": 1, "type": "ready", "name": "fake"}) + "\n" + json.dumps({"id": 2, "choice": 1}) + "\n"
    assert used(player).memory_kib == 3 << 10
    assert used(player).out_bytes >= 100 + len(said)
    first = used(player).out_bytes
    assert await player.start(replace(START, number=8, deal=Deal("deal 2"))) is None
    assert player.report().usage is None
    await player.decide(QUESTION)
    await player.end([], None)
    assert used(player).out_bytes < first - 100


@pytest.mark.parametrize("how", ["end", "forfeit"])
async def test_a_bot_that_failed_has_used_something_too(seat: Seat, autojump_clock: MockClock, how: str) -> None:
    """It is told once, before its process is gone."""
    bot = FakeProcess(thinks(0.4), exits("exited with code 1"))
    player = seat(bot)
    await player.start(START)
    assert (await player.decide(QUESTION)).choice == 1
    await faulty(player)
    await (player.forfeit() if how == "forfeit" else player.end([], None))
    assert used(player).on_ms == pytest.approx(400)


async def test_a_bot_that_cannot_be_started_has_used_nothing(tmp_path: Path) -> None:
    """There is nothing to tell."""

    def spawn(program: Program) -> FakeProcess:
        raise FileNotFoundError(2, "No such file or directory", "fake")

    player = ProcessPlayer(Program("x", ("fake",), "bots", {}), CONTROL, Limits(), tmp_path, spawn)
    assert await player.start(START) is not None
    await player.forfeit()
    assert player.report().usage is None
