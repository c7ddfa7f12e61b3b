"""`arena verify` of a contest's file; of a bundle: test_seal.py."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from arena.contest import Contest, load_contest
from arena.games import Ranking
from arena.programs import hash_bot
from arena.programs.entries import draft
from arena.referee import GameRecord, Measured, decode_record, encode_record
from arena.store import Entries, Store
from arena.store.layout import PAGE
from arena.store.paths import copies_of
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest
from tests.contest.recorded import facts_of, record_contest, recorded
from tests.contest.tampering import refit
from tests.facts import plant

ALL_HOLD = (
    "file, by its checksums: holds\n"
    "games, by the rules and the schedule: holds\nresults beside the records: holds\n4 games hold, 0 do not; digest "
)


@pytest.fixture
def contest(arena: Arena, tmp_path: Path, mark: str) -> Contest:
    """c.db has its four games."""
    contest = load_contest(write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"}))
    record_contest(Path("c.db"), contest, 4)
    return contest


def rewrite(number: int, change: Callable[[GameRecord], GameRecord]) -> None:
    """By hand, in c.db: what is derived from records knows nothing of it."""
    with closing(sqlite3.connect("c.db")) as db, db:
        ((line,),) = db.execute("SELECT record FROM game WHERE number = ?", (number,))
        db.execute("UPDATE game SET record = ? WHERE number = ?", (encode_record(change(decode_record(line))), number))
        refit(db)


def test_good_records_hold_and_their_digest_is_that_of_the_games(arena: Arena, contest: Contest) -> None:
    result = arena("verify", "c.db")
    assert result.exit_code == 0
    assert re.fullmatch(re.escape(ALL_HOLD) + "[0-9a-f]{64}\n", result.stdout)
    Path("c.db").unlink()
    record_contest(Path("c.db"), contest, 4)
    assert arena("verify", "c.db").stdout == result.stdout
    Path("c.db").unlink()
    record_contest(Path("c.db"), contest, 3)
    assert arena("verify", "c.db").stdout[-66:] != result.stdout[-66:]


def test_games_that_are_not_rated_hold_too(arena: Arena, contest: Contest) -> None:
    Path("c.db").unlink()
    with Store.create(Path("c.db"), facts_of(contest)) as store:
        void = replace(recorded(contest, 0), status="void", outcome=None, measured=Measured(trouble="the machine"))
        error = replace(recorded(contest, 1), status="error", outcome=None, measured=Measured(trouble="the rules"))
        store.add([encode_record(void), encode_record(error)])
    assert arena("verify", "c.db").exit_code == 0


def last_move(record: GameRecord, seat: int, index: int) -> GameRecord:
    mine, old = record.decisions[-1]
    return replace(record, decisions=(*record.decisions[:-1], (mine + seat, old + index)))


TAMPERED: dict[str, tuple[Callable[[GameRecord], GameRecord], str]] = {
    "outcome": (lambda record: replace(record, outcome=Ranking((1, 1), (9.0, 9.0))), "the rules give "),
    "move": (lambda record: last_move(record, 0, 100), "decision "),
    "seat": (lambda record: last_move(record, -1, 0), "decision "),
    "end": (lambda record: replace(record, decisions=record.decisions[:-2]), "the record says finished, the rules say"),
    "version": (lambda record: replace(record, game_version=9), "it is bids 9, the contest is bids 1"),
    "options": (lambda record: replace(record, options=msgspec.Raw(b'{"rounds": 99}')), "its options are not those"),
    "deal": (lambda record: replace(record, deal="mine"), "its deal is mine, that of the schedule "),
    "seating": (lambda record: replace(record, seating=record.seating[::-1]), "its seating is "),
    "hash": (lambda record: replace(record, hashes=("0", "0")), "the files of "),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_record_that_was_changed_by_hand_is_found(arena: Arena, contest: Contest, what: str) -> None:
    change, said = TAMPERED[what]
    rewrite(1, change)
    result = arena("verify", "c.db")
    assert result.exit_code == 1
    held, *lines = result.stdout.splitlines()
    assert held == "file, by its checksums: holds"
    assert lines[0].startswith(f"game 1: {said}")
    assert "games, by the rules and the schedule: DOES NOT HOLD" in lines
    assert lines[-1].startswith("3 games hold, 1 do not; digest ")


def test_results_beside_the_records_that_say_otherwise_are_found(arena: Arena, contest: Contest) -> None:
    """Records alone would still hold."""
    with closing(sqlite3.connect("c.db")) as db, db:
        ((heads,),) = db.execute("SELECT heads FROM result")
        db.execute("UPDATE result SET heads = ?", (heads[:16] + b"\x07" + heads[17:],))
        refit(db)
    result = arena("verify", "c.db")
    assert result.exit_code == 1
    assert "games, by the rules and the schedule: holds\ngame 0" in result.stdout
    assert "results beside the records: DOES NOT HOLD" in result.stdout


def test_facts_that_cannot_be_used_are_told_and_the_rules_are_tried_all_the_same(
    arena: Arena, contest: Contest
) -> None:
    with Store.open(Path("c.db"), write=True) as store:
        plant(store, "contest", {})
    result = arena("verify", "c.db")
    assert result.exit_code == 1
    assert "\nwhat the file says of its contest cannot be used: " in result.stdout
    assert "4 games hold, 0 do not" in result.stdout


def ladder(contest: Contest, folder: Path, mark: str) -> Path:
    """Makes c.db one of a ladder, with the copies that played; returns its configuration."""
    path = write_contest(folder, mark, {"ann": "plays", "bob": "plays"}, format="ladder", deals=1)
    entries = []
    for name, bot in contest.bots.items():
        entry = draft(name, bot, hash_bot(bot), f"{name}-copy")
        shutil.copytree(bot.folder, copies_of(Path("c.db")) / entry.copy, ignore=shutil.ignore_patterns("c.*"))
        entries.append(entry)
    with Store.open(Path("c.db"), write=True) as store:
        store.change_facts(lambda facts: replace(facts, entries=Entries(None, tuple(entries))))
    return path


def test_a_game_of_a_ladder_is_played_anew_from_the_copies_of_its_entries(
    arena: Arena, contest: Contest, tmp_path: Path, mark: str
) -> None:
    """Whatever has become of the bots since."""
    path = ladder(contest, tmp_path, mark)
    (tmp_path / "bot.py").write_text("pass")
    result = arena("verify", "c.db", "--replay", 1, "--config", path, "--sandbox", "none")
    assert (result.exit_code, result.stdout) == (0, "game 1, played anew: the same, byte for byte\n")
    shutil.rmtree(copies_of(Path("c.db")))
    result = arena("verify", "c.db", "--replay", 1, "--config", path)
    assert (result.exit_code, result.stdout) == (2, "")
    said = "the bots of game 1 are not beside the contest's file, where its ladder was played: the copy "
    assert said in result.stderr
    assert f"(looked for: {copies_of(Path('c.db'))})" in result.stderr


def test_commands_that_only_the_file_names_run_in_a_jail_unless_somebody_says_otherwise(
    arena: Arena, contest: Contest, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ladder's are in its file, which may be a stranger's; where there is no jail, nothing is started."""
    path = ladder(contest, tmp_path, mark)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = arena("verify", "c.db", "--replay", 1, "--config", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "c.db says how a ladder's bots are started, so they run in bwrap: --sandbox says otherwise" in result.stderr
    assert 'sandbox "bwrap" was asked for' in result.stderr


def test_bots_of_a_ladder_are_not_looked_for_in_another_contest(
    arena: Arena, contest: Contest, tmp_path: Path, mark: str
) -> None:
    """Nor the other way round: whoever names the wrong configuration is told so."""
    other = write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"}, "lad.yaml", format="ladder", deals=1)
    result = arena("verify", "c.db", "--replay", 1, "--config", other)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "lad.yaml is a ladder: name the configuration of these games, which are not of a ladder" in result.stderr
    ladder(contest, tmp_path, mark)
    other = write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"}, "round.yaml")
    result = arena("verify", "c.db", "--replay", 1, "--config", other)
    assert "round.yaml is a round-robin: name the configuration of these games, which are of a ladder" in result.stderr


def test_a_game_of_a_ladders_bundle_is_played_anew_from_the_copies_beside_the_contest(
    arena: Arena, contest: Contest, tmp_path: Path, mark: str
) -> None:
    """Those that lie where the bundle is, or that the configuration's own ladder has."""
    ladder(contest, tmp_path, mark)
    assert arena("seal", "c.db").exit_code == 0
    Path("away").mkdir()
    shutil.copy("c.sealed.zip", "away/any.zip")
    shutil.copy("c.yaml", "other.yaml")
    for bundle, config in (("c.sealed.zip", "other.yaml"), ("away/any.zip", "c.yaml")):
        result = arena("verify", bundle, "--replay", 1, "--config", config, "--sandbox", "none")
        assert result.exit_code == 0, result.output
        assert result.stdout.splitlines()[-1] == "game 1, played anew: the same, byte for byte"
    result = arena("verify", "away/any.zip", "--replay", 1, "--config", "other.yaml")
    assert result.exit_code == 2
    here = tmp_path.resolve()
    assert f"(looked for: {here}/away/any.zip.entries, {here}/other.entries): put the bundle beside" in result.stderr


def test_a_file_that_is_damaged_within_is_told_without_a_traceback(arena: Arena, contest: Contest) -> None:
    """What can be read is checked all the same, and what cannot is said to be so."""
    with closing(sqlite3.connect("c.db")) as db:
        ((page,),) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'stage'")
    with Path("c.db").open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    result = arena("verify", "c.db")
    assert result.exit_code == 1, result.output
    told = "it cannot be read: database disk image is malformed"
    first, second, *_, before, stages, last = result.stdout.splitlines()
    assert (first, second) == (f"damaged: {told}", "file, by its checksums: DOES NOT HOLD")
    assert before.startswith(f"c.db: damaged: {told}; `arena repair c.db` ")
    assert stages == "stages, by the format: DOES NOT HOLD"
    assert last.startswith("4 games hold, 0 do not; digest ")
