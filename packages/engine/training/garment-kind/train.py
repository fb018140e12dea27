"""
Trains the net; see README.md.

    python3 train.py --photos PHOTOS --cut-outs CUT-OUTS --drawings DRAWINGS --out OUT --minutes 8 --all
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from draw import KINDS as DRAWN_KINDS
from net import SIDE, KindNet
from photos import KINDS, WORN_AS, Photos, load
from vary import cover, floats, on_ground, on_paper, plain, recolour, view

sys.path.append(str(Path(__file__).resolve().parent.parent))
from weight_average import follow, save_weights  # noqa: E402

WEIGHTS = Path(__file__).resolve().parents[2] / 'weights'
#: Photos and drawings in a batch.
BATCH, DRAWINGS = 64, 16
#: Share of the views of a photo with a cut-out in which the cut-out lies on paper.
ON_PAPER = 0.4
#: Share of garments on paper that look as on a mannequin, and their width against the same laid flat, at least.
FITTED, FITTED_WIDTH = 0.5, 0.65
#: Which kinds each drawn kind may be: the drawings tell no shirt from a hoodie.
MAY_BE = [[worn == drawn for worn in WORN_AS] for drawn in DRAWN_KINDS]
#: Greatest step of the pretrained weights, and of the last layer.
RATE, HEAD_RATE = 2e-4, 2e-3
#: Share of the time in which the steps grow.
WARM_UP = 0.03
DECAY = 0.05
#: Greatest length of a gradient.
GRADIENT_MAX = 2
#: How much of each of the last weights the average keeps.
AVERAGE = 0.9995
#: Weight of the drawings.
DRAWN = 0.6
SMOOTHING = 0.05
#: How photos are mixed with one another (Zhang et al. 2018, α): there are few, and a net learns them by heart.
MIXED = 0.3
#: Share of the batches in which photos get a box of another photo instead (Yun et al. 2019).
PATCHED = 0.35
#: Share of the pictures that a box hides in part.
COVERED = 0.35
#: Seconds from one report to the next.
REPORT = 30


class Pictures:
    """Photos, cut-outs and drawings as bytes on a device, and batches of them, varied at random."""

    def __init__(self, photos: Photos, drawings: np.ndarray, drawn: np.ndarray, device: torch.device) -> None:
        def held(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).to(device)

        self.photos, self.kinds = held(photos.pictures), held(photos.kinds)
        self.cut_outs, self.cut_kinds = held(photos.cut_outs), held(photos.kinds[photos.cut])
        self.drawings, self.may_be = held(drawings), torch.tensor(MAY_BE, device=device)[held(drawn)]
        chances = np.bincount(photos.kinds)[photos.kinds] ** -0.5
        chances /= chances.sum()
        #: So many of a batch lie on paper, which is their share on average.
        self.laid = round(BATCH * ON_PAPER * chances[photos.cut].sum())
        self.cut_chances = held(chances[photos.cut])
        chances[photos.cut] *= 1 - ON_PAPER
        self.chances = held(chances)

    def draw_photos(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Photos and cut-outs on paper, and their kinds; rare kinds come more often than they are there."""
        chosen = torch.multinomial(self.chances, BATCH - self.laid, replacement=True)
        pictures, kinds = recolour(view(floats(self.photos[chosen]), 0.75, 1.6)), self.kinds[chosen]
        if self.laid:
            chosen = torch.multinomial(self.cut_chances, self.laid, replacement=True)
            chance, width = torch.rand(2, self.laid, device=chosen.device)
            width = torch.where(chance < FITTED, FITTED_WIDTH + width * (1.05 - FITTED_WIDTH), torch.ones_like(width))
            pictures = torch.cat([pictures, on_paper(floats(self.cut_outs[chosen]), width)])
            kinds = torch.cat([kinds, self.cut_kinds[chosen]])
        return pictures, kinds

    def draw_drawings(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Drawings on a ground, and which kinds each may be."""
        device = self.drawings.device
        chosen = torch.randint(len(self.drawings), (DRAWINGS,), device=device)
        grounds = torch.randint(len(self.photos), (DRAWINGS,), device=device)
        drawn = on_ground(floats(self.drawings[chosen]), floats(self.photos[grounds]))
        return recolour(drawn), self.may_be[chosen]


def mix(pictures: torch.Tensor, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, float]:
    """Pictures with a part of others, the places of these others, and the share that is left of the first."""
    other = torch.randperm(len(pictures), device=pictures.device)
    if rng.random() >= PATCHED:
        share = float(rng.beta(MIXED, MIXED))
        return share * pictures + (1 - share) * pictures[other], other, share
    half = SIDE * math.sqrt(rng.random()) / 2
    x, y = rng.random(2) * SIDE
    left, right, top, bottom = (round(min(max(at, 0), SIDE)) for at in (x - half, x + half, y - half, y + half))
    patched = pictures.clone()
    patched[:, :, top:bottom, left:right] = pictures[other, :, top:bottom, left:right]
    return patched, other, 1 - (right - left) * (bottom - top) / SIDE**2


def loss_of(net: KindNet, pictures: Pictures, rng: np.random.Generator) -> torch.Tensor:
    """How far the net is from the truth on one batch."""
    photos, kinds = pictures.draw_photos()
    drawings, may_be = pictures.draw_drawings()
    photos, other, share = mix(photos, rng)
    batch = cover(torch.cat([photos, drawings]), COVERED).contiguous(memory_format=torch.channels_last)
    with torch.autocast(batch.device.type, torch.bfloat16, enabled=batch.device.type == 'cuda'):
        logits = net(batch)
    logits, sketched = logits.float().split([BATCH, DRAWINGS])
    loss = share * F.cross_entropy(logits, kinds, label_smoothing=SMOOTHING)
    loss = loss + (1 - share) * F.cross_entropy(logits, kinds[other], label_smoothing=SMOOTHING)
    possible = sketched.masked_fill(~may_be, -1e4).logsumexp(1)
    return loss + DRAWN * (sketched.logsumexp(1) - possible).mean()


def learn(net: KindNet, pictures: Pictures, minutes: float, seed: int, report) -> KindNet:
    """The moving average of the net while it learns. `report` gets this average, steps, seconds and loss."""
    average = copy.deepcopy(net).eval()
    groups = [{'params': net.trunk.parameters(), 'top': RATE}, {'params': net.head.parameters(), 'top': HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
    rng = np.random.default_rng(seed)
    net.train()
    step, summed, since, began, reported = 0, 0.0, 0, time.monotonic(), 0.0
    while (seconds := time.monotonic() - began) < minutes * 60:
        done = seconds / (minutes * 60)
        wave = 0.5 + 0.5 * math.cos(math.pi * max(0, done - WARM_UP) / (1 - WARM_UP))
        for group in optimiser.param_groups:
            group['lr'] = group['top'] * min(1, (done + 1e-4) / WARM_UP) * wave
        loss = loss_of(net, pictures, rng)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), GRADIENT_MAX)
        optimiser.step()
        step += 1
        follow(average, net, min(AVERAGE, step / (step + 10)))
        summed, since = summed + loss.detach(), since + 1
        if seconds - reported >= REPORT:
            report(average, step, seconds, float(summed) / since)
            summed, since, reported = 0.0, 0, seconds
    return average


def score(net: KindNet, photos: Photos) -> dict:
    """Shares of photos whose kind, and whose use, is right; the mean of a photo and its mirror image."""
    device = next(net.parameters()).device
    parts = []
    with torch.no_grad():
        for k in range(0, len(photos.kinds), 64):
            batch = plain(floats(torch.from_numpy(photos.pictures[k : k + 64]).to(device)))
            batch = batch.contiguous(memory_format=torch.channels_last)
            parts.append((net(batch).softmax(1) + net(batch.flip(3)).softmax(1)) / 2)
    shares = torch.cat(parts).cpu()
    uses = sorted(set(WORN_AS))
    use = torch.tensor([uses.index(name) for name in WORN_AS])
    truth = torch.from_numpy(photos.kinds)
    summed = torch.stack([shares[:, use == k].sum(1) for k in range(len(uses))], 1)
    wrong = (summed.argmax(1) != use[truth]).nonzero().flatten().tolist()
    return {
        'kind right': (shares.argmax(1) == truth).float().mean().item(),
        'worn as right': 1 - len(wrong) / len(truth),
        'wrong': [
            f'{photos.names[k]}: {KINDS[truth[k]]} as {KINDS[shares[k].argmax()]} {shares[k].max():.2f}' for k in wrong
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--cut-outs', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--all', action='store_true', help='learn from the photos for validation too')
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    device = torch.device(options.device)
    learned, validation, test = load(options.photos, options.cut_outs, options.all)
    held_out = {'test': test} if options.all else {'validation': validation, 'test': test}
    drawings, drawn = (np.load(options.drawings / f'{name}.npy') for name in ('pictures', 'kinds'))
    pictures = Pictures(learned, drawings, drawn, device)
    print(
        f'{len(learned.kinds)} photos, {len(learned.cut)} cut-outs ({pictures.laid} of {BATCH} a batch), '
        f'{len(drawings)} drawings, {len(validation.kinds)} for validation, {len(test.kinds)} for testing',
        flush=True,
    )
    net = KindNet(len(KINDS))
    net.start_from(WEIGHTS / 'moderation.onnx')
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location='cpu'))
    net = net.to(device, memory_format=torch.channels_last)
    options.out.mkdir(parents=True, exist_ok=True)

    def report(average: KindNet, step: int, seconds: float, loss: float) -> None:
        if not math.isfinite(loss):
            raise SystemExit(f'{step} steps: the loss is {loss}; the weights of the last report are kept')
        save_weights(average, options.out / 'garment-kind.pt')
        line = f'{step} steps, {seconds:.0f} s, loss {loss:.3f}'
        for name, photos in held_out.items():
            found = score(average, photos)
            line += f', {name} {found["kind right"]:.4f} {found["worn as right"]:.4f}'
        print(line, flush=True)

    average = learn(net, pictures, options.minutes, options.seed, report)
    save_weights(average, options.out / 'garment-kind.pt')
    metrics = {name: score(average, photos) for name, photos in held_out.items()}
    (options.out / 'metrics.json').write_text(json.dumps(metrics, indent=1))
    for name, found in metrics.items():
        print(f'{name}: kind right {found["kind right"]:.4f}, worn as right {found["worn as right"]:.4f}')


if __name__ == '__main__':
    main()
