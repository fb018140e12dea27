"""The net: tells which pixels around a garment's neck lie on or below the edge of its front."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent.parent))
from convolutions import stage  # noqa: E402

#: Channels of each level; each is half as wide and high as the one before. The first has half of the input's side.
LEVELS = (16, 24, 40, 64, 96)


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
