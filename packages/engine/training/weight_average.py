"""The running average of a net's weights, and the file that keeps weights. Shared by the trainings beside it."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn


@torch.no_grad()
def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the average towards the net; `keep` is the share of its own weights that it keeps, 0 to 1."""
    for mean, value in zip(average.state_dict().values(), net.state_dict().values()):
        mean.copy_(mean * keep + value * (1 - keep) if mean.is_floating_point() else value)


def save_weights(net: nn.Module, path: Path) -> None:
    """Writes the weights as the CPU holds them. Replaces the file at once, so that there is always a whole one."""
    next_path = path.with_suffix('.next')
    torch.save({name: value.cpu().contiguous() for name, value in net.state_dict().items()}, next_path)
    next_path.replace(path)
