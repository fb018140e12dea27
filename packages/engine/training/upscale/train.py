"""
Trains the net on drawings (see draw.py), cut and made small again each time the net sees them; see README.md.

    python3 train.py --drawings DRAWINGS --out OUT --factor 4 --minutes 30
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

from degrade import bicubic, degraded
from export import export_onnx
from net import REACH, EnlargeNet

BATCH = 12
#: Side of the parts that are learnt from, in pixels of the small picture.
PART = 28
#: The last drawings are never trained on.
TEST_COUNT = 24
RATE = 1.5e-3
#: How much of each of the last weights the average keeps.
AVERAGE = 0.998
#: Differences (0 to 1) below this count by their square: large ones do not rule, small ones fade (Charbonnier et al.,
#: 1994).
SOFT_DIFFERENCE = 2e-3


def learn(net: EnlargeNet, pictures: np.ndarray, minutes: float) -> EnlargeNet:
    """The moving average of the net while it learns for so many minutes of processor time."""
    average = copy.deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE)
    rng = np.random.default_rng(0)
    begun, step = time.process_time(), 0
    while (done := (time.process_time() - begun) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group['lr'] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
        large = parts(pictures, net.factor, rng)
        guess = net(degraded(large, net.factor, rng).contiguous(memory_format=torch.channels_last))
        # The net learns pixels near an end from too little: NET_REACH in src/steps/upscale/enlarge-tile.ts shows the
        # net more.
        edge = net.factor * (REACH // 2)
        difference = (guess - large)[..., edge:-edge, edge:-edge] / 255
        loss = (difference**2 + SOFT_DIFFERENCE**2).sqrt().mean()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimiser.step()
        keep = min(AVERAGE, step / (step + 20))
        with torch.no_grad():
            for mean, value in zip(average.parameters(), net.parameters()):
                mean.lerp_(value, 1 - keep)
        if step % 250 == 0:
            print(f'{step} steps, {done:.0%}, loss {loss.item():.4f}, {gain(average, pictures):.2f} dB', flush=True)
        step += 1
    print(f'{step} steps')
    return average


def parts(pictures: np.ndarray, factor: int, rng: np.random.Generator) -> torch.Tensor:
    """Random parts of random drawings, turned and mirrored, (BATCH, 3, factor · PART, factor · PART), 0 to 255."""
    side = factor * PART
    out = np.empty((BATCH, side, side, 3), np.uint8)
    for k in range(BATCH):
        y, x = rng.integers(0, pictures.shape[1] - side + 1, 2)
        part = pictures[rng.integers(0, len(pictures) - TEST_COUNT), y : y + side, x : x + side]
        part = np.rot90(part, rng.integers(4))
        out[k] = part[:, ::-1] if rng.random() < 0.5 else part
    return torch.from_numpy(out).permute(0, 3, 1, 2).float()


def gain(net: EnlargeNet, pictures: np.ndarray) -> float:
    """How much nearer than bicubic enlargements the net comes to drawings never seen, in dB."""
    large = torch.from_numpy(pictures[-TEST_COUNT:]).permute(0, 3, 1, 2).float()
    small = bicubic(large, net.factor).round().clamp(0, 255)
    with torch.no_grad():
        ours = net(small)
    plain = F.interpolate(small, scale_factor=net.factor, mode='bicubic')
    squares = [((guess.clamp(0, 255) - large) ** 2).mean((1, 2, 3)) for guess in (plain, ours)]
    return (10 * (squares[0] / squares[1]).log10()).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--factor', type=int, choices=(2, 4), required=True)
    parser.add_argument('--minutes', type=float, default=30)
    parser.add_argument('--start', type=Path, help='weights to go on from, of any factor')
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    pictures = np.load(options.drawings / 'pictures.npy', mmap_mode='r')
    net = EnlargeNet(options.factor).to(memory_format=torch.channels_last)
    if options.start:
        known = torch.load(options.start)
        # Nets of two factors differ in the last layer alone.
        fitting = {name: known[name] for name, value in net.state_dict().items() if known[name].shape == value.shape}
        net.load_state_dict(fitting, strict=False)
    print(f'{sum(p.numel() for p in net.parameters())} parameters')
    average = learn(net, pictures, options.minutes)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(average.state_dict(), options.out / f'upscale-{options.factor}.pt')
    export_onnx(average, options.out / f'upscale-{options.factor}.onnx')
    (options.out / f'metrics-{options.factor}.json').write_text(
        json.dumps({'above bicubic, dB': gain(average, pictures)}, indent=1)
    )


if __name__ == '__main__':
    main()
