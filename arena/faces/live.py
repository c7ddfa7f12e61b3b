"""The games of a contest while they are played, told to anybody as the public sees them.

What is heard of a running game says everything. It stays in this process: here the rules play it again, and what leaves
is what `arena.replays` tells the public, later by the delay that was asked for. Nothing is kept of it that could leave
earlier, or say more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from math import inf

import msgspec
import trio
from msgspec import Struct

from arena.errors import ArenaError
from arena.faces.edition import Edition, running_edition
from arena.faces.site.html import label
from arena.faces.site.live_pages import Listed
from arena.faces.sse import Feed
from arena.games import PUBLIC, Game
from arena.pairing import Pairing
from arena.referee import Began, Decided, Ended, Heard, Listener
from arena.replays import Following, Frame

LOOK_SECONDS = 0.1
"""The seconds between two looks at what is told of running games."""
LEAST_DELAY = 0.5
"""The seconds after which anything is told, at the earliest. Games that take no longer are not told at all: nobody
could follow them, and to play them again would take more than they took."""
KEPT_SECONDS = 60.0
"""The seconds for which a game that is over can still be had, so that nobody loses it before its page is there."""
MOST_WAITING = 200_000
"""The most steps, of all games, that wait for their time. Games that begin when there are more are not told."""
MOST_GAME = 32 << 20
"""The most bytes of one game as it is told; the beginning of a longer one is lost to those who come late."""
MOST_NEWS = 256 << 10

_encode = msgspec.json.Encoder().encode


class Place(Struct, frozen=True):
    """What is played in a game: the rules, their options, and who sits where at which deal."""

    game: Game
    options: Struct
    pairing: Pairing


class Running:
    """One playing of a game, with what was told of it, for those who come later too."""

    def __init__(self, place: Place, attempt: int) -> None:
        self.attempt = attempt
        self.feed = Feed(MOST_GAME)
        self.decisions = 0
        self.over = False
        self.pairing = place.pairing
        self.game = place.game
        game, pairing = place.game, place.pairing
        self._following = Following(
            PUBLIC,
            game,
            place.options,
            number=pairing.number,
            group=pairing.group,
            deal=pairing.deal,
            names=pairing.seating,
        )
        self.feed.tell("begin", _encode({"number": pairing.number}))

    def hear(self, decided: Decided) -> Iterator[Frame]:
        """Tell the frames of these steps as they are taken. Raises whatever the rules raise."""
        for frame in self._following.hear(decided):
            self.feed.tell("frame", _encode(frame))
            self.decisions += len(frame.decisions)
            yield frame

    def end(self, status: str) -> None:
        """Note that nothing more comes of the game. `status` is that of its record, "" if nobody has said it."""
        if not self.over:
            self.over = True
            troubles = self._following.troubles_left()
            self.feed.tell("end", _encode({"status": status, "troubles": troubles}))
            self.feed.end()

    def edition(self) -> Edition:
        """The game before its first frame, for the page that gets the frames from the feed."""
        return running_edition(self._following.replay, self.game)

    def listed(self) -> Listed:
        names = tuple(map(label, self.pairing.seating))
        return Listed(self.pairing.number, self.pairing.group, names, self.decisions)


class Live:
    """The running games of a contest. `place_of` says what is played in a game, None if there is no such game. `delay`
    is in seconds. `say` is told of games that cannot be followed."""

    def __init__(
        self,
        listener: Listener,
        place_of: Callable[[int], Awaitable[Place | None]],
        delay: float,
        say: Callable[[str], object],
    ) -> None:
        self._listener = listener
        self._place_of = place_of
        self._delay = max(delay, LEAST_DELAY)
        self._say = say
        self._waiting = deque[tuple[float, Heard]]()
        """With when it was heard."""
        self._steps = 0
        """Of those that wait."""
        self._left_out = set[int]()
        """Attempts that are not told, as long as they are played."""
        self._ended = dict[int, float]()
        """When attempts ended, of those that wait."""
        self._going = deque[tuple[float, Running]]()
        """The games that are over and will be forgotten, and when."""
        self.games: dict[int, Running] = {}
        self.news = Feed(MOST_NEWS)
        """The feed of all games: which begin and end, and who has moved."""

    async def run(self) -> None:
        """Listen and tell, until this is cancelled."""
        while True:
            for heard in self._listener.look():
                self._wait(heard)
            while self._waiting and self._waiting[0][0] + self._delay <= trio.current_time():
                at, heard = self._waiting.popleft()
                self._steps -= _size(heard)
                await self._tell(at, heard)
            while self._going and self._going[0][0] <= trio.current_time():
                self._forget(self._going.popleft()[1])
            await trio.sleep(LOOK_SECONDS)

    def playing(self) -> list[Running]:
        """The games that can be followed now, by number."""
        return [self.games[number] for number in sorted(self.games) if not self.games[number].over]

    def _wait(self, heard: Heard) -> None:
        began = any(isinstance(told, Began) for told in heard.told)
        if began and self._steps > MOST_WAITING:
            self._left_out.add(heard.attempt)
        if heard.attempt in self._left_out:
            if heard.over:
                self._left_out.discard(heard.attempt)
            return
        if heard.over:
            self._ended[heard.attempt] = trio.current_time()
        self._steps += _size(heard)
        self._waiting.append((trio.current_time(), heard))

    async def _tell(self, at: float, heard: Heard) -> None:
        """What was heard then."""
        running = self.games.get(heard.number)
        if running is not None and running.attempt != heard.attempt:
            running = None
        for told in heard.told:
            match told:
                case Began():
                    short = self._ended.get(heard.attempt, inf) - at < LEAST_DELAY
                    running = None if short else await self._begin(heard)
                case Decided() if running is not None and not running.over:
                    await self._go_on(running, told)
                case Ended() if running is not None:
                    self._end(running, told.status)
        if heard.over:
            self._ended.pop(heard.attempt, None)
            if running is not None:
                self._end(running, "")

    async def _begin(self, heard: Heard) -> Running | None:
        before = self.games.get(heard.number)
        if before is not None:
            self._end(before, "")
        place = await self._place_of(heard.number)
        if place is None:
            return None
        try:
            running = Running(place, heard.attempt)
        except Exception as problem:  # whatever the rules do
            self._say(f"game {heard.number} cannot be followed: {problem}")
            return None
        self.games[heard.number] = running
        self.news.tell("began", _encode(running.listed()))
        return running

    async def _go_on(self, running: Running, decided: Decided) -> None:
        number = running.pairing.number
        try:
            for frame in running.hear(decided):
                if frame.decisions:
                    self.news.tell("moved", _encode(_moved(number, frame)))
                await trio.lowlevel.checkpoint()  # who reads is not kept waiting by one who catches up
        except ArenaError as problem:
            self._say(f"game {number} cannot be followed further: {problem}")
            self._end(running, "")
            return
        except Exception as problem:
            # It breaks down in play as well, and its record will say how; that may quote anything.
            self._say(f"game {number} cannot be followed further: its rules raise {type(problem).__name__}")
            self._end(running, "")

    def _end(self, running: Running, status: str) -> None:
        if not running.over:
            running.end(status)
            self.news.tell("ended", _encode({"number": running.pairing.number, "status": status}))
            self._going.append((trio.current_time() + KEPT_SECONDS, running))

    def _forget(self, running: Running) -> None:
        if self.games.get(running.pairing.number) is running:
            del self.games[running.pairing.number]


def _moved(number: int, frame: Frame) -> dict[str, object]:
    """Who has decided something, and how long it took: what anybody at the table hears."""
    return {
        "number": number,
        "decision": frame.decisions[0].number,
        "seats": [made.seat for made in frame.decisions],
        "ms": [made.ms for made in frame.decisions],
    }


def _size(heard: Heard) -> int:
    """No less than the steps that may be in it."""
    return sum(1 + len(told.decisions) if isinstance(told, Decided) else 1 for told in heard.told)
