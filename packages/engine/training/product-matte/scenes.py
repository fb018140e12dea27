"""Pictures to learn from: photos as they are, and garments, cut out of photos or drawn, on other grounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / 'garment-kind'))
from photos import is_test as is_test_sender  # noqa: E402

#: Longer side of stored photos and cut-outs in pixels.
STORED = 400
#: Shares of pictures that are photos as they are, and that show a garment on somebody from the neck or the waist down.
PHOTOS, WORN = 0.4, 0.12
#: Share of the photos whose garment gets another colour where it lies.
DYED = 0.12
#: Shares of the products laid on a ground that are drawn, that get thin straps, that have narrow gaps, that hang, and
#: that carry a tag.
DRAWN, STRAPPED, SLIT, HUNG, TAGGED = 0.22, 0.14, 0.3, 0.18, 0.1
#: Classes of photos whose garments can have thin straps.
STRAPPY = ('dress', 'top', 'undershirt', 'blouse', 'skirt')
#: Classes of labels/NNNN.png that are one garment, and the least share of a photo that it covers.
GARMENTS = ((3, 4), (5,), (6,), (7,))
WORN_MIN = 0.02


class Scenes:
    """Makes pictures (side, side, 3) of bytes with mattes (side, side) of bytes."""

    def __init__(self, photos: Path, labels: Path, persons: Path, drawings: Path, rng: np.random.Generator) -> None:
        self.rng = rng
        files = json.loads((photos / 'index.json').read_text())['files']
        chosen = [f for f in files if f['split'] != 'dev' and not is_test_sender(f['sender'])]
        self.cuts, self.strappy, self.labelled, self.held_out, self.grounds = [], [], [], [], []
        with ThreadPool() as pool:
            read = pool.map(lambda file: labelled_photo(photos, labels, file), chosen)
        for file, (photo, matte, cut) in zip(chosen, read):
            if is_held_out(file['sender']):
                self.held_out += [] if matte is None else [(photo, matte)]
                continue
            self.grounds.append(photo)
            if matte is not None:
                self.labelled.append((photo, matte))
                self.cuts.append(cut)
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
            garment = self.cuts[rng.integers(len(self.cuts))]
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
        ground = self.ground(side, np.array(cv2.mean(colours, (matte > 128).astype(np.uint8))[:3]))
        if rng.random() < HUNG:
            self.hang(ground, matte)
        picture = blended(colours, self.shadowed(ground, matte), matte)
        if rng.random() < TAGGED:
            self.tag(picture, matte)
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

    def ground(self, side: int, near: np.ndarray) -> np.ndarray:
        """Paper, more often than not pale or of nearly the colour of the garment, boards, or the ground of a photo."""
        rng = self.rng
        kind = rng.random()
        if near.mean() > 190 and rng.random() < 0.4:
            kind = rng.uniform(0.5, 0.9)
        if kind < 0.38:
            ground = self.textured(side)
        elif kind < 0.5:
            ground = boards(rng, side)
        else:
            colour = (
                near if kind < 0.68 else np.full(3, rng.uniform(200, 255)) if kind < 0.92 else rng.uniform(0, 255, 3)
            )
            spread = rng.choice([3, 12])
            ground = np.empty((side, side, 3), np.uint8)
            ground[:] = np.clip(colour + rng.normal(0, spread / 2) + rng.normal(0, spread / 2, 3), 0, 255)
        y, x = np.mgrid[0:24, 0:24] / 24 - 0.5
        light = 1 + rng.normal(0, 0.12) * x + rng.normal(0, 0.12) * y + rng.normal(0, 0.1) * (x * x + y * y)
        if rng.random() < 0.35:
            cells = int(rng.integers(3, 25))
            folds = rng.normal(0, rng.uniform(0.005, 0.05), (cells, cells))
            light += cv2.resize(folds, (24, 24), interpolation=cv2.INTER_CUBIC)
        ground = lit(ground, light)
        for _ in range(rng.integers(1, 5) if rng.random() < 0.35 else 0):
            self.clutter(ground, side)
        return ground

    def textured(self, side: int) -> np.ndarray:
        """A corner of a photo, which seldom shows the garment, repeated in mirror images."""
        rng = self.rng
        photo = self.grounds[rng.integers(len(self.grounds))]
        if rng.random() < 0.5:
            photo = photo[:, ::-1]
        height, width = (int(length * rng.uniform(0.14, 0.26)) for length in photo.shape[:2])
        corner = (photo[:height] if rng.random() < 0.5 else photo[-height:])[:, :width]
        scale = rng.uniform(0.35, 1.0) * side / max(height, width)
        corner = cv2.resize(np.ascontiguousarray(corner), None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        height, width = corner.shape[:2]
        tiled = cv2.copyMakeBorder(
            corner, 0, max(0, 2 * side - height), 0, max(0, 2 * side - width), cv2.BORDER_REFLECT
        )
        top, left = rng.integers(0, tiled.shape[0] - side + 1), rng.integers(0, tiled.shape[1] - side + 1)
        return tiled[top : top + side, left : left + side]

    def clutter(self, ground: np.ndarray, side: int) -> None:
        """Adds a board, a line, a hanger's wire or part of another garment at the border."""
        rng = self.rng
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
            cut = self.cuts[rng.integers(len(self.cuts))]
            scale = side / max(cut.shape) * rng.uniform(0.5, 1)
            angle = rng.uniform(0, 2 * np.pi)
            away = np.array([np.cos(angle), np.sin(angle)]) * side * 0.72 + side / 2
            matrix = np.array(
                [[scale, 0, away[0] - cut.shape[1] * scale / 2], [0, scale, away[1] - cut.shape[0] * scale / 2]]
            )
            other = cv2.warpAffine(cut, matrix, (side, side), flags=cv2.INTER_LINEAR)
            ground[:] = blended(other[..., :3], ground, other[..., 3])

    def hang(self, ground: np.ndarray, matte: np.ndarray) -> None:
        """Draws a hanger behind the garment, often on a rail."""
        rng = self.rng
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

    def tag(self, picture: np.ndarray, matte: np.ndarray) -> None:
        """Lays a label of paper on a string on the garment; where it hangs over the edge, it is ground."""
        rng = self.rng
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

    def shadowed(self, ground: np.ndarray, matte: np.ndarray) -> np.ndarray:
        """Darkens the ground around the garment."""
        rng = self.rng
        side = len(matte) // 2
        small = cv2.resize(matte, (side, side), interpolation=cv2.INTER_AREA)
        light = np.ones((side, side), np.float32)
        for _ in range(rng.integers(1, 3)):
            offset = rng.normal(0, 0.015 * side, 2)
            moved = cv2.warpAffine(small, np.array([[1, 0, offset[0]], [0, 1, offset[1]]]), (side, side))
            soft = cv2.GaussianBlur(moved, (0, 0), side * float(np.exp(rng.uniform(np.log(0.004), np.log(0.04)))))
            light *= 1 - soft * np.float32(rng.uniform(0.02, 0.5) / 255)
        return lit(ground, light)

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


def viewed(photo: np.ndarray, matte: np.ndarray, matrix: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """A photo and its matte on a square; their edges go on beyond them."""
    return (
        cv2.warpAffine(photo, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        cv2.warpAffine(matte, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
    )


def blended(over: np.ndarray, ground: np.ndarray, matte: np.ndarray) -> np.ndarray:
    """A picture over another where a matte covers it."""
    share = matte.astype(np.float32) * np.float32(1 / 255)
    return cv2.blendLinear(np.ascontiguousarray(over), np.ascontiguousarray(ground), share, 1 - share)


def lit(picture: np.ndarray, light: np.ndarray) -> np.ndarray:
    """The picture under a light, 1 as it is; the light may be given on a coarser grid."""
    light = cv2.resize(cv2.merge([light.astype(np.float32)] * 3), picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(np.ascontiguousarray(picture), light, dtype=cv2.CV_8U)


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
