"""
Trains the net on necks that are drawn and necks of photos; see README.md.

    python3 train.py NECKS.npz OUT.pt [--photos PHOTOS.npz] [--start BEFORE.pt] --steps 4000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from necks import FRAME
from net import NecklineNet
from descent import Descent
from weight_average import save_weights

BATCH, RATE, DECAY = 64, 2e-3, 0.02
#: How much of each of the last weights the average keeps.
AVERAGE = 0.995
#: Necks of each kind that are kept for testing: the first ones. Of photos, all 60 cuts of eight labelled necks.
TEST = 480
#: Share of a batch that comes from photos, if there are any.
PHOTOS = 0.4


def batch_of(pictures: torch.Tensor, fronts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Bytes as floats: colours times coverage and coverage, and the map."""
    seen = pictures.permute(0, 3, 1, 2).float() / 255
    seen = torch.cat([seen[:, :3] * seen[:, 3:], seen[:, 3:]], 1)
    return seen, fronts[:, None].float() / 255


def varied(seen: torch.Tensor, fronts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mirrored, and in other light, at random."""
    n, on = len(seen), {'device': seen.device}
    flip = (torch.rand(n, **on) < 0.5).view(n, 1, 1, 1)
    seen, fronts = torch.where(flip, seen.flip(3), seen), torch.where(flip, fronts.flip(3), fronts)
    colours = torch.einsum('nij,njhw->nihw', torch.eye(3, **on) + torch.randn(n, 3, 3, **on) * 0.08, seen[:, :3])
    colours = (colours * torch.exp(torch.randn(n, 1, 1, 1, **on) * 0.15)).clamp(0, 1)
    return torch.cat([colours, seen[:, 3:]], 1), fronts


def depths(shares: torch.Tensor) -> torch.Tensor:
    """Rows of the front edge in the columns between the neck points, in neck widths below the frame's top."""
    side = shares.shape[-1]
    first, last = (round((edge - FRAME[0]) / FRAME[2] * side) for edge in (-0.45, 0.45))
    return (1 - shares[:, 0, :, first:last]).mean(1) * FRAME[2]


def score(net: NecklineNet, seen: torch.Tensor, fronts: torch.Tensor) -> tuple[float, float]:
    """Mean distance of the edge in neck widths, and the share of necks in which it is off by less than a tenth."""
    net.eval()
    with torch.no_grad():
        found = torch.cat([net(part).sigmoid() for part in seen.split(64)])
    off = (depths(found) - depths(fronts)).abs().mean(1)
    return off.mean().item(), (off < 0.1).float().mean().item()


class Necks:
    """Necks of one kind on a device; the first of them are for testing alone."""

    def __init__(self, path: Path, device: str) -> None:
        stored = np.load(path)
        self.pictures, self.fronts = (torch.from_numpy(stored[key]).to(device) for key in ('pictures', 'fronts'))
        self.test = batch_of(self.pictures[:TEST], self.fronts[:TEST])

    def some(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        chosen = torch.randint(TEST, len(self.pictures), (count,), device=self.pictures.device)
        return batch_of(self.pictures[chosen], self.fronts[chosen])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('necks', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--photos', type=Path, help='necks cut by photos.py')
    parser.add_argument('--start', type=Path, help='weights to go on from')
    parser.add_argument('--steps', type=int, default=4000)
    parser.add_argument('--rate', type=float, default=RATE)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    kinds = {'drawn necks': Necks(options.necks, options.device)}
    if options.photos:
        kinds['necks of photos'] = Necks(options.photos, options.device)
    counts = [BATCH] if len(kinds) == 1 else [BATCH - round(PHOTOS * BATCH), round(PHOTOS * BATCH)]
    net = NecklineNet().to(options.device)
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location=options.device))
    descent = Descent(net, options.rate, DECAY, AVERAGE)
    for step in range(options.steps):
        parts = [necks.some(count) for necks, count in zip(kinds.values(), counts)]
        seen, truth = varied(*(torch.cat(tensors) for tensors in zip(*parts)))
        net.train()
        loss = F.binary_cross_entropy_with_logits(net(seen), truth)
        descent.step(loss, step / options.steps)
        if step % 500 == 499 or step == options.steps - 1:
            scores = {name: score(descent.average, *necks.test) for name, necks in kinds.items()}
            told = ', '.join(f'{name} off by {off:.4f}, near {near:.3f}' for name, (off, near) in scores.items())
            print(f'{step + 1} steps, loss {loss.item():.4f}, {told}', flush=True)
            save_weights(descent.average, options.out)


if __name__ == '__main__':
    main()
