"""Puts a whole training drawing together: a random person, dressed, drawn, framed, with landmarks as a pose net finds them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from artist import Artist
from canvas import HEIGHT, OUTSIDE, WIDTH, Canvas
from figure import Figure
from skeleton import ANKLE, ELBOW, HEEL, HIP, KNEE, SHOULDER, TOE, WRIST, random_body, random_pose
from wardrobe import random_outfit


@dataclass
class Puppet:
    """One drawing without colours; everything a training sample needs."""

    #: (HEIGHT, WIDTH) part numbers and light.
    parts: np.ndarray
    light: np.ndarray
    #: (canvas.MAX_PARTS,) region, material, group; (MAX_PARTS,) angle.
    region: np.ndarray
    material: np.ndarray
    group: np.ndarray
    angle: np.ndarray
    #: BlazePose landmarks on the canvas, with the errors such a net makes, (33, 2) pixels.
    landmarks: np.ndarray
    dress: bool


def random_puppet(seed: int) -> Puppet:
    """The puppet of one seed; the same seed gives the same puppet."""
    rng = np.random.default_rng(seed)
    canvas = Canvas(rng)
    body = random_body(rng)
    pose = random_pose(rng, body)
    scale, origin, tilt, frame = _placement(rng, pose.points)
    figure = Figure(body, pose, scale, origin, tilt)
    outfit = random_outfit(rng, canvas, body.feminine)
    Artist(canvas, figure, outfit).draw()
    parts = canvas.parts
    _cut(parts, frame)
    return Puppet(
        parts,
        canvas.encoded_light(),
        canvas.region,
        canvas.material,
        canvas.group,
        canvas.angle,
        _noisy_landmarks(rng, figure, frame),
        outfit.dress,
    )


#: How photos are framed: odds, and the levels (in the order head top … feet) they show.
FRAMINGS = ('full', 'knees', 'hips', 'bust', 'headless')
FRAMING_ODDS = (0.5, 0.13, 0.2, 0.1, 0.07)


def _placement(rng: np.random.Generator, points: np.ndarray):
    """Scale, origin and tilt that bring a pose onto the canvas, and the visible rows and columns."""
    framing = FRAMINGS[rng.choice(len(FRAMINGS), p=FRAMING_ODDS)]
    top = points[:11, 1].min() - 0.3
    bottom = max(points[list(TOE) + list(HEEL) + list(ANKLE), 1]) + 0.08
    knee = max(points[list(KNEE), 1])
    cut = {
        'full': bottom,
        'knees': knee + rng.uniform(-0.35, 0.45),
        'hips': rng.uniform(0.95, 1.5),
        'bust': rng.uniform(0.3, 0.9),
        'headless': bottom,
    }
    low = min(bottom, cut[framing])
    if framing == 'headless':
        top = rng.uniform(-0.25, 0.8)
        low = bottom if rng.random() < 0.5 else max(top + 0.9, rng.uniform(1.2, 2.2))
    seen = points[(points[:, 1] > top) & (points[:, 1] < low)]
    left, right = min(seen[:, 0].min(), -0.35) - 0.16, max(seen[:, 0].max(), 0.35) + 0.16
    margin = rng.uniform(0.9, 1.0)
    scale = margin * min(HEIGHT / (low - top), WIDTH / (right - left))
    room_x, room_y = WIDTH - scale * (right - left), HEIGHT - scale * (low - top)
    x0 = rng.uniform(0.3, 0.7) * room_x
    y0 = room_y * (1.0 if framing in ('knees', 'hips', 'bust') else rng.uniform(0.2, 0.8))
    origin = np.array([x0 - left * scale, y0 - top * scale])
    first_row = y0 if framing == 'headless' and top > -0.6 else 0
    last_row = y0 + (low - top) * scale if framing in ('knees', 'hips', 'bust') or low < bottom else HEIGHT
    return scale, origin, rng.normal(0, 0.04), (int(first_row), int(np.ceil(last_row)))


def _cut(parts: np.ndarray, frame: tuple[int, int]) -> None:
    parts[: frame[0]] = OUTSIDE
    parts[frame[1] :] = OUTSIDE


def _noisy_landmarks(rng: np.random.Generator, figure: Figure, frame: tuple[int, int]) -> np.ndarray:
    """The true joints plus the errors of a pose net: small everywhere, large for joints outside the photo."""
    points = figure.points.copy()
    spread = np.full(33, 0.018)
    spread[list(HIP) + list(KNEE)] = 0.03
    spread[list(WRIST) + list(ELBOW)] = 0.025
    outside = (points[:, 1] < frame[0]) | (points[:, 1] > frame[1])
    spread[outside] = 0.12
    lost = rng.random(33) < 0.02
    spread[lost] = 0.12
    if rng.random() < 0.04:
        k = int(rng.integers(0, 2))
        for group in (ELBOW, WRIST):
            spread[group[k]] = 0.25
    if rng.random() < 0.03:
        points[list(KNEE) + list(ANKLE)] = points[[KNEE[1], KNEE[0], ANKLE[1], ANKLE[0]]]
    drift = rng.normal(0, 0.012, 2)
    points += (rng.normal(0, 1, (33, 2)) * spread[:, None] + drift) * figure.scale
    points[list(SHOULDER), 1] += rng.normal(0, 0.02) * figure.scale
    return points
