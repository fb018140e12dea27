"""
Labels photos that have tags and no map of parts. A trained net labels them; it may answer only what the tags allow.

    python3 label_tagged.py --photos TAGGED --analyses TAGGED_ANALYSES --net person-classes.pt

`TAGGED/index.json` lists `photo`, `label` and `tags`, the names of the clothes. The script writes each `label`, with
the values of `CLASS_OF_LABEL`, and 255 where the net is unsure. `train.py` reads the folder with `--tagged`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

import paths  # noqa: F401
import photos
from classes import CLASS_OF_LABEL, CLASSES, CLASSES_OF_TAG, IGNORE, SKIN_LABEL
from net import ClassNet
from train import input_of

#: Classes that no tag tells.
ALWAYS = ('background', 'hair', 'face', 'torso', 'arms', 'legs')
#: Least probability of a label, among the classes that the tags allow.
SURE = 0.6


def allowed_of(tags: list[str]) -> np.ndarray:
    """(17,): whether the photo may show a class."""
    names = {*ALWAYS, *(name for tag in tags for name in CLASSES_OF_TAG.get(tag, ()))}
    return np.array([name in names for name in CLASSES], np.float32)


@torch.no_grad()
def ask(net: ClassNet, sample: photos.Sample) -> np.ndarray:
    """The net's probabilities (17, 192, 144): the mean of the picture's and its mirror image's."""
    rgb, matte, _, _, landmarks = photos.floats_of(*photos.stack([sample, photos.mirror(sample)]))
    plain, mirrored = torch.softmax(net(input_of(rgb, matte, landmarks)), 1)
    return ((plain + mirrored.flip(-1)) / 2).numpy()


def label(net: ClassNet, photo: photos.Photo, tags: list[str]) -> np.ndarray:
    """The label of each pixel of a photo."""
    table = np.full(len(CLASSES), SKIN_LABEL, np.uint8)
    for value, name in CLASS_OF_LABEL.items():
        if name != 'face':
            table[CLASSES.index(name)] = value
    sample, crop = photos.upright(photo)
    shares = ask(net, sample) * allowed_of(tags)[:, None, None]
    shares /= shares.sum(0).clip(1e-6)
    height, width = photo.matte.shape
    shares = photos.uncropped(shares, crop, (width, height))
    return np.where(shares.max(0) >= SURE, table[shares.argmax(0)], IGNORE).astype(np.uint8)


def main() -> None:
    """Read the command line and label all photos."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--photos', type=Path, required=True)
    parser.add_argument('--analyses', type=Path, required=True)
    parser.add_argument('--net', type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = ClassNet().eval()
    net.load_state_dict(torch.load(options.net, map_location='cpu'))
    for entry in json.loads((options.photos / 'index.json').read_text())['files']:
        photo = photos.load_unlabelled(options.photos, options.analyses, entry)
        out = options.photos / entry['label']
        out.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(out), label(net, photo, entry['tags']))


if __name__ == '__main__':
    main()
