"""The painter: backdrops and stamps are drawn once, at high quality, and cached. A frame only combines them."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from functools import partial
from itertools import count
from typing import NamedTuple

from PIL import Image

from render.canvas.cache import SizedCache
from render.canvas.layers import draw_layer
from render.canvas.patches import Box, Patch, box_of, on_rows, paste
from render.canvas.raster import SAMPLES, draw, draw_clear, draw_mask
from render.canvas.scene import Backdrop, Placed, Scene, Stamp, drawing_of
from render.canvas.shapes import Drawing, Point, Rect, Text, extent, is_glaze
from render.canvas.type import CAPITAL, GREYS, mask, width
from render.colour import Colour

MEGABYTE = 1 << 20
Pixels = tuple[int, int]
_BAND = 64
"""The number of rows of a ground that are drawn and kept together."""
_SHARES = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The part of a line of words that lies before the place its anchor names."""


_EDGES = [40 if 20 <= value < 63 else GREYS[value] for value in range(256)]
"""The grey levels of pieces: those of letters, and a faint one for shadows."""
_serials = count(1)
"""Serial numbers of drawings: the same number always means the same pixels."""


class Sprite(NamedTuple):
    """A stamp in pixels: colours, how much of them shows (None: all), and the offset of its corner from its centre."""

    picture: Image.Image
    mask: Image.Image | None
    left: float
    top: float
    serial: int


class Layered(NamedTuple):
    """A backdrop in pixels and its serial number."""

    image: Image.Image
    serial: int


class PixelScene(NamedTuple):
    """A scene in pixels: the fixed layer, with its number, and the patches laid over it from back to front."""

    scene: Scene
    layer: Layered
    under: list[Patch]
    placed: list[Patch]


_BAND_KEY = struct.Struct("<qi")


def _bytes(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


class Painter:
    """Paints scenes at one scale. Safe in several threads: cached values are never changed."""

    def __init__(self, scale: float, layers: int = 60 * MEGABYTE, sprites: int = 24 * MEGABYTE) -> None:
        self.scale = scale
        self._layers: SizedCache[Backdrop, Layered] = SizedCache(layers, lambda layer: _bytes(layer.image))
        self._webs: SizedCache[Backdrop, Patch] = SizedCache(
            layers // 4, lambda web: 5 * web.ink.width * web.ink.height
        )
        self._grounds: SizedCache[bytes, Image.Image] = SizedCache(layers // 2, _bytes)
        self._sprites: SizedCache[Stamp, Sprite] = SizedCache(
            sprites, lambda sprite: 4 * sprite.picture.width * sprite.picture.height
        )
        self._written: SizedCache[Text, Patch] = SizedCache(
            sprites // 2, lambda patch: 5 * patch.ink.width * patch.ink.height
        )

    def frame(self, scene: Scene) -> Image.Image:
        """Return the scene in RGB."""
        pixels = self.pixels(scene)
        return self.rows(pixels, 0, pixels.layer.image.height)

    def pixels(self, scene: Scene) -> PixelScene:
        """Return everything in a scene in pixels, each thing by itself."""
        known: dict[Stamp, Sprite] = {}  # most stamps of a scene recur
        under = [self._patch(placed, known) for placed in scene.under]
        placed = [self._patch(placed, known) for placed in scene.placed]
        placed += [self._written.get(text, partial(self._write, text)) for text in scene.texts]
        return PixelScene(scene, self._layer_of(scene.backdrop), under, placed)

    def rows(self, pixels: PixelScene, top: int, bottom: int) -> Image.Image:
        """Return some rows of a scene in RGB."""
        image = self._ground(pixels, top, bottom)
        paste(image, on_rows(pixels.placed, top, bottom), 0, top)
        return image

    def _ground(self, pixels: PixelScene, top: int, bottom: int) -> Image.Image:
        """Return some rows of all that lies below the things, in bands drawn once: a moving room changes only a few."""
        layer = pixels.layer.image
        if not pixels.under and not pixels.scene.backdrop.web:
            return layer.crop((0, top, layer.width, bottom))
        image = Image.new("RGB", (layer.width, bottom - top))
        for start in range(top - top % _BAND, bottom, _BAND):
            end = min(start + _BAND, layer.height)
            under = on_rows(pixels.under, start, end)
            key = b"".join((_BAND_KEY.pack(pixels.layer.serial, start), *(patch.key for patch in under)))
            band = self._grounds.get(key, partial(self._draw_ground, pixels, under, start, end))
            image.paste(band, (0, start - top))
        return image

    def _draw_ground(self, pixels: PixelScene, under: Iterable[Patch], top: int, bottom: int) -> Image.Image:
        """Draw some rows of the layer with what lies under the web, and the web."""
        backdrop = pixels.scene.backdrop
        image = pixels.layer.image.crop((0, top, pixels.layer.image.width, bottom))
        paste(image, under, 0, top)
        if backdrop.web:
            paste(image, (self._webs.get(backdrop, lambda: self._web(backdrop)),), 0, top)
        return image

    def _layer_of(self, backdrop: Backdrop) -> Layered:
        return self._layers.get(backdrop, lambda: Layered(self._layer(backdrop), next(_serials)))

    def _patch(self, placed: Placed, known: dict[Stamp, Sprite] | None = None) -> Patch:
        x, y, stamp, _ = placed
        sprite = known.get(stamp) if known else None
        if sprite is None:
            sprite = self._sprites.get(stamp, lambda: self._sprite(drawing_of(stamp)))
            if known is not None:
                known[stamp] = sprite
        left, top = round(x * self.scale - sprite.left), round(y * self.scale - sprite.top)
        return Patch(sprite.picture, sprite.mask, left, top, top + sprite.picture.height, sprite.serial)

    def _write(self, text: Text) -> Patch:
        letters, (left, top) = _letters(text, self.scale)
        ink = Image.new("RGB", letters.size, text.colour[:3])  # pasted in half the time that a mere colour takes
        return Patch(ink, letters, left, top, top + letters.height, next(_serials))

    def lay(self, image: Image.Image, placed: Iterable[Placed], corner: Pixels = (0, 0)) -> None:
        """Lay stamps on an RGB image, which may be the part of the frame that begins at `corner`."""
        paste(image, map(self._patch, placed), *corner)

    def box(self, placed: Placed) -> Box:
        """Return the pixels that a stamp covers: left, top, right, lower end."""
        return box_of(self._patch(placed))

    def _pixels(self, backdrop: Backdrop) -> tuple[int, int]:
        return round(backdrop.size[0] * self.scale), round(backdrop.size[1] * self.scale)

    def _layer(self, backdrop: Backdrop) -> Image.Image:
        image = draw_layer(self._pixels(backdrop), self.scale, backdrop.ground, backdrop.layer.shapes)
        drawings = {tile.drawing for tile in backdrop.layer.tiles}
        tiles = {drawing: self._tile(drawing, drawing.ground or backdrop.ground) for drawing in drawings}
        for x, y, drawing in backdrop.layer.tiles:
            tile = tiles[drawing]
            image.paste(tile.picture, (round(x * self.scale - tile.left), round(y * self.scale - tile.top)))
        for text in backdrop.layer.texts:
            write(image, text, self.scale)
        return image

    def _web(self, backdrop: Backdrop) -> Patch:
        """Return the lines without their empty margins, with few grey levels at their edges."""
        w, h = self._pixels(backdrop)
        mask = draw_mask((w * SAMPLES, h * SAMPLES), backdrop.web, self.scale * SAMPLES).reduce(SAMPLES)
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        lines = mask.crop((left, top, right, bottom)).point(GREYS)
        ink = Image.new("RGB", lines.size, backdrop.web_colour[:3])
        return Patch(ink, lines, left, top, bottom, next(_serials))

    def _sprite(self, drawing: Drawing) -> Sprite:
        if drawing.ground:
            return self._tile(drawing, drawing.ground)
        place = _ink_room(drawing)
        left, top = math.floor(place.x * self.scale) - 2, math.floor(place.y * self.scale) - 2
        w, h = math.ceil(place.right * self.scale) + 2 - left, math.ceil(place.bottom * self.scale) + 2 - top
        corner = left / self.scale, top / self.scale
        large = Image.new("RGBA", (w * SAMPLES, h * SAMPLES))
        image = draw_clear(large, drawing.shapes, self.scale * SAMPLES, corner).reduce(SAMPLES)
        for text in drawing.texts:
            layer = Image.new("RGBA", image.size, (*text.colour[:3], 0))
            write(layer, text, self.scale, corner)
            image.alpha_composite(layer)
        box = image.getbbox() or (0, 0, 1, 1)
        image = image.crop(box)
        mask = image.getchannel("A") if is_glaze(drawing) else image.getchannel("A").point(_EDGES)
        return Sprite(image.convert("RGB"), mask, -left - box[0], -top - box[1], next(_serials))

    def _tile(self, drawing: Drawing, ground: Colour) -> Sprite:
        """Draw an opaque drawing, exactly as large as its stated size."""
        w, h = (max(1, round(side * self.scale)) for side in drawing.size)
        centre = -w / 2 / self.scale, -h / 2 / self.scale
        large = Image.new("RGB", (w * SAMPLES, h * SAMPLES), ground[:3])
        draw(large, drawing.shapes, self.scale * SAMPLES, centre)
        image = large.reduce(SAMPLES)
        for text in drawing.texts:
            write(image, text, self.scale, centre)
        return Sprite(image, None, w / 2, h / 2, next(_serials))


def _ink_room(drawing: Drawing) -> Rect:
    """Return where a drawing may leave ink: around its shapes and its words with their overhang."""
    places = [extent(drawing.shapes)] if drawing.shapes else [Rect(0, 0, 0, 0)]
    for text in drawing.texts:
        w, size = width(text.words, text.size, text.weight), text.size
        start = text.x - _SHARES[text.anchor] * w
        places.append(Rect(start - size / 2, text.y - 2 * size, w + size, 4 * size))
    left, top = min(place.x for place in places), min(place.y for place in places)
    return Rect(left, top, max(place.right for place in places) - left, max(place.bottom for place in places) - top)


def write(image: Image.Image, text: Text, scale: float, origin: Point = (0, 0)) -> None:
    """Write a line of words on an RGB or RGBA image."""
    letters, corner = _letters(text, scale, origin)
    ink = text.colour[:3] if image.mode == "RGB" else (*text.colour[:3], 255)
    image.paste(ink, corner, letters)


def _letters(text: Text, scale: float, origin: Point = (0, 0)) -> tuple[Image.Image, Pixels]:
    """Return how much of the ink of a line of words shows, and the corner of that mask."""
    px = max(1, round(text.size * scale))
    letters, left, top = mask(text.words, px, text.weight, text.size)
    x = (text.x - origin[0] - _SHARES[text.anchor] * width(text.words, text.size, text.weight)) * scale
    y = (text.y - origin[1]) * scale + CAPITAL * px / 2
    if text.colour.a < 255:
        letters = letters.point([value * text.colour.a // 255 for value in range(256)])
    return letters, (round(x) + left, round(y) + top)
