"""
Trains the net on silhouettes of photos and of made garments; see README.md.

    python3 train.py --photos PHOTOS --cut-outs CUT-OUTS --samples SAMPLES.npz [MORE.npz ...] --out OUT.pt [--all]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from net import CATEGORIES, OutlineNet
from silhouettes import Silhouettes, made, of_photos

sys.path.append(str(Path(__file__).resolve().parent.parent))
from descent import Descent  # noqa: E402
from weight_average import save_weights  # noqa: E402

BATCH, RATE, DECAY = 96, 3e-3, 0.05
#: How much of each of the last weights the average keeps.
AVERAGE = 0.995
#: Share of a batch that comes from photos as they are.
PHOTOS = 0.5
#: Share of the truth that all categories get: folded garments look like others.
SMOOTHING = 0.05
#: Senders whose number leaves this rest when divided by SENDERS validate, unless `--all` is given.
VALIDATES, SENDERS = 0, 6
#: Greatest turn in radians, and spread of the logarithms of size and proportions.
TURN, SIZE, SHAPE = 0.2, 0.05, 0.07


def varied(seen: torch.Tensor) -> torch.Tensor:
    """Mirrored, turned, stretched a little, and with bits of the edge missing or added, at random."""
    n = len(seen)
    turn = (torch.rand(n) * 2 - 1) * TURN
    size, shape = torch.exp(torch.randn(n) * SIZE), torch.exp(torch.randn(n) * SHAPE)
    side = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    across, down = size * shape, size / shape
    matrix = torch.stack(
        [
            torch.stack([side * across * turn.cos(), -across * turn.sin(), torch.randn(n) * 0.02], 1),
            torch.stack([side * down * turn.sin(), down * turn.cos(), torch.randn(n) * 0.02], 1),
        ],
        1,
    )
    seen = F.grid_sample(seen, F.affine_grid(matrix, list(seen.shape), align_corners=False), align_corners=False)
    noise = F.interpolate(torch.randn(n, 1, 12, 12), size=seen.shape[-2:], mode='bicubic') * torch.rand(n, 1, 1, 1)
    edge = F.avg_pool2d(seen, 5, 1, 2)
    return torch.sigmoid((edge - 0.5 + 0.22 * noise * (4 * edge * (1 - edge))) * 14)


def tensor(pictures: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(pictures)[:, None].float() / 255


@torch.no_grad()
def score(net: OutlineNet, silhouettes: Silhouettes) -> str:
    """Share of right categories, and the confusions: rows are true, columns told."""
    net.eval()
    told = torch.cat([net(part) for part in tensor(silhouettes.pictures).split(200)]).argmax(1).numpy()
    counts = np.zeros((len(CATEGORIES), len(CATEGORIES)), int)
    np.add.at(counts, (silhouettes.categories, told), 1)
    return f'{np.mean(told == silhouettes.categories):.3f} {counts.tolist()}'


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--cut-outs', type=Path, required=True)
    parser.add_argument('--samples', type=Path, nargs='+', required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--steps', type=int, default=2500)
    parser.add_argument('--all', action='store_true', help='learn from the senders that validate too')
    options = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    index = options.photos / 'index.json'
    learns = of_photos(options.cut_outs, index, lambda sender: options.all or sender % SENDERS != VALIDATES)
    validates = of_photos(options.cut_outs, index, lambda sender: sender % SENDERS == VALIDATES)
    samples = made(options.samples)
    print(f'{len(learns.pictures)} photos, {len(validates.pictures)} validate, {len(samples.pictures)} made', flush=True)
    net = OutlineNet()
    descent = Descent(net, RATE, DECAY, AVERAGE)
    of_photos_count = round(BATCH * PHOTOS)
    for step in range(options.steps):
        seen, truth = zip(learns.some(rng, of_photos_count), samples.some(rng, BATCH - of_photos_count))
        net.train()
        answer = net(varied(tensor(np.concatenate(seen))))
        loss = F.cross_entropy(answer, torch.from_numpy(np.concatenate(truth)), label_smoothing=SMOOTHING)
        descent.step(loss, step / options.steps)
        if step % 500 == 499:
            print(f'{step + 1} steps, loss {loss.item():.3f}: validation {score(descent.average, validates)}', flush=True)
    save_weights(descent.average, options.out)


if __name__ == '__main__':
    main()
