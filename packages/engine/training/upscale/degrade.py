"""Makes small pictures of large ones as cameras, shops and browsers do: by several filters, sometimes with noise or as JPEG."""

from __future__ import annotations

import cv2
import numpy as np
import torch
import torch.nn.functional as F

#: Shares of what is done to a picture before the net sees it.
SOFTENED, NOISY, COMPRESSED = 0.25, 0.15, 0.25


def degraded(large: torch.Tensor, factor: int, rng: np.random.Generator) -> torch.Tensor:
    """Small pictures (n, 3, h / factor, w / factor) of large ones, whole numbers from 0 to 255."""
    return torch.cat([_one(picture[None], factor, rng) for picture in large])


def _one(large: torch.Tensor, factor: int, rng: np.random.Generator) -> torch.Tensor:
    if rng.random() < SOFTENED:
        large = _blurred(large, factor * rng.uniform(0.1, 0.55))
    small = (bicubic, _lanczos, F.avg_pool2d)[rng.choice(3, p=(0.35, 0.45, 0.2))](large, factor)
    if rng.random() < NOISY:
        small = small + torch.randn(small.shape) * rng.uniform(0.5, 3)
    small = small.round().clamp(0, 255)
    return _as_jpeg(small, int(rng.integers(78, 98))) if rng.random() < COMPRESSED else small


def bicubic(large: torch.Tensor, factor: int) -> torch.Tensor:
    """Pictures made small by the cubic filter."""
    return F.interpolate(large, scale_factor=1 / factor, mode='bicubic', antialias=True)


def _lanczos(large: torch.Tensor, factor: int) -> torch.Tensor:
    """Pictures made small by the Lanczos filter with three lobes."""
    offsets = np.arange(6 * factor) - 3 * factor + 0.5
    values = np.sinc(offsets / factor) * np.sinc(offsets / factor / 3)
    kernel = torch.tensor(values / values.sum(), dtype=torch.float32)
    margin = (len(kernel) - factor) // 2
    padded = F.pad(large, (margin,) * 4, mode='replicate')
    rows = F.conv2d(padded, kernel.view(1, 1, -1, 1).repeat(3, 1, 1, 1), stride=(factor, 1), groups=3)
    return F.conv2d(rows, kernel.view(1, 1, 1, -1).repeat(3, 1, 1, 1), stride=(1, factor), groups=3)


def _blurred(large: torch.Tensor, sigma: float) -> torch.Tensor:
    picture = cv2.GaussianBlur(large[0].permute(1, 2, 0).numpy(), (0, 0), sigma)
    return torch.from_numpy(picture).permute(2, 0, 1)[None]


def _as_jpeg(small: torch.Tensor, quality: int) -> torch.Tensor:
    picture = small[0].permute(1, 2, 0).numpy().astype(np.uint8)[..., ::-1]
    _, encoded = cv2.imencode('.jpg', picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)[..., ::-1].astype(np.float32)
    return torch.from_numpy(decoded).permute(2, 0, 1)[None]
