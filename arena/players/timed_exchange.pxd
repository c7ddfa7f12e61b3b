from arena.protocol.dialogue cimport Dialogue as _Dialogue
from arena.sandbox.account cimport Account as _Account

cdef class TimedExchange:
    cdef public object process
    cdef public _Dialogue dialogue
    cdef public bint on_turn, held
    cdef object _control
    cdef bint _ponder, _plays, _speaks
    cdef object _neighbours
    cdef Py_ssize_t _in_vain
    cdef object _limit_ms
    cdef double _began
    cdef object _ended
    cdef object _now
    cdef object _last
    cdef public _Account account
    cdef public object last_ms, given_back
    cdef public double lag_ms
    cdef object _seat, _log_name

    cpdef ask(self, bytes line, limit_ms, kind, bint alone)
    cdef _look(self, kind, double patience, deadline=*)
    cdef _end_turn(self, double asked)
