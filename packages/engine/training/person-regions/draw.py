"""
Draws puppets into a folder of arrays, once, for all trainings.

    python3 draw.py --out DRAWINGS --count 30000 --workers 2      # about 30 ms and 155 kB each
"""

from __future__ import annotations

import argparse
import multiprocessing
from pathlib import Path

import cv2
import numpy as np
import torch

from canvas import HEIGHT, MAX_PARTS, WIDTH
from puppet import random_puppet
from samples import Drawings

#: Shape and type of each array, without the first dimension.
ARRAYS = {
    'parts': ((HEIGHT, WIDTH), np.uint8),
    'light': ((HEIGHT, WIDTH), np.uint8),
    'region': ((MAX_PARTS,), np.uint8),
    'material': ((MAX_PARTS,), np.uint8),
    'group': ((MAX_PARTS,), np.uint8),
    'angle': ((MAX_PARTS,), np.float32),
    'landmarks': ((33, 2), np.float32),
    'dress': ((), np.float32),
}
#: Puppets a worker draws at a time.
CHUNK = 64


class DrawingStore:
    """A folder of drawings, read through memory maps."""

    def __init__(self, folder: Path) -> None:
        self.arrays = {name: np.load(folder / f'{name}.npy', mmap_mode='r') for name in ARRAYS}
        self.count = len(self.arrays['dress'])

    def batch(self, index: np.ndarray, device: torch.device) -> Drawings:
        """The drawings of the given numbers as tensors."""
        return Drawings(
            **{
                name: torch.from_numpy(np.ascontiguousarray(array[index])).to(device)
                for name, array in self.arrays.items()
            }
        )


def draw(first_seed: int, count: int) -> dict[str, np.ndarray]:
    """`count` puppets with consecutive seeds, stacked."""
    cv2.setNumThreads(1)
    puppets = [random_puppet(first_seed + k) for k in range(count)]
    return {name: np.stack([np.asarray(getattr(p, name), kind) for p in puppets]) for name, (_, kind) in ARRAYS.items()}


def draw_all(folder: Path, first_seed: int, count: int, workers: int) -> None:
    """Fill a folder with `count` puppets, a multiple of CHUNK."""
    folder.mkdir(parents=True, exist_ok=True)
    maps = {
        name: np.lib.format.open_memmap(folder / f'{name}.npy', 'w+', kind, (count, *shape))
        for name, (shape, kind) in ARRAYS.items()
    }
    starts = range(0, count, CHUNK)
    with multiprocessing.Pool(workers) as pool:
        for start, chunk in zip(starts, pool.imap(_draw_chunk, [first_seed + s for s in starts])):
            for name, array in chunk.items():
                maps[name][start : start + CHUNK] = array[: count - start]
    for array in maps.values():
        array.flush()


def _draw_chunk(first_seed: int) -> dict[str, np.ndarray]:
    return draw(first_seed, CHUNK)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--count', type=int, default=30_000)
    parser.add_argument('--first-seed', type=int, default=0)
    parser.add_argument('--workers', type=int, default=2)
    options = parser.parse_args()
    draw_all(options.out, options.first_seed, options.count, options.workers)
