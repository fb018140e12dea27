"""What goes wrong when a product is cut out of its photo."""

from __future__ import annotations

import cv2
import numpy as np

from sketch import CANVAS


def spoil(rng: np.random.Generator, colours: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """The coverage as a cut-out finds it; background that it takes for product is painted into the colours."""
    cover = cover.copy()
    ground = rng.uniform(0, 1, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0.6, 1))
    grain = rng.normal(0, rng.choice([0.01, 0.08]), (CANVAS // 2, CANVAS // 2)).astype(np.float32)
    grain = cv2.resize(grain, (CANVAS, CANVAS))[..., None]
    colours[cover == 0] = np.clip(ground + grain, 0, 1)[cover == 0]
    if rng.random() < 0.5:
        cover = _rough(rng, cover, rng.uniform(0.1, 0.6))
    if rng.random() < 0.25:
        cover &= 1 - (_blobs(rng, rng.uniform(0.05, 0.12)) & (1 - cv2.erode(cover, np.ones((13, 13), np.uint8))))
    if rng.random() < 0.12:
        cover &= 1 - _blobs(rng, rng.uniform(0.02, 0.15))
    if rng.random() < 0.2:
        reach = int(rng.integers(3, 26)) | 1
        cover |= _blobs(rng, rng.uniform(0.1, 0.5)) & cv2.dilate(
            cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        )
    if rng.random() < 0.15:
        _shadow(rng, colours, cover)
    if rng.random() < 0.25:
        closed = cv2.morphologyEx(cover, cv2.MORPH_CLOSE, np.ones((int(rng.integers(3, 36)),) * 2, np.uint8))
        cover |= closed
    return cover


def crumple(rng: np.random.Generator, colours: np.ndarray, cover: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bends the whole picture softly, as cloth lies and lenses see."""
    cells = int(rng.integers(3, 6))
    reach = CANVAS * rng.uniform(0, 0.035)
    shift = [
        cv2.resize(rng.normal(0, reach, (cells, cells)).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
        for _ in range(2)
    ]
    y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    bent = [cv2.remap(values, x + shift[0], y + shift[1], cv2.INTER_LINEAR) for values in (colours, cover.astype(np.float32))]
    return bent[0], (bent[1] > 0.5).astype(np.uint8)


def _blobs(rng: np.random.Generator, share: float) -> np.ndarray:
    cells = int(rng.integers(4, 14))
    field = cv2.resize(rng.random((cells, cells)).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
    return (field > np.quantile(field[::4, ::4], 1 - share)).astype(np.uint8)


def _rough(rng: np.random.Generator, cover: np.ndarray, strength: float) -> np.ndarray:
    cells = CANVAS // int(rng.integers(2, 8))
    noise = cv2.resize(rng.random((cells, cells)).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC) - 0.5
    k = int(rng.integers(2, 6)) * 2 + 1
    return (cv2.GaussianBlur(cover.astype(np.float32), (k, k), 0) + noise * strength > 0.5).astype(np.uint8)


def _shadow(rng: np.random.Generator, colours: np.ndarray, cover: np.ndarray) -> None:
    shift = rng.integers(-9, 10, 2)
    fallen = np.roll(cover, shift, (0, 1)) & (1 - cover)
    colours[fallen > 0] *= rng.uniform(0.4, 0.9)
    cover |= fallen
