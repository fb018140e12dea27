"""
Trains the net on drawings (see draw.py), with colours invented while it learns; see README.md.

    python3 train.py --drawings DRAWINGS --out OUT --minutes 70
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from appearance import Studio
from draw import DrawingStore, draw
from export import export_onnx
from features import prepare
from net import REGION_COUNT, RegionNet
from samples import IGNORE, INPUT_HEIGHT, INPUT_WIDTH, Drawings, Photos

REGION_NAMES = ('background', 'hair', 'skin', 'upper', 'lower', 'shoes', 'other')
#: Share of the loss of each region: rare and small ones count more.
REGION_WEIGHTS = (0.5, 1.2, 1.3, 1.0, 1.0, 1.5, 1.2)
#: Seeds from here on are for testing only.
TEST_SEED = 1 << 40
TEST_COUNT = 256
#: Colours of the sample sheets, blue-green-red, in the order of the regions; ignored pixels are black.
PALETTE = np.array(
    [[60, 60, 60], [40, 80, 140], [150, 190, 255], [255, 140, 60], [80, 200, 60], [200, 60, 200], [0, 230, 230]]
    + [[0, 0, 0]] * 249,
    np.uint8,
)


def loss_of(logits: torch.Tensor, dress: torch.Tensor, photos: Photos, weights: torch.Tensor) -> torch.Tensor:
    """Weighted cross entropy plus soft Dice over the regions, plus the dress question."""
    label = torch.where(photos.label == IGNORE, torch.zeros_like(photos.label), photos.label)
    weight = photos.weight * weights[label]
    entropy = F.cross_entropy(logits, label, reduction='none')
    entropy = (entropy * weight).sum() / weight.sum()
    scored = (photos.weight > 0.5).float()[:, None]
    probability = torch.softmax(logits, 1) * scored
    truth = F.one_hot(label, REGION_COUNT).permute(0, 3, 1, 2) * scored
    overlap, total = (probability * truth).sum((0, 2, 3)), (probability + truth).sum((0, 2, 3))
    dice = 1 - ((2 * overlap + 50) / (total + 50)).mean()
    question = F.binary_cross_entropy_with_logits(dress[:, 0], photos.dress)
    return entropy + 0.5 * dice + 0.1 * question


class Average:
    """Exponential moving average of a net's weights: steadier than the last step's."""

    def __init__(self, net: torch.nn.Module, decay: float) -> None:
        self.net, self.decay = copy.deepcopy(net).eval(), decay

    @torch.no_grad()
    def update(self, net: torch.nn.Module, step: int) -> None:
        """Move towards the net; faster in the first steps."""
        decay = min(self.decay, (1 + step) / (10 + step))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - decay)
            else:
                mine.copy_(theirs)


@torch.no_grad()
def score(net: torch.nn.Module, batches: list[Photos]) -> dict[str, float]:
    """Intersection over union of each region and the share of right dress answers, on puppets never trained on."""
    both, either, right, count = torch.zeros(REGION_COUNT), torch.zeros(REGION_COUNT), 0, 0
    for photos in batches:
        logits, dress = net(prepare(photos.rgb, photos.matte, photos.landmarks))
        guess, scored = logits.argmax(1), photos.weight > 0.5
        for region in range(REGION_COUNT):
            a, b = (guess == region) & scored, (photos.label == region) & scored
            both[region] += (a & b).sum().cpu()
            either[region] += (a | b).sum().cpu()
        right += ((dress[:, 0] > 0) == (photos.dress > 0.5)).sum().item()
        count += len(dress)
    result = {name: round(float(both[k] / either[k].clamp(min=1)), 4) for k, name in enumerate(REGION_NAMES)}
    return {**result, 'mean': round(sum(result.values()) / REGION_COUNT, 4), 'dress': round(right / count, 4)}


@torch.no_grad()
def save_samples(net: torch.nn.Module, photos: Photos, path: Path) -> None:
    """A sheet of photo, truth and answer."""
    logits, _ = net(prepare(photos.rgb, photos.matte, photos.landmarks))
    tiles = []
    for k in range(len(photos.rgb)):
        rgb = (photos.rgb[k].permute(1, 2, 0).cpu().numpy()[..., ::-1] * 255).astype(np.uint8)
        tiles.append(
            np.hstack([rgb, PALETTE[photos.label[k].cpu().numpy()], PALETTE[logits[k].argmax(0).cpu().numpy()]])
        )
    rows = [np.hstack(tiles[k : k + 4]) for k in range(0, len(tiles) - 3, 4)]
    cv2.imwrite(str(path), np.vstack(rows))


Batch = tuple[torch.Tensor, Photos]


class Darkroom:
    """Makes batches of inputs and photos without end."""

    def __init__(self, options: argparse.Namespace, device: torch.device, seed: int) -> None:
        self.studio = Studio(device, INPUT_HEIGHT, INPUT_WIDTH)
        self.store, self.batch = DrawingStore(options.drawings), options.batch
        self.rng = np.random.default_rng(seed)
        torch.manual_seed(seed)

    @torch.no_grad()
    def next(self) -> Batch:
        """One batch."""
        index = np.sort(self.rng.integers(0, self.store.count, self.batch))
        photos = self.studio.photograph(self.store.batch(index, self.studio.device))
        inputs = prepare(photos.rgb, photos.matte, photos.landmarks)
        return inputs.contiguous(memory_format=torch.channels_last), photos


def develop_ahead(options: argparse.Namespace, seed: int, queue: torch.multiprocessing.Queue) -> None:
    """Body of a process that fills a queue with batches."""
    torch.set_num_threads(1)
    darkroom = Darkroom(options, torch.device('cpu'), seed)
    while True:
        queue.put(darkroom.next())


def batches(options: argparse.Namespace, device: torch.device) -> Iterator[Batch]:
    """Batches without end: made on the GPU between steps, or without one by other processes."""
    if device.type == 'cuda':
        darkroom = Darkroom(options, device, options.seed)
        while True:
            yield darkroom.next()
    context = torch.multiprocessing.get_context('spawn')
    queue = context.Queue(maxsize=3)
    for worker in range(options.workers):
        context.Process(target=develop_ahead, args=(options, options.seed * 1000 + worker, queue), daemon=True).start()
    while True:
        yield queue.get()


def learn(net: RegionNet, device: torch.device, options: argparse.Namespace) -> Average:
    """Train until the time is up; the learning rate warms up for 3 % of it and then falls along a cosine."""
    average = Average(net, 0.999)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.02)
    weights = torch.tensor(REGION_WEIGHTS, device=device)
    supply = batches(options, device)
    next(supply)
    begin, step, smooth = time.time(), 0, 0.0
    while (spent := (time.time() - begin) / (options.minutes * 60)) < 1:
        rate = options.rate * max(0.004, min(1.0, spent / 0.03 + 0.05) * 0.5 * (1 + math.cos(math.pi * spent)))
        for group in optimizer.param_groups:
            group['lr'] = rate
        inputs, photos = next(supply)
        with torch.autocast(device.type, torch.bfloat16):
            logits, dress = net(inputs)
        loss = loss_of(logits.float(), dress.float(), photos, weights)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        step += 1
        average.update(net, step)
        smooth = loss.item() if step == 1 else 0.98 * smooth + 0.02 * loss.item()
        if step % 100 == 0:
            print(f'step {step} loss {smooth:.4f} seconds {time.time() - begin:.0f}', flush=True)
            torch.save(average.net.state_dict(), options.out / 'checkpoint.pt')
    if not math.isfinite(smooth):
        raise SystemExit('training diverged')
    return average


def finish(net: RegionNet, studio: Studio, options: argparse.Namespace) -> None:
    """Save, test on fresh puppets and export."""
    torch.save({name: tensor.cpu() for name, tensor in net.state_dict().items()}, options.out / 'person-regions.pt')
    torch.manual_seed(2)
    chunk = {name: torch.from_numpy(array).to(studio.device) for name, array in draw(TEST_SEED, TEST_COUNT).items()}
    batches = [
        studio.photograph(Drawings(**{name: t[k : k + 32] for name, t in chunk.items()}))
        for k in range(0, TEST_COUNT, 32)
    ]
    metrics = score(net, batches)
    (options.out / 'metrics.json').write_text(json.dumps(metrics, indent=1))
    print(json.dumps(metrics), flush=True)
    save_samples(net, batches[0], options.out / 'samples.png')
    export_onnx(net.cpu().float(), options.out / 'person-regions.onnx')


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=60.0)
    parser.add_argument('--batch', type=int, default=16)
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--workers', type=int, default=1, help='processes that make batches where there is no GPU')
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    net = RegionNet()
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location='cpu'))
    net = net.to(device, memory_format=torch.channels_last).train()
    average = learn(net, device, options)
    finish(average.net, Darkroom(options, device, TEST_SEED).studio, options)


if __name__ == '__main__':
    main()
