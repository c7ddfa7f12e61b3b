"""A bot and all that it started: known, frozen, ended; through a control group where there is one.

A process enters a group of its own only when it has run for a moment. The kernel waits for the whole machine then, some
10 ms, which nobody should wait for at a bot's start.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress

from arena.sandbox.cgroup import Cgroup
from arena.sandbox.child import Child
from arena.sandbox.namespace import Namespace
from arena.sandbox.tree import QUIET, adopted, children, descendants, mains, orphans, reap, reap_orphans, send

ROUNDS = 1000  # in which a family is looked for that does not stand still
STILL_WITHIN = 50  # rounds of signals in which a family that is told to stop has to stand still
JAIL_GRACE = 1.0  # seconds for a jail to be ready to be ended, and again for its end


class Family:
    """All processes of one bot. `child` is the bot's process, or that of its jail, and `pidfd` is a descriptor of it;
    `token` is in the environment of everything that is started without a jail."""

    def __init__(self, child: Child, pidfd: int, token: str, namespace: Namespace | None) -> None:
        self.group: Cgroup | None = None
        """The control group of the family, once it is in one."""
        self._child = child
        self._pidfd = pidfd
        self._token = token
        self._namespace = namespace
        self._grouped = False
        self._known: set[int] = set()
        """Processes that are in the group, or were."""
        self._stopped: set[int] = set()
        """The processes that were stopped by signals, not through the group."""
        self._doomed: set[int] = set()
        """Processes that were killed and are to be collected: the dying carry no token any more."""

    @property
    def jailed(self) -> bool:
        """Whether the bot is known to be in its jail."""
        return self._namespace is not None and self._namespace.first is not None

    @property
    def root(self) -> int:
        """The process under which all others are found: the bot's own, or the first of its namespace."""
        first = None if self._namespace is None else self._namespace.first
        return self._child.pid if first is None else first

    def members(self, lost: set[int] | None = None) -> set[int]:
        """The bot's process and all that it started, without those that serve as its jail. `lost` are the `adopted`
        children of this process, if somebody has just looked."""
        below = descendants(self.root)
        if self._namespace is not None:  # who loses its parents there becomes its first process's
            return below
        strays, _ = orphans(self._token, adopted() if lost is None else lost)
        return below | {self._child.pid} | strays | (self.group.pids() if self.group else set())

    def gather(self, memory_bytes: int, lost: set[int] | None = None) -> set[int]:
        """Make sure that all of them are in a control group with that limit of memory, if one can be had. Returns the
        members."""
        if not self._grouped:
            self.group = Cgroup.make(self._token, memory_bytes)
            self._grouped = True
        return self._adopt(lost)

    def _adopt(self, lost: set[int] | None = None) -> set[int]:
        members = self.members(lost)
        if self.group is not None and (new := members - self._known):
            self.group.adopt(new - self.group.pids())
            self._known |= new
        return members

    def freeze(self) -> bool:
        """Stop all processes where they are until `thaw`. Returns whether all of them stand: without a jail, a bot that
        starts processes faster than they are found goes on in part."""
        if self._namespace is not None:
            # A jail is one process group, which nobody can leave (see `seccomp`): one signal stops it as a whole.
            self._signal_jail(signal.SIGSTOP)
            return True
        if self.group is not None and self.group.can_freeze:
            self.group.freeze()
        # What was started while others were being stopped, or is not in the group yet, is found in the next round. Who
        # starts it is among those that were stopped, so few rounds are enough for all but one who runs away.
        for _ in range(STILL_WITHIN):
            new = self.members() - self._stopped - (self.group.pids() if self.group is not None else set())
            if not new:
                return True
            send(new, signal.SIGSTOP)
            self._stopped |= new
        return False

    def thaw(self) -> None:
        """Let the processes go on."""
        if self._namespace is not None:
            self._signal_jail(signal.SIGCONT)
            return
        if self._stopped:
            send(self.members(), signal.SIGCONT)
            self._stopped = set()
        if self.group is not None:
            self.group.thaw()

    def _signal_jail(self, number: signal.Signals) -> None:
        if self.jailed:
            with suppress(ProcessLookupError):  # it has ended
                os.killpg(self.root, number)

    def strike(self) -> None:
        """Begin to end the processes, without waiting for it."""
        if self._namespace is not None:
            self._namespace.signal_first()
        else:
            self._doomed = self.members()
            send(self._doomed, signal.SIGKILL)

    def end(self) -> None:
        """End all processes; none is left when this returns."""
        if self._namespace is not None:
            self._end_jail(self._namespace)
        else:
            self._end_tree()
        mains.discard(self._child.pid)
        reap_orphans()
        if self.group is not None:
            self.group.remove()

    def _end_jail(self, namespace: Namespace) -> None:
        namespace.kill(JAIL_GRACE)
        if self.group is not None:
            self.group.thaw()
        # The jail's starter ends by itself when the namespace does, unless it was stopped.
        ended = select.poll()
        ended.register(self._pidfd, select.POLLIN)
        if not ended.poll(JAIL_GRACE * 1000):
            self._end_tree()
        self._child.wait()

    def _end_tree(self) -> None:
        pid = self._child.pid
        doomed = self._doomed - {pid}
        # The dead leave their group before they are collected, so all that were ever in it are known afterwards.
        for _ in range(1000):
            if self.group is None or not (members := self.group.pids()):
                break
            doomed |= members
            self.group.kill()
            time.sleep(0.0005)
        # A family that forks faster than it is counted is caught in a later round: killed parents fork no more.
        quiet = 0
        for _ in range(ROUNDS):
            found, unsure = orphans(self._token, adopted())
            below = descendants(pid) | found
            doomed |= below
            if not quiet:  # later the number may be another group's
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
            send(below, signal.SIGKILL)
            self._child.wait()
            # Only when a parent is gone for good do its children become this process's, where the next round finds
            # them.
            gone = doomed & children(os.getpid())
            reap(gone)
            doomed -= gone
            quiet = 0 if below or gone or unsure else quiet + 1
            if quiet == QUIET:
                break
            reap_orphans()
