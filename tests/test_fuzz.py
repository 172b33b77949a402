"""A short run of the fuzz target: whatever is typed, chosen or attached, only declared errors come out."""

from __future__ import annotations

import pytest

from bench.fuzz import KINDS, Fuzz

INPUTS = 4000


def test_damaged_inputs_are_refused_with_a_sentence() -> None:
    fuzz = Fuzz(seed=1)
    for _ in range(INPUTS):
        fuzz.one()
    for kind in {*KINDS} - {"session", "command"}:
        assert any(name.startswith(f"{kind}: ") for name in fuzz.seen), kind


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_damaged_inputs_are_refused_with_a_sentence(seed: int) -> None:
    fuzz = Fuzz(seed)
    for _ in range(40 * INPUTS):
        fuzz.one()
