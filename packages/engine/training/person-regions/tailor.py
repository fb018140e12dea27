"""What all who draw clothes share."""

from __future__ import annotations

import numpy as np

from canvas import Canvas, Stuff
from figure import Figure
from shapes import filled, hull, mix, stroked, wobble

#: The body itself.
SKIN_STUFF = Stuff(1, 'skin')


class Tailor:
    """Cuts garments to a figure; `rough` is the wobble of their edges in pixels."""

    def __init__(self, canvas: Canvas, figure: Figure, rough: float) -> None:
        self.canvas, self.figure, self.rng, self.rough = canvas, figure, canvas.rng, rough

    def _drape(self, waist: float, end: float, ease: float, flare: float) -> np.ndarray:
        """Cloth that falls around both legs from the waist down to `end` along the legs."""
        figure, rng = self.figure, self.rng
        end = float(np.clip(end, 0.05, 1.02))
        rings = []
        for t in np.linspace(waist, 1.1, 5):
            w = figure.half_width(t) * (1 + (ease - 1) * 0.5)
            rings += [figure.at(t, -w), figure.at(t, w)]
        for k in (0, 1):
            centre, width = figure.leg(k, 0.0, end, ease, 0.01, 8)
            for c, w in zip(centre, width):
                rings += [c - figure.across * w, c + figure.across * w]
        low = [figure.leg(k, end, end, count=2)[0][0] for k in (0, 1)]
        hem = mix(low[0], low[1], 0.5)
        reach = (figure.half_width(1.05) * (1 + flare * end * 1.2) + flare * end * 0.25) * figure.scale
        sway = rng.normal(0, 0.04) * figure.scale * (1 + 3 * flare * end)
        for s in np.linspace(-1, 1, 5):
            rings.append(
                hem + figure.across * (s * reach + sway) + figure.leg_direction * rng.normal(0, 0.012) * figure.scale
            )
        outline = hull(np.array(rings))
        return filled(self.canvas.shape, wobble(rng, outline, self.rough * (1 + 2 * flare)))

    def _trim(self, stuff: Stuff, trim: Stuff, odds: float = 0.5) -> Stuff:
        return trim if self.rng.random() < odds else stuff

    def _wrinkles(self, mask: np.ndarray, centre: np.ndarray, size: float, count: int) -> None:
        """Short creases, light or dark, near a point."""
        rng = self.rng
        for _ in range(int(rng.integers(0, count + 1))):
            direction = rng.normal(0, 1, 2)
            start = centre + rng.normal(0, 0.7, 2) * size
            bend = rng.normal(0, 0.3, 2) * size
            path = np.array([start, start + direction * size * 0.5 + bend, start + direction * size])
            self.canvas.line(stroked(self.canvas.shape, path, rng.uniform(1, 3)) & mask, rng.uniform(-0.5, 0.3))
