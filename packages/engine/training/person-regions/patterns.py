"""Tileable pictures that clothes, hair and backgrounds are coloured with: prints, weaves, folds, strands, clouds.

All are square, wrap around at their edges and are made of numbers from a seeded generator.
"""

from __future__ import annotations

import numpy as np

#: Side of every tile in pixels; a power of two, so that wrapping is a mask.
TILE = 128
PRINT_COUNT, FOLD_COUNT, STRAND_COUNT, CLOUD_COUNT = 192, 32, 24, 48


def noise(rng: np.random.Generator, wave_x: float, wave_y: float, power: float = 1.0) -> np.ndarray:
    """Wrapping noise with typical wavelengths in pixels, mean 0 and deviation 1."""
    fy, fx = np.fft.fftfreq(TILE)[:, None], np.fft.fftfreq(TILE)[None]
    envelope = np.exp(-((np.hypot(fx * wave_x, fy * wave_y)) ** 2) * 2) ** power
    field = np.fft.ifft2(np.fft.fft2(rng.normal(size=(TILE, TILE))) * envelope).real
    field -= field.mean()
    return field / max(1e-9, field.std())


def fractal(rng: np.random.Generator, wave: float) -> np.ndarray:
    """Wrapping noise of all wavelengths up to `wave`, mean 0 and deviation 1."""
    field = sum(noise(rng, wave / 2**k, wave / 2**k) / 1.6**k for k in range(5))
    return field / field.std()


def prints(rng: np.random.Generator) -> np.ndarray:
    """Masks of the second and third colour of a cloth, (PRINT_COUNT, 2, TILE, TILE) float32 from 0 to 1."""
    makers = (_stripes, _checks, _dots, _blobs, _blobs, _camouflage, _knit, _weave, _zigzag, _scatter, _lace, _letters)
    return np.stack([np.clip(makers[k % len(makers)](rng), 0, 1) for k in range(PRINT_COUNT)]).astype(np.float32)


def folds(rng: np.random.Generator) -> np.ndarray:
    """Relief of fallen cloth, creases along y, (FOLD_COUNT, TILE, TILE) from about -1 to 1."""
    out = []
    for _ in range(FOLD_COUNT):
        field = noise(rng, rng.uniform(8, 30), rng.uniform(30, 120))
        ridge = 1 - 2 * np.abs(np.tanh(field * rng.uniform(0.6, 2)))
        soft = noise(rng, 40, 60) * 0.5
        out.append(np.clip(np.where(rng.random() < 0.5, ridge, field * 0.5) * 0.6 + soft * 0.5, -1.5, 1.5))
    return np.stack(out).astype(np.float32)


def strands(rng: np.random.Generator) -> np.ndarray:
    """Strands of hair along y, (STRAND_COUNT, TILE, TILE) from about -1 to 1."""
    out = []
    for _ in range(STRAND_COUNT):
        curl = rng.random() < 0.25
        fine = noise(rng, rng.uniform(2, 6), rng.uniform(5, 15) if curl else rng.uniform(40, 120))
        out.append(np.clip(0.4 * fine + 0.35 * noise(rng, 14, 80), -1.5, 1.5))
    return np.stack(out).astype(np.float32)


def clouds(rng: np.random.Generator) -> np.ndarray:
    """Shapeless noise from smooth to rough, (CLOUD_COUNT, TILE, TILE), deviation 1."""
    return np.stack(
        [
            fractal(rng, rng.uniform(8, 100)) if k % 2 else noise(rng, *[rng.uniform(20, 90)] * 2)
            for k in range(CLOUD_COUNT)
        ]
    ).astype(np.float32)


def _grid() -> tuple[np.ndarray, np.ndarray]:
    y, x = np.mgrid[0:TILE, 0:TILE] / TILE
    return x, y


def _bars(position: np.ndarray, rng: np.random.Generator, count: int) -> np.ndarray:
    """Hard bars, `count` to the tile, of random width."""
    return ((position * count) % 1 < rng.uniform(0.15, 0.75)).astype(float)


def _stripes(rng):
    _, y = _grid()
    n = int(rng.integers(2, 14))
    return np.stack([_bars(y, rng, n), _bars(y + rng.random(), rng, max(1, n // 2)) * (rng.random() < 0.3)])


def _checks(rng):
    x, y = _grid()
    n = int(rng.integers(2, 12))
    soft = rng.uniform(0.3, 0.7)
    a = soft * _bars(x, rng, n) + (1 - soft) * _bars(y, rng, n)
    b = (
        0.7
        * np.maximum(_bars(x + 0.3, rng, n) * (rng.random() < 0.6), _bars(y + 0.3, rng, n) * (rng.random() < 0.6))
        * (rng.random() < 0.7)
    )
    return np.stack([a, b])


def _dots(rng):
    x, y = _grid()
    n, r = int(rng.integers(4, 18)), rng.uniform(0.15, 0.42)
    shift = np.floor(y * n) % 2 * 0.5
    d = np.hypot((x * n + shift) % 1 - 0.5, (y * n) % 1 - 0.5)
    return np.stack([(d < r).astype(float), ((d < r * 0.5) & (rng.random() < 0.3)).astype(float)])


def _blobs(rng):
    w = rng.uniform(6, 40)
    a, b = noise(rng, w, w), noise(rng, w * 0.6, w * 0.6)
    return np.stack([(a > rng.uniform(-0.2, 1.0)), (b > rng.uniform(0.5, 1.4))]).astype(float)


def _camouflage(rng):
    a, b = fractal(rng, rng.uniform(20, 60)), fractal(rng, rng.uniform(20, 60))
    return np.stack([(a > 0), (b > 0.3)]).astype(float)


def _knit(rng):
    x, y = _grid()
    n = int(rng.integers(10, 32))
    v = np.abs(((x * n) % 1) - 0.5)
    wave = 0.5 + 0.5 * np.sin(2 * np.pi * (y * n + v * 1.6))
    return np.stack([wave * rng.uniform(0.3, 0.9), 0.4 * (noise(rng, 30, 30) > 0.8)])


def _weave(rng):
    x, y = _grid()
    n = int(rng.integers(16, 42))
    twill = 0.5 + 0.5 * np.sin(2 * np.pi * n * (x + y))
    speck = np.clip(0.5 + 0.35 * noise(rng, 2, 2), 0, 1)
    worn = np.clip(0.4 * noise(rng, 40, 60), 0, 1)
    return np.stack([0.4 * twill + 0.6 * speck, worn])


def _zigzag(rng):
    x, y = _grid()
    n = int(rng.integers(2, 10))
    edge = np.abs(((x * n) % 1) - 0.5) * rng.uniform(0.5, 2) / n
    return np.stack([_bars(y + edge, rng, n), np.zeros((TILE, TILE))])


def _scatter(rng):
    """Small motifs, each a handful of petals, at random places."""
    a, b = np.zeros((TILE, TILE)), np.zeros((TILE, TILE))
    x, y = np.mgrid[0:TILE, 0:TILE][::-1]
    for _ in range(int(rng.integers(8, 40))):
        cx, cy, r = *rng.uniform(0, TILE, 2), rng.uniform(3, 11)
        dx, dy = (x - cx + TILE / 2) % TILE - TILE / 2, (y - cy + TILE / 2) % TILE - TILE / 2
        petals = 1 + rng.uniform(0, 0.5) * np.cos(rng.integers(3, 8) * np.arctan2(dy, dx) + rng.uniform(0, 6))
        d = np.hypot(dx, dy)
        a = np.maximum(a, d < r * petals)
        b = np.maximum(b, d < r * rng.uniform(0.2, 0.5))
    return np.stack([a, b])


def _lace(rng):
    x, y = _grid()
    n = int(rng.integers(6, 16))
    rings = np.sin(2 * np.pi * n * x) * np.sin(2 * np.pi * n * y)
    return np.stack([(np.abs(rings) > rng.uniform(0.3, 0.7)).astype(float), 0.5 * (noise(rng, 10, 10) > 1)])


def _letters(rng):
    """Rows of upright and slanted strokes, like lettering."""
    a = np.zeros((TILE, TILE))
    for row in range(0, TILE, int(rng.integers(16, 44))):
        height = int(rng.integers(8, 16))
        column = 2
        while column < TILE - 6:
            w = int(rng.integers(2, 6))
            a[row : row + height, column : column + w] = 1
            if rng.random() < 0.4:
                a[row : row + 3, column : column + 9] = 1
            column += int(rng.integers(5, 12))
    return np.stack([a, np.zeros((TILE, TILE))])
