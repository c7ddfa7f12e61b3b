from arena.games.gunrunners.position cimport Position

cdef class State(Position):
    pass
