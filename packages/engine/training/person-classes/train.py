"""
Trains the net on labelled photos and on drawings; see README.md.

    python3 train.py --photos PHOTOS --analyses ANALYSES --drawings DRAWINGS --out OUT --minutes 40

May be stopped at any time: OUT holds the last checkpoint and the learning curve.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import paths  # noqa: F401
import photos
from appearance import Studio
from classes import CLASSES, CLASSES_OF_REGION, IGNORE, REGIONS
from draw import DrawingStore
from early import EarlyRuntime
from export import export_onnx
from features import prepare
from net import ClassNet
from samples import INPUT_HEIGHT, INPUT_WIDTH

#: Share of the loss of each class: rare and small ones count more.
CLASS_WEIGHTS = (0.5, 1.2, 1.2, 1.2, 1.5, 1.3, 1.0, 1.0, 1.0, 1.2, 1.3, 1.5, 1.2, 1.5, 1.5, 2.0, 1.5)
#: Photos and drawings of a batch.
PHOTOS, DRAWINGS = 10, 2
#: Learning rate of what an earlier net knew, as a share of the rate of what is new.
KNOWN_RATE = 0.4
#: Parts of the net that no earlier one had.
NEW = ('sides.', 'head.')
IMAGE_NET = Path(__file__).resolve().parent / '../../weights/moderation.onnx'

#: Planes, early features, then classes of the photos and their weights, regions of the drawings and their weights.
Batch = tuple[torch.Tensor, tuple[torch.Tensor, ...], torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def planes_of(rgb: torch.Tensor, matte: torch.Tensor, landmarks: torch.Tensor) -> torch.Tensor:
    """The planes of `features.py` from colours at twice their size."""
    return prepare(F.avg_pool2d(rgb, 2), matte, landmarks)


class Darkroom:
    """Makes batches without end."""

    def __init__(self, options: argparse.Namespace, seed: int) -> None:
        self.pictures = photos.load(options.photos, options.analyses, testing=False)
        self.store = DrawingStore(options.drawings)
        self.studio = Studio(torch.device('cpu'), 2 * INPUT_HEIGHT, 2 * INPUT_WIDTH)
        self.early = EarlyRuntime(options.out / 'early.onnx')
        self.rng = np.random.default_rng(seed)
        torch.manual_seed(seed)

    @torch.no_grad()
    def next(self) -> Batch:
        """One batch, photos first."""
        pick = lambda: self.pictures[self.rng.integers(len(self.pictures))]
        samples = [photos.varied(pick(), pick(), self.rng) for _ in range(PHOTOS)]
        rgb, matte, classes, weight, landmarks = photos.stack(samples)
        index = np.sort(self.rng.integers(0, self.store.count, DRAWINGS))
        drawn = self.studio.photograph(self.store.batch(index, self.studio.device))
        rgb = torch.cat([rgb, drawn.rgb])
        matte = torch.cat([matte, F.avg_pool2d(drawn.matte, 2)])
        planes = planes_of(rgb, matte, torch.cat([landmarks, drawn.landmarks / 2]))
        half = lambda plane: plane[:, ::2, ::2]
        return planes, self.early(rgb), classes, weight, half(drawn.label), half(drawn.weight)


def develop_ahead(options: argparse.Namespace, seed: int, queue: torch.multiprocessing.Queue) -> None:
    """Body of a process that fills a queue with batches."""
    torch.set_num_threads(1)
    darkroom = Darkroom(options, seed)
    while True:
        queue.put(darkroom.next())


def batches(options: argparse.Namespace) -> Iterator[Batch]:
    """Batches without end, made by another process."""
    context = torch.multiprocessing.get_context('spawn')
    queue = context.Queue(maxsize=3)
    context.Process(target=develop_ahead, args=(options, options.seed, queue), daemon=True).start()
    while True:
        yield queue.get()


def masks() -> torch.Tensor:
    """(7, 17): 0 where a region of the drawings may be that class, else a number that leaves nothing of it."""
    table = torch.full((len(REGIONS), len(CLASSES)), -1e4)
    for k, region in enumerate(REGIONS):
        for name in CLASSES_OF_REGION[region]:
            table[k, CLASSES.index(name)] = 0
    return table


def loss_of(logits: torch.Tensor, batch: Batch, weights: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """On photos weighted cross entropy and soft Dice; on drawings the cross entropy of a region's classes together."""
    _, _, classes, weight, regions, drawn_weight = batch
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


class Examination:
    """The photos kept for testing, upright, as the engine shows them to the net."""

    def __init__(self, options: argparse.Namespace, every: int = 1) -> None:
        early = EarlyRuntime(options.out / 'early.onnx')
        self.sheets = []
        for photo in photos.load(options.photos, options.analyses, testing=True, every=every):
            sample, _ = photos.upright(photo)
            rgb, matte, classes, _, landmarks = photos.stack([sample])
            seen = tuple(plane.half() for plane in early(rgb))
            self.sheets.append((planes_of(rgb, matte, landmarks), seen, classes))

    @torch.no_grad()
    def score(self, late: torch.nn.Module) -> dict[str, float]:
        """Intersection over union of each class, over all photos."""
        both, either = torch.zeros(len(CLASSES)), torch.zeros(len(CLASSES))
        for planes, seen, classes in self.sheets:
            guess = late(planes, *(plane.float() for plane in seen)).argmax(1)
            for k in range(len(CLASSES)):
                a, b = (guess == k) & (classes != IGNORE), classes == k
                both[k] += (a & b).sum()
                either[k] += (a | b).sum()
        result = {name: round(float(both[k] / either[k].clamp(min=1)), 4) for k, name in enumerate(CLASSES)}
        return {**result, 'mean': round(sum(result.values()) / len(CLASSES), 4)}


def learn(net: ClassNet, options: argparse.Namespace) -> Average:
    """Train until the time is up; the learning rate warms up for 3 % of it and then falls along a cosine."""
    late = net.late.to(memory_format=torch.channels_last).train()
    average = Average(late, 0.995)
    new = [p for name, p in late.named_parameters() if name.startswith(NEW)]
    known = [p for name, p in late.named_parameters() if not name.startswith(NEW)]
    groups = [{'params': known, 'share': KNOWN_RATE}, {'params': new, 'share': 1.0}]
    optimizer = torch.optim.AdamW(groups, lr=options.rate, weight_decay=0.01)
    weights, allowed = torch.tensor(CLASS_WEIGHTS), masks()
    supply = batches(options)
    next(supply)
    examination = Examination(options, every=4)
    begin, step, smooth, examined = time.time(), 0, 0.0, -1e9
    while (spent := (time.time() - begin) / (options.minutes * 60)) < 1:
        rate = options.rate * max(0.004, min(1.0, spent / 0.03 + 0.05) * 0.5 * (1 + math.cos(math.pi * spent)))
        for group in optimizer.param_groups:
            group['lr'] = rate * group['share']
        batch = next(supply)
        with torch.autocast('cpu', torch.bfloat16, enabled=options.half):
            logits = late(batch[0].contiguous(memory_format=torch.channels_last), *batch[1])
        loss = loss_of(logits.float(), batch, weights, allowed)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(late.parameters(), 2.0)
        optimizer.step()
        step += 1
        average.update(late, step)
        smooth = loss.item() if step == 1 else 0.98 * smooth + 0.02 * loss.item()
        if step % 10 == 0:
            print(f'step {step} loss {smooth:.4f} seconds {time.time() - begin:.0f}', flush=True)
        if time.time() - begin > examined + options.examine * 60:
            examined = time.time() - begin
            scores = examination.score(average.net)
            with (options.out / 'curve.jsonl').open('a') as curve:
                curve.write(
                    json.dumps({'step': step, 'seconds': round(examined), 'loss': round(smooth, 4), **scores}) + '\n'
                )
            net.late.load_state_dict(late.state_dict())
            torch.save(_whole(net, average), options.out / 'checkpoint.pt')
    if not math.isfinite(smooth):
        raise SystemExit('training diverged')
    return average


def _whole(net: ClassNet, average: Average) -> dict[str, torch.Tensor]:
    """The weights of the net with the averages in place of the last step's."""
    return {**net.state_dict(), **{f'late.{name}': tensor for name, tensor in average.net.state_dict().items()}}


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--analyses', type=Path, required=True)
    parser.add_argument('--drawings', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=40.0)
    parser.add_argument('--examine', type=float, default=5.0, help='minutes between two points of the learning curve')
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--half', action='store_true', help='compute in bfloat16 where that is exact enough')
    parser.add_argument('--regions', type=Path, help='ONNX file of an earlier net of the seven regions to begin with')
    parser.add_argument('--start', type=Path, help='weights to go on from')
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    net = ClassNet()
    net.early.start_from(IMAGE_NET)
    if options.regions:
        net.late.start_from(options.regions)
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location='cpu'))
    EarlyRuntime.write(net.early, options.out / 'early.onnx')
    average = learn(net, options)
    net.load_state_dict(_whole(net, average))
    torch.save(net.state_dict(), options.out / 'person-classes.pt')
    metrics = Examination(options).score(net.late.eval())
    (options.out / 'metrics.json').write_text(json.dumps(metrics, indent=1))
    print(json.dumps(metrics), flush=True)
    export_onnx(net, options.out / 'person-classes.onnx')


if __name__ == '__main__':
    main()
