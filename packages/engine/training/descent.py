"""AdamW with a rate that falls along a cosine, and an average of the weights. Shared by the trainings beside it."""

from __future__ import annotations

import copy
import math

import torch
from torch import nn

from weight_average import follow


class Descent:
    """
    Trains `net`. `average` follows its weights: `keep` is the share of its own that it keeps at each step, once it has
    begun.
    """

    def __init__(self, net: nn.Module, rate: float, decay: float, keep: float) -> None:
        self.net, self.average = net, copy.deepcopy(net)
        self.rate, self.keep, self.steps = rate, keep, 0
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)

    def step(self, loss: torch.Tensor, done: float) -> None:
        """Follows the gradient of a loss of the net. `done` is the share of the training that is over, 0 to 1."""
        self.optimiser.param_groups[0]['lr'] = self.rate * (0.5 + 0.5 * math.cos(math.pi * done))
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        follow(self.average, self.net, min(self.keep, self.steps / (self.steps + 20)))
        self.steps += 1
