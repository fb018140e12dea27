"""The net: the MobileNetV2 inside `weights/moderation.onnx`, with a new last layer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

#: Side of the input in pixels.
SIDE = 192
#: Channels, number of blocks and first stride of each group of blocks (Sandler et al. 2018, table 2), after the first
#: block.
GROUPS = ((24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1))
EXPANSION = 6
FEATURES = 1280


class Convolution(nn.Conv2d):
    """A convolution that pads as TensorFlow does: where the stride is two, on the right and below."""

    def __init__(self, inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__(inputs, outputs, size, stride, (size // 2) * (stride == 1), groups=groups)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(F.pad(x, (0, 1, 0, 1)) if self.stride[0] == 2 else x)


class Block(nn.Module):
    """An inverted residual block; its normalisations are folded into its convolutions."""

    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int) -> None:
        super().__init__()
        wide = inputs * expansion
        widen = [Convolution(inputs, wide, 1), nn.ReLU6()] if expansion > 1 else []
        self.body = nn.Sequential(
            *widen, Convolution(wide, wide, 3, stride, wide), nn.ReLU6(), Convolution(wide, outputs, 1)
        )
        self.is_residual = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x) if self.is_residual else self.body(x)


class KindNet(nn.Module):
    """(n, 3, SIDE, SIDE), 0 to 1 → logits (n, kinds)."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        blocks: list[nn.Module] = [Convolution(3, 32, 3, 2), nn.ReLU6(), Block(32, 16, 1, 1)]
        width = 16
        for outputs, count, stride in GROUPS:
            for index in range(count):
                blocks.append(Block(width, outputs, stride if index == 0 else 1, EXPANSION))
                width = outputs
        self.trunk = nn.Sequential(*blocks, Convolution(width, FEATURES, 1), nn.ReLU6())
        self.head = nn.Linear(FEATURES, kinds)
        self.dropout = nn.Dropout(0.4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.dropout(self.trunk(x).mean((2, 3))))

    def start_from(self, path: Path) -> None:
        """Takes the convolutions of an ONNX file whose weights are bytes times a scale plus an offset."""
        graph = onnx.load(path).graph
        values = {weight.name: numpy_helper.to_array(weight) for weight in graph.initializer}
        operators = {'Cast': lambda a: a.astype(np.float32), 'Mul': lambda a, b: a * b, 'Add': lambda a, b: a + b}
        for node in graph.node:
            if node.op_type in operators and all(name in values for name in node.input):
                values[node.output[0]] = operators[node.op_type](*[values[name] for name in node.input])
        nodes = [node for node in graph.node if node.op_type == 'Conv']
        convolutions = [module for module in self.trunk.modules() if isinstance(module, Convolution)]
        for node, convolution in zip(nodes, convolutions, strict=True):
            convolution.weight.data = torch.from_numpy(values[node.input[1]].copy())
            convolution.bias.data = torch.from_numpy(values[node.input[2]].copy())
