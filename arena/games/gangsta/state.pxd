from arena.games.gangsta.position cimport Position

cdef class State(Position):
    pass
