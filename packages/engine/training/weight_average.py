"""
Averages of a net's weights, and the file that keeps weights. Shared by the trainings beside it.

    python3 weight_average.py ONE.pt OTHER.pt MEAN.pt
"""

from __future__ import annotations

import sys
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


def main() -> None:
    """Writes the mean of two files of weights of one net."""
    one, other = (torch.load(path, map_location='cpu') for path in sys.argv[1:3])
    mean = {
        name: (value + other[name]) / 2 if value.is_floating_point() else other[name] for name, value in one.items()
    }
    torch.save(mean, sys.argv[3])


if __name__ == '__main__':
    main()
