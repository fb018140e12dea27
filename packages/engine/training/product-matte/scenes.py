"""Pictures to learn from: photos as they are, and garments, cut out of photos or drawn, on other grounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / 'garment-kind'))
from photos import is_test as is_test_sender  # noqa: E402

#: Longer side of stored photos and cut-outs in pixels.
STORED = 400
#: Shares of pictures that are photos as they are, and that show a garment on somebody from the neck or the waist down.
PHOTOS, WORN = 0.4, 0.12
#: Share of the products laid on a ground that are drawn.
DRAWN = 0.25
#: Classes of labels/NNNN.png that are one garment, and the least share of a photo that it covers.
GARMENTS = ((3, 4), (5,), (6,), (7,))
WORN_MIN = 0.02


class Scenes:
    """Makes pictures (side, side, 3) of bytes with mattes (side, side) of bytes."""

    def __init__(self, photos: Path, labels: Path, persons: Path, drawings: Path, rng: np.random.Generator) -> None:
        self.rng = rng
        files = json.loads((photos / 'index.json').read_text())['files']
        chosen = [f for f in files if f['split'] != 'dev' and not is_test_sender(f['sender'])]
        self.cuts, self.labelled, self.grounds = [], [], []
        for file in chosen:
            photo = cv2.cvtColor(cv2.imread(str(photos / file['file'])), cv2.COLOR_BGR2RGB)
            path = labels / f'{file["file"].replace("/", "-").removesuffix(".jpg")}.png'
            if path.exists():
                matte = cv2.GaussianBlur(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), (0, 0), 0.7)
                self.cuts.append(tight(np.dstack([carried(photo, matte), matte])))
                self.labelled.append((photo, matte))
            self.grounds.append(photo)
        self.worn = list(worn_garments(persons))
        self.drawings = np.load(drawings)

    def batch(self, count: int, side: int) -> tuple[np.ndarray, np.ndarray]:
        """Pictures (count, side, side, 3) and mattes (count, side, side)."""
        made = [self.one(side) for _ in range(count)]
        return np.stack([picture for picture, _ in made]), np.stack([matte for _, matte in made])

    def one(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """A picture and its matte."""
        kind = self.rng.random()
        if kind < PHOTOS:
            picture, matte = self.seen_at(self.labelled, side, self.rng.uniform(0.85, 1.5))
        elif kind < PHOTOS + WORN:
            picture, matte = self.seen_at(self.worn, side, self.rng.uniform(0.95, 1.2))
        else:
            picture, matte = self.laid(side)
        return self.seen(picture), matte

    def seen_at(self, photos: list, side: int, zoom: float) -> tuple[np.ndarray, np.ndarray]:
        """A photo as it is, a little turned and cut."""
        photo, matte = photos[self.rng.integers(len(photos))]
        matrix = self.view(photo.shape[1], photo.shape[0], side, zoom)
        return (
            cv2.warpAffine(photo, matrix, (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE),
            cv2.warpAffine(matte, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        )

    def laid(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """A garment on a ground, with its shadow."""
        rng = self.rng
        drawn = rng.random() < DRAWN
        garment = self.drawings[rng.integers(len(self.drawings))] if drawn else self.cuts[rng.integers(len(self.cuts))]
        colours = tint(rng, garment[..., :3]) if not drawn else garment[..., :3]
        matrix = self.view(garment.shape[1], garment.shape[0], side, rng.uniform(0.55, 1.05))
        colours = cv2.warpAffine(colours, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        matte = cv2.warpAffine(garment[..., 3], matrix, (side, side), flags=cv2.INTER_LINEAR)
        share = matte[..., None] / 255
        ground = self.ground(side, colours[matte > 128].mean(0) if (matte > 128).any() else np.full(3, 255.0))
        ground = self.shadowed(ground, matte)
        return np.clip(colours * share + ground * (1 - share), 0, 255).astype(np.uint8), matte

    def view(self, width: int, height: int, side: int, zoom: float) -> np.ndarray:
        """The matrix that lays a picture on a square; at a zoom of 1 its longer side fills it."""
        rng = self.rng
        scale = side / max(width, height) * zoom
        turn = rng.normal(0, 0.12) + (rng.choice([-1, 1]) * np.pi / 2 if rng.random() < 0.06 else 0)
        flip = rng.choice([-1, 1])
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        stretch = np.exp(rng.normal(0, 0.06))
        linear = np.array([[cos * stretch * flip, -sin], [sin * stretch * flip, cos]])
        move = np.array([side, side]) * (0.5 + rng.normal(0, 0.05, 2)) - linear @ [width / 2, height / 2]
        return np.column_stack([linear, move])

    def ground(self, side: int, near: np.ndarray) -> np.ndarray:
        """Paper of any colour or of nearly that of the garment, or the ground of a photo; floats."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.45:
            ground = self.textured(side)
        else:
            colour = (
                near if kind < 0.65 else rng.uniform(0, 255, 3) if kind < 0.75 else np.full(3, rng.uniform(200, 255))
            )
            ground = np.broadcast_to(colour + rng.normal(0, 12, 3), (side, side, 3)).astype(np.float32)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        light = 1 + rng.normal(0, 0.12) * x + rng.normal(0, 0.12) * y + rng.normal(0, 0.1) * (x * x + y * y)
        ground = np.ascontiguousarray(ground * light[..., None], np.float32)
        for _ in range(rng.integers(1, 5) if rng.random() < 0.35 else 0):
            self.clutter(ground, side)
        return np.clip(ground, 0, 255)

    def textured(self, side: int) -> np.ndarray:
        """A corner of a photo, which seldom shows the garment, repeated in mirror images."""
        rng = self.rng
        photo = self.grounds[rng.integers(len(self.grounds))]
        height, width = (int(length * rng.uniform(0.14, 0.26)) for length in photo.shape[:2])
        corner = (photo[:height] if rng.random() < 0.5 else photo[-height:])[:, :width]
        if rng.random() < 0.5:
            photo = photo[:, ::-1]
        scale = rng.uniform(0.35, 1.0) * side / max(height, width)
        corner = cv2.resize(corner, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        height, width = corner.shape[:2]
        tiled = cv2.copyMakeBorder(
            corner, 0, max(0, 2 * side - height), 0, max(0, 2 * side - width), cv2.BORDER_REFLECT
        )
        top, left = rng.integers(0, tiled.shape[0] - side + 1), rng.integers(0, tiled.shape[1] - side + 1)
        return tiled[top : top + side, left : left + side].astype(np.float32)

    def clutter(self, ground: np.ndarray, side: int) -> None:
        """Adds a board, a line, a hanger's wire or part of another garment at the border."""
        rng = self.rng
        colour = tuple(rng.uniform(0, 255, 3))
        kind = rng.integers(4)
        points = rng.uniform(-0.2, 1.2, (2, 2)) * side
        if kind == 0:
            cv2.line(ground, *points.astype(int).tolist(), colour, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind == 1:
            edge = rng.uniform(0.75, 0.98) * side
            box = np.array([[0, edge], [side, edge + rng.normal(0, 8)], [side, side], [0, side]])
            turned = [box, box[:, ::-1], side - box, side - box[:, ::-1]][rng.integers(4)]
            cv2.fillPoly(ground, [turned.astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 2:
            top = np.array([side / 2, rng.uniform(-0.05, 0.15) * side])
            wide, high = rng.uniform(0.1, 0.3) * side, rng.uniform(0.05, 0.15) * side
            wire = np.array([top - [0, 40], top, top + [wide, high], top + [-wide, high], top])
            cv2.polylines(ground, [wire.astype(np.int32)], False, colour, int(rng.integers(2, 6)), cv2.LINE_AA)
        else:
            cut = self.cuts[rng.integers(len(self.cuts))]
            scale = side / max(cut.shape) * rng.uniform(0.5, 1)
            angle = rng.uniform(0, 2 * np.pi)
            away = np.array([np.cos(angle), np.sin(angle)]) * side * 0.72 + side / 2
            matrix = np.array(
                [[scale, 0, away[0] - cut.shape[1] * scale / 2], [0, scale, away[1] - cut.shape[0] * scale / 2]]
            )
            other = cv2.warpAffine(cut, matrix, (side, side), flags=cv2.INTER_LINEAR)
            share = other[..., 3:] / 255
            ground[:] = ground * (1 - share) + other[..., :3] * share

    def shadowed(self, ground: np.ndarray, matte: np.ndarray) -> np.ndarray:
        """Darkens the ground around the garment."""
        rng = self.rng
        side = len(matte)
        offset = rng.normal(0, 0.015 * side, 2)
        moved = cv2.warpAffine(matte, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), (side, side))
        soft = cv2.GaussianBlur(moved, (0, 0), side * np.exp(rng.uniform(np.log(0.004), np.log(0.04))))
        return ground * (1 - soft[..., None] / 255 * rng.uniform(0.02, 0.6))

    def seen(self, picture: np.ndarray) -> np.ndarray:
        """As another camera sees it."""
        rng = self.rng
        values = picture.astype(np.float32) / 255
        values = values @ (np.eye(3) + rng.normal(0, 0.05, (3, 3))).astype(np.float32)
        values = np.clip(values, 1e-3, 1) ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.08))
        if rng.random() < 0.3:
            values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.4, 1.2))
        values += rng.normal(0, rng.uniform(0, 0.03), values.shape)
        out = (np.clip(values, 0, 1) * 255).astype(np.uint8)
        if rng.random() < 0.3:
            out = cv2.imdecode(cv2.imencode('.jpg', out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 90))])[1], 1)
        return out


def worn_garments(persons: Path) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Street photos cut to what one garment needs, and its matte: the head is above the picture, what else is worn is ground."""
    for file in json.loads((persons / 'index.json').read_text())['files']:
        name = Path(file['photo']).stem
        if file['split'] == 'dev' or int(name) % 5 == 0:
            continue
        labels = cv2.imread(str(persons / file['label']), cv2.IMREAD_GRAYSCALE)
        photo = cv2.cvtColor(cv2.imread(str(persons / file['photo'])), cv2.COLOR_BGR2RGB)
        for classes in GARMENTS:
            matte = np.isin(labels, classes)
            if matte.mean() < WORN_MIN:
                continue
            rows, columns = np.where(matte.any(1))[0], np.where(matte.any(0))[0]
            height, width = rows[-1] - rows[0], columns[-1] - columns[0]
            top, bottom = rows[0], min(len(labels), rows[-1] + height // 4)
            left, right = max(0, columns[0] - width // 4), min(labels.shape[1], columns[-1] + width // 4)
            soft = cv2.GaussianBlur(matte.astype(np.float32) * 255, (0, 0), 1).astype(np.uint8)
            yield photo[top:bottom, left:right].copy(), soft[top:bottom, left:right].copy()


def tight(cut: np.ndarray) -> np.ndarray:
    """The box around the opaque pixels."""
    rows, columns = np.where((cut[..., 3] > 128).any(1))[0], np.where((cut[..., 3] > 128).any(0))[0]
    return cut[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def carried(photo: np.ndarray, matte: np.ndarray) -> np.ndarray:
    """The photo with the garment's colours carried over its edge, so that its old ground does not shine through on a new one."""
    edge = ((matte < 250) & (matte > 0)).astype(np.uint8)
    solid = (matte >= 250).astype(np.float32)
    weight = cv2.GaussianBlur(solid, (0, 0), 3)[..., None] + 1e-3
    near = cv2.GaussianBlur(photo * solid[..., None], (0, 0), 3) / weight
    return np.where(edge[..., None] > 0, np.clip(near, 0, 255), photo).astype(np.uint8)


def tint(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    """The garment in another colour, often: white and black above all."""
    if rng.random() < 0.5:
        return colours
    grey = colours.mean(2, keepdims=True)
    spread = (grey - grey.mean()) * rng.uniform(0.4, 1.0)
    base = rng.choice([rng.uniform(225, 250), rng.uniform(10, 40), rng.uniform(60, 200)])
    hue = rng.normal(0, 30, 3) * (rng.random() < 0.6)
    return np.clip(base + hue + spread, 0, 255).astype(np.uint8)
