"""The secret that both ends know, and how each proves over a socket that it knows it, without saying it.

Whoever listens sends a challenge; whoever has connected answers with a proof and a challenge of his own; whoever
listens proves it, too. A proof covers both challenges and the side that gives it, so that none can be used again, or
sent back to whom it came from. The two lines of whoever listens and the one of whoever has connected are JSON:

    listens    {"type":"challenge","nonce":"..."}
    connects   {"type":"proof","nonce":"...","proof":"..."}
    listens    {"type":"welcome","proof":"..."}    or {"type":"refused"}

A nonce is 64 hex digits, a proof the HMAC-SHA256 of `SIDE LISTENER'S-NONCE CONNECTOR'S-NONCE` under the token, in hex.
What comes after it is neither secret nor signed: a tunnel is for that.
"""

from __future__ import annotations

import os
import re
import stat
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from arena.errors import Trouble, WrongInput
from arena.files import open_regular, read_whole
from arena.protocol import quoted

MOST_LINE = 512
"""The most bytes of a line of the greeting."""
LEAST, MOST = 16, 256
"""The least and the most characters of a token."""
_FORM = re.compile(rf"[!-~]{{{LEAST},{MOST}}}")
CHALLENGE = b'{"type":"challenge",'
"""How the first line of whoever listens and asks for a token begins."""

REFUSED = b'{"type":"refused"}\n'
"""What whoever listens says last to one who does not know the token."""

Side = Literal["listens", "connects"]


def read_token(path: Path) -> str:
    """The token in that file, which is the only thing in it. Raises WrongInput for a file that cannot be read, that
    others may read, or that holds no token."""
    try:
        fd = open_regular(path)
        try:
            mode, content = os.fstat(fd).st_mode, read_whole(fd, 10 * MOST)
        finally:
            os.close(fd)
    except OSError as problem:
        raise WrongInput(f"{path}, the file of the token, cannot be read: {problem.strerror}") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise WrongInput(f"{path} holds a token, and others may read it: chmod 600 '{path}'")
    text = content.decode("latin-1").strip()
    if not _FORM.fullmatch(text):
        how = 'python3 -c "import secrets; print(secrets.token_urlsafe())"'
        raise WrongInput(f"{path} holds no token: {LEAST} to {MOST} characters of ASCII, no blanks, as from {how}")
    return text


class Greeting:
    """One side of the greeting, without I/O: send what `begin` gives, and what `feed` gives for whatever comes, until
    it is `done`. `rest` are bytes that came after it already."""

    def __init__(self, token: str, side: Side) -> None:
        self.done = False
        self.rest = b""
        self._token = token.encode()
        self._side: Side = side
        self._nonce = token_hex(32)
        self._theirs = ""

    def begin(self) -> bytes:
        """What this side says first; nothing if it is the other one's turn."""
        return _line(_Challenge(self._nonce)) if self._side == "listens" else b""

    def feed(self, data: bytes) -> bytes:
        """What this side says to some bytes of the other one. Raises Trouble for one that does not know the token, or
        does not greet."""
        self.rest += data
        said = b""
        while not self.done:
            line, end, rest = self.rest.partition(b"\n")
            if len(line) > MOST_LINE:
                raise Trouble(f"greets with more than {MOST_LINE} bytes: {quoted(line, 80)}")
            if not end:
                break
            self.rest = rest
            said += self._hear(line)
        return said

    def _hear(self, line: bytes) -> bytes:
        try:
            if self._side == "listens":
                proof = msgspec.json.decode(line, type=_Proof)
                self._theirs = proof.nonce
                self._check("connects", proof.proof)
                self.done = True
                return _line(_Welcome(self._prove("listens")))
            answer = msgspec.json.decode(line, type=_Challenge | _Welcome | _Refused)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Trouble(f"greets as none that knows a token: {quoted(line, 80)}") from None
        if isinstance(answer, _Challenge) and not self._theirs:
            self._theirs = answer.nonce
            return _line(_Proof(self._nonce, self._prove("connects")))
        if not isinstance(answer, _Welcome) or not self._theirs:
            raise Trouble("does not know this token")
        self._check("listens", answer.proof)
        self.done = True
        return b""

    def _prove(self, side: Side) -> str:
        listens, connects = (self._nonce, self._theirs)[:: 1 if self._side == "listens" else -1]
        return digest(self._token, f"{side} {listens} {connects}".encode(), "sha256").hex()

    def _check(self, side: Side, proof: str) -> None:
        if not compare_digest(proof, self._prove(side)):
            raise Trouble("does not know this token")


_Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class _Challenge(Struct, tag="challenge", tag_field="type"):
    nonce: _Hex


class _Proof(Struct, tag="proof", tag_field="type"):
    nonce: _Hex
    proof: _Hex


class _Welcome(Struct, tag="welcome", tag_field="type"):
    proof: _Hex


class _Refused(Struct, tag="refused", tag_field="type"):
    pass


def _line(message: Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"
