"""Colours and the distance between them."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green, blue and opacity, each 0-255."""

    r: int
    g: int
    b: int
    a: int = 255


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)


def hexa(text: str) -> Colour:
    """Return the colour of "#RRGGBB"."""
    return Colour(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return `first` at share 0, `second` at share 1, opaque; in steps of 4, which a palette keeps exactly."""
    return Colour(*(min(255, 4 * round((x + (y - x) * share) / 4)) for x, y in zip(first[:3], second[:3], strict=True)))


def fade(colour: Colour, opacity: float) -> Colour:
    """Return the colour with an opacity from 0 to 1."""
    return colour._replace(a=round(255 * opacity))


def luminance(colour: Colour) -> float:
    """Return the relative luminance as defined by WCAG, 0-1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio as defined by WCAG, 1-21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def on(ground: Colour) -> Colour:
    """Return the text colour, near black or white, that is more readable on `ground`."""
    return max((Colour(18, 20, 26), WHITE), key=lambda ink: contrast(ink, ground))
