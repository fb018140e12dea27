"""AdamW with a rate that falls along a cosine, and an average of the weights. Shared by the trainings beside it."""

from __future__ import annotations

import copy
import math

import torch
from torch import nn

from weight_average import follow


class Descent:
    """
    Trains `net` for a number of steps. `average` follows its weights: `keep` is the share of its own that it keeps at
    each step, once it has begun.
    """

    def __init__(self, net: nn.Module, steps: int, rate: float, decay: float, keep: float) -> None:
        self.net, self.average = net, copy.deepcopy(net)
        self.steps, self.rate, self.keep, self.done = steps, rate, keep, 0
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)

    def step(self, loss: torch.Tensor) -> None:
        """Follows the gradient of a loss of the net."""
        self.optimiser.param_groups[0]['lr'] = self.rate * (0.5 + 0.5 * math.cos(math.pi * self.done / self.steps))
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        follow(self.average, self.net, min(self.keep, self.done / (self.done + 20)))
        self.done += 1
