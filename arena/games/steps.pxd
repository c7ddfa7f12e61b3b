cdef class Stepwise:
    cdef public Py_ssize_t at
    cdef public object stage, choices, events
