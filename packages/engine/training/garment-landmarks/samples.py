"""
Makes garments of many cuts out of cut-out photos, each with its landmarks; see README.md.

    python3 samples.py CUT-OUTS SAMPLES.npz --count 12000
    python3 samples.py CUT-OUTS TEST.npz --test

A sample starts from a labelled photo. Cloth is cut away (sleeves, shoulders, necklines, hems), stretched to dresses, or
added (straps, ties). Sleeves also turn down, as on a mannequin, or over the front, legs fold, and waists draw in. With
`--test` the file holds the photos that are kept for testing, in their own cuts. Left and right are those of the
picture; y points down.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

#: Sides of a sample and of the canvas it is made on, in pixels; the longer side of a garment fills FILL of both.
SIDE, CANVAS, FILL = 128, 224, 0.9
CATEGORIES = ['top', 'dress', 'trousers', 'skirt']
SLEEVES = ['none', 'short', 'mid', 'long']
LABELS = Path(__file__).parent / 'labels.jsonl'
#: One label of this many, by the order of the file, is kept for testing.
TEST_EVERY = 12
#: Least length below the armpits that makes a dress, in widths of the chest.
DRESS_FROM = 1.8
#: Logarithms of how much taller half of the garments are made: on a mannequin clothes look narrower than laid flat.
TALLER = (-0.1, 0.45)


@dataclass
class Garment:
    """
    A cut-out garment: its colours and coverage, landmarks by name, category and sleeves. Photos have bytes, a canvas
    has floats from 0 to 1.

    `folded` tells of the left and the right sleeve or leg whether it lies on the front, is hidden, bent or cut off. A
    garment that is not `cut` keeps its cut. `taller` is how much taller than laid flat it is made.
    """

    pixels: np.ndarray
    points: dict[str, np.ndarray]
    category: str
    sleeves: str
    folded: tuple[bool, bool] = (False, False)
    cut: bool = True
    taller: float = 1


class Photos:
    """Labelled photos, cut out, by category; and tops, dresses and folded trousers that keep their cut."""

    def __init__(self, folder: Path, testing: bool) -> None:
        head, *labels = [json.loads(line) for line in LABELS.read_text().splitlines()]
        self.names = head['landmarks']
        self.by_category: dict[str, list[Garment]] = {category: [] for category in CATEGORIES}
        self.uncut: list[Garment] = []
        self.missing = 0
        for index, label in enumerate(labels):
            if (index % TEST_EVERY == 0) != testing:
                continue
            # Photos without a sure outline are not cut out.
            if not (folder / label['file']).exists():
                self.missing += 1
                continue
            pixels = cv2.imread(str(folder / label['file']), cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]]
            marks = np.array(label['points'], np.float32).reshape(-1, 2)
            points = dict(zip(self.names, marks))
            folded = tuple(side in label.get('folded', '') for side in 'LR')
            garment = Garment(pixels, points, label['category'], label['sleeves'], folded)
            if not any(folded):
                self.by_category[label['category']].append(garment)
            if label['category'] in ('top', 'dress') or any(folded):
                self.uncut.append(replace(garment, cut=False))


def on_canvas(garment: Garment, rng: np.random.Generator) -> Garment:
    """The garment in the middle of a canvas, slightly turned, mirrored or made taller half of the time."""
    height, width = garment.pixels.shape[:2]
    ys, xs = np.nonzero(garment.pixels[..., 3] > 127)
    extent = max(np.ptp(xs), np.ptp(ys))
    scale = CANVAS * 0.62 / extent
    angle = np.deg2rad(rng.normal(0, 5))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    taller = np.exp(rng.uniform(*TALLER)) if rng.random() < 0.5 else 1
    turn = np.diag([1, taller]) @ turn
    middle = np.array([(xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2])
    move = CANVAS / 2 - turn @ middle
    matrix = np.column_stack([turn, move])
    photo = premultiplied(garment.pixels.astype(np.float32) / 255)
    pixels = cv2.warpAffine(photo, matrix, (CANVAS, CANVAS), flags=cv2.INTER_AREA)
    points = {name: turn @ point + move for name, point in garment.points.items()}
    folded = garment.folded
    if rng.random() < 0.5:
        pixels = pixels[:, ::-1].copy()
        points = {other_side(name): np.array([CANVAS - 1 - x, y]) for name, (x, y) in points.items()}
        folded = folded[::-1]
    return replace(garment, pixels=pixels, points=points, folded=folded, taller=taller)


def premultiplied(pixels: np.ndarray) -> np.ndarray:
    return np.dstack([pixels[..., :3] * pixels[..., 3:], pixels[..., 3]])


def other_side(name: str) -> str:
    if name.endswith('Left'):
        return name[:-4] + 'Right'
    return name[:-5] + 'Left' if name.endswith('Right') else name


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

    def stretch(self) -> None:
        """Lengthens or shortens the part below the armpits, and flares it."""
        rng = self.rng
        top = (self.point('armpit', 0)[1] + self.point('armpit', 1)[1]) / 2
        hem = (self.point('hem', 0)[1] + self.point('hem', 1)[1]) / 2
        if self.sleeves != 'short' and self.sleeves != 'none':
            return
        flat = self.chest() * self.taller
        wanted = flat * (rng.uniform(0.45, 1.6) if rng.random() < 0.6 else rng.uniform(1.6, 3.2))
        self.category = 'dress' if wanted > DRESS_FROM * flat else 'top'
        factor = wanted / max(hem - top, 1)
        flare = rng.uniform(0.8, 1.25) if factor < 1.3 else rng.uniform(0.75, 2.3)
        middle = (self.point('hem', 0)[0] + self.point('hem', 1)[0]) / 2
        shrink = min(1, CANVAS * 0.93 / (top + wanted + 6))
        waist = rng.uniform(0.72, 1.0) if flare > 1.1 else rng.uniform(0.8, 1.0)
        rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)

        def width_at(y: np.ndarray) -> np.ndarray:
            share = np.clip((y - top) / wanted, 0, 1)
            drawn = 1 - (1 - waist) * np.exp(-(((share - 0.3) / 0.14) ** 2))
            return drawn * (1 + (flare - 1) * np.clip((share - 0.25) / 0.75, 0, 1) ** 1.2)

        y = rows / shrink
        x = (columns - CANVAS / 2) / shrink + middle
        from_y = np.where(y < top, y, np.where(y < top + wanted, top + (y - top) / factor, y - wanted + hem - top))
        from_x = middle + (x - middle) / width_at(y)
        self.pixels = cv2.remap(self.pixels, from_x.astype(np.float32), from_y.astype(np.float32), cv2.INTER_LINEAR)
        for name, (px, py) in self.points.items():
            moved = py if py < top else top + (py - top) * factor
            wide = middle + (px - middle) * float(width_at(np.array(moved)))
            self.points[name] = np.array([(wide - middle) * shrink + CANVAS / 2, moved * shrink])
        for side in (0, 1):
            armpit, hem_point = self.point('armpit', side), self.point('hem', side)
            self.place('waist', side, self.side_at(side, 0.5 * (armpit[1] + hem_point[1])))

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

    def shorten_sleeves(self) -> None:
        """Cuts sleeves off at a share of their length."""
        rng, share = self.rng, self.rng.uniform(0.25, 0.85)
        was = self.sleeves
        for side in (0, 1):
            t = share + rng.normal(0, 0.02)
            outer, inner = self.limb_at('Outer', side, t), self.limb_at('Inner', side, t)
            ends = [self.point('cuffOuter', side), self.point('cuffInner', side)]
            along = (ends[0] + ends[1] - outer - inner) / 2
            across = outer - inner
            far = along * 1.6 + along / max(np.linalg.norm(along), 1) * 8
            self.erase([outer + across * 0.4, inner - across * 0.12, inner - across * 0.12 + far, outer + across + far])
            for name, end in (('Outer', outer), ('Inner', inner)):
                start = self.point('shoulder' if name == 'Outer' else 'armpit', side)
                self.place('cuff' + name, side, end)
                self.place('elbow' + name, side, (start + end) / 2)
        if was != 'short':
            self.sleeves = 'short' if share < (0.5 if was == 'long' else 0.7) else 'mid'

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

    def narrow_waist(self) -> None:
        """Draws the trunk in at the waist, as around a mannequin."""
        top = (self.point('armpit', 0)[1] + self.point('armpit', 1)[1]) / 2
        hem = (self.point('hem', 0)[1] + self.point('hem', 1)[1]) / 2
        middle = (self.point('armpit', 0)[0] + self.point('armpit', 1)[0]) / 2
        waist, level, below = self.rng.uniform(0.72, 1), self.rng.uniform(0.3, 0.65), self.rng.uniform(0.8, 1.05)
        rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)

        def width_at(y: np.ndarray) -> np.ndarray:
            share = np.clip((y - top) / max(hem - top, 1), 0, 1)
            return np.interp(share, [0, level / 2, level, 1], [1, (1 + waist) / 2, waist, below])

        from_x = (middle + (columns - middle) / width_at(rows)).astype(np.float32)
        self.pixels = cv2.remap(self.pixels, from_x, rows, cv2.INTER_LINEAR)
        for name, (x, y) in self.points.items():
            self.points[name] = np.array([middle + (x - middle) * float(width_at(np.array(y))), y])

    def hang_sleeves(self) -> None:
        """Turns the sleeves down beside the trunk, as on a mannequin or a hanger, before or behind it."""
        rng = self.rng
        turned = rng.uniform(0.25, 1.05)
        for side in (0, 1):
            outer, inner = self.point('cuffOuter', side), self.point('cuffInner', side)
            shoulder, armpit = self.point('shoulder', side), self.point('armpit', side)
            pivot = shoulder + (armpit - shoulder) * 0.25
            end = (outer + inner) / 2 - pivot
            out = -1 if side == 0 else 1
            # From its own angle to straight down, 0 to 1; a little beyond where it leans on the trunk.
            angle = np.arctan2(end[0] * out, end[1]) * min(1.0, turned + rng.normal(0, 0.03))
            self.turn_limb(side, pivot, float(angle * out), before=rng.random() < 0.7)

    def fold_sleeves(self) -> None:
        """Lays one sleeve or both, or their lower parts, on the front of the trunk or behind it."""
        rng = self.rng
        chosen = (0, 1) if rng.random() < 0.6 else (rng.integers(2),)
        share = 0.0 if rng.random() < 0.5 else rng.uniform(0.1, 0.55)
        inwards, before = rng.uniform(0.25, 1.5), rng.random() < 0.85
        for side in chosen:
            shoulder, armpit = self.limb_at('Outer', side, share), self.limb_at('Inner', side, share)
            pivot = shoulder + (armpit - shoulder) * rng.uniform(0.25, 0.6)
            end = (self.point('cuffOuter', side) + self.point('cuffInner', side)) / 2 - pivot
            out = -1 if side == 0 else 1
            angle = np.arctan2(end[0] * out, end[1]) + inwards + rng.normal(0, 0.1)
            self.turn_limb(side, pivot, float(angle * out), before, share)
            self.folded[side] = True

    def fold_legs(self) -> None:
        """Lays one leg on the other, or bends one leg or both."""
        if self.rng.random() < 0.35:
            self.halve()
        else:
            self.bend_legs()

    def halve(self) -> None:
        """Folds trousers along their middle, so that one leg lies on the other, and turns them."""
        rng, side = self.rng, self.rng.integers(2)
        crotch = self.points['crotch']
        middle = (self.point('waistband', 0) + self.point('waistband', 1)) / 2
        down = (crotch - middle) / max(np.linalg.norm(crotch - middle), 1)
        out = np.array([-down[1], down[0]]) * (1 if side == 0 else -1)
        far = [middle - down * CANVAS, middle + down * 2 * CANVAS]
        half = self.pixels * filled([*far, far[1] + out * CANVAS, far[0] + out * CANVAS])[..., None]
        other = self.pixels - half
        # The other half, mirrored at the fold and a little turned beneath.
        mirror = np.eye(2) - 2 * np.outer(out, out)
        slip = rng.normal(0, 0.07)
        turn = np.array([[np.cos(slip), -np.sin(slip)], [np.sin(slip), np.cos(slip)]]) @ mirror
        other = cv2.warpAffine(other, np.column_stack([turn, middle - turn @ middle]), (CANVAS, CANVAS))
        self.pixels = laid_over(half, other, rng)
        self.place('waistband', 1 - side, middle)
        self.turn(rng.normal(0, 0.25))
        self.folded = [True, True]
        if rng.random() < 0.4:
            self.bend_legs()

    def bend_legs(self) -> None:
        """Bends one leg or both, inwards or outwards, up to the waist."""
        rng = self.rng
        both, share = any(self.folded) or rng.random() < 0.5, rng.uniform(0.1, 0.75)
        outwards, before = rng.choice([-1, 1]), rng.random() < 0.7
        angle = rng.uniform(0.6, 3)
        for side in (0, 1) if both else (rng.integers(2),):
            # Both to one side, or each to its own.
            outwards = -outwards if side == 1 and (any(self.folded) or rng.random() < 0.5) else outwards
            outer, inner = self.limb_at('Outer', side, share), self.limb_at('Inner', side, share)
            turned = angle * outwards * (1 if side == 0 else -1) + rng.normal(0, 0.1)
            self.turn_limb(side, (outer + inner) / 2, float(turned), before, share)
        self.folded = [True, True] if both else [side == 0, side == 1]

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

    def remove_sleeves(self, narrow: float) -> None:
        """Cuts armholes: `narrow` is how far the shoulders move to the neck, 1 all the way, below 0 outwards."""
        rng, chest = self.rng, self.chest()
        bite, lower = rng.uniform(0, 0.3), max(0.0, rng.normal(0.02, 0.14)) * chest
        for side in (0, 1):
            out = -1 if side == 0 else 1
            neck, shoulder, armpit = (self.point(name, side) for name in ('neck', 'shoulder', 'armpit'))
            if self.sleeves != 'none':
                first = 0.05 if narrow >= 0 else 0.4
                edges = [self.limb_at('Outer', side, t) for t in (first, 0.5, 1)]
                inner = [self.limb_at('Inner', side, t) for t in (1, 0.5, first - 0.05)]
                along = (edges[2] + inner[0] - edges[1] - inner[1]) / 2
                end = along * 10 / max(np.linalg.norm(along), 1)
                grown = [np.array(p) + (out * 9, -3) for p in edges] + [edges[2] + end, inner[0] + end]
                grown += [np.array(p) + (out * -1, 6) for p in inner]
                self.erase(grown)
            x = shoulder[0] + (neck[0] - shoulder[0]) * narrow
            start = np.array([x, self.shoulder_row(x)])
            end = self.side_at(side, armpit[1] + lower)
            bend = (start + end) / 2
            bend[0] += -out * bite * chest * 0.5 - (start[0] - end[0]) * 0.2
            bend[1] += 0.15 * (end[1] - start[1])
            curve = [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)]
            far = out * CANVAS
            self.erase([start - (0, 30), *curve, end + (far, 1), start + (far, -30)])
            self.place('shoulder', side, start)
            self.place('armpit', side, end)
            self.place('waist', side, self.side_at(side, 0.5 * (end[1] + self.point('hem', side)[1])))
        self.sleeves = 'none'

    def deepen_neck(self) -> None:
        """Cuts a deep neckline between the neck points, which may move out towards the shoulders."""
        rng = self.rng
        out = rng.uniform(0, 0.75) if rng.random() < 0.7 else 0
        ends = []
        for side in (0, 1):
            neck, shoulder = self.point('neck', side), self.point('shoulder', side)
            x = neck[0] + (shoulder[0] - neck[0]) * out
            ends.append(np.array([x, self.shoulder_row(x)]))
            self.place('neck', side, ends[-1])
        armpits = (self.point('armpit', 0)[1] + self.point('armpit', 1)[1]) / 2
        level = (ends[0][1] + ends[1][1]) / 2
        depth = rng.uniform(0.25, 1.15) * max(armpits - level, 6)
        power = rng.choice([1.0, 2.2, 5.0])
        xs = np.linspace(-1, 1, 25)
        middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
        edge = [middle + half * x + (0, depth * (1 - abs(x) ** power)) for x in xs]
        self.erase([ends[0] - (0, 40), *edge, ends[1] - (0, 40)])

    def hang_on_straps(self) -> None:
        """Takes all above a line near the armpits away, and hangs the rest on two straps."""
        self.remove_sleeves(0)
        rng, chest = self.rng, self.chest()
        armpits = [self.point('armpit', side) for side in (0, 1)]
        rise = rng.uniform(-0.05, 0.28) * chest
        dip, power = rng.uniform(-0.1, 0.3) * chest, rng.choice([1.0, 2.0, 4.0])
        spread = rng.uniform(0.4, 0.92)
        width = rng.uniform(0.012, 0.14) * chest
        tall = rng.uniform(0.15, 0.6) * chest
        middle, half = (armpits[0] + armpits[1]) / 2, (armpits[1] - armpits[0]) / 2
        top = middle - (0, rise)
        roots = [top + half * (spread * s) - (0, 0) for s in (-1, 1)]
        line = [
            top
            + half * x
            + (0, dip * (1 - min(1, abs(x) / spread) ** power) + rise * max(0, abs(x) - spread) / (1.02 - spread))
            for x in np.linspace(-1, 1, 33)
        ]
        # Straps in the cloth, or in one colour.
        body = self.pixels
        colour = body[body[..., 3] > 0.9][:, :3].mean(0) if rng.random() < 0.6 else rng.uniform(0, 1, 3)
        self.erase([(-CANVAS, -CANVAS), (-CANVAS, line[0][1]), *line, (2 * CANVAS, line[-1][1]), (2 * CANVAS, -CANVAS)])
        lean, bow, looped = rng.uniform(-0.25, 0.3) * chest, rng.normal(0, 0.06) * chest, rng.random() < 0.4
        for side, root in enumerate(roots):
            out = -1 if side == 0 else 1
            end = root + (-out * lean * 0.6 + rng.normal(0, 2), -tall + rng.normal(0, 2))
            bend = (root + end) / 2 + (out * bow, 0)
            path = [
                (1 - t) ** 2 * (root + (0, 4)) + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)
            ]
            if looped:
                # The strap goes on behind, down to the back of the body.
                back = root + (out * rng.uniform(0.05, 0.3) * chest, rng.uniform(-0.1, 0.15) * chest)
                swing = np.array([out * rng.uniform(0, 0.6) * chest, 0])
                behind = [end + (back - end) * t + swing * t * (1 - t) for t in np.linspace(0, 1, 9)]
                self.draw_ribbon(behind, width, colour)
            self.draw_ribbon(path, width, colour)
            self.place('neck', side, end + (-out * width / 2, 0))
            self.place('shoulder', side, end + (out * width / 2, 0))
            self.place('armpit', side, line[0] if side == 0 else line[-1])
        self.sleeves = 'none'

    def bare_shoulders(self) -> None:
        """Takes neck and shoulders away above a line through the sleeves."""
        rng = self.rng
        share = rng.uniform(0.25, 0.7)
        ends = []
        for side in (0, 1):
            shoulder, armpit = self.point('shoulder', side), self.point('armpit', side)
            y = shoulder[1] + (armpit[1] - shoulder[1]) * share
            out = self.limb_at('Outer', side, rng.uniform(0.1, 0.35))
            ends.append(np.array([out[0], max(y, out[1])]))
        sag = rng.uniform(-0.06, 0.15) * self.chest()
        line = [ends[0] + (ends[1] - ends[0]) * t + (0, sag * 4 * t * (1 - t)) for t in np.linspace(0, 1, 20)]
        self.erase([(-CANVAS, -CANVAS), (-CANVAS, ends[0][1]), *line, (2 * CANVAS, ends[1][1]), (2 * CANVAS, -CANVAS)])
        for side in (0, 1):
            self.place('shoulder', side, ends[side])
            self.place('neck', side, ends[side] + (ends[1 - side] - ends[side]) * 0.12)
            self.place('elbowOuter', side, (ends[side] + self.point('cuffOuter', side)) / 2)

    def tie(self) -> None:
        """Lets a band hang from side, waist, hem or shoulder."""
        rng, chest = self.rng, self.chest() if self.category in ('top', 'dress') else CANVAS / 4
        body = self.pixels[self.pixels[..., 3] > 0.9]
        if len(body) < 50:
            return
        colour = body[:, :3].mean(0) * rng.uniform(0.6, 1.1) if rng.random() < 0.7 else rng.uniform(0, 1, 3)
        width = rng.uniform(0.02, 0.12) * chest
        for _ in range(rng.integers(1, 3)):
            ys, xs = np.nonzero(self.pixels[..., 3] > 0.9)
            index = rng.integers(len(ys))
            y = ys[index]
            row = xs[ys == y]
            x = rng.choice([row.min(), row.max(), xs[index]])
            fall = rng.uniform(0.3, 1.1) * chest
            end = np.array([x + rng.normal(0, 0.25) * chest, y + fall])
            bend = np.array([x + rng.normal(0, 0.2) * chest, y + fall * 0.4])
            start = np.array([x, y], np.float32)
            path = [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)]
            self.draw_ribbon(path, width, colour)

    def hang(self) -> None:
        """Shows a hanger in the neck: cut-outs may keep it."""
        rng, chest = self.rng, self.chest()
        width = rng.uniform(0.02, 0.16) * chest
        wood = np.array([0.72, 0.5, 0.3]) * rng.uniform(0.6, 1.2)
        grey = rng.uniform(0, 1) * np.ones(3)
        colour = wood if rng.random() < 0.3 else grey if rng.random() < 0.7 else rng.uniform(0, 1, 3)
        necks = [self.point('neck', side) for side in (0, 1)]
        ends = [(necks[side] + self.point('shoulder', side)) / 2 + (0, 0.08 * chest) for side in (0, 1)]
        apex = (necks[0] + necks[1]) / 2 + (rng.normal(0, 0.03) * chest, -rng.uniform(0, 0.25) * chest)
        garment = self.pixels
        self.pixels = np.zeros_like(garment)
        sag = rng.uniform(-0.1, 0.2)
        for end in ends:
            bend = (end + apex) / 2 + (0, sag * (end[1] - apex[1]))
            self.draw_ribbon([end, bend, apex], width, colour)
        if rng.random() < 0.7:
            hook = apex - (rng.normal(0, 0.02) * chest, rng.uniform(0.1, 0.35) * chest)
            self.draw_ribbon([apex, hook], rng.uniform(0.015, 0.05) * chest, colour)
        self.pixels = garment + self.pixels * (1 - garment[..., 3:])

    def draw_ribbon(self, path: list, width: float, colour: np.ndarray) -> None:
        """A band of one colour over earlier parts."""
        mask = np.zeros((CANVAS * 4, CANVAS * 4), np.uint8)
        cv2.polylines(mask, [np.round(np.array(path) * 4).astype(np.int32)], False, 255, max(2, int(width * 4)))
        soft = cv2.resize(mask, (CANVAS, CANVAS), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        shade = np.clip(colour * self.rng.uniform(0.8, 1.1), 0, 1)
        self.pixels = self.pixels * (1 - soft) + np.append(shade, 1) * soft

    def shorten_legs(self) -> None:
        """Cuts trousers off at a share of their legs."""
        rng, share = self.rng, self.rng.uniform(0.12, 0.95)
        for side in (0, 1):
            edges = [self.limb(edge, side) for edge in ('Outer', 'Inner')]
            starts, hems = [edge[0] for edge in edges], [edge[2] for edge in edges]
            t = share + rng.normal(0, 0.01)
            cut = [along(*edge, t) for edge in edges]
            down = (hems[0] + hems[1] - cut[0] - cut[1]) / 2 * 1.6 + (0, 10)
            across = (cut[0] - cut[1]) * 0.3
            self.erase([cut[0] + across, cut[1] - across * 0.2, cut[1] - across + down, cut[0] + across + down])
            for name, start, end in zip(('Outer', 'Inner'), starts, cut):
                self.place('legHem' + name, side, end)
                self.place('knee' + name, side, (start + end) / 2)

    def has_long_legs(self) -> bool:
        """True if the legs are longer than the part above them."""
        crotch, waistband, hem = (self.points[name][1] for name in ('crotch', 'waistbandLeft', 'legHemInnerLeft'))
        return hem - crotch > crotch - waistband

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


def cut(garment: Garment, rng: np.random.Generator) -> Tailor:
    """A garment in a cut of its own."""
    tailor = Tailor(on_canvas(garment, rng), rng)
    if not garment.cut:
        return tailor
    if garment.category == 'trousers':
        kind = rng.random()
        if kind < 0.35:
            tailor.shorten_legs()
        elif kind < 0.35 + FOLDED_LEGS and tailor.has_long_legs():
            tailor.fold_legs()
    elif garment.category in ('top', 'dress'):
        if garment.category == 'top' and rng.random() < 0.65:
            tailor.stretch()
        kind = rng.random()
        sleeved = tailor.sleeves != 'none'
        if kind < 0.13:
            tailor.hang_on_straps()
        elif kind < 0.42:
            tailor.remove_sleeves(rng.uniform(-0.25, 0.25) if rng.random() < 0.6 else rng.uniform(0.25, 0.9))
        elif kind < 0.48 and tailor.sleeves == 'short':
            tailor.bare_shoulders()
        elif kind < 0.62 and sleeved:
            tailor.shorten_sleeves()
        if rng.random() < 0.3:
            tailor.narrow_waist()
        if tailor.sleeves in ('mid', 'long') and rng.random() < FOLDS:
            tailor.fold_sleeves()
        elif tailor.sleeves != 'none' and rng.random() < 0.45:
            tailor.hang_sleeves()
        if 0.13 <= kind and rng.random() < 0.25 and not 0.42 <= kind < 0.48:
            tailor.deepen_neck()
        if rng.random() < HANGERS:
            tailor.hang()
    if rng.random() < 0.1:
        tailor.tie()
    return tailor


def framed(tailor: Tailor, names: list[str], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The sample as the net sees it (SIDE, SIDE, 4) in bytes, and its landmarks, -0.5 to 0.5 of the square."""
    pixels = tailor.pixels
    ys, xs = np.nonzero(pixels[..., 3] > 0.5)
    side = max(np.ptp(xs), np.ptp(ys), 8) / FILL * np.exp(rng.normal(0, 0.02))
    left, top = (xs.min() + xs.max()) / 2 - side / 2, (ys.min() + ys.max()) / 2 - side / 2
    left, top = left + rng.normal(0, 0.008) * side, top + rng.normal(0, 0.008) * side
    scale = 2 * SIDE / side
    matrix = np.float32([[scale, 0, -left * scale], [0, scale, -top * scale]])
    large = cv2.warpAffine(pixels, matrix, (2 * SIDE, 2 * SIDE), flags=cv2.INTER_LINEAR)
    seen = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    points = np.array([(tailor.points[name] - (left, top)) / side - 0.5 for name in names], np.float32)
    return np.clip(np.round(seen * 255), 0, 255).astype(np.uint8), points


def worn_off(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As a cut-out with faults: bits missing at its edge, or bits of the ground left."""
    alpha = pixels[..., 3:]
    edge = cv2.GaussianBlur(alpha[..., 0], (0, 0), 3)
    ys, xs = np.nonzero((edge > 0.2) & (edge < 0.8))
    pixels = pixels.copy()
    for _ in range(rng.integers(1, 5)):
        index = rng.integers(len(ys))
        spot = np.zeros((CANVAS, CANVAS), np.float32)
        axes = tuple(int(v) for v in rng.uniform(1, 7, 2))
        cv2.ellipse(spot, (int(xs[index]), int(ys[index])), axes, rng.uniform(0, 180), 0, 360, 1, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), 0.7)[..., None]
        filled_in = np.append(rng.uniform(0, 1, 3), 1) * spot if rng.random() < 0.5 else 0
        pixels = pixels * (1 - spot) + filled_in
    return pixels


def without_bits(pixels: np.ndarray) -> np.ndarray:
    """The garment without the small bits that a cut left beside it."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats((pixels[..., 3] > 0.1).astype(np.uint8))
    area = stats[:, cv2.CC_STAT_AREA]
    small = [part for part in range(1, count) if area[part] < 0.05 * area[1:].sum()]
    return np.where(np.isin(parts, small)[..., None], 0, pixels)


def is_sound(tailor: Tailor) -> bool:
    """False where the cut left hardly any cloth."""
    return float(tailor.pixels[..., 3].sum()) > 0.03 * CANVAS * CANVAS


#: Share of samples that start from garments of each category, and from uncut photos.
SHARES = {'top': 0.43, 'dress': 0.1, 'trousers': 0.14, 'skirt': 0.07, 'uncut': 0.26}
#: Share of the garments with sleeves beyond the elbow whose sleeves are folded.
FOLDS = 0.15
#: Share of trousers whose legs are folded, where these are long.
FOLDED_LEGS = 0.25
#: Share of tops and dresses with a hanger.
HANGERS = 0.12


def made(photos: Photos, count: int, rng: np.random.Generator) -> Iterator[Tailor]:
    """So many garments in cuts of their own."""
    while count > 0:
        category = str(rng.choice(list(SHARES), p=list(SHARES.values())))
        of = photos.by_category.get(category, photos.uncut)
        tailor = cut(of[rng.integers(len(of))], rng)
        tailor.pixels = without_bits(tailor.pixels)
        if not is_sound(tailor):
            continue
        if rng.random() < 0.35:
            tailor.pixels = worn_off(tailor.pixels, rng)
        yield tailor
        count -= 1


def uncut(photos: Photos, rng: np.random.Generator) -> Iterator[Tailor]:
    """All photos in their own cuts, slightly turned, mirrored or made taller half of the time."""
    folded = [garment for garment in photos.uncut if any(garment.folded)]
    for garment in [*folded, *sum(photos.by_category.values(), [])]:
        yield Tailor(on_canvas(garment, rng), rng)


def write(path: Path, names: list[str], tailors: Iterable[Tailor], rng: np.random.Generator) -> None:
    """Writes the samples as arrays."""
    columns: dict[str, list] = {name: [] for name in ('pictures', 'points', 'categories', 'sleeves', 'folded')}
    for tailor in tailors:
        picture, points = framed(tailor, names, rng)
        category, sleeves = CATEGORIES.index(tailor.category), SLEEVES.index(tailor.sleeves or 'none')
        row = (picture, points, category, sleeves, tailor.folded)
        for values, value in zip(columns.values(), row):
            values.append(value)
    np.savez(path, names=np.array(names), **{name: np.array(values) for name, values in columns.items()})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('cut_outs', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--count', type=int, default=12000)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--test', action='store_true', help='the photos for testing instead')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    photos = Photos(options.cut_outs, options.test)
    print({category: len(garments) for category, garments in photos.by_category.items()}, flush=True)
    print(f'{photos.missing} labelled photos have no cut-out', flush=True)
    samples = uncut(photos, rng) if options.test else made(photos, options.count, rng)
    write(options.out, photos.names, samples, rng)


if __name__ == '__main__':
    main()
