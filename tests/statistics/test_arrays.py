"""What is written here of numpy, since numpy's own loads so much, gives what numpy's gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics.arrays import distinct, quantile


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.floats(0, 1))
def test_a_quantile_is_numpys(numbers: list[float], share: float) -> None:
    assert quantile(np.array(numbers), share) == pytest.approx(np.quantile(numbers, share), rel=1e-9, abs=1e-9)


@given(st.lists(st.integers(-(10**9), 10**9)))
def test_distinct_numbers_are_numpys(numbers: list[int]) -> None:
    found = np.array(numbers, dtype=np.int64)
    assert distinct(found).tolist() == np.unique(found).tolist()
