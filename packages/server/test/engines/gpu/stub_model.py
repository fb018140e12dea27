"""A stub in place of deploy/gpu/fashn_model.py: no card, no weights and no packages, the same calls.

`TryOnPipeline` has the signature of the real one, which compare_source.py holds against a copy of its source. What a
run does comes from the file STUB_FOLDER/SEED, one line for each garment:

- `wait NAME`: wait until the file STUB_FOLDER/NAME is there
- `memory`: fail as PyTorch does when the card is full
- `card`: fail as PyTorch does when the card breaks, and with it all that follows
- `break`: fail with an error that nobody foresaw
- `die`: end the process

STUB_FOLDER/log gets a line for each begin and end of a run. STUB_LOAD makes `load` fail with these words.
"""

from __future__ import annotations

import json
import logging
import os
import struct
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import List, Literal, Optional

FOLDER = Path(os.environ["STUB_FOLDER"])
_ILLEGAL_ACCESS = "CUDA error: an illegal memory access was encountered"
_HEADS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")


class OutOfMemoryError(RuntimeError):
    """Named as PyTorch's."""


@dataclass
class PipelineOutput:
    """Named as the pipeline's."""

    images: List[bytes]


class TryOnPipeline:
    """Named as the real one."""

    def __init__(
        self, weights_dir: str, device: Optional[str] = None, logger: Optional[logging.Logger] = None
    ) -> None:
        self.weights_dir = weights_dir

    def __call__(
        self,
        person_image: bytes,
        garment_image: bytes,
        category: Literal["tops", "bottoms", "one-pieces"],
        garment_photo_type: Literal["model", "flat-lay"] = "model",
        num_samples: int = 1,
        num_timesteps: int = 30,
        guidance_scale: float = 1.5,
        skip_cfg_last_n_steps: int = 1,
        seed: int = 42,
        segmentation_free: bool = True,
    ) -> PipelineOutput:
        _note("begin", seed, category, garment_photo_type, num_timesteps, zlib.crc32(garment_image))
        _act(seed)
        _note("end", seed)
        return PipelineOutput([_png(24, 32)])


def load(weights: str) -> TryOnPipeline:
    """As fashn_model.load."""
    words = os.environ.get("STUB_LOAD", "")
    if words == "weights":
        from fashn_model import load as real

        return real(weights)
    if words == "memory":
        raise OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    if words:
        raise RuntimeError(words)
    return TryOnPipeline(weights_dir=weights)


def open_picture(encoded: bytes) -> bytes:
    """As fashn_model.open_picture, by the first bytes alone."""
    if not encoded.startswith(_HEADS):
        raise ValueError("cannot identify image file")
    return encoded


def png_of(picture: bytes) -> bytes:
    """As fashn_model.png_of."""
    return picture


def free_memory() -> None:
    """As fashn_model.free_memory."""
    if (FOLDER / "broken").exists():
        raise RuntimeError(_ILLEGAL_ACCESS)
    _note("free")


def _act(seed: int) -> None:
    script = FOLDER / str(seed)
    if not script.exists():
        return
    line, _, rest = script.read_text().partition("\n")
    script.write_text(rest)
    if line.startswith("wait "):
        while not (FOLDER / line[5:]).exists():
            time.sleep(0.01)
    elif line == "memory":
        raise OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    elif line == "card":
        (FOLDER / "broken").touch()
        raise RuntimeError(_ILLEGAL_ACCESS)
    elif line == "break":
        raise KeyError("an error that nobody foresaw")
    elif line == "die":
        os._exit(1)


def _note(*words: object) -> None:
    with (FOLDER / "log").open("a") as file:
        file.write(json.dumps(words) + "\n")


def _png(width: int, height: int) -> bytes:
    """A PNG of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x2f\x6f\x4f" * width) * height
    return _HEADS[0] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
