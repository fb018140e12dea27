"""Changes of the trunk: length, waist, neckline, straps, bare shoulders, belts and hangers."""

from __future__ import annotations

import cv2
import numpy as np

from garment import CANVAS
from sleeves import remove_sleeves
from tailor import Tailor

#: Least length below the armpits that makes a dress, in widths of the chest.
DRESS_FROM = 1.8


def stretch(tailor: Tailor) -> None:
    """Lengthens or shortens the part below the armpits, and flares it."""
    rng = tailor.rng
    top = (tailor.point('armpit', 0)[1] + tailor.point('armpit', 1)[1]) / 2
    hem = (tailor.point('hem', 0)[1] + tailor.point('hem', 1)[1]) / 2
    if tailor.sleeves != 'short' and tailor.sleeves != 'none':
        return
    flat = tailor.chest() * tailor.taller
    wanted = flat * (rng.uniform(0.45, 1.6) if rng.random() < 0.6 else rng.uniform(1.6, 3.2))
    tailor.category = 'dress' if wanted > DRESS_FROM * flat else 'top'
    factor = wanted / max(hem - top, 1)
    flare = rng.uniform(0.8, 1.25) if factor < 1.3 else rng.uniform(0.75, 2.3)
    middle = (tailor.point('hem', 0)[0] + tailor.point('hem', 1)[0]) / 2
    shrink = min(1, CANVAS * 0.93 / (top + wanted + 6))
    waist = rng.uniform(0.72, 1.0) if flare > 1.1 else rng.uniform(0.8, 1.0)
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)

    def width_at(y: np.ndarray) -> np.ndarray:
        share = np.clip((y - top) / wanted, 0, 1)
        drawn = 1 - (1 - waist) * np.exp(-(((share - 0.3) / 0.14) ** 2))
        return drawn * (1 + (flare - 1) * np.clip((share - 0.25) / 0.75, 0, 1) ** 1.2)

    y = rows / shrink
    x = (columns - CANVAS / 2) / shrink + middle
    from_y = np.where(y < top, y, np.where(y < top + wanted, top + (y - top) / factor, y - wanted + hem - top))
    from_x = middle + (x - middle) / width_at(y)
    tailor.pixels = cv2.remap(tailor.pixels, from_x.astype(np.float32), from_y.astype(np.float32), cv2.INTER_LINEAR)
    for name, (px, py) in tailor.points.items():
        moved = py if py < top else top + (py - top) * factor
        wide = middle + (px - middle) * float(width_at(np.array(moved)))
        tailor.points[name] = np.array([(wide - middle) * shrink + CANVAS / 2, moved * shrink])
    for side in (0, 1):
        armpit, hem_point = tailor.point('armpit', side), tailor.point('hem', side)
        tailor.place('waist', side, tailor.side_at(side, 0.5 * (armpit[1] + hem_point[1])))


def narrow_waist(tailor: Tailor) -> None:
    """Draws the trunk in at the waist, as around a mannequin."""
    top = (tailor.point('armpit', 0)[1] + tailor.point('armpit', 1)[1]) / 2
    hem = (tailor.point('hem', 0)[1] + tailor.point('hem', 1)[1]) / 2
    middle = (tailor.point('armpit', 0)[0] + tailor.point('armpit', 1)[0]) / 2
    waist, level, below = tailor.rng.uniform(0.72, 1), tailor.rng.uniform(0.3, 0.65), tailor.rng.uniform(0.8, 1.05)
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)

    def width_at(y: np.ndarray) -> np.ndarray:
        share = np.clip((y - top) / max(hem - top, 1), 0, 1)
        return np.interp(share, [0, level / 2, level, 1], [1, (1 + waist) / 2, waist, below])

    from_x = (middle + (columns - middle) / width_at(rows)).astype(np.float32)
    tailor.pixels = cv2.remap(tailor.pixels, from_x, rows, cv2.INTER_LINEAR)
    for name, (x, y) in tailor.points.items():
        tailor.points[name] = np.array([middle + (x - middle) * float(width_at(np.array(y))), y])


def deepen_neck(tailor: Tailor) -> None:
    """Cuts a deep neckline between the neck points, which may move out towards the shoulders."""
    rng = tailor.rng
    out = rng.uniform(0, 0.75) if rng.random() < 0.7 else 0
    ends = []
    for side in (0, 1):
        neck, shoulder = tailor.point('neck', side), tailor.point('shoulder', side)
        x = neck[0] + (shoulder[0] - neck[0]) * out
        ends.append(np.array([x, tailor.shoulder_row(x)]))
        tailor.place('neck', side, ends[-1])
    armpits = (tailor.point('armpit', 0)[1] + tailor.point('armpit', 1)[1]) / 2
    level = (ends[0][1] + ends[1][1]) / 2
    depth = rng.uniform(0.25, 1.15) * max(armpits - level, 6)
    power = rng.choice([1.0, 2.2, 5.0])
    xs = np.linspace(-1, 1, 25)
    middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
    edge = [middle + half * x + (0, depth * (1 - abs(x) ** power)) for x in xs]
    tailor.erase([ends[0] - (0, 40), *edge, ends[1] - (0, 40)])


def hang_on_straps(tailor: Tailor) -> None:
    """Takes all above a line near the armpits away, and hangs the rest on two straps."""
    remove_sleeves(tailor, 0)
    rng, chest = tailor.rng, tailor.chest()
    armpits = [tailor.point('armpit', side) for side in (0, 1)]
    rise = rng.uniform(-0.05, 0.28) * chest
    dip, power = rng.uniform(-0.1, 0.3) * chest, rng.choice([1.0, 2.0, 4.0])
    spread = rng.uniform(0.4, 0.92)
    width = rng.uniform(0.012, 0.14) * chest
    tall = rng.uniform(0.15, 0.6) * chest
    middle, half = (armpits[0] + armpits[1]) / 2, (armpits[1] - armpits[0]) / 2
    top = middle - (0, rise)
    roots = [top + half * (spread * s) - (0, 0) for s in (-1, 1)]
    line = [
        top
        + half * x
        + (0, dip * (1 - min(1, abs(x) / spread) ** power) + rise * max(0, abs(x) - spread) / (1.02 - spread))
        for x in np.linspace(-1, 1, 33)
    ]
    # Straps in the cloth, or in one colour.
    body = tailor.pixels
    colour = body[body[..., 3] > 0.9][:, :3].mean(0) if rng.random() < 0.6 else rng.uniform(0, 1, 3)
    tailor.erase([(-CANVAS, -CANVAS), (-CANVAS, line[0][1]), *line, (2 * CANVAS, line[-1][1]), (2 * CANVAS, -CANVAS)])
    lean, bow, looped = rng.uniform(-0.25, 0.3) * chest, rng.normal(0, 0.06) * chest, rng.random() < 0.4
    for side, root in enumerate(roots):
        out = -1 if side == 0 else 1
        end = root + (-out * lean * 0.6 + rng.normal(0, 2), -tall + rng.normal(0, 2))
        bend = (root + end) / 2 + (out * bow, 0)
        path = [
            (1 - t) ** 2 * (root + (0, 4)) + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)
        ]
        if looped:
            # The strap goes on behind, down to the back of the body.
            back = root + (out * rng.uniform(0.05, 0.3) * chest, rng.uniform(-0.1, 0.15) * chest)
            swing = np.array([out * rng.uniform(0, 0.6) * chest, 0])
            behind = [end + (back - end) * t + swing * t * (1 - t) for t in np.linspace(0, 1, 9)]
            tailor.draw_ribbon(behind, width, colour)
        tailor.draw_ribbon(path, width, colour)
        tailor.place('neck', side, end + (-out * width / 2, 0))
        tailor.place('shoulder', side, end + (out * width / 2, 0))
        tailor.place('armpit', side, line[0] if side == 0 else line[-1])
    tailor.sleeves = 'none'


def bare_shoulders(tailor: Tailor) -> None:
    """Takes neck and shoulders away above a line through the sleeves."""
    rng = tailor.rng
    share = rng.uniform(0.25, 0.7)
    ends = []
    for side in (0, 1):
        shoulder, armpit = tailor.point('shoulder', side), tailor.point('armpit', side)
        y = shoulder[1] + (armpit[1] - shoulder[1]) * share
        out = tailor.limb_at('Outer', side, rng.uniform(0.1, 0.35))
        ends.append(np.array([out[0], max(y, out[1])]))
    sag = rng.uniform(-0.06, 0.15) * tailor.chest()
    line = [ends[0] + (ends[1] - ends[0]) * t + (0, sag * 4 * t * (1 - t)) for t in np.linspace(0, 1, 20)]
    tailor.erase([(-CANVAS, -CANVAS), (-CANVAS, ends[0][1]), *line, (2 * CANVAS, ends[1][1]), (2 * CANVAS, -CANVAS)])
    for side in (0, 1):
        tailor.place('shoulder', side, ends[side])
        tailor.place('neck', side, ends[side] + (ends[1 - side] - ends[side]) * 0.12)
        tailor.place('elbowOuter', side, (ends[side] + tailor.point('cuffOuter', side)) / 2)


def tie(tailor: Tailor) -> None:
    """Lets a band hang from side, waist, hem or shoulder."""
    rng, chest = tailor.rng, tailor.chest() if tailor.category in ('top', 'dress') else CANVAS / 4
    body = tailor.pixels[tailor.pixels[..., 3] > 0.9]
    if len(body) < 50:
        return
    colour = body[:, :3].mean(0) * rng.uniform(0.6, 1.1) if rng.random() < 0.7 else rng.uniform(0, 1, 3)
    width = rng.uniform(0.02, 0.12) * chest
    for _ in range(rng.integers(1, 3)):
        ys, xs = np.nonzero(tailor.pixels[..., 3] > 0.9)
        index = rng.integers(len(ys))
        y = ys[index]
        row = xs[ys == y]
        x = rng.choice([row.min(), row.max(), xs[index]])
        fall = rng.uniform(0.3, 1.1) * chest
        end = np.array([x + rng.normal(0, 0.25) * chest, y + fall])
        bend = np.array([x + rng.normal(0, 0.2) * chest, y + fall * 0.4])
        start = np.array([x, y], np.float32)
        path = [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 12)]
        tailor.draw_ribbon(path, width, colour)


def hang(tailor: Tailor) -> None:
    """Shows a hanger in the neck: cut-outs may keep it."""
    rng, chest = tailor.rng, tailor.chest()
    width = rng.uniform(0.02, 0.16) * chest
    wood = np.array([0.72, 0.5, 0.3]) * rng.uniform(0.6, 1.2)
    grey = rng.uniform(0, 1) * np.ones(3)
    colour = wood if rng.random() < 0.3 else grey if rng.random() < 0.7 else rng.uniform(0, 1, 3)
    necks = [tailor.point('neck', side) for side in (0, 1)]
    ends = [(necks[side] + tailor.point('shoulder', side)) / 2 + (0, 0.08 * chest) for side in (0, 1)]
    apex = (necks[0] + necks[1]) / 2 + (rng.normal(0, 0.03) * chest, -rng.uniform(0, 0.25) * chest)
    garment = tailor.pixels
    tailor.pixels = np.zeros_like(garment)
    sag = rng.uniform(-0.1, 0.2)
    for end in ends:
        bend = (end + apex) / 2 + (0, sag * (end[1] - apex[1]))
        tailor.draw_ribbon([end, bend, apex], width, colour)
    if rng.random() < 0.7:
        hook = apex - (rng.normal(0, 0.02) * chest, rng.uniform(0.1, 0.35) * chest)
        tailor.draw_ribbon([apex, hook], rng.uniform(0.015, 0.05) * chest, colour)
    tailor.pixels = garment + tailor.pixels * (1 - garment[..., 3:])
