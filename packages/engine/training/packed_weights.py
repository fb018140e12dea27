"""Takes the weights of a net of stages back out of its ONNX file, to go on with its training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn


@torch.no_grad()
def take_weights(net: nn.Module, path: Path, pictures: torch.Tensor) -> None:
    """
    Takes the weights of a file that `export_packed` wrote. Its convolutions hold their normalisations, so these are
    measured again on `pictures`, a batch of inputs. The net then answers as the file does, also while it learns.
    """
    graph = onnx.load(path).graph
    values = {weight.name: numpy_helper.to_array(weight) for weight in graph.initializer}
    for node in graph.node:
        if node.op_type == 'DequantizeLinear':
            packed, scale = (values[name] for name in node.input[:2])
            values[node.output[0]] = packed * scale.reshape(-1, *[1] * (packed.ndim - 1))
    held = lambda name: torch.from_numpy(np.array(values[name], np.float32))
    own = net.state_dict()
    for name in own.keys() & values.keys():
        own[name].copy_(held(name))
    filters = iter([node for node in graph.node if node.op_type == 'Conv'])
    biases: list[torch.Tensor] = []

    def take_filters(module: nn.Conv2d, _: tuple) -> None:
        node = next(filters)
        module.weight.copy_(held(node.input[1]))
        if module.bias is None:
            biases.append(held(node.input[2]))
        else:
            module.bias.copy_(held(node.input[2]))

    def measure(module: nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
        variance, mean = torch.var_mean(inputs[0], (0, 2, 3), correction=0)
        module.running_mean.copy_(mean)
        module.running_var.copy_(variance)
        module.weight.copy_((variance + module.eps).sqrt())
        module.bias.copy_(biases.pop() + mean)

    convolutions = [module for module in net.modules() if isinstance(module, nn.Conv2d)]
    normalisations = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [module.register_forward_pre_hook(take_filters) for module in convolutions]
    hooks += [module.register_forward_pre_hook(measure) for module in normalisations]
    net.eval()(pictures)
    for hook in hooks:
        hook.remove()
