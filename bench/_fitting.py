"""What the fits of evaluations share: a logistic regression, and the command that plays matches and fits to them."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

Numbers = np.ndarray[Any, Any]
_PARTS = 5
"""Into how many parts matches are split, each of which is left out of a fit once."""
_ROUNDS = 80
_STEEPEST = 30
"""The greatest logit that is told from a certainty."""


def fit_logistic(x: Numbers, y: Numbers, ridge: float | Numbers, rounds: int) -> Numbers:
    """Fit weights, without a constant, by Newton's method; `ridge` penalises their squares, of all or of each."""
    penalty = np.broadcast_to(ridge, x.shape[1])
    weights = np.zeros(x.shape[1])
    for _ in range(rounds):
        expected = expected_share(x, weights)
        slope = x.T @ (y - expected) - penalty * weights
        curve = (x * (expected * (1 - expected))[:, None]).T @ x + np.diag(penalty)
        weights += np.linalg.solve(curve, slope)
    return weights


def expected_share(x: Numbers, weights: Numbers) -> Numbers:
    """Return the share of the points that each row of features promises."""
    expected: Numbers = 1 / (1 + np.exp(-np.clip(x @ weights, -_STEEPEST, _STEEPEST)))
    return expected


def parts_left_out(matches: Numbers) -> Iterator[Numbers]:
    """Yield which rows to leave out of a fit, by their matches, so that each is left out once."""
    for part in range(_PARTS):
        yield matches % _PARTS == part


def foresight(x: Numbers, y: Numbers, matches: Numbers, ridge: float, rounds: int) -> float:
    """Return the mean logarithm of the share given to what happened, in matches left out of the fit."""
    found = np.zeros(len(y))
    for left_out in parts_left_out(matches):
        expected = expected_share(x[left_out], fit_logistic(x[~left_out], y[~left_out], ridge, rounds))
        found[left_out] = np.log(np.where(y[left_out] == 1, expected, 1 - expected))
    return float(found.mean())


def likeliest(
    loss: Callable[[tuple[float, ...]], float], first: tuple[float, ...], steps: tuple[float, ...]
) -> tuple[float, ...]:
    """Return the point of the lowest loss near `first`: each number in turn goes a step up or down while that helps.

    Steps that do not help become shorter.
    """
    best, lowest, lengths = first, loss(first), list(steps)
    for _ in range(_ROUNDS):
        for place in range(len(best)):
            for sign in (1, -1):
                tried = (*best[:place], best[place] + sign * lengths[place], *best[place + 1 :])
                if (found := loss(tried)) < lowest:
                    best, lowest = tried, found
                    break
            else:
                lengths[place] *= 0.7
    return best


def new_parser(description: str | None, *, matches: int, nodes: int, file: str) -> ArgumentParser:
    """Return a parser of the arguments of `play_or_fit`, with these defaults."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("act", nargs="?", choices=["play", "fit"], help="default: both, with a few matches")
    parser.add_argument("--matches", type=int, default=matches)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=nodes)
    parser.add_argument("--file", type=Path, default=Path(file))
    return parser


def play_or_fit(
    given: Namespace,
    prepare: Callable[[], object],
    play: Callable[[int, int], list[Any]],
    few: int,
    fit: Callable[[list[Any]], None],
) -> None:
    """Append the rows of matches to the file, fit to those in it, or fit to a few matches that are not kept.

    `play` takes the seed of a match and the nodes per move.
    """
    if given.act == "fit":
        fit([tuple(json.loads(line)) for line in given.file.read_text().splitlines()])
        return
    prepare()
    if not given.act:
        fit([row for seed in range(few) for row in play(seed, given.nodes)])
        return
    with given.file.open("a") as file:
        for seed in range(given.seed, given.seed + given.matches):
            file.writelines(json.dumps(row) + "\n" for row in play(seed, given.nodes))
