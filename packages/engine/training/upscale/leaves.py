"""
Draws pictures of things that lie over one another, in sizes and contrasts like those of photos. These are "dead leaves"
(Matheron 1968; Lee, Mumford and Huang 2001). Nets trained on them hold on photos (Achddou, Gousseau and Ladjal 2021).
Among them are details of clothes: prints, folds, strands of hair, seams, lettering.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / 'person-regions'))
import patterns

#: Side of a picture in pixels.
SIDE = 320
#: Pictures are drawn so much larger and made smaller, so that edges fall between pixels.
FINER = 2
CANVAS = SIDE * FINER
#: Texture of every kind is cut from fields of this side, in pixels of the canvas.
FIELD = 512
#: Radii of leaves in pixels of the canvas; their number falls with the cube of the radius.
LEAST_RADIUS, LARGEST_RADIUS = 5.0, 260.0


class Textures:
    """Fields of texture, made once for many pictures: values from about -1 to 1."""

    def __init__(self, rng: np.random.Generator) -> None:
        sheets = patterns.prints(rng)
        self.prints = [_spread(sheet[0] * 2 - 1, rng, 0.7, 3) for sheet in sheets[::2]]
        smooth = [*patterns.folds(rng), *patterns.clouds(rng)]
        self.soft = [_spread(field, rng, 1.5, 5) for field in smooth]
        self.strands = [_spread(field, rng, 0.8, 2.5) for field in patterns.strands(rng)]

    def any(self, rng: np.random.Generator) -> np.ndarray:
        """One of them, of a kind that is as frequent as the others."""
        kind = (self.prints, self.soft, self.strands)[rng.choice(3, p=(0.45, 0.35, 0.2))]
        return kind[rng.integers(len(kind))]


def _spread(tile: np.ndarray, rng: np.random.Generator, least: float, most: float) -> np.ndarray:
    """A tile repeated, turned and enlarged until it fills a field."""
    repeats = 2 * FIELD // patterns.TILE + 2
    plane = np.tile(tile.astype(np.float32), (repeats, repeats))
    turned = cv2.getRotationMatrix2D(
        (plane.shape[1] / 2, plane.shape[0] / 2), rng.uniform(0, 360), rng.uniform(least, most)
    )
    turned[:, 2] += FIELD / 2 - plane.shape[0] / 2
    return cv2.warpAffine(plane, turned, (FIELD, FIELD), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def draw(rng: np.random.Generator, textures: Textures) -> np.ndarray:
    """A picture (SIDE, SIDE, 3) as bytes."""
    canvas = np.empty((CANVAS, CANVAS, 3), np.float32)
    palette = _palette(rng)
    canvas[:] = palette[0]
    _fill(canvas, np.ones((CANVAS, CANVAS), np.float32), 0, 0, palette[0], rng, textures)
    for radius in _radii(rng):
        _leaf(canvas, radius, palette[rng.integers(len(palette))], rng, textures)
    if rng.random() < 0.5:
        light = textures.soft[rng.integers(len(textures.soft))]
        canvas *= (
            1 + rng.uniform(0.05, 0.35) * cv2.resize(cv2.GaussianBlur(light, (0, 0), 20), (CANVAS, CANVAS))[..., None]
        )
    if rng.random() < 0.25:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.8, 4))
    picture = cv2.resize(canvas, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.clip(np.round(picture * 255), 0, 255).astype(np.uint8)


def _radii(rng: np.random.Generator) -> np.ndarray:
    """The sizes of the leaves, in the order they are laid."""
    least = LEAST_RADIUS * rng.choice([1, 2, 4, 8])
    count = int(min(1500, 2.2e5 / least**2 / 4) * rng.uniform(0.4, 1.2)) + 20
    span = 1 - (least / LARGEST_RADIUS) ** 2
    return least / np.sqrt(1 - rng.random(count) * span)


def _palette(rng: np.random.Generator) -> np.ndarray:
    """The colours of one picture, 0 to 1: a few hues, mostly pale, of any lightness."""
    hues = (rng.random(3) + rng.normal(0, 0.06, (4, 3))).ravel() % 1
    colours = np.empty((len(hues), 1, 3), np.float32)
    colours[:, 0, 0] = hues * 360
    colours[:, 0, 1] = rng.beta(1, 2.2, len(hues))
    colours[:, 0, 2] = rng.beta(1.1, 0.9, len(hues))
    return cv2.cvtColor(colours, cv2.COLOR_HSV2RGB)[:, 0]


def _leaf(canvas: np.ndarray, radius: float, colour: np.ndarray, rng: np.random.Generator, textures: Textures) -> None:
    """Lays one leaf: its outline, filled."""
    shift, grain = 4, 16
    reach = int(radius * 1.6) + 3
    x, y = rng.integers(0, CANVAS, 2)
    left, top = max(0, x - reach), max(0, y - reach)
    right, bottom = min(CANVAS, x + reach), min(CANVAS, y + reach)
    cover = np.zeros((bottom - top, right - left), np.uint8)
    centre = np.array([x - left, y - top])
    kind = rng.choice(['blob', 'polygon', 'line', 'letters', 'hair'], p=(0.42, 0.28, 0.14, 0.08, 0.08))
    if kind in ('blob', 'polygon'):
        points = centre + _outline(radius, kind, rng)
        cv2.fillPoly(cover, [np.round(points * grain).astype(np.int32)], 255, cv2.LINE_AA, shift)
    elif kind == 'letters':
        text = ''.join(chr(c) for c in rng.integers(48, 91, int(rng.integers(1, 7))))
        place = (int(centre[0] - radius), int(centre[1] + radius / 3))
        size = max(0.3, radius / 22 / len(text) ** 0.5)
        cv2.putText(
            cover, text, place, int(rng.integers(0, 8)), size, 255, max(1, int(size * rng.uniform(1, 4))), cv2.LINE_AA
        )
    else:
        thick = max(1, int(radius * rng.uniform(0.02, 0.15))) if kind == 'line' else int(rng.integers(1, 4))
        for _ in range(1 if kind == 'line' else int(rng.integers(5, 40))):
            path = centre + _strand(radius, rng)
            cv2.polylines(cover, [np.round(path * grain).astype(np.int32)], False, 255, thick, cv2.LINE_AA, shift)
    soft = cover.astype(np.float32) / 255
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(soft, (0, 0), rng.uniform(1, max(1.5, radius / 6)))
    _fill(canvas, soft, left, top, colour + rng.normal(0, 0.03, 3), rng, textures)


def _outline(radius: float, kind: str, rng: np.random.Generator) -> np.ndarray:
    """Points of an outline around 0: waved circles, or few corners."""
    corners = 48 if kind == 'blob' else int(rng.integers(3, 7))
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
    away = np.ones(corners)
    if kind == 'blob':
        for wave in range(2, 6):
            away += rng.normal(0, 0.18 / wave) * np.cos(wave * angle + rng.uniform(0, 6))
    else:
        away *= rng.uniform(0.7, 1.2, corners)
    points = radius * away[:, None] * np.stack([np.cos(angle), np.sin(angle) * rng.uniform(0.3, 1)], 1)
    turn = rng.uniform(0, np.pi)
    return points @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _strand(radius: float, rng: np.random.Generator) -> np.ndarray:
    """Points of a bent line around 0."""
    t = np.linspace(-1, 1, 12)[:, None]
    ends = rng.normal(0, 0.6, (2, 2))
    bend = rng.normal(0, 0.25, 2) * (1 - t**2)
    return radius * np.clip(t * (ends[0] - ends[1]) / 2 + rng.normal(0, 0.4, 2) + bend, -1.5, 1.5)


def _fill(
    canvas: np.ndarray,
    cover: np.ndarray,
    left: int,
    top: int,
    colour: np.ndarray,
    rng: np.random.Generator,
    textures: Textures,
) -> None:
    """Colours a part of the canvas where it is covered: flat, or with a second colour by a texture, and with a slope of light."""
    height, width = cover.shape
    part = canvas[top : top + height, left : left + width]
    paint = np.broadcast_to(colour.astype(np.float32), part.shape)
    if min(height, width) > 24 and rng.random() < 0.6:
        field = textures.any(rng)
        dx, dy = rng.integers(0, FIELD, 2)
        rows, columns = (np.arange(height) + dy) % FIELD, (np.arange(width) + dx) % FIELD
        other = rng.normal(0, rng.choice([0.02, 0.06, 0.2]), 3) + rng.normal(0, rng.choice([0.02, 0.08, 0.2]))
        paint = paint + field[rows][:, columns][..., None] * other.astype(np.float32)
    if rng.random() < 0.5:
        slope = rng.normal(0, 0.15, 2)
        light = np.linspace(-1, 1, height)[:, None] * slope[0] + np.linspace(-1, 1, width)[None] * slope[1]
        paint = paint * (1 + light[..., None]).astype(np.float32)
    part += cover[..., None] * (np.clip(paint, 0, 1) - part)
