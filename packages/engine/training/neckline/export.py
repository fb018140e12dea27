"""Writes a trained net as ONNX: input `input`, output `front` (logits).

python3 export.py neckline.pt neckline.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from necks import SIDE
from net import NecklineNet

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402

if __name__ == '__main__':
    model = NecklineNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_packed(model.eval(), torch.zeros(1, 4, SIDE, SIDE), ['front'], {'Conv'}, Path(sys.argv[2]))
