"""The search, written as plain loops over integers: it runs as it is, and many times faster if numba compiles it.

A `Memory` holds all data; `position`, `value`, `propose` and `search` work only on it. `alpha_beta` sets it up and
reads the result. `games/onyx/rules.py` remains the authority: tests compare the two turn by turn.
"""
