"""Writes what ComfyUI says of the nodes that deploy/gpu/workflows uses to nodes.json beside this file.

  git clone https://github.com/Comfy-Org/ComfyUI
  python3 packages/server/test/engines/comfyui/extract_nodes.py ComfyUI
  npx biome format --write packages/server/test/engines/comfyui

It asks the node classes themselves, as `GET /object_info` does. It needs no card and no package of ComfyUI: empty
modules stand in for them. Where ComfyUI lists the model files of a folder, the option is `files of FOLDER`.
"""

import asyncio
import importlib
import importlib.machinery
import inspect
import json
import subprocess
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

HERE = Path(__file__).parent
WORKFLOWS = HERE.parents[4] / "deploy/gpu/workflows"

# Modules that hold the nodes, besides nodes.py.
MODULES = "cfg custom_sampler edit_model flux images mask model_advanced post_processing qwen sd3".split()

# Parts of the package `comfy` that hold what the nodes say of themselves.
REAL = ("comfy.cli_args", "comfy.comfy_types", "comfy.options", "comfy.samplers")


class StandInType(type):
    """The type of a class that has every name."""

    def __getattr__(cls, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=name)


class StandIn(types.ModuleType):
    """A module that has every name."""

    __path__: list[str] = []

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandInType(name, (), {}) if name[0].isupper() else MagicMock(name=name)


class StandInFinder:
    """Stands in for all packages, and for the parts of ComfyUI that compute."""

    def __init__(self, checkout: Path):
        self.own = {file.stem for file in checkout.iterdir()} - {"app", "server"}

    def find_spec(self, name: str, path=None, target=None):
        package = name.split(".")[0]
        if name.startswith("comfy."):
            is_real = name.startswith(REAL)
        else:
            is_real = package in self.own or package in sys.stdlib_module_names or package == "typing_extensions"
        return None if is_real else importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


async def awaited(extension):
    """What an entry point gives once it is awaited."""
    return await extension


def all_nodes() -> dict[str, type]:
    """The classes of core nodes by their names."""
    import folder_paths

    folder_paths.get_filename_list = lambda folder: [f"files of {folder}"]
    found = dict(importlib.import_module("nodes").NODE_CLASS_MAPPINGS)
    for name in MODULES:
        module = importlib.import_module(f"comfy_extras.nodes_{name}")
        found |= getattr(module, "NODE_CLASS_MAPPINGS", {})
        if hasattr(module, "comfy_entrypoint"):
            extension = module.comfy_entrypoint()
            if inspect.isawaitable(extension):
                extension = asyncio.run(awaited(extension))
            for node in asyncio.run(extension.get_node_list()):
                found[node.GET_SCHEMA().node_id] = node
    return found


def described(node: type) -> dict:
    """Inputs and outputs of a node: types, options, ranges."""
    inputs = node.INPUT_TYPES()
    return {
        "inputs": {
            name: {"required": kind == "required", **limits(*spec)}
            for kind in ("required", "optional")
            for name, spec in inputs.get(kind, {}).items()
        },
        "outputs": [str(output) for output in node.RETURN_TYPES],
    }


def limits(kind: str | list, details: dict | None = None) -> dict:
    """Type of an input, and its options or range."""
    details = details or {}
    if kind == "COMBO" or isinstance(kind, list):
        if details.get("image_upload"):
            return {"type": "COMBO", "upload": "image"}
        options = kind if isinstance(kind, list) else details["options"]
        return {"type": "COMBO", "options": [str(option) for option in options]}
    return {"type": str(kind), **{name: details[name] for name in ("min", "max") if name in details}}


def main(checkout: Path) -> None:
    """Writes nodes.json beside this file."""
    sys.path.insert(0, str(checkout))
    sys.meta_path.insert(0, StandInFinder(checkout))
    # ComfyUI reads its own options.
    del sys.argv[1:]
    graphs = [json.loads(file.read_text()) for file in WORKFLOWS.glob("*.json")]
    used = sorted({node["class_type"] for graph in graphs for node in graph.values()})
    nodes = all_nodes()
    head = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    told = {
        "version": importlib.import_module("comfyui_version").__version__,
        "commit": head.stdout.strip(),
        "nodes": {name: described(nodes[name]) for name in used},
    }
    (HERE / "nodes.json").write_text(json.dumps(told, indent=2) + "\n")


main(Path(sys.argv[1]).resolve())
