"""Batches on their way from drawing to net."""

from __future__ import annotations

from dataclasses import dataclass

import torch

#: Rows and columns of the net's input.
INPUT_HEIGHT, INPUT_WIDTH = 192, 144
#: Label of pixels that are not scored.
IGNORE = 255


@dataclass
class Drawings:
    """A batch of puppets as tensors, as `Puppet` holds them: bytes (n, H, W), tables (n, parts), landmarks (n, 33, 2)."""

    parts: torch.Tensor
    light: torch.Tensor
    region: torch.Tensor
    material: torch.Tensor
    group: torch.Tensor
    angle: torch.Tensor
    landmarks: torch.Tensor
    dress: torch.Tensor


@dataclass
class View:
    """A batch of drawings cut to the size of the net's input, still without colours."""

    #: (n, h, w) part numbers; what lies outside the photo or the canvas is part 0 and marked in `outside`.
    parts: torch.Tensor
    #: (n, h, w) exponent of 2 by which the light on a pixel differs.
    light: torch.Tensor
    outside: torch.Tensor
    landmarks: torch.Tensor


@dataclass
class Photos:
    """What the camera made of a batch, at the size of the net's input."""

    #: (n, 3, h, w) from 0 to 1.
    rgb: torch.Tensor
    #: (n, 1, h, w), with the errors of a real matte.
    matte: torch.Tensor
    #: (n, h, w) index of the region or IGNORE.
    label: torch.Tensor
    #: (n, h, w) weight of each pixel in the loss.
    weight: torch.Tensor
    #: (n, 33, 2) pixels.
    landmarks: torch.Tensor
    dress: torch.Tensor
