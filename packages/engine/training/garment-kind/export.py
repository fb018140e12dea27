"""Writes a trained net as ONNX: input `input`, output `kinds` (logits).

python3 export.py garment-kind.pt garment-kind.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from net import SIDE, KindNet
from photos import KINDS

sys.path.append(str(Path(__file__).resolve().parent.parent))
from packed_onnx import export_packed  # noqa: E402


def export_onnx(net: KindNet, path: Path) -> None:
    """Export for single pictures; all large weights are packed."""
    export_packed(net, torch.zeros(1, 3, SIDE, SIDE), ['kinds'], {'Conv', 'Gemm'}, path)


if __name__ == '__main__':
    model = KindNet(len(KINDS))
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    export_onnx(model, Path(sys.argv[2]))
