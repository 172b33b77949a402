"""Position lines drawn by hypothesis: any line that can be written, be it reachable or not."""

from __future__ import annotations

from hypothesis import strategies as st

from games.choccer.position import GRID

CROWDED = ".*+CTLSctls"
SPARSE = "." * 20 + CROWDED


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A position line in canonical form; the side named may be unable to act."""
    alphabet = draw(st.sampled_from([CROWDED, SPARSE, "." + "C" * 8 + "t*"]))
    board = draw(st.text(alphabet, min_size=GRID.size, max_size=GRID.size))
    pieces = [square for square, char in enumerate(board) if char.isalpha()]
    held = {square: draw(st.sampled_from(["red", "blue"])) for square in pieces if draw(st.integers(0, 5)) == 0}
    rows = "/".join(board[start : start + GRID.columns] for start in range(66, -1, -GRID.columns))
    gems = ",".join(f"{GRID.names[square]}:{gem}" for square, gem in held.items()) or "-"
    black, white = draw(st.integers(0, 99)), draw(st.integers(0, 99))
    turn = draw(st.integers(1, 101))
    seat = draw(st.sampled_from("01-")) if turn <= 100 else "-"
    return f"b={rows} held={gems} pts={black},{white} turn={turn} t={seat}"
