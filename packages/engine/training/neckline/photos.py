"""
Cuts labelled necks out of photos, each with the part that its front covers; see README.md.

    python3 photos.py CUT-OUTS labels.jsonl PHOTOS.npz --each 25

A label names a photo and holds the front edge of its neck opening. Its points run from the left end to the right one,
in percent of the width and height of the photo.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from necks import CANVAS, FRAME, MAP, SIDE

#: How far the neck points lie off, in neck widths, how much farther apart, and how askew: more than the engine's.
OFF, APART, ASKEW = 0.1, 0.15, 0.06
#: Slope beside the neck above which the outline is no shoulder, and the slope of the shoulder that is assumed there.
STEEP, SLOPE = 0.9, 0.35
#: Share of necks whose points lie 0.6 to 1.35 times as far apart as the ends of the edge.
WRONG = 0.2


class Neck:
    """A labelled neck."""

    def __init__(self, cut_out: np.ndarray, edge: np.ndarray) -> None:
        colours = cut_out[..., [2, 1, 0]].astype(np.float32) / 255
        self.cover = cut_out[..., 3].astype(np.float32) / 255
        self.colours = colours * self.cover[..., None]
        self.edge = edge
        left, right = edge[0], edge[-1]
        self.middle, self.across = (left + right) / 2, right - left

    def cut(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Colours times coverage and coverage (SIDE, SIDE, 4), and the front (MAP, MAP), around points that lie off."""
        scale = np.exp(rng.normal(0, APART))
        if rng.random() < WRONG:
            scale *= np.exp(rng.uniform(-0.5, 0.3))
        angle = rng.normal(0, ASKEW)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        across = turn @ self.across * scale
        middle = self.middle + rng.normal(0, OFF, 2) * np.linalg.norm(self.across)
        return self.seen(middle, across)

    def seen(self, middle: np.ndarray, across: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The frame about a neck whose points lie `across` apart about `middle`."""
        down = np.array([-across[1], across[0]])
        cell = FRAME[2] / CANVAS
        corner = middle + across * (FRAME[0] + cell / 2) + down * (FRAME[1] + cell / 2)
        matrix = np.column_stack([across * cell, down * cell, corner])
        flags = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
        layers = np.dstack([self.colours, self.cover])
        seen = cv2.warpAffine(layers, matrix, (CANVAS, CANVAS), flags=flags, borderValue=0)
        places = (self.edge - corner) @ np.linalg.inv(matrix[:, :2]).T
        front = self.front(places, seen[..., 3])
        picture = cv2.resize(seen, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        return picture, cv2.resize(front, (MAP, MAP), interpolation=cv2.INTER_AREA)

    @staticmethod
    def front(places: np.ndarray, cover: np.ndarray) -> np.ndarray:
        """
        1 on or below the front. Beside the neck that is below the shoulders, also where no cloth is, as beside straps:
        `necks.py` draws it so.
        """
        inside = np.zeros((CANVAS, CANVAS), np.uint8)
        left, right = places[0], places[-1]
        above = [(right[0], -CANVAS), (left[0], -CANVAS)]
        cv2.fillPoly(inside, [np.round(np.vstack([places, above])).astype(np.int32)], 1)
        columns = np.arange(CANVAS)
        beside = np.maximum(0, np.maximum(left[0] - columns, columns - right[0]))
        ends = np.where(columns < left[0], left[1], right[1])
        cloth = cover > 0.5
        tops = np.where(cloth.any(0), cloth.argmax(0), CANVAS)
        shoulders = np.where(tops > ends + STEEP * beside, ends + SLOPE * beside, tops)
        is_below = (np.arange(CANVAS)[:, None] >= shoulders[None]) | (beside[None] == 0)
        return ((inside == 0) & is_below).astype(np.float32)


def labelled_necks(cut_outs: Path, labels: Path) -> list[Neck]:
    """The labelled necks whose photos are cut out."""
    necks = []
    for line in map(json.loads, labels.read_text().splitlines()):
        path = cut_outs / line['photo'].replace('/', '-').replace('.jpg', '.png')
        if not path.exists():
            continue
        cut_out = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        height, width = cut_out.shape[:2]
        necks.append(Neck(cut_out, np.array(line['edge'], np.float32) * (width / 100, height / 100)))
    return necks


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('cut_outs', type=Path)
    parser.add_argument('labels', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--each', type=int, default=25)
    parser.add_argument('--seed', type=int, default=0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    cut = [neck.cut(rng) for neck in labelled_necks(options.cut_outs, options.labels) for _ in range(options.each)]
    pictures = np.stack([picture for picture, _ in cut])
    # Training multiplies colours by coverage, so they are stored without it.
    pictures[..., :3] /= np.maximum(pictures[..., 3:], 1 / 255)
    np.savez(
        options.out,
        pictures=np.round(np.clip(pictures, 0, 1) * 255).astype(np.uint8),
        fronts=np.round(np.stack([front for _, front in cut]) * 255).astype(np.uint8),
    )


if __name__ == '__main__':
    main()
