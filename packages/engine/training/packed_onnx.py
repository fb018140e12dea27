"""Writes a trained net as ONNX (opset 17), its weights stored in a quarter of their size. Shared by the trainings beside it."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

OPSET = 17
#: Weights with fewer numbers stay as they are: they take no room.
LEAST_NUMBERS = 512


def export_packed(
    net: torch.nn.Module, example: torch.Tensor, outputs: Sequence[str], packed_types: Collection[str], path: Path
) -> None:
    """Exports for pictures of the example's shape; weights of nodes of the packed types are stored as int8."""
    net.eval()
    # Newer versions of PyTorch would otherwise choose the exporter that needs opset 18.
    extra = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        net, (example,), str(path), input_names=['input'], output_names=list(outputs), opset_version=OPSET, **extra
    )
    model = onnx.load(path)
    pack_weights(model.graph, packed_types)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def pack_weights(graph: onnx.GraphProto, packed_types: Collection[str]) -> None:
    """Stores weights as int8 with one scale a channel; the runtime unpacks them when it loads, and computes in float32."""
    packable = {node.input[1] for node in graph.node if node.op_type in packed_types}
    for weight in [w for w in graph.initializer if w.name in packable]:
        values = numpy_helper.to_array(weight)
        if values.size < LEAST_NUMBERS:
            continue
        scale = np.maximum(np.abs(values).reshape(len(values), -1).max(1), 1e-12).astype(np.float32) / 127
        packed = np.clip(np.round(values / scale.reshape(-1, *[1] * (values.ndim - 1))), -127, 127).astype(np.int8)
        name = weight.name
        graph.initializer.remove(weight)
        graph.initializer.append(numpy_helper.from_array(packed, f'{name}.packed'))
        graph.initializer.append(numpy_helper.from_array(scale, f'{name}.scale'))
        graph.node.insert(0, helper.make_node('DequantizeLinear', [f'{name}.packed', f'{name}.scale'], [name], axis=0))
