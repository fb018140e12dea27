"""Pictures to learn from: photos as they are, and garments, cut out of photos or drawn, on other grounds."""

from __future__ import annotations

import json
import sys
from multiprocessing.pool import ThreadPool
from pathlib import Path

import cv2
import numpy as np

from cuts import labelled_photo, slit, strapped, tag, tint, worn_garments
from grounds import Materials, blended, ground, hang, shadowed

sys.path.append(str(Path(__file__).resolve().parent.parent / 'garment-kind'))
from photos import is_test as is_test_sender  # noqa: E402

#: Shares of pictures that are photos as they are, and that show a garment on somebody from the neck or the waist down.
PHOTOS, WORN = 0.4, 0.12
#: Share of the photos whose garment gets another colour where it lies.
DYED = 0.12
#: Shares of the products laid on a ground that are drawn, that get thin straps, that have narrow gaps, that hang, and
#: that carry a tag.
DRAWN, STRAPPED, SLIT, HUNG, TAGGED = 0.22, 0.14, 0.3, 0.18, 0.1
#: Classes of photos whose garments can have thin straps.
STRAPPY = ('dress', 'top', 'undershirt', 'blouse', 'skirt')


class Scenes:
    """Makes pictures (side, side, 3) of bytes with mattes (side, side) of bytes."""

    def __init__(self, photos: Path, labels: Path, persons: Path, drawings: Path, rng: np.random.Generator) -> None:
        self.rng = rng
        files = json.loads((photos / 'index.json').read_text())['files']
        chosen = [f for f in files if f['split'] != 'dev' and not is_test_sender(f['sender'])]
        self.strappy, self.labelled, self.held_out = [], [], []
        self.materials = Materials([], [])
        with ThreadPool() as pool:
            read = pool.map(lambda file: labelled_photo(photos, labels, file), chosen)
        for file, (photo, matte, cut) in zip(chosen, read):
            if is_held_out(file['sender']):
                self.held_out += [] if matte is None else [(photo, matte)]
                continue
            self.materials.photos.append(photo)
            if matte is not None:
                self.labelled.append((photo, matte))
                self.materials.cuts.append(cut)
                self.strappy += [cut] if file['class'] in STRAPPY else []
        self.worn = list(worn_garments(persons))
        self.drawings = np.load(drawings, mmap_mode='r')
        self.noise = np.clip(rng.normal(128, 32, (768, 768, 3)), 0, 255).astype(np.uint8)

    def test(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """The photos that are held out as they are, (n, side, side, 3), and their mattes (n, side, side)."""
        made = []
        for photo, matte in self.held_out:
            height, width = matte.shape
            scale = side / max(height, width)
            matrix = np.array([[scale, 0, (side - width * scale) / 2], [0, scale, (side - height * scale) / 2]])
            made.append(viewed(photo, matte, matrix, side))
        return np.stack([picture for picture, _ in made]), np.stack([matte for _, matte in made])

    def one(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """A picture and its matte."""
        kind = self.rng.random()
        if kind < PHOTOS:
            picture, matte = self.seen_at(self.labelled, side, self.rng.uniform(0.85, 1.5))
            if self.rng.random() < DYED:
                picture = blended(tint(self.rng, picture, matte, 1), picture, matte)
        elif kind < PHOTOS + WORN:
            picture, matte = self.seen_at(self.worn, side, self.rng.uniform(0.95, 1.2))
        else:
            picture, matte = self.laid(side)
        return self.seen(picture), matte

    def seen_at(self, photos: list, side: int, zoom: float) -> tuple[np.ndarray, np.ndarray]:
        """A photo as it is, a little turned and cut."""
        photo, matte = photos[self.rng.integers(len(photos))]
        matrix = self.view(photo.shape[1], photo.shape[0], side, zoom)
        return viewed(photo, matte, matrix, side)

    def laid(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """A garment on a ground, with its shadow."""
        rng = self.rng
        kind = rng.random()
        if kind < DRAWN:
            garment = self.drawings[rng.integers(len(self.drawings))]
        elif kind < DRAWN + STRAPPED and self.strappy:
            garment = strapped(rng, self.strappy[rng.integers(len(self.strappy))])
        else:
            garment = self.materials.cuts[rng.integers(len(self.materials.cuts))]
        matrix = self.view(garment.shape[1], garment.shape[0], side, rng.uniform(0.55, 1.05))
        colours = cv2.warpAffine(
            garment[..., :3], matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        matte = cv2.warpAffine(garment[..., 3], matrix, (side, side), flags=cv2.INTER_LINEAR)
        if rng.random() < SLIT:
            for _ in range(rng.integers(1, 3)):
                slit(rng, matte)
        if kind >= DRAWN:
            colours = tint(rng, colours, matte, 0.5)
        under = ground(rng, self.materials, side, np.array(cv2.mean(colours, (matte > 128).astype(np.uint8))[:3]))
        if rng.random() < HUNG:
            hang(rng, under, matte)
        picture = blended(colours, shadowed(rng, under, matte), matte)
        if rng.random() < TAGGED:
            tag(rng, picture, matte)
        return picture, matte

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

    def seen(self, picture: np.ndarray) -> np.ndarray:
        """As another camera sees it."""
        rng = self.rng
        out = cv2.transform(picture, np.eye(3) + rng.normal(0, 0.05, (3, 3)))
        values = np.clip(np.arange(256) / 255, 1e-3, 1) ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.08))
        out = cv2.LUT(out, (np.clip(values, 0, 1) * 255).astype(np.uint8))
        if rng.random() < 0.3:
            out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.2))
        top, left = rng.integers(0, len(self.noise) - len(out) + 1, 2)
        noise = self.noise[top : top + len(out), left : left + len(out)]
        share = rng.uniform(0, 0.03) * 255 / 32
        out = cv2.addWeighted(out, 1, np.ascontiguousarray(noise), share, -128 * share)
        if rng.random() < 0.3:
            out = cv2.imdecode(cv2.imencode('.jpg', out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 90))])[1], 1)
        return out


def is_held_out(sender: int) -> bool:
    """About a twentieth of the senders to learn from: the training measures itself on their photos."""
    return ((sender + 1) * 668265263 & 0xFFFFFFFF) % 19 == 1


def viewed(photo: np.ndarray, matte: np.ndarray, matrix: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """A photo and its matte on a square; their edges go on beyond them."""
    return (
        cv2.warpAffine(photo, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        cv2.warpAffine(matte, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
    )
