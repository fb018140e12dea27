"""The labelled photos: what the engine knows of them, their classes, and how they are varied while the net learns."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import paths  # noqa: F401
from classes import CLASS_OF_LABEL, CLASSES, IGNORE, SKIN_LABEL
from samples import INPUT_HEIGHT, INPUT_WIDTH

#: Rows and columns of the colours.
HEIGHT, WIDTH = 2 * INPUT_HEIGHT, 2 * INPUT_WIDTH
#: Every so many photos, by their numbers, one is kept for testing.
TEST_EVERY = 5
#: The person's box is fitted to the input with this much room; as MARGIN of src/models/person-regions-input.ts.
MARGIN = 1.06
#: Weight in the loss of pixels at the rim of a region: labels follow superpixels.
RIM_WEIGHT = 0.2


@dataclass
class Photo:
    """A photo; arrays of its size."""

    name: str
    rgb: np.ndarray
    matte: np.ndarray
    classes: np.ndarray
    landmarks: np.ndarray


def load(photos: Path, analyses: Path, testing: bool, every: int = 1) -> list[Photo]:
    """The photos to learn from, or those kept for testing; photos marked `dev` are neither."""
    entries = json.loads((photos / 'index.json').read_text())['files']
    chosen = [e for e in entries if e['split'] == 'train' and (int(Path(e['photo']).stem) % TEST_EVERY == 0) == testing]
    return [_load(photos, analyses, entry) for entry in chosen[::every]]


def load_tagged(photos: Path, analyses: Path) -> list[Photo]:
    """The photos that `label_tagged.py` has labelled, without every fifth, which is kept for looking at."""
    entries = json.loads((photos / 'index.json').read_text())['files']
    return [_load(photos, analyses, e) for e in entries if int(Path(e['photo']).stem) % TEST_EVERY != 0]


def _load(photos: Path, analyses: Path, entry: dict) -> Photo:
    photo = load_unlabelled(photos, analyses, entry)
    label = cv2.imread(str(photos / entry['label']), cv2.IMREAD_GRAYSCALE)
    label = cv2.resize(label, photo.matte.shape[::-1], interpolation=cv2.INTER_NEAREST)
    photo.classes = classes_of(label, photo.landmarks)
    return photo


def load_unlabelled(photos: Path, analyses: Path, entry: dict) -> Photo:
    """The photo of an entry of `index.json`; all its classes are unknown."""
    name = Path(entry['photo']).stem
    known = json.loads((analyses / f'{name}.json').read_text())
    size = (known['height'], known['width'])
    rgb = cv2.cvtColor(cv2.imread(str(photos / entry['photo'])), cv2.COLOR_BGR2RGB)
    if rgb.shape[:2] != size:
        rgb = cv2.resize(rgb, size[::-1], interpolation=cv2.INTER_AREA)
    matte = np.fromfile(analyses / f'{name}.matte', np.uint8).reshape(size)
    landmarks = np.array(known['landmarks'], np.float32)
    return Photo(name, rgb, matte, np.full(size, IGNORE, np.uint8), landmarks)


def classes_of(label: np.ndarray, landmarks: np.ndarray) -> np.ndarray:
    """The class of each pixel; skin is divided by the nearest part of the body, in multiples of how far it reaches."""
    table = np.full(256, IGNORE, np.uint8)
    for value, name in CLASS_OF_LABEL.items():
        table[value] = CLASSES.index(name)
    out = table[label]
    row, column = np.nonzero(label == SKIN_LABEL)
    points = np.stack([column, row], 1) + 0.5
    mid = lambda a, b: (landmarks[a] + landmarks[b]) / 2
    shoulder, hip, face = mid(11, 12), mid(23, 24), (mid(2, 5) + mid(9, 10)) / 2
    shoulders = float(np.linalg.norm(landmarks[11] - landmarks[12]))
    unit = max(float(np.linalg.norm(hip - shoulder)), 1.2 * shoulders, 8)
    at = landmarks
    parts = {
        'face': (0.3, [(face, face)]),
        'torso': (0.26, [(shoulder, hip)]),
        'arms': (0.12, [(at[a], at[b]) for a, b in ((11, 13), (12, 14), (13, 15), (14, 16))]),
        'legs': (0.17, [(at[a], at[b]) for a, b in ((23, 25), (24, 26), (25, 27), (26, 28), (27, 31), (28, 32))]),
    }
    parts['arms'][1].extend([(at[15], mid(17, 19)), (at[16], mid(18, 20))])
    distances = [min_distance(points, lines) / (reach * unit) for reach, lines in parts.values()]
    numbers = np.array([CLASSES.index(name) for name in parts], np.uint8)
    if len(points):
        out[row, column] = numbers[np.argmin(distances, 0)]
    return out


def min_distance(points: np.ndarray, lines: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Distance of each point to the nearest of the lines."""
    nearest = np.full(len(points), np.inf)
    for a, b in lines:
        along = b - a
        t = np.clip((points - a) @ along / max(float(along @ along), 1e-6), 0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(points - a - t[:, None] * along, axis=1))
    return nearest


@dataclass
class Sample:
    """A photo as the net sees it: colours (384, 288, 3), matte and classes (192, 144), landmarks in pixels of the latter."""

    rgb: np.ndarray
    matte: np.ndarray
    classes: np.ndarray
    weight: np.ndarray
    landmarks: np.ndarray


def crop_of(matte: np.ndarray) -> tuple[float, float, float]:
    """Scale and shift from the photo to the colours' pixels: the largest part of the matte, with some room."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((matte > 127).astype(np.uint8), connectivity=4)
    left, top, width, height = (0, 0, *matte.shape[::-1])
    if count > 1:
        left, top, width, height = stats[1 + stats[1:, cv2.CC_STAT_AREA].argmax(), :4]
    scale = min(WIDTH / width, HEIGHT / height) / MARGIN
    return scale, WIDTH / 2 - scale * (left + width / 2), HEIGHT / 2 - scale * (top + height / 2)


def view(photo: Photo, matrix: np.ndarray, cut: tuple[int, int, int, int]) -> Sample:
    """The photo through an affine map to the colours' pixels; nothing beyond the cut (left, top, right, bottom) is seen."""
    left, top, right, bottom = cut
    shifted = matrix.copy()
    shifted[:, 2] += matrix[:, :2] @ [left, top]
    # Centres of pixels lie half a pixel from their corners.
    half = lambda m: np.concatenate([m[:, :2], (m[:, 2] + m[:, :2] @ [0.5, 0.5] - 0.5)[:, None]], 1)
    part = lambda plane: plane[top:bottom, left:right]
    small = shifted * 0.5
    zoom = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    soften = lambda plane, z: cv2.GaussianBlur(plane, (0, 0), 0.5 / z - 0.2) if z < 0.8 else plane
    warp = lambda plane, m, size, fill, how: cv2.warpAffine(
        plane, half(m), size, flags=how, borderMode=cv2.BORDER_CONSTANT, borderValue=fill
    )
    rgb = warp(soften(part(photo.rgb), zoom), shifted, (WIDTH, HEIGHT), (127, 127, 127), cv2.INTER_LINEAR)
    size = (INPUT_WIDTH, INPUT_HEIGHT)
    matte = warp(soften(part(photo.matte), zoom / 2), small, size, 0, cv2.INTER_LINEAR)
    classes = warp(part(photo.classes), small, size, IGNORE, cv2.INTER_NEAREST)
    landmarks = (photo.landmarks @ matrix[:, :2].T + matrix[:, 2]) / 2
    rim = cv2.dilate(classes, np.ones((3, 3), np.uint8)) != cv2.erode(classes, np.ones((3, 3), np.uint8))
    weight = np.where(rim, RIM_WEIGHT, 1.0) * (classes != IGNORE)
    return Sample(rgb, matte, classes, weight.astype(np.float32), landmarks.astype(np.float32))


def upright(photo: Photo) -> tuple[Sample, tuple[float, float, float]]:
    """The photo as the engine shows it to the net, and how it was cropped."""
    scale, left, top = crop_of(photo.matte)
    height, width = photo.matte.shape
    matrix = np.array([[scale, 0, left], [0, scale, top]])
    return view(photo, matrix, (0, 0, width, height)), (scale, left, top)


def uncropped(
    planes: np.ndarray, crop: tuple[float, float, float], size: tuple[int, int], step: int = 1
) -> np.ndarray:
    """
    Planes of the net's size, (n, 192, 144), over the whole photo of `upright`. `size` is its width and height in units
    of `step` pixels. Beyond the crop the nearest value counts.
    """
    scale, left, top = crop
    x = ((np.arange(size[0]) + 0.5) * step * scale + left) / 2 - 0.5
    y = ((np.arange(size[1]) + 0.5) * step * scale + top) / 2 - 0.5
    columns, rows = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    columns, rows = columns.clip(0, INPUT_WIDTH - 1), rows.clip(0, INPUT_HEIGHT - 1)
    return np.stack([cv2.remap(plane, columns, rows, cv2.INTER_LINEAR) for plane in planes])


#: Landmarks that change places when a picture is mirrored.
MIRRORED = [0, 4, 5, 6, 1, 2, 3, 8, 7, 10, 9] + [k + 1 if k % 2 else k - 1 for k in range(11, 33)]


def varied(photo: Photo, other: Photo, rng: np.random.Generator) -> Sample:
    """The photo cut, turned, scaled, mirrored, before another ground."""
    height, width = photo.matte.shape
    cut = random_cut(photo, rng)
    left, top, right, bottom = cut
    scale, x, y = crop_of(photo.matte[top:bottom, left:right])
    x, y = x - scale * left, y - scale * top
    turn, zoom = rng.normal() * 0.06, np.exp(rng.normal() * 0.08)
    matrix = np.array([[scale, 0, x], [0, scale, y]])
    cos, sin = np.cos(turn) * zoom, np.sin(turn) * zoom
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    spin = np.array([[cos, -sin], [sin, cos]]) @ np.diag([np.exp(rng.normal() * 0.04), 1])
    move = middle + rng.normal(size=2) * 0.03 * HEIGHT
    matrix = np.concatenate([spin @ matrix[:, :2], (spin @ (matrix[:, 2] - middle) + move)[:, None]], 1)
    sample = view(photo, matrix, cut)
    if rng.random() < 0.5:
        sample = mirror(sample)
    if rng.random() < 0.3:
        ground(sample, other, rng)
    fault(sample, rng)
    return sample


def random_cut(photo: Photo, rng: np.random.Generator) -> tuple[int, int, int, int]:
    """The whole photo, or one that ends at the hips, the thighs or the knees, or begins below the eyes."""
    height, width = photo.matte.shape
    top, bottom = 0, height
    mid = lambda a, b: float((photo.landmarks[a, 1] + photo.landmarks[b, 1]) / 2)
    shoulder, hip, knee = mid(11, 12), mid(23, 24), mid(25, 26)
    trunk = max(hip - shoulder, 20)
    if rng.random() < 0.45:
        bottom = int(np.clip(rng.uniform(hip - 0.25 * trunk, knee + 0.4 * trunk), shoulder + 0.7 * trunk, height))
    if rng.random() < 0.12:
        top = int(np.clip(shoulder - rng.uniform(0.05, 0.45) * trunk, 0, height))
    if bottom - top < 40 or (photo.matte[top:bottom] > 127).sum() < 1000:
        return 0, 0, width, height
    return 0, top, width, bottom


def mirror(sample: Sample) -> Sample:
    """Left for right."""
    landmarks = sample.landmarks[MIRRORED] * [-1, 1] + [INPUT_WIDTH, 0]
    flip = lambda plane: np.ascontiguousarray(plane[:, ::-1])
    return Sample(
        flip(sample.rgb), flip(sample.matte), flip(sample.classes), flip(sample.weight), landmarks.astype(np.float32)
    )


def ground(sample: Sample, other: Photo, rng: np.random.Generator) -> None:
    """Puts the person before a plain ground, as studios have, or before the blurred photo of another."""
    person = ((sample.classes > 0) & (sample.classes != IGNORE)).astype(np.float32)
    person = np.maximum(person, sample.matte / 255.0)
    alpha = cv2.GaussianBlur(cv2.resize(person, (WIDTH, HEIGHT)), (0, 0), 1.0)[..., None]
    if rng.random() < 0.7:
        colour = rng.uniform(150, 255) + rng.normal(size=3) * 6 if rng.random() < 0.8 else rng.uniform(0, 255, 3)
        slope = np.linspace(-1, 1, HEIGHT)[:, None, None] * rng.normal() * 14
        back = np.clip(colour + slope + np.zeros((HEIGHT, WIDTH, 3)), 0, 255)
    else:
        small = cv2.resize(other.rgb, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        back = cv2.GaussianBlur(small[::1, ::-1], (0, 0), rng.uniform(2, 9)).astype(np.float32)
    sample.rgb = (sample.rgb * alpha + back * (1 - alpha)).astype(np.uint8)


#: What is recoloured at times: all that comes in any colour.
WORN = ('top', 'outerwear', 'trousers', 'skirt', 'dress', 'shoes', 'bag', 'scarf', 'hat', 'belt', 'tights')


def fault(sample: Sample, rng: np.random.Generator) -> None:
    """Errors of pose and matte beyond those that the photo already has."""
    unit = max(float(np.linalg.norm(sample.landmarks[11:13].mean(0) - sample.landmarks[23:25].mean(0))), 8)
    sample.landmarks = (sample.landmarks + rng.normal(size=(33, 2)) * 0.02 * unit).astype(np.float32)
    chance = rng.random()
    if chance < 0.15:
        sample.matte = cv2.erode(sample.matte, np.ones((3, 3), np.uint8))
    elif chance < 0.3:
        sample.matte = cv2.dilate(sample.matte, np.ones((3, 3), np.uint8))
    elif chance < 0.4:
        sample.matte = cv2.GaussianBlur(sample.matte, (0, 0), 1.5)


def stack(samples: list[Sample]) -> tuple[torch.Tensor, ...]:
    """Colours (n, 3, 384, 288), matte (n, 1, 192, 144) and classes as bytes, weights and landmarks as floats."""
    rgb = torch.from_numpy(np.stack([s.rgb for s in samples])).permute(0, 3, 1, 2).contiguous()
    matte = torch.from_numpy(np.stack([s.matte for s in samples]))[:, None]
    classes = torch.from_numpy(np.stack([s.classes for s in samples]))
    weight = torch.from_numpy(np.stack([s.weight for s in samples]))
    return rgb, matte, classes, weight, torch.from_numpy(np.stack([s.landmarks for s in samples]))


def floats_of(
    rgb: torch.Tensor, matte: torch.Tensor, classes: torch.Tensor, weight: torch.Tensor, landmarks: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """A stack as the net takes it: colours and matte from 0 to 1, classes as numbers."""
    return rgb.float() / 255, matte.float() / 255, classes.long(), weight, landmarks


def recolour(rgb: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """
    Colours (n, 3, h, w) in another exposure, contrast, saturation and cast, with another focus and noise. A third of
    the pictures gets clothes in other colours. Classes are half as high and wide.
    """
    n, device = len(rgb), rgb.device
    normal = lambda *shape: torch.randn(*shape, device=device)
    uniform = lambda low, high: torch.rand(n, 1, 1, 1, device=device) * (high - low) + low
    sometimes = lambda odds: torch.rand(n, 1, 1, 1, device=device) < odds
    worn = torch.isin(classes, torch.tensor([CLASSES.index(c) for c in WORN], device=device))[:, None].float()
    share = F.interpolate(worn, scale_factor=2.0, mode='bilinear', align_corners=False) * sometimes(0.35)
    order = torch.rand(n, 3, device=device).argsort(1)
    mixing = F.one_hot(order, 3) * 0.85 + 0.05
    tone = torch.einsum('nij,njhw->nihw', mixing, rgb).clamp(1e-4, 1) ** torch.exp(normal(n, 1, 1, 1) * 0.45)
    rgb = rgb * (1 - share) + tone * share
    grey = rgb.mean(1, keepdim=True)
    rgb = grey + (rgb - grey) * torch.where(sometimes(0.2), uniform(0.3, 1.3), uniform(0.7, 1.3))
    rgb = rgb.clamp(1e-4, 1) ** torch.exp(normal(n, 1, 1, 1) * 0.22)
    rgb = 0.5 + (rgb - 0.5) * uniform(0.75, 1.25) + normal(n, 1, 1, 1) * 0.05
    rgb = rgb * torch.exp(normal(n, 3, 1, 1) * 0.05)
    soft = F.avg_pool2d(F.pad(rgb, (1, 1, 1, 1), mode='replicate'), 3, 1)
    rgb = torch.where(sometimes(0.25), soft, rgb)
    rgb = rgb + torch.randn_like(rgb) * uniform(0.005, 0.03) * sometimes(0.3)
    return rgb.clamp(0, 1)
