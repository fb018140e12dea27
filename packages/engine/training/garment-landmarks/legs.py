"""Changes of legs: shorter, folded, hidden or bent."""

from __future__ import annotations

import cv2
import numpy as np

from garment import CANVAS
from tailor import along, filled, laid_over, Tailor


def shorten_legs(tailor: Tailor) -> None:
    """Cuts trousers off at a share of their legs."""
    rng, share = tailor.rng, tailor.rng.uniform(0.12, 0.95)
    for side in (0, 1):
        edges = [tailor.limb(edge, side) for edge in ('Outer', 'Inner')]
        starts, hems = [edge[0] for edge in edges], [edge[2] for edge in edges]
        t = share + rng.normal(0, 0.01)
        cut = [along(*edge, t) for edge in edges]
        down = (hems[0] + hems[1] - cut[0] - cut[1]) / 2 * 1.6 + (0, 10)
        across = (cut[0] - cut[1]) * 0.3
        tailor.erase([cut[0] + across, cut[1] - across * 0.2, cut[1] - across + down, cut[0] + across + down])
        for name, start, end in zip(('Outer', 'Inner'), starts, cut):
            tailor.place('legHem' + name, side, end)
            tailor.place('knee' + name, side, (start + end) / 2)


def fold_legs(tailor: Tailor) -> None:
    """Lays one leg on the other, or bends one leg or both."""
    if tailor.rng.random() < 0.35:
        halve(tailor)
    else:
        bend_legs(tailor)


def halve(tailor: Tailor) -> None:
    """Folds trousers along their middle, so that one leg lies on the other, and turns them."""
    rng, side = tailor.rng, tailor.rng.integers(2)
    crotch = tailor.points['crotch']
    middle = (tailor.point('waistband', 0) + tailor.point('waistband', 1)) / 2
    down = (crotch - middle) / max(np.linalg.norm(crotch - middle), 1)
    out = np.array([-down[1], down[0]]) * (1 if side == 0 else -1)
    far = [middle - down * CANVAS, middle + down * 2 * CANVAS]
    half = tailor.pixels * filled([*far, far[1] + out * CANVAS, far[0] + out * CANVAS])[..., None]
    other = tailor.pixels - half
    # The other half, mirrored at the fold and a little turned beneath.
    mirror = np.eye(2) - 2 * np.outer(out, out)
    slip = rng.normal(0, 0.07)
    turn = np.array([[np.cos(slip), -np.sin(slip)], [np.sin(slip), np.cos(slip)]]) @ mirror
    other = cv2.warpAffine(other, np.column_stack([turn, middle - turn @ middle]), (CANVAS, CANVAS))
    tailor.pixels = laid_over(half, other, rng)
    tailor.place('waistband', 1 - side, middle)
    tailor.turn(rng.normal(0, 0.25))
    tailor.folded = [True, True]
    if rng.random() < 0.4:
        bend_legs(tailor)


def bend_legs(tailor: Tailor) -> None:
    """Bends one leg or both, inwards or outwards, up to the waist."""
    rng = tailor.rng
    both, share = any(tailor.folded) or rng.random() < 0.5, rng.uniform(0.1, 0.75)
    outwards, before = rng.choice([-1, 1]), rng.random() < 0.7
    angle = rng.uniform(0.6, 3)
    for side in (0, 1) if both else (rng.integers(2),):
        # Both to one side, or each to its own.
        outwards = -outwards if side == 1 and (any(tailor.folded) or rng.random() < 0.5) else outwards
        outer, inner = tailor.limb_at('Outer', side, share), tailor.limb_at('Inner', side, share)
        turned = angle * outwards * (1 if side == 0 else -1) + rng.normal(0, 0.1)
        tailor.turn_limb(side, (outer + inner) / 2, float(turned), before, share)
    tailor.folded = [True, True] if both else [side == 0, side == 1]


def has_long_legs(tailor: Tailor) -> bool:
    """True if the legs are longer than the part above them."""
    crotch, waistband, hem = (tailor.points[name][1] for name in ('crotch', 'waistbandLeft', 'legHemInnerLeft'))
    return hem - crotch > crotch - waistband
