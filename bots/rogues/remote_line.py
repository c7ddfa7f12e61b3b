# verdict: output-limit; in: none rlimit; says: bytes for one request
"""Lives behind a socket, and answers with a line that has no end. Met: floods_stdout, from another machine."""

from _remote import relay_to, until_turn


def serve(stream, said):
    until_turn(stream, said)
    for _ in range(1000):
        stream.sendall(b"x" * 65_536)


relay_to(serve, "tcp")
