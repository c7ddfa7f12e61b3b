from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from math import inf, sqrt, log
from random import Random
from typing import Any

import click
import msgspec

from arena.games import Game, Move, Outcome, State, TeamResult, find_game


class Search:
    def __init__(self, game, options, seat, seats, seed, playouts=200, margin=0.0, mast=0.0, tau=0.15, ucb=0, final=0):
        self.game, self.options, self.seat = game, options, seat
        self.rng = Random(seed)
        self.playouts = playouts
        self.margin=margin; self.mast=mast; self.tau=tau; self.ucb=ucb
        self.stat = {}

    def choose(self, view, memory, legal, deadline=None):
        if len(legal) == 1:
            return 0
        alive = list(range(len(legal)))
        totals = [0.0] * len(legal)
        self.stat={}
        rounds = (len(legal) - 1).bit_length()
        budget = self.playouts / rounds
        tried = 0
        n=0
        while len(alive) > 1:
            for _ in range(max(1, int(budget / len(alive)))):
                world = self.game.imagine(self.seat, view, memory, self.rng, self.options)
                others = {s: self.rng.choice(world.legal(s)) for s in world.to_act() if s != self.seat}
                luck = self.rng.random()
                for i in alive:
                    state = world.clone()
                    state.apply({self.seat: legal[i], **others})
                    totals[i] += self.playout(state, Random(luck), luck)
            alive.sort(key=lambda i: -totals[i])
            alive = alive[: (len(alive) + 1) // 2]
        return alive[0]

    def playout(self, state, rng, luck):
        random = rng.random
        if not self.mast:
            while acting := state.to_act():
                moves = {}
                for seat in acting:
                    legal = state.legal(seat)
                    moves[seat] = legal[int(random() * len(legal))]
                state.apply(moves)
            return self.value(state.outcome(), self.seat)
        stat=self.stat
        made=[]
        while acting := state.to_act():
            moves = {}
            for seat in acting:
                legal = state.legal(seat)
                if len(legal)==1: moves[seat]=legal[0]; continue
                if random()<self.mast:
                    best=-1e9
                    # tournament of 2-4 random moves by mean value
                    for _ in range(3):
                        m=legal[int(random()*len(legal))]
                        e=stat.get((seat,m))
                        v=e[1]/e[0] if e else 0.6
                        if v>best: best=v; pick=m
                else: pick=legal[int(random() * len(legal))]
                made.append((seat,pick))
                moves[seat] = pick
            state.apply(moves)
        out=state.outcome()
        vals=[self.value(out,s) for s in range(len(out.places))]
        for key in made:
            e=stat.get(key)
            if e is None: e=stat[key]=[2,1.0]
            e[0]+=1; e[1]+=vals[key[0]]
        return vals[self.seat]

    def value(self, outcome, seat):
        if isinstance(outcome, TeamResult):
            return outcome.score
        p = outcome.places
        own = p[seat]
        v = sum((own < o) + 0.5 * (own == o) for o in p) - 0.5
        v /= len(p) - 1
        if self.margin:
            s = outcome.scores
            o = (sum(s) - s[seat]) / (len(s) - 1)
            v += self.margin * (s[seat] - o)
        return v
