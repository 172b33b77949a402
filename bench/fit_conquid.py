"""Fit the weights of Conquid's evaluation to matches that its search plays against itself.

    python -m bench.fit_conquid play --matches 200 --file conquid-fit.jsonl
    python -m bench.fit_conquid fit --file conquid-fit.jsonl

`play` plays quick matches with a few thousand nodes per move, after some random moves. It writes each undecided
position with whether the side to move won, one per line. `fit` is a logistic regression on that. It prints what each
feature is worth in cells of the chain, beside the weight in use, and how well the values foretell the winner of matches
that were left out of the fit: the mean logarithm of the share given to what happened, with and without the feature.
"""

from __future__ import annotations

from random import Random

import numpy as np

from bench._fitting import Numbers, fit_logistic, foresight, new_parser, play_or_fit
from games.conquid import GAME, RULES
from games.conquid.actions import cells_conquered
from games.conquid.completions import edge_of
from games.conquid.distances import distance, shortest_chain_steps
from games.conquid.evaluate import WIN, static_value
from games.conquid.field import Field
from games.conquid.kernel.alpha_beta import CELL
from games.conquid.kernel.value import GAIN, LAND, LOSS, MOST_THREAT, SIEGE, THREAT, land_value
from games.conquid.moves import Move
from games.conquid.position import State
from games.core.budget import Budget
from games.core.player import Thought
from games.core.search.greedy import random_move
from games.core.status import Outcome, Seat

NAMES = ("chains", "broken", "siege", "land", "gain", "loss", "own second way", "their second way")
IN_USE = (1.0, -THREAT / CELL, SIEGE / CELL, LAND / CELL, GAIN / CELL, -LOSS / CELL, 0.0, 0.0)
LONGEST_SECOND = 6
"""The most by which a second way counts as longer than the first."""
RANDOM_MOVES, LONGEST = 4, 200
RIDGE, ROUNDS = 1e-3, 30
Row = tuple[int, str, int]
"""The match, a position, and 1 if the side to move won."""


def turns_of_match(
    seed: int, level: str, nodes: int, opening: int, longest: int
) -> tuple[list[tuple[State, Seat, Thought[Move]]], int | None]:
    """Play one match of a level against itself; return its turns after the opening of so many random moves.

    With them comes the winner, None if the match has not ended after the `longest` number of moves.
    """
    rng, state = Random(seed), RULES.start(2, {})
    turns: list[tuple[State, Seat, Thought[Move]]] = []
    earlier: list[State] = []
    while not isinstance(status := RULES.status(state), Outcome):
        if len(earlier) == longest:
            return turns, None
        seat = min(status.seats)
        if len(earlier) < opening:
            move = random_move(RULES, state, seat, rng)
        else:
            thought = GAME.player.think(state, seat, level, Budget(nodes=nodes), rng, earlier)
            turns.append((state, seat, thought))
            move = thought.move
        earlier.append(state)
        state = RULES.play(state, seat, move)
    return turns, status.winner


def play(seed: int, nodes: int) -> list[Row]:
    """Play one match; return its positions that nobody has won or lost at a glance."""
    turns, winner = turns_of_match(seed, "master", nodes, RANDOM_MOVES, LONGEST)
    if winner is None:
        return []
    return [
        (seed, RULES.dump(state), int(winner == seat))
        for state, seat, _ in turns
        if abs(static_value(state.field, state.cells[seat], state.cells[1 - seat], seat)) < WIN / 2
    ]


def features(field: Field, own: int, other: int, seat: int) -> tuple[float, ...]:
    """Return what `NAMES` names, for the side to move: the first is the value without all that follows."""
    lost = cells_conquered(field, other, own)
    broken = distance(field, own ^ lost, other | lost, seat) - distance(field, own, other, seat) if lost else 0
    siege = (field.neighbours_of(other) & own).bit_count() - (field.neighbours_of(own) & other).bit_count()
    land = land_value(own.bit_count() - other.bit_count()) / LAND
    gain = cells_conquered(field, own, other).bit_count()
    rest = min(MOST_THREAT, broken), siege, land, gain, lost.bit_count()
    chains = static_value(field, own, other, seat) - sum(
        weight * number for weight, number in zip(IN_USE[1:6], rest, strict=True)
    )
    return chains, *rest, second_way(field, own, other, seat), second_way(field, other, own, 1 - seat)


def second_way(field: Field, own: int, other: int, seat: int) -> int:
    """Return how many more cells the chain needs if the opponent owns one empty cell of each step of a shortest one."""
    taken, beside = 0, field.ground
    for cells in shortest_chain_steps(field, own, other, seat):
        nearest = cells & beside or cells
        cell = nearest & -nearest
        taken |= cell
        beside = edge_of(field, own, cell)
    longer = distance(field, own, other | taken, seat) - distance(field, own, other, seat)
    return min(longer, LONGEST_SECOND)


def measure(rows: list[Row]) -> tuple[Numbers, Numbers, Numbers]:
    """Return the features of all positions, who won, and the matches they are from."""
    x, y, matches = [], [], []
    for match, position, won in rows:
        state = RULES.load(position, {})
        seat = state.turn or 0
        x.append(features(state.field, state.cells[seat], state.cells[1 - seat], seat))
        y.append(won)
        matches.append(match)
    return np.array(x), np.array(y), np.array(matches)


def report(x: Numbers, y: Numbers, matches: Numbers) -> None:
    """Print what each feature is worth in cells, and how much worse the winner is foretold without it."""
    with_all = foresight(x, y, matches, RIDGE, ROUNDS)
    print(f"{len(y)} positions of {len(set(matches))} matches; with all features {with_all:.4f}")
    weights = fit_logistic(x, y, RIDGE, ROUNDS)
    for at, name in enumerate(NAMES):
        without = foresight(np.delete(x, at, 1), y, matches, RIDGE, ROUNDS)
        print(f"{name:16} {weights[at] / weights[0]:7.3f}, in use {IN_USE[at]:6.2f}; without it {without:.4f}")
    value = x @ np.array(IN_USE)[:, None]
    print(f"the value in use alone: {foresight(value, y, matches, RIDGE, ROUNDS):.4f}")


def main() -> None:
    """Play or fit."""
    given = new_parser(__doc__, matches=200, nodes=3000, file="conquid-fit.jsonl").parse_args()
    play_or_fit(given, GAME.player.prepare, play, 10, lambda rows: report(*measure(rows)))


if __name__ == "__main__":
    main()
