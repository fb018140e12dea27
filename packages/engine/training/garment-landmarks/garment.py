"""Labelled garments out of cut-out photos, and the canvas on which their cut changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

#: Side of the canvas that a garment is changed on, in pixels.
CANVAS = 224
CATEGORIES = ['top', 'dress', 'trousers', 'skirt']
SLEEVES = ['none', 'short', 'mid', 'long']
LABELS = Path(__file__).parent / 'labels.jsonl'
#: One label of this many, by the order of the file, is kept for testing.
TEST_EVERY = 12
#: Logarithms of how much taller half of the garments are made: on a mannequin clothes look narrower than laid flat.
TALLER = (-0.1, 0.45)


@dataclass
class Garment:
    """
    A cut-out garment: its colours and coverage, landmarks by name, category and sleeves. Photos have bytes, a canvas
    has floats from 0 to 1.

    `folded` tells of the left and the right sleeve or leg whether it lies on the front, is hidden, bent or cut off. A
    garment that is not `cut` keeps its cut. `taller` is how much taller than laid flat it is made.
    """

    pixels: np.ndarray
    points: dict[str, np.ndarray]
    category: str
    sleeves: str
    folded: tuple[bool, bool] = (False, False)
    cut: bool = True
    taller: float = 1


class Photos:
    """Labelled photos, cut out, by category; and tops, dresses and folded trousers that keep their cut."""

    def __init__(self, folder: Path, testing: bool) -> None:
        head, *labels = [json.loads(line) for line in LABELS.read_text().splitlines()]
        self.names = head['landmarks']
        self.by_category: dict[str, list[Garment]] = {category: [] for category in CATEGORIES}
        self.uncut: list[Garment] = []
        self.missing = 0
        for index, label in enumerate(labels):
            if (index % TEST_EVERY == 0) != testing:
                continue
            # Photos without a sure outline are not cut out.
            if not (folder / label['file']).exists():
                self.missing += 1
                continue
            pixels = cv2.imread(str(folder / label['file']), cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]]
            marks = np.array(label['points'], np.float32).reshape(-1, 2)
            points = dict(zip(self.names, marks))
            folded = tuple(side in label.get('folded', '') for side in 'LR')
            garment = Garment(pixels, points, label['category'], label['sleeves'], folded)
            if not any(folded):
                self.by_category[label['category']].append(garment)
            if label['category'] in ('top', 'dress') or any(folded):
                self.uncut.append(replace(garment, cut=False))


def on_canvas(garment: Garment, rng: np.random.Generator) -> Garment:
    """The garment in the middle of a canvas, slightly turned, mirrored or made taller half of the time."""
    height, width = garment.pixels.shape[:2]
    ys, xs = np.nonzero(garment.pixels[..., 3] > 127)
    extent = max(np.ptp(xs), np.ptp(ys))
    scale = CANVAS * 0.62 / extent
    angle = np.deg2rad(rng.normal(0, 5))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    taller = np.exp(rng.uniform(*TALLER)) if rng.random() < 0.5 else 1
    turn = np.diag([1, taller]) @ turn
    middle = np.array([(xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2])
    move = CANVAS / 2 - turn @ middle
    matrix = np.column_stack([turn, move])
    photo = premultiplied(garment.pixels.astype(np.float32) / 255)
    pixels = cv2.warpAffine(photo, matrix, (CANVAS, CANVAS), flags=cv2.INTER_AREA)
    points = {name: turn @ point + move for name, point in garment.points.items()}
    folded = garment.folded
    if rng.random() < 0.5:
        pixels = pixels[:, ::-1].copy()
        points = {other_side(name): np.array([CANVAS - 1 - x, y]) for name, (x, y) in points.items()}
        folded = folded[::-1]
    return replace(garment, pixels=pixels, points=points, folded=folded, taller=taller)


def premultiplied(pixels: np.ndarray) -> np.ndarray:
    return np.dstack([pixels[..., :3] * pixels[..., 3:], pixels[..., 3]])


def other_side(name: str) -> str:
    if name.endswith('Left'):
        return name[:-4] + 'Right'
    return name[:-5] + 'Left' if name.endswith('Right') else name
