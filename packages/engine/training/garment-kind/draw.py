"""
Draws products that few photos or none show, and stores them for `train.py`; see README.md.

    python3 draw.py --out DRAWINGS --count 4000 --workers 2
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from bags import draw_bag
from crumple import crumple
from garments import draw_dress, draw_skirt, draw_top, draw_trousers
from hats import draw_beanie, draw_hat
from shoes import draw_shoes
from sketch import Sketch
from small import draw_glasses, draw_other

#: Side of a stored drawing in pixels, that of the net's input.
SIDE = 192
#: What is drawn: who draws it, its share of the drawings, and how far it may lie turned, in radians. Garments are drawn
#: too, so that what looks drawn is not for that reason an accessory.
KINDS = {
    'top': (draw_top, 0.09, 0.3),
    'dress': (draw_dress, 0.08, 0.3),
    'trousers': (draw_trousers, 0.08, 0.3),
    'skirt': (draw_skirt, 0.07, 0.3),
    'glasses': (draw_glasses, 0.12, 0.5),
    'beanie': (draw_beanie, 0.06, 0.5),
    'hat': (draw_hat, 0.06, 0.5),
    'shoes': (draw_shoes, 0.06, 0.8),
    'bag': (draw_bag, 0.22, 0.3),
    'other': (draw_other, 0.16, 1.5),
}


def draw(seed: int) -> tuple[np.ndarray, int]:
    """The picture (SIDE, SIDE, 4) of one product as bytes, colours times coverage and coverage, and the number of its kind."""
    rng = np.random.default_rng(seed)
    shares = np.array([share for _, share, _ in KINDS.values()])
    kind = int(rng.choice(len(KINDS), p=shares / shares.sum()))
    drawer, _, turn = list(KINDS.values())[kind]
    while True:
        sketch = Sketch(rng)
        drawer(sketch)
        colours, cover = sketch.render(turn)
        if sketch.chance(0.6):
            colours, cover = crumple(rng, colours, cover)
        if cover.mean() > 0.01:
            break
    seen = cover[..., None] * 255.0
    picture = np.concatenate([colours * seen, seen], 2)
    return np.clip(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), 0, 255).astype(np.uint8), kind


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--count', type=int, default=4000)
    parser.add_argument('--workers', type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    with Pool(options.workers) as pool:
        drawn = pool.map(draw, range(options.count), chunksize=64)
    np.save(options.out / 'pictures.npy', np.stack([picture for picture, _ in drawn]))
    np.save(options.out / 'kinds.npy', np.array([kind for _, kind in drawn]))


if __name__ == '__main__':
    main()
