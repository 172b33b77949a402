"""The search in plain loops over integers: it runs as it stands, and many times faster where numba compiles it.

One `Memory` holds everything; `position`, `value`, `propose` and `search` work on it and on nothing else;
`alpha_beta` sets it up and reads what was found. `games/onyx/rules.py` stays the authority:
tests compare the two turn by turn.
"""
