"""Glasses, and small things of no other kind: watches, jewellery, scarves, gloves, socks, belts, ties."""

from __future__ import annotations

import numpy as np

from shapes import box, curve, ellipse, tube, turned
from sketch import Sketch


def draw_glasses(sketch: Sketch) -> None:
    """A pair of glasses from the front or half from the side."""
    b = sketch.between
    frame = sketch.stuff(patterned=0.2)
    lens = sketch.stuff(patterned=0.25)
    thin = b(0.008, 0.05)
    rx, ry, power = b(0.2, 0.27), b(0.13, 0.25), b(1.6, 5)
    gap = b(0.03, 0.09)
    lift = b(0, 0.1) if sketch.chance(0.3) else 0.0
    front = Sketch(sketch.rng)
    clear = sketch.chance(0.35)
    for side in (-1, 1):
        shape = ellipse(0, 0, rx, ry, power=power) * [1, 1] + [0, 0]
        shape[:, 1] -= lift * np.clip(shape[:, 0] / rx, 0, 1) ** 2
        if sketch.chance(0.15):
            shape[:, 1] = np.where(shape[:, 1] > 0, shape[:, 1] * 1.25, shape[:, 1] * 0.85)
        shape = shape * [side, 1] + [side * (rx + gap), 0]
        front.fill(shape, lens, 0.1)
        if clear:
            front.cut(shape)
        front.ribbon(np.concatenate([shape, shape[:1]]), thin * 2, frame)
        front.fill(
            curve(
                [
                    (side * (2 * rx + gap) * 0.97, -ry * 0.6),
                    (side * (2 * rx + gap + 0.05), -ry * 0.65),
                    (side * (2 * rx + gap + 0.05), -ry * 0.25),
                    (side * (2 * rx + gap) * 0.97, -ry * 0.2),
                ],
                rounds=1,
            ),
            frame,
            0.02,
        )
    front.ribbon(
        curve([(-gap - 0.03, -ry * 0.25), (0, -ry * b(0.3, 0.7)), (gap + 0.03, -ry * 0.25)], False),
        max(0.02, thin * 1.5),
        frame,
    )
    if sketch.chance(0.15):
        front.ribbon([(-rx - gap, -ry * 0.95), (rx + gap, -ry * 0.95)], thin * 1.5, frame)
    edge = 2 * rx + gap + 0.04
    view = sketch.choose('front', 'front', 'folded', 'half', 'half')
    if view == 'half':
        near = sketch.rng.choice([-1, 1])
        squeeze = b(0.5, 0.9)
        arm, rise = b(0.35, 0.9), b(-0.3, 0.15)
        for side in (-1, 1):
            start = np.array([side * edge * squeeze, -ry * 0.45])
            end = start + [near * arm * (1.0 if side == near else b(0.4, 1.0)), rise]
            path = np.concatenate([np.linspace(start, end, 12), [end + [near * b(0.05, 0.12), b(0.03, 0.16)]]])
            sketch.fill(tube(path, [thin * 2 + 0.02, thin * 2 + 0.04, thin * 2 + 0.02]), frame, 0.03, -0.1)
        sketch.place(front, np.array([[squeeze, 0], [b(-0.12, 0.12), 1]]), np.zeros(2))
        return
    if view == 'folded':
        for side in (-1, 1):
            sketch.ribbon([(side * edge, -ry * 0.45), (-side * edge * b(0.3, 0.9), b(-0.05, 0.2))], thin * 2, frame)
    sketch.place(front, turned(0), np.zeros(2))


def draw_other(sketch: Sketch) -> None:
    """Something small that is worn."""
    kind = sketch.rng.choice(
        ['watch', 'earrings', 'necklace', 'ring', 'scarf', 'gloves', 'socks', 'belt', 'tie', 'tube'],
        p=[0.2, 0.1, 0.13, 0.13, 0.12, 0.1, 0.08, 0.06, 0.04, 0.04],
    )
    drawers = {
        'watch': _watch,
        'earrings': _earrings,
        'necklace': _necklace,
        'ring': _ring,
        'scarf': _scarf,
        'gloves': _gloves,
        'socks': _socks,
        'belt': _belt,
        'tie': _tie,
        'tube': _tube,
    }
    drawers[str(kind)](sketch)


def _watch(s: Sketch) -> None:
    b = s.between
    strap = s.stuff(patterned=0.3)
    r = b(0.25, 0.36)
    if s.chance(0.5):
        w, top, bottom = r * b(0.55, 0.9), b(0.5, 1.1), b(0.5, 1.1)
        s.fill(
            curve(
                [
                    (-w, 0),
                    (-w * b(0.7, 1), -top),
                    (w * b(0.7, 1), -top),
                    (w, 0),
                    (w * b(0.7, 1), bottom),
                    (-w * b(0.7, 1), bottom),
                ],
                rounds=1,
            ),
            strap,
            0.1,
        )
        for y in np.arange(r + 0.1, bottom, 0.12):
            s.line([(-w, y), (w, y)], 0.015, b(-0.5, -0.1))
    else:
        turn = b(0.3, 0.8)
        loop = ellipse(b(0.2, 0.45), 0, b(0.4, 0.7) * turn, b(0.5, 0.75))
        s.ribbon(loop, b(0.12, 0.3), strap)
        s.ribbon(loop[5:25] + [0.05, 0], b(0.1, 0.25), s.stuff(like=strap))
    power = s.rng.choice([2.0, 2.0, 3.0, 6.0])
    rx, ry = (r, r) if s.chance(0.6) else (r * b(0.6, 0.9), r * b(0.9, 1.3))
    s.fill(ellipse(0, 0, rx, ry, power=power), s.stuff(patterned=0), 0.08)
    s.fill(ellipse(0, 0, rx * 0.8, ry * 0.8, power=power), s.stuff(patterned=0.3), 0.02)
    if s.chance(0.5):
        for angle in (b(0, 6), b(0, 6)):
            s.line([(0, 0), (rx * 0.7 * np.cos(angle), ry * 0.7 * np.sin(angle))], 0.025, s.rng.choice([-0.8, 0.8]))
    else:
        s.fill(box(-rx * 0.5, -ry * 0.25, rx * 0.5, ry * 0.1), s.stuff(patterned=0.8), 0.01)


def _earrings(s: Sketch) -> None:
    b = s.between
    one = Sketch(s.rng)
    metal, gem = s.stuff(patterned=0.2), s.stuff(patterned=0.2)
    drop = b(0.3, 1.3)
    if s.chance(0.35):
        one.ribbon(ellipse(0, drop / 2, b(0.15, 0.4), drop / 2), b(0.02, 0.1), metal)
    else:
        one.ribbon(curve([(0, 0), (b(-0.15, 0.15), drop * 0.5), (0, drop)], False), b(0.015, 0.06), metal)
        for y in np.linspace(0, drop, int(b(1, 7))):
            one.fill(ellipse(0, y, b(0.03, 0.13), b(0.03, 0.15)), gem, 0.05)
    apart = b(0.4, 0.9)
    s.place(one, turned(b(-0.1, 0.1), True), np.array([-apart / 2, 0.0]))
    s.place(one, turned(b(-0.1, 0.1)), np.array([apart / 2, b(-0.05, 0.05)]))


def _necklace(s: Sketch) -> None:
    b = s.between
    metal, gem = s.stuff(patterned=0.3), s.stuff(patterned=0.3)
    w, h = b(0.15, 0.5), b(0.6, 1.3)
    s.ribbon(
        curve([(-w, -h), (-w * 0.8, -h * 0.4), (0, 0), (w * 0.8, -h * 0.4), (w, -h)], False, 2), b(0.01, 0.05), metal
    )
    if s.chance(0.3):
        s.ribbon(curve([(-w, -h), (0, -h * 1.1), (w, -h)], False), 0.02, metal)
    r = b(0.05, 0.3)
    if s.chance(0.4):
        s.ribbon(
            curve([(0, 0), (-r, -r * 0.2), (-r, r * 0.6), (0, r * 1.6), (r, r * 0.6), (r, -r * 0.2), (0, 0)], False),
            0.04,
            metal,
        )
    else:
        s.fill(ellipse(0, r * 0.8, r, r * b(0.8, 1.4), power=b(1.2, 4)), gem, 0.05)


def _ring(s: Sketch) -> None:
    b = s.between
    metal, gem = s.stuff(patterned=0.1), s.stuff(patterned=0.4)
    squash = b(0.5, 1)
    s.ribbon(ellipse(0, 0, 0.5 * squash, 0.5), b(0.05, 0.18), metal)
    if s.chance(0.75):
        r = b(0.08, 0.4)
        x = b(-0.15, 0.15)
        s.fill(ellipse(x, -0.5, r * b(1, 1.3), r), metal, 0.05)
        for angle in np.linspace(0, 2 * np.pi, int(b(6, 16)), endpoint=False):
            s.fill(ellipse(x + r * np.cos(angle), -0.5 + r * 0.85 * np.sin(angle), r * 0.22, r * 0.2), gem, 0.03)
        s.fill(ellipse(x, -0.5, r * 0.65, r * 0.55), s.stuff(patterned=0), 0.05)


def _scarf(s: Sketch) -> None:
    b = s.between
    wool = s.stuff(patterned=0.7)
    if s.chance(0.5):
        s.fill(
            tube(
                curve(
                    [(-b(0.1, 0.4), 1.4), (-0.25, 0.5), (-0.3, 0), (0, -0.4), (0.3, 0), (0.2, 0.5), (b(0.0, 0.4), 1.3)],
                    False,
                ),
                [0.3, 0.25, 0.28, 0.25, 0.3],
            ),
            wool,
            0.08,
        )
        s.line(curve([(-0.3, 0.2), (0, 0.3), (0.3, 0.1)], False), 0.05, -0.4)
        ends = [(-0.25, 1.38), (0.2, 1.28)]
    else:
        w, h = b(0.12, 0.3), b(0.9, 1.3)
        s.fill(box(-w, -h, w, h), wool, 0.04)
        s.line([(b(-0.3, 0.3) * w, -h), (b(-0.3, 0.3) * w, h)], 0.02, -0.3)
        ends = [(0.0, h)]
    if s.chance(0.6):
        for x, y in ends:
            for k in np.linspace(-0.13, 0.13, 9):
                s.ribbon([(x + k, y), (x + k + b(-0.02, 0.02), y + b(0.08, 0.15))], 0.016, wool)


def _gloves(s: Sketch) -> None:
    b = s.between
    skin = s.stuff(patterned=0.3)
    one = Sketch(s.rng)
    mitten = s.chance(0.25)
    if mitten:
        one.fill(
            curve([(-0.2, 0.4), (-0.24, -0.1), (-0.15, -0.5), (0.12, -0.52), (0.22, -0.1), (0.2, 0.4)], rounds=2),
            skin,
            0.12,
        )
    else:
        one.fill(curve([(-0.18, 0.4), (-0.22, -0.1), (0.22, -0.1), (0.18, 0.4)], rounds=1), skin, 0.12)
        for k, (x, reach) in enumerate(zip((-0.16, -0.05, 0.06, 0.16), (0.42, 0.55, 0.52, 0.38))):
            one.fill(tube(np.array([(x, 0.0), (x * b(1.0, 1.6), -0.1 - reach)]), [0.12, 0.1]), skin, 0.05, 0.03 * k)
    one.fill(tube(np.array([(0.12, 0.15), (b(0.3, 0.42), -b(0.1, 0.25))]), [0.14, 0.11]), skin, 0.05)
    one.fill(box(-0.19, 0.35, 0.19, b(0.45, 0.75)), s.stuff(like=skin), 0.04)
    s.place(one, turned(b(-0.15, 0.25), True), np.array([-b(0.1, 0.4), 0]))
    s.place(one, turned(b(-0.15, 0.25)), np.array([b(0.1, 0.4), b(-0.1, 0.1)]))


def _socks(s: Sketch) -> None:
    b = s.between
    cotton = s.stuff(patterned=0.6)
    one = Sketch(s.rng)
    leg, foot, w = b(0.2, 0.9), b(0.4, 0.65), b(0.17, 0.22)
    path = curve([(0, -leg), (0, 0), (0.05, 0.2), (foot, 0.28)], False)
    one.fill(tube(path, [w, w, w * 1.15, w, w * 0.8]), cotton, 0.08)
    one.line([(-w / 2, -leg + 0.1), (w / 2, -leg + 0.1)], 0.02, -0.3)
    s.place(one, turned(b(-0.2, 0.2)), np.array([b(0.05, 0.35), b(-0.15, 0.15)]))
    s.place(one, turned(b(-0.2, 0.2), s.chance(0.3)), np.zeros(2))


def _belt(s: Sketch) -> None:
    b = s.between
    leather = s.stuff(patterned=0.2)
    width = b(0.06, 0.14)
    if s.chance(0.5):
        turns = np.linspace(0, b(1.3, 3) * 2 * np.pi, 90)
        r = 0.25 + turns * 0.02
        s.ribbon(np.stack([r * np.cos(turns), r * np.sin(turns) * b(0.3, 1)], 1), width, leather)
        at = (r[-1], 0.0)
    else:
        s.ribbon(curve([(-1, b(-0.2, 0.2)), (-0.3, b(-0.2, 0.2)), (0.3, b(-0.2, 0.2)), (1, 0)], False), width, leather)
        at = (1.0, 0.0)
    s.ribbon(
        box(at[0] - width * 0.6, at[1] - width * 0.8, at[0] + width * 0.7, at[1] + width * 0.8)[[0, 1, 2, 3, 0]],
        0.03,
        s.stuff(patterned=0),
    )


def _tie(s: Sketch) -> None:
    b = s.between
    silk = s.stuff(patterned=0.7)
    w = b(0.08, 0.15)
    s.fill([(-w * 0.5, -0.9), (w * 0.5, -0.9), (w, 0.8), (0, 1.0), (-w, 0.8)], silk, 0.05)
    s.fill(curve([(-w * 0.8, -1.05), (w * 0.8, -1.05), (w * 0.5, -0.85), (-w * 0.5, -0.85)], rounds=1), silk, 0.05)


def _tube(s: Sketch) -> None:
    """A neck warmer: a short tube in folds."""
    b = s.between
    cloth = s.stuff(patterned=0.6)
    w, h = 0.5, b(0.7, 1.2)
    s.fill(
        curve(
            [
                (-w * b(0.8, 1), 0),
                (w * b(0.8, 1), 0),
                (w * b(0.8, 1), h * 0.5),
                (w * b(0.9, 1.2), h),
                (0, h * 1.1),
                (-w * b(0.9, 1.2), h),
                (-w * b(0.8, 1), h * 0.5),
            ],
            rounds=2,
        ),
        cloth,
        0.2,
    )
    for y in np.linspace(0.15, 0.95, int(b(3, 7))) * h:
        s.line(curve([(-w, y), (b(-0.2, 0.2), y + b(-0.02, 0.14)), (w, y + b(-0.1, 0.1))], False), b(0.02, 0.05), -0.4)
