"""Draws shoes, boots, sandals, socks and bare feet."""

from __future__ import annotations

import numpy as np

from canvas import SHOES, Stuff
from shapes import ellipse, filled, hull, mix, normal, stroked, unit
from skeleton import ANKLE, HEEL, TOE
from tailor import Tailor
from wardrobe import Footwear


class Cobbler(Tailor):
    """Draws feet, and shoes and socks on them."""

    def footwear(self, shoes: Footwear | None, k: int) -> None:
        """The shoe (and sock) on foot `k`, over whatever is there."""
        if shoes is None:
            return
        canvas, figure = self.canvas, self.figure
        foot = self._foot(k, 1.0)
        angle = figure.leg_angle(k)
        if shoes.socks is not None:
            sock = filled(canvas.shape, figure.leg_outline(k, shoes.sock_start, 1.03, 1.08, 0.004))
            canvas.paint(sock, canvas.part(SHOES, shoes.socks, angle), figure.scale * 0.1, 0.5, 0.3)
        if shoes.kind == 'boot':
            shaft = filled(canvas.shape, figure.leg_outline(k, shoes.shaft, 1.04, 1.15, 0.012))
            canvas.paint(shaft, canvas.part(SHOES, shoes.stuff, angle), figure.scale * 0.15, 0.7, 0.5)
        if shoes.kind == 'sandal':
            self._sandal(shoes, k)
            return
        part = canvas.part(SHOES, shoes.stuff, angle + np.pi / 2)
        mask = filled(canvas.shape, foot)
        if shoes.kind in ('low', 'heel'):
            vamp = figure.points[TOE[k]] - figure.points[ANKLE[k]]
            opening = ellipse(
                mix(figure.points[ANKLE[k]], figure.points[TOE[k]], 0.3),
                (figure.scale * 0.055, float(np.hypot(*vamp)) * 0.3),
                float(np.arctan2(-vamp[0], vamp[1])),
            )
            mask &= 1 - filled(canvas.shape, opening)
        canvas.paint(mask, part, figure.scale * 0.09, 0.8, 0.6)
        if shoes.kind == 'sneaker' or self.rng.random() < 0.4:
            self._sole(shoes, k, mask)

    def bare_foot(self, k: int, region: int, stuff: Stuff) -> None:
        """Foot `k` without a shoe, in skin or tights."""
        mask = filled(self.canvas.shape, self._foot(k, 0.85))
        self.canvas.paint(mask, self.canvas.part(region, stuff), self.figure.scale * 0.08, 0.6, 0.3)

    def _foot(self, k: int, ease: float) -> np.ndarray:
        figure = self.figure
        ankle, heel, toe = (figure.points[group[k]] for group in (ANKLE, HEEL, TOE))
        r = figure.scale * ease
        return hull(
            np.concatenate(
                [
                    ellipse(ankle, (0.06 * r, 0.06 * r)),
                    ellipse(heel, (0.055 * r, 0.05 * r)),
                    ellipse(mix(heel, toe, 0.7), (0.075 * r, 0.055 * r)),
                    ellipse(toe, (0.055 * r, 0.04 * r)),
                ]
            )
        )

    def _sole(self, shoes: Footwear, k: int, mask: np.ndarray) -> None:
        figure, canvas = self.figure, self.canvas
        shift = int(round(figure.scale * self.rng.uniform(0.015, 0.04)))
        if shift < 1:
            return
        above = np.zeros_like(mask)
        above[:-shift] = mask[shift:]
        canvas.parts[(mask > 0) & (above == 0)] = canvas.part(SHOES, shoes.sole)

    def _sandal(self, shoes: Footwear, k: int) -> None:
        figure, canvas, rng = self.figure, self.canvas, self.rng
        part = canvas.part(SHOES, shoes.stuff)
        heel, toe, ankle = figure.points[HEEL[k]], figure.points[TOE[k]], figure.points[ANKLE[k]]
        side = normal(unit(toe - heel)) * 0.08 * figure.scale
        for f in rng.uniform(0.1, 0.95, rng.integers(2, 5)):
            spot = mix(mix(ankle, heel, 0.4), toe, f)
            canvas.paint(
                stroked(canvas.shape, np.array([spot - side, spot + side]), figure.scale * rng.uniform(0.02, 0.05)),
                part,
                0,
                0,
                0.3,
            )
        sole = np.array([heel + [0, 0.05 * figure.scale], toe + [0, 0.04 * figure.scale]])
        canvas.paint(stroked(canvas.shape, sole, figure.scale * 0.035), part, 0, 0, 0)
