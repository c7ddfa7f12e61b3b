"""What holds for all tests."""

import os
import signal
import sys

from hypothesis import HealthCheck, settings

from tests.plug_in import mark, plug_in

__all__ = ["mark", "plug_in"]  # fixtures

# No test may fail because the machine is slow, nor in CI because of examples that were drawn there alone.
settings.register_profile(
    "arena",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("arena")

# As for the command `arena`: the arrays are small, and threads would take the processors from the tests beside.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What pytest makes of the asserts of all files takes longer than many of the files: it is kept, also where Python may
# write no other cache.
sys.dont_write_bytecode = False

# All that is printed would be as wide as that.
os.environ.pop("COLUMNS", None)

# What a shell or nohup has this process ignore, all would ignore that the tests start; but two Python ignores itself.
for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}:
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
