"""The tools that change a garment on its canvas."""

from __future__ import annotations

import cv2
import numpy as np

from garment import CANVAS, Garment


class Tailor:
    """Changes the cut of a garment on its canvas."""
    def __init__(self, garment: Garment, rng: np.random.Generator) -> None:
        self.pixels, self.points = garment.pixels, garment.points
        self.category, self.sleeves, self.folded = garment.category, garment.sleeves, list(garment.folded)
        self.taller, self.rng = garment.taller, rng

    def point(self, name: str, side: int) -> np.ndarray:
        return self.points[name + ('Left', 'Right')[side]]

    def place(self, name: str, side: int, at: np.ndarray) -> None:
        self.points[name + ('Left', 'Right')[side]] = np.asarray(at, np.float32)

    def erase(self, polygon: list, soft: float = 0.6) -> None:
        """Takes away the cloth in a polygon."""
        mask = filled(polygon)
        self.pixels = self.pixels * (1 - cv2.GaussianBlur(mask, (0, 0), soft))[..., None]

    def chest(self) -> float:
        return float(np.linalg.norm(self.point('armpit', 1) - self.point('armpit', 0)))

    def side_at(self, side: int, y: float) -> np.ndarray:
        """The outermost cloth of the trunk in a row, near the line from armpit to hem."""
        armpit, hem = self.point('armpit', side), self.point('hem', side)
        share = np.clip((y - armpit[1]) / max(hem[1] - armpit[1], 1), 0, 1)
        x = armpit[0] + (hem[0] - armpit[0]) * share
        row = self.pixels[int(np.clip(round(y), 0, CANVAS - 1)), :, 3] > 0.5
        near = [c for c in range(max(0, int(x - 14)), min(CANVAS, int(x + 15))) if row[c]]
        return np.array([(min(near) if side == 0 else max(near)) if near else x, y])

    def shoulder_row(self, x: float) -> float:
        """The highest cloth in a column."""
        column = self.pixels[:, int(np.clip(round(x), 0, CANVAS - 1)), 3] > 0.5
        return float(np.argmax(column)) if column.any() else float(self.point('shoulder', 0)[1])

    def limb(self, edge: str, side: int) -> list[np.ndarray]:
        """Start, middle and end of an edge of a sleeve or a leg."""
        if self.category == 'trousers':
            crotch = self.points['crotch']
            start = crotch if edge == 'Inner' else np.array([self.leg_side(side, crotch[1]), crotch[1]])
            return [start, self.point('knee' + edge, side), self.point('legHem' + edge, side)]
        start = self.point('shoulder' if edge == 'Outer' else 'armpit', side)
        return [start, self.point('elbow' + edge, side), self.point('cuff' + edge, side)]

    def limb_at(self, edge: str, side: int, share: float) -> np.ndarray:
        """A place on an edge of a sleeve or a leg, at a share of its length."""
        return along(*self.limb(edge, side), share)

    def lower(self, by: float) -> None:
        """Moves the garment down on its canvas by some pixels."""
        self.pixels = cv2.warpAffine(self.pixels, np.float32([[1, 0, 0], [0, 1, by]]), (CANVAS, CANVAS))
        self.points = {name: point + (0, by) for name, point in self.points.items()}

    def turn(self, angle: float) -> None:
        """Turns the garment on its canvas by an angle in radians."""
        middle = np.array([CANVAS / 2, CANVAS / 2])
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        move = middle - turn @ middle
        self.pixels = cv2.warpAffine(self.pixels, np.column_stack([turn, move]), (CANVAS, CANVAS))
        self.points = {name: turn @ point + move for name, point in self.points.items()}

    def turn_limb(self, side: int, pivot: np.ndarray, angle: float, before: bool, share: float = 0) -> None:
        """Turns a sleeve or leg, beyond a share of its length, around a place by an angle in radians."""
        shoulder, armpit = self.limb_at('Outer', side, share), self.limb_at('Inner', side, share)
        edges = [self.limb(edge, side) for edge in ('Outer', 'Inner')]
        elbows = [edge[1] for edge in edges] if share < 0.5 else [shoulder, armpit]
        outer, inner = [shoulder, elbows[0], edges[0][2]], [edges[1][2], elbows[1], armpit]
        along = (outer[2] + inner[0]) / 2 - pivot
        along = along / max(np.linalg.norm(along), 1)
        across = shoulder - armpit
        across = across / max(np.linalg.norm(across), 1)
        # Beyond its edges and its end, where there is ground: cuts and folds lie there.
        beyond = [p + across * 10 for p in outer[:2]] + [outer[2] + across * 10 + along * 10]
        region = filled([*beyond, inner[0] - across * 4 + along * 10, inner[1] - across * 2, inner[2]])
        layer = self.pixels * region[..., None]
        rest = self.pixels - layer
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[cos, -sin], [sin, cos]])
        matrix = np.column_stack([turn, pivot - turn @ pivot])
        layer = cv2.warpAffine(layer, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)
        self.pixels = laid_over(*((layer, rest) if before else (rest, layer)), self.rng)
        middle, end = ('knee', 'legHem') if self.category == 'trousers' else ('elbow', 'cuff')
        for name in (end, middle) if share < 0.5 else (end,):
            for edge in ('Outer', 'Inner'):
                self.place(name + edge, side, turn @ (self.point(name + edge, side) - pivot) + pivot)

    def draw_ribbon(self, path: list, width: float, colour: np.ndarray) -> None:
        """A band of one colour over earlier parts."""
        mask = np.zeros((CANVAS * 4, CANVAS * 4), np.uint8)
        cv2.polylines(mask, [np.round(np.array(path) * 4).astype(np.int32)], False, 255, max(2, int(width * 4)))
        soft = cv2.resize(mask, (CANVAS, CANVAS), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        shade = np.clip(colour * self.rng.uniform(0.8, 1.1), 0, 1)
        self.pixels = self.pixels * (1 - soft) + np.append(shade, 1) * soft

    def leg_side(self, side: int, y: float) -> float:
        row = np.nonzero(self.pixels[int(np.clip(y, 0, CANVAS - 1)), :, 3] > 0.5)[0]
        return float(row.min() if side == 0 else row.max()) if len(row) else float(self.point('waistband', side)[0])


def along(start: np.ndarray, middle: np.ndarray, end: np.ndarray, share: float) -> np.ndarray:
    """A place on an edge, at a share of its length."""
    return start + (middle - start) * share * 2 if share < 0.5 else middle + (end - middle) * (share - 0.5) * 2


def laid_over(upper: np.ndarray, lower: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One layer of cloth on another one, which is darker, most of all at the upper one's edge."""
    shadow = rng.uniform(0, 0.5) * cv2.GaussianBlur(upper[..., 3], (0, 0), rng.uniform(1, 3))
    shade = rng.uniform(0.75, 1.0) * (1 - shadow[..., None])
    lower = np.dstack([lower[..., :3] * shade, lower[..., 3:]])
    return upper + lower * (1 - upper[..., 3:])


def filled(polygon: list) -> np.ndarray:
    """1 within a polygon, smooth at its edge."""
    mask = np.zeros((CANVAS * 2, CANVAS * 2), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array([np.asarray(p, np.float32) for p in polygon]) * 2).astype(np.int32)], 255)
    return cv2.resize(mask, (CANVAS, CANVAS), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
