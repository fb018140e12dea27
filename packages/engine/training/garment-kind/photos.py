"""Photos of garments and their classes, parted into those to learn from and those to test on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

#: What the net tells apart, in the order of GARMENT_KINDS in packages/engine/src/steps/garment/kind/garment-kind.ts.
KINDS = (
    't-shirt longsleeve shirt polo blouse top undershirt hoodie blazer outwear dress pants shorts skirt '
    'glasses beanie hat shoes bag other'
).split()
#: What each kind is worn as.
WORN_AS = ('top',) * 10 + (
    'dress',
    'trousers',
    'trousers',
    'skirt',
    'glasses',
    'beanie',
    'hat',
    'shoes',
    'bag',
    'other',
)
#: Side of a stored photo in pixels: its longer side fills the square, its edges go on beyond it.
STORED = 256
#: Photos of the class `hat` that show a soft hat without brim, visor or pompom.
BEANIES = (
    'd7c07f9f bcc1aec3 a2b1af1e ca3b6229 127708b5 81ca48c2 a2269708 e15db3d5 708af227 a8f612a6 8a123238 f207a364 '
    '26fca408 e6ebe9c6 5ddedf0c 6bf2943b e2391cdc 70a61a27 2d6afa47 7b9bdb6d 471a5dba d0a29706 047ea75e'
).split()


@dataclass(frozen=True)
class Photos:
    """Squares (n, STORED, STORED, 3) of bytes, the number of each one's kind, and each one's cut-out where there is one.

    A cut-out (STORED, STORED, 4) holds bytes: colours times coverage, and coverage. It fills its square.
    """

    pictures: np.ndarray
    kinds: np.ndarray
    cut_outs: list[np.ndarray | None]


def is_test(sender: int) -> bool:
    """A fifth of the senders; `packages/engine/score/garments.ts` scores on the same."""
    return (sender * 2654435761 & 0xFFFFFFFF) % 5 == 0


def load(folder: Path, cut_outs: Path) -> tuple[Photos, Photos]:
    """The photos to learn from and those to test on; those of the split `dev` are neither. Cut-outs: `cut-photos.ts`."""
    files = [file for file in json.loads((folder / 'index.json').read_text())['files'] if file['split'] != 'dev']
    learn = [file for file in files if not is_test(file['sender'])]
    test = [file for file in files if is_test(file['sender'])]
    return _read(folder, learn, cut_outs), _read(folder, test, cut_outs)


def _read(folder: Path, files: list[dict], cut_outs: Path) -> Photos:
    kinds = [KINDS.index('beanie' if Path(f['file']).name.startswith(tuple(BEANIES)) else f['class']) for f in files]
    names = [cut_outs / file['file'].replace('/', '-').replace('.jpg', '.png') for file in files]
    return Photos(
        np.stack([square(Image.open(folder / file['file'])) for file in files]),
        np.array(kinds),
        [filled(Image.open(name)) if name.exists() else None for name in names],
    )


def filled(cut_out: Image.Image) -> np.ndarray:
    """A cut-out in the middle of a square that its longer side fills, colours times coverage."""
    tight = cut_out.crop(cut_out.getchannel('A').point(lambda value: 255 * (value > 128)).getbbox())
    scale = STORED / max(tight.size)
    size = tuple(max(1, round(side * scale)) for side in tight.size)
    placed = Image.new('RGBa', (STORED, STORED))
    placed.paste(tight.convert('RGBa').resize(size, Image.Resampling.BILINEAR), [(STORED - side) // 2 for side in size])
    return np.asarray(placed)


def square(photo: Image.Image) -> np.ndarray:
    """A photo in the middle of a square, its outermost pixels repeated beside it."""
    scale = STORED / max(photo.size)
    width, height = (max(1, round(side * scale)) for side in photo.size)
    small = np.asarray(photo.convert('RGB').resize((width, height), Image.Resampling.BILINEAR))
    left, top = (STORED - width) // 2, (STORED - height) // 2
    beside = ((top, STORED - height - top), (left, STORED - width - left), (0, 0))
    return np.pad(small, beside, mode='edge')
