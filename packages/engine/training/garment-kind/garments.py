"""Garments laid flat, on a hanger, or on somebody whose arms, legs and neck the cut-out kept."""

from __future__ import annotations

import numpy as np

from shapes import box, curve, ellipse, mirrored, tube
from sketch import Sketch, Stuff

#: Share of tops and dresses that hang on straps or leave the shoulders bare.
STRAPPED = 0.22


def draw_top(sketch: Sketch) -> None:
    """A shirt, sweater, vest, jacket or coat, or a top on straps."""
    if sketch.chance(STRAPPED):
        _strapped(sketch, sketch.between(0.35, 1.3), sketch.between(0.85, 1.4))
        return
    length = sketch.between(0.75, 1.6) if sketch.chance(0.85) else sketch.between(0.5, 0.75)
    _upper(sketch, length, flare=sketch.between(0.9, 1.25), coat=sketch.chance(0.35))


def draw_dress(sketch: Sketch) -> None:
    """A dress, or trousers and bodice in one."""
    if sketch.chance(0.15):
        _legs(sketch, sketch.between(1.9, 2.7) if sketch.chance(0.6) else sketch.between(1.1, 1.5), top=-0.75)
        _upper(sketch, 0.85, flare=0.9, coat=False)
    elif sketch.chance(STRAPPED):
        _strapped(sketch, sketch.between(1.5, 2.9), sketch.between(0.95, 2.3))
    else:
        _upper(sketch, sketch.between(1.6, 3.1), flare=sketch.between(0.95, 2.1), coat=sketch.chance(0.1))


def draw_trousers(sketch: Sketch) -> None:
    """Trousers, leggings or shorts."""
    _legs(sketch, sketch.between(1.8, 2.9) if sketch.chance(0.6) else sketch.between(0.75, 1.6))


def draw_skirt(sketch: Sketch) -> None:
    """A skirt of any length."""
    b = sketch.between
    cloth = sketch.stuff()
    waist, length = b(0.26, 0.42), b(0.55, 2.3)
    hem = waist * b(1.0, 2.4)
    hip = waist + (hem - waist) * b(0.3, 0.7)
    edge = [(waist, 0), (hip, length * b(0.3, 0.5)), (hem, length)]
    low = b(-0.02, 0.14)
    wave = b(0, 0.05)
    bottom = [(x * hem, length + low * (1 - x * x) + wave * np.sin(x * 14)) for x in np.linspace(0.9, -0.9, 12)]
    top = [(-waist, 0), (0, b(-0.04, 0.06)), (waist, 0)]
    sketch.fill(np.concatenate([top, edge[1:], bottom, [(-x, y) for x, y in edge[:0:-1]]]), cloth, 0.1)
    _pleats(sketch, waist, hem, length)
    band = b(0.05, 0.2)
    if sketch.chance(0.7):
        sketch.fill(
            [
                (-waist, 0),
                (0, b(-0.02, 0.05)),
                (waist, 0),
                (waist * 1.03, band),
                (0, band + 0.03),
                (-waist * 1.03, band),
            ],
            sketch.stuff(like=cloth),
            0.03,
        )
    if sketch.chance(0.3):
        sketch.tint(ellipse(0, 0.01, waist * 0.95, b(0.02, 0.06)), b(-0.7, -0.2))
    if sketch.chance(0.3):
        sketch.line([(0, band), (0, length)], 0.012, -0.3)
    if sketch.chance(0.12):
        _legs_below(sketch, hem, length)


def _pleats(sketch: Sketch, waist: float, hem: float, length: float) -> None:
    if not sketch.chance(0.5):
        return
    shade = sketch.between(-0.5, -0.1)
    for t in np.linspace(-0.9, 0.9, int(sketch.between(3, 16))):
        start = sketch.between(0, 0.4)
        sketch.line(
            [(t * (waist + (hem - waist) * start), length * start), (t * hem, length)],
            sketch.between(0.01, 0.04),
            shade,
        )


def _legs_below(sketch: Sketch, hem: float, start: float) -> None:
    skin = sketch.stuff(patterned=0)
    for side in (-1, 1):
        x = side * hem * sketch.between(0.2, 0.5)
        sketch.layers.insert(
            0,
            _limb(
                sketch, np.array([(x, start - 0.2), (x * 0.9, start + sketch.between(0.3, 0.9))]), [0.26, 0.14], skin
            ),
        )


def _limb(sketch: Sketch, path: np.ndarray, widths: list[float], stuff: Stuff):
    one = Sketch(sketch.rng)
    one.fill(tube(path, widths), stuff, 0.06)
    return one.layers[0]


def _upper(sketch: Sketch, length: float, flare: float, coat: bool) -> None:
    b = sketch.between
    cloth = sketch.stuff()
    sleeve = str(
        sketch.rng.choice(
            ['none', 'strap', 'cap', 'short', 'mid', 'long'],
            p=[0.08, 0.07, 0.05, 0.3, 0.08, 0.42] if not coat else [0.1, 0, 0, 0, 0.05, 0.85],
        )
    )
    neck, slope = b(0.1, 0.22), b(0.03, 0.17)
    shoulder = b(0.36, 0.52) if sleeve not in ('none', 'strap') else neck + b(0.03, 0.18)
    armpit = b(0.26, 0.48)
    chest = max(b(0.32, 0.5), shoulder * 0.85)
    waist = chest * b(0.78, 1.02)
    hem = waist * flare
    middle = armpit + (min(length, 1.15) - armpit) * b(0.4, 0.8)
    if sleeve not in ('none', 'strap'):
        _sleeves(sketch, cloth, sleeve, shoulder, slope, chest, armpit)
    side = [(shoulder, slope), (chest, armpit), (waist, middle), (hem, length)]
    dip = b(-0.04, 0.1)
    back = [(-neck, 0), (0, dip * 0.5), (neck, 0)]
    low = b(-0.04, 0.08)
    bottom = [(hem * 0.5, length + low), (0, length + low * 1.2), (-hem * 0.5, length + low)]
    sketch.fill(np.concatenate([back, side, bottom, [(-x, y) for x, y in side[::-1]]]), cloth, 0.12)
    if sleeve not in ('none', 'strap') and sketch.chance(0.7):
        for s in (-1, 1):
            sketch.line(
                [(s * shoulder, slope), (s * shoulder * 0.95, armpit * 0.6), (s * chest, armpit)], 0.012, b(-0.4, -0.1)
            )
    _neckline(sketch, cloth, neck, coat)
    _front(sketch, cloth, neck, chest, hem, length, coat)
    if sketch.chance(0.25):
        for y in np.linspace(armpit, length, int(b(4, 11))):
            sketch.line(curve([(-chest, y), (0, y + 0.02), (chest, y)], False), 0.012, b(-0.4, -0.1))
    if sketch.chance(0.35):
        sketch.fill(
            [(-hem, length - b(0.05, 0.14)), (hem, length - 0.09), (hem, length), (0, length + low), (-hem, length)],
            sketch.stuff(like=cloth),
            0.03,
        )
    if sketch.chance(0.12):
        sketch.ribbon(
            curve([(-shoulder * 0.9, slope), (0, -0.02), (shoulder * 0.9, slope)], False), 0.02, sketch.stuff()
        )
        sketch.ribbon(curve([(0, -0.02), (0, -0.18), (0.06, -0.24), (0.08, -0.16)], False), 0.02, sketch.stuff())
    elif sketch.chance(0.12):
        _wearer(sketch, neck)


def _strapped(sketch: Sketch, length: float, flare: float) -> None:
    """A camisole, bustier, halter or off-shoulder top, or a dress of such a cut; its upper edge is at 0."""
    b = sketch.between
    cloth = sketch.stuff()
    chest = b(0.34, 0.46)
    waist, hem = chest * b(0.72, 1.05), chest * flare
    style = sketch.choose('camisole', 'camisole', 'halter', 'bustier', 'off-shoulder')
    cup, dip = b(0.03, 0.2), b(-0.03, 0.2)
    upper = chest * (b(0.35, 0.6) if style == 'halter' else b(0.8, 1.0))
    edge = [(-upper, 0), (-upper * 0.5, -cup), (0, dip), (upper * 0.5, -cup), (upper, 0)]
    side = [(chest, b(0.05, 0.25)), (waist, min(length, 1) * b(0.4, 0.7)), (hem, length)]
    low = b(-0.06, 0.12)
    bottom = [(x * hem, length + low * (1 - x * x)) for x in np.linspace(0.8, -0.8, 9)]
    strap = sketch.stuff(like=cloth)
    height, wide = b(0.25, 0.55), b(0.012, 0.05) if sketch.chance(0.7) else b(0.05, 0.14)
    for s in (-1, 1):
        start = s * upper * b(0.45, 0.9)
        if style == 'halter':
            ends = [(start, 0.02), (start * b(0.5, 1), -height * 0.6), (s * b(0, 0.12), -height)]
        else:
            ends = [(start, 0.02), (start * b(0.9, 1.15), -height * 0.5), (start * b(0.6, 1.1), -height)]
        if style in ('camisole', 'halter') or sketch.chance(0.3):
            sketch.ribbon(curve(ends, False), wide, strap)
        if style == 'off-shoulder':
            out = b(0.1, 0.3)
            sleeve = [
                (s * chest * 0.9, b(0.08, 0.16)),
                (s * (chest + out), b(0.2, 0.4)),
                (s * (chest + out), b(0.3, 1.1)),
            ]
            sketch.layers.append(_limb(sketch, curve(sleeve, False), [b(0.2, 0.35), b(0.16, 0.3)], cloth))
    sketch.fill(np.concatenate([curve(edge, False, 2), side, bottom, [(-x, y) for x, y in side[::-1]]]), cloth, 0.12)
    if sketch.chance(0.4):
        sketch.line(curve(edge, False, 2) + [0, 0.03], b(0.03, 0.09), b(-0.4, 0.4))
    if sketch.chance(0.25):
        sketch.line([(-waist, side[1][1]), (waist, side[1][1])], b(0.02, 0.06), b(-0.4, 0.3))


def _sleeves(
    sketch: Sketch, cloth: Stuff, sleeve: str, shoulder: float, slope: float, chest: float, armpit: float
) -> None:
    b = sketch.between
    reach = {'cap': b(0.08, 0.2), 'short': b(0.22, 0.42), 'mid': b(0.45, 0.75), 'long': b(0.85, 1.3)}[sleeve]
    angle = b(0.05, 0.6) if reach > 0.5 else b(0.2, 1.3)
    wide = (armpit - slope) * b(0.85, 1.1)
    cuff = wide * b(0.3, 0.8) if reach > 0.5 else wide * b(0.6, 1.1)
    folded = sketch.chance(0.1)
    bend = b(-0.1, 0.5)
    for side in (-1, 1):
        a = angle + b(-0.08, 0.08)
        start = np.array([(shoulder + chest) / 2 * 0.92, (slope + armpit) / 2])
        elbow = start + reach * 0.5 * np.array([np.sin(a), np.cos(a)])
        end = elbow + reach * 0.5 * np.array([np.sin(a - bend), np.cos(a - bend)])
        if folded and reach > 0.5:
            end = elbow + reach * 0.5 * np.array([-np.sin(b(0.6, 1.4)), np.cos(b(0.6, 1.4))])
        path = curve([start, elbow, end], False, 2) * [side, 1]
        layer = _limb(sketch, path, [wide, (wide + cuff) / 2, cuff], cloth)
        sketch.layers.append(layer)
        if sketch.chance(0.4):
            sketch.fill(tube(path[-3:] * [1, 1] + 0, [cuff, cuff * 0.95]), sketch.stuff(like=cloth), 0.03)


def _neckline(sketch: Sketch, cloth: Stuff, neck: float, coat: bool) -> None:
    b = sketch.between
    style = sketch.choose('round', 'round', 'v', 'collar', 'hood', 'tower', 'deep')
    deep = {'round': b(0.05, 0.2), 'v': b(0.2, 0.55), 'deep': b(0.2, 0.5)}.get(style, b(0.06, 0.15))
    power = 1.2 if style == 'v' else b(1.6, 3)
    front = np.array([(neck * t, deep * (1 - abs(t) ** power)) for t in np.linspace(-1, 1, 17)])
    if style == 'tower':
        sketch.fill(mirrored([(neck * b(0.75, 1), -b(0.1, 0.28)), (neck * 1.05, 0.05)]), sketch.stuff(like=cloth), 0.08)
        return
    if style == 'hood':
        w, h = neck * b(1.2, 1.9), b(0.25, 0.5)
        sketch.fill(
            curve(
                [
                    (-w, 0.1),
                    (-w * 1.05, -h * 0.6),
                    (-w * 0.4, -h),
                    (w * 0.4, -h),
                    (w * 1.05, -h * 0.6),
                    (w, 0.1),
                    (0, deep),
                ],
                rounds=2,
            ),
            cloth,
            0.12,
        )
        sketch.tint(
            curve(
                [
                    (-w * 0.6, 0.02),
                    (-w * 0.7, -h * 0.5),
                    (0, -h * 0.8),
                    (w * 0.7, -h * 0.5),
                    (w * 0.6, 0.02),
                    (0, deep),
                ],
                rounds=2,
            ),
            b(-0.7, -0.1),
        )
        if sketch.chance(0.6):
            for s in (-1, 1):
                sketch.ribbon(
                    [(s * neck * 0.6, deep * 0.5), (s * neck * b(0.5, 0.8), deep + b(0.1, 0.4))], 0.018, sketch.stuff()
                )
        return
    if sketch.chance(0.6):
        sketch.cut(np.concatenate([front, [(neck, -0.15), (-neck, -0.15)]]))
    else:
        sketch.tint(np.concatenate([front, [(0, -0.0)]]), b(-0.6, -0.05))
    if style == 'collar' or coat:
        wing = sketch.stuff(like=cloth)
        drop, out = (b(0.25, 0.7) if coat else b(0.1, 0.22)), b(0.05, 0.16)
        for s in (-1, 1):
            sketch.fill(
                [
                    (s * neck, -b(0, 0.05)),
                    (s * (neck + out), 0.08),
                    (s * (neck * 0.7 + out * 0.6), drop * 0.7),
                    (s * 0.02, drop),
                ],
                wing,
                0.03,
            )
    else:
        sketch.line(front + [0, 0.03], b(0.02, 0.05), b(-0.4, 0.3))


def _front(sketch: Sketch, cloth: Stuff, neck: float, chest: float, hem: float, length: float, coat: bool) -> None:
    b = sketch.between
    if coat or sketch.chance(0.35):
        opening = sketch.choose('zip', 'buttons', 'gap' if coat else 'buttons')
        if opening == 'gap':
            wide = b(0.03, 0.18)
            shape = [(-0.02, 0.2), (0.02, 0.2), (wide, length + 0.1), (-wide, length + 0.1)]
            if sketch.chance(0.5):
                sketch.cut(shape)
            else:
                sketch.fill(shape, sketch.stuff(), 0.02)
        else:
            sketch.line([(0, 0.1), (0, length)], 0.014, b(-0.5, 0.5))
            if opening == 'buttons':
                metal = sketch.stuff(patterned=0)
                for y in np.linspace(0.2, length * 0.95, int(b(4, 9))):
                    sketch.fill(ellipse(0.02, y, 0.02, 0.02), metal, 0.01)
    elif sketch.chance(0.35):
        w, h, y = b(0.1, 0.28), b(0.05, 0.25), b(0.3, 0.55)
        sketch.fill(box(-w, y - h / 2, w, y + h / 2), sketch.stuff(patterned=0.9), 0.01)
    if sketch.chance(0.3):
        w, h, y = b(0.14, 0.2), b(0.1, 0.25), min(length * 0.7, 0.8)
        for s in (-1, 1):
            sketch.line(box(s * chest * 0.5 - w / 2, y, s * chest * 0.5 + w / 2, y + h)[[0, 1, 2, 3, 0]], 0.01)
    if sketch.chance(0.2):
        y = b(0.55, 0.8) * min(length, 1.2)
        sketch.fill(box(-chest * 0.98, y, chest * 0.98, y + b(0.04, 0.12)), sketch.stuff(), 0.02)


def _wearer(sketch: Sketch, neck: float) -> None:
    skin = sketch.stuff(patterned=0)
    sketch.layers.insert(
        0, _limb(sketch, np.array([(0, 0.3), (0, -sketch.between(0.1, 0.35))]), [neck * 1.7, neck * 1.6], skin)
    )


def _legs(sketch: Sketch, length: float, top: float = 0.0) -> None:
    b = sketch.between
    cloth = sketch.stuff()
    waist = b(0.28, 0.42)
    hip = waist * b(1.0, 1.4)
    crotch = b(0.5, 0.8) if length > 1.6 else b(0.45, 0.65)
    opening = hip * b(0.35, 1.15) if length > 1.6 else hip * b(0.75, 1.25)
    splay = b(-0.05, 0.16)
    if top:
        crotch, length = crotch + 0.75, length + 0.75
    for side in (-1, 1):
        inner = b(0.0, 0.04) + max(0, splay)
        knee = crotch + (length - crotch) * 0.45
        knee_wide = (hip + opening) / 2 * b(0.8, 1.0)
        outline = [
            (0, 0.0),
            (waist, 0),
            (hip, crotch * b(0.5, 0.8)),
            (inner * 0.6 + knee_wide, knee),
            (inner + opening, length),
            (inner + 0.01, length + b(-0.03, 0.03)),
            (inner * 0.6 + 0.01, knee),
            (0, crotch),
        ]
        sketch.fill(np.array(outline) * [side, 1], cloth, 0.1, b(-0.06, 0.06))
        if sketch.chance(0.3):
            sketch.fill(
                np.array(
                    [(inner, length - 0.1), (inner + opening, length - 0.1), (inner + opening, length), (inner, length)]
                )
                * [side, 1],
                sketch.stuff(like=cloth),
                0.03,
            )
        if sketch.chance(0.3):
            sketch.line(np.array([(hip * 0.6, 0.1), ((inner + opening) * 0.6, length)]) * [side, 1], 0.02, b(-0.3, 0.4))
        if sketch.chance(0.35):
            sketch.line(
                curve(np.array([(waist * 0.45, 0.05), (waist * 0.6, 0.2), (hip * 0.95, 0.28)]) * [side, 1], False),
                0.014,
                -0.4,
            )
    if sketch.chance(0.8):
        sketch.line([(0, 0.05), (0, crotch)], 0.014, b(-0.5, -0.2))
    if sketch.chance(0.7):
        sketch.fill(
            [
                (-waist, -0.01),
                (0, b(-0.03, 0.06)),
                (waist, -0.01),
                (waist * 1.02, b(0.08, 0.15)),
                (0, 0.14),
                (-waist * 1.02, 0.12),
            ],
            sketch.stuff(like=cloth),
            0.03,
        )
        if sketch.chance(0.4):
            sketch.ribbon(curve([(0.02, 0.1), (0.06, 0.25), (0.03, b(0.3, 0.45))], False), 0.015, sketch.stuff())
    if sketch.chance(0.3):
        sketch.tint(ellipse(0, 0.01, waist * 0.95, b(0.02, 0.05)), b(-0.7, -0.1))
    if not top and sketch.chance(0.12):
        skin = sketch.stuff(patterned=0)
        for side in (-1, 1):
            x = side * (max(0, splay) + opening * 0.5)
            end = length + b(0.1, 0.6)
            sketch.layers.insert(0, _limb(sketch, np.array([(x, length - 0.1), (x, end)]), [opening * 0.7, 0.12], skin))
            if sketch.chance(0.6):
                sketch.fill(ellipse(x + side * 0.05, end, 0.14, 0.09), sketch.stuff(), 0.05)
