cdef class BotProcess:
    cdef public object _limits
    cdef public Py_ssize_t _most_memory
    cdef public object _lock
    cdef public bint _ended
    cdef public object _overrun
    cdef public double _cpu_before
    cdef public object stderr
    cdef public object _sample, _namespace, _pipes, _child
    cdef public object pid
    cdef public int _pidfd
    cdef public object _watch
    cdef public object _in, _out, _err
    cdef public object _family, _meter
    cdef object __weakref__
    cpdef send_now(self, bytes data)
    cpdef look(self, patience, bint asked=*)
