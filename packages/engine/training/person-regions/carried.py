"""Draws what people hold or wear over their clothes: bags, straps, belts, scarves, phones, jewellery, gloves."""

from __future__ import annotations

import numpy as np

from canvas import LOWER, OTHER, UPPER, Canvas
from figure import Figure
from shapes import ellipse, filled, hull, limb, mix, smooth_path, stroked, unit, wobble
from skeleton import INDEX, PINKY, WRIST


def belt(canvas: Canvas, figure: Figure, level: float) -> None:
    """A belt with a buckle at `level` of the trunk, on whatever is worn there."""
    rng = canvas.rng
    half = rng.uniform(0.015, 0.06)
    w = figure.half_width(level) * 1.3
    band = filled(
        canvas.shape,
        np.array(
            [
                figure.at(level - half, -w),
                figure.at(level - half, w),
                figure.at(level + half, w),
                figure.at(level + half, -w),
            ]
        ),
    )
    # An open jacket or an arm hides a belt: it shows only on the garments it holds.
    worn = (canvas.region[canvas.parts] == UPPER) | (canvas.region[canvas.parts] == LOWER)
    band &= worn.astype(np.uint8)
    canvas.paint(band, canvas.part(OTHER, canvas.stuff('leather'), figure.trunk_angle() + np.pi / 2), 3, 0.3, 0.3)
    if rng.random() < 0.6:
        buckle = ellipse(figure.at(level, rng.normal(0, 0.01)), (figure.scale * half * 1.2, figure.scale * half))
        canvas.paint(filled(canvas.shape, buckle) & band, canvas.part(OTHER, canvas.stuff('object')))


def tie(canvas: Canvas, figure: Figure) -> None:
    """A necktie or bow tie, part of the upper clothes."""
    rng = canvas.rng
    part = canvas.part(UPPER, canvas.stuff('cloth'), figure.trunk_angle() + rng.uniform(-0.8, 0.8))
    knot = figure.at(-0.02, 0)
    if rng.random() < 0.25:
        wing = figure.across * figure.scale * rng.uniform(0.06, 0.12)
        rise = figure.down * figure.scale * 0.04
        outline = np.array([knot - wing - rise, knot, knot + wing - rise, knot + wing + rise, knot, knot - wing + rise])
    else:
        end, half = rng.uniform(0.6, 1.0), rng.uniform(0.03, 0.06)
        outline = np.array(
            [
                figure.at(-0.05, -0.03),
                figure.at(-0.05, 0.03),
                figure.at(end, half),
                figure.at(end + 0.07, 0),
                figure.at(end, -half),
            ]
        )
    canvas.paint(filled(canvas.shape, wobble(rng, outline, 0.4)), part, figure.scale * 0.04, 0.5, 0.5)


def scarf(canvas: Canvas, figure: Figure) -> None:
    """A scarf around the neck, often with hanging ends."""
    rng = canvas.rng
    stuff = canvas.stuff('cloth')
    part = canvas.part(OTHER, stuff, rng.normal(1.5, 0.5))
    w, high, low = rng.uniform(0.16, 0.26), rng.uniform(0.1, 0.22), rng.uniform(0.02, 0.2)
    loop = ellipse(
        figure.at((low - high) / 2, 0), (figure.scale * w, figure.scale * (high + low) / 2 * 1.2), rng.normal(0, 0.15)
    )
    if rng.random() < 0.6:
        side = rng.choice([-1, 1]) * rng.uniform(0.03, 0.15)
        path = smooth_path(
            np.array(
                [
                    figure.at(0.0, side),
                    figure.at(0.4, side * 1.2),
                    figure.at(rng.uniform(0.5, 1.0), side * rng.uniform(0.8, 1.5)),
                ]
            ),
            16,
        )
        end = limb(path, np.full(16, figure.scale * rng.uniform(0.04, 0.09)), round_start=False)
        canvas.paint(filled(canvas.shape, wobble(rng, end, figure.scale * 0.01)), part, figure.scale * 0.08, 0.6)
    canvas.paint(
        filled(canvas.shape, wobble(rng, loop, figure.scale * 0.015)),
        canvas.part(OTHER, stuff, 1.5),
        figure.scale * 0.12,
        0.9,
    )


def straps(canvas: Canvas, figure: Figure) -> None:
    """Straps of a backpack or braces, or one strap across the chest."""
    rng = canvas.rng
    part = canvas.part(OTHER, canvas.stuff('leather' if rng.random() < 0.5 else 'cloth'))
    width = figure.scale * rng.uniform(0.015, 0.09)
    if rng.random() < 0.4:
        for side in (1, -1):
            path = smooth_path(
                np.array([figure.slope(side * 0.36), figure.at(0.15, side * 0.22), figure.at(0.42, side * 0.27)]), 12
            )
            canvas.paint(stroked(canvas.shape, path, width), part, 0, 0, 0.4)
        return
    side = rng.choice([-1, 1])
    path = np.array(
        [figure.slope(side * 0.33), figure.at(0.5, -side * 0.02), figure.at(1.0, -side * figure.half_width(1.0) * 0.95)]
    )
    canvas.paint(stroked(canvas.shape, smooth_path(path, 14), width * 0.5), part, 0, 0, 0.4)


def bag(canvas: Canvas, figure: Figure, k: int) -> None:
    """A bag hanging from hand, elbow or shoulder `k`."""
    rng, scale = canvas.rng, figure.scale
    stuff = canvas.stuff('leather' if rng.random() < 0.6 else 'cloth')
    part = canvas.part(OTHER, stuff, rng.normal(0, 0.2))
    side = figure.side_of(k)
    carried = rng.choice(['hand', 'elbow', 'shoulder'])
    grip = {
        'hand': mix(figure.points[INDEX[k]], figure.points[PINKY[k]], 0.5),
        'elbow': figure.arm(k, 0.55, 0.55, count=2)[0][0],
        'shoulder': figure.slope(side * 0.42),
    }[carried]
    drop = {'hand': rng.uniform(0.05, 0.35), 'elbow': rng.uniform(0.1, 0.3), 'shoulder': rng.uniform(0.7, 1.1)}[carried]
    w, h = rng.uniform(0.1, 0.34), rng.uniform(0.12, 0.4)
    top = (
        grip + np.array([side * rng.uniform(-0.02, 0.12) + (side * 0.12 if carried == 'shoulder' else 0), drop]) * scale
    )
    corners = [(-1, 0), (-0.6, -0.05), (0.6, -0.05), (1, 0), (1.05, 0.9), (0.85, 1), (-0.85, 1), (-1.05, 0.9)]
    outline = np.array([top + np.array([x * w * rng.uniform(0.85, 1), y * h]) * scale for x, y in corners])
    handle = np.array([top + [-w * 0.6 * scale, 0], grip, top + [w * 0.6 * scale, 0]])
    canvas.paint(stroked(canvas.shape, handle, scale * rng.uniform(0.012, 0.04)), part, 0, 0, 0.3)
    canvas.paint(filled(canvas.shape, wobble(rng, outline, scale * rng.uniform(0, 0.02))), part, scale * 0.12, 0.7, 0.6)
    if rng.random() < 0.5:
        flap = np.array([outline[0], outline[3], mix(outline[3], outline[4], 0.4), mix(outline[0], outline[7], 0.4)])
        canvas.line(stroked(canvas.shape, flap, 1.5), -0.5)


def held_thing(canvas: Canvas, figure: Figure, k: int) -> None:
    """A phone, cup, book, clutch or bunch of flowers in hand `k`."""
    rng, scale = canvas.rng, figure.scale
    hand = mix(figure.points[WRIST[k]], figure.points[INDEX[k]], 1.0)
    part = canvas.part(OTHER, canvas.stuff('cloth' if rng.random() < 0.4 else 'object'), rng.uniform(0, 3))
    size = rng.uniform(0.05, 0.2) * scale
    if rng.random() < 0.3:
        blobs = [
            wobble(rng, ellipse(hand + rng.normal(0, 0.8, 2) * size, (size * 0.6, size * 0.5)), size * 0.1)
            for _ in range(5)
        ]
        canvas.paint(filled(canvas.shape, *blobs), part, size * 0.5, 0.7)
        return
    a = rng.uniform(0, np.pi)
    x, y = np.array([np.cos(a), np.sin(a)]) * size, np.array([-np.sin(a), np.cos(a)]) * size * rng.uniform(0.4, 1.3)
    outline = np.array([hand - x - y, hand + x - y, hand + x + y, hand - x + y])
    canvas.paint(filled(canvas.shape, outline), part, size * 0.3, 0.4, 0.6)


def glove(canvas: Canvas, hand: np.ndarray) -> None:
    """Cover the mask of a hand with a glove."""
    canvas.paint(hand, canvas.part(OTHER, canvas.stuff('leather')), 6, 0.5, 0.4)


def jewellery(canvas: Canvas, figure: Figure) -> None:
    """Necklaces, watches and bracelets: another surface, the same region."""
    rng = canvas.rng
    if rng.random() < 0.5:
        w, depth = rng.uniform(0.08, 0.16), rng.uniform(0.05, 0.5)
        q = np.linspace(-1, 1, 15)
        path = np.array([figure.at(-0.1 + depth * (1 - v * v), v * w) for v in q])
        canvas.decorate(stroked(canvas.shape, path, figure.scale * rng.uniform(0.006, 0.03)), canvas.stuff('object'))
    if rng.random() < 0.6:
        k = int(rng.integers(0, 2))
        centre, width = figure.arm(k, 0.93, 0.98, 1.1, 0.0, 4)
        canvas.decorate(filled(canvas.shape, limb(centre, width, round_start=False)), canvas.stuff('object'))


def hand_mask(canvas: Canvas, figure: Figure, k: int) -> np.ndarray:
    """Mask of hand `k`: palm, thumb and fingers, open or closed."""
    rng, scale = canvas.rng, figure.scale
    wrist, index, pinky = figure.points[WRIST[k]], figure.points[INDEX[k]], figure.points[PINKY[k]]
    forward = unit(mix(index, pinky, 0.5) - wrist)
    across = np.array([-forward[1], forward[0]]) * np.sign(np.dot(index - pinky, [-forward[1], forward[0]]) or 1)
    r = scale * float(figure.body.arm_radius[-1]) / 0.042
    knuckles = mix(index, pinky, 0.5)
    palm = hull(
        np.concatenate(
            [
                ellipse(wrist, (0.04 * r, 0.04 * r)),
                ellipse(knuckles - across * 0.012 * r, (0.05 * r, 0.05 * r)),
                ellipse(index, (0.024 * r, 0.024 * r)),
                ellipse(pinky, (0.022 * r, 0.022 * r)),
            ]
        )
    )
    outlines = [palm]
    length = figure.body.hand * scale * rng.choice([0.12, 0.3, 0.45])
    spread = rng.uniform(0.0, 0.25)
    curl = rng.normal(0, 0.3)
    for n in range(4):
        root = mix(pinky, index, n / 3)
        direction = unit(forward + across * ((n - 1.5) * spread + curl))
        finger = np.array([root, root + direction * length * (0.8 if n in (0, 3) else 1)])
        outlines.append(limb(finger, np.array([0.02, 0.014]) * r, round_end=True))
    thumb = np.array(
        [
            mix(wrist, index, 0.35),
            mix(wrist, index, 0.55) + across * 0.06 * r,
            mix(wrist, index, 0.95) + across * 0.075 * r,
        ]
    )
    outlines.append(limb(thumb, np.array([0.026, 0.02, 0.014]) * r, round_end=True))
    return filled(canvas.shape, *outlines)
