"""A seat's other end: a process with its pipes and clocks, or a function."""
