"""Arena beside other referees of bots: one game of 60 moves, bots that answer at once, one run on one machine.

    python -m benchmarks.peers [--peers arena,psyleague,kaggle-environments] [--seconds 5] [--repeats 5] [--json]
                               [--fastchess PROGRAM] [--cutechess PROGRAM]

The game is Sixty (`peer_kit/sixty.py`): next to no rules, so that nearly all that is measured is the referee. The peers
are those of `peers.txt`; pip puts each into an environment of its own in a temporary folder (`--venvs FOLDER` keeps
them for the next time). One that cannot be installed, without a network for example, is a row that says why.

Fastchess and cutechess are in no registry of Python's, and play where their programs are named. They play chess, with
its rules: one game of 60 plies, which is called a draw, between engines that know it by heart
(`peer_kit/instant_chess.c`).

A setting is a peer, the bots and how many games at once. The first runs warm up and find out how many games last
`--seconds`; after them all settings take turns, `--repeats` times. Each time a setting plays few games in a run and
many in another, and what the many take more than the few (in their median) counts: so what it takes to start and to
stop does not. Medians are shown.

Processor time is that of the whole tree of processes, as the kernel hands it to who waits for them. The referee's own
is what the bots have not used: arena's records tell how much that is, so does the referee that psyleague calls, and so
do the chess engines themselves.
Where each game starts its own bots, what a bot takes to start is the bot's, and what it takes to end the referee's. The
agents of kaggle-environments are functions inside of it and cost next to nothing.

Needs a C compiler (`cc`). Figures of different machines, or of different runs on a shared one, cannot be compared;
ratios inside one run can. With `--json` the last line is one object with the same figures.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tabulate import tabulate

from arena.store import Store
from benchmarks.metered import (
    BARE_PYTHON,
    CHESS,
    CORES,
    HERE,
    KIT,
    MOVES,
    Cost,
    Figures,
    Trouble,
    chess_runs,
    figures_of,
    instant_bots,
    last_line,
    run,
)

PEERS = ("arena", "psyleague", "kaggle-environments")
INSTALLED_WITHIN_S = 1200


class Setting(NamedTuple):
    """`play` plays so many games in a run of its own. Raises Trouble."""

    peer: str
    bots: str
    at_once: int
    play: Callable[[int], Cost]


def arena_runs(folder: Path, bot: Sequence[str], at_once: int, restart: str) -> Callable[[int], Cost]:
    """`arena run` of two bots, store and standings included."""
    plug_in = folder / "plug-in"
    info = plug_in / "sixty-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sixty\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[arena.games]\nsixty = sixty:GAME\n")
    config, path = folder / "sixty.yaml", folder / "sixty.db"

    def play(games: int) -> Cost:
        # JSON is YAML. A deal group is two games, one from each seat.
        bots = {name: list(bot) for name in ("one", "other")}
        keys = {"game": "sixty", "seats": 2, "seed": "1", "deals": games // 2, "restart": restart, "bots": bots}
        config.write_text(json.dumps(keys))
        words = (sys.executable, "-m", "arena", "run", config, "--db", path, "--jobs", at_once)
        wall, cpu = run(folder, [words], [plug_in, KIT, HERE.parent])
        used, stored = 0.0, 0
        with Store.open(path) as store:
            for record in store.records():
                if record.faults or len(record.decisions) != MOVES:
                    raise Trouble(f"game {record.number} went wrong: {record.measured}")
                stored += 1
                used += sum(usage.on_ms + usage.off_ms for usage in record.measured.usage if usage)
        if stored != games:
            raise Trouble(f"{stored} games are stored, not {games}")
        path.unlink()
        return Cost(wall, cpu, used / 1000)

    return play


def psyleague_runs(folder: Path, python: Path, bot: Sequence[str], workers: int) -> Callable[[int], Cost]:
    """`psyleague run` of two bots with so many workers; each game is a call of the smallest referee."""
    psyleague = python.with_name("psyleague")
    referee = shlex.join([*BARE_PYTHON, str(KIT / "psyleague_referee.py"), *bot])
    ours = {"n_workers": workers, "cmd_bot_setup": '"true"', "cmd_play_game": json.dumps(referee)}

    def play(games: int) -> Cost:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            league = Path(name)
            run(league, [[psyleague, "config"]])
            config = league / "psyleague.cfg"
            lines = [line for line in config.read_text().splitlines() if line.partition(" ")[0] not in ours]
            config.write_text("\n".join([*lines, *(f"{key} = {value}" for key, value in ours.items())]))
            for player in ("one", "other"):
                run(league, [[psyleague, "bot", "add", player]])
            wall, cpu = run(league, [[psyleague, "run", "--silent", "--games", games]])
            played = [json.loads(line) for line in (league / "psyleague.games").read_text().splitlines()]
        if len(played) != games:
            raise Trouble(f"{len(played)} games are in its file, not {games}")
        return Cost(wall, cpu, sum(game["test_data"]["bots_cpu_us"] for game in played) / 1e6)

    return play


def kaggle_runs(folder: Path, python: Path, at_once: int) -> Callable[[int], Cost]:
    """So many processes side by side that play episodes one after the other, as it has no way of its own to do so."""

    def play(games: int) -> Cost:
        shares = [games // at_once + (at < games % at_once) for at in range(at_once)]
        return Cost(*run(folder, [[python, KIT / "kaggle_sixty.py", share] for share in shares]), 0.0)

    return play


def install(peer: str, venvs: Path) -> Path:
    """The Python of an environment that has the peer. Raises Trouble."""
    (wanted,) = [line for line in (HERE / "peers.txt").read_text().splitlines() if line.startswith(peer)]
    folder = venvs / peer
    python = folder / "bin" / "python"
    for words in ([sys.executable, "-m", "venv", folder], [python, "-m", "pip", "install", "--quiet", wanted]):
        with subprocess.Popen(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        ) as process:
            try:
                said, _ = process.communicate(timeout=INSTALLED_WITHIN_S)
            except BaseException as problem:
                os.killpg(process.pid, signal.SIGKILL)  # pip builds in processes of its own
                if isinstance(problem, subprocess.TimeoutExpired):
                    raise Trouble(f"not installed within {INSTALLED_WITHIN_S} s") from None
                raise
        if process.returncode:
            raise Trouble(f"not installed: {last_line(said)}")
    return python


def version_of(peer: str, program: Path) -> str:
    """Of a program, or of what that Python has."""
    words: list[object] = [program, "--version"]
    if peer not in CHESS:
        distribution = "arena-referee" if peer == "arena" else peer
        words = [program, "-c", f"from importlib.metadata import version; print(version({distribution!r}))"]
    said = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout
    return said.partition("\n")[0].strip().removeprefix(f"{peer} ")


def settings_of(peer: str, folder: Path, python: Path) -> list[Setting]:
    """With one game at a time, and with as many as are fastest on this machine."""
    if peer in CHESS:
        return [Setting(peer, "C, kept", at_once, chess_runs(folder, peer, python, at_once)) for at_once in (1, CORES)]
    bots = instant_bots(folder)
    if peer == "kaggle-environments":
        return [Setting(peer, "functions", at_once, kaggle_runs(folder, python, at_once)) for at_once in (1, CORES)]
    if peer == "psyleague":
        # A worker that finds nothing to do sleeps for 0.1 s, and the queue is filled as rarely: it takes some more.
        return [
            Setting(peer, f"{language}, new each game", at_once, psyleague_runs(folder, python, bot, at_once))
            for language, bot in bots.items()
            for at_once in (1, 4 * CORES)
        ]
    return [
        Setting(peer, f"{language}, {kept}", at_once, arena_runs(folder, bot, at_once, restart))
        for kept, restart in (("kept", "never"), ("new each game", "game"))
        for language, bot in bots.items()
        for at_once in (1, CORES)
    ]


def lengths(setting: Setting, seconds: float) -> tuple[int, int]:
    """How many games are few and how many are many: those after the few take about so many seconds, and three times as
    long as the few, so that a start which took longer than another does not weigh much."""
    few = 2 * setting.at_once
    setting.play(few)  # warms up
    start = setting.play(few).wall
    aim = max(seconds, 3 * start)
    for more in (few * 4**power for power in count(1)):
        took = setting.play(few + more).wall - start
        if took > 0.4 * aim:
            # Even numbers: arena plays each deal twice.
            return few, few + 2 * max(1, round(more * aim / took / 2))
    raise AssertionError


def per_second(us: float, moves: int = 1) -> str:
    """How often so many moves are made in a second; "-" where a busy machine took longer to start than to play."""
    return f"{1e6 / us / moves:,.{1 if moves > 1 else 0}f}" if us > 0 else "-"


def table(rows: dict[Setting, list[Figures]], troubles: dict[str, str]) -> str:
    """Medians over the repeats, with the least and the most games a second, in Markdown."""
    heads = [
        "",
        "bots",
        "games at once",
        "moves/s",
        "games/s (least to most)",
        "CPU per move, us",
        "of it the referee's",
    ]
    cells = []
    for setting, figures in rows.items():
        wall, cpu, own = (median(column) for column in zip(*figures, strict=True))
        least, most = (per_second(extreme(each.wall for each in figures), MOVES) for extreme in (max, min))
        spread = f"{per_second(wall, MOVES)} ({least} to {most})"
        numbers = [per_second(wall), spread, f"{cpu:,.0f}", f"{own:,.0f}"]
        cells.append([setting.peer, setting.bots, str(setting.at_once), *numbers])
    cells += [[peer, trouble, *[""] * 5] for peer, trouble in troubles.items()]
    return tabulate(cells, heads, tablefmt="pipe", disable_numparse=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--json", action="store_true")
    for peer in CHESS:
        parser.add_argument(f"--{peer}", type=Path, metavar="PROGRAM", help=f"also play in {peer}, which this is")
    asked = parser.parse_args()
    peers = asked.peers.split(",")
    if unknown := set(peers) - set(PEERS):
        parser.error(f"--peers: {', '.join(sorted(unknown))}; there are {', '.join(PEERS)}")
    programs = {"arena": Path(sys.executable)} | {peer: path for peer in CHESS if (path := getattr(asked, peer))}
    peers += [peer for peer in CHESS if peer in programs]
    versions: dict[str, str] = {}
    troubles: dict[str, str] = {}
    games: dict[Setting, tuple[int, int]] = {}
    runs: dict[Setting, list[tuple[Cost, Cost]]] = {}
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as name:
        for peer in peers:
            folder = Path(name, f"runs-{peer}")
            folder.mkdir()
            try:
                python = programs.get(peer) or install(peer, asked.venvs or Path(name))
                versions[peer] = version_of(peer, python)
                for setting in settings_of(peer, folder, python):
                    games[setting] = lengths(setting, asked.seconds)
                    tell(setting, f"{games[setting][1]} games a run")
            except Trouble as trouble:
                troubles[peer] = str(trouble)
        for _ in range(asked.repeats):
            for setting, (few, many) in games.items():
                if setting.peer in troubles:
                    continue
                try:
                    start, whole = setting.play(few), setting.play(many)
                except Trouble as trouble:
                    troubles[setting.peer] = str(trouble)
                    continue
                runs.setdefault(setting, []).append((start, whole))
                tell(setting, f"{whole.wall - start.wall:.1f} s")
    loads.append(os.getloadavg()[0])
    rows = {
        setting: figures_of((games[setting][1] - games[setting][0]) * MOVES, costs) for setting, costs in runs.items()
    }
    print(
        f"Python {sys.version.split()[0]}, {CORES} cores, load {loads[0]:.1f} before and {loads[1]:.1f} after; ", end=""
    )
    print(", ".join(f"{peer} {its}" for peer, its in versions.items()), end="\n\n")
    print(table(rows, troubles))
    if asked.json:
        settings = [
            {"peer": setting.peer, "bots": setting.bots, "at_once": setting.at_once}
            | {"repeats": [each._asdict() for each in repeats]}
            for setting, repeats in rows.items()
        ]
        print(json.dumps({"versions": versions, "load": loads, "settings": settings, "troubles": troubles}))


def tell(setting: Setting, text: str) -> None:
    print(f"{setting.peer}, {setting.bots}, {setting.at_once} at once: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
