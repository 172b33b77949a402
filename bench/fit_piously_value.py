"""Fit the weights of Piously's evaluation to matches that its levels play against themselves.

    python -m bench.fit_piously_value play --matches 200 --file piously-value.jsonl
    python -m bench.fit_piously_value fit --file piously-value.jsonl

`play` plays matches of medium with a few hundred positions per turn, after some random steps. It writes each position
in which a turn begins with whether the side to move won, one per line. `fit` is a logistic regression on that. It
prints by how much each feature raises the logit of winning, as fitted and with the weights in use, and how well both
foretell the winner of matches that were left out of the fit: the mean logarithm of the share given to what happened.
"""

from __future__ import annotations

import numpy as np

from bench._fitting import Numbers, fit_logistic, foresight, new_parser, play_or_fit
from bench.fit_piously import turns_of_match
from games.core.budget import Budget
from games.piously import GAME
from games.piously.evaluate import ARTWORK_VALUES, AURA, NEAR, WORKING, missing_links
from games.piously.planner import medium_plan
from games.piously.position import State
from games.piously.rooms import ARTWORK, NOWHERE, ROOM_NAMES, ROOMS

NAMES = ("to move", "lacking", "aura", "near", "working", *(f"spell of {room}" for room in ROOM_NAMES[: len(ROOMS)]))
IN_USE = (0.0, -1.0, AURA, NEAR, WORKING, *ARTWORK_VALUES)
LONGEST = 200
RIDGE, ROUNDS = 1.0, 30
Row = tuple[int, str, int]
"""The match, a position, and 1 if the side to move won."""


def play(seed: int, nodes: int) -> list[Row]:
    """Play one match; one that is too long or tied counts for nothing."""
    turns, winner = turns_of_match(
        seed, lambda state, rng: medium_plan(state, Budget(nodes=nodes).start(), rng), LONGEST
    )
    if winner is None:
        return []
    return [(seed, GAME.rules.dump(state), int(state.mover == winner)) for state, _ in turns]


def features(state: State, colour: int) -> tuple[float, ...]:
    """Return what `NAMES` names, except who is to move, for one colour."""
    own, theirs = state.auras[colour], state.auras[1 - colour]
    lacking, edge = missing_links(state.board, own, theirs)
    here, arts = state.objects[colour], state.arts[colour]
    return (
        lacking,
        own.bit_count(),
        here != NOWHERE and bool(edge & (state.board.near[here] | 1 << here)),
        sum(1 for room in ROOMS if arts >> room & 1 and own >> state.objects[ARTWORK + room] & 1),
        *(arts >> room & 1 for room in ROOMS),
    )


def measure(rows: list[Row]) -> tuple[Numbers, Numbers, Numbers]:
    """Return how much more of each feature the side to move has, whether it won, and the matches."""
    x, y, matches = [], [], []
    for match, position, won in rows:
        state = GAME.rules.load(position, {"board": "built"})
        own, theirs = (np.array(features(state, colour), float) for colour in (state.mover, 1 - state.mover))
        x.append([1.0, *(own - theirs)])
        y.append(won)
        matches.append(match)
    return np.array(x), np.array(y), np.array(matches)


def report(x: Numbers, y: Numbers, matches: Numbers) -> None:
    """Print by how much each feature raises the logit of winning, and how well the winner is foretold."""
    print(f"{len(y)} positions of {len(set(matches))} matches")
    values = np.stack([x[:, 0], x @ np.array(IN_USE)], axis=1)
    weights, scale = fit_logistic(x, y, RIDGE, ROUNDS), fit_logistic(values, y, RIDGE, ROUNDS)[1]
    for name, weight, in_use in zip(NAMES, weights, IN_USE, strict=True):
        print(f"{name!s:24} {weight:7.2f}, in use {scale * in_use:6.2f}")
    print(f"fitted: {foresight(x, y, matches, RIDGE, ROUNDS):.4f}")
    print(f"in use: {foresight(values, y, matches, RIDGE, ROUNDS):.4f}")


def main() -> None:
    """Play or fit."""
    given = new_parser(__doc__, matches=200, nodes=800, file="piously-value.jsonl").parse_args()
    play_or_fit(given, lambda: None, play, 4, lambda rows: report(*measure(rows)))


if __name__ == "__main__":
    main()
