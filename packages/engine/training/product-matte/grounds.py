"""Grounds that garments lie on or hang before: cloth, floors, boards and paper, with shadows, hangers and clutter."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

#: Least share of a patch of a garment that shows the garment, for a cloth to lie on.
CLOTH_MIN = 0.98
#: Share of the grounds of which a straight edge divides off another.
DIVIDED = 0.15


@dataclass
class Materials:
    """What grounds are made of."""

    #: Photos (height, width, 3) of garments, whose corners show floors and walls.
    photos: list[np.ndarray]
    #: Garments (height, width, 4) with their mattes.
    cuts: list[np.ndarray]


def ground(rng: np.random.Generator, materials: Materials, side: int, near: np.ndarray) -> np.ndarray:
    """One material, or two beside each other, under light that is uneven, and often with things at the border."""
    ground = material(rng, materials, side, near)
    if rng.random() < DIVIDED:
        edge, across = rng.uniform(0.05, 0.95, 2) * side, rng.normal(0, 0.1) * side
        corners = np.array([[edge[0], 0], [edge[0] + across, side], [side, side], [side, 0]]).astype(np.int32)
        mask = np.zeros((side, side), np.uint8)
        cv2.fillPoly(mask, [corners if rng.random() < 0.5 else corners[:, ::-1].copy()], 255, cv2.LINE_AA)
        ground = blended(material(rng, materials, side, near), ground, mask)
    y, x = np.mgrid[0:24, 0:24] / 24 - 0.5
    light = 1 + rng.normal(0, 0.12) * x + rng.normal(0, 0.12) * y + rng.normal(0, 0.1) * (x * x + y * y)
    if rng.random() < 0.35:
        cells = int(rng.integers(3, 25))
        folds = rng.normal(0, rng.uniform(0.005, 0.05), (cells, cells))
        light += cv2.resize(folds, (24, 24), interpolation=cv2.INTER_CUBIC)
    ground = lit(ground, light)
    for _ in range(rng.integers(1, 5) if rng.random() < 0.35 else 0):
        clutter(rng, materials, ground)
    return ground


def material(rng: np.random.Generator, materials: Materials, side: int, near: np.ndarray) -> np.ndarray:
    """Cloth, the ground of a photo, boards, or paper: pale or of nearly the garment's colour more often than not."""
    kind = rng.random()
    if near.mean() > 190 and rng.random() < 0.4:
        kind = rng.uniform(0.5, 0.9)
    if kind < 0.2:
        ground = cloth(rng, materials, side)
    elif kind < 0.4:
        ground = textured(rng, materials, side)
    elif kind < 0.5:
        ground = boards(rng, side)
    else:
        colour = (
            near if kind < 0.68 else np.full(3, rng.uniform(200, 255)) if kind < 0.92 else rng.uniform(0, 255, 3)
        )
        spread = rng.choice([3, 12])
        ground = np.empty((side, side, 3), np.uint8)
        ground[:] = np.clip(colour + rng.normal(0, spread / 2) + rng.normal(0, spread / 2, 3), 0, 255)
    return ground


def cloth(rng: np.random.Generator, materials: Materials, side: int) -> np.ndarray:
    """Cloth of a garment, repeated in mirror images and in folds, as a blanket or a bed cover lies."""
    patch = None
    while patch is None:
        cut = materials.cuts[rng.integers(len(materials.cuts))]
        size = int(min(cut.shape[:2]) * rng.uniform(0.2, 0.45))
        top, left = (rng.integers(0, length - size + 1) for length in cut.shape[:2])
        part = cut[top : top + size, left : left + size]
        patch = part[..., :3] if size > 8 and (part[..., 3] > 128).mean() > CLOTH_MIN else None
    if rng.random() < 0.3:
        patch = patch[..., rng.permutation(3)]
    ground = repeated(rng, patch, rng.uniform(0.2, 1.0) * side / size, side)
    cells = int(rng.integers(3, 12))
    folds = rng.normal(0, rng.uniform(0.02, 0.12), (cells, cells)).astype(np.float32)
    return lit(ground, 1 + cv2.resize(folds, (side, side), interpolation=cv2.INTER_CUBIC))


def textured(rng: np.random.Generator, materials: Materials, side: int) -> np.ndarray:
    """A corner of a photo, which seldom shows the garment, repeated in mirror images."""
    photo = materials.photos[rng.integers(len(materials.photos))]
    if rng.random() < 0.5:
        photo = photo[:, ::-1]
    height, width = (int(length * rng.uniform(0.14, 0.26)) for length in photo.shape[:2])
    corner = (photo[:height] if rng.random() < 0.5 else photo[-height:])[:, :width]
    return repeated(rng, corner, rng.uniform(0.35, 1.0) * side / max(height, width), side)


def clutter(rng: np.random.Generator, materials: Materials, ground: np.ndarray) -> None:
    """Adds a board, a line, a hanger's wire or part of another garment at the border."""
    side = len(ground)
    colour = rng.uniform(0, 255, 3).tolist()
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
        cut = materials.cuts[rng.integers(len(materials.cuts))]
        scale = side / max(cut.shape) * rng.uniform(0.5, 1)
        angle = rng.uniform(0, 2 * np.pi)
        away = np.array([np.cos(angle), np.sin(angle)]) * side * 0.72 + side / 2
        matrix = np.array(
            [[scale, 0, away[0] - cut.shape[1] * scale / 2], [0, scale, away[1] - cut.shape[0] * scale / 2]]
        )
        other = cv2.warpAffine(cut, matrix, (side, side), flags=cv2.INTER_LINEAR)
        ground[:] = blended(other[..., :3], ground, other[..., 3])


def hang(rng: np.random.Generator, ground: np.ndarray, matte: np.ndarray) -> None:
    """Draws a hanger behind the garment, often on a rail."""
    side = len(matte)
    rows, columns = np.where((matte > 128).any(1))[0], np.where((matte > 128).any(0))[0]
    if len(rows) == 0:
        return
    wide = (columns[-1] - columns[0]) * rng.uniform(0.15, 0.45)
    top = np.array([(columns[0] + columns[-1]) / 2, rows[0]]) + rng.normal(0, 0.02 * side, 2)
    low = wide * rng.uniform(0.15, 0.5)
    grey = rng.uniform(20, 240)
    colour = [(120, 80, 45), (190, 150, 105), (grey, grey, grey), (235, 235, 235)][rng.integers(4)]
    arms = np.array([top + [-wide, low], top, top + [wide, low]])
    closed, thick = bool(rng.random() < 0.4), int(rng.integers(2, 13))
    cv2.polylines(ground, [arms.astype(np.int32)], closed, colour, thick, cv2.LINE_AA)
    size = side * rng.uniform(0.015, 0.04)
    rise = side * rng.uniform(0.02, 0.12)
    bow = top - [0, rise + size]
    metal = [rng.uniform(90, 220)] * 3
    thick = int(rng.integers(1, 5))
    cv2.line(ground, *np.array([top, bow + [0, size]]).astype(int).tolist(), metal, thick, cv2.LINE_AA)
    turn = 180 if rng.random() < 0.5 else 0
    start, end = (-200, 90) if turn == 0 else (90, 380)
    centre = bow.astype(int).tolist()
    cv2.ellipse(ground, centre, [int(size), int(size)], 0, start, end, metal, thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        height, lean = bow[1] - size, rng.normal(0, 0.01 * side)
        rail = np.array([[0, height - lean], [side, height + lean]]).astype(int).tolist()
        cv2.line(ground, *rail, [rng.uniform(20, 230)] * 3, int(rng.integers(2, 16)), cv2.LINE_AA)


def shadowed(rng: np.random.Generator, ground: np.ndarray, matte: np.ndarray) -> np.ndarray:
    """Darkens the ground around the garment."""
    side = len(matte) // 2
    small = cv2.resize(matte, (side, side), interpolation=cv2.INTER_AREA)
    light = np.ones((side, side), np.float32)
    for _ in range(rng.integers(1, 3)):
        offset = rng.normal(0, 0.015 * side, 2)
        moved = cv2.warpAffine(small, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), (side, side))
        soft = cv2.GaussianBlur(moved, (0, 0), side * float(np.exp(rng.uniform(np.log(0.004), np.log(0.04)))))
        light *= 1 - soft * np.float32(rng.uniform(0.02, 0.5) / 255)
    return lit(ground, light)


def boards(rng: np.random.Generator, side: int) -> np.ndarray:
    """Boards of wood or a floor of strips, with grain and dark seams."""
    colours = ((150, 105, 65), (195, 155, 110), (225, 200, 165), (95, 65, 45), (170, 165, 160), (235, 232, 228))
    colour = np.array(colours[rng.integers(len(colours))]) + rng.normal(0, 12, 3)
    strip = rng.uniform(0.04, 0.3) * side
    strips = int(side * 1.6 / strip) + 2
    tone = np.repeat(1 + rng.normal(0, rng.uniform(0.01, 0.1), strips), int(strip))[: int(side * 1.6)]
    size = len(tone)
    grain = rng.normal(0, rng.uniform(0.01, 0.08), (size, int(rng.integers(4, 16)))).astype(np.float32)
    light = cv2.resize(grain, (size, size), interpolation=cv2.INTER_LINEAR) + tone[:, None].astype(np.float32)
    seam, depth = int(rng.integers(1, 5)), rng.uniform(0.2, 0.9)
    for k in range(strips):
        light[k * int(strip) : k * int(strip) + seam] *= depth
    angle = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]) + rng.normal(0, 0.03)
    cos, sin = np.cos(angle), np.sin(angle)
    middle = np.array([side, side]) / 2 - np.array([[cos, -sin], [sin, cos]]) @ [size / 2, size / 2]
    matrix = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]]])
    light = cv2.warpAffine(light, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    ground = np.empty((side, side, 3), np.uint8)
    ground[:] = np.clip(colour, 0, 255)
    return lit(ground, light)


def repeated(rng: np.random.Generator, patch: np.ndarray, scale: float, side: int) -> np.ndarray:
    """A square of a patch at a scale, repeated in mirror images from a random place on."""
    patch = cv2.resize(np.ascontiguousarray(patch), None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    height, width = patch.shape[:2]
    tiled = cv2.copyMakeBorder(patch, 0, max(0, 2 * side - height), 0, max(0, 2 * side - width), cv2.BORDER_REFLECT)
    top, left = rng.integers(0, tiled.shape[0] - side + 1), rng.integers(0, tiled.shape[1] - side + 1)
    return tiled[top : top + side, left : left + side]


def blended(over: np.ndarray, ground: np.ndarray, matte: np.ndarray) -> np.ndarray:
    """A picture over another where a matte covers it."""
    share = matte.astype(np.float32) * np.float32(1 / 255)
    return cv2.blendLinear(np.ascontiguousarray(over), np.ascontiguousarray(ground), share, 1 - share)


def lit(picture: np.ndarray, light: np.ndarray) -> np.ndarray:
    """The picture under a light, 1 as it is; the light may be given on a coarser grid."""
    light = cv2.resize(cv2.merge([light.astype(np.float32)] * 3), picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(np.ascontiguousarray(picture), light, dtype=cv2.CV_8U)
