"""The search, written as plain loops over integers: it runs as it is, and sixty times faster if numba compiles it.

A `Memory` holds all data; `position`, `value` and `search` work only on it. `alpha_beta` sets it up and reads the
result. `games/choccer/rules.py` remains the authority: tests compare the two move by move.
"""
