"""Contests on a Dask cluster: real schedulers and workers, some of which are killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import yaml

import arena
from arena.cluster import coordinator as cluster_module
from arena.cluster.coordinator import ClusterError, ClusterWorkers
from arena.contest import load_contest, prepare, programs_of, schedule_of
from arena.contest.run import End, run_games
from arena.contest.workforce import LocalWorkers
from arena.programs import protect
from arena.programs.conditions import Conditions
from arena.sandbox import children
from arena.store import Store
from tests.contest.contests import ROOT, environment, lasting, words_of, write_contest
from tests.contest.test_run import Log, records
from tests.facts import made_facts
from tests.processes import alive, wait_for

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

PLAYERS = {"a": "plays", "b": "plays", "c": "notes"}


LOCAL_CLUSTER = """
import sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, scheduler_port=int(sys.argv[1]), dashboard_address=None)
    time.sleep(3600)
"""


class Cluster:
    """A scheduler and its workers, processes of their own. `words` start the scheduler, the port follows."""

    def __init__(self, folder: Path, plug_in: Path, processes: ExitStack, *words: str) -> None:
        self._folder = folder
        # No mark: these are no processes of any one test.
        self._environment = environment("", plug_in) | {
            "XDG_CACHE_HOME": str(folder / "cache"),
            "DASK_TEMPORARY_DIRECTORY": str(folder),
        }
        self._processes = processes
        self.cache = folder / "cache" / "arena" / "bots"
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start(*words, str(port))
        self.nannies: list[subprocess.Popen[bytes]] = []

    def worker_pids(self) -> list[int]:
        return [pid for nanny in self.nannies for pid in children(nanny.pid) if "spawn_main" in words_of(pid)]

    def start_worker(self, plug_in: bool = True) -> subprocess.Popen[bytes]:
        """Of one thread, with a nanny that starts it anew when it dies; or without, and without the toy games."""
        words = ("-m", "dask", "worker", self.address, "--nthreads", "1", "--no-dashboard")
        return self._start(*words) if plug_in else self._start(*words, "--no-nanny", PYTHONPATH=str(ROOT))

    def _start(self, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        with (self._folder / "cluster.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *words], env=self._environment | variables, cwd=self._folder, stdout=log, stderr=log
            )
        self._processes.callback(process.wait)
        self._processes.callback(process.terminate)
        return process


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine has much else to do, clusters start slowly."""
    monkeypatch.setattr(cluster_module, "PATIENCE", 60.0)


@pytest.fixture(scope="module")
def cluster(plug_in: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers of one thread each."""
    with ExitStack() as processes:
        scheduler = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--no-dashboard", "--port")
        cluster = Cluster(tmp_path_factory.mktemp("cluster"), plug_in, processes, *scheduler)
        cluster.nannies = [cluster.start_worker(), cluster.start_worker()]
        yield cluster


def run_on(address: str, config: Path, db: Path, log: Log | None = None, jobs: int | None = 2) -> End:
    contest, log = load_contest(config), log or Log()
    programs = protect(Conditions(contest.sandbox, contest.limits, contest.bind), programs_of(contest))
    with Store.create(db, made_facts()) as store, ClusterWorkers(address, contest, config, db, jobs) as workers:
        return run_games(prepare(contest, db, programs), schedule_of(contest, "s"), store, workers, log)


def run_here(config: Path, db: Path) -> list[bytes]:
    contest = load_contest(config)
    programs = protect(Conditions(contest.sandbox, contest.limits, contest.bind), programs_of(contest))
    with Store.create(db, made_facts()) as store:
        end = run_games(prepare(contest, db, programs), schedule_of(contest, "s"), store, LocalWorkers(2), Log())
        assert end == "finished"
    return lasting(db)


def test_games_are_those_of_one_machine(tmp_path: Path, mark: str, cluster: Cluster) -> None:
    """On the same machine the bots' folder is used where it is, and what they wrote to stderr comes home."""
    config = write_contest(tmp_path, mark, PLAYERS)
    assert run_on(cluster.address, config, tmp_path / "far.db") == "finished"
    assert lasting(tmp_path / "far.db") == run_here(config, tmp_path / "near.db")
    for record in records(tmp_path / "far.db"):
        for seat, name in enumerate(record.seating):
            log = record.measured.logs[seat]
            assert (log is not None) == (name == "c")
            assert log is None or f"is seat {seat} of 2" in (tmp_path / log).read_text()
    assert not cluster.cache.exists()


def test_bots_are_sent_to_where_they_are_not(
    tmp_path: Path, mark: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their folder is unpacked there once, for both workers and again for the next contest; what the contest itself
    writes is no part of it."""
    (tmp_path / "bots").mkdir()
    write_contest(tmp_path / "bots", mark, PLAYERS)
    monkeypatch.chdir(tmp_path)
    elsewhere = Path("/proc/self/cwd/bots")  # for other processes, which have other current folders
    for home in ("one", "two"):
        assert run_on(cluster.address, elsewhere / "c.yaml", elsewhere / "far.db") == "finished"
        Path(home).mkdir()
        for name in ("far.db", "far.logs"):
            Path("bots", name).rename(Path(home, name))
    assert lasting(Path("one/far.db")) == lasting(Path("two/far.db")) == run_here(elsewhere / "c.yaml", Path("near.db"))
    (sent,) = cluster.cache.iterdir()
    assert [path.name for path in sent.iterdir()] == ["bot.py"]


HANGS_ONCE = """
import json, os, subprocess, sys
subprocess.Popen(["sleep", "3600"], start_new_session=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1}), flush=True)
    if message["type"] == "start":
        game = message["game_id"]
    if message["type"] == "turn":
        if game == "3" and not os.path.exists(os.environ["FLAG"]):
            open(os.environ["FLAG"], "w").write(str(os.getpid()))
            sys.stdin.read()
        print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
"""


def write_hanging(folder: Path, mark: str) -> tuple[Path, Path]:
    """A contest in which a bot hangs in game 3 the first time that it is played, and the file that appears then."""
    flag = folder / ".hangs"  # not a file that lies beside a bot
    (folder / "hanging").mkdir()
    (folder / "hanging" / "bot.py").write_text(HANGS_ONCE)
    config = write_contest(folder, mark, {"a": "", "b": "plays"}, time={"move_ms": 600_000}, deals=4)
    written = yaml.safe_load(config.read_text())
    written["bots"]["a"]["dir"] = "hanging"
    written["bots"]["a"]["env"]["FLAG"] = str(flag)  # in its command it would be a file of the bot
    config.write_text(yaml.safe_dump(written))
    return config, flag


def ancestors(flag: Path) -> list[int]:
    """Of the bot that hangs: worker of Dask, guard, worker of the arena."""
    wait_for(lambda: flag.exists() and flag.read_text() != "")
    found = [int(flag.read_text())]
    while len(found) < 4:
        found.append(int(Path(f"/proc/{found[-1]}/stat").read_text().rpartition(")")[2].split()[1]))
    return found[:0:-1]


@contextmanager
def meanwhile(action: Callable[[], object]) -> Iterator[None]:
    thread = Thread(target=action)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def test_killed_workers_lose_nothing(tmp_path: Path, mark: str, cluster: Cluster) -> None:
    """All workers of Dask are killed, one of them in the middle of a game: those that come then go on, all games are
    there once, and nothing is left of the bots that were there."""
    config, flag = write_hanging(tmp_path, mark)

    def kill_workers() -> None:
        ancestors(flag)
        for pid in cluster.worker_pids():
            os.kill(pid, signal.SIGKILL)

    with meanwhile(kill_workers):
        assert run_on(cluster.address, config, tmp_path / "far.db") == "finished"
    assert lasting(tmp_path / "far.db") == run_here(config, tmp_path / "near.db")
    wait_for(lambda: not alive(mark))


def test_a_killed_arena_worker_loses_nothing(tmp_path: Path, mark: str, cluster: Cluster) -> None:
    """A new one plays its game, on the same worker of Dask or another."""
    config, flag = write_hanging(tmp_path, mark)
    log = Log()
    with meanwhile(lambda: os.kill(ancestors(flag)[-1], signal.SIGKILL)):
        assert run_on(cluster.address, config, tmp_path / "far.db", log) == "finished"
    assert "game 3: the worker died (exit status 137); a new one plays it" in log.said
    assert lasting(tmp_path / "far.db") == run_here(config, tmp_path / "near.db")
    wait_for(lambda: not alive(mark))


def test_two_interrupts_leave_nothing(tmp_path: Path, mark: str, cluster: Cluster) -> None:
    """When the run has ended, so have all bots on all workers."""
    config, flag = write_hanging(tmp_path, mark)
    contest, db, log = load_contest(config), tmp_path / "far.db", Log()

    def interrupt() -> None:
        ancestors(flag)
        os.kill(os.getpid(), signal.SIGINT)
        wait_for(lambda: bool(log.said))
        os.kill(os.getpid(), signal.SIGINT)

    with (
        Store.create(db, made_facts()) as store,
        ClusterWorkers(cluster.address, contest, config, db) as workers,
        meanwhile(interrupt),
    ):
        assert workers.jobs == 2
        setup = prepare(contest, db, programs_of(contest))
        assert run_games(setup, schedule_of(contest, "s"), store, workers, log) == "interrupted"
        assert alive(mark) == set()
        assert 3 not in store.numbers()


def test_a_worker_that_cannot_play_is_left_out(tmp_path: Path, mark: str, cluster: Cluster) -> None:
    """Why is said once; the others play all games."""
    config = write_contest(tmp_path, mark, PLAYERS)
    log = Log()
    worker = cluster.start_worker(plug_in=False)
    wait_for(lambda: threads(cluster, config) == 3)
    assert run_on(cluster.address, config, tmp_path / "far.db", log) == "finished"
    worker.terminate()
    (said,) = log.said
    assert "is not used: there is no game 'bids'" in said
    assert lasting(tmp_path / "far.db") == run_here(config, tmp_path / "near.db")
    wait_for(lambda: threads(cluster, config) == 2)


def threads(cluster: Cluster, config: Path) -> int:
    with ClusterWorkers(cluster.address, load_contest(config), config, Path("none.db")) as workers:
        return workers.jobs


def test_another_arena_is_refused(tmp_path: Path, mark: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of two versions are not the same: the scheduler's is looked at first, a worker's before it plays."""
    config = write_contest(tmp_path, mark, PLAYERS)
    monkeypatch.setattr(arena, "__version__", "99")
    with pytest.raises(ClusterError, match=r"has another arena \(.*\): install 99 there"):
        threads(cluster, config)
    monkeypatch.setattr(cluster_module, "_look_around", no_look)
    log = Log()
    assert run_on(cluster.address, config, tmp_path / "far.db", log) == "failed"
    assert "no worker of tcp://127.0.0.1:" in log.said[-1]
    assert ", not 99: install the same" in log.said[-1]


async def no_look(client: object, address: str) -> int:
    return 2


@pytest.mark.slow
def test_a_scheduler_that_is_lost_ends_the_run(
    tmp_path: Path, mark: str, plug_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its workers stop, too; games that were finished before are safe, and it can be said how to go on. The cluster is
    one that Dask makes on this machine."""
    config, flag = write_hanging(tmp_path, mark)
    log = Log()
    with ExitStack() as processes:
        cluster = Cluster(tmp_path, plug_in, processes, "-c", LOCAL_CLUSTER)
        wait_for(lambda: threads(cluster, config) == 2)
        monkeypatch.setattr(cluster_module, "PATIENCE", 3.0)  # for it to come back

        def kill_it() -> None:
            ancestors(flag)
            cluster.scheduler.kill()

        with meanwhile(kill_it):
            assert run_on(cluster.address, config, tmp_path / "far.db", log) == "failed"
    assert f"stopping: the scheduler at {cluster.address} is lost; finished games are safe" in log.said[-1]
    assert 3 not in {record.number for record in records(tmp_path / "far.db")}
    wait_for(lambda: not alive(mark))


def test_no_scheduler_and_no_dask(tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is named, with what to do."""
    config = write_contest(tmp_path, mark, PLAYERS)
    contest = load_contest(config)
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.2)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ClusterError, match=rf"^the scheduler at {address} cannot be reached: .*Is it running"):
        ClusterWorkers(address, contest, config, tmp_path / "x.db")
    with pytest.raises(ClusterError, match=r"^the scheduler at nonsense://x cannot be reached: .*tcp://HOST:8786"):
        ClusterWorkers("nonsense://x", contest, config, tmp_path / "x.db")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"not installed: pip install 'arena-referee\[dask\]'$"):
        ClusterWorkers(address, contest, config, tmp_path / "x.db")
