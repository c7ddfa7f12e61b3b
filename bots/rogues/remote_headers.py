# verdict: start-failure; in: none rlimit; says: does not speak HTTP as it should
"""Lives behind HTTP, and answers with headers that have no end. Met: slow and endless servers, met by every crawler."""

from _remote import relay_to


def serve(stream, said):
    stream.sendall(b"HTTP/1.1 200 OK\r\n")
    for _ in range(10_000):
        stream.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")


relay_to(serve)
