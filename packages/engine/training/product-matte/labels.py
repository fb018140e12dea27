"""
Keeps the outlines of cut-outs (`../cut-photos.ts`) that mixtures of colours confirm.

    python3 labels.py PHOTOS CUT-OUTS LABELS [--sheets SHEETS]

LABELS gets `CLASS-ID.png`, 255 on the garment; SHEETS gets pictures of 64 outlines each, to look at.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

#: Least intersection over union of an outline and the one that confirms it.
AGREED = 0.94
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
    cells = []
    for path in paths:
        name = path.stem
        kind, photo_id = next((k, name[len(k) + 1 :]) for k in kinds_of(options.photos) if name.startswith(f'{k}-'))
        photo = cv2.imread(str(options.photos / kind / f'{photo_id}.jpg'))
        opacity = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[:, :, 3]
        label = np.where(opacity > 0, 255, 0).astype(np.uint8)
        if label.shape != photo.shape[:2] or agreement(label, by_colours(photo, label)) < AGREED:
            continue
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
