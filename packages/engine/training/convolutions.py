"""Parts of nets. Shared by the trainings beside it."""

from __future__ import annotations

from torch import nn


def stage(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """A convolution by three with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )
