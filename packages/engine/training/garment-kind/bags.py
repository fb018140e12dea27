"""Bags: handbags and totes, backpacks, shoulder bags, clutches, holdalls."""

from __future__ import annotations

import numpy as np

from shapes import box, curve, ellipse
from sketch import Sketch, Stuff


def draw_bag(sketch: Sketch) -> None:
    """One kind of bag."""
    kind = sketch.rng.choice(
        ['hand', 'backpack', 'messenger', 'clutch', 'holdall', 'sling', 'belt'],
        p=[0.38, 0.2, 0.16, 0.1, 0.08, 0.06, 0.02],
    )
    {
        'hand': _hand,
        'backpack': _backpack,
        'messenger': _messenger,
        'clutch': _clutch,
        'holdall': _holdall,
        'sling': _sling,
        'belt': _belt_bag,
    }[str(kind)](sketch)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> np.ndarray:
    r = radius
    return curve(
        [
            (left + r, top),
            (right - r, top),
            (right, top + r),
            (right, bottom - r),
            (right - r, bottom),
            (left + r, bottom),
            (left, bottom - r),
            (left, top + r),
        ],
        rounds=2,
    )


def _metal(bag: Sketch) -> Stuff:
    return bag.stuff(patterned=0)


def _handle(bag: Sketch, strap: Stuff, spread: float, height: float, lean: float, width: float) -> None:
    """An arc over the upper edge at y = 0."""
    flat = bag.between(0.5, 1.0)
    path = curve(
        [
            (-spread, 0.06),
            (-spread * flat + lean, -height * 0.75),
            (lean - spread * 0.3, -height),
            (lean + spread * 0.3, -height),
            (spread * flat + lean, -height * 0.75),
            (spread, 0.06),
        ],
        False,
    )
    bag.ribbon(path, width, strap)


def _hand(bag: Sketch) -> None:
    b = bag.between
    leather = bag.stuff(patterned=0.3)
    strap = leather if bag.chance(0.5) else bag.stuff()
    top, bottom, height = b(0.35, 0.55), b(0.38, 0.6), b(0.45, 1.15)
    spread, reach, width = b(0.12, 0.34), b(0.15, 1.0), b(0.025, 0.09)
    twice = bag.chance(0.65)
    if twice:
        _handle(bag, bag.stuff(like=strap), spread, reach, b(-0.1, 0.1), width)
    sag = b(-0.02, 0.12)
    body = [
        (-top, 0),
        (0, sag),
        (top, 0),
        (bottom * b(0.95, 1.05), height * 0.6),
        (bottom, height),
        (-bottom, height),
        (-bottom * b(0.95, 1.05), height * 0.6),
    ]
    if bag.chance(0.35):
        side = b(0.08, 0.25)
        bag.fill(
            [(top, 0), (top + side, -b(-0.03, 0.06)), (bottom + side, height - b(0, 0.12)), (bottom, height)],
            bag.stuff(like=leather),
            0.05,
            b(-0.5, 0.1),
        )
    bag.fill(curve(body, rounds=int(b(0, 4))), leather, 0.15)
    if bag.chance(0.5):
        bag.line(curve([(-top, 0.04), (0, sag + 0.04), (top, 0.04)], False), b(0.008, 0.03), b(-0.5, 0.4))
    _panels(bag, leather, top, bottom, height)
    if twice or bag.chance(0.85):
        _handle(bag, strap, spread, reach * b(0.85, 1.1), b(-0.06, 0.06), width)
        if bag.chance(0.5):
            for x in (-spread, spread):
                bag.fill(box(x - width, 0.0, x + width, b(0.1, 0.35) * height), strap, 0.02)
                bag.fill(ellipse(x, 0.03, width * 0.7, width * 0.7), _metal(bag), 0.02)
    if bag.chance(0.25):
        end = b(0.1, 0.9)
        bag.ribbon(
            curve(
                [
                    (-top, 0.02),
                    (-top - b(0.05, 0.3), height * 0.5),
                    (b(-0.3, 0.1), height * end),
                    (top + b(0, 0.2), height * 0.4),
                    (top, 0.02),
                ],
                False,
            ),
            b(0.015, 0.04),
            strap,
        )


def _panels(bag: Sketch, leather: Stuff, top: float, bottom: float, height: float) -> None:
    b = bag.between
    details = bag.rng.random(4) < [0.35, 0.35, 0.3, 0.3]
    if details[0]:
        flap = b(0.25, 0.7) * height
        bag.fill(
            curve(
                [(-top, -0.01), (top, -0.01), (top * 0.98, flap * 0.8), (0, flap), (-top * 0.98, flap * 0.8)], rounds=2
            ),
            bag.stuff(like=leather),
            0.08,
        )
        bag.fill(box(-0.05, flap - 0.1, 0.05, flap), _metal(bag), 0.02)
    if details[1]:
        y = b(0.4, 0.6) * height
        bag.line(_rounded(-bottom * 0.7, y, bottom * 0.7, height * 0.92, 0.05), 0.01)
        bag.line([(-bottom * 0.6, y + 0.03), (bottom * 0.6, y + 0.03)], 0.018, b(-0.6, 0.6))
    if details[2]:
        for x in (-top * 0.6, top * 0.6):
            bag.line([(x, 0), (x, height)], b(0.01, 0.06), b(-0.4, 0.3))
    if details[3]:
        bag.fill(box(-0.12, height * 0.4, 0.12, height * 0.5), bag.stuff(patterned=0.6), 0.01)


def _backpack(bag: Sketch) -> None:
    b = bag.between
    cloth = bag.stuff(patterned=0.35)
    strap = bag.stuff(like=cloth) if bag.chance(0.6) else bag.stuff()
    w, h = b(0.34, 0.5), b(0.95, 1.35)
    for side in (-1, 1):
        if bag.chance(0.5):
            out = b(0.02, 0.3)
            bag.ribbon(
                curve(
                    [
                        (side * w * 0.5, b(-0.1, 0.1)),
                        (side * (w + out), h * 0.25),
                        (side * (w + out), h * 0.7),
                        (side * w * 0.8, h * 0.9),
                    ],
                    False,
                ),
                b(0.04, 0.11),
                strap,
            )
    if bag.chance(0.8):
        _handle(bag, strap, b(0.06, 0.16), b(0.08, 0.25), 0, b(0.025, 0.05))
    if bag.chance(0.4):
        side = b(0.08, 0.22) * bag.rng.choice([-1, 1])
        bag.fill(
            [
                (np.sign(side) * w, 0.1),
                (np.sign(side) * w + side, 0.12),
                (np.sign(side) * w + side, h * 0.92),
                (np.sign(side) * w, h),
            ],
            bag.stuff(like=cloth),
            0.05,
            -0.2,
        )
    bag.fill(_rounded(-w, 0, w, h, b(0.08, 0.3)), cloth, 0.2)
    if bag.chance(0.5):
        bag.line(
            curve([(-w, h * 0.5), (-w * 0.95, 0.12), (0, b(0.02, 0.1)), (w * 0.95, 0.12), (w, h * 0.5)], False),
            b(0.01, 0.025),
            b(-0.6, 0.5),
        )
    else:
        flap = b(0.25, 0.55) * h
        bag.fill(
            curve(
                [(-w, 0.04), (w, 0.04), (w, flap * 0.85), (w * 0.8, flap), (-w * 0.8, flap), (-w, flap * 0.85)],
                rounds=1,
            ),
            bag.stuff(like=cloth),
            0.1,
        )
        for x in (-w * 0.5, w * 0.5):
            bag.fill(box(x - 0.03, flap - 0.1, x + 0.03, flap + b(0.05, 0.35)), strap, 0.02)
            bag.fill(box(x - 0.045, flap, x + 0.045, flap + 0.06), _metal(bag), 0.01)
    pocket = bag.stuff(like=cloth) if bag.chance(0.7) else bag.stuff()
    for left, right in [(-0.8, 0.8)] if bag.chance(0.6) else [(-0.85, -0.08), (0.08, 0.85)]:
        y = b(0.52, 0.66) * h
        bag.fill(_rounded(left * w, y, right * w, h * 0.94, 0.06), pocket, 0.08)
        bag.line([(left * w, y + 0.08), (right * w, y + 0.08)], b(0.01, 0.03), b(-0.6, 0.4))


def _messenger(bag: Sketch) -> None:
    b = bag.between
    cloth = bag.stuff(patterned=0.3)
    strap = bag.stuff(like=cloth) if bag.chance(0.6) else bag.stuff()
    w, h = b(0.42, 0.6), b(0.45, 0.85)
    style = bag.choose('long', 'long', 'laid', 'none')
    if style == 'long':
        reach = b(0.3, 1.6)
        bag.ribbon(
            curve(
                [
                    (-w, 0.1),
                    (-w * b(0.6, 1.15), -reach * 0.5),
                    (b(-0.3, 0.3), -reach),
                    (w * b(0.6, 1.15), -reach * 0.5),
                    (w, 0.1),
                ],
                False,
            ),
            b(0.02, 0.1),
            strap,
        )
    if bag.chance(0.4):
        _handle(bag, strap, b(0.1, 0.2), b(0.06, 0.16), 0, b(0.03, 0.05))
    bag.fill(_rounded(-w, 0, w, h, b(0.02, 0.16)), cloth, 0.12)
    flap = b(0.45, 0.98) * h
    bag.fill(
        curve(
            [
                (-w * 1.01, -0.01),
                (w * 1.01, -0.01),
                (w * 1.01, flap * 0.9),
                (w * 0.85, flap),
                (-w * 0.85, flap),
                (-w * 1.01, flap * 0.9),
            ],
            rounds=int(b(0, 3)),
        ),
        bag.stuff(like=cloth),
        0.08,
    )
    if bag.chance(0.4):
        bag.fill(box(-w * 0.4, 0, w * 0.4, flap), bag.stuff(), 0.03)
    for x in (-w * 0.6, w * 0.6) if bag.chance(0.6) else (0.0,):
        bag.fill(box(x - 0.05, flap - 0.1, x + 0.05, flap + 0.06), _metal(bag) if bag.chance(0.5) else strap, 0.02)
    if style == 'laid':
        bag.ribbon(
            curve(
                [
                    (-w, 0.05),
                    (-w * 0.3, b(-0.1, 0.3)),
                    (w * b(0.2, 0.7), h * b(0.1, 0.6)),
                    (w * 1.05, h * b(0.2, 0.7)),
                    (w, 0.1),
                ],
                False,
            ),
            b(0.06, 0.14),
            strap,
        )


def _clutch(bag: Sketch) -> None:
    b = bag.between
    leather = bag.stuff(patterned=0.4)
    w, h = 0.5, b(0.45, 0.8)
    if bag.chance(0.35):
        bag.ribbon(
            curve([(w * 0.95, h * 0.2), (w * 1.4, 0.0), (w * 1.5, h * 0.6), (w * 0.98, h * 0.3)], False),
            b(0.02, 0.05),
            leather,
        )
    bag.fill(_rounded(-w, 0, w, h, b(0.01, 0.15)), leather, 0.08)
    if bag.chance(0.6):
        flap = b(0.35, 0.8) * h
        point = b(0.5, 1.0)
        bag.fill(
            [(-w, 0), (w, 0), (w, flap * point * 0.6), (0, flap), (-w, flap * point * 0.6)],
            bag.stuff(like=leather),
            0.05,
        )
        bag.fill(ellipse(0, flap - 0.05, b(0.02, 0.06), b(0.02, 0.05)), _metal(bag), 0.02)
    else:
        bag.line([(-w * 0.95, b(0.04, 0.1)), (w * 0.95, b(0.04, 0.1))], b(0.01, 0.04), b(-0.5, 0.7))
    if bag.chance(0.4):
        bag.line(_rounded(-w * 0.92, h * 0.1, w * 0.92, h * 0.92, 0.04), 0.006, -0.3)


def _holdall(bag: Sketch) -> None:
    b = bag.between
    cloth = bag.stuff(patterned=0.25)
    strap = bag.stuff(like=cloth) if bag.chance(0.5) else bag.stuff()
    w, h = 0.6, b(0.5, 0.75)
    _handle(bag, strap, b(0.15, 0.28), b(0.15, 0.4), b(-0.05, 0.05), b(0.04, 0.07))
    bag.fill(_rounded(-w, 0, w, h, b(0.1, 0.28)), cloth, 0.2)
    for x in (-b(0.2, 0.3), b(0.2, 0.3)):
        bag.fill(box(x - 0.035, 0, x + 0.035, h), strap, 0.02)
    bag.line([(-w, 0.06), (w, 0.06)], 0.02, b(-0.5, 0.4))
    bag.ribbon(curve([(-0.25, 0.05), (-0.2, -b(0.05, 0.3)), (0.2, -b(0.05, 0.3)), (0.25, 0.05)], False), 0.05, strap)
    if bag.chance(0.5):
        bag.ribbon(curve([(-w, 0.15), (-w * 0.7, h * 0.9), (w * 0.3, h * b(0.7, 1.2)), (w, 0.15)], False), 0.05, strap)


def _sling(bag: Sketch) -> None:
    b = bag.between
    cloth = bag.stuff(patterned=0.2)
    w, h = b(0.28, 0.4), b(0.8, 1.1)
    bag.ribbon(
        curve(
            [(0.02, 0.15), (b(0.1, 0.3), -b(0.1, 0.35)), (w * b(0.6, 1.1), -0.05), (w, h * 0.5), (w * 0.9, h * 0.85)],
            False,
        ),
        b(0.08, 0.14),
        bag.stuff(like=cloth),
    )
    bag.fill(
        curve(
            [
                (-0.08, 0),
                (0.12, 0),
                (w * 0.9, h * 0.4),
                (w, h * 0.85),
                (w * 0.7, h),
                (-w * 0.7, h),
                (-w, h * 0.85),
                (-w * 0.9, h * 0.4),
            ],
            rounds=2,
        ),
        cloth,
        0.2,
    )
    for t in (0.35, 0.6)[: int(b(1, 3))]:
        bag.line(curve([(-w * 0.8, h * t), (0, h * t - 0.06), (w * 0.8, h * t)], False), b(0.01, 0.03), b(-0.6, 0.5))
    if bag.chance(0.5):
        bag.line([(0, 0.1), (0, h * 0.5)], b(0.02, 0.06), b(-0.5, 0.3))


def _belt_bag(bag: Sketch) -> None:
    b = bag.between
    cloth = bag.stuff(patterned=0.3)
    strap = bag.stuff(like=cloth)
    bag.ribbon(
        curve([(-0.4, 0.05), (-0.9, -b(0.0, 0.3)), (0, -b(0.3, 0.6)), (0.9, -b(0.0, 0.3)), (0.4, 0.05)], False),
        0.05,
        strap,
    )
    bag.fill(
        curve([(-0.5, 0), (0, -0.06), (0.5, 0), (0.4, 0.3), (0, b(0.32, 0.42)), (-0.4, 0.3)], rounds=2), cloth, 0.15
    )
    bag.line(curve([(-0.4, 0.08), (0, 0.03), (0.4, 0.08)], False), 0.02, b(-0.5, 0.5))
