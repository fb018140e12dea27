"""Holds the stub, and the stand-in for the human parser, against the source of FASHN VTON 1.5.

  git clone https://github.com/fashn-AI/fashn-vton-1.5
  python3 packages/server/test/engines/gpu/compare_source.py fashn-vton-1.5/src/fashn_vton
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

_STUB = Path(__file__).with_name("stub_model.py")
_STAND_IN = Path(__file__).parents[5] / "deploy/gpu/fashn_human_parser.py"
#: Where the pipeline uses a parse of a picture: both are off for what the server sends.
_SWITCHES = ("disable_masking=segmentation_free", 'disable_masking=garment_photo_type == "flat-lay"')


def signature(file: Path, method: str) -> list[tuple[str, str]]:
    """Names and defaults of the parameters of a method of TryOnPipeline."""
    tree = ast.parse(file.read_text())
    pipeline = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "TryOnPipeline")
    found = next(one for one in pipeline.body if isinstance(one, ast.FunctionDef) and one.name == method)
    names = [one.arg for one in found.args.args]
    defaults = [ast.unparse(one) for one in found.args.defaults]
    return list(zip(names, [""] * (len(names) - len(defaults)) + defaults))


def differences(source: Path) -> list[str]:
    """What differs, each as a line; none where all is the same."""
    pipeline = source / "pipeline.py"
    found = [
        f"TryOnPipeline.{method}: the stub has {signature(_STUB, method)}, the source {signature(pipeline, method)}"
        for method in ("__init__", "__call__")
        if signature(_STUB, method) != signature(pipeline, method)
    ]
    text = pipeline.read_text()
    found += [f"pipeline.py no longer has {switch}" for switch in _SWITCHES if switch not in text]
    provided = _STAND_IN.read_text()
    for file in source.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "fashn_human_parser":
                found += [f"{file.name} imports {one.name}" for one in node.names if one.name not in provided]
    return found


if __name__ == "__main__":
    lines = differences(Path(sys.argv[1]))
    print("\n".join(lines) or "the stub has the signature of the source")
    sys.exit(1 if lines else 0)
