"""Writes a trained net as ONNX: input `input`, output `matte` (logits).

python3 export.py product-matte.pt product-matte.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from unet import SIDE, MatteNet

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402

if __name__ == '__main__':
    model = MatteNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_packed(model.eval(), torch.zeros(1, 3, SIDE, SIDE), ['matte'], {'Conv'}, Path(sys.argv[2]))
