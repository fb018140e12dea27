"""
Draws garments and accessories with their mattes for `train.py`.

    python3 draw_products.py DRAWINGS.npy --count 2000 --workers 2
"""

from __future__ import annotations

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / 'garment-kind'))
from crumple import crumple  # noqa: E402
from draw import KINDS as DRAWERS  # noqa: E402
from sketch import Sketch  # noqa: E402

#: Kinds and their shares of the drawings.
KINDS = {
    'top': 0.36,
    'dress': 0.18,
    'trousers': 0.12,
    'skirt': 0.1,
    'bag': 0.12,
    'glasses': 0.05,
    'hat': 0.04,
    'shoes': 0.03,
}


def draw(seed: int) -> np.ndarray:
    """The picture (320, 320, 4) of one product as bytes."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    sketch = Sketch(rng)
    drawer, _, turn = DRAWERS[str(rng.choice(list(KINDS), p=list(KINDS.values())))]
    drawer(sketch)
    colours, cover = sketch.render(turn)
    if sketch.chance(0.7):
        colours, cover = crumple(rng, colours, cover)
    soft = cv2.GaussianBlur(cover.astype(np.float32), (0, 0), 0.8)
    return np.clip(np.concatenate([colours, soft[..., None]], 2) * 255, 0, 255).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('out', type=Path)
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--workers', type=int, default=1)
    options = parser.parse_args()
    with Pool(options.workers) as pool:
        np.save(options.out, np.stack(pool.map(draw, range(options.count), chunksize=8)))


if __name__ == '__main__':
    main()
