"""
Trains the net on photos and on garments laid on grounds; see README.md.

    python3 train.py --photos PHOTOS --labels LABELS --persons PERSONS --drawings DRAWINGS.npy --out OUT --steps 3000
"""

from __future__ import annotations

import argparse
import copy
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from scenes import Scenes
from unet import FIXED, SIDE, MatteNet

BATCH = 12
#: Greatest step of the pretrained weights, and of the decoder.
RATE, DECODER_RATE = 4e-4, 2e-3
#: Steps in which the decoder alone learns.
DECODER_ALONE = 100
#: Side of the pictures in the first part of the training: coarse shapes are learned as well on small ones.
SMALL_SIDE = 192
#: How much of each of the last weights the average keeps.
AVERAGE = 0.995


def tensors_of(pictures: np.ndarray, mattes: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Bytes as the net takes them, and the mattes (n, 1, side / 2, side / 2) from 0 to 1."""
    seen = (torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)
    return seen, F.avg_pool2d(torch.from_numpy(mattes)[:, None].float() / 255, 2)


def loss_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Cross entropy, three times as heavy near edges, and the share that overlap is wrong by (Milletari et al. 2016)."""
    edge = (F.max_pool2d(truth, 5, 1, 2) + F.max_pool2d(-truth, 5, 1, 2)).clamp(0, 1)
    entropy = (F.binary_cross_entropy_with_logits(logits, truth, reduction='none') * (1 + 2 * edge)).mean()
    share = logits.sigmoid()
    both = (share * truth).sum((1, 2, 3))
    dice = 1 - (2 * both + 1) / (share.square().sum((1, 2, 3)) + truth.square().sum((1, 2, 3)) + 1)
    return entropy + dice.mean()


def learn(
    net: MatteNet, scenes: Scenes, test: tuple[torch.Tensor, torch.Tensor], options: argparse.Namespace
) -> MatteNet:
    """The moving average of the net while it learns; saved now and then."""
    average = copy.deepcopy(net)
    decoder = [weight for name, weight in net.named_parameters() if not name.startswith('trunk')]
    parts = [{'params': net.trunk[FIXED:].parameters(), 'top': RATE}, {'params': decoder, 'top': DECODER_RATE}]
    optimiser = torch.optim.AdamW(parts, weight_decay=0.01)
    steps, out = options.steps, options.out
    for step in range(steps):
        for group in optimiser.param_groups:
            group['lr'] = options.rate * group['top'] * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        if step < DECODER_ALONE and not options.start:
            optimiser.param_groups[0]['lr'] = 0
        net.train()
        pictures, truth = tensors_of(*scenes.batch(BATCH, SMALL_SIDE if step < steps * options.small else SIDE))
        loss = loss_of(net(pictures), truth)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        keep = min(AVERAGE, step / (step + 10))
        with torch.no_grad():
            for mean, value in zip(average.state_dict().values(), net.state_dict().values()):
                if mean.is_floating_point():
                    mean.lerp_(value, 1 - keep)
        if step % 100 == 99:
            torch.save(average.state_dict(), out / 'product-matte.pt')
            print(
                f'{step + 1} steps, loss {loss.item():.3f}, overlap on test scenes {overlap(average, *test):.4f}',
                flush=True,
            )
    return average


def overlap(net: MatteNet, pictures: torch.Tensor, truth: torch.Tensor) -> float:
    """Mean intersection over union of matte and truth."""
    net.eval()
    with torch.no_grad():
        found = torch.cat([net(part) for part in pictures.split(12)]) > 0
    real = truth > 0.5
    return ((found & real).sum((1, 2, 3)) / (found | real).sum((1, 2, 3)).clamp(min=1)).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--labels', type=Path, required=True)
    parser.add_argument('--persons', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--steps', type=int, default=3000)
    parser.add_argument('--start', type=Path, help='weights to go on from')
    parser.add_argument('--small', type=float, default=0.6, help='share of the steps with small pictures')
    parser.add_argument('--rate', type=float, default=1.0, help='factor of all rates')
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    scenes = Scenes(options.photos, options.labels, options.persons, options.drawings, np.random.default_rng(0))
    # Other scenes of the same garments: they show that the net learns, not how well it does on new ones.
    test = tensors_of(*scenes.batch(96, SIDE))
    net = MatteNet()
    net.start_from_image_net()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    average = learn(net.to(memory_format=torch.channels_last), scenes, test, options)
    torch.save(average.state_dict(), options.out / 'product-matte.pt')
    (options.out / 'metrics.json').write_text(json.dumps({'overlap on other scenes': overlap(average, *test)}))


if __name__ == '__main__':
    main()
