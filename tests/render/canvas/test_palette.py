"""Colours that are known are not found again, for then all strips of a picture are written anew."""

from __future__ import annotations

from itertools import islice
from unittest.mock import patch

import games
import render
from games.core.table import Table
from render.canvas import palette
from render.demo import examples, playout


def colours_found(tables: list[Table]) -> int:
    """How often the colours are found anew while these are drawn."""
    with patch.object(palette, "palette_image", side_effect=palette.palette_image) as find:
        for table in tables:
            render.png(table)
    return find.call_count


def test_after_the_examples_a_first_match_brings_few_new_colours() -> None:
    game = games.find("piously")
    match = list(playout(game, 2, {}, 40, seed=0))
    render.palette.cache_clear()
    render.warm(match[:1])
    before = colours_found(match)
    render.palette.cache_clear()
    render.warm(examples(game))
    assert colours_found(match) <= before / 2


def test_what_is_like_a_colour_that_is_there_takes_no_place_from_the_others() -> None:
    alike = [(40 + i % 5, 40 + i // 5 % 5, 40 + i // 25) for i in range(120)]
    image = palette.palette_image([*alike, (168, 20, 88)], {(0, 0, 0): 1})
    values = image.getpalette() or []
    assert [168, 20, 88] in [values[i : i + 3] for i in range(0, len(values), 3)]


def test_the_examples_of_each_game_go_from_its_start_well_into_a_match() -> None:
    for game in games.every():
        first, *later = examples(game)
        assert first == next(islice(playout(game, game.info.min_seats, {}, 1, seed=7), 1))
        assert len(later) >= 2
        assert all(table.headline for table in later)
