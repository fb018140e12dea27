"""Draws heads: face, hair in many cuts, beards, hats and glasses."""

from __future__ import annotations

import numpy as np

from canvas import HAIR, OTHER, SKIN, Canvas, Stuff
from figure import Figure
from shapes import ellipse, filled, hull, limb, mix, smooth_path, stroked, wobble
from skeleton import head_centre, project_head

HAIR_STUFF = Stuff(2, 'hair')
SKIN_STUFF = Stuff(1, 'skin')

STYLES = ('bald', 'buzz', 'short', 'bob', 'long', 'updo', 'tail', 'afro')


class HeadArtist:
    """Draws one head in steps, because hair and collars lie in between."""

    def __init__(self, canvas: Canvas, figure: Figure) -> None:
        self.canvas, self.figure, self.rng = canvas, figure, canvas.rng
        rng, body = self.rng, figure.body
        odds = (
            [0, 0.02, 0.12, 0.2, 0.36, 0.13, 0.12, 0.05]
            if body.feminine
            else [0.08, 0.18, 0.58, 0.06, 0.04, 0.02, 0.01, 0.03]
        )
        self.style = STYLES[rng.choice(len(STYLES), p=np.array(odds) / sum(odds))]
        self.size = body.head * figure.scale
        self.turn, self.roll = figure.pose.head_turn, figure.pose.head_roll
        self.centre = head_centre(figure.points)
        self.back = np.cos(self.turn) < -0.2
        self.volume = {'bald': 0.0, 'buzz': 0.008, 'afro': rng.uniform(0.08, 0.2)}.get(
            self.style, rng.uniform(0.012, 0.05)
        )
        self.hat = rng.choice(['brim', 'cap', 'beanie', 'veil']) if rng.random() < 0.18 else None
        low = {'bob': (0.12, 0.3), 'long': (0.35, 1.1)}.get(self.style, (0.0, 0.1))
        #: How far below the middle of the skull the hair reaches, torso lengths.
        self.reach = rng.uniform(*low)
        self.parting = rng.normal(0, 0.04)

    def spot(self, x: float, y: float, z: float = 0.0) -> np.ndarray:
        """A point of the head model on the canvas."""
        return self.centre + project_head((x, y, z), self.size, self.turn, self.roll)

    def upright(self, x: float, y: float) -> np.ndarray:
        """A point beside the skull that rolls with the head but does not turn with it."""
        return self.centre + project_head((x, y, 0), self.size, 0.0, self.roll)

    def behind(self) -> None:
        """Hair that hangs behind neck and shoulders."""
        canvas, rng = self.canvas, self.rng
        if self.style == 'tail' and rng.random() < 0.5:
            path = np.array(
                [
                    self.upright(0, -0.1),
                    self.upright(rng.normal(0, 0.2), 0.2),
                    self.upright(rng.normal(0, 0.22), rng.uniform(0.3, 0.8)),
                ]
            )
            self._lock(path, rng.uniform(0.04, 0.08))
        if self.style not in ('bob', 'long'):
            return
        w = 0.16 + self.volume
        spread = rng.uniform(0.85, 1.6)
        outline = np.array(
            [
                self.upright(-w, -0.05),
                self.upright(-w * 1.1 * spread**0.5, 0.15),
                self.upright(-w * spread, self.reach),
                self.upright(0, self.reach + rng.normal(0, 0.05)),
                self.upright(w * spread, self.reach),
                self.upright(w * 1.1 * spread**0.5, 0.15),
                self.upright(w, -0.05),
            ]
        )
        mask = filled(canvas.shape, wobble(rng, smooth_path(outline, 40), self.size * rng.uniform(0.004, 0.02)))
        canvas.paint(mask, canvas.part(HAIR, HAIR_STUFF, self.roll), self.size * 0.2, 0.9)
        canvas.light[mask > 0] -= rng.uniform(0, 0.5)

    def neck(self) -> None:
        """Bare neck down to the slope of the shoulders."""
        figure, canvas = self.figure, self.canvas
        r = figure.body.neck * figure.width**0.4
        base = figure.at(0.02, 0)
        path = np.array([self.upright(0, 0.12), mix(self.upright(0, 0.12), base, 0.6), base])
        mask = filled(
            canvas.shape, limb(smooth_path(path, 10), np.linspace(0.95, 1.25, 10) * r * figure.scale, round_start=False)
        )
        canvas.paint(mask, canvas.part(SKIN, SKIN_STUFF), r * figure.scale, 0.8, 0.2)
        for _ in range(self.rng.integers(0, 3)):
            line = np.array([base + self.rng.normal(0, r * figure.scale, 2) for _ in range(2)])
            canvas.line(stroked(canvas.shape, line, 1.2) & mask, self.rng.uniform(-0.4, 0.1))

    def face(self) -> None:
        """Skull, ears and features; from behind only hair is seen, drawn by `hair`."""
        canvas, rng = self.canvas, self.rng
        skin = canvas.part(SKIN, SKIN_STUFF)
        for ear in (7, 8):
            canvas.paint(
                filled(
                    canvas.shape, ellipse(self.figure.points[ear], (self.size * 0.03, self.size * 0.055), self.roll)
                ),
                skin,
                4,
                0.6,
                0.2,
            )
        mask = filled(canvas.shape, self._skull(0.0))
        canvas.paint(
            mask,
            canvas.part(SKIN, SKIN_STUFF),
            self.size * rng.uniform(0.1, 0.25),
            rng.uniform(0.2, 0.8),
            rng.uniform(0.2, 1.0),
        )
        if self.back:
            return
        self._features(mask)
        if not self.figure.body.feminine and rng.random() < 0.35:
            self._beard(mask)

    def hair(self) -> None:
        """Everything of the hair that lies in front of head and shoulders."""
        canvas, rng = self.canvas, self.rng
        if self.style != 'bald':
            cap = filled(canvas.shape, wobble(rng, self._cap(), self.size * rng.uniform(0.002, 0.014)))
            if not self.back:
                cap &= 1 - filled(canvas.shape, self._face_window())
            canvas.paint(cap, canvas.part(HAIR, HAIR_STUFF, self.roll + rng.normal(0, 0.5)), self.size * 0.15, 0.7, 0.6)
            if self.style == 'updo':
                bun = ellipse(
                    self.upright(rng.normal(0, 0.05), -0.25 - self.volume),
                    (self.size * rng.uniform(0.06, 0.13), self.size * rng.uniform(0.05, 0.1)),
                )
                canvas.paint(
                    filled(canvas.shape, wobble(rng, bun, self.size * 0.008)),
                    canvas.part(HAIR, HAIR_STUFF, 1.0),
                    self.size * 0.1,
                    0.8,
                )
            if not self.back and rng.random() < (0.3 if self.style in ('short', 'bob', 'long') else 0.05):
                self._fringe()
        if self.style in ('long', 'bob', 'tail'):
            self._front_locks()
        if self.back and self.style in ('long', 'bob'):
            self._curtain()

    def extras(self) -> None:
        """Hat and glasses."""
        if not self.back and self.rng.random() < 0.16:
            self._glasses()
        if self.hat is not None:
            self._draw_hat()

    def _skull(self, grow: float) -> np.ndarray:
        s, g = self.size, grow * self.size
        crown = ellipse(self.upright(0, -0.07), (0.145 * s + g, 0.165 * s + g), self.roll)
        jaw_turn = np.sin(self.turn) * 0.05 if not self.back else 0
        jaw = ellipse(self.upright(jaw_turn, 0.09), (0.112 * s + g, 0.15 * s + g), self.roll)
        return hull(np.concatenate([crown, jaw]))

    def _face_window(self) -> np.ndarray:
        """The part of the skull that hair leaves free."""
        s, rng = self.size, self.rng
        shift = 0.085 * np.sin(self.turn)
        top = rng.uniform(-0.2, -0.1)
        wide = rng.uniform(0.098, 0.135) if self.style in ('bob', 'long') else rng.uniform(0.12, 0.15)
        wide *= 0.75 + 0.25 * abs(np.cos(self.turn))
        points = [
            self.upright(shift + wide * np.sin(a) * 1.0, np.interp(-np.cos(a), [-1, 0, 1], [top, 0.04, 0.32]))
            for a in np.linspace(0, 2 * np.pi, 30)
        ]
        if rng.random() < 0.4:
            points += [self.upright(shift + self.parting * 2, top - rng.uniform(0, 0.04))]
        outline = hull(np.array(points)) if rng.random() < 0.7 else np.array(points[:30])
        if self.style in ('buzz', 'short', 'updo', 'tail', 'bald'):
            low = rng.uniform(-0.02, 0.06)
            below = np.array(
                [self.upright(-0.4, low), self.upright(0.4, low), self.upright(0.4, 0.6), self.upright(-0.4, 0.6)]
            )
            side = 0.0 if abs(self.turn) < 0.5 else 0.05 * np.sign(np.sin(self.turn))
            outline = hull(
                np.concatenate(
                    [outline, [self.upright(side - 0.13, low + 0.02), self.upright(side + 0.13, low + 0.02)], below[2:]]
                )
            )
        return wobble(rng, outline, s * rng.uniform(0.001, 0.008))

    def _cap(self) -> np.ndarray:
        s, v = self.size, self.volume * self.size
        if self.style == 'afro':
            return ellipse(self.upright(0, -0.1), (0.15 * s + v, 0.17 * s + v), self.roll)
        bottom = 0.08 if self.style in ('buzz', 'short', 'updo', 'tail') else min(self.reach, 0.22)
        points = np.concatenate(
            [
                ellipse(self.upright(0, -0.07), (0.147 * s + v * 0.8, 0.168 * s + v), self.roll),
                [self.upright(-0.135, bottom), self.upright(0.135, bottom)],
            ]
        )
        return hull(points)

    def _fringe(self) -> None:
        canvas, rng = self.canvas, self.rng
        shift = 0.085 * np.sin(self.turn)
        low = rng.uniform(-0.06, -0.02)
        left, right = (low, low) if rng.random() < 0.5 else (low, -0.14)
        if rng.random() < 0.5:
            left, right = right, left
        outline = np.array(
            [
                self.upright(shift - 0.125, -0.1),
                self.upright(shift, -0.22),
                self.upright(shift + 0.125, -0.1),
                self.upright(shift + 0.115, right),
                self.upright(shift, (left + right) / 2),
                self.upright(shift - 0.115, left),
            ]
        )
        mask = filled(canvas.shape, wobble(rng, outline, self.size * 0.008))
        canvas.paint(mask, canvas.part(HAIR, HAIR_STUFF, self.roll), self.size * 0.06, 0.4, 0.4)

    def _front_locks(self) -> None:
        rng = self.rng
        odds = 0.15 if self.style == 'tail' else 0.62
        for side in (1, -1):
            if rng.random() > odds:
                continue
            reach = self.reach if self.style != 'tail' else rng.uniform(0.3, 0.9)
            start = self.upright(side * 0.13, rng.uniform(-0.08, 0.0))
            middle = self.upright(side * rng.uniform(0.13, 0.19), min(0.22, reach * 0.5))
            end = self.upright(side * rng.uniform(0.08, 0.3), max(reach, 0.1))
            self._lock(np.array([start, middle, end]), rng.uniform(0.02, 0.08))

    def _lock(self, path: np.ndarray, half_width: float) -> None:
        canvas, rng = self.canvas, self.rng
        path = smooth_path(path, 20, 0.2)
        f = np.linspace(0, 1, len(path))
        path = path + (np.sin(f * rng.uniform(3, 25) + rng.uniform(0, 6)) * self.size * rng.uniform(0, 0.012))[
            :, None
        ] * [1, 0]
        width = half_width * self.size * (0.5 + 1.0 * np.sin(np.pi * np.clip(f * 0.9 + 0.08, 0, 1)))
        mask = filled(canvas.shape, wobble(rng, limb(path, width), self.size * rng.uniform(0.001, 0.008)))
        direction = path[-1] - path[0]
        canvas.paint(
            mask,
            canvas.part(HAIR, HAIR_STUFF, float(np.arctan2(-direction[0], direction[1]))),
            self.size * half_width,
            0.7,
            0.5,
        )

    def _curtain(self) -> None:
        w = 0.15 + self.volume
        spread = self.rng.uniform(0.8, 1.3)
        outline = np.array(
            [
                self.upright(-w, -0.05),
                self.upright(-w * spread, self.reach),
                self.upright(w * spread, self.reach),
                self.upright(w, -0.05),
            ]
        )
        mask = filled(self.canvas.shape, wobble(self.rng, outline, self.size * 0.012))
        self.canvas.paint(mask, self.canvas.part(HAIR, HAIR_STUFF, self.roll), self.size * 0.15, 0.6)

    def _features(self, skull: np.ndarray) -> None:
        canvas, rng, s = self.canvas, self.rng, self.size
        narrow = max(0.35, abs(np.cos(self.turn)))
        eye, brow, lip = Stuff(1, 'eye'), Stuff(2, 'brow'), Stuff(1, 'lip')
        for side in (1, -1):
            socket = self.spot(side * 0.062, -0.005, 0.12)
            canvas.line(
                filled(canvas.shape, ellipse(socket, (0.045 * s * narrow, 0.025 * s), self.roll)) & skull,
                rng.uniform(-0.5, 0.0),
            )
            canvas.decorate(
                filled(canvas.shape, ellipse(socket, (0.026 * s * narrow, 0.011 * s), self.roll)) & skull,
                eye,
                0,
                (SKIN,),
            )
            pupil = ellipse(socket, (0.011 * s * narrow, 0.011 * s))
            canvas.decorate(filled(canvas.shape, pupil) & skull, brow, 0, (SKIN,))
            arch = np.array(
                [
                    self.spot(side * 0.03, -0.045, 0.13),
                    self.spot(side * 0.065, -0.058, 0.12),
                    self.spot(side * 0.1, -0.042, 0.09),
                ]
            )
            canvas.decorate(stroked(canvas.shape, arch, s * rng.uniform(0.008, 0.022)) & skull, brow, 0, (SKIN,))
        nose = np.array(
            [self.spot(rng.choice([-0.02, 0.02]), 0.0, 0.14), self.spot(0.022 * rng.choice([-1, 1]), 0.075, 0.17)]
        )
        canvas.line(stroked(canvas.shape, nose, s * 0.02) & skull, rng.uniform(-0.4, 0.2))
        canvas.line(
            filled(canvas.shape, ellipse(self.spot(0, 0.085, 0.15), (0.03 * s * narrow, 0.01 * s), self.roll)) & skull,
            rng.uniform(-0.6, 0),
        )
        mouth = ellipse(
            self.spot(0, 0.14, 0.13), (rng.uniform(0.035, 0.052) * s * narrow, rng.uniform(0.008, 0.02) * s), self.roll
        )
        canvas.decorate(filled(canvas.shape, mouth) & skull, lip, 0, (SKIN,))
        if rng.random() < 0.25:
            smile = ellipse(self.spot(0, 0.14, 0.13), (0.032 * s * narrow, 0.008 * s), self.roll)
            canvas.decorate(filled(canvas.shape, smile) & skull, eye, 0, (SKIN,))

    def _beard(self, skull: np.ndarray) -> None:
        canvas, rng = self.canvas, self.rng
        shift = 0.06 * np.sin(self.turn)
        top = rng.uniform(0.05, 0.12)
        long = rng.uniform(0.0, 0.06)
        outline = np.array(
            [
                self.upright(shift - 0.13, top - 0.05),
                self.upright(shift - 0.05, top + 0.04),
                self.upright(shift + 0.05, top + 0.04),
                self.upright(shift + 0.13, top - 0.05),
                self.upright(shift + 0.1, 0.2),
                self.upright(shift, 0.25 + long),
                self.upright(shift - 0.1, 0.2),
            ]
        )
        mask = filled(canvas.shape, wobble(rng, outline, self.size * 0.006)) & (skull | (long > 0.03))
        part = canvas.part(SKIN, Stuff(2, 'brow'))
        canvas.parts[mask > 0] = part
        mouth = ellipse(self.spot(0, 0.145, 0.13), (0.038 * self.size, 0.012 * self.size), self.roll)
        canvas.decorate(filled(canvas.shape, mouth) & mask, Stuff(1, 'lip'), 0, (SKIN,))

    def _glasses(self) -> None:
        canvas, rng, s = self.canvas, self.rng, self.size
        stuff = canvas.stuff('object')
        narrow = max(0.4, abs(np.cos(self.turn)))
        dark = rng.random() < 0.55
        part = canvas.part(OTHER, stuff)
        radii = (rng.uniform(0.04, 0.055) * s * narrow, rng.uniform(0.028, 0.045) * s)
        lenses = [ellipse(self.spot(side * 0.058, 0.003, 0.13), radii, self.roll) for side in (1, -1)]
        bridge = stroked(
            canvas.shape,
            np.array(
                [
                    self.spot(-0.13, -0.01, 0.03),
                    self.spot(-0.05, -0.01, 0.14),
                    self.spot(0.05, -0.01, 0.14),
                    self.spot(0.13, -0.01, 0.03),
                ]
            ),
            s * 0.012,
        )
        if dark:
            canvas.paint(filled(canvas.shape, *lenses) | bridge, part, 0, 0, 0.2)
            return
        frame = bridge.copy()
        for lens in lenses:
            frame |= stroked(canvas.shape, np.concatenate([lens, lens[:1]]), s * rng.uniform(0.006, 0.014))
        canvas.decorate(frame, stuff)

    def _draw_hat(self) -> None:
        canvas, rng, s = self.canvas, self.rng, self.size
        part = canvas.part(OTHER, canvas.stuff('cloth'), self.roll)
        if self.hat == 'veil':
            outer = hull(np.concatenate([self._skull(0.03), [self.upright(-0.24, 0.4), self.upright(0.24, 0.4)]]))
            canvas.paint(
                filled(canvas.shape, wobble(rng, outer, s * 0.01)) & (1 - filled(canvas.shape, self._face_window())),
                part,
                s * 0.1,
                0.7,
            )
            return
        line = rng.uniform(-0.14, -0.07)
        wide = 0.15 + max(0.01, self.volume)
        crown = hull(
            np.array(
                [
                    self.upright(-wide, line),
                    self.upright(wide, line),
                    self.upright(wide * 0.95, line - 0.13),
                    self.upright(wide * 0.6, line - rng.uniform(0.16, 0.24)),
                    self.upright(-wide * 0.6, line - rng.uniform(0.16, 0.24)),
                    self.upright(-wide * 0.95, line - 0.13),
                ]
            )
        )
        canvas.paint(filled(canvas.shape, wobble(rng, crown, s * 0.006)), part, s * 0.12, 0.8)
        if self.hat == 'brim':
            brim = ellipse(
                self.upright(0, line),
                (s * rng.uniform(0.2, 0.34), s * rng.uniform(0.02, 0.08)),
                self.roll + rng.normal(0, 0.1),
            )
            canvas.paint(
                filled(canvas.shape, brim), canvas.part(OTHER, Stuff(int(canvas.group[part]), 'cloth')), s * 0.05, 0.6
            )
        if self.hat == 'cap':
            peak = ellipse(
                self.upright(0.1 * np.sin(self.turn), line + 0.01), (s * 0.12, s * rng.uniform(0.02, 0.05)), self.roll
            )
            canvas.paint(filled(canvas.shape, peak), part, s * 0.05, 0.6)
        if self.hat == 'beanie' or rng.random() < 0.4:
            band = stroked(
                canvas.shape,
                np.array([self.upright(-wide, line), self.upright(wide, line)]),
                s * rng.uniform(0.02, 0.06),
            )
            canvas.paint(band, canvas.part(OTHER, canvas.stuff('cloth')), 3, 0.3, 0.3)
