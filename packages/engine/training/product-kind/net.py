"""The net: a small residual classifier of a cut-out."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

#: Coverage, lightness and distance from the middle colour; see `looks.py`.
PLANES = 3
#: Channels at half, quarter, … of the input's side.
WIDTHS = (16, 32, 48, 64, 96)


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation and ReLU."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions, the first within each channel's neighbourhood alone, added to their input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.Conv2d(width, 2 * width, 1, bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(inplace=True),
            nn.Conv2d(2 * width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.body(x))


class KindNet(nn.Module):
    """(n, 3, 64, 64) → logits (n, kinds)."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.stages = nn.ModuleList()
        for before, width in zip((PLANES, *WIDTHS), WIDTHS):
            self.stages.append(nn.Sequential(convolution(before, width, 2), Residual(width)))
        # What lies where matters (a handle above, a sole below), so that the last map is not only averaged.
        self.place = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(WIDTHS[-1] * 4, 64), nn.ReLU(), nn.Linear(64, kinds)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for stage in self.stages:
            x = stage(x)
        return self.place(x)
