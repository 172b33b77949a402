"""The search of two players through the rest of a round, written as plain loops over integers; numba can compile it.

A `Memory` holds all data; `position`, `value` and `search` work only on it. `alpha_beta` sets it up and reads the
result. `games/cyberzul/rules.py` remains the authority: tests compare the two move by move.
"""
