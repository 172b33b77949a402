"""Fit the weights of Cyberzul's mats between two rounds to matches that its search plays against itself.

    python -m bench.fit_cyberzul play --matches 2000 --nodes 5000 --file cyberzul-fit.jsonl
    python -m bench.fit_cyberzul play --matches 200 --seats 3 --file cyberzul-fit.jsonl
    python -m bench.fit_cyberzul fit --file cyberzul-fit.jsonl

`play` plays quick matches with a few positions or, of several players, playouts per move, some of them random. It
writes each position between two rounds with the final points of all players, one per line. `fit` is a linear regression
for each number of players: how many more points than the others a player gets from then on who has more of something on
the mat. It prints `Weights` for `games/cyberzul/weights.py`, and by how many points the lead at the end is missed in
matches that were left out of the fit: with the weights in use, and with those fitted to the others.
"""

from __future__ import annotations

from random import Random

import numpy as np

from bench._fitting import Numbers, new_parser, parts_left_out, play_or_fit
from games.core.budget import Budget
from games.core.status import CHANCE, Outcome
from games.cyberzul import RULES
from games.cyberzul.evaluate import beside_and_above, expected_points, row_of
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.kernel.memory import KERNEL
from games.cyberzul.moves import Take
from games.cyberzul.position import Board, State
from games.cyberzul.scoring import COLOUR_SPACES, COLUMNS, ROWS, SPACE, bonus, wall_points
from games.cyberzul.search import Playouts
from games.cyberzul.weights import ROUND_WEIGHTS

RANDOM_SHARE = 0.05
PLAYOUTS = 10_000
"""More than any budget here."""
RIDGE, PAIR = 10.0, 2
SURE = (COLUMNS, 7), (COLOUR_SPACES, 10), (ROWS, 2)
"""The sets of spaces that bring a bonus when they are complete, and the bonus."""
LAST = 4 * len(SURE)
FOR_SETS = LAST + 5 * len(SURE)
AROUND = FOR_SETS + 5 * len(SURE)
LINES = AROUND + 3
AIM = LINES + 10
NUMBER = AIM + 2
"""Where features begin: of sets by their tiles, of sets by the row of the last tile, of lines for sets, and so on."""
Row = tuple[int, str, list[int]]
"""The match, a position, and the final points of each player."""


def play(seed: int, nodes: int, seats: int = 2) -> list[Row]:
    """Play one match; return its positions between two rounds."""
    rng, state = Random(seed), RULES.start(seats, {})
    seen = []
    while not isinstance(status := RULES.status(state), Outcome):
        seat = min(status.seats)
        if seat == CHANCE:
            if state.round > 1:
                seen.append(RULES.dump(state))
            state = RULES.play(state, seat, RULES.deal(state, rng))
        elif rng.random() < RANDOM_SHARE:
            state = RULES.play(state, seat, RULES.legal(state, seat).sample(rng))
        else:
            state = RULES.play(state, seat, best_move(state, nodes, rng))
    points = [board.score for board in state.boards]
    return [(seed, position, points) for position in seen]


def best_move(state: State, nodes: int, rng: Random) -> Take:
    """Return the best move by the search that hard and master use."""
    meter = Budget(nodes=nodes).start()
    if len(state.boards) == PAIR:
        return AlphaBeta(state, meter).best()[0].move
    return Playouts(state, meter, rng, PLAYOUTS).best()


def features(board: Board, *, begins: bool) -> Numbers:
    """Return how often each weight counts on a mat: partial sets, spaces, unfinished lines, the aim, and the start."""
    found = np.zeros(NUMBER)
    for kind, (sets, _) in enumerate(SURE):
        for spaces in sets:
            number = (board.wall & spaces).bit_count()
            if 0 < number < len(sets):
                found[4 * kind + number - 1] += 1
            if number == len(sets) - 1:
                found[LAST + 5 * kind + row_of(spaces & ~board.wall)] += 1
    beside, above = beside_and_above(board.wall)
    found[AROUND : AROUND + 3] = beside.bit_count(), above.bit_count(), (beside & above).bit_count()
    for line in range(2, 6):
        number, colour = board.line(line)
        if number:
            space = SPACE[line - 1][colour]
            found[LINES + (line - 2) * (line - 1) // 2 + number - 1] = 1
            found[AIM] += number / line * wall_points(board.wall, line - 1, space % 5)
            for kind, (sets, _) in enumerate(SURE):
                there = next((board.wall & spaces).bit_count() for spaces in sets if spaces >> space & 1)
                found[FOR_SETS + 5 * kind + there] += number / line
    found[AIM + 1] = begins
    return found


def sure_points(board: Board) -> int:
    """Return the score with the bonuses that are sure."""
    return board.score + bonus(board.wall)


def measure(rows: list[Row]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return, of all mats, the features, the points still won, those now expected, and the matches.

    All but the matches are by how much more they are than the mean of the players.
    """
    x, won, expected, matches = [], [], [], []
    for match, position, points in rows:
        state = RULES.load(position, {})
        boards = state.boards
        x.append(_from_mean([features(board, begins=seat == state.turn) for seat, board in enumerate(boards)]))
        won.append(_from_mean([final - sure_points(board) for final, board in zip(points, boards, strict=True)]))
        expected.append(_from_mean(_promised_points(state)))
        matches += [match] * len(boards)
    return np.concatenate(x), np.concatenate(won), np.concatenate(expected), np.array(matches)


def _from_mean(values: list[Numbers] | list[int] | list[float]) -> Numbers:
    found = np.array(values, float)
    difference: Numbers = found - found.mean(0)
    return difference


def _promised_points(state: State) -> list[float]:
    weights = ROUND_WEIGHTS[len(state.boards)]
    return [
        expected_points(board.lines, board.wall, weights)
        + (board.score - sure_points(board))
        + weights.start * (seat == state.turn)
        for seat, board in enumerate(state.boards)
    ]


def fit_linear(x: Numbers, y: Numbers) -> Numbers:
    """Fit weights, without a constant; the sum of their squares is penalised."""
    found: Numbers = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
    return found


def error(missed: Numbers) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt((missed**2).mean()))


def report(rows: list[Row]) -> None:
    """Print the weights for each number of players, and how well they foretell."""
    by_seats: dict[int, list[Row]] = {}
    for row in rows:
        by_seats.setdefault(len(row[2]), []).append(row)
    for seats, chosen in sorted(by_seats.items()):
        report_weights(seats, *measure(chosen))


def report_weights(seats: int, x: Numbers, won: Numbers, expected: Numbers, matches: Numbers) -> None:
    """Print the weights for a number of players."""
    missed = np.zeros(len(won))
    for left_out in parts_left_out(matches):
        missed[left_out] = won[left_out] - x[left_out] @ fit_linear(x[~left_out], won[~left_out])
    exact = fit_linear(x, won)
    fitted = [round(float(weight), 1) for weight in exact]
    lines = [tuple(fitted[LINES + each * (each + 1) // 2 :][: each + 1]) for each in range(4)]
    print(f"    # {len(won)} mats of {len(set(matches))} matches; points missed: {error(won):.2f} knowing nothing,"
          f" {error(won - expected):.2f} in use, {error(missed):.2f} fitted")  # fmt: skip
    print(f"    {seats}: Weights(")
    for kind, each in enumerate(("columns", "colours", "rows")):
        tiles = 0, *fitted[4 * kind : 4 * kind + 4], SURE[kind][1]
        last, line = (tuple(fitted[first + 5 * kind :][:5]) for first in (LAST, FOR_SETS))
        print(f"        {each}=Sets({tiles}, {last}, {(*line, 0)}),")
    print("        across={}, down={}, both={},".format(*exact[AROUND : AROUND + 3].round(2)))
    print(f"        lines={tuple(lines)},")
    print(f"        aim={exact[AIM]:.2f}, start={fitted[AIM + 1]},\n    ),")


def main() -> None:
    """Play or fit."""
    parser = new_parser(__doc__, matches=200, nodes=100, file="cyberzul-fit.jsonl")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    given = parser.parse_args()
    play_or_fit(given, KERNEL.prepare, lambda seed, nodes: play(seed, nodes, given.seats), 4, report)


if __name__ == "__main__":
    main()
