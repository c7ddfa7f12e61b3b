# verdict: none; in: bwrap; by: filter
"""Makes a map for programs in the kernel. Met: exploits of the last ten years."""

import ctypes
import os
import struct

from _honest import answer, leak, messages

BPF = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
ARRAY = struct.pack("5I", 2, 4, 4, 1, 0).ljust(72, b"\0")  # type, sizes of key and value, entries, flags
for message in messages():
    if message["type"] == "turn" and ctypes.CDLL(None).syscall(BPF, 0, ARRAY, len(ARRAY)) > 0:
        leak("has a bpf map")
    answer(message)
