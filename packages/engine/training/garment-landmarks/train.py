"""
Trains the net on made garments; see README.md.

    python3 train.py SAMPLES.npz [MORE.npz ...] --out OUT.pt [--start BEFORE.pt] --steps 10000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from net import LANDMARKS, LandmarkNet
from descent import Descent

BATCH, RATE, DECAY = 32, 1.5e-3, 0.02
#: How much of each of the last weights the average keeps.
AVERAGE = 0.998
#: Samples kept for testing.
TEST = 600
#: Weight of the loss of the sleeves beside that of the places, in which a hundredth of the square counts as 1.
LENGTHS = 0.6
#: Landmarks that a category has, by the beginning of their names.
UPPER = ('neck', 'shoulder', 'armpit', 'waistL', 'waistR', 'hem')
ARMS = ('cuff', 'elbow')
TROUSERS = ('waistband', 'legHem', 'knee', 'crotch')
SKIRT = ('waistband', 'hem')


def masks(names: list[str]) -> torch.Tensor:
    """Which landmarks count, by category and whether there are sleeves: (4, 2, LANDMARKS)."""
    parts = [UPPER, UPPER, TROUSERS, SKIRT]
    rows = torch.zeros(len(parts), 2, LANDMARKS)
    for category, part in enumerate(parts):
        for sleeved in (0, 1):
            wanted = part + ARMS if sleeved and part is UPPER else part
            rows[category, sleeved] = torch.tensor([float(name.startswith(wanted)) for name in names])
    return rows


class Samples:
    """Made garments, in batches."""

    def __init__(self, files: list[Path]) -> None:
        parts = [np.load(file) for file in files]
        self.names = [str(name) for name in parts[0]['names']]
        keys = ('pictures', 'points', 'categories', 'sleeves', 'placed')
        self.pictures, self.points, self.categories, self.sleeves, self.placed = (
            np.concatenate([part[key] for part in parts]) for key in keys
        )
        self.masks = masks(self.names)
        index = {name: place for place, name in enumerate(self.names)}
        swapped = {'Left': 'Right', 'Right': 'Left'}
        self.mirrored = [
            index[next((name[: -len(end)] + other for end, other in swapped.items() if name.endswith(end)), name)]
            for name in self.names
        ]

    def batch(self, chosen: np.ndarray) -> tuple[torch.Tensor, ...]:
        """Colours and coverage (n, 4, 96, 96), places (n, 29, 2), their mask, categories and sleeves (-1 unknown)."""
        seen = torch.from_numpy(self.pictures[chosen]).permute(0, 3, 1, 2).float() / 255
        categories = torch.from_numpy(self.categories[chosen])
        sleeves = torch.from_numpy(self.sleeves[chosen])
        mask = self.masks[categories, (sleeves > 0).long()] * torch.from_numpy(self.placed[chosen])[:, None]
        return seen, torch.from_numpy(self.points[chosen]), mask, categories, sleeves

    def varied(self, seen: torch.Tensor, points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Mirrored, and in other colours, at random."""
        n = len(seen)
        flip = torch.rand(n) < 0.5
        seen = torch.where(flip.view(n, 1, 1, 1), seen.flip(3), seen)
        turned = points[:, self.mirrored] * torch.tensor([-1.0, 1.0])
        points = torch.where(flip.view(n, 1, 1), turned, points)
        alpha = seen[:, 3:]
        mixing = torch.eye(3) + torch.randn(n, 3, 3) * 0.15
        colours = torch.einsum('nij,njhw->nihw', mixing, seen[:, :3]) + torch.randn(n, 3, 1, 1) * 0.08 * alpha
        colours = colours * torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
        grey = (torch.rand(n, 1, 1, 1) < 0.1).float()
        colours = colours * (1 - grey) + colours.mean(1, keepdim=True) * grey
        return torch.cat([colours.minimum(alpha).clamp(0, 1), alpha], 1), points


def loss_of(answer: torch.Tensor, batch: tuple[torch.Tensor, ...]) -> torch.Tensor:
    _, points, mask, categories, sleeves = batch
    found = answer[:, : 2 * LANDMARKS].view(-1, LANDMARKS, 2)
    away = F.smooth_l1_loss(found * 100, points * 100, reduction='none').sum(2) * mask
    places = away.sum() / mask.sum()
    lengths = answer[:, 2 * LANDMARKS :]
    worn = (categories <= 1) & (sleeves >= 0)
    of_sleeves = F.cross_entropy(lengths[worn], sleeves[worn])
    return places + LENGTHS * of_sleeves


def score(net: LandmarkNet, batch: tuple[torch.Tensor, ...]) -> str:
    """How far landmarks are off, in hundredths of the square, and the share of right sleeves."""
    seen, points, mask, categories, sleeves = batch
    net.eval()
    with torch.no_grad():
        answer = torch.cat([net(part) for part in seen.split(100)])
    away = (answer[:, : 2 * LANDMARKS].view(-1, LANDMARKS, 2) - points).norm(dim=2)
    off = 100 * (away * mask).sum() / mask.sum()
    worn = (categories <= 1) & (sleeves >= 0)
    lengths = answer[:, 2 * LANDMARKS :].argmax(1)
    sleeved = ((lengths > 0) == (sleeves > 0))[worn].float().mean()
    same = (lengths == sleeves)[worn].float().mean()
    return f'off by {off:.2f}, sleeves or none {sleeved:.3f}, length {same:.3f}'


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('samples', type=Path, nargs='+')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--start', type=Path, help='weights to go on from')
    parser.add_argument('--steps', type=int, default=10000)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    samples = Samples(options.samples)
    test = samples.batch(np.arange(TEST))
    net = LandmarkNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    descent = Descent(net, options.steps, RATE, DECAY, AVERAGE)
    for step in range(options.steps):
        seen, points, *truth = samples.batch(rng.integers(TEST, len(samples.pictures), BATCH))
        seen, points = samples.varied(seen, points)
        net.train()
        loss = loss_of(net(seen), (seen, points, *truth))
        descent.step(loss)
        if step % 250 == 249:
            print(f'{step + 1} steps, loss {loss.item():.3f}, made garments: {score(descent.average, test)}', flush=True)
            torch.save(descent.average.state_dict(), options.out)


if __name__ == '__main__':
    main()
