from arena.games.grizzled.position cimport Position

cdef class State(Position):
    pass
