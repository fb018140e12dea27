"""
Draws pictures and stores them for `train.py`; see README.md.

    python3 draw.py --out DRAWINGS --count 1600 --workers 2
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from leaves import SIDE, Textures, draw

#: Pictures that share their textures.
SET = 40


def draw_set(seed: int) -> np.ndarray:
    """So many pictures (SET, SIDE, SIDE, 3) as bytes."""
    rng = np.random.default_rng(seed)
    textures = Textures(rng)
    return np.stack([draw(rng, textures) for _ in range(SET)])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--count', type=int, default=1600)
    parser.add_argument('--workers', type=int, default=2)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pictures = np.lib.format.open_memmap(
        options.out / 'pictures.npy', 'w+', np.uint8, (options.count // SET * SET, SIDE, SIDE, 3)
    )
    with Pool(options.workers) as pool:
        for k, drawn in enumerate(pool.imap(draw_set, range(options.count // SET))):
            pictures[k * SET : (k + 1) * SET] = drawn
            print(f'{(k + 1) * SET} pictures', flush=True)


if __name__ == '__main__':
    main()
