"""The net: tells the category of a garment by its silhouette."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent.parent))
from convolutions import stage  # noqa: E402

#: Side of the input in pixels.
SIDE = 64
#: Categories in the order of the output (`NET_CATEGORIES` of the engine).
CATEGORIES = ('top', 'dress', 'trousers', 'skirt')
#: Channels of each level; each is half as wide and high as the one before. The first has half of the input's side.
LEVELS = (12, 24, 36, 48)


class OutlineNet(nn.Module):
    """`(n, 1, 64, 64)`, coverage of each pixel, 0 to 1 → `(n, 4)`, logits of the categories."""

    def __init__(self) -> None:
        super().__init__()
        before = (1, *LEVELS[:-1])
        self.levels = nn.Sequential(
            *(nn.Sequential(stage(inputs, outputs, 2), stage(outputs, outputs)) for inputs, outputs in zip(before, LEVELS))
        )
        size = SIDE >> len(LEVELS)
        self.decide = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.4), nn.Linear(LEVELS[-1] * size * size, 48), nn.ReLU(inplace=True), nn.Linear(48, 4)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decide(self.levels(x))
