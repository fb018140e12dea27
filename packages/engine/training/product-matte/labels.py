"""
Keeps the outlines of cut-outs (`../cut-photos.ts`) that mixtures of colours confirm.

    python3 labels.py PHOTOS CUT-OUTS LABELS [--sheets SHEETS]

LABELS gets `CLASS-ID.png`, 255 on the garment; SHEETS gets pictures of 64 outlines each, to look at. Narrow gaps between
legs, sleeve and body, or two shoes, are opened by their colours, but for the labels of `no-gaps.txt`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

#: Least intersection over union of an outline and the one that confirms it.
AGREED = 0.94
#: Classes of garments with legs or long sleeves, and of shoes, which stand side by side.
LIMBED = ('pants', 'longsleeve', 'outwear', 'blazer', 'hoodie', 'shoes')
#: Labels whose patches in the colours of the ground are prints, collars or linings.
NO_GAPS = Path(__file__).parent / 'no-gaps.txt'
#: Log odds of a colour of the garment below which it is the ground's, and bins of a channel of L*a*b*.
GROUND_ODDS, BINS = -1.5, 24
#: Least and greatest size of a gap as a share of the garment. The least is never below LEAST pixels.
GAP_MIN, GAP_MAX, LEAST = 0.0006, 0.05, 25
#: Pixels within which a gap comes near the outline, and the greatest share of a gap that lies there: others are rims.
NEAR, RIM_MAX = 4, 0.6
#: Cells of a sheet, and their side in pixels.
ACROSS, CELL = 8, 150


def by_colours(photo: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """The garment by mixtures of its colours and those of its ground (Rother et al. 2004), begun from an outline."""
    size = max(3, round(min(photo.shape[:2]) * 0.04))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * size + 1, 2 * size + 1))
    state = np.where(outline > 0, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    state[cv2.dilate(outline, kernel) == 0] = cv2.GC_BGD
    if (state == cv2.GC_BGD).sum() < 50 or (outline > 0).sum() < 500:
        return np.zeros_like(outline)
    cv2.grabCut(photo, state, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    return np.isin(state, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8) * 255


def agreement(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union of two masks."""
    return float(((one > 0) & (other > 0)).sum() / max(1, ((one > 0) | (other > 0)).sum()))


def with_gaps(photo: np.ndarray, label: np.ndarray) -> np.ndarray:
    """The label without patches near its outline that have the colours of the ground rather than its own."""
    garment = (label > 0).astype(np.uint8)
    kernel = np.ones((3, 3), np.uint8)
    inner = cv2.erode(garment, kernel, iterations=4) > 0
    around = (cv2.dilate(garment, kernel, iterations=3) == 0) & (cv2.dilate(garment, kernel, iterations=40) > 0)
    if min(inner.sum(), around.sum()) < 300:
        return label
    lab = cv2.cvtColor(cv2.GaussianBlur(photo, (0, 0), 0.7), cv2.COLOR_BGR2LAB)
    bins = tuple(np.moveaxis(lab.astype(int) * BINS // 256, 2, 0))
    own, ground = (histogram(bins, where) for where in (inner, around))
    odds = np.log((own + 1e-5) / (ground + 1e-5))[bins]
    alike = cv2.morphologyEx(((odds < GROUND_ODDS) & (garment > 0)).astype(np.uint8), cv2.MORPH_OPEN, kernel[:2, :2])
    near = cv2.dilate(1 - garment, kernel, iterations=NEAR) > 0
    count, patches, sizes, _ = cv2.connectedComponentsWithStats(alike)
    opened = label.copy()
    least, most = max(LEAST, GAP_MIN * garment.sum()), GAP_MAX * garment.sum()
    for k in range(1, count):
        area = sizes[k, cv2.CC_STAT_AREA]
        if not least <= area <= most:
            continue
        patch = patches == k
        if 0 < (patch & near).sum() <= RIM_MAX * area:
            opened[patch] = 0
    return opened


def histogram(bins: tuple[np.ndarray, ...], where: np.ndarray) -> np.ndarray:
    """Shares of the colours of some pixels, smoothed over neighbouring bins."""
    counts = np.zeros((BINS,) * 3, np.float32)
    np.add.at(counts, tuple(channel[where] for channel in bins), 1)
    for axis in range(3):
        padded = np.pad(counts, [(1, 1) if k == axis else (0, 0) for k in range(3)], mode='edge')
        first, second = padded.take(range(BINS), axis), padded.take(range(2, BINS + 2), axis)
        counts = counts / 2 + (first + second) / 4
    return counts / max(1, counts.sum())


def sheet(cells: list[tuple[str, np.ndarray, np.ndarray]]) -> np.ndarray:
    """The outlines drawn on their photos, each with the start of its name."""
    rows = []
    for name, photo, label in cells:
        scale = CELL / max(photo.shape[:2])
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        mask = cv2.resize(label, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        small[mask < 128] = small[mask < 128] // 4 + np.array([150, 0, 150], np.uint8)
        cell = np.full((CELL + 12, CELL, 3), 255, np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small
        cv2.putText(cell, name, (1, CELL + 9), cv2.FONT_HERSHEY_SIMPLEX, 0.33, (0, 0, 0))
        rows.append(cell)
    rows += [np.full_like(rows[0], 255)] * (-len(rows) % ACROSS)
    return np.concatenate([np.concatenate(rows[k : k + ACROSS], 1) for k in range(0, len(rows), ACROSS)])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('photos', type=Path)
    parser.add_argument('cutouts', type=Path)
    parser.add_argument('labels', type=Path)
    parser.add_argument('--sheets', type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.labels.mkdir(parents=True, exist_ok=True)
    paths = sorted(options.cutouts.glob('*.png'))
    no_gaps = set(NO_GAPS.read_text().split())
    cells = []
    for path in paths:
        name = path.stem
        kind, photo_id = next((k, name[len(k) + 1 :]) for k in kinds_of(options.photos) if name.startswith(f'{k}-'))
        photo = cv2.imread(str(options.photos / kind / f'{photo_id}.jpg'))
        opacity = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[:, :, 3]
        label = np.where(opacity > 0, 255, 0).astype(np.uint8)
        if label.shape != photo.shape[:2] or agreement(label, by_colours(photo, label)) < AGREED:
            continue
        if kind in LIMBED and name not in no_gaps:
            label = with_gaps(photo, label)
        cv2.imwrite(str(options.labels / f'{name}.png'), label)
        cells.append((name[:20], photo, label))
    print(f'{len(cells)} of {len(paths)} outlines are confirmed')
    if options.sheets:
        options.sheets.mkdir(parents=True, exist_ok=True)
        for k in range(0, len(cells), 64):
            cv2.imwrite(str(options.sheets / f'{k // 64:02}.png'), sheet(cells[k : k + 64]))


def kinds_of(photos: Path) -> list[str]:
    """Classes, the longer names first."""
    return sorted((path.name for path in photos.iterdir() if path.is_dir()), key=len, reverse=True)


if __name__ == '__main__':
    main()
