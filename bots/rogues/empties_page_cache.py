# verdict: none; in: bwrap; by: filter
"""Takes a shared file out of memory, so that its twin waits for the disk where it reads it: a bit that can be set as
often as one likes. Met: page cache attacks, CVE-2019-5489."""

import glob
import mmap
import os
import resource

from _honest import answer, leak, messages

FILES = [
    path
    for path in glob.glob(f"{os.path.dirname(os.__file__)}/*.py")
    if os.path.isfile(path) and os.path.getsize(path) > 8192
]


def faults(path):
    """How often the disk was waited for to read its first page through a mapping."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ) as page:
        page[0]
    return resource.getrusage(resource.RUSAGE_SELF).ru_majflt - before


for message in messages():
    if message["type"] == "turn":
        emptied = 0
        for path in FILES[:20]:
            faults(path)
            with open(path, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            emptied += faults(path)
        if emptied > 10:
            leak("takes out of memory what others read")
    answer(message)
