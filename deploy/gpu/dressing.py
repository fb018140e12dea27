"""A try-on as the protocol asks for it: checked at once, then one run of the pipeline for each garment."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from failures import Failure

MODEL_NAME = "fashn-vton-1.5"
CATEGORIES = ("tops", "bottoms", "one-pieces")
GARMENTS_MAX = 4
#: Sampling steps that the model's authors recommend for each speed.
STEPS = {"performance": 20, "balanced": 30, "quality": 50}
_SEED_DEFAULT = 42
_SEEDS = 2**32


class Model(Protocol):
    """A module that loads the pipeline and knows its kind of picture: `fashn_model`, or a stub in tests."""

    def load(self, weights: str) -> Callable[..., Any]: ...

    def open_picture(self, encoded: bytes) -> Any: ...

    def png_of(self, picture: Any) -> bytes: ...

    def free_memory(self) -> None:
        """Gives memory of a failed run back. Raises where the card can make nothing more in this process."""


@dataclass(frozen=True)
class Garment:
    """An encoded photo of a garment that nobody wears, and where it is worn."""

    photo: bytes
    category: str


@dataclass(frozen=True)
class Dressing:
    """A person's encoded photo, and garments in the order in which they are put on."""

    person: bytes
    garments: tuple[Garment, ...]
    steps: int
    seed: int


def dressing_of(body: Any, model: Model) -> Dressing:
    """Reads the body of `POST /v1/run`. Raises Failure where it cannot be used."""
    inputs = body.get("inputs") if isinstance(body, dict) else None
    if not isinstance(inputs, dict):
        raise Failure("BadRequest", "The body must be a JSON object with model_name and inputs.")
    if body.get("model_name") != MODEL_NAME:
        raise Failure("BadRequest", f"This server has one model: model_name must be {MODEL_NAME}.")
    garments = inputs.get("garments", [inputs])
    if not isinstance(garments, list) or not 1 <= len(garments) <= GARMENTS_MAX:
        raise Failure("InputValidationError", f"inputs.garments must list 1 to {GARMENTS_MAX} garments.")
    mode = inputs.get("mode", "balanced")
    if not isinstance(mode, str) or mode not in STEPS:
        raise Failure("InputValidationError", f"inputs.mode must be one of {', '.join(STEPS)}.")
    seed = inputs.get("seed", _SEED_DEFAULT)
    if type(seed) is not int or not 0 <= seed < _SEEDS:
        raise Failure("InputValidationError", f"inputs.seed must be a whole number from 0 to {_SEEDS - 1}.")
    person = _picture(inputs.get("model_image"), "model_image", model)
    return Dressing(person, tuple(_garment(one, model) for one in garments), STEPS[mode], seed)


def dress(
    dressing: Dressing, model: Model, pipeline: Callable[..., Any], is_canceled: Callable[[], bool]
) -> bytes | None:
    """The PNG of the person in all garments. None where the work was canceled between two of them."""
    picture = model.open_picture(dressing.person)
    for garment in dressing.garments:
        if is_canceled():
            return None
        picture = pipeline(
            person_image=picture,
            garment_image=model.open_picture(garment.photo),
            category=garment.category,
            garment_photo_type="flat-lay",
            num_samples=1,
            num_timesteps=dressing.steps,
            seed=dressing.seed,
            segmentation_free=True,
        ).images[0]
    return model.png_of(picture)


def _garment(given: Any, model: Model) -> Garment:
    if not isinstance(given, dict) or given.get("category") not in CATEGORIES:
        raise Failure("InputValidationError", f"The category of a garment must be one of {', '.join(CATEGORIES)}.")
    if given.get("garment_photo_type", "flat-lay") != "flat-lay":
        raise Failure("InputValidationError", "garment_photo_type must be flat-lay: cut the garment off its wearer.")
    return Garment(_picture(given.get("garment_image"), "garment_image", model), given["category"])


def _picture(given: Any, field: str, model: Model) -> bytes:
    """The encoded picture of a `data:` address that the model can open."""
    head, comma, encoded = given.partition(";base64,") if isinstance(given, str) else ("", "", "")
    if not comma or not head.startswith("data:image/"):
        raise Failure("ImageLoadError", f"{field} must be an address such as data:image/png;base64,…")
    try:
        picture = base64.b64decode(encoded, validate=True)
        model.open_picture(picture)
    except ValueError as error:
        raise Failure("ImageLoadError", f"{field} is no PNG, JPEG or WebP picture that can be read.") from error
    return picture
