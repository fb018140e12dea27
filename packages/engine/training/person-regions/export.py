"""Writes a trained net as ONNX: input `input`, outputs `regions` (logits) and `dress` (logit).

python3 export.py person-regions.pt person-regions.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from features import CHANNELS
from net import RegionNet
from samples import INPUT_HEIGHT, INPUT_WIDTH

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402


def export_onnx(net: RegionNet, path: Path) -> None:
    """Export for single pictures; convolution weights are packed."""
    export_packed(net, torch.zeros(1, len(CHANNELS), INPUT_HEIGHT, INPUT_WIDTH), ['regions', 'dress'], {'Conv'}, path)


if __name__ == '__main__':
    model = RegionNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_onnx(model, Path(sys.argv[2]))
