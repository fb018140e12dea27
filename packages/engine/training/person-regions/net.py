"""The net: a small U-Net with additive skips, plus one answer for the whole picture (is it a dress?)."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from features import CHANNELS

REGION_COUNT = 7
#: Channels at full, half, quarter … resolution.
WIDTHS = (12, 28, 56, 96, 128, 128)
#: Residual blocks on the way down, at the same resolutions.
DEPTHS = (0, 1, 1, 2, 2, 1)


def convolution(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions added to their input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.second(self.first(x)))


class RegionNet(nn.Module):
    """(n, 17, 128, 96) → region logits (n, 7, 128, 96) and the logit of 'wears a dress' (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = convolution(len(CHANNELS), WIDTHS[0])
        self.down = nn.ModuleList(convolution(a, b, 2) for a, b in zip(WIDTHS, WIDTHS[1:]))
        self.encode = nn.ModuleList(
            nn.Sequential(*[Residual(w) for _ in range(d)]) for w, d in zip(WIDTHS[1:], DEPTHS[1:])
        )
        self.lift = nn.ModuleList(convolution(b, a, kernel=1) for a, b in zip(WIDTHS, WIDTHS[1:]))
        self.decode = nn.ModuleList(convolution(w, w) for w in WIDTHS[:-1])
        self.head = nn.Conv2d(WIDTHS[0], REGION_COUNT, 1)
        self.dress = nn.Sequential(nn.Linear(WIDTHS[-1], 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        levels = [self.stem(x)]
        for down, encode in zip(self.down, self.encode):
            levels.append(encode(down(levels[-1])))
        y = levels[-1]
        dress = self.dress(y.mean((2, 3)))
        for k in reversed(range(len(levels) - 1)):
            y = F.interpolate(self.lift[k](y), scale_factor=2.0, mode='bilinear', align_corners=False)
            y = self.decode[k](y + levels[k])
        return self.head(y), dress
