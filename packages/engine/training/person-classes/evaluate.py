"""
Scores the engine's seven regions on the photos kept for testing. It scores the regions that the engine found when the
photos were analysed (analyse-photos.ts), and those of a trained net alone.

    python3 evaluate.py --photos PHOTOS --analyses ANALYSES [--net person-classes.onnx]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F

import paths  # noqa: F401
import photos
from classes import CLASSES, IGNORE, REGION_OF_CLASS, REGIONS
from features import prepare

#: Shares of the trunk above which a dress is `upper`, and below which it is `lower`; what lies between is not scored.
DRESS_BETWEEN = (0.75, 1.1)
#: Where the engine divides a dress.
DRESS_WAIST = 0.9


def regions_of(classes: np.ndarray, level: np.ndarray, between: tuple[float, float]) -> np.ndarray:
    """The engine's region of each pixel of a class map."""
    table = np.full(256, IGNORE, np.uint8)
    for k, name in enumerate(CLASSES):
        table[k] = REGIONS.index(REGION_OF_CLASS[name])
    out = table[classes]
    dress = classes == CLASSES.index('dress')
    out[dress & (level > between[0])] = IGNORE
    out[dress & (level > between[1])] = REGIONS.index('lower')
    return out


def level_of(landmarks: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """The place of each pixel along the trunk: 0 at the shoulders, 1 at the hips."""
    shoulder, hip = landmarks[11:13].mean(0), landmarks[23:25].mean(0)
    down = hip - shoulder
    y, x = np.mgrid[: shape[0], : shape[1]] + 0.5
    return ((x - shoulder[0]) * down[0] + (y - shoulder[1]) * down[1]) / max(float(down @ down), 1e-6)


class Counts:
    """Pixels that truth and answer have in common, and that either has, of each value."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names, self.pixels = names, np.zeros((len(names), len(names)))

    def add(self, truth: np.ndarray, answer: np.ndarray) -> None:
        """One photo; IGNORE of the truth is not scored."""
        scored = truth != IGNORE
        np.add.at(self.pixels, (truth[scored], answer[scored]), 1)

    def score(self) -> dict[str, float]:
        """Intersection over union of each value, in per cent."""
        both = np.diag(self.pixels)
        overlap = both / np.maximum(self.pixels.sum(0) + self.pixels.sum(1) - both, 1) * 100
        row = {name: round(float(share), 1) for name, share in zip(self.names, overlap)}
        return {**row, 'mean': round(float(overlap.mean()), 1)}


def ask(session: onnxruntime.InferenceSession, photo: photos.Photo) -> np.ndarray:
    """The net's probabilities (17, height, width) of a photo, at half its size."""
    sample, crop = photos.upright(photo)
    rgb, matte, _, _, landmarks = photos.floats_of(*photos.stack([sample]))
    planes = prepare(F.avg_pool2d(rgb, 2), matte, landmarks)
    logits = session.run(None, {'input': torch.cat([planes, F.pixel_unshuffle(rgb, 2)], 1).numpy()})[0][0]
    shares = np.exp(logits - logits.max(0))
    shares /= shares.sum(0)
    height, width = photo.matte.shape
    size = ((width + 1) // 2, (height + 1) // 2)
    return photos.uncropped(shares, crop, size, step=2)


def main() -> None:
    """Read the command line and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--analyses', type=Path, required=True)
    parser.add_argument('--net', type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    setup = onnxruntime.SessionOptions()
    setup.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(options.net), setup) if options.net else None
    today, alone, classes = Counts(REGIONS), Counts(REGIONS), Counts(CLASSES)
    for photo in photos.load(options.photos, options.analyses, testing=True):
        found = options.analyses / f'{photo.name}.regions'
        if not found.exists():
            continue
        height, width = photo.matte.shape
        size = ((width + 1) // 2, (height + 1) // 2)
        truth = cv2.resize(photo.classes, size, interpolation=cv2.INTER_NEAREST)
        level = level_of(photo.landmarks / 2, truth.shape)
        coarse = regions_of(truth, level, DRESS_BETWEEN)
        today.add(coarse, np.fromfile(found, np.uint8).reshape(truth.shape))
        if session:
            answer = ask(session, photo).argmax(0).astype(np.uint8)
            classes.add(truth, answer)
            alone.add(coarse, regions_of(answer, level, (DRESS_WAIST, DRESS_WAIST)))
    scores = {'analysed': today.score()}
    if session:
        scores |= {'net': alone.score(), 'classes': classes.score()}
    print(json.dumps(scores, indent=1))


if __name__ == '__main__':
    main()
