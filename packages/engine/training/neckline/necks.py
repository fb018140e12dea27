"""
Draws the necks of garments in cloth of photos, each with the part that its front covers; see README.md.

    python3 necks.py CUT-OUTS NECKS.npz --count 9000 --workers 4

Coordinates are in neck widths: the neck points lie at (-0.5, 0) and (0.5, 0), y points down. A picture shows what
FRAME says.
"""

from __future__ import annotations

import argparse
import multiprocessing
from pathlib import Path

import cv2
import numpy as np

#: Left, top and side of a picture in neck widths; the same in packages/engine/src/steps/garment/landmarks/neckline.ts.
FRAME = (-1.0, -0.4, 2.2)
#: Sides of a picture, of its map, and of the canvas that both are drawn on, in pixels.
SIDE, MAP, CANVAS = 96, 48, 160
#: Share of necks whose front is as high as the back.
CLOSED = 0.05
#: Share of necks with a deep V between leaves or along buttons, as of shirts and cardigans that lie open.
OPEN = 0.25
#: Share of necks with an edge of lace, of wrapped fronts, and of straps.
LACE, WRAPPED, STRAPS = 0.14, 0.08, 0.24
#: How far the neck points that the engine finds lie off, in neck widths, how much farther apart, and how askew; the
#: share of necks in which they lie on the collar at the back, much nearer to one another.
OFF, APART, ASKEW = 0.03, 0.05, 0.03
NARROW = 0.12

X, Y = np.meshgrid(*(np.linspace(0, 1, CANVAS) * FRAME[2] + start for start in FRAME[:2]))


class Cloths:
    """Pieces of cloth, cut from photos of garments."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.rng = rng
        self.pictures = [
            cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]] for path in sorted(folder.glob('*.png'))
        ]

    def piece(self) -> np.ndarray:
        """Cloth that fills the canvas; floats from 0 to 1."""
        rng = self.rng
        for _ in range(20):
            picture = self.pictures[rng.integers(len(self.pictures))]
            size = int(min(picture.shape[:2]) * rng.uniform(0.2, 0.45))
            top, left = (int(rng.integers(0, side - size)) for side in picture.shape[:2])
            patch = picture[top : top + size, left : left + size]
            if patch[..., 3].min() > 250:
                break
        cloth = np.ascontiguousarray(np.rot90(patch[..., :3], rng.integers(4)))
        return recoloured(
            rng, cv2.resize(cloth, (CANVAS, CANVAS), interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
        )


def recoloured(rng: np.random.Generator, cloth: np.ndarray) -> np.ndarray:
    """The cloth in another colour, or flattened to a plain one, often."""
    kind = rng.random()
    if kind < 0.3:
        return cloth
    grey = cloth.mean(2, keepdims=True)
    base = np.full(3, rng.choice([rng.uniform(0.8, 0.97), rng.uniform(0.03, 0.2), rng.uniform(0.2, 0.8)]))
    base = base + rng.normal(0, 0.16, 3) * (rng.random() < 0.6)
    return np.clip(base + (grey - grey.mean()) * rng.uniform(0.1, 1.0) * (0.4 + base.mean()), 0.01, 1)


def smooth_noise(rng: np.random.Generator, cells: int) -> np.ndarray:
    """Noise about 0 with so many waves across."""
    return cv2.resize(
        rng.normal(0, 1, (cells, cells)).astype(np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC
    )


class Neck:
    """One neck while it is drawn: its colours and coverage, and the front edge."""

    def __init__(self, cloths: Cloths, rng: np.random.Generator) -> None:
        self.cloths, self.rng = cloths, rng
        b = rng.uniform
        self.is_open = rng.random() < OPEN
        self.pointed = self.is_open or rng.random() < 0.25
        self.depth = b(0.25, 1.15) if self.pointed else b(0.08, 0.55) if rng.random() < 0.75 else b(0.4, 1.15)
        self.power = b(0.95, 1.35) if self.pointed else b(1.6, 3.2) if rng.random() < 0.85 else b(3.2, 6)
        if self.is_open:
            self.depth, self.power = b(0.35, 1.6), b(0.9, 1.5)
        self.skew = rng.normal(0, 0.03 if self.is_open else 0.02)
        self.is_wrapped = rng.random() < WRAPPED
        if self.is_wrapped:
            self.depth, self.power, self.skew = b(0.5, 1.5), b(0.9, 1.3), rng.normal(0, 0.09)
        self.is_lace = rng.random() < LACE
        self.scallops = (b(5, 18), b(0.008, 0.03), b(0, 3)) if self.is_lace else (1, 0, 0)
        self.back = b(-0.12, 0.12) if rng.random() < 0.85 else b(0.1, 0.9) * self.depth
        self.back = min(self.back, self.depth - 0.06)
        self.back_power = b(1.6, 4)
        if rng.random() < CLOSED:
            self.depth = self.back = b(-0.12, 0.06)
        self.cloth = cloths.piece()
        self.colours = self.cloth.copy()

    def front_edge(self, x: np.ndarray) -> np.ndarray:
        """Rows of the front edge."""
        moved = np.clip(np.abs(2 * (x - self.skew)), 0, 1)
        waves, height, start = self.scallops
        return self.depth * (1 - moved**self.power) - height * np.abs(np.sin(waves * np.pi * x + start))

    def back_edge(self, x: np.ndarray) -> np.ndarray:
        """Rows of the upper edge of the back."""
        return self.back * (1 - np.clip(np.abs(2 * x), 0, 1) ** self.back_power)

    def draw(self) -> tuple[np.ndarray, np.ndarray]:
        """Colours and coverage (SIDE, SIDE, 4), and which pixels lie on or below the front (MAP, MAP); both as bytes."""
        rng = self.rng
        slope = rng.uniform(0.05, 0.75)
        self.shoulder = np.maximum(0, np.abs(X) - 0.5) * slope - rng.uniform(0, 0.04)
        below = Y - self.front_edge(X)
        inside = (np.abs(X) < 0.5) & (below < 0)
        self.decorate()
        self.band = None
        if self.is_wrapped:
            self.wrap(inside)
        if self.is_lace:
            self.lace(below, ~inside)
        elif rng.random() < 0.6:
            self.rib(
                np.abs(below) / np.sqrt(1 + np.gradient(self.front_edge(X[0]), X[0, 1] - X[0, 0]) ** 2)[None], ~inside
            )
        if rng.random() < (0.65 if self.is_open else 0.18):
            self.collar(inside)
        self.folds()
        self.lay_back(inside)
        front = (~inside & ((Y > self.shoulder) | (np.abs(X) < 0.5))).astype(np.float32)
        alpha = self.coverage(inside)
        turned = self.found(np.dstack([self.colours, alpha, front]).astype(np.float32))
        covered = cv2.resize(turned[..., 4], (MAP, MAP), interpolation=cv2.INTER_AREA)
        return self.seen(turned), np.round(covered * 255).astype(np.uint8)

    def found(self, layers: np.ndarray) -> np.ndarray:
        """As it lies between neck points that are a little off."""
        rng = self.rng
        scale, angle = 1 + rng.normal(0, APART), rng.normal(0, ASKEW)
        if rng.random() < NARROW:
            scale *= rng.uniform(1.1, 1.6)
        origin = (-np.array(FRAME[:2])) / FRAME[2] * CANVAS
        linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        move = origin - linear @ origin + rng.normal(0, OFF, 2) / FRAME[2] * CANVAS
        matrix = np.column_stack([linear, move])
        parts = [
            cv2.warpAffine(part, matrix, (CANVAS, CANVAS), borderMode=cv2.BORDER_REPLICATE)
            for part in (layers[..., :3], layers[..., 3:])
        ]
        return np.concatenate(parts, 2)

    def decorate(self) -> None:
        """Sleeves, yokes, stripes, zips and prints of other colours on the front."""
        rng, b = self.rng, self.rng.uniform
        if rng.random() < 0.3:
            other, start, slope = self.cloths.piece(), b(0.45, 0.9), b(-0.1, 0.6)
            self.paint(np.abs(X) > start + slope * Y, other)
        if rng.random() < 0.15:
            self.paint(Y > b(0.25, 1.5) + b(-0.2, 0.2) * np.abs(X), self.cloths.piece())
        if rng.random() < 0.15:
            self.paint(np.mod(Y * rng.choice([1, -1]) + b(0, 1), b(0.06, 0.3)) < b(0.02, 0.1), self.cloths.piece())
        if self.is_open or rng.random() < 0.15:
            width = b(0.005, 0.09)
            self.paint(
                np.abs(X - self.skew) < width, self.colours * b(0.5, 1.3) if rng.random() < 0.6 else self.cloths.piece()
            )
            self.buttons(b(0.02, 0.045))
        if rng.random() < 0.45:
            self.print_block()

    def print_block(self) -> None:
        """A print on the chest: a box, letters or a figure."""
        rng, b = self.rng, self.rng.uniform
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        middle = (int(CANVAS * (0.5 + rng.normal(0, 0.08))), int(CANVAS * b(0.4, 0.95)))
        kind = rng.integers(3)
        if kind == 0:
            half = (int(CANVAS * b(0.06, 0.3)), int(CANVAS * b(0.03, 0.15)))
            cv2.rectangle(
                mask, (middle[0] - half[0], middle[1] - half[1]), (middle[0] + half[0], middle[1] + half[1]), 255, -1
            )
        elif kind == 1:
            word = ''.join(rng.choice(list('ABCDEHKMNORSTVW'), rng.integers(2, 7)))
            size = b(0.5, 1.6)
            wide = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, size, 3)[0][0]
            cv2.putText(
                mask,
                word,
                (middle[0] - wide // 2, middle[1]),
                cv2.FONT_HERSHEY_DUPLEX,
                size,
                255,
                int(rng.integers(1, 5)),
            )
        else:
            for _ in range(rng.integers(2, 7)):
                spot = tuple(int(value + rng.normal(0, 0.07 * CANVAS)) for value in middle)
                axes = (int(CANVAS * b(0.01, 0.1)), int(CANVAS * b(0.01, 0.1)))
                cv2.ellipse(mask, spot, axes, b(0, 180), 0, 360, 255, -1)
        self.paint(mask > 0, self.cloths.piece())
        if rng.random() < 0.4:
            self.print_block()

    def buttons(self, radius: float) -> None:
        """A row of buttons."""
        first, apart = self.depth + self.rng.uniform(0.03, 0.1), self.rng.uniform(0.18, 0.4)
        colour = self.rng.uniform(0.05, 0.95, 3)
        for y in np.arange(first, FRAME[1] + FRAME[2], apart):
            self.paint((X - self.skew) ** 2 + (Y - y) ** 2 < radius**2, np.broadcast_to(colour, self.colours.shape))

    def rib(self, away: np.ndarray, outside: np.ndarray) -> None:
        """A band along the front edge, whose lower seam is a line of shade."""
        rng, width = self.rng, self.rng.uniform(0.03, 0.15)
        other = self.cloths.piece() if rng.random() < 0.35 else self.colours * rng.uniform(0.8, 1.15)
        near = outside & (np.abs(X) < 0.5 + width)
        self.band = (other, width)
        self.paint(near & (away < width), other)
        line = np.exp(-(((away - width) / 0.012) ** 2)) * near
        self.colours *= 1 - rng.uniform(0, 0.5) * line[..., None]

    def lace(self, below: np.ndarray, outside: np.ndarray) -> None:
        """A border of lace along the front edge: threads and holes, often lighter or of another colour."""
        rng, b = self.rng, self.rng.uniform
        width = b(0.08, 0.5)
        threads = smooth_noise(rng, int(rng.integers(30, 70))) + 0.6 * smooth_noise(rng, int(rng.integers(12, 30)))
        colour = self.cloth.mean((0, 1)) * b(0.8, 1.4) if rng.random() < 0.6 else rng.uniform(0.05, 0.95, 3)
        ground = colour * b(0.3, 1) if rng.random() < 0.5 else np.full(3, b(0.4, 0.95))
        pattern = np.where((threads > b(-0.6, 0.3))[..., None], colour, ground)
        lower = below - b(0, 0.05) * np.abs(np.sin(X * b(8, 40)))
        self.paint(outside & (lower < width) & (np.abs(X) < 0.6 + width), np.clip(pattern, 0.01, 1))

    def wrap(self, inside: np.ndarray) -> None:
        """One side of the front lies over the other, and goes on as a line below their meeting."""
        b = self.rng.uniform
        side = self.rng.choice([-1, 1])
        line = (Y - self.depth) * b(0.5, 1.3) * side + self.skew - X
        over = (line * side > 0) & (Y > self.depth * 0.9) & ~inside
        self.colours *= np.where(over, b(0.75, 1.15), 1)[..., None]
        self.colours *= 1 - (b(0.1, 0.6) * np.exp(-((line / 0.02) ** 2)) * (Y > self.depth) * ~inside)[..., None]

    def collar(self, inside: np.ndarray) -> None:
        """Two leaves that lie over the front."""
        rng, b = self.rng, self.rng.uniform
        other = self.cloths.piece() if rng.random() < 0.25 else self.cloth * b(0.85, 1.15)
        drop, out = b(0.6, 1.3) * max(self.depth, 0.2), b(0.12, 0.35)
        for side in (-1, 1):
            inner = [(side * x, self.front_edge(np.array(side * x))) for x in np.linspace(0.52, 0.03, 8)]
            leaf = np.array(
                [
                    *inner,
                    (side * b(0.05, 0.2), drop),
                    (side * (0.3 + out), drop * b(0.5, 0.9)),
                    (side * (0.5 + out), 0.1),
                ]
            )
            mask = np.zeros((CANVAS, CANVAS), np.uint8)
            cv2.fillPoly(mask, [np.round((leaf - FRAME[:2]) / FRAME[2] * CANVAS).astype(np.int32)], 255)
            shade = cv2.GaussianBlur(mask, (0, 0), 3).astype(np.float32) / 255 * rng.uniform(0.1, 0.5)
            self.colours *= 1 - (shade * (mask == 0))[..., None]
            self.paint((mask > 0) & ~inside, other)

    def folds(self) -> None:
        """Light and shade of folds."""
        rng = self.rng
        light = 1 + 0.08 * rng.random() * smooth_noise(rng, 4) + 0.08 * rng.random() * smooth_noise(rng, 9)
        self.colours = self.colours * light[..., None]

    def lay_back(self, inside: np.ndarray) -> None:
        """The inside of the back, in the shade, with its tape and label."""
        rng, b = self.rng, self.rng.uniform
        kind = rng.random()
        back = self.cloth if kind < 0.7 else self.cloths.piece()
        if kind < 0.2:
            back = np.broadcast_to(self.cloth.mean((0, 1)), self.cloth.shape)
        shade = b(0.4, 1.0) - b(-0.1, 0.25) * np.clip((Y - self.back) / max(self.depth - self.back, 0.1), 0, 1)
        back = np.array(back * np.clip(shade, 0.15, 1.1)[..., None])
        under = Y - self.back_edge(X)
        if self.band and rng.random() < 0.7:
            # The band goes on around the back, where it shows its inside or its outside.
            tape, width = self.band
            back = np.where((under < width * b(0.7, 1.3))[..., None], tape * b(0.7, 1.05), back)
        elif rng.random() < 0.5:
            tape = self.cloths.piece() if rng.random() < 0.4 else back * b(0.7, 1.2)
            back = np.where((under < b(0.03, 0.14))[..., None], tape, back)
        if rng.random() < 0.5:
            half, tall, drop = b(0.03, 0.14), b(0.03, 0.16), b(-0.02, 0.08)
            label = (np.abs(X - rng.normal(0, 0.01)) < half) & (under > drop) & (under < drop + tall)
            shown = np.full(3, rng.choice([b(0.75, 1), b(0.02, 0.15), b(0.2, 0.8)]))
            back = np.where(label[..., None], shown, back)
        if rng.random() < (0.4 if self.is_open else 0.1):
            self.collar_stand(back, under)
        if rng.random() < (0.15 if self.is_open else 0.06):
            self.hanger(back)
        self.paint(inside, back)
        # The front's edge throws a shadow on the back, and has an edge of its own.
        edge = np.exp(-(((Y - self.front_edge(X)) / 0.02) ** 2)) * inside
        self.colours *= 1 - b(0, 0.45) * edge[..., None]

    def collar_stand(self, back: np.ndarray, under: np.ndarray) -> None:
        """The inside of a collar above its seam, and a yoke below."""
        b = self.rng.uniform
        tall, bend = b(0.1, 0.35), b(-0.15, 0.15)
        seam = under - tall - bend * X * X
        back *= np.where(seam < 0, b(0.8, 1.35), 1)[..., None]
        back *= 1 - (b(0.1, 0.5) * np.exp(-((seam / 0.015) ** 2)))[..., None]
        if self.rng.random() < 0.5:
            back *= np.where(seam > b(0.1, 0.4), b(0.8, 1.2), 1)[..., None]

    def hanger(self, back: np.ndarray) -> None:
        """A hanger with its hook, and a paper tag, before the inside of the back."""
        rng, b = self.rng, self.rng.uniform
        y, fall, thick = b(0, 0.5) * self.depth, b(0, 0.4), b(0.02, 0.09)
        arms = np.abs(Y - y - fall * np.abs(X)) < thick
        hook = (np.abs(X) < b(0.01, 0.025)) & (Y < y)
        back[arms | hook] = rng.choice([b(0.8, 1), b(0, 0.2), b(0.3, 0.7)]) + rng.normal(0, 0.06, 3)
        if rng.random() < 0.4:
            left, top = b(-0.25, 0.1), y + b(0, 0.2)
            back[(X > left) & (X < left + b(0.08, 0.2)) & (Y > top) & (Y < top + b(0.1, 0.3))] = b(0.7, 1)

    def coverage(self, inside: np.ndarray) -> np.ndarray:
        """1 on the garment: below the shoulders, and in the opening below the upper edge of the back."""
        rng, b = self.rng, self.rng.uniform
        within = ~inside | (Y > self.back_edge(X))
        kind = rng.random()
        if kind < 0.1:
            within = ~inside
        elif kind < 0.2:
            # What somebody wears beneath: the neck is cut out, and the rest of the opening shows another garment.
            beneath = b(0.15, 0.8) * self.depth * (1 - np.clip(np.abs(X) / b(0.25, 0.5), 0, 1) ** b(1, 3))
            self.paint(inside, self.cloths.piece() * b(0.7, 1))
            within = ~inside | (Y > beneath)
        strap = b(0.02, 0.5) if rng.random() < STRAPS else 9
        arm = (np.abs(X) < 0.5 + strap) | (Y > b(0.4, 1.3))
        alpha = (within & arm & (Y > self.shoulder) | inside & within).astype(np.float32)
        return cv2.GaussianBlur(alpha, (0, 0), b(0.3, 1.5))

    def seen(self, layers: np.ndarray) -> np.ndarray:
        """As a camera sees it, with coverage."""
        rng = self.rng
        small = cv2.resize(layers[..., :4], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        small[..., :3] = np.clip(small[..., :3], 0.003, 1) ** np.exp(rng.normal(0, 0.15))
        if rng.random() < 0.5:
            small[..., :3] = cv2.GaussianBlur(small[..., :3], (0, 0), rng.uniform(0.3, 1.1))
        small[..., :3] += rng.normal(0, rng.uniform(0, 0.025), small[..., :3].shape)
        return np.clip(small * 255, 0, 255).astype(np.uint8)

    def paint(self, where: np.ndarray, colours: np.ndarray) -> None:
        """Lays colours over a part."""
        soft = cv2.GaussianBlur(where.astype(np.float32), (0, 0), 0.7)[..., None]
        self.colours = self.colours * (1 - soft) + colours * soft


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('cut_outs', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--count', type=int, default=9000)
    parser.add_argument('--workers', type=int, default=1, help='processes; each draws its share by a seed of its own')
    options = parser.parse_args()
    count = -(-options.count // options.workers)
    with multiprocessing.Pool(options.workers) as pool:
        parts = pool.starmap(drawn, [(options.cut_outs, count, seed) for seed in range(options.workers)])
    pictures, fronts = (np.concatenate(part) for part in zip(*parts))
    np.savez(options.out, pictures=pictures, fronts=fronts)


def drawn(cut_outs: Path, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Necks by a seed: pictures (count, SIDE, SIDE, 4) and fronts (count, MAP, MAP), in bytes."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    cloths = Cloths(cut_outs, rng)
    pictures, fronts = zip(*(Neck(cloths, rng).draw() for _ in range(count)))
    return np.stack(pictures), np.stack(fronts)


if __name__ == '__main__':
    main()
