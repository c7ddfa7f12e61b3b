cdef class Clock:
    cdef object _control
    cdef object _bank
    cdef public object told_ms
    cdef public object limit_ms, left_ms

    cpdef spend(self, double ms)
    cdef _limit(self)
