"""The painter: backdrops and stamps are drawn once, at high quality, and kept; a frame only puts them together."""

from __future__ import annotations

import math
from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from PIL import Image

from render.canvas.cache import SizedCache
from render.canvas.raster import SAMPLES, draw, draw_clear, draw_mask
from render.canvas.scene import Backdrop, Placed, Scene, Stamp, drawn
from render.canvas.shapes import Drawing, Point, Text, extent
from render.canvas.type import CAPITAL, mask, width
from render.colour import Colour

MEGABYTE = 1 << 20
Pixels = tuple[int, int]
Box = tuple[int, int, int, int]
_BAND = 250
"""Rows of a backdrop that are drawn at a time."""
_REMEMBERED = 1024
"""Of so many grounds it is known that they were asked for."""


class Sprite(NamedTuple):
    """A stamp in pixels: colours, how much of them shows (None: all), and the corner's distance from the middle."""

    picture: Image.Image
    mask: Image.Image | None
    left: float
    top: float


def _bytes(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


class Painter:
    """Paints scenes at one scale. Safe in several threads: what is kept is only read after it was made."""

    def __init__(self, scale: float, layers: int = 60 * MEGABYTE, sprites: int = 24 * MEGABYTE) -> None:
        self.scale = scale
        self._layers: SizedCache[Backdrop, Image.Image] = SizedCache(layers, _bytes)
        self._webs: SizedCache[Backdrop, tuple[Image.Image, tuple[int, int]]] = SizedCache(
            layers // 4, lambda web: _bytes(web[0])
        )
        self._grounds: SizedCache[tuple[Backdrop, tuple[Placed, ...]], Image.Image] = SizedCache(layers // 2, _bytes)
        self._asked: LRUCache[int, bool] = LRUCache(_REMEMBERED)
        self._lock = Lock()
        self._sprites: SizedCache[Stamp, Sprite] = SizedCache(
            sprites, lambda sprite: 4 * sprite.picture.width * sprite.picture.height
        )

    @property
    def cached_bytes(self) -> int:
        """What the caches hold now."""
        return self._layers.used + self._webs.used + self._grounds.used + self._sprites.used

    def frame(self, scene: Scene) -> Image.Image:
        """The scene in RGB."""
        image = self._start(scene)
        self.lay(image, scene.placed)
        for text in scene.texts:
            write(image, text, self.scale)
        return image

    def _start(self, scene: Scene) -> Image.Image:
        """A new image of all that lies below the things: kept as soon as it is asked for a second time."""
        if not scene.under and not scene.backdrop.web:
            return self._layer_of(scene.backdrop).copy()
        key = scene.backdrop, tuple(scene.under)
        if self._asked_before(hash(key)):
            return self._grounds.get(key, lambda: self._ground(scene)).copy()
        return self._ground(scene)

    def _asked_before(self, key: int) -> bool:
        with self._lock:
            before = key in self._asked
            self._asked[key] = True
        return before

    def _ground(self, scene: Scene) -> Image.Image:
        backdrop = scene.backdrop
        image = self._layer_of(backdrop).copy()
        self.lay(image, scene.under)
        if backdrop.web:
            mask, corner = self._webs.get(backdrop, lambda: self._web(backdrop))
            image.paste(backdrop.web_colour[:3], corner, mask)
        return image

    def _layer_of(self, backdrop: Backdrop) -> Image.Image:
        return self._layers.get(backdrop, lambda: self._layer(backdrop))

    def lay(self, image: Image.Image, placed: Iterable[Placed], corner: Pixels = (0, 0)) -> None:
        """Lay stamps on an RGB image, which may be a part of the frame: the one from this corner on."""
        scale, get, paste, (left, top) = self.scale, self._sprites.get, image.paste, corner
        for x, y, stamp, _ in placed:
            sprite = get(stamp, lambda stamp=stamp: self._sprite(drawn(stamp)))  # type: ignore[misc]
            at = round(x * scale - sprite.left) - left, round(y * scale - sprite.top) - top
            paste(sprite.picture, at, sprite.mask)

    def box(self, placed: Placed) -> Box:
        """The pixels that a stamp covers: left, top, right, lower end."""
        x, y, stamp, _ = placed
        sprite = self._sprites.get(stamp, lambda: self._sprite(drawn(stamp)))
        left, top = round(x * self.scale - sprite.left), round(y * self.scale - sprite.top)
        return left, top, left + sprite.picture.width, top + sprite.picture.height

    def _pixels(self, backdrop: Backdrop) -> tuple[int, int]:
        return round(backdrop.size[0] * self.scale), round(backdrop.size[1] * self.scale)

    def _layer(self, backdrop: Backdrop) -> Image.Image:
        """Drawn in bands: less memory at a time, and other threads get their turn between them."""
        w, h = self._pixels(backdrop)
        image = Image.new("RGB", (w, h))
        shapes = [(shape, extent((shape,))) for shape in backdrop.layer.shapes]
        for top in range(0, h, _BAND):
            high = min(_BAND, h - top)
            start, end = top / self.scale, (top + high) / self.scale
            large = Image.new("RGB", (w * SAMPLES, high * SAMPLES), backdrop.ground[:3])
            here = [shape for shape, place in shapes if place.y < end + 1 and place.bottom > start - 1]
            draw(large, here, self.scale * SAMPLES, (0, start))
            image.paste(large.reduce(SAMPLES), (0, top))
        for text in backdrop.layer.texts:
            write(image, text, self.scale)
        return image

    def _web(self, backdrop: Backdrop) -> tuple[Image.Image, tuple[int, int]]:
        """The lines as a mask without its empty margins, and its corner."""
        w, h = self._pixels(backdrop)
        mask = draw_mask((w * SAMPLES, h * SAMPLES), backdrop.web, self.scale * SAMPLES).reduce(SAMPLES)
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        return mask.crop((left, top, right, bottom)), (left, top)

    def _sprite(self, drawing: Drawing) -> Sprite:
        if drawing.ground:
            return self._tile(drawing, drawing.ground)
        place = extent(drawing.shapes) if drawing.shapes else None
        reach = [0.0] if place is None else [-place.x, -place.y, place.right, place.bottom]
        reach += [abs(text.x) + text.size * len(text.words) for text in drawing.texts]
        half = math.ceil(max(reach) * self.scale) + 2
        centre = (-half / self.scale, -half / self.scale)
        large = Image.new("RGBA", (2 * half * SAMPLES, 2 * half * SAMPLES))
        image = draw_clear(large, drawing.shapes, self.scale * SAMPLES, centre).reduce(SAMPLES)
        for text in drawing.texts:
            layer = Image.new("RGBA", image.size, (*text.colour[:3], 0))
            write(layer, text, self.scale, centre)
            image.alpha_composite(layer)
        box = image.getbbox() or (0, 0, 1, 1)
        image = image.crop(box)
        return Sprite(image.convert("RGB"), image.getchannel("A"), half - box[0], half - box[1])

    def _tile(self, drawing: Drawing, ground: Colour) -> Sprite:
        """An opaque drawing, exactly as large as it says."""
        w, h = (max(1, round(side * self.scale)) for side in drawing.size)
        centre = -w / 2 / self.scale, -h / 2 / self.scale
        large = Image.new("RGB", (w * SAMPLES, h * SAMPLES), ground[:3])
        draw(large, drawing.shapes, self.scale * SAMPLES, centre)
        image = large.reduce(SAMPLES)
        for text in drawing.texts:
            write(image, text, self.scale, centre)
        return Sprite(image, None, w / 2, h / 2)


def write(image: Image.Image, text: Text, scale: float, origin: Point = (0, 0)) -> None:
    """Write a line of words on an RGB or RGBA image."""
    px = max(1, round(text.size * scale))
    letters, left, top = mask(text.words, px, text.weight)
    share = {"l": 0.0, "m": 0.5, "r": 1.0}[text.anchor]
    x = (text.x - origin[0] - share * width(text.words, text.size, text.weight)) * scale
    y = (text.y - origin[1]) * scale + CAPITAL * px / 2
    if text.colour.a < 255:
        letters = letters.point([value * text.colour.a // 255 for value in range(256)])
    ink = text.colour[:3] if image.mode == "RGB" else (*text.colour[:3], 255)
    image.paste(ink, (round(x) + left, round(y) + top), letters)
