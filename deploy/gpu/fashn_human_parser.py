"""Stands in for the package of this name, whose licence forbids commercial use.

`fashn_vton` imports that package and parses both pictures with it. It uses the result to mask the person, which is off
(`segmentation_free`). It also masks a garment that somebody wears, which this server does not take (`flat-lay`). An
empty parse therefore changes no pixel. server.py lies in the same folder, so Python finds this file first.
"""

from __future__ import annotations

from typing import Any

CATEGORY_TO_BODY_COVERAGE = {"tops": "upper", "bottoms": "lower", "one-pieces": "full"}
BODY_COVERAGE_TO_LABELS: dict[str, list[str]] = {"upper": [], "lower": [], "full": []}
IDENTITY_LABELS: tuple[str, ...] = ()
LABELS_TO_IDS: dict[str, int] = {}


class FashnHumanParser:
    """Finds nothing in any picture."""

    def __init__(self, device: str | None = None) -> None:
        """Loads nothing."""

    def predict(self, image: Any) -> Any:
        """A label for each pixel of an (height, width, 3) array: background."""
        return image[..., 0] * 0
