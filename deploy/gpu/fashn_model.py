"""The real model on the real card. Nothing of it is imported before `load` is called."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from failures import Failure
from weights import missing_weights

_FORMATS = ("PNG", "JPEG", "WEBP")
_PIXELS_MAX = 50_000_000


def load(weights: str) -> Callable[..., Any]:
    """The pipeline on the card. Raises Failure without weights, and PyTorch's errors without a usable card."""
    if missing := missing_weights(Path(weights)):
        names = ", ".join(one.path for one in missing)
        raise Failure("NotReady", f"Weights are missing in {weights} ({names}): run python3 weights.py {weights}")
    import torch

    torch.cuda.init()
    from fashn_vton import TryOnPipeline

    return TryOnPipeline(weights_dir=weights, device="cuda")


def open_picture(encoded: bytes) -> Any:
    """The picture in RGB. Raises ValueError for bytes that are not a picture, and for too many pixels."""
    from PIL import Image

    try:
        picture = Image.open(io.BytesIO(encoded), formats=_FORMATS)
        if picture.width * picture.height > _PIXELS_MAX:
            raise ValueError("too many pixels")
        return picture.convert("RGB")
    except Exception as error:  # noqa: BLE001 - decoders of broken files raise errors of many kinds
        raise ValueError(str(error)) from error


def png_of(picture: Any) -> bytes:
    """The picture as a PNG file."""
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def free_memory() -> None:
    """Gives memory of a failed run back to the card. Raises RuntimeError where the card answers nothing any more."""
    import torch

    # An error that breaks CUDA for the whole process comes back from every call that waits for the card.
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
