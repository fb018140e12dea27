"""Shoes from the side, from above and from the front, single and in pairs."""

from __future__ import annotations

import numpy as np

from shapes import box, curve, ellipse, mirrored, turned
from sketch import Sketch


def draw_shoes(sketch: Sketch) -> None:
    """One of the ways in which shoes are photographed."""
    view = sketch.rng.choice(
        ['side', 'pair aside', 'above', 'one above', 'boots in front', 'sandals above'],
        p=[0.28, 0.2, 0.24, 0.08, 0.12, 0.08],
    )
    if view == 'side':
        sketch.place(_from_side(sketch), turned(0, sketch.chance(0.5)), np.zeros(2))
    elif view == 'pair aside':
        _pair_aside(sketch)
    elif view == 'one above':
        _from_above(sketch, sketch)
    elif view == 'boots in front':
        _side_by_side(sketch, _from_front)
    else:
        _side_by_side(sketch, _sandal if view == 'sandals above' else _from_above)


def _pair_aside(sketch: Sketch) -> None:
    b = sketch.between
    shoe = _from_side(sketch)
    arrangement = sketch.choose('behind', 'toe to toe', 'one above the other', 'askew')
    height = -min(points[:, 1].min() for layer in shoe.layers for points in layer.outlines)
    if arrangement == 'behind':
        sketch.place(shoe, turned(b(-0.1, 0.1), scale=b(0.9, 1)), np.array([b(-0.35, 0.45), -b(0.02, 0.22)]))
        sketch.place(shoe, turned(0), np.zeros(2))
    elif arrangement == 'toe to toe':
        sketch.place(shoe, turned(b(-0.15, 0.15), True), np.array([b(0.6, 1.0) if height > 0.8 else b(-0.1, 0.2), 0]))
        sketch.place(shoe, turned(b(-0.15, 0.15)), np.array([b(0.0, 0.3), 0]))
    elif arrangement == 'one above the other':
        sketch.place(shoe, turned(b(-0.15, 0.15), sketch.chance(0.3)), np.array([b(-0.1, 0.1), -height * b(0.75, 1.1)]))
        sketch.place(shoe, turned(b(-0.15, 0.15)), np.zeros(2))
    else:
        sketch.place(shoe, turned(b(-0.2, 0.2)), np.zeros(2))
        sketch.place(
            shoe,
            turned(b(0.3, 1.3) * sketch.rng.choice([-1, 1]), sketch.chance(0.5)),
            np.array([b(0.1, 0.7), b(-0.3, 0.3)]),
        )


def _from_side(sketch: Sketch) -> Sketch:
    """A shoe of length 1 with its toe to the right, standing at y = 0."""
    shoe, b = Sketch(sketch.rng), sketch.between
    upper = shoe.stuff(patterned=0.25)
    sole = shoe.stuff() if shoe.chance(0.6) else shoe.stuff(like=upper)
    kind = sketch.choose('low', 'low', 'low', 'heel', 'ankle', 'knee', 'sandal')
    heel = (
        b(0.12, 0.5)
        if kind == 'heel'
        else b(0, 0.35)
        if kind in ('knee', 'ankle', 'sandal') and shoe.chance(0.5)
        else b(0, 0.05)
    )
    thick = b(0.02, 0.06) if heel > 0.1 else b(0.03, 0.14)
    toe = b(0.1, 0.2) + thick
    # Height of the footbed at the heel; it falls to the ball at two thirds of the length.
    bed = heel + thick
    rim = bed + b(0.16, 0.3) if kind != 'heel' else bed + b(0.1, 0.2)
    throat = b(0.3, 0.6)
    if kind in ('ankle', 'knee'):
        top = bed + (b(0.4, 0.7) if kind == 'ankle' else b(0.8, 1.7))
        width = b(0.34, 0.5)
        lean = b(-0.05, 0.08)
        outline = [
            (0.02, -bed),
            (-0.02 + lean * 0.3, -(bed + 0.2)),
            (lean, -top),
            (lean + width, -top - b(-0.03, 0.05)),
        ]
        outline += [
            (width + 0.0, -(bed + 0.32)),
            (width + 0.12, -(bed * 0.7 + 0.24)),
            (0.9, -toe),
            (1.0, -toe * 0.75),
            (1.0, -thick),
        ]
    else:
        outline = [
            (0.02, -bed),
            (-0.03, -(bed + 0.1)),
            (0.0, -rim),
            (0.1, -rim * 0.97),
            (0.2, -(rim + bed) / 2 - b(0, 0.1)),
        ]
        tongue = b(0.02, 0.14) if kind == 'low' else -b(0.02, 0.12)
        outline += [
            (throat, -(rim + tongue)),
            (throat + 0.06, -(rim + tongue) * 0.95),
            (0.78, -toe * b(1.0, 1.25)),
            (0.93, -toe),
            (1.0, -toe * 0.7),
            (1.0, -thick),
        ]
    arch = bed if heel > 0.1 else thick
    outline += [(0.65, -thick * 0.6), (0.36, -arch * 0.75)]
    shoe.fill(curve(outline, rounds=2), upper, 0.12)
    if kind == 'sandal':
        for x in np.arange(0.28, 0.8, b(0.16, 0.3)):
            shoe.cut(
                curve(
                    [
                        (x, -bed * (1 - x) - thick - 0.03),
                        (x + 0.1, -bed * (1 - x) - thick - 0.03),
                        (x + 0.1, -rim * 0.75),
                        (x, -rim * 0.8),
                    ],
                    rounds=1,
                )
            )
    if heel > 0.1:
        wide = b(0.04, 0.3)
        shoe.fill(
            [(0.0, -bed), (max(wide, 0.24) if shoe.chance(0.7) else wide, -bed * 0.85), (wide, 0), (0.03, 0)],
            sole,
            0.05,
        )
        if shoe.chance(0.25):
            shoe.fill(
                [(0.0, -bed), (0.35, -bed * 0.8), (0.7, -thick), (0.95, -thick), (0.95, 0), (0.05, 0)], sole, 0.05
            )
        shoe.fill(curve([(0.6, -thick), (1.0, -thick * 1.2), (1.01, 0), (0.6, 0)], rounds=1), sole, 0.02)
    else:
        shoe.fill(
            curve(
                [(-0.03, -bed), (0.5, -thick), (1.0, -thick - b(0, 0.05)), (1.03, -thick * 0.6), (0.97, 0), (0.0, 0)],
                rounds=1,
            ),
            sole,
            0.04,
        )
        shoe.line([(-0.03, -bed), (0.5, -thick), (1.0, -thick - 0.02)], 0.012)
    _details_aside(shoe, kind, throat, rim, toe, bed)
    return shoe


def _details_aside(shoe: Sketch, kind: str, throat: float, rim: float, toe: float, bed: float) -> None:
    b = shoe.between
    if shoe.chance(0.5):
        shoe.line(curve([(0.74, -toe * 1.3), (0.7, -toe * 0.9), (0.75, -bed * 0.3 - 0.03)], False), 0.01)
    if kind == 'low' and shoe.chance(0.6):
        for k in range(int(b(3, 7))):
            t = k / 6
            x, y = throat + 0.04 + t * 0.26, -(rim * (1 - t) + toe * t) - 0.01
            shoe.line([(x - 0.08, y + 0.08), (x + 0.02, y)], 0.02, b(-0.6, 0.7))
    if shoe.chance(0.4):
        patch = shoe.stuff()
        shoe.fill(curve([(0.2, -rim * 0.6), (0.35, -rim * 0.5), (0.62, -rim * 0.75), (0.4, -rim * 0.35)]), patch, 0.03)
    if kind in ('low', 'heel'):
        shoe.tint(
            curve([(0.03, -rim * 0.98), (0.2, -(rim + bed) / 2), (throat, -rim), (throat, -rim * 1.05), (0.1, -rim)]),
            b(-0.7, -0.2),
        )
    elif shoe.chance(0.5):
        shoe.line([(b(0.15, 0.3), -bed), (b(0.15, 0.3), -rim * 3)], 0.012)


def _side_by_side(sketch: Sketch, draw) -> None:
    b = sketch.between
    shoe = Sketch(sketch.rng)
    draw(sketch, shoe)
    gap, splay = b(-0.02, 0.16), b(-0.14, 0.2)
    half = 0.21 + gap / 2
    other = b(0.93, 1.07)
    sketch.place(shoe, turned(-splay, True), np.array([-half, b(-0.06, 0.06)]))
    sketch.place(shoe, turned(splay + b(-0.08, 0.08), scale=other), np.array([half, 0]))
    if sketch.chance(0.15):
        sketch.layers = [_upside_down(layer) for layer in sketch.layers]


def _upside_down(layer):
    return type(layer)(
        layer.kind,
        tuple(points * [1, -1] for points in layer.outlines),
        layer.stuff,
        layer.relief,
        layer.shade,
        layer.width,
    )


def _footprint(sketch: Sketch, width: float) -> np.ndarray:
    """A right shoe from above, toe at the bottom, from y = -0.5 to 0.5."""
    b = sketch.between
    toe = b(0.25, 0.85)
    half = [
        (0.0, -0.5),
        (width * 0.62, -0.49),
        (width * 0.72, -0.3),
        (width * b(0.66, 0.8), -0.05),
        (width * b(0.95, 1.05), 0.2),
        (width * (0.55 + 0.4 * toe), 0.4),
        (width * 0.45 * toe, 0.5),
    ]
    inner = [(-x * (0.95 if y > 0 else 1.0), y) for x, y in reversed(half)]
    return curve(half + inner, rounds=3)


def _from_above(_: Sketch, shoe: Sketch) -> None:
    b = shoe.between
    width = b(0.15, 0.215)
    upper = shoe.stuff(patterned=0.25)
    inside = shoe.stuff()
    outline = _footprint(shoe, width)
    if shoe.chance(0.5):
        shoe.fill(outline * [1.07, 1.03], shoe.stuff(), 0.05)
    shoe.fill(outline, upper, 0.14)
    opening = b(-0.12, 0.12)
    low = shoe.chance(0.35)
    mouth = curve(
        [
            (0, -0.47),
            (width * 0.5, -0.44),
            (width * 0.55, -0.25),
            (width * (0.6 if low else 0.4), opening),
            (0, opening + (0.12 if low else 0.03)),
            (-width * (0.6 if low else 0.4), opening),
            (-width * 0.55, -0.25),
            (-width * 0.5, -0.44),
        ]
    )
    shoe.fill(mouth, inside, 0.1, b(-0.9, 0.0))
    shoe.tint(
        curve([(0, opening), (width * 0.5, opening - 0.1), (0, opening - 0.16), (-width * 0.5, opening - 0.1)]),
        b(-0.7, -0.1),
    )
    if shoe.chance(0.65):
        tongue = b(0.35, 0.55) * width
        start = opening - b(-0.02, 0.15)
        shoe.fill(
            curve([(-tongue, start), (tongue, start), (tongue * 0.8, 0.2), (-tongue * 0.8, 0.2)], rounds=2),
            shoe.stuff(like=upper),
            0.05,
        )
        lace = shoe.stuff(patterned=0)
        for y in np.linspace(start + 0.06, 0.18, int(b(3, 7))):
            shoe.ribbon([(-tongue * 1.1, y), (tongue * 1.1, y + b(-0.04, 0.04))], 0.014, lace)
        for _i in range(int(b(0, 3))):
            shoe.ribbon(
                curve(
                    [(0, start + 0.08), (b(-0.15, 0.15), start + b(-0.1, 0.1)), (b(-0.2, 0.2), start + b(0, 0.2))],
                    False,
                ),
                0.012,
                lace,
            )
    elif shoe.chance(0.5):
        shoe.line([(-width * 0.7, b(0.1, 0.2)), (width * 0.7, b(0.1, 0.2))], 0.03, b(-0.5, 0.6))
    if shoe.chance(0.6):
        shoe.line(ellipse(0, 0.22, width * 0.8, b(0.03, 0.1), np.pi, 2 * np.pi), 0.01)


def _sandal(_: Sketch, shoe: Sketch) -> None:
    b = shoe.between
    width = b(0.15, 0.21)
    sole = shoe.stuff(patterned=0.2)
    strap = shoe.stuff(patterned=0.2)
    shoe.fill(_footprint(shoe, width), sole, 0.08)
    if shoe.chance(0.5):
        shoe.ribbon(
            curve([(-width, -0.02), (-width * 0.4, 0.12), (0, 0.26), (width * 0.4, 0.12), (width, -0.02)], False),
            b(0.02, 0.05),
            strap,
        )
    else:
        for y in np.linspace(-0.2, 0.3, int(b(2, 5))):
            shoe.fill(box(-width * 1.02, y, width * 1.02, y + b(0.03, 0.12)), strap, 0.06)


def _from_front(_: Sketch, boot: Sketch) -> None:
    """A boot from the front and a little from above: its shaft, and the foot that comes nearer and wider."""
    b = boot.between
    upper = boot.stuff(patterned=0.2)
    shaft, foot = b(0.13, 0.19), b(0.15, 0.215)
    top = -b(0.3, 0.9)
    boot.fill(mirrored([(shaft, top), (shaft * b(0.8, 1), -0.05), (foot * 0.9, 0.08)]), upper, 0.12)
    boot.fill(
        curve(
            [
                (-foot * 0.9, 0.0),
                (foot * 0.9, 0.0),
                (foot, 0.2),
                (foot * 0.8, 0.4),
                (0, 0.46),
                (-foot * 0.8, 0.4),
                (-foot, 0.2),
            ]
        ),
        boot.stuff(like=upper),
        0.14,
    )
    if boot.chance(0.6):
        boot.fill(
            curve(
                [
                    (-foot, 0.22),
                    (-foot * 0.85, 0.4),
                    (0, 0.46),
                    (foot * 0.85, 0.4),
                    (foot, 0.22),
                    (foot * 0.95, 0.44),
                    (0, 0.52),
                    (-foot * 0.95, 0.44),
                ]
            ),
            boot.stuff(),
            0.03,
        )
    boot.fill(ellipse(0, top, shaft, b(0.02, 0.09)), boot.stuff(), 0.05, b(-0.9, -0.1))
    if boot.chance(0.5):
        lace = boot.stuff(patterned=0)
        for y in np.linspace(top * 0.7, 0.05, int(b(3, 8))):
            boot.ribbon([(-shaft * 0.4, y), (shaft * 0.4, y + b(-0.03, 0.03))], 0.015, lace)
    for y in np.linspace(top * 0.8, 0.05, int(b(0, 4))):
        boot.line(curve([(-shaft, y), (0, y + 0.03), (shaft, y)], False), 0.012)
