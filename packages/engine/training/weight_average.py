"""The running average of a net's weights. Shared by the trainings beside it."""

from __future__ import annotations

import torch
from torch import nn


@torch.no_grad()
def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the average towards the net; `keep` is the share of its own weights that it keeps, 0 to 1."""
    for mean, value in zip(average.state_dict().values(), net.state_dict().values()):
        mean.copy_(mean * keep + value * (1 - keep) if mean.is_floating_point() else value)
