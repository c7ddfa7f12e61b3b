"""What holds for all tests."""

import os

from hypothesis import HealthCheck, settings

# No test may fail because the machine is slow, nor in CI because of examples that were drawn there alone.
settings.register_profile(
    "arena",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("arena")
