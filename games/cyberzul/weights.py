"""The weights of `expected_points`."""

from __future__ import annotations

from games.cyberzul.evaluate import Sets, Weights

# fmt: off
DRAFT_WEIGHTS = Weights(
    columns=Sets((0, 0.3, 0.8, 1.8, 4, 7)),
    colours=Sets((0, 0.3, 0.8, 2, 5, 10)),
    rows=Sets((0, 0, 0, 0, 0, 2)),
    across=0.3, down=0.3, both=0.2,
    lines=((0.7,), (0.6, 1.2), (0.5, 1, 1.7), (0.4, 0.8, 1.3, 2)),
    aim=0.3, start=1,
)
"""The weights for judging single moves within a round."""

ROUND_WEIGHTS = {
    2: Weights(
        columns=Sets((0, 1.1, 1.9, 2.1, 3.4, 7), (3.5, 3.8, -0.2, -1.8, -1.8), (-2.5, -1.2, -0.9, -0.6, 4, 0)),
        colours=Sets((0, 0.5, 0.7, 0.4, 2.9, 10), (4.5, 3, -0.6, -1.5, -2.5), (-2.3, -2.9, -2.1, -1.4, 7.5, 0)),
        rows=Sets((0, 1.9, 2.2, 2.4, 1.3, 2), (1.5, 1.8, 0.6, -2.6, 0), (2.6, -1.2, -2.2, -2.2, 1.8, 0)),
        across=0.25, down=-0.13, both=0.66,
        lines=((-1.2,), (-0.7, 0), (-1.9, -0.1, 0.7), (-1.9, -1.2, 0.2, 0.3)),
        aim=0.98, start=1.3,
    ),
    3: Weights(
        columns=Sets((0, 0.4, 1.3, 1.9, 3.3, 7), (1.3, 3.4, 0.4, -0.4, -1.3), (-1.4, -0.2, -0.4, -0.4, 2, 0)),
        colours=Sets((0, 0.3, 0.8, 1.6, 3.3, 10), (2.8, 2, 0.1, -0.3, -1.2), (-0.9, -1, -0.8, -1.4, 3.6, 0)),
        rows=Sets((0, -0.7, -1.7, -2.8, -2.9, 2), (-0.1, -0.6, -1.3, -0.9, 0), (1, 0, -0.6, -0.6, -0.4, 0)),
        across=0.34, down=0.46, both=0.46,
        lines=((-0.5,), (-0.3, 0.2), (-0.7, -0.2, 0.2), (-0.8, -0.8, -0.3, 0.7)),
        aim=0.55, start=1.5,
    ),
    4: Weights(
        columns=Sets((0, 0.8, 1.8, 2.2, 3.4, 7), (2.3, 1.2, 1.1, 0, -1.2), (-1.1, -0.6, -0.4, -0.1, 2.2, 0)),
        colours=Sets((0, 0.6, 1.4, 2.2, 3.8, 10), (2.2, 2, 0.6, -0.3, -0.7), (-0.8, -0.7, -1, -0.6, 3.1, 0)),
        rows=Sets((0, -1.8, -3.3, -4.9, -5.3, 2), (-0.3, -1, -1.3, -2.6, 0), (1, 0.7, -0.4, -1.1, -0.2, 0)),
        across=0.4, down=0.44, both=0.48,
        lines=((0,), (0, 0.4), (-0.5, 0, 0.4), (-0.6, -0.5, -0.2, 0)),
        aim=0.33, start=1.5,
    ),
}
"""The weights for the position after a round, by number of players."""
# fmt: on
