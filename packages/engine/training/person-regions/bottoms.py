"""Draws trousers, shorts and skirts."""

from __future__ import annotations

import numpy as np

from canvas import LOWER, SKIN, UPPER, Stuff
from shapes import ellipse, filled, limb, solid, stroked, wobble
from tailor import SKIN_STUFF, Tailor
from wardrobe import Bottom


class BottomTailor(Tailor):
    """Draws clothes below the waist."""

    def bottom(self, bottom: Bottom, split: float) -> None:
        """Trousers, shorts or a skirt; what of a dress lies above `split` counts as `upper`."""
        canvas, figure = self.canvas, self.figure
        if bottom.kind == 'skirt':
            mask = self._drape(bottom.waist, bottom.end, bottom.ease, bottom.flare)
            part = canvas.part(LOWER, bottom.stuff, figure.trunk_angle())
            canvas.paint(mask, part, figure.scale * self.rng.uniform(0.2, 0.6), self.rng.uniform(0.2, 0.8))
            if bottom.pleats:
                self._pleats(bottom, mask)
        else:
            mask = self._trousers(bottom)
        for _ in range(self.rng.integers(0, 5)):
            self._wrinkles(mask, figure.at(self.rng.uniform(1, 1.4), self.rng.normal(0, 0.2)), figure.scale * 0.2, 2)
        if bottom.band:
            self._waistband(bottom, mask)
        if bottom.rips:
            self._rips(mask)
        if split > bottom.waist:
            self._promote(bottom, mask, split)

    def _promote(self, bottom: Bottom, mask: np.ndarray, split: float) -> None:
        """Make the part of a dress's skirt above the split level `upper`, in the same stuff."""
        figure, canvas = self.figure, self.canvas
        above = (
            filled(
                canvas.shape, np.array([figure.at(-1, -3), figure.at(-1, 3), figure.at(split, 3), figure.at(split, -3)])
            )
            & mask
        )
        inside = (above > 0) & (canvas.region[canvas.parts] == LOWER)
        for part in np.unique(canvas.parts[inside]):
            stuff = Stuff(int(canvas.group[part]), 'cloth')
            canvas.parts[inside & (canvas.parts == part)] = canvas.part(UPPER, stuff, float(canvas.angle[part]))

    def _trousers(self, bottom: Bottom) -> np.ndarray:
        canvas, figure = self.canvas, self.figure
        levels = np.linspace(bottom.waist, 1.1, 6)
        right = [figure.at(t, figure.half_width(t) * (1.02 + (bottom.ease - 1) * 0.5)) for t in levels]
        left = [figure.at(t, -figure.half_width(t) * (1.02 + (bottom.ease - 1) * 0.5)) for t in levels]
        pelvis = filled(canvas.shape, np.array(right + [figure.at(1.24, 0.06), figure.at(1.24, -0.06)] + left[::-1]))
        whole = pelvis.copy()
        relief = figure.scale * 0.25
        for k in (figure.pose.far, 1 - figure.pose.far):
            centre, width = figure.leg(k, 0.02, bottom.end, bottom.ease, bottom.extra)
            f = np.linspace(0, bottom.end, len(width))
            # At the hip a leg must not bulge out of the pelvis, however wide the trousers are below.
            hip = figure.half_width(1.05) * (1.02 + (bottom.ease - 1) * 0.5) - figure.body.hip_width / 2 * figure.width
            width = hip * figure.scale + (width - hip * figure.scale) * np.clip(f / 0.22, 0, 1)
            width = width + figure.scale * (
                bottom.extra * 0.7 * np.clip(f * 2, 0, 1) + bottom.flare * np.clip((f - 0.45) / 0.55, 0, 1) ** 1.5
            )
            mask = solid(filled(canvas.shape, wobble(self.rng, limb(centre, width), self.rough)))
            part = canvas.part(LOWER, bottom.stuff, figure.leg_angle(k))
            canvas.paint(mask, part, relief, self.rng.uniform(0.3, 0.8), 0.6)
            self._wrinkles(mask, figure.leg(k, 0.5, 0.5, count=2)[0][0], figure.scale * 0.12, 3)
            if bottom.turn_ups:
                cuff = filled(canvas.shape, limb(centre[-4:], width[-4:] * 1.08, round_start=False))
                canvas.paint(cuff, canvas.part(LOWER, bottom.trim, figure.leg_angle(k) + np.pi / 2), 4, 0.4, 0.5)
            whole |= mask
        canvas.paint(pelvis, canvas.part(LOWER, bottom.stuff, figure.trunk_angle()), relief * 1.5, 0.4, 0.0)
        self._trouser_lines(bottom, whole)
        return whole

    def _trouser_lines(self, bottom: Bottom, mask: np.ndarray) -> None:
        figure, canvas, rng = self.figure, self.canvas, self.rng
        if rng.random() < 0.6:
            path = np.array([figure.at(bottom.waist, 0), figure.at(1.05, rng.normal(0, 0.02)), figure.at(1.25, 0)])
            canvas.line(stroked(canvas.shape, path, 1.5) & mask, rng.uniform(-0.8, 0.1), LOWER)
        if rng.random() < 0.5:
            for side in (1, -1):
                w = figure.half_width(1)
                path = np.array(
                    [figure.at(bottom.waist + 0.06, side * w * 0.55), figure.at(bottom.waist + 0.22, side * w * 0.95)]
                )
                canvas.line(stroked(canvas.shape, path, 1.3) & mask, rng.uniform(-0.8, 0.2), LOWER)

    def _waistband(self, bottom: Bottom, mask: np.ndarray) -> None:
        figure, canvas = self.figure, self.canvas
        low = bottom.waist + self.rng.uniform(0.03, 0.1)
        band = filled(
            canvas.shape,
            np.array(
                [
                    figure.at(bottom.waist - 0.3, -2),
                    figure.at(bottom.waist - 0.3, 2),
                    figure.at(low, 2),
                    figure.at(low, -2),
                ]
            ),
        )
        stuff = self._trim(bottom.stuff, bottom.trim)
        canvas.paint(band & mask, canvas.part(LOWER, stuff, figure.trunk_angle() + np.pi / 2), 4, 0.3, 0)

    def _pleats(self, bottom: Bottom, mask: np.ndarray) -> None:
        figure, canvas, rng = self.figure, self.canvas, self.rng
        n = int(rng.integers(5, 22))
        low = figure.leg(0, bottom.end, bottom.end, count=2)[0][0]
        reach = float(np.dot(low - figure.hip, figure.leg_direction)) / figure.scale
        width = figure.half_width(1.0) * (1 + bottom.flare) * 1.2
        for s in np.linspace(-1, 1, n) + rng.normal(0, 0.3 / n, n):
            path = np.array([figure.at(bottom.waist, s * width * 0.7), figure.at(1 + max(reach, 0.1), s * width * 1.2)])
            canvas.line(stroked(canvas.shape, path, rng.uniform(1, 3)) & mask, rng.uniform(-0.5, 0.3), LOWER)

    def _rips(self, mask: np.ndarray) -> None:
        figure, canvas, rng = self.figure, self.canvas, self.rng
        for k in (0, 1):
            spot = figure.leg(k, 0.45, 0.45, count=2)[0][0] + rng.normal(0, 0.04, 2) * figure.scale
            patch = wobble(
                rng, ellipse(spot, (figure.scale * rng.uniform(0.02, 0.06), figure.scale * rng.uniform(0.01, 0.04))), 1
            )
            inside = (filled(canvas.shape, patch) & mask) > 0
            canvas.parts[inside] = canvas.part(SKIN, SKIN_STUFF)
