"""The net: a U-Net with added skips over the planes of `features.py` and what the blocks of MobileNetV2 see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

import paths  # noqa: F401
from classes import CLASSES
from features import CHANNELS

#: Channels at full, half, quarter … resolution of the planes.
WIDTHS = (12, 28, 56, 96, 128, 128)
#: Residual blocks on the way down, at the same resolutions.
DEPTHS = (0, 1, 1, 2, 2, 1)
#: Channels, expansion, stride of the blocks of MobileNetV2 (Sandler et al., 2018, table 2).
BLOCKS = (
    (16, 1, 1),
    *((24, 6, s) for s in (2, 1)),
    *((32, 6, s) for s in (2, 1, 1)),
    *((64, 6, s) for s in (2, 1, 1, 1)),
    *((96, 6, 1),) * 3,
    *((160, 6, s) for s in (2, 1, 1)),
)
#: Blocks that the U-Net looks at, at its full, half, quarter, eighth and sixteenth resolution.
SEEN = (0, 2, 5, 12, 15)


class Fold(nn.Module):
    """A convolution padded as Keras pads it."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self.pad = kernel == 3 and stride == 2
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, 0 if self.pad else kernel // 2, groups=groups)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.conv(F.pad(x, (0, 1, 0, 1)) if self.pad else x)


class Block(nn.Module):
    """An inverted residual."""

    def __init__(self, inputs: int, outputs: int, expansion: int, stride: int) -> None:
        super().__init__()
        inner = inputs * expansion
        self.expand = Fold(inputs, inner, 1) if expansion > 1 else None
        self.depthwise = Fold(inner, inner, 3, stride, inner)
        self.project = Fold(inner, outputs, 1)
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu6(self.expand(x)) if self.expand else x
        y = self.project(F.relu6(self.depthwise(y)))
        return x + y if self.adds else y


def convolution(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class Residual(nn.Module):
    """Two convolutions added to their input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.second(self.first(x)))


class Early(nn.Module):
    """(n, 3, 384, 288) → what the blocks of MobileNetV2 see, at a half, a quarter, … and a 32nd of that."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Fold(3, 32, 3, 2)
        inputs = [32, *(outputs for outputs, _, _ in BLOCKS)]
        self.blocks = nn.ModuleList(Block(a, *block) for a, block in zip(inputs, BLOCKS))

    def forward(self, rgb: torch.Tensor) -> tuple[torch.Tensor, ...]:
        y, seen = F.relu6(self.stem(rgb)), []
        for k, block in enumerate(self.blocks):
            y = block(y)
            if k in SEEN:
                seen.append(y)
        return tuple(seen)

    def start_from(self, path: Path) -> None:
        """Takes the weights from the image net in `weights/moderation.onnx`."""
        folds = [self.stem]
        for block in self.blocks:
            folds += [fold for fold in (block.expand, block.depthwise, block.project) if fold]
        for fold, (weight, bias) in zip(folds, _convolutions(onnx.load(path).graph)):
            assert fold.conv.weight.shape == weight.shape
            fold.conv.weight.data.copy_(torch.tensor(weight))
            fold.conv.bias.data.copy_(torch.tensor(bias))


class Late(nn.Module):
    """The planes of `features.py` (n, 17, 192, 144), and what the early blocks see, → class logits (n, 17, 192, 144)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = convolution(len(CHANNELS), WIDTHS[0])
        self.down = nn.ModuleList(convolution(a, b, 2) for a, b in zip(WIDTHS, WIDTHS[1:]))
        residuals = lambda width, depth: nn.Sequential(*[Residual(width) for _ in range(depth)])
        self.encode = nn.ModuleList(map(residuals, WIDTHS[1:], DEPTHS[1:]))
        self.norms = nn.ModuleList(nn.BatchNorm2d(BLOCKS[k][0], affine=False) for k in SEEN)
        self.sides = nn.ModuleList(nn.Conv2d(BLOCKS[k][0], width, 1) for k, width in zip(SEEN, WIDTHS))
        self.lift = nn.ModuleList(convolution(b, a, kernel=1) for a, b in zip(WIDTHS, WIDTHS[1:]))
        self.decode = nn.ModuleList(convolution(w, w) for w in WIDTHS[:-1])
        self.head = nn.Conv2d(WIDTHS[0], len(CLASSES), 1)
        self.drop = nn.Dropout2d(0.1)

    def forward(self, planes: torch.Tensor, *seen: torch.Tensor) -> torch.Tensor:
        sides = [side(norm(plane)) for side, norm, plane in zip(self.sides, self.norms, seen)]
        levels = [self.stem(planes) + sides[0]]
        for k, (down, encode) in enumerate(zip(self.down, self.encode), 1):
            y = down(levels[-1])
            levels.append(encode(y + sides[k] if k < len(sides) else y))
        y = self.drop(levels[-1])
        for k in reversed(range(len(levels) - 1)):
            y = F.interpolate(self.lift[k](y), levels[k].shape[2:], mode='bilinear', align_corners=False)
            y = self.decode[k](y + levels[k])
        return self.head(y)


class ClassNet(nn.Module):
    """
    `(n, 17 + 12, 192, 144)` → class logits `(n, 17, 192, 144)`. The first planes are those of `features.py`. The last
    twelve are the colours at twice the size, 0 to 1. Their order is red of each two by two pixels, row by row, then
    green, then blue.
    """

    def __init__(self) -> None:
        super().__init__()
        self.early, self.late = Early(), Late()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        planes = len(CHANNELS)
        return self.late(x[:, :planes], *self.early(F.pixel_shuffle(x[:, planes:], 2)))


def _convolutions(graph: onnx.GraphProto) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of each convolution; weights are stored as bytes with a scale and an offset."""
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found = []
    for node in graph.node:
        if node.op_type == 'Cast' and node.input[0] in known:
            known[node.output[0]] = known[node.input[0]].astype(np.float32)
        elif node.op_type in ('Mul', 'Add') and all(name in known for name in node.input):
            a, b = (known[name] for name in node.input)
            known[node.output[0]] = a * b if node.op_type == 'Mul' else a + b
        elif node.op_type == 'Conv':
            found.append((known[node.input[1]], known[node.input[2]]))
    return found
