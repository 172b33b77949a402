"""The search in plain loops over integers: it runs as it stands, and many times faster where numba compiles it.

One `Memory` holds everything; `position`, `value`, `propose` and `search` work on it and on nothing else.
`games/onyx/rules.py` stays the authority: tests compare the two turn by turn.
"""
