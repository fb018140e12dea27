"""
Makes the labels of the next round of training from those of the last one and what the net learned from them.

    python3 next_labels.py PHOTOS LABELS product-matte.pt NEXT [--sheets SHEETS]

A label stays where the net sees nearly the same. A photo without one gets the net's outline where its colours confirm that.
SHEETS gets pictures of the outlines that were left out and that came new, to look at.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from first_labels import agreement, by_colours, sheet
from scenes import is_test_sender
from unet import SIDE, MatteNet

#: Least agreement of a label with the net, and of the net's outline with that by colours.
KEPT, CONFIRMED = 0.87, 0.93


def outline_of(net: MatteNet, photo: np.ndarray) -> np.ndarray:
    """The net's outline at the size of the photo (blue, green, red), 255 inside."""
    height, width = photo.shape[:2]
    scale = SIDE / max(height, width)
    matrix = np.array([[scale, 0, (SIDE - width * scale) / 2], [0, scale, (SIDE - height * scale) / 2]])
    square = cv2.warpAffine(photo, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    seen = torch.from_numpy(square[..., ::-1].copy()).permute(2, 0, 1)[None].float() / 255
    with torch.no_grad():
        matte = net(seen)[0, 0].sigmoid().numpy()
    large = cv2.resize(matte, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    back = cv2.warpAffine(large, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return (back > 0.5).astype(np.uint8) * 255


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('photos', type=Path)
    parser.add_argument('labels', type=Path)
    parser.add_argument('net', type=Path)
    parser.add_argument('next', type=Path)
    parser.add_argument('--sheets', type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    net = MatteNet()
    net.load_state_dict(torch.load(options.net))
    net.eval()
    options.next.mkdir(parents=True, exist_ok=True)
    kept, left, new = 0, [], []
    for file in json.loads((options.photos / 'index.json').read_text())['files']:
        if file['split'] == 'dev' or is_test_sender(file['sender']):
            continue
        name = file['file'].replace('/', '-').removesuffix('.jpg')
        photo = cv2.imread(str(options.photos / file['file']))
        seen = outline_of(net, photo)
        path = options.labels / f'{name}.png'
        label = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if path.exists() else None
        if label is not None and agreement(label, seen) >= KEPT:
            cv2.imwrite(str(options.next / f'{name}.png'), label)
            kept += 1
            continue
        if label is not None:
            left.append((name[:20], photo, label))
        found = by_colours(photo, seen)
        if agreement(found, seen) >= CONFIRMED:
            cv2.imwrite(str(options.next / f'{name}.png'), found)
            new.append((name[:20], photo, found))
    print(f'{kept} kept, {len(left)} left out, {len(new)} new')
    if options.sheets:
        options.sheets.mkdir(parents=True, exist_ok=True)
        for title, cells in (('left', left), ('new', new)):
            for k in range(0, len(cells), 64):
                cv2.imwrite(str(options.sheets / f'{title}-{k // 64:02}.png'), sheet(cells[k : k + 64]))


if __name__ == '__main__':
    main()
