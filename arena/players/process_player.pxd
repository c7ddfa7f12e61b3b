from arena.players.timed_exchange cimport TimedExchange as _TimedExchange

cdef class ProcessPlayer:
    cdef public object program
    cdef object _usage, _name, _control, _announced_limits, _limits, _logs, _spawn
    cdef bint _keep, _ponder
    cdef object _neighbours, _clock_for
    cdef _TimedExchange _talk, _heard
    cdef set _deals
    cdef Py_ssize_t _late_room
    cdef object _number, _seat
    cdef object _clock
    cdef object _stderr
    cdef Py_ssize_t _stray_before, _heard_before

    cpdef decide(self, question)
    cdef _tell_turn(self, _TimedExchange talk, question)
    cpdef _chosen(self, _TimedExchange talk, question, choice)
