"""The net: tells which pixels around a garment's neck lie on or below the edge of its front."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

#: Channels of each level; each is half as wide and high as the one before. The first has half of the input's side.
LEVELS = (16, 24, 40, 64, 96)


def stage(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """A convolution by three with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class NecklineNet(nn.Module):
    """(n, 4, 96, 96), colours times coverage and coverage, 0 to 1 → logits (n, 1, 48, 48)."""

    def __init__(self) -> None:
        super().__init__()
        before = (4, *LEVELS[:-1])
        self.down = nn.ModuleList(
            nn.Sequential(stage(inputs, outputs, 2), stage(outputs, outputs)) for inputs, outputs in zip(before, LEVELS)
        )
        self.up = nn.ModuleList(
            stage(LEVELS[level + 1] + LEVELS[level], LEVELS[level]) for level in range(len(LEVELS) - 1)
        )
        self.last = nn.Conv2d(LEVELS[0], 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = []
        for level in self.down:
            x = level(x)
            seen.append(x)
        for level in reversed(range(len(self.up))):
            x = self.up[level](torch.cat([F.interpolate(x, scale_factor=2.0), seen[level]], 1))
        return self.last(x)
