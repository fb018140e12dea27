"""The net: finds the landmarks of a garment, how its sleeves and legs lie, and which way up it lies."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent.parent))
from convolutions import stage  # noqa: E402

#: Side of the input, and of the maps in which landmarks are found, in pixels.
SIDE, MAP = 128, 32
LANDMARKS, SLEEVES, SIDES, TURNS = 29, 4, 2, 4
#: Channels of each level; each is half as wide and high as the one before. The first has half of the input's side.
LEVELS = (24, 40, 72, 120, 176)
#: Level whose size is that of the maps.
MAP_LEVEL = 1


class LandmarkNet(nn.Module):
    """
    `(n, 4, 128, 128)`, colours times coverage and coverage, 0 to 1 → `(n, 68)`. The output has x and y of 29
    landmarks, -0.5 to 0.5 of the square. Logits of four sleeve lengths follow, and logits that the left and the right
    sleeve or leg are folded. The last four are logits that the garment is turned by 0 to 3 quarters anticlockwise.
    """

    def __init__(self) -> None:
        super().__init__()
        before = (4, *LEVELS[:-1])
        self.down = nn.ModuleList(
            nn.Sequential(stage(inputs, outputs, 2), stage(outputs, outputs)) for inputs, outputs in zip(before, LEVELS)
        )
        self.up = nn.ModuleList(
            stage(LEVELS[level + 1] + LEVELS[level], LEVELS[level]) for level in range(MAP_LEVEL, len(LEVELS) - 1)
        )
        self.maps = nn.Conv2d(LEVELS[MAP_LEVEL], LANDMARKS, 1)
        self.sleeves = nn.Sequential(
            nn.Linear(2 * LEVELS[-1], 96), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(96, SLEEVES + SIDES + TURNS)
        )
        rows, columns = torch.meshgrid(torch.arange(MAP), torch.arange(MAP), indexing='ij')
        places = torch.stack([columns.flatten(), rows.flatten()], 1).float()
        self.register_buffer('places', (places + 0.5) / MAP - 0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = []
        for level in self.down:
            x = level(x)
            seen.append(x)
        sleeves = self.sleeves(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1))
        for index in reversed(range(len(self.up))):
            x = self.up[index](torch.cat([F.interpolate(x, scale_factor=2.0), seen[index + MAP_LEVEL]], 1))
        shares = self.maps(x).flatten(2).softmax(2)
        return torch.cat([(shares @ self.places).flatten(1), sleeves], 1)
