"""Checks records against what their contest says of itself: its schedule, its rules, its bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from arena.contest import by_name, stored_schedule
from arena.referee import GameRecord
from arena.store import Facts, StoreError


class _Bot(Struct):
    name: str
    files: str


class _Contest(Struct):
    game: str
    game_version: int
    options: Any
    sandbox: str
    bots: list[_Bot]


class Audit:
    """What a stored contest says of its first `games` games, from `Store.facts()` and `Store.stages()`. Raises
    StoreError if these cannot be used."""

    def __init__(self, facts: Facts, stages: Sequence[bytes], games: int) -> None:
        try:
            self._contest = facts.of_contest(_Contest)
            self._schedule = stored_schedule(facts, stages, games)
            by_name(facts)
        except StoreError:
            raise
        except Exception as problem:  # facts and stages that came from elsewhere may say anything
            raise StoreError(
                f"what the file says of its contest cannot be used: {problem!r}; was it written by another version?"
            ) from problem
        self._hashes = {bot.name: bot.files for bot in self._contest.bots}
        self._hashes |= {entry.name: entry.hash for entry in facts.entered}
        self._options: tuple[Raw, bool] | None = None

    def seeds(self, record: GameRecord) -> tuple[int, ...]:
        """The seed that each seat of the game was given for its own random choices."""
        return tuple(self._schedule.bot_seed(record.number, seat) for seat in range(record.seats))

    def objections(self, record: GameRecord) -> Iterator[str]:
        """Everything in a record that is not as the contest says, in words."""
        plan = self._contest
        try:
            pairing = self._schedule.pairing(record.number)
        except IndexError:
            yield "it is not in the schedule"
        else:
            if record.group != pairing.group:
                yield f"its deal group is {record.group}, in the schedule {pairing.group}"
            if record.deal != pairing.deal:
                yield f"its deal is {record.deal}, that of the schedule {pairing.deal}"
            if record.seating != pairing.seating:
                yield f"its seating is {', '.join(record.seating)}, that of the schedule {', '.join(pairing.seating)}"
        if (record.game, record.game_version) != (plan.game, plan.game_version):
            yield f"it is {record.game} {record.game_version}, the contest is {plan.game} {plan.game_version}"
        if not self._has_the_options(record.options):
            yield "its options are not those of the contest"
        if record.sandbox != plan.sandbox:
            yield f"its bots ran in sandbox {record.sandbox}, those of the contest in {plan.sandbox}"
        for name, own in dict(zip(record.seating, record.hashes, strict=False)).items():
            if own != self._hashes.get(name, own):
                yield f"the files of {name} had the hash {own}, in the contest it is {self._hashes[name]}"

    def _has_the_options(self, options: Raw) -> bool:
        # They are the same text in almost every record: it is read once.
        if self._options is None or self._options[0] != options:
            self._options = options, msgspec.json.decode(options) == self._contest.options
        return self._options[1]
