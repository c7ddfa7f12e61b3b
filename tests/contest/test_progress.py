"""What a person sees of a running contest: plain lines or a bar, and nothing that could stop the contest."""

from __future__ import annotations

import io
import re

import pytest

from arena.contest import Reporter
from arena.contest.progress import LINE_EVERY, _clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Gone(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_the_last_line_counts_all_games_and_the_faults_of_this_run() -> None:
    out = io.StringIO()
    with Reporter(10, 4, stream=out) as reporter:
        reporter.stored(2, 1)
        reporter.stored(3, 0)
    assert re.fullmatch(r"9 of 10 games, 90 %, [\d.]+ games/s, faults 1\n", out.getvalue())


def test_games_that_will_not_be_played_are_taken_off_the_total() -> None:
    """In plain lines, and in the bar also where no game is stored afterwards."""
    for out, seen in (io.StringIO(), "5 of 7 games, 71 %"), (Terminal(), "5/7"):
        with Reporter(10, 4, stream=out) as reporter:
            reporter.left_out(1)
            reporter.stored(1, 0)
            reporter.left_out(2)
        assert seen in out.getvalue()


def test_a_run_that_played_nothing_says_nothing() -> None:
    out = io.StringIO()
    with Reporter(0, 0, stream=out), Reporter(3, 3, stream=out):
        pass
    assert out.getvalue() == ""


def test_plain_lines_come_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("arena.contest.progress.time.monotonic", lambda: now)
    out = io.StringIO()
    reporter = Reporter(100, 0, stream=out)
    for _ in range(20):
        now += LINE_EVERY / 5
        reporter.stored(1, 0)
    assert [line.split(" games")[0] for line in out.getvalue().splitlines()] == [f"{n} of 100" for n in (5, 10, 15, 20)]
    assert "0.5 games/s, faults 0, 0:02:40 left" in out.getvalue()
    with reporter:
        pass
    assert out.getvalue().count("\n") == 4  # what was just said is not said again at the end


def test_no_time_is_told_before_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots start slowly the first time, and games run side by side: the first that ends says nothing of the others."""
    now = 0.0
    monkeypatch.setattr("arena.contest.progress.time.monotonic", lambda: now)
    for out in io.StringIO(), Terminal():
        with Reporter(72, 0, 2, out) as reporter:
            now += 11
            reporter.stored(1, 0)
        assert "1/72" in out.getvalue() or "1 of 72" in out.getvalue()
        assert "left" not in out.getvalue()


def test_on_a_terminal_the_time_left_is_told_once_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("arena.contest.progress.time.monotonic", lambda: now)
    out = Terminal()
    with Reporter(72, 0, 2, out) as reporter:
        for _ in range(12):
            now += 1
            reporter.stored(1, 0)
    assert ", 0:01:00 left" in out.getvalue()


def test_on_a_terminal_messages_are_told_as_they_are() -> None:
    """Square brackets are no markup."""
    out = Terminal()
    with Reporter(2, 0, stream=out) as reporter:
        reporter.say("a bot said [red] :smile:")
        reporter.stored(2, 1)
    assert "a bot said [red] :smile:" in out.getvalue()
    assert "2/2" in out.getvalue()


def test_a_closed_terminal_stops_nothing() -> None:
    with Reporter(2, 0, stream=Gone()) as reporter:
        reporter.say("hello")
        reporter.stored(2, 0)


def test_time_left_is_told_in_hours_minutes_and_seconds() -> None:
    assert [_clock(s) for s in (0, 59.6, 3600, 90061)] == ["0:00:00", "0:01:00", "1:00:00", "25:01:01"]
