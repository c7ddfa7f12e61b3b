"""The smallest referee of Sixty that psyleague can call for a game: `psyleague_referee.py COMMAND...` starts it twice.

The bots and the lines that they read are those that arena sends. It has no clock, no limits and no record, asks one
seat at a time with plain reads and writes, and imports nothing that takes long.
"""

from __future__ import annotations

import json
import os
import sys
import time

LEGAL = '"legal":[{"add":1},{"add":2},{"add":3}]'


class Bot:
    def __init__(self, command: list[str]) -> None:
        stdin, self._to = os.pipe()  # what is not made a standard stream is closed in the bot
        self._from, stdout = os.pipe()
        streams = [(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, stdout, 1)]
        self._pid = os.posix_spawn(command[0], command, os.environ, file_actions=streams)
        os.close(stdin)
        os.close(stdout)
        self._id = 0

    def tell(self, line: str) -> None:
        os.write(self._to, line.encode())

    def ask(self, kind: str, fields: str) -> dict[str, object]:
        self.tell(f'{{"type":"{kind}","id":{self._id},{fields}}}\n')
        line = b""
        while not line.endswith(b"\n"):
            read = os.read(self._from, 65536)
            if not read:
                sys.exit("a bot has ended")
            line += read
        answer: dict[str, object] = json.loads(line)
        if answer["id"] != self._id:
            sys.exit(f"not the answer to request {self._id}: {line!r}")
        self._id += 1
        return answer

    def cpu_s(self) -> float:
        """Processor time since it was started, as arena measures it in a game."""
        return time.clock_gettime(~self._pid << 3 | 2)  # as clock_getcpuclockid(3) makes it

    def end(self, line: str) -> None:
        self.tell(line)
        os.close(self._to)
        os.waitpid(self._pid, 0)


def main() -> None:
    bots = [Bot(sys.argv[1:]) for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.ask("hello", '"protocol":1,"game":"sixty","game_version":1')
        bot.ask("start", f'"game_id":"0","seat":{seat},"seats":2,"options":{{}},"time":{{}},"seed":1')
    piles, events = [0, 0], ["", ""]
    for move in range(60):
        seat = move % 2
        view = f'"view":{{"piles":[{piles[0]},{piles[1]}],"moves":{move}}},"memory":{{}}'
        answer = bots[seat].ask("turn", f'"events":[{events[seat][1:]}],{view},{LEGAL},"last_ms":0,"left_ms":null')
        choice = answer["choice"]
        if not isinstance(choice, int) or not 0 <= choice < 3:
            sys.exit(f"seat {seat} cannot choose {choice!r}")
        piles[seat] += 1 + choice
        events[seat] = ""
        events = [told + f',{{"seat":{seat},"add":{1 + choice}}}' for told in events]
    places = [1 + (piles[seat] < piles[1 - seat]) for seat in range(2)]
    used = sum(bot.cpu_s() for bot in bots)
    for bot, told in zip(bots, events, strict=True):
        outcome = f'{{"kind":"ranking","places":{places},"scores":{piles}}}'
        bot.end(f'{{"type":"end","events":[{told[1:]}],"outcome":{outcome}}}\n{{"type":"quit"}}\n')
    data = {"bots_cpu_us": round(1e6 * used)}  # psyleague keeps whole numbers only
    print(json.dumps({"ranks": places, "errors": [0, 0], "test_data": data, "player_data": [{}, {}]}))


if __name__ == "__main__":
    main()
