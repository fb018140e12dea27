"""Garments with their mattes from photos, and changes to them: straps, gaps, colours and tags."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

#: Classes of labels/NNNN.png that are one garment, and the least share of a photo that it covers.
GARMENTS = ((3, 4), (5,), (6,), (7,))
WORN_MIN = 0.02


def labelled_photo(
    photos: Path, labels: Path, file: dict
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray | None]:
    """A photo, and its matte and its garment alone where there is a label."""
    photo = cv2.cvtColor(cv2.imread(str(photos / file['file'])), cv2.COLOR_BGR2RGB)
    path = labels / f'{file["file"].replace("/", "-").removesuffix(".jpg")}.png'
    if not path.exists():
        return photo, None, None
    matte = cv2.GaussianBlur(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), (0, 0), 0.7)
    cut = tight(np.dstack([photo, matte]))
    cut[..., :3] = carried(cut[..., :3], cut[..., 3])
    return photo, matte, cut


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
            soft = cv2.GaussianBlur(matte.astype(np.float32) * 255, (0, 0), 0.7).astype(np.uint8)
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


def strapped(rng: np.random.Generator, cut: np.ndarray) -> np.ndarray:
    """The garment with two thin straps above its upper edge; each goes up and comes back."""
    width = cut.shape[1]
    rise = int(max(cut.shape) * rng.uniform(0.06, 0.3))
    cut = cv2.copyMakeBorder(cut, rise, 0, 0, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    solid = cut[..., 3] > 128
    spread, gap = rng.uniform(0.1, 0.36), rng.uniform(0, 0.08)
    thick = max(1, round(width * float(np.exp(rng.uniform(np.log(0.006), np.log(0.035))))))
    t = np.linspace(0, 1, 24)
    straps = np.zeros(cut.shape[:2], np.uint8)
    colour = None
    for way in (-1, 1):
        feet = [
            int(np.clip(width * (0.5 + way * (spread + far + rng.normal(0, 0.01))), 0, width - 1)) for far in (0, gap)
        ]
        if not solid[:, feet].any(0).all():
            return cut
        first, last = ((x, int(np.argmax(solid[:, x])) + 2) for x in feet)
        if colour is None:
            colour = cut[min(first[1] + 4, len(cut) - 1), first[0], :3] * rng.uniform(0.85, 1.1)
        arch = np.sin(np.pi * t) ** rng.uniform(0.4, 0.9)
        x = first[0] + (last[0] - first[0]) * t + rng.normal(0, 0.04) * width * arch
        y = first[1] + (last[1] - first[1]) * t - (min(first[1], last[1]) - thick) * rng.uniform(0.6, 1) * arch
        path = np.round(np.column_stack([x, y]) * 16).astype(np.int32)
        cv2.polylines(straps, [path], False, 255, thick, cv2.LINE_AA, 4)
    around = (cv2.dilate(straps, np.ones((5, 5), np.uint8)) > 0) & ~solid
    cut[around, :3] = np.clip(colour, 0, 255)
    cut[..., 3] = np.maximum(cut[..., 3], straps)
    return cut


def slit(rng: np.random.Generator, matte: np.ndarray) -> None:
    """
    Cuts a narrow gap into a garment from its edge inwards, as between two legs or beside a sleeve. In some, cloth
    closes the gap below.
    """
    side = len(matte)
    solid = (matte > 128).astype(np.uint8)
    ys, xs = np.nonzero(solid - cv2.erode(solid, np.ones((3, 3), np.uint8), borderValue=1))
    if len(ys) < 50:
        return
    low = ys >= np.quantile(ys, 0.5)
    chosen = rng.choice(np.nonzero(low)[0] if rng.random() < 0.8 else len(ys))
    mouth = np.array([xs[chosen], ys[chosen]], np.float64)
    inwards = np.array([xs.mean(), ys.mean()]) - mouth
    angle = np.arctan2(inwards[1], inwards[0]) + rng.normal(0, 0.4)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    length = rng.uniform(0.12, 0.55) * max(np.ptp(xs), np.ptp(ys))
    start = rng.uniform(0.05, 0.25) * length if rng.random() < 0.25 else -4
    wide = side * np.exp(rng.uniform(np.log(0.004), np.log(0.04)))
    t = np.linspace(0, 1, 12)
    bow = rng.normal(0, 0.05) * length * np.sin(np.pi * t)
    half = wide / 2 * (1 - (1 - rng.uniform(0, 0.9)) * t)
    middle = mouth + np.outer(start + (length - start) * t, along) + np.outer(bow, across)
    sides = [middle + np.outer(half, across), (middle - np.outer(half, across))[::-1]]
    gap = np.zeros_like(matte)
    cv2.fillPoly(gap, [np.round(np.concatenate(sides) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    matte[:] = np.minimum(matte, 255 - gap)


def tag(rng: np.random.Generator, picture: np.ndarray, matte: np.ndarray) -> None:
    """Lays a label of paper on a string on the garment; where it hangs over the edge, it is ground."""
    ys, xs = np.where(matte[::4, ::4] > 128)
    if len(ys) == 0:
        return
    k = rng.integers(len(ys))
    at = np.array([xs[k], ys[k]]) * 4.0
    side = len(matte)
    wide, high, angle = rng.uniform(0.02, 0.05) * side, rng.uniform(0.03, 0.09) * side, rng.normal(0, 0.4)
    cos, sin = np.cos(angle), np.sin(angle)
    box = np.array([[-wide, 0], [wide, 0], [wide, 2 * high], [-wide, 2 * high]]) @ [[cos, sin], [-sin, cos]]
    hook = at - [rng.normal(0, 0.02) * side, rng.uniform(0.01, 0.08) * side]
    paper = [(245, 245, 245), (205, 175, 135), (25, 25, 25)][rng.integers(3)]
    cv2.line(picture, *np.array([hook, at]).astype(int).tolist(), [rng.uniform(30, 230)] * 3, 1, cv2.LINE_AA)
    cv2.fillPoly(picture, [(box + at).astype(np.int32)], paper, cv2.LINE_AA)


def tint(rng: np.random.Generator, colours: np.ndarray, matte: np.ndarray, share: float) -> np.ndarray:
    """The garment in another colour, in a share of the cases: white and black above all."""
    if rng.random() >= share:
        return cv2.merge([colours[..., k] for k in rng.permutation(3)]) if rng.random() < 0.3 else colours
    grey = cv2.cvtColor(np.ascontiguousarray(colours), cv2.COLOR_RGB2GRAY)
    mean = cv2.mean(grey, (matte > 128).astype(np.uint8))[0]
    base = rng.choice([rng.uniform(225, 250), rng.uniform(10, 40), rng.uniform(60, 200)], p=[0.42, 0.25, 0.33])
    hue = rng.normal(0, 30, 3) * (rng.random() < 0.6) * (0.25 if base > 220 else 1)
    tones = base + hue + (np.arange(256)[:, None] - mean) * rng.uniform(0.4, 1.0)
    return cv2.LUT(cv2.merge([grey] * 3), np.clip(tones, 0, 255).astype(np.uint8)[None])
