cdef class Telling:
    cdef list _shown, _private, _told

    cpdef hear(self, events)
    cpdef list news(self, seat)
    cpdef question(self, state, seat, legal, alone)
