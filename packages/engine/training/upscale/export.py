"""Writes a trained net as ONNX (opset 17) for pictures of any size: input `small`, output `large`.

python3 export.py 4 upscale-4.pt upscale-4.onnx
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import onnx
import torch

from net import EnlargeNet

OPSET = 17


def export_onnx(net: EnlargeNet, path: Path) -> None:
    """Weights stay float32: an eighth of a shade in each would show in the pixels."""
    net.eval()
    sizes = {'small': {2: 'height', 3: 'width'}, 'large': {2: 'enlarged_height', 3: 'enlarged_width'}}
    # Newer versions of PyTorch would otherwise choose the exporter that needs opset 18.
    extra = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 32, 32),),
        str(path),
        input_names=['small'],
        output_names=['large'],
        dynamic_axes=sizes,
        opset_version=OPSET,
        **extra,
    )
    onnx.checker.check_model(onnx.load(path))


if __name__ == '__main__':
    model = EnlargeNet(int(sys.argv[1]))
    model.load_state_dict(torch.load(sys.argv[2], map_location='cpu'))
    export_onnx(model, Path(sys.argv[3]))
