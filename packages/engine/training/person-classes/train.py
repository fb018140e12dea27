"""
Trains the net on labelled photos and on drawings; see README.md.

    python3 train.py --photos PHOTOS --analyses ANALYSES --drawings DRAWINGS --out OUT --minutes 8 --workers 6

May be stopped at any time: OUT holds the last checkpoint and the learning curve.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import paths  # noqa: F401
import photos
from appearance import Studio
from classes import CLASSES, CLASSES_OF_REGION, IGNORE, REGIONS
from draw import DrawingStore
from features import prepare
from net import ClassNet
from samples import INPUT_HEIGHT, INPUT_WIDTH
from weight_average import follow, save_weights

#: Share of the loss of each class: rare and small ones count more.
CLASS_WEIGHTS = (0.5, 1.2, 1.2, 1.2, 1.5, 1.3, 1.0, 1.0, 1.0, 1.2, 1.3, 1.5, 1.2, 1.5, 1.5, 2.0, 1.5)
#: Drawings to a photo in a batch.
DRAWINGS = 0.25
#: Learning rate of the image net, as a share of the rate of the rest.
IMAGE_NET_RATE = 0.1
#: Share of the time in which the rate rises.
WARM_UP = 0.03
#: Greatest share of its own weights that the average keeps in a step.
AVERAGE = 0.999
#: Pictures that a worker makes at a time.
CHUNK = 16
IMAGE_NET = Path(__file__).resolve().parent / '../../weights/moderation.onnx'

#: Input of the net, classes of the photos and their weights, regions of the drawings and their weights.
Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def input_of(rgb: torch.Tensor, matte: torch.Tensor, landmarks: torch.Tensor) -> torch.Tensor:
    """The input of `ClassNet` from colours at twice the size of matte and landmarks."""
    planes = prepare(F.avg_pool2d(rgb, 2), matte, landmarks)
    return torch.cat([planes, F.pixel_unshuffle(rgb, 2)], 1)


def vary_ahead(options: argparse.Namespace, seed: int, queue: torch.multiprocessing.Queue) -> None:
    """Body of a process that fills a queue with varied photos."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pictures = photos.load(options.photos, options.analyses, testing=False)
    if options.tagged:
        pictures += photos.load_tagged(options.tagged, options.tagged_analyses)
    rng = np.random.default_rng(seed)
    pick = lambda: pictures[rng.integers(len(pictures))]
    while True:
        queue.put(photos.stack([photos.varied(pick(), pick(), rng) for _ in range(CHUNK)]))


class Batches:
    """Makes batches without end, photos first, on the device."""

    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        self.device, self.batch = device, options.batch
        self.store = DrawingStore(options.drawings)
        self.studio = Studio(device, 2 * INPUT_HEIGHT, 2 * INPUT_WIDTH)
        self.rng = np.random.default_rng(options.seed)
        context = torch.multiprocessing.get_context('spawn')
        self.queue = context.Queue(maxsize=4 * options.workers)
        for worker in range(options.workers):
            seed = options.seed * 1000 + worker
            context.Process(target=vary_ahead, args=(options, seed, self.queue), daemon=True).start()

    @torch.no_grad()
    def next(self) -> Batch:
        """One batch."""
        chunks = [self.queue.get() for _ in range(self.batch // CHUNK)]
        parts = [torch.cat(part).to(self.device, non_blocking=True) for part in zip(*chunks)]
        rgb, matte, classes, weight, landmarks = photos.floats_of(*parts)
        index = np.sort(self.rng.integers(0, self.store.count, round(self.batch * DRAWINGS)))
        drawn = self.studio.photograph(self.store.batch(index, self.device))
        rgb = torch.cat([photos.recolour(rgb, classes), drawn.rgb])
        matte = torch.cat([matte, F.avg_pool2d(drawn.matte, 2)])
        seen = input_of(rgb, matte, torch.cat([landmarks, drawn.landmarks / 2]))
        half = lambda plane: plane[:, ::2, ::2]
        return seen, classes, weight, half(drawn.label), half(drawn.weight)


def masks(device: torch.device) -> torch.Tensor:
    """(7, 17): 0 where a region of the drawings may be that class, else a number that leaves nothing of it."""
    table = torch.full((len(REGIONS), len(CLASSES)), -1e4)
    for k, region in enumerate(REGIONS):
        for name in CLASSES_OF_REGION[region]:
            table[k, CLASSES.index(name)] = 0
    return table.to(device)


def loss_of(logits: torch.Tensor, batch: Batch, weights: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """On photos weighted cross entropy and soft Dice; on drawings the cross entropy of a region's classes together."""
    _, classes, weight, regions, drawn_weight = batch
    real, drawn = logits[: len(classes)], logits[len(classes) :]
    known = torch.where(classes == IGNORE, 0, classes)
    share = weight * weights[known]
    entropy = (F.cross_entropy(real, known, reduction='none') * share).sum() / share.sum()
    scored = (weight > 0.5).float()[:, None]
    probability = torch.softmax(real, 1) * scored
    truth = F.one_hot(known, len(CLASSES)).permute(0, 3, 1, 2) * scored
    overlap, total = (probability * truth).sum((0, 2, 3)), (probability + truth).sum((0, 2, 3))
    dice = 1 - ((2 * overlap + 50) / (total + 50)).mean()
    region = torch.where(regions == IGNORE, 0, regions)
    within = torch.logsumexp(drawn + allowed[region].permute(0, 3, 1, 2), 1)
    marginal = ((torch.logsumexp(drawn, 1) - within) * drawn_weight).sum() / drawn_weight.sum()
    return entropy + 0.5 * dice + 0.15 * marginal


class Evaluation:
    """The photos kept for testing, upright, as the engine shows them to the net."""

    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        samples = [photos.upright(p)[0] for p in photos.load(options.photos, options.analyses, testing=True)]
        self.device, self.stack = device, photos.stack(samples)

    @torch.no_grad()
    def score(self, net: torch.nn.Module) -> dict[str, float]:
        """Intersection over union of each class, over all photos."""
        both, either = torch.zeros(len(CLASSES)), torch.zeros(len(CLASSES))
        for part in zip(*(tensor.split(CHUNK) for tensor in self.stack)):
            rgb, matte, classes, _, landmarks = photos.floats_of(*(tensor.to(self.device) for tensor in part))
            guess = net(input_of(rgb, matte, landmarks)).argmax(1)
            for k in range(len(CLASSES)):
                a, b = (guess == k) & (classes != IGNORE), classes == k
                both[k] += (a & b).sum().cpu()
                either[k] += (a | b).sum().cpu()
        result = {name: round(float(both[k] / either[k].clamp(min=1)), 4) for k, name in enumerate(CLASSES)}
        return {**result, 'mean': round(sum(result.values()) / len(CLASSES), 4)}


def learn(net: ClassNet, options: argparse.Namespace, device: torch.device) -> ClassNet:
    """The average of the net's weights, trained until the time is up. The rate rises, then falls along a cosine."""
    net = net.to(device, memory_format=torch.channels_last).train()
    average = copy.deepcopy(net).eval()
    groups = [
        {'params': net.early.parameters(), 'share': IMAGE_NET_RATE},
        {'params': net.late.parameters(), 'share': 1.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=options.rate, weight_decay=0.03)
    weights, allowed = torch.tensor(CLASS_WEIGHTS, device=device), masks(device)
    batches, evaluation = Batches(options, device), Evaluation(options, device)
    batches.next()
    begin, step, smooth, evaluated = time.time(), 0, None, 0.0
    while (spent := (time.time() - begin) / (options.minutes * 60)) < 1:
        rate = options.rate * max(0.004, min(1.0, spent / WARM_UP + 0.05) * 0.5 * (1 + math.cos(math.pi * spent)))
        for group in optimizer.param_groups:
            group['lr'] = rate * group['share']
        batch = batches.next()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda'):
            logits = net(batch[0].contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), batch, weights, allowed)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        step += 1
        follow(average, net, min(AVERAGE, (1 + step) / (10 + step)))
        smooth = loss.detach() if smooth is None else smooth.lerp(loss.detach(), 0.02)
        if time.time() - begin > evaluated + options.evaluate * 60:
            evaluated = time.time() - begin
            note = {'step': step, 'seconds': round(evaluated), 'loss': round(smooth.item(), 4)}
            note |= evaluation.score(average)
            print(json.dumps({k: note[k] for k in ('step', 'seconds', 'loss', 'mean')}), flush=True)
            with (options.out / 'curve.jsonl').open('a') as curve:
                curve.write(json.dumps(note) + '\n')
            save_weights(average, options.out / 'person-classes.pt')
    if not math.isfinite(smooth.item()):
        raise SystemExit('training diverged')
    (options.out / 'metrics.json').write_text(json.dumps(evaluation.score(average), indent=1))
    return average


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--analyses', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--tagged', type=Path, help='photos that label_tagged.py has labelled')
    parser.add_argument('--tagged-analyses', type=Path)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=8.0)
    parser.add_argument('--evaluate', type=float, default=0.5, help='minutes between two points of the learning curve')
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--batch', type=int, default=48, help=f'photos of a batch, a multiple of {CHUNK}')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--workers', type=int, default=6, help='processes that vary photos')
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    if (options.tagged is None) != (options.tagged_analyses is None):
        parser.error('--tagged and --tagged-analyses go together')
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    net = ClassNet()
    net.early.start_from(IMAGE_NET)
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location='cpu'))
    average = learn(net, options, torch.device(options.device))
    save_weights(average, options.out / 'person-classes.pt')


if __name__ == '__main__':
    main()
