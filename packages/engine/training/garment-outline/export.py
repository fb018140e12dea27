"""Writes the net as ONNX: input `input`, output `categories`.

python3 export.py OUT.pt garment-outline.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from net import SIDE, OutlineNet

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402

if __name__ == '__main__':
    model = OutlineNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_packed(model.eval(), torch.zeros(1, 1, SIDE, SIDE), ['categories'], {'Conv', 'Gemm'}, Path(sys.argv[2]))
