"""What holds for all bots that are started together: the sandbox, its limits, and what they may see."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.sandbox import Limits, SandboxName


class Conditions(Struct, frozen=True):
    """What holds for all bots that are started together, in types of JSON so that another process can be told.

    `bind` are paths that all of the bots may see besides their own; `never` are paths that none of them may see, the
    contest's own files. In the folders `among` copies of bots lie side by side, and each bot sees none but its own.
    """

    sandbox: SandboxName
    limits: Limits
    bind: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    among: tuple[str, ...] = ()

    def hiding(self, paths: Iterable[Path]) -> Conditions:
        """The same conditions, except that these paths may not be seen either."""
        return replace(self, never=(*self.never, *(str(path.absolute()) for path in paths)))
