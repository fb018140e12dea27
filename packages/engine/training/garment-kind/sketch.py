"""What a product is drawn on: shapes in the product's own units, turned into a picture with transparency at the end."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

#: Side of a finished picture in pixels, and of the canvas it is drawn on.
SIDE = 160
CANVAS = 2 * SIDE
#: Share of the canvas that the longer side of the product fills.
FILL = 0.9
#: Fractional bits handed to OpenCV's fillers.
SUBPIXEL_BITS = 4

Points = np.ndarray


@dataclass(frozen=True)
class Stuff:
    """What a part is made of."""

    colour: np.ndarray
    pattern: str
    second: np.ndarray
    size: float
    angle: float
    #: How strongly folds and wrinkles show.
    folds: float


@dataclass(frozen=True)
class Layer:
    """
    One stroke of the drawing. `kind`: `fill` adds a part, `cut` opens a hole, `tint` changes the light of earlier
    parts.
    """

    kind: str
    outlines: tuple[Points, ...]
    stuff: Stuff | None
    relief: float
    shade: float
    #: Width in units for lines, 0 for areas.
    width: float


class Sketch:
    """Collects the strokes of one product, from back to front. Units are the product's own; y points down."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.layers: list[Layer] = []

    def between(self, low: float, high: float) -> float:
        """A number between two bounds."""
        return float(self.rng.uniform(low, high))

    def chance(self, share: float) -> bool:
        """True in a share of the cases."""
        return bool(self.rng.random() < share)

    def choose(self, *options: str) -> str:
        """One of several words."""
        return str(self.rng.choice(options))

    def stuff(self, like: Stuff | None = None, patterned: float = 0.45) -> Stuff:
        """A new material, or one near another: the same colour a little lighter or darker, without its pattern."""
        rng = self.rng
        colour = (
            rng.uniform(0.02, 0.98, 3) if rng.random() < 0.45 else np.full(3, rng.choice([0.06, 0.2, 0.5, 0.8, 0.95]))
        )
        colour = np.clip(colour + rng.normal(0, 0.04, 3), 0.02, 0.98)
        if like is not None:
            colour = np.clip(like.colour * rng.uniform(0.65, 1.3) + rng.normal(0, 0.02, 3), 0.02, 0.98)
        pattern = (
            'plain'
            if rng.random() > patterned
            else str(rng.choice(['stripes', 'checks', 'dots', 'blobs', 'knit', 'fade', 'print']))
        )
        return Stuff(
            colour,
            pattern,
            rng.uniform(0.02, 0.98, 3),
            float(rng.uniform(0.015, 0.12)),
            float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])),
            float(rng.choice([0.03, 0.1, 0.2, 0.35])),
        )

    def fill(self, outline: Points, stuff: Stuff, relief: float = 0.1, shade: float = 0.0) -> None:
        """Adds a part. `relief` is how far its surface curves away at its edges, as a share of the picture."""
        self.layers.append(Layer('fill', (np.asarray(outline, float),), stuff, relief, shade, 0.0))

    def ribbon(self, path: Points, width: float, stuff: Stuff, shade: float = 0.0) -> None:
        """Adds a strap or a cord."""
        self.layers.append(Layer('fill', (np.asarray(path, float),), stuff, width, shade, width))

    def cut(self, outline: Points) -> None:
        """Opens a hole through all that was drawn."""
        self.layers.append(Layer('cut', (np.asarray(outline, float),), None, 0.0, 0.0, 0.0))

    def tint(self, outline: Points, shade: float) -> None:
        """Lightens (above 0) or darkens an area of earlier parts: an inside, a shadow."""
        self.layers.append(Layer('tint', (np.asarray(outline, float),), None, 0.0, shade, 0.0))

    def line(self, path: Points, width: float = 0.008, shade: float = -0.35) -> None:
        """Draws a seam, a fold or an edge on earlier parts."""
        self.layers.append(Layer('tint', (np.asarray(path, float),), None, 0.0, shade, width))

    def place(self, other: Sketch, matrix: np.ndarray, offset: Points) -> None:
        """Adds another sketch, turned and moved."""
        for layer in other.layers:
            outlines = tuple(points @ matrix.T + offset for points in layer.outlines)
            scale = float(np.sqrt(abs(np.linalg.det(matrix))))
            self.layers.append(Layer(layer.kind, outlines, layer.stuff, layer.relief, layer.shade, layer.width * scale))

    def render(self, turn: float) -> tuple[np.ndarray, np.ndarray]:
        """Colours (CANVAS, CANVAS, 3) from 0 to 1 and coverage (CANVAS, CANVAS) of 0 or 1, turned by up to `turn` radians."""
        rng = self.rng
        matrix = _view(rng, turn)
        seen = np.concatenate(
            [points @ matrix.T for layer in self.layers if layer.kind == 'fill' for points in layer.outlines]
        )
        low, high = seen.min(0), seen.max(0)
        scale = CANVAS * FILL / max(high - low)
        offset = (CANVAS - (high - low) * scale) / 2 - low * scale
        light = _direction(rng)
        folds = _folds(rng)
        colours = np.zeros((CANVAS, CANVAS, 3), np.float32)
        cover = np.zeros((CANVAS, CANVAS), np.uint8)
        for layer in self.layers:
            outlines = [points @ matrix.T * scale + offset for points in layer.outlines]
            window = _window(outlines, layer.width * scale)
            mask = _mask(outlines, layer.width * scale, window)
            rows, columns = window
            _lay(rng, layer, mask, window, colours[rows, columns], cover[rows, columns], folds[rows, columns], light)
        return colours, cover


Window = tuple[slice, slice]


def _lay(
    rng: np.random.Generator,
    layer: Layer,
    mask: np.ndarray,
    window: Window,
    colours: np.ndarray,
    cover: np.ndarray,
    folds: np.ndarray,
    light: np.ndarray,
) -> None:
    """Lays one stroke on the part of the canvas that it touches, in place."""
    inside = mask > 0
    if layer.kind == 'cut':
        cover[inside] = 0
        return
    if layer.kind == 'tint':
        soft = cv2.blur(mask.astype(np.float32), (3, 3))[..., None]
        colours += soft * layer.shade * (colours if layer.shade < 0 else 1 - colours)
        return
    assert layer.stuff is not None
    tone = layer.shade + _relief(mask, layer.relief, light) + folds * layer.stuff.folds
    surface = _surface(rng, layer.stuff, window) * np.exp(tone)[..., None]
    edge = cv2.blur(mask.astype(np.float32), (5, 5), anchor=(3, 3))
    colours *= (1 - 0.35 * edge * (1 - mask))[..., None]
    colours[inside] = np.clip(surface, 0, 1)[inside]
    cover[inside] = 1


def _window(outlines: list[np.ndarray], width: float) -> Window:
    """The part of the canvas that a stroke and its shadow may touch."""
    points = np.concatenate(outlines)
    margin = 8 + width
    (left, top), (right, bottom) = points.min(0) - margin, points.max(0) + margin
    clip = lambda value: int(np.clip(value, 0, CANVAS - 1))
    return slice(clip(top), clip(bottom) + 1), slice(clip(left), clip(right) + 1)


def _view(rng: np.random.Generator, turn: float) -> np.ndarray:
    angle = rng.normal(0, 0.05) if rng.random() < 0.65 else rng.uniform(-turn, turn)
    c, s = np.cos(angle), np.sin(angle)
    squeeze = np.diag([np.exp(rng.normal(0, 0.1)), 1.0])
    return np.array([[c, -s], [s, c]]) @ np.array([[1, rng.normal(0, 0.05)], [0, 1]]) @ squeeze


def _direction(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _mask(outlines: list[np.ndarray], width: float, window: Window) -> np.ndarray:
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    for outline in outlines:
        outline = outline - [columns.start, rows.start]
        points = np.round(np.clip(outline, -2000, 2000) * (1 << SUBPIXEL_BITS)).astype(np.int32)
        if width > 0:
            cv2.polylines(mask, [points], False, 1, max(1, round(width)), shift=SUBPIXEL_BITS)
        else:
            cv2.fillPoly(mask, [points], 1, shift=SUBPIXEL_BITS)
    return mask


def _relief(mask: np.ndarray, size: float, light: np.ndarray) -> np.ndarray:
    k = int(np.clip(round(size * CANVAS), 3, 41)) | 1
    reach = (k - 1) / 2
    anchor = (round(reach + light[0] * reach * 0.6), round(reach + light[1] * reach * 0.6))
    return (cv2.blur(mask.astype(np.float32), (k, k), anchor=anchor) - 0.85) * 0.8


def _folds(rng: np.random.Generator) -> np.ndarray:
    """Smooth noise of several sizes, stretched along one direction: creases and wrinkles."""
    total = np.zeros((CANVAS, CANVAS), np.float32)
    for cells in (3, 6, 13):
        grid = rng.normal(0, 1, (max(2, round(cells * rng.uniform(0.4, 1.6))), cells)).astype(np.float32)
        total += cv2.resize(grid, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC) / np.sqrt(cells)
    return total


def _surface(rng: np.random.Generator, stuff: Stuff, window: Window) -> np.ndarray:
    """Colours of a material within a window, without light."""
    rows, columns = window
    height, width = rows.stop - rows.start, columns.stop - columns.start
    if stuff.pattern == 'plain':
        return np.broadcast_to(stuff.colour.astype(np.float32), (height, width, 3))
    y, x = np.mgrid[rows, columns].astype(np.float32) / CANVAS
    c, s = np.cos(stuff.angle), np.sin(stuff.angle)
    along, across = x * c + y * s, y * c - x * s
    if stuff.pattern == 'stripes':
        share = (np.sin(2 * np.pi * across / stuff.size + stuff.angle) > 0.3).astype(np.float32)
    elif stuff.pattern == 'checks':
        share = (
            (np.sin(2 * np.pi * across / stuff.size) > 0).astype(np.float32)
            + (np.sin(2 * np.pi * along / stuff.size) > 0)
        ) / 2
    elif stuff.pattern == 'dots':
        share = (np.sin(2 * np.pi * across / stuff.size) * np.sin(2 * np.pi * along / stuff.size) > 0.5).astype(
            np.float32
        )
    elif stuff.pattern == 'knit':
        share = 0.25 + 0.25 * np.sin(2 * np.pi * along / (0.3 * stuff.size + 0.015)) * np.sin(
            2 * np.pi * across / (0.6 * stuff.size + 0.015)
        )
    elif stuff.pattern == 'fade':
        share = np.clip(0.5 + (across - 0.5) * 1.5, 0, 1)
    elif stuff.pattern == 'print':
        cx, cy, w, h = rng.uniform(0.3, 0.7), rng.uniform(0.25, 0.7), rng.uniform(0.05, 0.25), rng.uniform(0.03, 0.2)
        share = ((abs(x - cx) < w) & (abs(y - cy) < h)).astype(np.float32)
        share *= (
            cv2.resize(rng.random((9, 9)).astype(np.float32), (width, height), interpolation=cv2.INTER_NEAREST) > 0.35
        )
    else:
        cells = max(3, round(0.6 / stuff.size))
        grid = rng.random((cells, cells)).astype(np.float32)
        share = (cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) > 0.62).astype(np.float32)
    share = share[..., None]
    return (stuff.colour * (1 - share) + stuff.second * share).astype(np.float32)
