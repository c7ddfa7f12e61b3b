# verdict: exited; in: none rlimit; says: closed the connection
"""Lives behind a socket, is ready for its first game, and closes the connection when it is on turn. Met: a program on
an author's machine that broke down there."""

from _remote import relay_to, until_turn

relay_to(until_turn, "tcp")
