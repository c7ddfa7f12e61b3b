cdef class Account:
    cdef public double on_s, off_s, off_wall_s, cpu_s, due
    cdef object _read
    cdef double _since, _off, _on

    cpdef rest(self, double now)
    cpdef turn(self, double began, double ended)
    cdef _settle(self)
