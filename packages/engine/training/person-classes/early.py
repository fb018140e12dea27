"""The early blocks, which do not learn. ONNX Runtime is several times as quick as PyTorch on processors."""

from __future__ import annotations

import inspect
from pathlib import Path

import onnxruntime
import torch

from net import Early


class EarlyRuntime:
    """Colours (n, 3, 256, 192), 0 to 1, → what the early blocks see."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])

    def __call__(self, rgb: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Values of the blocks that the decoder looks at."""
        return tuple(torch.from_numpy(plane) for plane in self.session.run(None, {'rgb': rgb.numpy()}))

    @staticmethod
    def write(early: Early, path: Path) -> None:
        """Export the blocks for batches of any size."""
        extra = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
        torch.onnx.export(
            early.eval(),
            (torch.zeros(1, 3, 256, 192),),
            str(path),
            input_names=['rgb'],
            output_names=['half', 'quarter', 'eighth', 'sixteenth'],
            dynamic_axes={name: {0: 'n'} for name in ('rgb', 'half', 'quarter', 'eighth', 'sixteenth')},
            opset_version=17,
            **extra,
        )
