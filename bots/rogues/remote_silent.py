# verdict: time; in: none rlimit; says: has sent nothing for 0.25 s
"""Lives behind a socket, is ready for each game, and says nothing to a turn. Met: a laptop that was closed."""

import time

from _remote import relay_to, until_turn


def serve(stream, said):
    until_turn(stream, said)
    time.sleep(900)


relay_to(serve, "tcp")
