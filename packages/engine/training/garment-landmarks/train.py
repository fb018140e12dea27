"""
Trains the net on made garments; see README.md.

    python3 train.py SAMPLES.npz [MORE.npz ...] --test TEST.npz --out OUT.pt --minutes 50
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from net import LANDMARKS, SIDES, SLEEVES, TURNS, LandmarkNet
from descent import Descent
from garment import CATEGORIES, other_side
from packed_weights import take_weights
from weight_average import save_weights

BATCH, RATE, DECAY = 32, 1.5e-3, 0.03
#: How much of each of the last weights the average keeps.
AVERAGE = 0.999
#: Steps from one report to the next.
REPORT = 500
#: Weights of the losses of the lengths of sleeves, of folds and of turns. A hundredth of the square counts as 1.
LENGTHS, FOLDS, TURN = 0.6, 0.6, 0.6
#: Share of the samples that are turned by a quarter, a half or three quarters.
TURNED = 0.12
#: Landmarks that a category has, by the beginning of their names.
UPPER = ('neck', 'shoulder', 'armpit', 'waistL', 'waistR', 'hem')
ARMS, LEGS = ('cuff', 'elbow'), ('legHem', 'knee')
TROUSERS = ('waistband', 'legHem', 'knee', 'crotch')
SKIRT = ('waistband', 'hem')
#: Lengths of the parts of an answer.
PARTS = (2 * LANDMARKS, SLEEVES, SIDES, TURNS)


@dataclass
class Batch:
    """Samples and their truth: the garments as `seen` are turned by `turns` quarters anticlockwise."""

    seen: torch.Tensor
    """Colours and coverage, (n, 4, 128, 128)."""
    points: torch.Tensor
    """(n, 29, 2)"""
    mask: torch.Tensor
    """1 for the points that count, (n, 29)."""
    categories: torch.Tensor
    sleeves: torch.Tensor
    folded: torch.Tensor
    """1 for the left and the right limb that is folded, (n, 2)."""
    turns: torch.Tensor

    def is_sleeved(self) -> torch.Tensor:
        """True for upright tops and dresses, which may have sleeves."""
        return (self.categories <= CATEGORIES.index('dress')) & (self.turns == 0)

    def has_limbs(self) -> torch.Tensor:
        """True for upright garments whose sleeves or legs may be folded."""
        return (self.categories <= CATEGORIES.index('trousers')) & (self.turns == 0)


class Samples:
    """Made garments as bytes on a device, in batches."""

    def __init__(self, files: list[Path], device: torch.device) -> None:
        parts = [np.load(file) for file in files]
        self.names = [str(name) for name in parts[0]['names']]
        held = lambda key: torch.cat([torch.from_numpy(part[key]).to(device) for part in parts])
        self.pictures, self.points, self.categories = held('pictures'), held('points'), held('categories')
        self.sleeves, self.folded = held('sleeves'), held('folded').float()
        index = {name: place for place, name in enumerate(self.names)}
        self.mirrored = [index[other_side(name)] for name in self.names]
        starting = lambda begin: torch.tensor([float(name.startswith(begin)) for name in self.names], device=device)
        self.parts = torch.stack([starting(UPPER), starting(UPPER), starting(TROUSERS), starting(SKIRT)])
        by_side = lambda begin: [
            [float(name.startswith(begin) and name.endswith(side)) for name in self.names] for side in ('Left', 'Right')
        ]
        self.arms, self.legs = (torch.tensor(by_side(begin), device=device) for begin in (ARMS, LEGS))

    def batch(self, chosen: torch.Tensor) -> Batch:
        """The samples as they are. The points of sleeves and legs that are folded do not count."""
        seen = self.pictures[chosen].permute(0, 3, 1, 2).float() / 255
        categories, sleeves, folded = self.categories[chosen], self.sleeves[chosen], self.folded[chosen]
        turns = torch.zeros_like(sleeves)
        batch = Batch(seen, self.points[chosen], self.parts[categories], categories, sleeves, folded, turns)
        sleeved = ((sleeves > 0) & batch.is_sleeved()).float()[:, None] * (1 - folded)
        return replace(batch, mask=batch.mask * (1 - folded @ self.legs) + sleeved @ self.arms)

    def varied(self, batch: Batch) -> Batch:
        """Mirrored, in other colours, and turned, at random."""
        seen, points, mask, folded = batch.seen, batch.points, batch.mask, batch.folded
        n, device = len(seen), seen.device
        normal = lambda *shape: torch.randn(*shape, device=device)
        flip = torch.rand(n, device=device) < 0.5
        seen = torch.where(flip.view(n, 1, 1, 1), seen.flip(3), seen)
        mirrored = points[:, self.mirrored] * torch.tensor([-1.0, 1.0], device=device)
        points = torch.where(flip.view(n, 1, 1), mirrored, points)
        mask = torch.where(flip.view(n, 1), mask[:, self.mirrored], mask)
        folded = torch.where(flip.view(n, 1), folded.flip(1), folded)
        alpha = seen[:, 3:]
        mixing = torch.eye(3, device=device) + normal(n, 3, 3) * 0.15
        colours = torch.einsum('nij,njhw->nihw', mixing, seen[:, :3]) + normal(n, 3, 1, 1) * 0.08 * alpha
        colours = colours * torch.exp(normal(n, 1, 1, 1) * 0.25)
        grey = (torch.rand(n, 1, 1, 1, device=device) < 0.1).float()
        colours = colours * (1 - grey) + colours.mean(1, keepdim=True) * grey
        seen = torch.cat([colours.minimum(alpha).clamp(0, 1), alpha], 1)
        return turned(replace(batch, seen=seen, points=points, mask=mask, folded=folded))


def turned(batch: Batch) -> Batch:
    """Some of the samples by quarters anticlockwise. Their points do not count."""
    n, device = len(batch.seen), batch.seen.device
    turns = torch.randint(1, TURNS, (n,), device=device) * (torch.rand(n, device=device) < TURNED)
    seen = torch.stack([torch.rot90(one, int(turn), (1, 2)) for one, turn in zip(batch.seen, turns)])
    return replace(batch, seen=seen, mask=batch.mask * (turns == 0).float()[:, None], turns=turns)


def loss_of(answer: torch.Tensor, batch: Batch) -> torch.Tensor:
    """How far places, lengths of sleeves, folds and turns are off."""
    found, lengths, folds, turns = answer.split(PARTS, 1)
    points, mask, sleeved, limbed = batch.points, batch.mask, batch.is_sleeved(), batch.has_limbs()
    away = F.smooth_l1_loss(found.view(-1, LANDMARKS, 2) * 100, points * 100, reduction='none').sum(2) * mask
    of_sleeves = F.cross_entropy(lengths[sleeved], batch.sleeves[sleeved])
    of_folds = F.binary_cross_entropy_with_logits(folds[limbed], batch.folded[limbed])
    of_turns = F.cross_entropy(turns, batch.turns)
    return away.sum() / mask.sum() + LENGTHS * of_sleeves + FOLDS * of_folds + TURN * of_turns


@torch.no_grad()
def start(net: LandmarkNet, weights: dict[str, torch.Tensor]) -> None:
    """Takes weights over, also those of a net with fewer answers."""
    own = net.state_dict()
    for name, value in weights.items():
        mine = own[name]
        (mine[: len(value)] if value.dim() else mine).copy_(value)


@torch.no_grad()
def score(net: LandmarkNet, samples: Samples) -> str:
    """
    How far landmarks are off, in hundredths of the square, and shares of right sleeves, folds and turns. Turns count
    for all samples, and for these on their left sides.
    """
    batch = samples.batch(torch.arange(len(samples.pictures), device=samples.pictures.device))
    mask, sleeved, limbed, sleeves = batch.mask, batch.is_sleeved(), batch.has_limbs(), batch.sleeves
    net.eval()
    answer = torch.cat([net(part) for part in batch.seen.split(100)]).float()
    lying = torch.cat([net(torch.rot90(part, 1, (2, 3))) for part in batch.seen.split(100)]).float()
    found, lengths, folds, turns = answer.split(PARTS, 1)
    away = (found.view(-1, LANDMARKS, 2) - batch.points).norm(dim=2) * mask
    kinds = {}
    for kind in ('neck', 'shoulder', 'armpit', 'cuff', 'waist', 'hem'):
        own = torch.tensor([name.startswith(kind) for name in samples.names], device=mask.device)
        kinds[kind] = 100 * (away[:, own].sum() / mask[:, own].sum()).item()
    guess, any_folded, says = lengths.argmax(1), batch.folded.amax(1)[limbed] > 0, folds.amax(1)[limbed] > 0
    rows = {
        'off by': f'{100 * (away.sum() / mask.sum()).item():.2f}',
        **{kind: f'{value:.1f}' for kind, value in kinds.items()},
        'sleeves or none': f'{((guess > 0) == (sleeves > 0))[sleeved].float().mean().item():.3f}',
        'length': f'{(guess == sleeves)[sleeved].float().mean().item():.3f}',
        'folded found': f'{(says & any_folded).sum().item()} of {any_folded.sum().item()}',
        'upright': f'{(turns.argmax(1) == 0).float().mean().item():.3f}',
        'lying': f'{(lying[:, -TURNS:].argmax(1) == 1).float().mean().item():.3f}',
        'falsely': f'{(says & ~any_folded).sum().item()} of {(~any_folded).sum().item()}',
    }
    return ', '.join(f'{name} {value}' for name, value in rows.items())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('samples', type=Path, nargs='+')
    parser.add_argument('--test', type=Path, required=True, help='photos kept for testing')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=50)
    parser.add_argument('--start', type=Path, help='weights to go on from, of a training or as ONNX')
    parser.add_argument('--rate', type=float, default=RATE)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    options = parser.parse_args()
    torch.manual_seed(0)
    device = torch.device(options.device)
    samples, test = Samples(options.samples, device), Samples([options.test], device)
    net = LandmarkNet().to(device)
    if options.start and options.start.suffix == '.onnx':
        take_weights(net, options.start, samples.batch(torch.randperm(len(samples.pictures))[:256]).seen)
    elif options.start:
        start(net, torch.load(options.start, map_location=device))
    descent = Descent(net, options.rate, DECAY, AVERAGE)
    began = time.monotonic()
    while (done := (time.monotonic() - began) / (60 * options.minutes)) < 1:
        batch = samples.varied(samples.batch(torch.randint(len(samples.pictures), (BATCH,), device=device)))
        net.train()
        loss = loss_of(net(batch.seen), batch)
        descent.step(loss, done)
        if descent.steps % REPORT == 0:
            print(f'{descent.steps} steps, loss {loss.item():.3f}, photos: {score(descent.average, test)}', flush=True)
            save_weights(descent.average, options.out)
    save_weights(descent.average, options.out)


if __name__ == '__main__':
    main()
