"""The net: the first layers of the MobileNetV2 in `weights/moderation.onnx`, and a decoder up to half the input's side."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parent.parent / 'garment-kind'))
from net import KindNet  # noqa: E402

WEIGHTS = Path(__file__).resolve().parents[2] / 'weights'
#: Side of the input in pixels; the output is half as wide and high.
SIDE = 384
#: Where the trunk is left off for a finer one, from coarse to fine: number of the layer, its channels, channels of the
#: decoder there.
STAGES = ((17, 160, 96), (14, 96, 64), (7, 32, 48), (4, 24, 32), (2, 16, 16))


class Refine(nn.Module):
    """A depthwise and a pointwise convolution, each normalised."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 5, padding=2, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.body(x))


class MatteNet(nn.Module):
    """(n, 3, side, side), 0 to 1 → logits (n, 1, side / 2, side / 2) of the garment. Sides are multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = KindNet(1).trunk[: STAGES[0][0] + 1]
        self.enter = nn.ModuleList(nn.Conv2d(channels, wide, 1) for _, channels, wide in STAGES)
        self.narrow = nn.ModuleList(nn.Conv2d(wide, after[2], 1) for (_, _, wide), after in zip(STAGES, STAGES[1:]))
        self.refine = nn.ModuleList(Refine(wide) for _, _, wide in STAGES)
        self.head = nn.Conv2d(STAGES[-1][2], 1, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = {}
        for index, layer in enumerate(self.trunk):
            x = layer(x)
            seen[index] = x
        x = self.refine[0](self.enter[0](x))
        for k, (index, _, _) in enumerate(STAGES[1:]):
            x = F.interpolate(self.narrow[k](x), scale_factor=2, mode='bilinear', align_corners=False)
            x = self.refine[k + 1](F.relu(x + self.enter[k + 1](seen[index])))
        return self.head(x)

    def start_from_image_net(self) -> None:
        """Takes the trunk of `weights/moderation.onnx`."""
        whole = KindNet(1)
        whole.start_from(WEIGHTS / 'moderation.onnx')
        self.trunk.load_state_dict(whole.trunk[: len(self.trunk)].state_dict())
