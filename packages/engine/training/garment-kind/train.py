"""
Trains the net on what its fixed layers see (see look.py); see README.md.

    python3 train.py --views VIEWS --out OUT --steps 5000
"""

from __future__ import annotations

import argparse
import copy
import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from look import WEIGHTS
from net import FIXED, KindNet
from photos import KINDS, WORN_AS

#: Photos and drawings in a batch.
BATCH, DRAWINGS = 26, 6
#: Greatest step of the pretrained weights, and of the last layer.
RATE, HEAD_RATE = 3e-4, 2e-3
#: Steps in which the last layer alone learns.
HEAD_ALONE = 150
#: How much of each of the last weights the average keeps.
AVERAGE = 0.997
#: Weight of the drawings.
DRAWN = 0.3
#: How photos are mixed with one another (Zhang et al. 2018, α): there are few, and a net learns them by heart.
MIXED = 0.3


class Views:
    """The maps of photos and drawings that `look.py` kept."""

    def __init__(self, folder: Path) -> None:
        self.photos = [np.load(path, mmap_mode='r') for path in sorted(folder.glob('photos-*.npy'))]
        self.kinds = np.load(folder / 'photo-kinds.npy')
        self.drawings = np.load(folder / 'drawings.npy', mmap_mode='r')
        self.may_be = torch.from_numpy(np.load(folder / 'may-be.npy'))
        self.test = np.load(folder / 'test.npy', mmap_mode='r')
        self.test_kinds = torch.from_numpy(np.load(folder / 'test-kinds.npy'))


def learn(net: KindNet, views: Views, steps: int) -> KindNet:
    """The moving average of the net while it learns."""
    average = copy.deepcopy(net)
    learned = [
        {'params': net.trunk[FIXED:].parameters(), 'top': RATE},
        {'params': net.head.parameters(), 'top': HEAD_RATE},
    ]
    optimiser = torch.optim.AdamW(learned, weight_decay=0.05)
    rng = np.random.default_rng(0)
    chances = np.bincount(views.kinds)[views.kinds] ** -0.5
    chances /= chances.sum()
    for step in range(steps):
        for group in optimiser.param_groups:
            group['lr'] = group['top'] * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        if step < HEAD_ALONE:
            optimiser.param_groups[0]['lr'] = 0
        chosen = rng.choice(len(views.kinds), BATCH, p=chances)
        sketched = rng.integers(0, len(views.drawings), DRAWINGS)
        seen = np.stack([views.photos[rng.integers(len(views.photos))][index] for index in chosen])
        batch = tensor_of(np.concatenate([seen, views.drawings[np.sort(sketched)]]))
        share = float(rng.beta(MIXED, MIXED))
        other = torch.from_numpy(rng.permutation(BATCH))
        batch[:BATCH] = share * batch[:BATCH] + (1 - share) * batch[:BATCH][other]
        net.train()
        logits = net.judge(batch)
        kinds = torch.from_numpy(views.kinds[chosen])
        loss = share * F.cross_entropy(logits[:BATCH], kinds, label_smoothing=0.05)
        loss = loss + (1 - share) * F.cross_entropy(logits[:BATCH], kinds[other], label_smoothing=0.05)
        possible = logits[BATCH:].masked_fill(~views.may_be[np.sort(sketched)], -1e4).logsumexp(1)
        loss = loss + DRAWN * (logits[BATCH:].logsumexp(1) - possible).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        keep = min(AVERAGE, step / (step + 20))
        with torch.no_grad():
            for mean, value in zip(average.parameters(), net.parameters()):
                mean.lerp_(value, 1 - keep)
        if step % 250 == 0:
            found = score(average, views)
            print(
                f'{step} steps, loss {loss.item():.3f}, {found["kind right"]:.4f}, {found["worn as right"]:.4f}',
                flush=True,
            )
    return average


def tensor_of(maps: np.ndarray) -> torch.Tensor:
    """Half floats as the net takes them."""
    return torch.from_numpy(maps.astype(np.float32)).contiguous(memory_format=torch.channels_last)


def score(net: KindNet, views: Views) -> dict:
    """Shares of the photos of other senders whose kind, and whose use, is right; the mean of a photo and its mirror image."""
    net.eval()
    with torch.no_grad():
        parts = [net.judge(tensor_of(views.test[k : k + 64])).softmax(1) for k in range(0, len(views.test), 64)]
    straight, turned = torch.cat(parts).chunk(2)
    shares = (straight + turned) / 2
    uses = sorted(set(WORN_AS))
    use = torch.tensor([uses.index(name) for name in WORN_AS])
    truth = views.test_kinds
    summed = torch.stack([shares[:, use == k].sum(1) for k in range(len(uses))], 1)
    wrong = (summed.argmax(1) != use[truth]).nonzero().flatten().tolist()
    return {
        'kind right': (shares.argmax(1) == truth).float().mean().item(),
        'worn as right': 1 - len(wrong) / len(truth),
        'wrong': [f'{k}: {KINDS[truth[k]]} as {KINDS[shares[k].argmax()]} {shares[k].max():.2f}' for k in wrong],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--views', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--steps', type=int, default=5000)
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = KindNet(len(KINDS))
    net.start_from(WEIGHTS / 'moderation.onnx')
    if options.start:
        net.load_state_dict(torch.load(options.start))
    net = net.to(memory_format=torch.channels_last)
    average = learn(net, Views(options.views), options.steps)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(average.state_dict(), options.out / 'garment-kind.pt')
    (options.out / 'metrics.json').write_text(json.dumps(score(average, Views(options.views)), indent=1))


if __name__ == '__main__':
    main()
