cdef class Telling:
    cdef list _news

    cpdef hear(self, events)
    cpdef list news(self, seat)
    cpdef question(self, state, seat, legal, alone)
