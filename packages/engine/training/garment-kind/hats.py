"""Hats: knitted ones, caps, brimmed hats and bucket hats, from the front, from the side and from above."""

from __future__ import annotations

import numpy as np

from shapes import box, curve, ellipse, turned
from sketch import Sketch, Stuff


def draw_beanie(sketch: Sketch) -> None:
    """A soft hat without a brim, from the front."""
    _beanie(sketch)


def draw_hat(sketch: Sketch) -> None:
    """A hat with a brim or a visor, or a beret."""
    kind = sketch.rng.choice(
        ['cap front', 'cap aside', 'cap above', 'brim', 'brim above', 'bucket', 'beret'],
        p=[0.2, 0.2, 0.2, 0.18, 0.06, 0.1, 0.06],
    )
    hat = Sketch(sketch.rng)
    drawers = {
        'cap front': _cap_front,
        'cap aside': _cap_aside,
        'cap above': _cap_above,
        'brim': _brimmed,
        'brim above': _brimmed_above,
        'bucket': _bucket,
        'beret': _beret,
    }
    drawers[str(kind)](hat)
    sketch.place(hat, turned(0, sketch.chance(0.5)), np.zeros(2))


def _dome(b, width: float, height: float, point: float) -> list[tuple[float, float]]:
    """From the left bottom over the top to the right bottom."""
    w = width
    sag = b(0.92, 1.1)
    return [
        (-w, 0),
        (-w * sag, -height * 0.35),
        (-w * (0.86 - point * 0.2), -height * 0.72),
        (-w * (0.45 - point * 0.3), -height),
        (b(-0.1, 0.1) * w, -height * (1 + point * 0.12)),
        (w * (0.45 - point * 0.3), -height),
        (w * (0.86 - point * 0.2), -height * 0.72),
        (w * sag, -height * 0.35),
        (w, 0),
    ]


def _ribs(hat: Sketch, width: float, top: float, bottom: float) -> None:
    shade = hat.between(-0.5, -0.15)
    for x in np.linspace(-width, width, int(hat.between(8, 24))):
        hat.line(curve([(x * 0.35, top), (x * 0.85, (top * 2 + bottom) / 3), (x, bottom)], False), 0.012, shade)


def _beanie(hat: Sketch) -> None:
    b = hat.between
    wool = hat.stuff(patterned=0.5)
    height, point = b(0.55, 1.5), b(0, 0.9)
    if hat.chance(0.3):
        ball = hat.stuff() if hat.chance(0.5) else wool
        r = b(0.12, 0.26)
        turns = np.linspace(0, 2 * np.pi, 40)
        fuzz = r * (1 + hat.rng.normal(0, 0.05, 40))
        hat.fill(np.stack([np.cos(turns) * fuzz, -height - r * 0.6 + np.sin(turns) * fuzz], 1), ball, 0.12)
    hat.fill(curve(_dome(b, 0.5, height, point) + [(0.25, b(0, 0.06)), (-0.25, b(0, 0.06))], rounds=2), wool, 0.2)
    if hat.chance(0.5):
        _ribs(hat, 0.5, -height, 0)
    if hat.chance(0.5):
        for y in np.linspace(-height * 0.9, 0, int(b(2, 7))):
            hat.line(curve([(-0.5, y), (0, y + b(0, 0.1)), (0.5, y)], False), b(0.008, 0.04), b(-0.5, 0.5))
    if hat.chance(0.6):
        cuff, depth = b(0.12, 0.42), b(0.0, 0.07)
        wide = b(0.49, 0.54)
        band = hat.stuff(like=wool) if hat.chance(0.7) else hat.stuff()
        hat.fill(
            curve(
                [
                    (-wide, -cuff),
                    (0, -cuff + depth),
                    (wide, -cuff),
                    (wide * 0.98, 0.02),
                    (0, 0.02 + depth),
                    (-wide * 0.98, 0.02),
                ],
                rounds=1,
            ),
            band,
            0.1,
        )
        if hat.chance(0.4):
            for x in np.linspace(-wide, wide, int(b(8, 26))):
                hat.line([(x, -cuff), (x * 0.98, 0.05)], 0.012, -0.35)
        if hat.chance(0.3):
            x = b(-0.2, 0.2)
            hat.fill(box(x - 0.1, -cuff * 0.8, x + 0.1, -cuff * 0.2), hat.stuff(), 0.02)
    else:
        for y in (-0.08, -0.13)[: int(b(0, 3))]:
            hat.line(curve([(-0.5, y), (0, y + 0.02), (0.5, y)], False), b(0.01, 0.04), b(-0.6, 0.8))
    if hat.chance(0.12):
        for side in (-1, 1):
            hat.fill(curve([(side * 0.5, -0.05), (side * 0.28, 0), (side * 0.36, 0.3), (side * 0.45, 0.3)]), wool, 0.05)
            hat.ribbon([(side * 0.4, 0.28), (side * b(0.3, 0.5), b(0.5, 0.9))], 0.03, wool)


def _panels(hat: Sketch, height: float, lean: float = 0.0) -> None:
    for x in (-0.3, 0.0, 0.3):
        hat.line(curve([(lean, -height), (x * 0.8 + lean * 0.5, -height * 0.6), (x, 0)], False), 0.01, -0.3)
    if hat.chance(0.7):
        hat.fill(ellipse(lean, -height, 0.04, 0.025), hat.stuff(), 0.02)


def _badge(hat: Sketch, x: float, y: float, size: float) -> None:
    if hat.chance(0.6):
        hat.fill(
            box(x - size, y - size * 0.5, x + size, y + size * 0.5)
            if hat.chance(0.5)
            else ellipse(x, y, size, size * 0.7),
            hat.stuff(patterned=0.8),
            0.02,
        )


def _visor(hat: Sketch, cloth: Stuff) -> Stuff:
    return hat.stuff() if hat.chance(0.4) else hat.stuff(like=cloth) if hat.chance(0.4) else cloth


def _cap_front(hat: Sketch) -> None:
    b = hat.between
    cloth = hat.stuff(patterned=0.35)
    height = b(0.5, 0.8)
    hat.fill(curve(_dome(b, 0.5, height, 0.0), rounds=2), cloth, 0.2)
    _panels(hat, height)
    _badge(hat, 0, -height * 0.45, b(0.1, 0.3))
    drop, wide, rise = b(0.08, 0.35), b(0.46, 0.68), b(-0.02, 0.14)
    hat.fill(
        curve(
            [
                (-wide, 0.0),
                (-wide * 0.7, -rise),
                (0, -rise * 1.6),
                (wide * 0.7, -rise),
                (wide, 0),
                (wide * 0.8, drop * 0.8),
                (0, drop),
                (-wide * 0.8, drop * 0.8),
            ],
            rounds=2,
        ),
        _visor(hat, cloth),
        0.1,
        b(-0.3, 0.2),
    )
    for k in range(int(b(0, 5))):
        s = 0.9 - k * 0.15
        hat.line(curve([(-wide * s, 0.02), (0, drop * s), (wide * s, 0.02)], False), 0.006, -0.25)


def _cap_aside(hat: Sketch) -> None:
    b = hat.between
    cloth = hat.stuff(patterned=0.35)
    height = b(0.5, 0.78)
    hat.fill(curve(_dome(b, 0.5, height, 0.1) + [(0, b(0, 0.08))], rounds=2), cloth, 0.2)
    _panels(hat, height, b(-0.05, 0.05))
    _badge(hat, b(0, 0.25), -height * 0.45, b(0.08, 0.2))
    reach, drop, curl = b(0.3, 0.6), b(0.0, 0.25), b(0.06, 0.22)
    hat.fill(
        curve(
            [
                (-b(-0.2, 0.1), -0.02),
                (0.46, -b(0.1, 0.2)),
                (0.5 + reach * 0.7, -curl * 0.5 + drop * 0.4),
                (0.5 + reach, drop),
                (0.5 + reach * 0.8, drop + curl * 0.4),
                (0.3, b(0.02, 0.16)),
            ],
            rounds=2,
        ),
        _visor(hat, cloth),
        0.08,
        b(-0.3, 0.2),
    )
    if hat.chance(0.25):
        hat.cut(ellipse(-0.42, -0.08, b(0.05, 0.12), b(0.05, 0.1)))


def _cap_above(hat: Sketch) -> None:
    """The crown seen from above or lying on its back, the visor below it as wide."""
    b = hat.between
    cloth = hat.stuff(patterned=0.4)
    height = b(0.75, 1.15)
    visor = b(0.15, 0.5)
    wide = b(0.4, 0.52)
    shape = curve(
        [
            (-wide, -b(0, 0.12)),
            (0, -b(0.1, 0.25)),
            (wide, -b(0, 0.12)),
            (wide * 0.95, visor * 0.7),
            (wide * 0.5, visor),
            (-wide * 0.5, visor),
            (-wide * 0.95, visor * 0.7),
        ],
        rounds=2,
    )
    crown = curve(
        [
            (-0.46, 0),
            (-0.5, -height * 0.4),
            (-0.4, -height * 0.85),
            (0, -height),
            (0.4, -height * 0.85),
            (0.5, -height * 0.4),
            (0.46, 0),
            (0, b(-0.1, 0.05)),
        ],
        rounds=2,
    )
    brim = _visor(hat, cloth)
    if hat.chance(0.5):
        hat.fill(shape, brim, 0.1)
        hat.fill(crown, cloth, 0.25)
    else:
        hat.fill(crown, cloth, 0.25)
        hat.fill(shape, brim, 0.1)
    knob = -height * b(0.35, 0.95)
    for angle in np.arange(0, 2 * np.pi, np.pi / 3) + b(0, 1):
        hat.line([(0, knob), (0.45 * np.cos(angle), knob + 0.5 * height * np.sin(angle))], 0.01, -0.3)
    hat.fill(ellipse(0, knob, 0.035, 0.03), hat.stuff(), 0.02)
    _badge(hat, b(-0.1, 0.1), -height * b(0.2, 0.4), b(0.08, 0.25))
    if hat.chance(0.4):
        hat.line(curve([(-0.47, -0.05), (0, -0.12), (0.47, -0.05)], False), 0.02, -0.5)


def _brimmed(hat: Sketch) -> None:
    b = hat.between
    cloth = hat.stuff(patterned=0.35)
    height, wide, tilt = b(0.4, 0.8), b(0.72, 1.35), b(0.06, 0.34)
    lift = b(-0.12, 0.1)
    hat.fill(
        curve(
            [
                (-wide, lift),
                (-wide * 0.6, -tilt * 0.7),
                (0, -tilt),
                (wide * 0.6, -tilt * 0.7),
                (wide, lift),
                (wide * 0.65, tilt * 0.8),
                (0, tilt),
                (-wide * 0.65, tilt * 0.8),
            ],
            rounds=3,
        ),
        cloth,
        0.12,
        b(-0.4, 0.1),
    )
    top = b(0.25, 0.44)
    pinch = b(0, 0.12)
    hat.fill(
        curve(
            [
                (-0.5, 0.03),
                (-0.5, -height * 0.3),
                (-top, -height),
                (0, -height + pinch),
                (top, -height),
                (0.5, -height * 0.3),
                (0.5, 0.03),
                (0, tilt * 0.5),
            ],
            rounds=2,
        ),
        cloth,
        0.2,
    )
    if hat.chance(0.75):
        band = b(0.07, 0.22)
        hat.fill(
            curve(
                [(-0.5, 0.0), (-0.48, -band), (0, tilt * 0.45 - band), (0.48, -band), (0.5, 0.0), (0, tilt * 0.5)],
                rounds=1,
            ),
            hat.stuff(),
            0.05,
        )
    if hat.chance(0.4):
        hat.line(curve([(0, -height + pinch), (b(-0.1, 0.1), -height * 0.6)], False), 0.04, -0.4)


def _brimmed_above(hat: Sketch) -> None:
    b = hat.between
    straw = hat.stuff(patterned=0.5)
    hat.fill(ellipse(0, 0, 1, b(0.8, 1)), straw, 0.1)
    x, y = b(-0.05, 0.05), b(-0.08, 0.05)
    for r in np.arange(0.95, 0.5, -b(0.08, 0.3)):
        hat.line(ellipse(0, 0, r, r * 0.9), 0.01, -0.2)
    hat.fill(ellipse(x, y, b(0.4, 0.52), b(0.42, 0.58)), straw, 0.2, b(-0.1, 0.3))
    hat.line(ellipse(x, y, 0.46, 0.5), b(0.02, 0.1), b(-0.7, -0.2))


def _bucket(hat: Sketch) -> None:
    b = hat.between
    cloth = hat.stuff(patterned=0.5)
    height, wide, drop = b(0.45, 0.7), b(0.6, 0.8), b(0.2, 0.42)
    hat.fill(
        curve([(-b(0.34, 0.42), -height), (b(0.34, 0.42), -height), (0.5, 0), (0, 0.1), (-0.5, 0)], rounds=1),
        cloth,
        0.15,
    )
    hat.fill(
        curve(
            [(-0.5, -0.02), (0, 0.08), (0.5, -0.02), (wide, drop), (0, drop + b(0.05, 0.2)), (-wide, drop)], rounds=1
        ),
        cloth,
        0.12,
        b(-0.2, 0.2),
    )
    for t in np.linspace(0.2, 0.95, int(b(2, 8))):
        hat.line(
            curve(
                [(-0.5 - (wide - 0.5) * t, drop * t), (0, drop * t + 0.1), (0.5 + (wide - 0.5) * t, drop * t)], False
            ),
            0.008,
            -0.3,
        )
    hat.line(curve([(-0.5, 0), (0, 0.1), (0.5, 0)], False), 0.015, -0.45)


def _beret(hat: Sketch) -> None:
    b = hat.between
    felt = hat.stuff(patterned=0.1)
    hat.fill(
        curve(
            [
                (-0.75, -0.25),
                (-0.4, -b(0.45, 0.6)),
                (0.2, -b(0.45, 0.65)),
                (0.7, -0.35),
                (0.72, -0.12),
                (0.3, 0.02),
                (-0.5, 0.02),
            ],
            rounds=3,
        ),
        felt,
        0.2,
    )
    hat.fill(box(-0.45, -0.06, 0.3, b(0.03, 0.1)), hat.stuff(like=felt), 0.03)
    hat.ribbon([(0, -0.55), (0.03, -0.66)], 0.03, felt)
