"""Writes a trained net as ONNX (opset 17): input `input`, outputs `regions` (logits) and `dress` (logit).

python3 export.py person-regions.pt person-regions.onnx
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import torch

from features import CHANNELS
from net import RegionNet

OPSET = 17


def export_onnx(net: RegionNet, path: Path) -> None:
    """Export for single pictures of 256 × 192 pixels."""
    net.eval()
    example = torch.zeros(1, len(CHANNELS), 256, 192)
    # Newer versions of PyTorch would otherwise choose the exporter that needs opset 18.
    extra = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        net, (example,), str(path), input_names=['input'], output_names=['regions', 'dress'], opset_version=OPSET, **extra
    )


if __name__ == '__main__':
    model = RegionNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_onnx(model, Path(sys.argv[2]))
