# verdict: start-failure; in: none rlimit; says: and no relay follows it
"""Lives behind HTTP, and points to an address that only the contest's machine can reach. Met: requests that a server
was led to make (SSRF)."""

from _remote import relay_to


def serve(stream, said):
    stream.sendall(b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n")


relay_to(serve)
