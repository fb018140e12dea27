"""Writes a trained net as ONNX: input `input`, output `classes` (logits).

python3 export.py person-classes.pt person-classes.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

import paths  # noqa: F401
from features import CHANNELS
from net import ClassNet
from packed_onnx import export_packed
from samples import INPUT_HEIGHT, INPUT_WIDTH


def export_onnx(net: ClassNet, path: Path) -> None:
    """Export for single pictures; convolution weights are packed."""
    export_packed(net, torch.zeros(1, 12 + len(CHANNELS), INPUT_HEIGHT, INPUT_WIDTH), ['classes'], {'Conv'}, path)


if __name__ == '__main__':
    model = ClassNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_onnx(model, Path(sys.argv[2]))
