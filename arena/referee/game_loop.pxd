from arena.referee.telling cimport Telling as _Tell

cdef class _Play:
    cdef object _fixture, _options, _players, _policy
    cdef _Tell _telling
    cdef list _faults, _texts
    cdef dict _forfeited
    cdef list _leaving
    cdef bint _stopped
    cdef Py_ssize_t _askings
    cdef list _decisions, _substituted, _ms, _given, _notes, _note_room
    cdef object _watch
    cdef _ask(self, state, seat, legal, bint alone)
    cdef _taken(self, state, seat, legal, answer)
