"""Hoods that stand above the neck of a garment."""

from __future__ import annotations

import numpy as np

from garment import CANVAS
from tailor import Tailor, filled


def raise_hood(tailor: Tailor) -> None:
    """Adds a hood of the same cloth behind the neck points, its opening to the front, with or without a trim of fur."""
    rng, chest = tailor.rng, tailor.chest()
    necks = [tailor.point('neck', side) for side in (0, 1)]
    foot = (necks[0] + necks[1]) / 2
    reach = rng.uniform(0.2, 1.0)
    ends = [neck + (tailor.point('shoulder', side) - neck) * reach for side, neck in enumerate(necks)]
    half = max(abs(end[0] - foot[0]) for end in ends)
    height = rng.uniform(0.5, 1.0) * chest
    room = max(0, height + 4 - foot[1])
    tailor.lower(room)
    foot = foot + (0, room)
    outline = dome(foot, half, height, rng.uniform(0.85, 1.25), rng.uniform(-0.15, 0.15), rng.uniform(2, 3.5))
    garment = tailor.pixels
    # The cloth of the trunk goes on above the neck, upside down.
    rows = np.clip(2 * int(foot[1] + 0.15 * chest) - np.arange(CANVAS), 0, CANVAS - 1)
    cloth = solid(garment[rows])
    hood = np.dstack([cloth * rng.uniform(0.8, 1.1), np.ones((CANVAS, CANVAS))]) * filled(outline)[..., None]
    tailor.pixels = np.clip(garment + hood * (1 - garment[..., 3:]), 0, 1).astype(np.float32)
    mean = cloth.reshape(-1, 3).mean(0)
    lining = mean * rng.uniform(0.25, 0.9) if rng.random() < 0.7 else rng.uniform(0, 1, 3)
    width, rise = half * rng.uniform(0.4, 0.85), height * rng.uniform(0.5, 0.85)
    opening = dome(foot, width, rise, 1, rng.uniform(-0.1, 0.1), 2.2)
    front = foot + (rng.normal(0, 0.02) * chest, rng.uniform(0, 0.35) * chest)
    mask = filled([*opening, front])[..., None]
    tailor.pixels = tailor.pixels * (1 - mask) + np.append(np.clip(lining, 0, 1), 1).astype(np.float32) * mask
    if rng.random() < 0.3:
        fur = mean if rng.random() < 0.3 else rng.uniform(0, 1, 3)
        tailor.draw_ribbon(opening, rng.uniform(0.08, 0.25) * chest, fur)


def dome(foot: np.ndarray, half: float, height: float, bulge: float, lean: float, power: float) -> list[np.ndarray]:
    """An outline from the left end of a foot over the top to the right end; `bulge` widens its middle."""
    points = []
    for angle in np.linspace(np.pi, 0, 25):
        x, y = np.cos(angle), np.sin(angle)
        up = abs(y) ** (2 / power)
        wide = half * (1 + (bulge - 1) * np.sin(np.pi * min(1, up * 0.8)))
        points.append(foot + (np.sign(x) * abs(x) ** (2 / power) * wide + lean * half * up, -up * height))
    return points


def solid(pixels: np.ndarray) -> np.ndarray:
    """Colours of premultiplied cloth, and their mean off the cloth."""
    alpha = pixels[..., 3:]
    mean = pixels[..., :3].sum((0, 1)) / max(float(alpha.sum()), 1)
    return np.where(alpha > 0.9, pixels[..., :3] / np.maximum(alpha, 0.01), mean)
