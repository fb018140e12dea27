"""
Trains the net on photos and on garments laid on grounds; see README.md.

    python3 train.py --photos PHOTOS --labels LABELS --persons PERSONS --drawings DRAWINGS.npy --out OUT --minutes 8
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import mmap
import multiprocessing
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from scenes import Scenes
from unet import SIDE, MatteNet

sys.path.append(str(Path(__file__).resolve().parent.parent))
from weight_average import follow, save_weights  # noqa: E402

#: Greatest step of the pretrained weights, and of the decoder.
RATE, DECODER_RATE = 3e-4, 2e-3
#: Share of the time, and least number of steps, in which the decoder's rate rises; that of the pretrained weights rises
#: after it, as long. The first steps can be slow.
WARM_UP, WARM_UP_STEPS = 0.02, 100
#: Greatest length of all gradients together.
GRADIENT = 2.0
#: How much of itself the average keeps at each step, and how many steps it waits before it follows.
AVERAGE, EVERY = 0.999, 8
#: Batches ready or in the making for each process that makes them.
AHEAD = 3
#: Seconds between reports, and of waiting for a batch before something must be wrong.
REPORT, PATIENCE = 20, 120
#: Pixels that an opening takes away are thin: straps and strings. They count so many times more.
OPENING, THIN = 7, 4


class Batches:
    """Processes that make batches, in memory that they share."""

    def __init__(self, scenes: Scenes, workers: int, batch: int, seed: int) -> None:
        fork = multiprocessing.get_context('fork')
        slots = workers * AHEAD
        # Anonymous memory: that of `torch.multiprocessing` lies in /dev/shm, which is small in a container.
        values = np.frombuffer(mmap.mmap(-1, slots * batch * SIDE * SIDE * 4), np.uint8)
        self.slots = values.reshape(slots, batch, SIDE * SIDE * 4)
        self.free, self.full = fork.Queue(), fork.Queue()
        for slot in range(slots):
            self.free.put(slot)
        self.makers = [
            fork.Process(target=self._make, args=(scenes, seed * 1000 + k), daemon=True) for k in range(workers)
        ]
        for maker in self.makers:
            maker.start()

    def _make(self, scenes: Scenes, seed: int) -> None:
        cv2.setNumThreads(1)
        scenes.rng = np.random.default_rng(seed)
        while True:
            slot = self.free.get()
            for values in self.slots[slot]:
                picture, matte = scenes.one(SIDE)
                values[: picture.size] = picture.ravel()
                values[picture.size :] = matte.ravel()
            self.full.put(slot)

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Pictures (batch, SIDE, SIDE, 3) and mattes (batch, SIDE, SIDE) of bytes."""
        while True:
            slot = self.full.get(timeout=PATIENCE)
            values = torch.from_numpy(self.slots[slot].copy())
            self.free.put(slot)
            pictures, mattes = values.split([SIDE * SIDE * 3, SIDE * SIDE], 1)
            yield pictures.reshape(-1, SIDE, SIDE, 3), mattes.reshape(-1, SIDE, SIDE)

    def end(self) -> None:
        """Ends the processes."""
        for maker in self.makers:
            maker.terminate()


def tensors_of(pictures: torch.Tensor, mattes: torch.Tensor, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Bytes as the net takes them, and the mattes (n, 1, side / 2, side / 2) from 0 to 1."""
    if device == 'cuda':
        pictures, mattes = (values.pin_memory().to(device, non_blocking=True) for values in (pictures, mattes))
    return pictures.permute(0, 3, 1, 2).float() / 255, F.avg_pool2d(mattes[:, None].float() / 255, 2)


def loss_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """
    Cross entropy, heavier near edges and where the garment is thin, and the share that overlap is wrong by (Milletari
    et al. 2016).
    """
    edge = (F.max_pool2d(truth, 5, 1, 2) + F.max_pool2d(-truth, 5, 1, 2)).clamp(0, 1)
    shrunk = -F.max_pool2d(-truth, OPENING, 1, OPENING // 2)
    thin = (truth - F.max_pool2d(shrunk, OPENING, 1, OPENING // 2)).clamp(0, 1)
    entropy = F.binary_cross_entropy_with_logits(logits, truth, reduction='none')
    share = logits.sigmoid()
    both = (share * truth).sum((1, 2, 3))
    dice = 1 - (2 * both + 1) / (share.square().sum((1, 2, 3)) + truth.square().sum((1, 2, 3)) + 1)
    return (entropy * (1 + 2 * edge + THIN * thin)).mean() + dice.mean()


def learn(
    net: MatteNet, batches: Batches, test: tuple[torch.Tensor, torch.Tensor], options: argparse.Namespace
) -> None:
    """Trains for the given time; keeps the moving average of the weights in a file, and how good it is in another."""
    average = copy.deepcopy(net)
    decoder = [weight for name, weight in net.named_parameters() if not name.startswith('trunk')]
    late = 0 if options.start else 1
    parts = [
        {'params': list(net.trunk.parameters()), 'top': RATE, 'late': late},
        {'params': decoder, 'top': DECODER_RATE, 'late': 0},
    ]
    optimiser = torch.optim.AdamW(parts, weight_decay=0.01)
    begin = reported = time.monotonic()
    for step, batch in enumerate(batches):
        pictures, truth = tensors_of(*batch, options.device)
        done = (time.monotonic() - begin) / (60 * options.minutes)
        for group in optimiser.param_groups:
            rise = min(1, max(0, min(done / WARM_UP, step / WARM_UP_STEPS) - group['late']))
            group['lr'] = options.rate * group['top'] * rise * (0.5 + 0.5 * math.cos(math.pi * min(1, done)))
        net.train()
        if options.planes:
            pictures = pictures.contiguous()
        with torch.autocast(options.device, torch.bfloat16, enabled=options.device == 'cuda'):
            logits = net(pictures)
        loss = loss_of(logits.float(), truth)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), GRADIENT)
        optimiser.step()
        if step == 0:
            # The first step waits for the processes and for the choice of kernels: the time runs from its end.
            loss.item()
            begin = reported = time.monotonic()
        if step % EVERY == 0 or done >= 1:
            follow(average, net, min(AVERAGE**EVERY, step / (step + 10 * EVERY)))
        if time.monotonic() - reported > REPORT or done >= 1:
            reported = time.monotonic()
            if not math.isfinite(loss.item()):
                raise ArithmeticError(f'the loss is {loss.item()} after {step + 1} steps')
            found = overlap(average, *test)
            print(
                f'{step + 1} steps, {reported - begin:.0f} s, loss {loss.item():.3f}, '
                f'overlap on held-out photos {found:.4f}',
                flush=True,
            )
            save_weights(average, options.out / 'product-matte.pt')
            (options.out / 'metrics.json').write_text(json.dumps({'steps': step + 1, 'overlap': found}))
        if done >= 1:
            return


def overlap(net: MatteNet, pictures: torch.Tensor, truth: torch.Tensor) -> float:
    """Mean intersection over union of matte and truth."""
    net.eval()
    with torch.no_grad():
        found = torch.cat([net(part) for part in pictures.split(16)]) > 0
    real = truth > 0.5
    return ((found & real).sum((1, 2, 3)) / (found | real).sum((1, 2, 3)).clamp(min=1)).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--labels', type=Path, required=True)
    parser.add_argument('--persons', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--device', choices=('cuda', 'cpu'))
    parser.add_argument('--workers', type=int, default=6, help='processes that make pictures')
    parser.add_argument('--batch', type=int, default=32)
    parser.add_argument('--start', type=Path, help='weights to go on from')
    parser.add_argument('--rate', type=float, default=1.0, help='factor of all rates')
    parser.add_argument('--planes', action='store_true', help='keep the values of a channel together, not of a pixel')
    parser.add_argument('--seed', type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    scenes = Scenes(options.photos, options.labels, options.persons, options.drawings, np.random.default_rng(0))
    print(
        f'{len(scenes.labelled)} photos with labels, {len(scenes.held_out)} held out, {len(scenes.materials.photos)} grounds, '
        f'{len(scenes.worn)} worn garments, {len(scenes.drawings)} drawings, {time.monotonic() - begin:.0f} s',
        flush=True,
    )
    # The processes start before anything touches the GPU: a process with a GPU cannot be forked.
    batches = Batches(scenes, options.workers, options.batch, options.seed)
    try:
        options.device = options.device or ('cuda' if torch.cuda.is_available() else 'cpu')
        torch.backends.cudnn.benchmark = True
        torch.set_float32_matmul_precision('high')
        net = MatteNet()
        net.start_from_image_net()
        if options.start:
            net.load_state_dict(torch.load(options.start, map_location='cpu'))
        layout = torch.contiguous_format if options.planes else torch.channels_last
        test = tensors_of(*map(torch.from_numpy, scenes.test(SIDE)), options.device)
        learn(net.to(options.device, memory_format=layout), batches, test, options)
    finally:
        batches.end()


if __name__ == '__main__':
    main()
