"""What the fits count on a board gives, times the weights in use, what the games say it is worth."""

from __future__ import annotations

import re
from itertools import chain
from math import exp
from random import Random
from typing import Any

import pytest

import games
from games.core.game import AnyGame
from games.core.status import CHANCE, Outcome

np = pytest.importorskip("numpy")

from bench import fit_choccer, fit_conquid_curve, fit_cyberzul, fit_piously_value  # noqa: E402
from bench._fitting import likeliest  # noqa: E402
from games.choccer.evaluate import HELD_GEM, MATERIAL, static_value  # noqa: E402
from games.choccer.position import BLUE, RED, TURNS  # noqa: E402
from games.choccer.squares import VALUES, placement  # noqa: E402
from games.conquid.calibration import Curve  # noqa: E402
from games.cyberzul.evaluate import Weights, expected_points  # noqa: E402
from games.cyberzul.scoring import score_round  # noqa: E402
from games.cyberzul.weights import ROUND_WEIGHTS  # noqa: E402
from games.piously.evaluate import colour_value  # noqa: E402


def positions(game: AnyGame, plies: int, options: dict[str, str]) -> list[Any]:
    """Return the positions of a match of random moves."""
    rng, state = Random(7), game.rules.start(2, game.info.check_options(options))
    seen = [state]
    while len(seen) < plies and not isinstance(status := game.rules.status(state), Outcome):
        seat = min(status.seats)
        move = game.rules.deal(state, rng) if seat == CHANCE else game.rules.legal(state, seat).sample(rng)
        state = game.rules.play(state, seat, move)
        seen.append(state)
    return seen


def in_order(weights: Weights) -> list[float]:
    """Return the weights in the order of the features of Cyberzul's fit."""
    sets = weights.columns, weights.colours, weights.rows
    parts = [each.tiles[1:5] for each in sets], [each.last for each in sets], [each.line[:5] for each in sets]
    lines = chain.from_iterable(weights.lines)
    around = weights.across, weights.down, weights.both
    return [*chain(*map(chain.from_iterable, parts)), *around, *lines, weights.aim, weights.start]


def test_choccer() -> None:
    """In the first half of a match, where every gem can still be carried to the zone in time."""
    to_move = 0
    places = [value for piece in MATERIAL for column in zip(*VALUES[piece], strict=True) for value in column]
    weights = np.array([*MATERIAL.values(), *HELD_GEM[BLUE], *HELD_GEM[RED], 100, to_move, *places])
    seen = [state for state in positions(games.find("choccer"), 150, {}) if state.turn < TURNS // 2]
    assert any(state.holders for state in seen)
    for state in seen:
        assert fit_choccer.features(state) @ weights == static_value(state, 0) + placement(state)


def test_cyberzul() -> None:
    boards = {score_round(board)[0] for state in positions(games.find("cyberzul"), 200, {}) for board in state.boards}
    for board in boards:
        weights = ROUND_WEIGHTS[2]
        found = fit_cyberzul.features(board, begins=False) @ in_order(weights) + fit_cyberzul.sure_points(board)
        assert found == pytest.approx(board.score + expected_points(board.lines, board.wall, weights))


def test_piously() -> None:
    for state in positions(games.find("piously"), 150, {"board": "built"}):
        own, theirs = (np.array(fit_piously_value.features(state, colour), float) for colour in (0, 1))
        found = (own - theirs) @ fit_piously_value.IN_USE[1:]
        assert found == pytest.approx(colour_value(state, 0) - colour_value(state, 1))


def test_the_likeliest_point_is_where_the_loss_is_lowest() -> None:
    """A valley that lies askew to both axes."""
    found = likeliest(lambda at: (at[0] + at[1] - 3) ** 2 + 4 * (at[0] - at[1] - 1) ** 2, (0.0, 0.0), (1.0, 1.0))
    assert found == pytest.approx((2.0, 1.0), abs=0.01)


def test_the_curve_of_conquid_is_found_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Matches are won as often as a curve says, which the fit does not know."""
    rng, curve = Random(5), Curve(early=6.0, late=12.0, optimism=2.0)
    rows: list[fit_conquid_curve.Row] = []
    for _ in range(20_000):
        value, fullness = rng.gauss(0, 15), rng.random()
        rows.append((value, fullness, rng.random() < 1 / (1 + exp((2 - value) / curve.scale(fullness)))))
    fit_conquid_curve.fit(rows)
    early, late, optimism = map(float, re.findall(r"[a-z] ([-\d.]+)", capsys.readouterr().out))
    assert early == pytest.approx(curve.early, abs=0.6)
    assert late == pytest.approx(curve.late, abs=1.0)
    assert optimism == pytest.approx(curve.optimism, abs=0.3)


def test_thoughts_of_conquid_are_kept_with_what_came_of_them() -> None:
    """Of a match of few positions a move: only one of the sides has won."""
    rows = fit_conquid_curve.play(1, 30, "master")
    assert rows
    assert {won for _, _, won in rows} == {False, True}
    assert all(0 < fullness < 1 for _, fullness, _ in rows)
