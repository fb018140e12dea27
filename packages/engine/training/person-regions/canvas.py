"""What a puppet is drawn on: a map of part numbers, a map of shading and a table that says what each part is.

Colours do not exist here. They are put in later, on the device that trains (`appearance.py`), so that one drawing serves
many times in different clothes and different light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

#: Order of REGIONS in packages/engine/src/analysis.ts.
BACKGROUND, HAIR, SKIN, UPPER, LOWER, SHOES, OTHER = range(7)

#: Kinds of surface. `appearance.py` gives each its own way to choose colours.
MATERIALS = ('background', 'skin', 'lip', 'eye', 'brow', 'hair', 'cloth', 'leather', 'object')

#: Rows and columns of a drawing. A little larger than the net's input, so that turning and scaling loses nothing.
HEIGHT, WIDTH = 320, 240
#: Most parts a drawing may have; part 0 is the background.
MAX_PARTS = 96
#: Most groups; parts of one group are made of the same stuff. Group 0 is the background, 1 the skin, 2 the hair.
MAX_GROUPS = 26
#: Part number of what lies outside the photo; more than MAX_PARTS.
OUTSIDE = 255

#: The light map holds 128 + 64 · log2(gain).
SHADE_ZERO, SHADE_STEP = 128, 64


@dataclass(frozen=True)
class Stuff:
    """What a garment or body part is made of."""

    group: int
    material: str


class Canvas:
    """Collects the layers of one puppet from back to front."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.shape = (HEIGHT, WIDTH)
        self.parts = np.zeros(self.shape, np.uint8)
        self.light = np.zeros(self.shape, np.float32)
        self.region = np.zeros(MAX_PARTS, np.uint8)
        self.material = np.zeros(MAX_PARTS, np.uint8)
        self.group = np.zeros(MAX_PARTS, np.uint8)
        #: Direction of the grain and pattern of a part, radians.
        self.angle = np.zeros(MAX_PARTS, np.float32)
        self.part_count = 1
        self.group_count = 3
        direction = rng.uniform(0, 2 * np.pi)
        self.light_direction = np.array([np.cos(direction), np.sin(direction)])
        self.shadow = rng.uniform(0.0, 0.9)

    def stuff(self, material: str) -> Stuff:
        """A new group; when all are used the last one is shared."""
        group = min(self.group_count, MAX_GROUPS - 1)
        self.group_count = group + 1
        return Stuff(group, material)

    def part(self, region: int, stuff: Stuff, angle: float = 0.0) -> int:
        """A new part number; when all are used the last one is shared."""
        index = min(self.part_count, MAX_PARTS - 1)
        self.part_count = index + 1
        self.region[index] = region
        self.material[index] = MATERIALS.index(stuff.material)
        self.group[index] = stuff.group
        self.angle[index] = angle
        return index

    def paint(self, mask: np.ndarray, part: int, relief: float = 0.0, depth: float = 0.5, shadow: float = 1.0) -> None:
        """
        Lay a part over earlier ones.

        `relief` is the size in pixels over which the surface curves away at its edges (0 for flat). `depth` is how much
        darker it gets there, `shadow` the strength of the shadow it casts on parts below.
        """
        inside = mask > 0
        if self.shadow * shadow > 0.05:
            self._cast(mask, self.shadow * shadow, max(3.0, relief))
        self.light[inside] = 0.0
        if relief >= 1.5:
            self.light[inside] = self._relief(mask, relief, depth)[inside]
        self.parts[inside] = part

    def decorate(self, mask: np.ndarray, stuff: Stuff, angle: float = 0.0, only: tuple[int, ...] | None = None) -> None:
        """Give the pixels under the mask another surface (a watch, a print). Their region stays."""
        inside = mask > 0
        regions = self.region[self.parts]
        for region in range(1, 7) if only is None else only:
            here = inside & (regions == region) & (self.parts > 0)
            if here.any():
                self.parts[here] = self.part(region, stuff, angle)

    def line(self, mask: np.ndarray, strength: float, region: int | None = None) -> None:
        """Darken (negative) or lighten a thin line: a seam, a crease, a wrinkle."""
        inside = mask > 0
        if region is not None:
            inside &= self.region[self.parts] == region
        self.light[inside] += strength

    def encoded_light(self) -> np.ndarray:
        """The light map as bytes: SHADE_ZERO + SHADE_STEP · log2(gain)."""
        return np.clip(SHADE_ZERO + SHADE_STEP * self.light, 0, 255).astype(np.uint8)

    def _relief(self, mask: np.ndarray, size: float, depth: float) -> np.ndarray:
        # A box blur whose window is pushed towards the light: the far edge of the shape stays 1, the near one drops.
        k = int(np.clip(round(size), 3, 61)) | 1
        reach = (k - 1) / 2
        push = self.light_direction * reach * 0.6
        anchor = (int(round(reach + push[0])), int(round(reach + push[1])))
        soft = cv2.blur(mask.astype(np.float32), (k, k), anchor=anchor, borderType=cv2.BORDER_REPLICATE)
        return (soft - 0.85) * depth * 1.6

    def _cast(self, mask: np.ndarray, strength: float, size: float) -> None:
        k = int(np.clip(round(size * 0.7), 3, 25)) | 1
        reach = (k - 1) / 2
        push = self.light_direction * reach * 0.7
        anchor = (int(round(reach + push[0])), int(round(reach + push[1])))
        soft = cv2.blur(mask.astype(np.float32), (k, k), anchor=anchor)
        self.light -= soft * strength * 0.7
