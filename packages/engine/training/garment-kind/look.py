"""
Keeps what the fixed layers of the net see in photos and drawings, varied at random, for `train.py`; see README.md.

    python3 look.py --photos PHOTOS --cut-outs CUT-OUTS --drawings DRAWINGS --out VIEWS --views 8
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from draw import KINDS as DRAWN
from net import MAP, KindNet
from photos import KINDS, WORN_AS, Photos, load
from vary import on_ground, on_paper, plain, recolour, tensor_of, view

WEIGHTS = Path(__file__).resolve().parents[2] / 'weights'
BATCH = 32
#: Share of the views of a photo in which its cut-out lies on paper.
ON_PAPER = 0.4
#: Share of garments on paper that look as on a mannequin, and their width against the same laid flat, at least.
FITTED, FITTED_WIDTH = 0.5, 0.65
#: Which kinds each drawn kind may be: the drawings tell no shirt from a hoodie.
MAY_BE = np.array([[worn == drawn for worn in WORN_AS] for drawn in DRAWN])


def keep(net: KindNet, batches, count: int, path: Path) -> None:
    """Writes the maps of batches of pictures, as half floats."""
    size = (MAP[0], MAP[1], MAP[1])
    maps = np.lib.format.open_memmap(path, 'w+', np.float16, (count, *size))
    done = 0
    for batch in batches:
        seen = net.maps(batch.contiguous(memory_format=torch.channels_last))
        maps[done : done + len(seen)] = seen.numpy()
        done += len(seen)
        if done % 3200 < BATCH:
            print(f'{path.name}: {done} of {count}', flush=True)


def views_of(photos: Photos, rng: np.random.Generator):
    """Each photo once, varied; of those with a cut-out a share lies on paper."""
    for k in range(0, len(photos.kinds), BATCH):
        pictures = recolour(view(tensor_of(photos.pictures[k : k + BATCH]), 0.75, 1.6))
        cut_outs = photos.cut_outs[k : k + BATCH]
        laid = [index for index, cut_out in enumerate(cut_outs) if cut_out is not None and rng.random() < ON_PAPER]
        if laid:
            widths = np.where(rng.random(len(laid)) < FITTED, rng.uniform(FITTED_WIDTH, 1.05, len(laid)), 1)
            pictures[laid] = on_paper(tensor_of(np.stack([cut_outs[index] for index in laid])), torch.from_numpy(widths).float())
        yield pictures


def laid(drawings: np.ndarray, photos: Photos):
    """Each drawing once, varied, on a ground."""
    rng = np.random.default_rng(0)
    for k in range(0, len(drawings), BATCH):
        sketched = tensor_of(drawings[k : k + BATCH])
        yield recolour(
            on_ground(sketched, tensor_of(photos.pictures[rng.integers(0, len(photos.kinds), len(sketched))]))
        )


def straight(photos: Photos):
    """Each photo as the engine sees it, then each one's mirror image."""
    for turned in (False, True):
        for k in range(0, len(photos.kinds), BATCH):
            batch = plain(tensor_of(photos.pictures[k : k + BATCH]))
            yield batch.flip(3) if turned else batch


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--cut-outs', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--views', type=int, default=8)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    photos, test = load(options.photos, options.cut_outs)
    drawings, drawn = (np.load(options.drawings / f'{name}.npy') for name in ('pictures', 'kinds'))
    net = KindNet(len(KINDS))
    net.start_from(WEIGHTS / 'moderation.onnx')
    net = net.to(memory_format=torch.channels_last).eval()
    options.out.mkdir(parents=True, exist_ok=True)
    keep(net, straight(test), 2 * len(test.kinds), options.out / 'test.npy')
    np.save(options.out / 'test-kinds.npy', test.kinds)
    np.save(options.out / 'photo-kinds.npy', photos.kinds)
    np.save(options.out / 'may-be.npy', MAY_BE[drawn])
    keep(net, laid(drawings, photos), len(drawings), options.out / 'drawings.npy')
    rng = np.random.default_rng(0)
    for number in range(options.views):
        keep(net, views_of(photos, rng), len(photos.kinds), options.out / f'photos-{number}.npy')


if __name__ == '__main__':
    main()
