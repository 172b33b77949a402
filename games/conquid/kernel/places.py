"""The places of the boards in the memory of the kernel: each takes ROWS integers of `b`, starting at its place.

The last of them, above the topmost row of the largest board, are always 0. So are those before a board, and the rows
beside the edges of a board can be read like all others.
"""

ROWS = 24
PLIES = 40
"""The greatest number of plies from the root to the end of a line."""
RINGS = 200
"""The greatest number of rings between the headquarters, crossings included."""

# The field: its cells, and the cells beside the headquarters of both sides.
GROUND, GATES = 0, ROWS
# Used by `board` and `value`.
MINE, THEIRS, TAKEN, CHAIN = 3 * ROWS, 4 * ROWS, 5 * ROWS, 6 * ROWS
LEFT = 8 * ROWS
AFTER_MINE, AFTER_THEIRS = 11 * ROWS, 12 * ROWS
# Used by `propose`. FLOODS and GROWN have one board for each cell that is left to acquire, FAR has three.
EDGE, TRIED, TRIED_OTHER = 7 * ROWS, 13 * ROWS, 14 * ROWS
WAY, BLOCK, ATTACK, GUARD, CONTACT = 15 * ROWS, 16 * ROWS, 17 * ROWS, 18 * ROWS, 19 * ROWS
FLOODS, GROWN, HELD, FAR = 20 * ROWS, 24 * ROWS, 28 * ROWS, 29 * ROWS
NARROW, SET_OWN = 32 * ROWS, 33 * ROWS
# The boards of both sides at each ply, and rings around the headquarters: crossed by the opponent, outwards, backwards.
POSITIONS = 34 * ROWS
CROSSED = POSITIONS + 2 * PLIES * ROWS
OUT, BACK = CROSSED + RINGS * ROWS, CROSSED + 2 * RINGS * ROWS
END = CROSSED + 3 * RINGS * ROWS
"""The number of integers that all boards take."""
