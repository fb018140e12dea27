"""Writes a trained net as ONNX: input `input`, output `landmarks`.

python3 export.py marks.pt garment-landmarks.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from net import SIDE, LandmarkNet

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402

if __name__ == '__main__':
    model = LandmarkNet()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_packed(model.eval(), torch.zeros(1, 4, SIDE, SIDE), ['landmarks'], {'Conv'}, Path(sys.argv[2]))
