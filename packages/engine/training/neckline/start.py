"""
Reads weights back from ONNX, to go on training them.

    python3 start.py ../../weights/neckline.onnx NECKS.npz START.pt

An exported net has its normalisations folded into the convolutions. They are measured on some necks again, so that
training can go on. The net's answers stay as they are.
"""

from __future__ import annotations

import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from net import NecklineNet
from train import batch_of

#: Necks that the normalisations are measured on.
MEASURED = 256


def convolutions(path: str) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weights and biases of the convolutions, in the order in which they run."""
    graph = onnx.load(path).graph
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == 'DequantizeLinear':
            packed, scale = (values[name] for name in node.input[:2])
            values[node.output[0]] = packed.astype(np.float32) * scale.reshape(-1, *[1] * (packed.ndim - 1))
    nodes = [node for node in graph.node if node.op_type == 'Conv']
    return [tuple(torch.from_numpy(values[name].copy()) for name in node.input[1:3]) for node in nodes]


def main() -> None:
    weights, necks, out = sys.argv[1:4]
    drawn = np.load(necks)
    seen, _ = batch_of(*(torch.from_numpy(drawn[key][:MEASURED]) for key in ('pictures', 'fronts')))
    net = NecklineNet().eval()
    rest = convolutions(weights)

    def fill(convolution: nn.Conv2d, normalisation: nn.BatchNorm2d | None) -> None:
        """Gives a convolution the next weights, when the net comes to it."""
        weight, bias = rest.pop(0)
        convolution.weight.copy_(weight)
        if normalisation is None:
            convolution.bias.copy_(bias)
            return

        def measure(_module: nn.Module, _given: object, answer: torch.Tensor) -> None:
            mean, variance = answer.mean((0, 2, 3)), answer.var((0, 2, 3), unbiased=False)
            normalisation.running_mean.copy_(mean)
            normalisation.running_var.copy_(variance)
            normalisation.weight.copy_((variance + normalisation.eps).sqrt())
            normalisation.bias.copy_(mean + bias)

        convolution.register_forward_hook(measure)

    stages = [stage for level in net.down for stage in level]
    stages += [net.up[level] for level in reversed(range(len(net.up)))]
    with torch.no_grad():
        for stage in stages:
            fill(stage[0], stage[1])
        fill(net.last, None)
        net(seen)
    torch.save(net.state_dict(), out)


if __name__ == '__main__':
    main()
