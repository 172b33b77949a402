"""Colours that can be told apart, by everybody, and a second sign for each."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from games.core.table import Role
from render.colour import WHITE, Colour, contrast, hexa, luminance, mix, on
from render.theme import DARK, LIGHT, Theme, colour_of, ink_on, lighten, rim, sign_of

TOGETHER: dict[str, tuple[Role, ...]] = {
    "seats": ("seat-0", "seat-1", "seat-2", "seat-3"),
    "Onyx": ("black", "purple", "white", "yellow"),
    "Cyberzul": ("blue", "orange", "red", "black", "white"),
    "Piously": ("pink", "indigo", "orange", "umber", "sapphire", "lime", "yellow"),
}
"""Roles that lie on one table."""

MACHADO = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Dichromacies as matrices in linear RGB (Machado, Oliveira and Fernandes 2009)."""
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE_POINT = (0.95047, 1.0, 1.08883)
both_themes = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


def lab(colour: Colour, sight: str) -> tuple[float, float, float]:
    """CIELAB as a kind of sight sees the colour."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour[:3])]
    seen = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in MACHADO[sight]]
    xyz = [sum(m * c for m, c in zip(row, seen, strict=True)) / w for row, w in zip(TO_XYZ, WHITE_POINT, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@both_themes
@pytest.mark.parametrize("surface", ["ground", "panel", "board", "cell"])
def test_words_can_be_read_on_every_surface(theme: Theme, surface: str) -> None:
    ground: Colour = getattr(theme, surface)
    assert contrast(theme.ink, ground) >= 7
    assert contrast(theme.muted, ground) >= 5


@both_themes
@pytest.mark.parametrize("role", [role for roles in TOGETHER.values() for role in roles])
def test_words_and_signs_can_be_read_on_pieces(theme: Theme, role: Role) -> None:
    colour = colour_of(role, theme)
    assert contrast(on(colour), colour) >= 4.5
    assert contrast(ink_on(colour), lighten(colour)) >= 3


@both_themes
@pytest.mark.parametrize("role", [role for roles in TOGETHER.values() for role in roles])
def test_every_piece_stands_out_from_the_board(theme: Theme, role: Role) -> None:
    """WCAG 1.4.11: 3 : 1 for what must be seen, by the piece or by the line around it."""
    colour = colour_of(role, theme)
    assert max(contrast(colour, theme.board), contrast(rim(colour, theme), theme.board)) >= 3


@pytest.mark.parametrize("sight", MACHADO)
@pytest.mark.parametrize("roles", TOGETHER.values(), ids=TOGETHER)
def test_colours_on_one_table_differ_for_every_sight(roles: tuple[Role, ...], sight: str) -> None:
    for one, two in combinations(roles, 2):
        assert math.dist(lab(colour_of(one, DARK), sight), lab(colour_of(two, DARK), sight)) >= 11, (one, two)


@pytest.mark.parametrize("roles", TOGETHER.values(), ids=TOGETHER)
def test_roles_on_one_table_have_different_signs(roles: tuple[Role, ...]) -> None:
    signs = [sign_of(role) for role in roles]
    assert None not in signs
    assert len(set(signs)) == len(roles)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(hexa("#000000"), WHITE) == pytest.approx(21)
    assert contrast(hexa("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)
    assert luminance(WHITE) == pytest.approx(1)


def test_mixed_colours_are_kept_exactly_by_a_palette() -> None:
    """Pillow looks colours up in steps of four."""
    mixed = mix(hexa("#306CE8"), WHITE, 0.37)
    assert all(value % 4 == 0 or value == 255 for value in mixed[:3])


@both_themes
def test_surfaces_are_in_steps_of_four(theme: Theme) -> None:
    assert all(value % 4 == 0 or value == 255 for colour in theme.surfaces for value in colour[:3])
