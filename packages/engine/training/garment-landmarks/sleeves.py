"""Changes of sleeves: shorter, hanging, folded over the front, or none."""

from __future__ import annotations

import numpy as np

from garment import CANVAS
from tailor import Tailor


def shorten_sleeves(tailor: Tailor) -> None:
    """Cuts sleeves off at a share of their length."""
    rng, share = tailor.rng, tailor.rng.uniform(0.25, 0.85)
    was = tailor.sleeves
    for side in (0, 1):
        t = share + rng.normal(0, 0.02)
        outer, inner = tailor.limb_at('Outer', side, t), tailor.limb_at('Inner', side, t)
        ends = [tailor.point('cuffOuter', side), tailor.point('cuffInner', side)]
        along = (ends[0] + ends[1] - outer - inner) / 2
        across = outer - inner
        far = along * 1.6 + along / max(np.linalg.norm(along), 1) * 8
        tailor.erase([outer + across * 0.4, inner - across * 0.12, inner - across * 0.12 + far, outer + across + far])
        for name, end in (('Outer', outer), ('Inner', inner)):
            start = tailor.point('shoulder' if name == 'Outer' else 'armpit', side)
            tailor.place('cuff' + name, side, end)
            tailor.place('elbow' + name, side, (start + end) / 2)
    if was != 'short':
        tailor.sleeves = 'short' if share < (0.5 if was == 'long' else 0.7) else 'mid'


def hang_sleeves(tailor: Tailor) -> None:
    """Turns the sleeves down beside the trunk, as on a mannequin or a hanger, before or behind it."""
    rng = tailor.rng
    turned = rng.uniform(0.25, 1.05)
    for side in (0, 1):
        outer, inner = tailor.point('cuffOuter', side), tailor.point('cuffInner', side)
        shoulder, armpit = tailor.point('shoulder', side), tailor.point('armpit', side)
        pivot = shoulder + (armpit - shoulder) * 0.25
        end = (outer + inner) / 2 - pivot
        out = -1 if side == 0 else 1
        # From its own angle to straight down, 0 to 1; a little beyond where it leans on the trunk.
        angle = np.arctan2(end[0] * out, end[1]) * min(1.0, turned + rng.normal(0, 0.03))
        tailor.turn_limb(side, pivot, float(angle * out), before=rng.random() < 0.7)


def fold_sleeves(tailor: Tailor) -> None:
    """Lays one sleeve or both, or their lower parts, on the front of the trunk or behind it."""
    rng = tailor.rng
    chosen = (0, 1) if rng.random() < 0.6 else (rng.integers(2),)
    share = 0.0 if rng.random() < 0.5 else rng.uniform(0.1, 0.55)
    inwards, before = rng.uniform(0.25, 1.5), rng.random() < 0.85
    for side in chosen:
        shoulder, armpit = tailor.limb_at('Outer', side, share), tailor.limb_at('Inner', side, share)
        pivot = shoulder + (armpit - shoulder) * rng.uniform(0.25, 0.6)
        end = (tailor.point('cuffOuter', side) + tailor.point('cuffInner', side)) / 2 - pivot
        out = -1 if side == 0 else 1
        angle = np.arctan2(end[0] * out, end[1]) + inwards + rng.normal(0, 0.1)
        tailor.turn_limb(side, pivot, float(angle * out), before, share)
        tailor.folded[side] = True


def remove_sleeves(tailor: Tailor, narrow: float) -> None:
    """Cuts armholes: `narrow` is how far the shoulders move to the neck, 1 all the way, below 0 outwards."""
    rng, chest = tailor.rng, tailor.chest()
    bite, lower = rng.uniform(0, 0.3), max(0.0, rng.normal(0.02, 0.14)) * chest
    for side in (0, 1):
        out = -1 if side == 0 else 1
        neck, shoulder, armpit = (tailor.point(name, side) for name in ('neck', 'shoulder', 'armpit'))
        if tailor.sleeves != 'none':
            first = 0.05 if narrow >= 0 else 0.4
            edges = [tailor.limb_at('Outer', side, t) for t in (first, 0.5, 1)]
            inner = [tailor.limb_at('Inner', side, t) for t in (1, 0.5, first - 0.05)]
            along = (edges[2] + inner[0] - edges[1] - inner[1]) / 2
            end = along * 10 / max(np.linalg.norm(along), 1)
            grown = [np.array(p) + (out * 9, -3) for p in edges] + [edges[2] + end, inner[0] + end]
            grown += [np.array(p) + (out * -1, 6) for p in inner]
            tailor.erase(grown)
        x = shoulder[0] + (neck[0] - shoulder[0]) * narrow
        start = np.array([x, tailor.shoulder_row(x)])
        end = tailor.side_at(side, armpit[1] + lower)
        bend = (start + end) / 2
        bend[0] += -out * bite * chest * 0.5 - (start[0] - end[0]) * 0.2
        bend[1] += 0.15 * (end[1] - start[1])
        curve = [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)]
        far = out * CANVAS
        tailor.erase([start - (0, 30), *curve, end + (far, 1), start + (far, -30)])
        tailor.place('shoulder', side, start)
        tailor.place('armpit', side, end)
        tailor.place('waist', side, tailor.side_at(side, 0.5 * (end[1] + tailor.point('hem', side)[1])))
    tailor.sleeves = 'none'
