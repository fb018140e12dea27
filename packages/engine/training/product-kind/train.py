"""
Trains the net on drawings (see draw.py), varied anew each time they are seen; see README.md.

    python3 train.py --drawings DRAWINGS --out OUT --minutes 20
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from draw import KINDS
from export import export_onnx
from looks import planes, uncovered, vary
from net import KindNet

BATCH = 96
#: The last drawings are never trained on.
TEST_COUNT = 2000
RATE = 2.5e-3
#: How much of each of the last weights the average keeps.
AVERAGE = 0.998
ACCESSORIES = [list(KINDS).index(kind) for kind in ('glasses', 'beanie', 'hat', 'shoes', 'bag', 'other')]


def learn(net: KindNet, pictures: np.ndarray, kinds: torch.Tensor, minutes: float) -> KindNet:
    """The moving average of the net while it learns for so many minutes of processor time."""
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.02)
    rng = np.random.default_rng(0)
    begun, step = time.process_time(), 0
    while (done := (time.process_time() - begun) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
        chosen = np.sort(rng.integers(0, len(pictures) - TEST_COUNT, BATCH))
        batch = planes(vary(tensor_of(pictures[chosen])))
        loss = F.cross_entropy(net(batch.contiguous(memory_format=torch.channels_last)), kinds[chosen], label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        keep = min(AVERAGE, step / (step + 20))
        with torch.no_grad():
            for mean, value in zip(average.state_dict().values(), net.state_dict().values()):
                mean.copy_(mean * keep + value * (1 - keep) if mean.is_floating_point() else value)
        if step % 100 == 0:
            print(
                f'{step} steps, {done:.0%}, loss {loss.item():.3f}, {score(average, pictures, kinds)["right"]:.3f} right',
                flush=True,
            )
        step += 1
    print(f'{step} steps')
    return average


def tensor_of(pictures: np.ndarray) -> torch.Tensor:
    """Bytes (n, SIDE, SIDE, 4) as floats (n, 4, SIDE, SIDE) from 0 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def score(net: KindNet, pictures: np.ndarray, kinds: torch.Tensor) -> dict:
    """Shares of the drawings never seen: kind right, garments taken for accessories, and the other way round."""
    net.eval()
    truth = kinds[-TEST_COUNT:]
    with torch.no_grad():
        parts = [net(planes(uncovered(tensor_of(pictures[-TEST_COUNT:][k : k + 250])))) for k in range(0, TEST_COUNT, 250)]
    shares = torch.cat(parts).softmax(1)
    guess = shares.argmax(1)
    accessory = torch.isin(truth, torch.tensor(ACCESSORIES))
    taken = shares[:, ACCESSORIES].sum(1)
    table = torch.zeros(len(KINDS), len(KINDS), dtype=torch.int)
    for a, b in zip(truth, guess):
        table[a, b] += 1
    return {
        'right': (guess == truth).float().mean().item(),
        'garments taken for accessories': {t: (taken[~accessory] > t).float().mean().item() for t in (0.5, 0.7, 0.8, 0.9)},
        'accessories taken for garments': {t: (taken[accessory] <= t).float().mean().item() for t in (0.5, 0.7, 0.8, 0.9)},
        'table': table.tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=20)
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    torch.manual_seed(0)
    pictures = np.load(options.drawings / 'pictures.npy')
    kinds = torch.from_numpy(np.load(options.drawings / 'kinds.npy'))
    torch.set_num_threads(1)
    net = KindNet(len(KINDS)).to(memory_format=torch.channels_last)
    if options.start:
        net.load_state_dict(torch.load(options.start))
    print(f'{sum(p.numel() for p in net.parameters())} parameters')
    average = learn(net, pictures, kinds, options.minutes)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(average.state_dict(), options.out / 'product-kind.pt')
    export_onnx(average, options.out / 'product-kind.onnx')
    (options.out / 'metrics.json').write_text(json.dumps(score(average, pictures, kinds), indent=1))


if __name__ == '__main__':
    main()
