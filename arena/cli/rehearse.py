"""`arena rehearse`: the contest played small, the evening before, with rogues in the field."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

import arena.contest
import arena.games
import arena.pairing
import arena.programs
import arena.rehearsal
import arena.sandbox
import arena.store
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.options import jobs_option, left_out, sandbox_option
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.layout import counted

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.referee import GameRecord
    from arena.rehearsal import Finding, Rogue
    from arena.sandbox import Program, SandboxName

OPPONENTS = 3
"""How many of the contest's bots, the quickest, sit with the rogues."""


@click.command(
    epilog="""\b
Example:
  arena rehearse configs/quickstart.yaml --sandbox bwrap
"""
)
@click.argument("config", type=click.Path(path_type=Path))
@jobs_option
@click.option("--only", multiple=True, metavar="NAME", help="Try this rogue alone (several: these).")
@sandbox_option
def rehearse(config: Path, jobs: int | None, only: tuple[str, ...], sandbox: SandboxName | None) -> None:
    """Play the contest of a CONFIG file small, then try its guards with bots that each break one rule.

    First every bot of the contest plays at least one game. Then each rogue plays against some of them, and a line says
    which guard caught it: green where all went as it must, red where not. Nothing is kept. Exits with 1 if a bot was at
    fault, if anything is red, or if the sandbox does not guard against some of the rogues.
    """
    contest = arena.contest.load_contest(config)
    contest = msgspec.structs.replace(contest, sandbox=sandbox or contest.sandbox)
    try:
        rogues = arena.rehearsal.read_rogues(arena.rehearsal.rogues_folder())
    except (OSError, ValueError) as problem:
        raise WrongInput(f"the rogues cannot be read: {problem}; install arena anew") from None
    unknown = set(only) - {rogue.path.stem for rogue in rogues}
    if unknown:
        raise WrongInput(f"there is no rogue {', '.join(sorted(unknown))}; see {arena.rehearsal.rogues_folder()}")
    workers = jobs or contest.jobs or len(arena.contest.usable_cores())
    with TemporaryDirectory(prefix="arena-rehearsal-") as folder, ExitStack() as undo:
        db = Path(folder) / "rehearsal.db"
        programs = undo.enter_context(arena.contest.startable(contest, config, db, contest.bots, tell))
        records = _played(contest, programs, db, workers)
        sound = _tell_bots(contest, records) and len(programs) == len(contest.bots)
        arena.sandbox.take_charge()  # so that what a rogue leaves is found
        findings = _try_rogues(
            contest,
            [programs[name] for name in arena.rehearsal.quickest(records, OPPONENTS)],
            [rogue for rogue in rogues if rogue.possible(contest.sandbox) and (not only or rogue.path.stem in only)],
            workers,
            Path(folder),
        )
    if not (_summary(contest, findings) and sound):
        raise SystemExit(TROUBLE)


def _played(contest: Contest, programs: dict[str, Program], db: Path, jobs: int) -> list[GameRecord]:
    """The first games of the contest, so many that every bot plays that could be built. Exits where they cannot be
    played."""
    small = arena.rehearsal.Small(contest, list(programs))
    if not small.games:
        return []  # of a ladder they are still to come
    with arena.contest.Reporter(small.games, 0, jobs) as reporter:
        reporter.say(
            f"{contest.game}: the first {small.games} games, in which every bot plays; sandbox {contest.sandbox}"
        )
        for warning in (*left_out(contest), *arena.programs.unprotected(contest.sandbox)):
            reporter.say(warning)
        end, records = small.play(programs, db, jobs, reporter)
    if end != "finished":  # which the reporter was told
        raise SystemExit(INTERRUPTED if end == "interrupted" else TROUBLE)
    return records


def _tell_bots(contest: Contest, records: list[GameRecord]) -> bool:
    """Whether no bot of the contest was at fault, and no game came to nothing."""
    faults = [
        f"  {record.seating[fault.seat]}: {fault.verdict}: {text}"
        for record in records
        for fault, text in zip(record.faults, record.measured.texts, strict=True)
    ]
    unfinished = [
        f"  game {record.number} is {record.status}: {record.measured.trouble.strip().splitlines()[-1]}"
        for record in records
        if record.status != "finished"
    ]
    said = f"{counted(len(faults), 'fault') if faults else 'no fault'} in {counted(len(records), 'game')}"
    if unfinished:
        said += f", of which {len(unfinished)} did not finish"
    if contest.bots and not records:
        said = "no game, since too few could be had"
    say(f"your {counted(len(contest.bots), 'bot')}: {said}", colour="red" if faults or unfinished else "green")
    for line in [*faults, *unfinished][:20]:
        say(line)
    return not faults and not unfinished


def _try_rogues(
    contest: Contest,
    others: list[Program],
    rogues: list[Rogue],
    jobs: int,
    folder: Path,
) -> list[Finding]:
    findings: list[Finding] = []

    def heard(finding: Finding) -> None:
        findings.append(finding)
        _tell(finding)

    rehearsal = arena.rehearsal.Rehearsal(contest, others, folder / "logs")
    arena.programs.run_stoppable(partial(rehearsal.run, rogues, jobs, heard))
    return findings


def _tell(finding: Finding) -> None:
    name = f"{finding.rogue.name:<34}"
    if finding.untried:
        say(f"{name}  NOT TRIED  {finding.untried}", colour="red")
    elif finding.wrong:
        say(f"{name}  WRONG      {finding.wrong}", colour="red")
        if finding.text:
            say(f"    {finding.text}")
    else:
        say(f"{name}  {finding.rogue.verdict:<13}  {finding.guard}", colour="green")


def _summary(contest: Contest, findings: list[Finding]) -> bool:
    """Whether every rogue was tried and all went as it must."""
    left = arena.sandbox.children(os.getpid())
    red = [finding for finding in findings if finding.wrong]
    untried = [finding for finding in findings if finding.untried]
    good = not red and not untried and not left
    say(
        f"{len(findings)} rogues in sandbox {contest.sandbox}: {len(findings) - len(red) - len(untried)} as they must, "
        f"{len(red)} not, {len(untried)} not tried; {len(left)} processes left",
        colour="green" if good else "red",
    )
    return good
