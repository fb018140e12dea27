"""How cloth lies and lenses see."""

from __future__ import annotations

import cv2
import numpy as np

from sketch import CANVAS


def crumple(rng: np.random.Generator, colours: np.ndarray, cover: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bends the whole picture softly."""
    cells = int(rng.integers(3, 6))
    reach = CANVAS * rng.uniform(0, 0.035)
    shift = [
        cv2.resize(
            rng.normal(0, reach, (cells, cells)).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC
        )
        for _ in range(2)
    ]
    y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    bent = [
        cv2.remap(values, x + shift[0], y + shift[1], cv2.INTER_LINEAR)
        for values in (colours, cover.astype(np.float32))
    ]
    return bent[0], (bent[1] > 0.5).astype(np.uint8)
