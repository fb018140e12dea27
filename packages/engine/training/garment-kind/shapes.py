"""Outlines that the products are put together from. Points are float arrays of shape (n, 2), y down."""

from __future__ import annotations

import numpy as np


def curve(points: list[tuple[float, float]] | np.ndarray, closed: bool = True, rounds: int = 3) -> np.ndarray:
    """The points with their corners cut off again and again (Chaikin): a smooth line near them."""
    path = np.asarray(points, float)
    for _ in range(rounds):
        following = np.roll(path, -1, 0) if closed else path[1:]
        start = path if closed else path[:-1]
        near, far = 0.75 * start + 0.25 * following, 0.25 * start + 0.75 * following
        cut = np.stack([near, far], 1).reshape(-1, 2)
        path = cut if closed else np.concatenate([path[:1], cut, path[-1:]])
    return path


def mirrored(half: list[tuple[float, float]] | np.ndarray) -> np.ndarray:
    """The outline of something symmetric from its right half, top to bottom."""
    right = np.asarray(half, float)
    return np.concatenate([right, right[::-1] * [-1, 1]])


def ellipse(
    x: float, y: float, rx: float, ry: float, start: float = 0.0, end: float = 2 * np.pi, power: float = 2.0
) -> np.ndarray:
    """An ellipse or an arc of it, clockwise from the right; a greater `power` makes it squarer."""
    t = np.linspace(start, end, 40)
    c, s = np.cos(t), np.sin(t)
    return np.stack([x + rx * np.sign(c) * abs(c) ** (2 / power), y + ry * np.sign(s) * abs(s) ** (2 / power)], 1)


def box(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """A rectangle."""
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def turned(angle: float, flip: bool = False, scale: float = 1.0) -> np.ndarray:
    """The matrix that turns by an angle in radians, after mirroring left to right where asked."""
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    return np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if flip else 1.0, 1.0])


def tube(path: np.ndarray, widths: np.ndarray | list[float]) -> np.ndarray:
    """Outline of a line of changing width."""
    path = np.asarray(path, float)
    half = np.interp(np.linspace(0, 1, len(path)), np.linspace(0, 1, len(widths)), widths) / 2
    direction = np.gradient(path, axis=0)
    direction /= np.maximum(np.hypot(direction[:, 0], direction[:, 1]), 1e-9)[:, None]
    across = np.stack([direction[:, 1], -direction[:, 0]], 1) * half[:, None]
    return np.concatenate([path + across, (path - across)[::-1]])
