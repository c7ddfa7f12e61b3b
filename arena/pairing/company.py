"""Who sits with whom, so that all line-ups of a stage together are worth most.

Line-ups are laid one after the other, and then two bots of different line-ups exchange their seats as long as that
makes the whole worth more. Everything is whole numbers, so that no order of sums decides.
"""

from __future__ import annotations

import numpy as np

from arena.statistics import Ints

MOST_WORTH = 10**8
"""The highest worth of a meeting, chosen so that sums of worths stay below `RESTS`."""
RESTS = 1 << 34
"""What is taken from the worth of a pair that should not meet: no worth makes up for it."""

_TWICE = 1 << 40  # a pair that meets a second time in a stage
_ITSELF = 1 << 48


def seated(worth: Ints, needs: Ints, order: Ints, seats: int) -> Ints:
    """Make line-ups of different bots, of shape (line-ups, seats), with each bot in `needs` of them.

    `worth`, of shape (bots, bots) and symmetric, is the worth of a meeting; that of a line-up is the sum over its
    pairs. `needs` must add up to whole line-ups, and nobody may need more than there are. Those that come first in
    `order` are given company first. Two bots meet twice, or meet though the pair rests, only where no exchange helps.

    No exchange of two seats makes the result better. So, in line-ups of two, a pair that rests is among them only if
    either bot rests from about half of all the others. Otherwise there is a pair to exchange with, since each of the
    other pairs can be exchanged with in two ways, and each bot from which one of the two rests is in the way of one of
    them.
    """
    worth = worth.copy()
    np.fill_diagonal(worth, -_ITSELF)
    tables = _laid(worth, needs, order, seats)
    _exchange(tables, worth)
    return tables


def _laid(worth: Ints, needs: Ints, order: Ints, seats: int) -> Ints:
    """One after the other, each time with the company that is worth most."""
    left, found = needs.copy(), list[list[int]]()
    worth = worth.copy()
    for tables in range(int(needs.sum()) // seats, 0, -1):
        # Who needs every line-up to come is in this one. So nobody ever needs more than there are, and as many bots
        # as a line-up has seats need one.
        table = np.flatnonzero(left == tables).tolist()
        if not table:
            table = [int(order[np.argmax(left[order] > 0)])]
        while len(table) < seats:
            total = np.where(left > 0, worth[:, table].sum(axis=1), np.iinfo(np.int64).min)
            table.append(int(order[np.argmax(total[order])]))
        left[table] -= 1
        worth[np.ix_(table, table)] -= _TWICE
        found.append(table)
    return np.array(found)


def _exchange(tables: Ints, worth: Ints) -> None:
    """Slot after slot is exchanged with the one with which it makes the whole best, until none makes it better. Each
    time the whole is worth more, so it ends."""
    count, seats = tables.shape
    bots = tables.reshape(-1)  # the same numbers, one a slot
    at = np.repeat(np.arange(count), seats)
    there = np.zeros((len(worth), count), dtype=np.int64)
    np.add.at(there, (bots, at), 1)
    met = there @ there.T
    loss = _lost(tables, worth, met)
    slot = calm = 0
    while calm < len(bots):
        bot, mates = bots[slot], np.delete(tables[at[slot]], slot % seats)
        to_bot = worth[bot] - _TWICE * (met[bot] > 0)
        to_mates = (worth[:, mates] - _TWICE * (met[:, mates] > 0)).sum(axis=1)
        gain = to_mates[bots] - loss + (to_bot[tables].sum(axis=1)[at] - to_bot[bots]) - loss[slot]
        gain[(at == at[slot]) | (bots == bot)] = 0
        other = int(np.argmax(gain))
        calm += 1
        if gain[other] > 0:
            for table in (at[slot], at[other]):
                met[np.ix_(tables[table], tables[table])] -= 1
            bots[slot], bots[other] = bots[other], bot
            for table in (at[slot], at[other]):
                met[np.ix_(tables[table], tables[table])] += 1
            loss = _lost(tables, worth, met)
            calm = 0
        slot = (slot + 1) % len(bots)


def _lost(tables: Ints, worth: Ints, met: Ints) -> Ints:
    """Of each slot what the pairs of its bot at its line-up are worth; a second meeting is worth less than none."""
    one, other = tables[:, :, None], tables[:, None, :]
    pairs = worth[one, other] - _TWICE * (met[one, other] > 1)
    pairs[:, np.arange(tables.shape[1]), np.arange(tables.shape[1])] = 0
    lost: Ints = pairs.sum(axis=2).reshape(-1)
    return lost
