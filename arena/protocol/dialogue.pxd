cdef class Dialogue:
    cdef public Py_ssize_t answer_bytes, stray, heard, heard_in_all
    cdef public object remark
    cdef public list after
    cdef long long _last_id
    cdef object _open
    cdef bytes _unfinished
    cdef Py_ssize_t _past
    cdef tuple _stale

    cpdef long long request(self, kind)
    cpdef receive(self, bytes data)
