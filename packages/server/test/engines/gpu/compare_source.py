"""Holds the stub, the stand-in for the human parser, our calls and requirements.txt against FASHN VTON 1.5's source.

  git clone https://github.com/fashn-AI/fashn-vton-1.5
  python3 packages/server/test/engines/gpu/compare_source.py fashn-vton-1.5/src/fashn_vton
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_STUB = Path(__file__).with_name("stub_model.py")
_SERVER = Path(__file__).parents[5] / "deploy/gpu"
#: Where the pipeline uses a parse of a picture: both are off for what the server sends.
_SWITCHES = ("disable_masking=segmentation_free", 'disable_masking=garment_photo_type == "flat-lay"')
#: Packages that are called otherwise than what they bring.
_PACKAGES = {"cv2": "opencv-python-headless", "PIL": "pillow", "onnxruntime": "onnxruntime-gpu"}


def _class(file: Path, name: str) -> ast.ClassDef:
    return next(one for one in ast.parse(file.read_text()).body if isinstance(one, ast.ClassDef) and one.name == name)


def signature(file: Path, method: str) -> list[tuple[str, str]]:
    """Names and defaults of the parameters of a method of TryOnPipeline."""
    pipeline = _class(file, "TryOnPipeline")
    found = next(one for one in pipeline.body if isinstance(one, ast.FunctionDef) and one.name == method)
    names = [one.arg for one in found.args.args]
    defaults = [ast.unparse(one) for one in found.args.defaults]
    return list(zip(names, [""] * (len(names) - len(defaults)) + defaults))


def output(file: Path) -> list[tuple[str, str]]:
    """Fields of PipelineOutput and what they are, such as `List`."""
    fields = [one for one in _class(file, "PipelineOutput").body if isinstance(one, ast.AnnAssign)]
    return [(ast.unparse(one.target), ast.unparse(one.annotation).partition("[")[0]) for one in fields]


def unknown_keywords(file: Path, called: str, method: str, pipeline: Path) -> list[str]:
    """Keywords of calls of `called` in a file of the server that the method does not have."""
    calls = [one for one in ast.walk(ast.parse(file.read_text())) if isinstance(one, ast.Call)]
    given = [word.arg for one in calls if ast.unparse(one.func) == called for word in one.keywords]
    known = dict(signature(pipeline, method))
    return [f"{file.name}: {called} has no {one}" for one in given if one not in known] or (
        [] if given else [f"{file.name} does not call {called}"]
    )


def _imports(source: Path) -> Iterator[tuple[str, ast.alias, str]]:
    """File, name and module of each import at the top of a file, without the package's own modules."""
    for file in source.rglob("*.py"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                yield from ((file.name, one, (node.module or "").partition(".")[0]) for one in node.names)
            elif isinstance(node, ast.Import):
                yield from ((file.name, one, one.name.partition(".")[0]) for one in node.names)


def differences(source: Path) -> list[str]:
    """What differs, each as a line; none where all is the same."""
    pipeline = source / "pipeline.py"
    found = [
        f"TryOnPipeline.{method}: the stub has {signature(_STUB, method)}, the source {signature(pipeline, method)}"
        for method in ("__init__", "__call__")
        if signature(_STUB, method) != signature(pipeline, method)
    ]
    if output(_STUB) != output(pipeline):
        found.append(f"PipelineOutput: the stub has {output(_STUB)}, the source {output(pipeline)}")
    found += unknown_keywords(_SERVER / "fashn_model.py", "TryOnPipeline", "__init__", pipeline)
    found += unknown_keywords(_SERVER / "dressing.py", "pipeline", "__call__", pipeline)
    text = pipeline.read_text()
    found += [f"pipeline.py no longer has {switch}" for switch in _SWITCHES if switch not in text]
    provided = (_SERVER / "fashn_human_parser.py").read_text()
    required = re.findall(r"^[\w-]+", (_SERVER / "requirements.txt").read_text(), re.MULTILINE)
    for file, imported, module in _imports(source):
        if module == "fashn_human_parser" and imported.name not in provided:
            found.append(f"{file} imports {imported.name}, which the stand-in lacks")
        if module not in {*sys.stdlib_module_names, "fashn_human_parser", *required}:
            if _PACKAGES.get(module) not in required:
                found.append(f"{file} imports {module}, which requirements.txt lacks")
    return found


if __name__ == "__main__":
    lines = differences(Path(sys.argv[1]))
    print("\n".join(lines) or "nothing differs from the source")
    sys.exit(1 if lines else 0)
