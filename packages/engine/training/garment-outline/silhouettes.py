"""Silhouettes of garments: those of cut-out photos, and those of garments made out of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from net import CATEGORIES, SIDE

#: Category of each class of the photos.
CATEGORY_OF_CLASS = {'dress': 'dress', 'pants': 'trousers', 'shorts': 'trousers', 'skirt': 'skirt'}
#: Classes that are no garments.
OTHERS = ('shoes', 'hat')
#: Logarithms of how much narrower tops are made: a flat chest is 1.33 times as wide as it looks around a body.
NARROWER = (0.0, 0.35)
#: Share of the square that the longer side of a garment fills (`frameOf` of the engine).
FILL = 0.9


@dataclass
class Silhouettes:
    """Coverage of each pixel in bytes (n, SIDE, SIDE), and the number of each category."""

    pictures: np.ndarray
    categories: np.ndarray

    def some(self, rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Silhouettes as they come."""
        chosen = rng.integers(len(self.pictures), size=count)
        return self.pictures[chosen], self.categories[chosen]


def of_photos(cut_outs: Path, index: Path, keep: Callable[[int], bool]) -> Silhouettes:
    """Silhouettes of the cut-outs of `../cut-photos.ts` whose sender `keep` accepts."""
    pictures, categories = [], []
    for file in json.loads(index.read_text())['files']:
        kind, sender = file['class'], file['sender']
        path = cut_outs / file['file'].replace('/', '-').replace('.jpg', '.png')
        if kind in OTHERS or not path.exists() or not keep(sender):
            continue
        pictures.append(framed(cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[..., 3]))
        categories.append(CATEGORIES.index(CATEGORY_OF_CLASS.get(kind, 'top')))
    return Silhouettes(np.stack(pictures), np.array(categories))


def made(files: list[Path]) -> Silhouettes:
    """Silhouettes of the samples of `../garment-landmarks/samples.py`, half of the tops as narrow as on a mannequin."""
    parts = [np.load(file) for file in files]
    pictures = np.concatenate([part['pictures'][..., 3] for part in parts])
    categories = np.concatenate([part['categories'] for part in parts])
    rng = np.random.default_rng(0)
    for i in np.nonzero(categories == CATEGORIES.index('top'))[0][::2]:
        pictures[i] = narrowed(pictures[i], np.exp(-rng.uniform(*NARROWER)))
    small = np.stack([cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for picture in pictures])
    return Silhouettes(small, categories)


def narrowed(picture: np.ndarray, factor: float) -> np.ndarray:
    """The picture with its width times `factor`, in the middle of a square of the same size, as large as fits."""
    ys, xs = np.nonzero(picture > 127)
    side = picture.shape[0]
    fits = FILL * side / max(np.ptp(xs) * factor, np.ptp(ys), 8)
    across, down = factor * fits, fits
    middle = ((xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2)
    matrix = np.float32([[across, 0, side / 2 - across * middle[0]], [0, down, side / 2 - down * middle[1]]])
    return cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR)


def framed(cover: np.ndarray) -> np.ndarray:
    """The coverage of a photo as the net sees it: the longer side of the garment fills FILL of the square."""
    whole = np.where(cover > 127, 255, 0).astype(np.uint8)
    ys, xs = np.nonzero(whole)
    side = max(np.ptp(xs), np.ptp(ys), 8) / FILL
    left, top = (xs.min() + xs.max() + 1 - side) / 2, (ys.min() + ys.max() + 1 - side) / 2
    scale = 4 * SIDE / side
    matrix = np.float32([[scale, 0, -left * scale], [0, scale, -top * scale]])
    large = cv2.warpAffine(whole, matrix, (4 * SIDE, 4 * SIDE), flags=cv2.INTER_LINEAR)
    return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
