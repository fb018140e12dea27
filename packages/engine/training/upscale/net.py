"""The net: convolutions at the small picture's size, whose last channels are the pixels of the large one."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

WIDTH, BLOCKS = 40, 4


class EnlargeNet(nn.Module):
    """(n, 3, h, w) → (n, 3, factor · h, factor · w), both 0 to 255. An output pixel depends on REACH input pixels around its own."""

    def __init__(self, factor: int) -> None:
        super().__init__()
        self.factor = factor
        self.head = nn.Conv2d(3, WIDTH, 3, padding=1)
        self.body = nn.ModuleList(nn.Conv2d(WIDTH, WIDTH, 3, padding=1) for _ in range(2 * BLOCKS))
        self.tail = nn.Conv2d(WIDTH, 3 * factor**2, 3, padding=1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        small = picture / 255 - 0.5
        x = F.relu(self.head(small))
        for first, second in zip(self.body[::2], self.body[1::2]):
            x = x + second(F.relu(first(x)))
        # What the net adds goes on top of the small picture's own pixels, each repeated.
        large = self.tail(x) + small.repeat_interleave(self.factor**2, 1)
        return (F.pixel_shuffle(large, self.factor) + 0.5) * 255


#: How far around a pixel of the small picture it can tell in the large one, in pixels of the small one.
REACH = 2 + 2 * BLOCKS
