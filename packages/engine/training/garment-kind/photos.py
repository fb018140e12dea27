"""Photos of garments and their classes, parted into those to learn from and those to test on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np
from PIL import Image

#: What the net tells apart, in the order of TOPS and OTHERS in packages/engine/src/steps/garment/kind/garment-kind.ts.
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
    """Squares (n, STORED, STORED, 3) of bytes, the number of each one's kind, their files' names, and their cut-outs.

    Cut-outs (m, STORED, STORED, 4) hold bytes: colours times coverage, and coverage. Each fills its square. `cut` (m)
    holds the number of each one's photo.
    """

    pictures: np.ndarray
    kinds: np.ndarray
    names: list[str]
    cut_outs: np.ndarray
    cut: np.ndarray


def is_test(sender: int) -> bool:
    """A fifth of the senders; `packages/engine/score/photo-sets.ts` scores on the same."""
    return (sender * 2654435761 & 0xFFFFFFFF) % 5 == 0


def is_validation(sender: int) -> bool:
    """A twelfth of the senders that are not for testing."""
    return not is_test(sender) and ((sender * 2246822519 & 0xFFFFFFFF) >> 16) % 12 == 0


def load(folder: Path, cut_outs: Path, every: bool) -> tuple[Photos, Photos, Photos]:
    """
    The photos to learn from, those for validation, and those to test on; those of the split `dev` are none of them.
    With `every`, those for validation are also learned from. Cut-outs: `../cut-photos.ts`.
    """
    files = [file for file in json.loads((folder / 'index.json').read_text())['files'] if file['split'] != 'dev']
    test = [file for file in files if is_test(file['sender'])]
    validation = [file for file in files if is_validation(file['sender'])]
    learn = [file for file in files if not is_test(file['sender']) and (every or not is_validation(file['sender']))]
    return _read(folder, learn, cut_outs), _read(folder, validation), _read(folder, test)


def _read(folder: Path, files: list[dict], cut_outs: Path | None = None) -> Photos:
    kinds = [KINDS.index('beanie' if Path(f['file']).name.startswith(tuple(BEANIES)) else f['class']) for f in files]
    names = [file['file'] for file in files]
    found = {path.stem: path for path in cut_outs.iterdir()} if cut_outs else {}
    stems = [name.replace('/', '-').removesuffix('.jpg') for name in names]
    cut = [index for index, stem in enumerate(stems) if stem in found]
    with ThreadPool() as pool:
        pictures = pool.map(lambda name: square(Image.open(folder / name)), names)
        laid = pool.map(lambda index: filled(Image.open(found[stems[index]])), cut)
    none = np.empty((0, STORED, STORED, 4), np.uint8)
    return Photos(np.stack(pictures), np.array(kinds), names, np.stack(laid) if laid else none, np.array(cut, int))


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
