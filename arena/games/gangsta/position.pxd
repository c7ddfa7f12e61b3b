from arena.games.steps cimport Stepwise

cdef class Position(Stepwise):
    cdef public object options, seats, deal
    cdef public object chapter, turn, active, extra, job, target, left
    cdef public tuple heists, reserve
    cdef public tuple heist_pile, gangster_pile
    cdef public object heist_seen_by, gangster_seen_by
    cdef public tuple discarded_heists, discarded_gangsters, reshuffled
    cdef public tuple snitches, dead, lost
    cdef public list dollars, bank, gangs, performed, influence, resources, hospitals
    cdef public list offered, unkept
    cdef public object ranked
