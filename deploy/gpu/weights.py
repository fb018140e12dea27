"""Fetches the model's files into a folder, each by its address and SHA-256: python3 weights.py FOLDER"""

from __future__ import annotations

import hashlib
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path

_HOST = "https://huggingface.co"
_MODEL = f"{_HOST}/fashn-ai/fashn-vton-1.5/resolve/7720683168567eb5a2a4c67f15116c6e29c83ded"
_POSE = f"{_HOST}/fashn-ai/DWPose/resolve/548b5df25b84d9f4aac0611dfa1c2a7a12f15571"
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True)
class WeightFile:
    """A file of the model: its path in the folder, its address, its bytes and their SHA-256."""

    path: str
    url: str
    size: int
    sha256: str


#: Apache-2.0, all three. The human parser, whose licence forbids commercial use, is not among them.
WEIGHTS: tuple[WeightFile, ...] = (
    WeightFile(
        "model.safetensors",
        f"{_MODEL}/model.safetensors",
        1_943_668_048,
        "d6cd38286885bc29fa487ea9383f80ffeb95862e7747c630d42c5d3c05bdd35a",
    ),
    WeightFile(
        "dwpose/yolox_l.onnx",
        f"{_POSE}/yolox_l.onnx",
        216_746_733,
        "7860ae79de6c89a3c1eb72ae9a2756c0ccfbe04b7791bb5880afabd97855a411",
    ),
    WeightFile(
        "dwpose/dw-ll_ucoco_384.onnx",
        f"{_POSE}/dw-ll_ucoco_384.onnx",
        134_399_116,
        "724f4ff2439ed61afb86fb8a1951ec39c6220682803b4a8bd4f598cd913b1843",
    ),
)


def missing_weights(folder: Path, files: tuple[WeightFile, ...] = WEIGHTS) -> list[WeightFile]:
    """Files that are absent or have another size. The checksum is compared when a file is fetched."""
    return [one for one in files if not (folder / one.path).is_file() or (folder / one.path).stat().st_size != one.size]


def fetch(folder: Path, files: tuple[WeightFile, ...] = WEIGHTS) -> None:
    """Fetches the missing files. Raises ValueError for bytes that are not the file's; they are not kept."""
    for one in missing_weights(folder, files):
        target = folder / one.path
        part = target.with_name(f"{target.name}.part")
        target.parent.mkdir(parents=True, exist_ok=True)
        print(f"fetching {one.path} ({one.size / 1e6:,.0f} MB)", flush=True)
        digest = hashlib.sha256()
        with urllib.request.urlopen(one.url, timeout=60) as response, part.open("wb") as file:
            while chunk := response.read(_CHUNK_BYTES):
                digest.update(chunk)
                file.write(chunk)
        if digest.hexdigest() != one.sha256:
            part.unlink()
            raise ValueError(f"{one.url} is not the file with SHA-256 {one.sha256}; nothing of it was kept.")
        part.rename(target)


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1] if len(sys.argv) > 1 else "weights"))
    except (OSError, ValueError) as error:
        sys.exit(f"The weights could not be fetched: {error}")
