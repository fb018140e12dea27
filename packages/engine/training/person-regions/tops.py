"""Draws tops, the upper half of dresses, and jackets."""

from __future__ import annotations

import numpy as np

from canvas import UPPER
from shapes import ellipse, filled, limb, mix, solid, stroked, wobble
from tailor import Tailor
from wardrobe import Top


class TopTailor(Tailor):
    """Draws clothes above the waist."""

    def bodice(self, top: Top, hem: float, region: int = UPPER) -> None:
        """Front and collar of a top; its sleeves are drawn with the arms."""
        canvas, figure = self.canvas, self.figure
        mask = filled(canvas.shape, wobble(self.rng, self._bodice_outline(top, min(hem, 1.12)), self.rough))
        if hem > 1.12:
            mask |= self._drape(1.0, (hem - 1.0) / 1.6, top.ease * 1.05, top.flare + 0.04)
        if top.gap is not None:
            mask &= ~self._gap(top, hem) & 1
        part = canvas.part(region, top.stuff, figure.trunk_angle())
        canvas.paint(mask, part, figure.scale * self.rng.uniform(0.2, 0.5), self.rng.uniform(0.2, 0.7))
        if top.bare_shoulders and top.straps:
            self._straps(top, part)
        self._bodice_details(top, mask, hem, region)

    def collar_back(self, top: Top) -> None:
        """The part of a collar or hood that stands behind the neck."""
        if top.collar == 'none' or top.bare_shoulders:
            return
        figure, canvas = self.figure, self.canvas
        rise = {'shirt': 0.09, 'turtle': 0.1, 'hood': 0.16, 'lapel': 0.06, 'rib': 0.03}[top.collar]
        low = 0.02 if top.collar != 'hood' else 0.1
        spread = top.neck * figure.body.shoulder_width * figure.width * (1.6 if top.collar == 'hood' else 1.1)
        up = -figure.down * rise * figure.scale
        left, right = figure.at(low - 0.1, -spread), figure.at(low - 0.1, spread)
        outline = np.array(
            [
                left,
                right,
                right + up * self.rng.uniform(0.7, 1.1),
                mix(left, right, 0.5) + up * 1.1,
                left + up * self.rng.uniform(0.7, 1.1),
            ]
        )
        part = canvas.part(UPPER, top.stuff, figure.trunk_angle())
        mask = filled(canvas.shape, wobble(self.rng, outline, self.rough))
        canvas.paint(mask, part, figure.scale * 0.12, 0.9)
        canvas.light[mask > 0] -= self.rng.uniform(0.1, 0.7)

    def collar_front(self, top: Top) -> None:
        """What of a collar lies in front of the neck."""
        figure, canvas = self.figure, self.canvas
        if top.collar == 'turtle':
            height = self.rng.uniform(0.06, 0.16)
            wide = max(figure.body.neck * 1.15, top.neck * figure.body.shoulder_width * 0.95) * figure.width**0.3
            outline = np.array(
                [
                    figure.at(-0.12 - height, -wide * 0.9),
                    figure.at(-0.12 - height, wide * 0.9),
                    figure.slope(top.neck),
                    figure.at(top.neck_depth - 0.06, 0),
                    figure.slope(-top.neck),
                ]
            )
            part = canvas.part(UPPER, top.stuff, figure.trunk_angle() + np.pi / 2)
            canvas.paint(filled(canvas.shape, wobble(self.rng, outline, self.rough)), part, figure.scale * 0.12, 0.8)
        if top.collar in ('shirt', 'lapel'):
            self._collar_wings(top)

    def sleeve(self, top: Top, k: int) -> None:
        """The sleeve of a top on arm `k`."""
        if top.sleeve <= 0:
            return
        canvas, figure = self.canvas, self.figure
        start = 0.0 if not top.bare_shoulders else 0.1
        centre, width = figure.arm(k, start, top.sleeve, top.sleeve_ease, top.sleeve_extra)
        f = np.linspace(0, 1, len(width))
        width = width + figure.scale * (
            top.sleeve_flare * f**2 + top.puff * np.sin(np.pi * f) * (1.6 if top.sleeve < 0.6 else 1)
        )
        along = np.linspace(start, top.sleeve, len(width))
        shoulder = (
            figure.scale * (0.088 + top.sleeve_extra + top.puff) * np.clip(1 + (top.sleeve_ease - 1) * 0.25, 1, 1.3)
        )
        width = shoulder + (width - shoulder) * np.clip((along - start) / 0.14, 0, 1)
        width *= 1 + 0.08 * self.rng.normal() * np.sin(f * self.rng.uniform(4, 16) + self.rng.uniform(0, 6))
        part = canvas.part(UPPER, top.stuff, figure.arm_angle(k))
        mask = solid(filled(canvas.shape, limb(centre, width, round_start=True)))
        canvas.paint(mask, part, float(width.mean()) * 1.8, self.rng.uniform(0.3, 0.9), 0.8)
        if top.cuffs and top.sleeve > 0.1:
            n = len(width) - max(3, int(4 * self.rng.random() + 2))
            cuff = filled(canvas.shape, limb(centre[n:], width[n:] * self.rng.uniform(0.85, 1.15), round_start=False))
            canvas.paint(
                cuff, canvas.part(UPPER, self._trim(top.stuff, top.trim), figure.arm_angle(k) + np.pi / 2), 4, 0.5, 0.4
            )
        self._wrinkles(mask, centre[len(centre) // 2], float(width.mean()), 3)

    def _bodice_outline(self, top: Top, hem: float) -> np.ndarray:
        rng, figure = self.rng, self.figure
        arc = self._neck_arc(top)
        chest = figure.half_width(0.3) * top.ease
        levels = np.linspace(top.armhole, hem, 9)
        sides = [max(figure.half_width(t) * top.ease, top.boxy * chest) for t in levels]
        sides = np.array(sides) + top.flare * np.clip((levels - 0.4) / 0.6, 0, 2)
        skew = rng.normal(0, 0.015)
        outline = [list(arc)]
        for side in (1, -1):
            edge = [figure.at(t, side * w) for t, w in zip(levels, sides)]
            if not top.bare_shoulders:
                tip = figure.slope(side * top.shoulder)
                inset = min(1.0, 0.55 + 0.45 * top.shoulder / 0.6)
                bend = figure.at(top.armhole * 0.6, side * sides[0] * inset)
                edge = [tip, bend] + edge
            outline.append(edge if side > 0 else edge[::-1])
        bottom = [figure.at(hem + skew * s + 0.02 * (1 - s * s), s * sides[-1] * 0.9) for s in (0.6, 0, -0.6)]
        return np.array(outline[0] + outline[1] + bottom + outline[2])

    def _neck_arc(self, top: Top) -> np.ndarray:
        """The upper front edge from left to right."""
        figure = self.figure
        if top.bare_shoulders:
            dip = self.rng.uniform(-0.03, 0.05)
            w = figure.half_width(0.2) * 1.02
            level = self.rng.uniform(0.1, 0.3)
            return np.array([figure.at(level + dip * np.cos(q * np.pi) * 0.5, q * w) for q in np.linspace(-1, 1, 11)])
        ends = figure.slope(-top.neck), figure.slope(top.neck)
        q = np.linspace(-1, 1, 17)
        depth = top.neck_depth * (1 - np.abs(q) ** top.neck_power) * figure.scale
        return ends[0] + (ends[1] - ends[0]) * ((q + 1) / 2)[:, None] + figure.down * depth[:, None]

    def _straps(self, top: Top, part: int) -> None:
        figure = self.figure
        for side in (1, -1):
            u = self.rng.uniform(0.2, 0.36)
            path = np.array(
                [figure.slope(side * u), figure.at(0.25, side * u * 0.55 * figure.body.shoulder_width / 0.6 * 1.2)]
            )
            self.canvas.paint(
                stroked(self.canvas.shape, path, figure.scale * self.rng.uniform(0.012, 0.05)), part, shadow=0.3
            )

    def _gap(self, top: Top, hem: float) -> np.ndarray:
        figure, (chest, low) = self.figure, top.gap
        off = self.rng.normal(0, 0.03)
        neck = top.neck * figure.body.shoulder_width * figure.width * 0.9
        right = [
            figure.at(-0.3, off + neck),
            figure.at(0.02, off + max(chest, neck * 0.7)),
            figure.at(0.4, off + chest),
            figure.at(hem + 0.3, off + low + self.rng.uniform(0, 0.1)),
        ]
        left = [
            figure.at(-0.3, off - neck),
            figure.at(0.02, off - max(chest, neck * 0.7)),
            figure.at(0.4, off - chest),
            figure.at(hem + 0.3, off - low - self.rng.uniform(0, 0.1)),
        ]
        return filled(self.canvas.shape, wobble(self.rng, np.array(right + left[::-1]), self.rough))

    def _collar_wings(self, top: Top) -> None:
        figure, canvas = self.figure, self.canvas
        long = self.rng.uniform(0.25, 0.6) if top.collar == 'lapel' else self.rng.uniform(0.1, 0.2)
        wide = self.rng.uniform(0.05, 0.13)
        gap = top.gap[0] if top.gap else 0.01
        stuff = self._trim(top.stuff, top.trim, 0.2)
        for side in (1, -1):
            neck = figure.slope(side * top.neck)
            inner = figure.at(long, side * gap * 0.9)
            outer = mix(neck, inner, 0.55) + figure.across * side * wide * figure.scale
            top_edge = neck - figure.down * 0.05 * figure.scale
            part = canvas.part(UPPER, stuff, figure.trunk_angle() + side * 0.6)
            canvas.paint(filled(canvas.shape, np.array([top_edge, outer, inner])), part, 4, 0.5, 0.7)

    def _bodice_details(self, top: Top, mask: np.ndarray, hem: float, region: int) -> None:
        figure, canvas, rng = self.figure, self.canvas, self.rng
        if top.closure != 'none' or (top.collar == 'shirt' and rng.random() < 0.8):
            path = np.array([figure.at(top.neck_depth - 0.1, 0), figure.at(hem, rng.normal(0, 0.02))])
            canvas.line(stroked(canvas.shape, path, rng.uniform(1, 2.5)) & mask, rng.uniform(-0.7, 0.3), region)
        if top.printed:
            self._print(mask)
        if top.hem_band and hem < 1.3:
            band = filled(
                canvas.shape,
                np.array(
                    [
                        figure.at(hem - rng.uniform(0.05, 0.1), -2),
                        figure.at(hem - 0.07, 2),
                        figure.at(3, 2),
                        figure.at(3, -2),
                    ]
                ),
            )
            canvas.paint(
                band & mask,
                canvas.part(region, self._trim(top.stuff, top.trim), figure.trunk_angle() + np.pi / 2),
                4,
                0.4,
                0,
            )
        if top.collar == 'rib':
            path = self._neck_arc(top)
            ring = stroked(canvas.shape, path, figure.scale * rng.uniform(0.02, 0.06))
            canvas.paint(ring, canvas.part(region, self._trim(top.stuff, top.trim)), 0, 0, 0.3)
        if top.gap is None and rng.random() < 0.06:
            self._colour_block(top, mask, region)
        for _ in range(rng.integers(0, 5)):
            self._wrinkles(mask, figure.at(rng.uniform(0.3, 1), rng.normal(0, 0.2)), figure.scale * 0.25, 2)

    def _colour_block(self, top: Top, mask: np.ndarray, region: int) -> None:
        figure, canvas = self.figure, self.canvas
        level, slant = self.rng.uniform(0.1, 0.8), self.rng.normal(0, 0.15)
        half = filled(
            canvas.shape,
            np.array([figure.at(level - slant, -2), figure.at(level + slant, 2), figure.at(4, 2), figure.at(4, -2)]),
        )
        canvas.parts[(half & mask) > 0] = canvas.part(region, top.trim, figure.trunk_angle())

    def _print(self, mask: np.ndarray) -> None:
        """A picture or lettering on the chest: blobs of other stuff with no edge of their own."""
        figure, rng = self.figure, self.rng
        centre = figure.at(rng.uniform(0.2, 0.6), rng.normal(0, 0.06))
        size = figure.scale * rng.uniform(0.06, 0.24)
        shapes = []
        for _ in range(rng.integers(1, 7)):
            spot = centre + rng.normal(0, 0.4, 2) * size
            radii = (size * rng.uniform(0.2, 0.9), size * rng.uniform(0.1, 0.7))
            shapes.append(wobble(rng, ellipse(spot, radii, rng.uniform(0, 3)), size * rng.uniform(0, 0.12)))
        self.canvas.decorate(filled(self.canvas.shape, *shapes) & mask, self.canvas.stuff('cloth'), rng.uniform(0, 6))
