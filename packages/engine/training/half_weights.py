"""Stores the weights of a net as float16 where that loses nothing, and names its input and its outputs.

    python3 half_weights.py CONVERTED.onnx TARGET.onnx OUTPUT [OUTPUT …]

Outputs beyond the named ones are left out, with the nodes that only they need.
"""

from __future__ import annotations

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.utils import Extractor

#: Weights with fewer numbers stay as they are: they take no room.
LEAST_NUMBERS = 512


def main(source: str, target: str, outputs: list[str]) -> None:
    model = onnx.load(source)
    names = {'in_0': 'input', **{f'out_{place}': name for place, name in enumerate(outputs)}}
    for tensors in [places for node in model.graph.node for places in (node.input, node.output)]:
        tensors[:] = [names.get(name, name) for name in tensors]
    for value in [*model.graph.input, *model.graph.output]:
        value.name = names.get(value.name, value.name)
    model = Extractor(model).extract_model(['input'], outputs)
    halve_weights(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, target)


def halve_weights(graph: onnx.GraphProto) -> None:
    """Stores weights as float16; the runtime casts them to float32 when it loads, and computes in float32."""
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        half = values.astype(np.float16)
        if values.dtype != np.float32 or values.size < LEAST_NUMBERS or not np.array_equal(half.astype(np.float32), values):
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(half, f'{name}.half'))
        graph.node.insert(0, helper.make_node('Cast', [f'{name}.half'], [name], to=TensorProto.FLOAT))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
