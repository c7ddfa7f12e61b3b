cdef class BotProcess:
    cdef object _limits
    cdef Py_ssize_t _most_memory
    cdef object _lock
    cdef bint _ended
    cdef object _overrun
    cdef double _cpu_before
    cdef public object stderr
    cdef object _sample, _namespace, _pipes, _child
    cdef public object pid
    cdef int _pidfd
    cdef object _watch
    cdef object _in, _out, _err
    cdef object _family, _meter
    cdef object __weakref__
    cpdef send_now(self, bytes data)
    cpdef look(self, patience)
