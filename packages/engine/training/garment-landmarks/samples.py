"""
Makes garments of many cuts out of cut-out photos, each with its landmarks; see README.md.

    python3 samples.py CUT-OUTS SAMPLES.npz --count 12000
    python3 samples.py CUT-OUTS TEST.npz --test

A sample starts from a labelled photo. Cloth is cut away (sleeves, shoulders, necklines, hems), stretched to dresses, or
added (straps, ties). Sleeves also turn down, as on a mannequin, or over the front, legs fold, and waists draw in. With
`--test` the file holds the photos that are kept for testing, in their own cuts. Left and right are those of the
picture; y points down.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from garment import CANVAS, CATEGORIES, SLEEVES, Garment, Photos, on_canvas
from hoods import raise_hood
from legs import fold_legs, has_long_legs, shorten_legs
from sleeves import fold_sleeves, hang_sleeves, remove_sleeves, shorten_sleeves
from tailor import Tailor
from trunk import bare_shoulders, deepen_neck, hang, hang_on_straps, narrow_waist, stretch, tie

#: Side of a sample in pixels, and the share of it that the longer side of a garment fills.
SIDE, FILL = 128, 0.9
#: Share of samples that start from garments of each category, and from uncut photos.
SHARES = {'top': 0.43, 'dress': 0.1, 'trousers': 0.14, 'skirt': 0.07, 'uncut': 0.26}
#: Share of the garments with sleeves beyond the elbow whose sleeves are folded.
FOLDS = 0.15
#: Share of trousers whose legs are folded, where these are long.
FOLDED_LEGS = 0.25
#: Share of tops and dresses with a hanger.
HANGERS = 0.12
#: Share of tops and dresses with sleeves beyond the elbow that have a standing hood.
HOODS = 0.12


def cut(garment: Garment, rng: np.random.Generator) -> Tailor:
    """A garment in a cut of its own."""
    tailor = Tailor(on_canvas(garment, rng), rng)
    if not garment.cut:
        return tailor
    if garment.category == 'trousers':
        kind = rng.random()
        if kind < 0.35:
            shorten_legs(tailor)
        elif kind < 0.35 + FOLDED_LEGS and has_long_legs(tailor):
            fold_legs(tailor)
    elif garment.category in ('top', 'dress'):
        if garment.category == 'top' and rng.random() < 0.65:
            stretch(tailor)
        kind = rng.random()
        sleeved = tailor.sleeves != 'none'
        if kind < 0.13:
            hang_on_straps(tailor)
        elif kind < 0.42:
            remove_sleeves(tailor, rng.uniform(-0.25, 0.25) if rng.random() < 0.6 else rng.uniform(0.25, 0.9))
        elif kind < 0.48 and tailor.sleeves == 'short':
            bare_shoulders(tailor)
        elif kind < 0.62 and sleeved:
            shorten_sleeves(tailor)
        if rng.random() < 0.3:
            narrow_waist(tailor)
        if tailor.sleeves in ('mid', 'long') and rng.random() < FOLDS:
            fold_sleeves(tailor)
        elif tailor.sleeves != 'none' and rng.random() < 0.45:
            hang_sleeves(tailor)
        if 0.13 <= kind and rng.random() < 0.25 and not 0.42 <= kind < 0.48:
            deepen_neck(tailor)
        if tailor.sleeves in ('mid', 'long') and rng.random() < HOODS:
            raise_hood(tailor)
        elif rng.random() < HANGERS:
            hang(tailor)
    if rng.random() < 0.1:
        tie(tailor)
    return tailor


def framed(tailor: Tailor, names: list[str], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The sample as the net sees it (SIDE, SIDE, 4) in bytes, and its landmarks, -0.5 to 0.5 of the square."""
    pixels = tailor.pixels
    ys, xs = np.nonzero(pixels[..., 3] > 0.5)
    side = max(np.ptp(xs), np.ptp(ys), 8) / FILL * np.exp(rng.normal(0, 0.02))
    left, top = (xs.min() + xs.max()) / 2 - side / 2, (ys.min() + ys.max()) / 2 - side / 2
    left, top = left + rng.normal(0, 0.008) * side, top + rng.normal(0, 0.008) * side
    scale = 2 * SIDE / side
    matrix = np.float32([[scale, 0, -left * scale], [0, scale, -top * scale]])
    large = cv2.warpAffine(pixels, matrix, (2 * SIDE, 2 * SIDE), flags=cv2.INTER_LINEAR)
    seen = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    points = np.array([(tailor.points[name] - (left, top)) / side - 0.5 for name in names], np.float32)
    return np.clip(np.round(seen * 255), 0, 255).astype(np.uint8), points


def worn_off(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As a cut-out with faults: bits missing at its edge, or bits of the ground left."""
    alpha = pixels[..., 3:]
    edge = cv2.GaussianBlur(alpha[..., 0], (0, 0), 3)
    ys, xs = np.nonzero((edge > 0.2) & (edge < 0.8))
    pixels = pixels.copy()
    for _ in range(rng.integers(1, 5)):
        index = rng.integers(len(ys))
        spot = np.zeros((CANVAS, CANVAS), np.float32)
        axes = tuple(int(v) for v in rng.uniform(1, 7, 2))
        cv2.ellipse(spot, (int(xs[index]), int(ys[index])), axes, rng.uniform(0, 180), 0, 360, 1, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), 0.7)[..., None]
        filled_in = np.append(rng.uniform(0, 1, 3), 1) * spot if rng.random() < 0.5 else 0
        pixels = pixels * (1 - spot) + filled_in
    return pixels


def without_bits(pixels: np.ndarray) -> np.ndarray:
    """The garment without the small bits that a cut left beside it."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats((pixels[..., 3] > 0.1).astype(np.uint8))
    area = stats[:, cv2.CC_STAT_AREA]
    small = [part for part in range(1, count) if area[part] < 0.05 * area[1:].sum()]
    return np.where(np.isin(parts, small)[..., None], 0, pixels)


def is_sound(tailor: Tailor) -> bool:
    """False where the cut left hardly any cloth."""
    return float(tailor.pixels[..., 3].sum()) > 0.03 * CANVAS * CANVAS


def made(photos: Photos, count: int, rng: np.random.Generator) -> Iterator[Tailor]:
    """So many garments in cuts of their own."""
    while count > 0:
        category = str(rng.choice(list(SHARES), p=list(SHARES.values())))
        of = photos.by_category.get(category, photos.uncut)
        tailor = cut(of[rng.integers(len(of))], rng)
        tailor.pixels = without_bits(tailor.pixels)
        if not is_sound(tailor):
            continue
        if rng.random() < 0.35:
            tailor.pixels = worn_off(tailor.pixels, rng)
        yield tailor
        count -= 1


def uncut(photos: Photos, rng: np.random.Generator) -> Iterator[Tailor]:
    """All photos in their own cuts, slightly turned, mirrored or made taller half of the time."""
    folded = [garment for garment in photos.uncut if any(garment.folded)]
    for garment in [*folded, *sum(photos.by_category.values(), [])]:
        yield Tailor(on_canvas(garment, rng), rng)


def write(path: Path, names: list[str], tailors: Iterable[Tailor], rng: np.random.Generator) -> None:
    """Writes the samples as arrays."""
    columns: dict[str, list] = {name: [] for name in ('pictures', 'points', 'categories', 'sleeves', 'folded')}
    for tailor in tailors:
        picture, points = framed(tailor, names, rng)
        category, sleeves = CATEGORIES.index(tailor.category), SLEEVES.index(tailor.sleeves or 'none')
        row = (picture, points, category, sleeves, tailor.folded)
        for values, value in zip(columns.values(), row):
            values.append(value)
    np.savez(path, names=np.array(names), **{name: np.array(values) for name, values in columns.items()})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('cut_outs', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--count', type=int, default=12000)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--test', action='store_true', help='the photos for testing instead')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    photos = Photos(options.cut_outs, options.test)
    print({category: len(garments) for category, garments in photos.by_category.items()}, flush=True)
    print(f'{photos.missing} labelled photos have no cut-out', flush=True)
    samples = uncut(photos, rng) if options.test else made(photos, options.count, rng)
    write(options.out, photos.names, samples, rng)


if __name__ == '__main__':
    main()
