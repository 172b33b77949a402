"""The search in plain loops over integers: it runs as it stands, and many times faster where numba compiles it.

One `Memory` holds everything; `board`, `value`, `propose` and `search` work on it and on nothing else;
`alpha_beta` sets it up and reads what was found. `games/conquid/rules.py` stays the authority:
tests compare what the two do and think.
"""
