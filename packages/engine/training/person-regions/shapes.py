"""Plane geometry of the puppets: outlines of limbs, smooth curves, wobble, filled masks.

Points are float arrays of shape (n, 2), x to the right and y down, in pixels of the canvas.
"""

from __future__ import annotations

import cv2
import numpy as np

#: Fractional bits handed to OpenCV's polygon filler, so that outlines keep sixteenths of a pixel.
SUBPIXEL_BITS = 4


def mix(a: np.ndarray, b: np.ndarray, t: float) -> np.ndarray:
    """The point at fraction `t` of the way from `a` to `b`."""
    return a + (b - a) * t


def unit(v: np.ndarray) -> np.ndarray:
    """`v` scaled to length 1; a zero vector becomes 'down'."""
    length = float(np.hypot(v[0], v[1]))
    return v / length if length > 1e-9 else np.array([0.0, 1.0])


def normal(v: np.ndarray) -> np.ndarray:
    """`v` turned by a quarter, so that 'down' gives 'right of the picture'."""
    return np.array([v[1], -v[0]])


def resample(points: np.ndarray, count: int) -> np.ndarray:
    """`count` points evenly spaced by length along an open polyline."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0.0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], 1)


def smooth_path(points: np.ndarray, count: int = 24, rounding: float = 0.12) -> np.ndarray:
    """A polyline resampled to `count` points with its corners rounded; `rounding` is a share of the whole length."""
    path = resample(points, count)
    reach = max(1, int(count * rounding))
    kernel = np.hanning(2 * reach + 3)[1:-1]
    kernel /= kernel.sum()
    padded = np.concatenate(
        [
            2 * path[:1] - path[1 : reach + 1][::-1],
            path,
            2 * path[-1:] - path[-reach - 1 : -1][::-1],
        ]
    )
    return np.stack([np.convolve(padded[:, k], kernel, 'valid') for k in (0, 1)], 1)


def limb(centre: np.ndarray, half_width: np.ndarray, round_start: bool = True, round_end: bool = False) -> np.ndarray:
    """Outline of a limb: the centre line (n, 2) widened by `half_width` (n,) to both sides, ends cut or rounded."""
    direction = np.gradient(centre, axis=0)
    direction /= np.maximum(np.hypot(direction[:, 0], direction[:, 1]), 1e-9)[:, None]
    across = np.stack([direction[:, 1], -direction[:, 0]], 1) * half_width[:, None]
    right, left = centre + across, centre - across
    parts = [right]
    if round_end:
        parts.append(_cap(centre[-1], across[-1], direction[-1] * half_width[-1]))
    parts.append(left[::-1])
    if round_start:
        parts.append(_cap(centre[0], -across[0], -direction[0] * half_width[0]))
    return np.concatenate(parts)


def _cap(centre: np.ndarray, across: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    angle = np.linspace(0.2, np.pi - 0.2, 7)[:, None]
    return centre + np.cos(angle) * across + np.sin(angle) * ahead


def ellipse(centre: np.ndarray, radii: tuple[float, float], angle: float = 0.0, count: int = 40) -> np.ndarray:
    """Outline of an ellipse; `angle` in radians, clockwise on the screen."""
    phi = np.linspace(0, 2 * np.pi, count, endpoint=False)
    x, y = np.cos(phi) * radii[0], np.sin(phi) * radii[1]
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([centre[0] + c * x - s * y, centre[1] + s * x + c * y], 1)


def wobble(rng: np.random.Generator, outline: np.ndarray, amplitude: float, detail: int = 9) -> np.ndarray:
    """A closed outline moved along its normals by smooth noise of about `amplitude` pixels with `detail` bumps."""
    closed = resample(np.concatenate([outline, outline[:1]]), 96)[:-1]
    tangent = np.roll(closed, -1, 0) - np.roll(closed, 1, 0)
    tangent /= np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]
    phase = np.linspace(0, 2 * np.pi, len(closed), endpoint=False)
    offset = np.zeros(len(closed))
    for k in range(1, detail + 1):
        offset += rng.normal() / np.sqrt(k) * np.sin(k * phase + rng.uniform(0, 2 * np.pi))
    offset *= amplitude / max(1e-9, float(np.std(offset)))
    return closed + np.stack([tangent[:, 1], -tangent[:, 0]], 1) * offset[:, None]


def filled(shape: tuple[int, int], *outlines: np.ndarray) -> np.ndarray:
    """Mask (height, width) of uint8 0 or 1 of everything inside at least one closed outline."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        points = np.round(np.clip(outline, -4000, 4000) * (1 << SUBPIXEL_BITS)).astype(np.int32)
        cv2.fillPoly(mask, [points], 1, shift=SUBPIXEL_BITS)
    return mask


def solid(mask: np.ndarray) -> np.ndarray:
    """The mask with its holes filled: a strongly bent limb's outline crosses itself and leaves some."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return cv2.drawContours(np.zeros_like(mask), contours, -1, 1, cv2.FILLED)


def hull(points: np.ndarray) -> np.ndarray:
    """Convex hull of a cloud of points, as a closed outline."""
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)


def stroked(shape: tuple[int, int], path: np.ndarray, width: float) -> np.ndarray:
    """Mask of an open polyline drawn `width` pixels wide."""
    mask = np.zeros(shape, np.uint8)
    points = np.round(np.clip(path, -4000, 4000) * (1 << SUBPIXEL_BITS)).astype(np.int32)
    cv2.polylines(mask, [points], False, 1, max(1, int(round(width))), shift=SUBPIXEL_BITS)
    return mask
