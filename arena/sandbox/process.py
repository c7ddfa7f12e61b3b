"""One bot as a subprocess: started, listened to, and removed with everything that it started.

Facts of Linux that this file rests on:
- The process is forked from the thread that runs the event loop. `trio.open_process` forks in worker threads that end
  after ten idle seconds, and a parent-death signal means the end of the forking *thread*.
- End of file says nothing about the process: a grandchild can hold the pipe open. So stdout, stderr and the pidfd are
  all watched, through one epoll object that the event loop can wait for like any other descriptor.
- A bot whose stderr nobody reads stops in the middle of a print. It is read whenever its stdout is looked at.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
from contextlib import ExitStack, suppress
from fcntl import ioctl
from pathlib import Path
from secrets import token_hex
from threading import Lock

import trio

from arena.files import MIB
from arena.protocol import Verdict
from arena.sandbox.child import Pipes
from arena.sandbox.family import Family
from arena.sandbox.interface import Command, Sandbox
from arena.sandbox.meter import Meter, Sample, mib, rounded_up
from arena.sandbox.namespace import Namespace
from arena.sandbox.plain import Unprotected
from arena.sandbox.program import Limits, Program
from arena.sandbox.stderr_log import StderrLog
from arena.sandbox.tree import TOKEN, mains
from arena.sandbox.usage import Doing, Rest
from arena.sandbox.wants import Held, end_means, wants
from arena.sandbox.watch import WATCH

READ_SIZE = 65536
SHORT = 400  # bytes that are more than most answers have; a small room is much cheaper to make
WATCHED = 3  # descriptors; without a number each look makes room for a thousand
FIRST_TO_DIE = b"1000"  # where the machine runs out of memory, bots go before anything else
LAST_SIGNAL = 64
START_GRACE = 1.0  # seconds for a jail to be ready to be ended
FOLDERS = ("/tmp", "/dev/shm")  # of a jail; it has them for itself


def spawn(program: Program, sandbox: Sandbox | None = None, limits: Limits | None = None) -> BotProcess:
    """Start a bot, by default without a sandbox. Raises OSError."""
    sandbox, limits = sandbox or Unprotected(), limits or Limits()
    command = sandbox.command(program)
    try:
        return BotProcess(command, limits)
    finally:
        for fd in command.fds:
            os.close(fd)


class BotProcess:
    """A running program with its three pipes. Raises OSError if it cannot be started.

    Its limits are those of one game, which begins with `begin_game`. A bot that exceeds one is killed at once, and
    `overrun` tells which limit it was.
    """

    def __init__(self, command: Command, limits: Limits) -> None:
        token = token_hex(8)
        self._limits = limits
        # Files in its temporary folders are memory, too.
        self._most_memory = (limits.memory_mb + 2 * limits.disk_mb) * MIB + command.room
        self._lock = Lock()
        self._ended = False
        self._overrun: tuple[Verdict, str] | None = None
        self._cpu_before = 0.0
        self.stderr = StderrLog(0)
        """The log to which stderr goes."""
        self._sample = Sample(0, 0, None)
        """The most of each that was seen in this game, but for memory."""
        self._namespace = None if command.status is None else Namespace(command.status)
        with ExitStack() as undo:
            if self._namespace is not None:
                undo.callback(self._namespace.close)
            self._pipes = Pipes()
            undo.callback(self._pipes.close)
            self._child = self._pipes.start(command, {**command.env, TOKEN: token})
            self.pid = self._child.pid
            undo.callback(self._child.wait)
            undo.callback(self._child.kill)
            if self._namespace is not None:
                undo.callback(self._namespace.kill, START_GRACE)
            self._pidfd = os.pidfd_open(self.pid)
            undo.callback(os.close, self._pidfd)
            self._watch = select.epoll()
            undo.callback(self._watch.close)
            self._in, self._out, self._err = self._pipes.stdin, self._pipes.stdout, self._pipes.stderr
            for fd in (self._out, self._err, self._pidfd):
                self._watch.register(fd, select.EPOLLIN)
            undo.pop_all()
        mains.add(self.pid)
        with suppress(OSError):  # it is gone already
            Path(f"/proc/{self.pid}/oom_score_adj").write_bytes(FIRST_TO_DIE)
        self._family = Family(self._child, self._pidfd, token, self._namespace)
        self._meter = Meter(self._family, FOLDERS if self._namespace else ())
        WATCH.add(self)

    def begin_game(self, log: StderrLog) -> None:
        """Begin a game: from now on the bot's stderr goes to `log`, and what it uses is counted anew."""
        self.stderr = log
        self._cpu_before = self._meter.cpu_s()
        self._meter.peak_memory = 0
        self._sample = Sample(0, 0, None)

    def unread(self) -> int:
        """The bytes of what the bot was sent that it has not read yet."""
        try:
            return int.from_bytes(ioctl(self._in, termios.FIONREAD, bytes(4)), sys.byteorder)
        except OSError:  # it is closed
            return 0

    def rests(self) -> Rest:
        """Whether the bot has read all that it was sent, and done what it wanted to do about it."""
        return "not" if self.unread() else self._meter.rests()

    def send_now(self, data: bytes) -> int:
        """Send without waiting. Returns the number of bytes that the pipe took. Raises BrokenPipeError if nobody can
        read them."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0

    async def wait_writable(self) -> None:
        """Wait until the pipe can take more, or is broken."""
        await trio.lowlevel.wait_writable(self._in)

    def look(self, patience: float, asked: bool = False) -> bytes | None:
        """What can be read within `patience` seconds, without the event loop; None if there is nothing, b"" at the end.

        A bot that answers at once is read here at a fraction of the cost of going to sleep in the event loop. One that
        was `asked` has most often answered by now, as it has the core of whoever asks: then it is read at once.
        """
        if asked:
            try:
                data = os.read(self._out, SHORT)
            except BlockingIOError:
                pass
            else:
                return data if len(data) < SHORT else data + self._rest()
        events = self._watch.poll(patience, WATCHED)
        if not events:
            return None
        said = ended = False
        for ready, _ in events:
            if ready == self._out:
                said = True
            elif ready == self._err:
                self._hear_stderr()
            else:
                ended = True
        if said:
            data = os.read(self._out, SHORT)
            return data if len(data) < SHORT else data + self._rest()
        # The process has ended, whoever else holds its pipe. What it wrote before comes first: only a look that finds
        # no output tells of the end.
        return self._rest() if ended else None

    async def wait_readable(self) -> None:
        """Wait until `look` has something to read."""
        await trio.lowlevel.wait_readable(self._watch.fileno())

    def descriptor(self) -> int:
        """The descriptor that is readable when `look` has something to read."""
        return self._watch.fileno()

    def drain_stderr(self, most: int = 64) -> None:
        """Read what is in the pipe of stderr now, in at most `most` readings, as a bot may never stop writing."""
        # To ask first costs less than to read in vain, which raises an exception.
        while most and self._err in dict(self._watch.poll(0, WATCHED)) and self._hear_stderr():
            most -= 1

    def _hear_stderr(self) -> bool:
        try:
            data = os.read(self._err, READ_SIZE)
        except BlockingIOError:
            return False
        if not data:
            with suppress(FileNotFoundError, KeyError):
                self._watch.unregister(self._err)  # closed: it would be ready for ever
            return False
        self.stderr.feed(data)
        most = self._limits.stderr_most_bytes
        if self.stderr.size > most:
            self._stop_for("output-limit", f"wrote {self.stderr.size} bytes to stderr in one game, the limit is {most}")
        return True

    def _rest(self) -> bytes:
        try:
            return os.read(self._out, READ_SIZE)
        except BlockingIOError:
            return b""

    def overrun(self) -> tuple[Verdict, str] | None:
        """The limit for which the bot was stopped, and what it did; None if it was not."""
        if self._overrun is None and self._meter.out_of_memory():
            self._stop_for("memory", self._all_memory())
        if self._overrun is None and self._exit_signal() == signal.SIGXFSZ:
            self._overrun = ("disk", f"wrote a file of more than the limit of {self._limits.disk_mb} MiB")
        return self._overrun

    def how_it_ended(self, closed: str) -> str:
        """How the bot ended, in words: `exited with code 1`, `was killed by SIGSEGV`, or, if it still runs, that it
        `closed` its input or output."""
        code = self._exit_code()
        if code is None:
            return f"closed its {closed}"
        number = self._exit_signal()
        if number is None:
            return f"exited with code {code}"
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = f"signal {number}"
        # Seen from outside of a jail, both look the same.
        return f"was killed by {name}" + (f", or exited with code {code}" if code > 0 else "")

    def end_means(self) -> str:
        """What the way in which the bot ended says of the cause; "" if nothing."""
        return end_means(self._exit_code(), self._exit_signal())

    def wants(self, said: str) -> list[str]:
        """The limits to which the bot came near in this game; `said` is what it wrote about its trouble."""
        processes, _, disk = self._sample
        used = self._meter.cpu_s() - self._cpu_before
        held = Held(self._meter.peak_memory, processes, disk or 0, used, self.stderr.size)
        return wants(said, held, self._limits, self._namespace is not None)

    def doing(self) -> Doing | None:
        """What the bot's processes do now; None if it has none."""
        self._meter.sample(self.members())
        return self._meter.doing()

    def never_began(self) -> bool:
        """Whether the jail ended before the bot's program was in it. If the program was, the jail tells how it ended,
        whatever it did, unless it was stopped for a limit."""
        if self._namespace is None or self._overrun is not None:
            return False
        return self._child.poll() is not None and self._namespace.exit_code is None

    def _exit_code(self) -> int | None:
        code = self._child.poll()
        if code is None or self._namespace is None:
            return code
        return code if self._namespace.exit_code is None else self._namespace.exit_code

    def _exit_signal(self) -> int | None:
        code = self._exit_code()
        if code is None:
            return None
        if code < 0:
            return -code
        return code - 128 if self._namespace is not None and 128 < code <= 128 + LAST_SIGNAL else None

    async def wait_exit(self, seconds: float) -> bool:
        """Wait for the main process to end. Returns whether it did within so many seconds."""
        with trio.move_on_after(seconds):
            await trio.lowlevel.wait_readable(self._pidfd)
        return self._child.poll() is not None

    def close_stdin(self) -> None:
        """Close the bot's stdin; an honest bot exits when its input ends."""
        if self._pipes.holds(self._in):  # else the number may be another bot's by now
            trio.lowlevel.notify_closing(self._in)
            self._pipes.close(self._in)

    def members(self) -> set[int]:
        """The bot's processes, without those that serve as its jail."""
        with self._lock:
            return self._family.members()

    @property
    def meter(self) -> Meter:
        """The meter of what the bot uses."""
        return self._meter

    def check(self, lost: set[int]) -> None:
        """Look at what the bot uses now, and kill it if that is too much. The watch calls this in its thread; `lost`
        are the `adopted` children of this process."""
        limits = self._limits
        with self._lock:
            if self._ended:
                return
            members = self._family.gather(self._most_memory, lost)
        sample = self._meter.sample(members)
        self._sample = self._sample.most(sample)
        if self._meter.out_of_memory():
            # The kernel may have chosen a child, while the bot waits for it for ever.
            self._stop_for("memory", self._all_memory())
        if sample.memory > limits.memory_mb * MIB:
            # Memory that several processes share was counted for each of them.
            held = self._meter.proportional_memory() or sample.memory
            if held > limits.memory_mb * MIB:
                self._stop_for("memory", f"held {mib(held)} of memory, the limit is {limits.memory_mb} MiB")
        if sample.processes > limits.processes:
            text = f"had {sample.processes} processes and threads at a time, the limit is {limits.processes}"
            self._stop_for("processes", text)
        if sample.disk is not None and sample.disk > limits.disk_mb * MIB:
            self._stop_for(
                "disk", f"wrote {mib(sample.disk)} to {' and '.join(FOLDERS)}, the limit is {limits.disk_mb} MiB"
            )
        used = self._meter.cpu_s() - self._cpu_before
        if used > limits.cpu_s:
            text = f"used {rounded_up(used)} s of processor time in one game, the limit is {limits.cpu_s} s"
            self._stop_for("cpu", text)

    def _all_memory(self) -> str:
        peak = mib(self._meter.peak_memory)
        return f"was out of memory, the limit is {self._limits.memory_mb} MiB (seen before: {peak})"

    def _stop_for(self, verdict: Verdict, text: str) -> None:
        with self._lock:
            if self._ended or self._overrun is not None:
                return
            self._overrun = (verdict, text)
            self._family.strike()

    def freeze(self) -> None:
        """Stop the bot where it is, with all that it started, until `thaw`. If it cannot be stopped, it is killed."""
        with self._lock:
            stands = self._family.freeze()
        if not stands:
            self._stop_for("processes", "started processes faster than they could be stopped while it was not on turn")

    def thaw(self) -> None:
        """Let the bot go on."""
        with self._lock:
            self._family.thaw()

    def kill(self) -> None:
        """Remove the bot and all that it started; nothing is left when this returns. Never waits for a pipe."""
        WATCH.remove(self)
        with self._lock:
            self._ended = True
        self._family.end()
        self.drain_stderr()
        self.close_stdin()
        trio.lowlevel.notify_closing(self._watch.fileno())
        self._watch.close()
        os.close(self._pidfd)
        self._pipes.close()
        if self._namespace is not None:
            self._namespace.close()
