cdef class Position:
    cdef public object seats, luck
    cdef public tuple locations
    cdef public dict values
    cdef public object stage, turn, active, chooser, special, held
    cdef public object marker, stock, warehouse, die, discarded
    cdef public list crates, trainees, rows
    cdef public list taken, hands, drawn, discards, known
    cdef public list events
    cdef public tuple moves
    cdef public object ranked
