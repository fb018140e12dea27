"""Random bodies and poses.

Lengths are in torso lengths (shoulder centre to hip centre = 1), the origin is the middle of the shoulder joints, y points
down. `side` is +1 for the person's left (the right of the picture when the person faces the camera) and -1 for the right.
Proportions are anthropometric averages as BlazePose reports them, with generous spread.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from shapes import mix, unit

#: BlazePose indices, left then right.
SHOULDER, ELBOW, WRIST, PINKY, INDEX, THUMB = (11, 12), (13, 14), (15, 16), (17, 18), (19, 20), (21, 22)
HIP, KNEE, ANKLE, HEEL, TOE = (23, 24), (25, 26), (27, 28), (29, 30), (31, 32)
#: Sides in the order of the index pairs above.
SIDES = (1, -1)

#: Half-width of the torso in shoulder widths over the position between shoulders (0) and hips (1).
TORSO_STATIONS = np.array([-0.05, 0.1, 0.2, 0.35, 0.6, 0.8, 1.0, 1.12, 1.3])
TORSO_HALF_WIDTH = np.array([0.52, 0.53, 0.53, 0.51, 0.45, 0.47, 0.53, 0.56, 0.55])

ARM_KINDS = ('hanging', 'hip', 'pocket', 'belly', 'crossed', 'chest', 'face', 'raised', 'out', 'behind', 'thigh')
ARM_ODDS = np.array([0.42, 0.1, 0.1, 0.08, 0.05, 0.07, 0.04, 0.03, 0.04, 0.04, 0.03])


@dataclass
class Body:
    """The build of one person."""

    shoulder_width: float
    hip_width: float
    #: Half-widths of the torso at TORSO_STATIONS, seen from the front.
    torso_half_width: np.ndarray
    neck: float
    head: float
    upper_arm: float
    forearm: float
    hand: float
    thigh: float
    shin: float
    foot: float
    #: Half-widths at shoulder, biceps, elbow, forearm, wrist.
    arm_radius: np.ndarray
    #: Half-widths at groin, mid thigh, knee, calf, ankle.
    leg_radius: np.ndarray
    feminine: bool
    child: bool


@dataclass
class Pose:
    """Where the joints of a body are."""

    #: BlazePose's 33 points, (33, 2).
    points: np.ndarray
    #: Turn of the chest about the vertical axis, radians; 0 faces the camera, pi shows the back.
    turn: float
    #: The same for the head.
    head_turn: float
    head_roll: float
    #: One of ARM_KINDS for each side.
    arms: tuple[str, str]
    seated: bool
    #: Index into SIDES of the arm and leg drawn first, because they are farther from the camera.
    far: int
    hand_angle: list[float] = field(default_factory=lambda: [0.0, 0.0])


def random_body(rng: np.random.Generator) -> Body:
    """A body of random sex, age and build."""
    feminine = rng.random() < 0.55
    child = rng.random() < 0.05
    weight = float(np.clip(rng.normal(1.0, 0.13), 0.8, 1.5))
    shoulder = rng.normal(0.60 if feminine else 0.65, 0.035)
    width = TORSO_HALF_WIDTH * shoulder * weight * rng.uniform(0.93, 1.07, len(TORSO_STATIONS)) ** 0.7
    width[4] *= rng.uniform(0.8, 1.0) if feminine else rng.uniform(0.92, 1.1)
    width[6:] *= rng.uniform(1.0, 1.15) if feminine else rng.uniform(0.9, 1.02)
    limb_weight = weight**1.3 * rng.uniform(0.85, 1.15)
    long = rng.normal(1, 0.05) * (0.9 if child else 1)
    return Body(
        shoulder_width=shoulder,
        hip_width=rng.normal(0.35, 0.025),
        torso_half_width=width,
        neck=shoulder * rng.uniform(0.15, 0.2) * weight**0.5,
        head=rng.normal(1.0, 0.06) * (1.3 if child else 1),
        upper_arm=rng.normal(0.58, 0.03) * long,
        forearm=rng.normal(0.49, 0.025) * long,
        hand=rng.normal(0.30, 0.02),
        thigh=rng.normal(0.80, 0.04) * long,
        shin=rng.normal(0.76, 0.05) * long,
        foot=rng.normal(0.34, 0.03),
        arm_radius=np.array([0.085, 0.08, 0.062, 0.06, 0.042]) * limb_weight,
        leg_radius=np.array([0.165, 0.145, 0.1, 0.095, 0.058]) * limb_weight * rng.uniform(0.95, 1.1),
        feminine=feminine,
        child=child,
    )


def random_pose(rng: np.random.Generator, body: Body) -> Pose:
    """A standing, walking or seated pose seen from a camera at the height of the body."""
    turn, head_turn = _turns(rng)
    seated = rng.random() < 0.08
    points = np.zeros((33, 2))
    narrow = max(0.3, abs(np.cos(turn))) * np.sign(np.cos(turn) or 1)
    lean = rng.normal(0, 0.05)
    tilt_shoulder, tilt_hip = rng.normal(0, 0.05), rng.normal(0, 0.04)
    for k, side in enumerate(SIDES):
        points[SHOULDER[k]] = side * body.shoulder_width / 2 * narrow * np.array([1, tilt_shoulder])
        points[HIP[k]] = np.array([lean, 1.0]) + side * body.hip_width / 2 * narrow * np.array([1, tilt_hip])
    far = int(turn < 0) if abs(turn) < 1.6 else int(turn > 0)
    kinds = _arm_kinds(rng)
    hand_angle = [0.0, 0.0]
    for k, side in enumerate(SIDES):
        outward = side * np.sign(narrow)
        _place_arm(rng, body, points, k, outward, kinds[k])
        if seated:
            _place_seated_leg(rng, body, points, k, outward)
        else:
            _place_leg(rng, body, points, k, outward)
        _place_hand(rng, body, points, k, outward)
    if not seated:
        _maybe_cross_legs(rng, points)
    roll = rng.normal(0, 0.09)
    _place_face(rng, body, points, head_turn, roll, lean)
    return Pose(points, turn, head_turn, roll, kinds, seated, far, hand_angle)


def _turns(rng: np.random.Generator) -> tuple[float, float]:
    kind = rng.random()
    if kind < 0.06:
        turn = np.pi + rng.normal(0, 0.25)
        return turn, turn + rng.normal(0, 0.3)
    turn = rng.normal(0, 0.2) if kind < 0.8 else rng.uniform(-1.0, 1.0)
    return turn, float(np.clip(turn + rng.normal(0, 0.35), -1.3, 1.3))


def _arm_kinds(rng: np.random.Generator) -> tuple[str, str]:
    first = ARM_KINDS[rng.choice(len(ARM_KINDS), p=ARM_ODDS / ARM_ODDS.sum())]
    if first == 'crossed' or rng.random() < 0.45:
        return first, first
    second = ARM_KINDS[rng.choice(len(ARM_KINDS), p=ARM_ODDS / ARM_ODDS.sum())]
    return (first, 'hanging') if second == 'crossed' else (first, second)


#: Where the wrist goes for the poses that are solved backwards: mean (towards the own side, down) and spread.
WRIST_TARGETS = {
    'hip': ((0.28, 0.86), (0.05, 0.09)),
    'pocket': ((0.3, 1.04), (0.06, 0.08)),
    'belly': ((0.0, 0.75), (0.12, 0.18)),
    'crossed': ((-0.16, 0.5), (0.08, 0.09)),
    'chest': ((0.12, 0.3), (0.14, 0.2)),
    'face': ((0.1, -0.22), (0.09, 0.1)),
    'raised': ((0.2, -0.8), (0.3, 0.2)),
    'out': ((0.95, 0.25), (0.2, 0.4)),
    'behind': ((0.1, 0.9), (0.1, 0.12)),
    'thigh': ((0.3, 1.3), (0.12, 0.15)),
}


def _place_arm(rng, body: Body, points: np.ndarray, k: int, outward: float, kind: str) -> None:
    shoulder = points[SHOULDER[k]]
    upper, fore = body.upper_arm, body.forearm
    if kind == 'hanging':
        a = abs(rng.normal(0.12, 0.12))
        b = a - rng.normal(0.1, 0.16)
        bend = rng.uniform(0.82, 1.0) if rng.random() < 0.3 else 1.0
        points[ELBOW[k]] = shoulder + upper * rng.uniform(0.93, 1) * np.array([outward * np.sin(a), np.cos(a)])
        points[WRIST[k]] = points[ELBOW[k]] + fore * bend * np.array([outward * np.sin(b), np.cos(b)])
        return
    mean, spread = WRIST_TARGETS[kind]
    target = np.array([outward * rng.normal(mean[0], spread[0]), rng.normal(mean[1], spread[1])])
    points[ELBOW[k]], points[WRIST[k]] = _reach(rng, shoulder, target, upper, fore, outward, kind)


def _reach(rng, shoulder, target, upper, fore, outward, kind):
    """Elbow and wrist of an arm that reaches for `target`; foreshortened when the target is near."""
    to = target - shoulder
    distance = float(np.hypot(*to))
    slack = distance / (upper + fore)
    shrink = rng.uniform(float(np.clip(slack * 1.02, 0.6, 1.0)), 1.0)
    upper, fore = upper * shrink * rng.uniform(0.9, 1), fore * shrink * rng.uniform(0.9, 1)
    reach = min(distance, (upper + fore) * 0.995)
    reach = max(reach, abs(upper - fore) * 1.05 + 1e-3)
    direction = unit(to)
    along = (upper**2 - fore**2 + reach**2) / (2 * reach)
    height = np.sqrt(max(0.0, upper**2 - along**2))
    across = np.array([-direction[1], direction[0]])
    elbows = [shoulder + direction * along + across * height * s for s in (1, -1)]
    outer = max(elbows, key=lambda e: e[0] * outward + (0.6 * e[1] if kind in ('face', 'chest', 'crossed') else 0))
    return outer, shoulder + direction * reach


def _place_hand(rng, body: Body, points: np.ndarray, k: int, outward: float) -> None:
    wrist = points[WRIST[k]]
    forward = unit(wrist - points[ELBOW[k]])
    bend = rng.normal(0, 0.35)
    c, s = np.cos(bend), np.sin(bend)
    forward = np.array([c * forward[0] - s * forward[1], s * forward[0] + c * forward[1]])
    length = body.hand * rng.uniform(0.6, 1.0) * 0.55
    across = np.array([-forward[1], forward[0]]) * outward
    points[INDEX[k]] = wrist + forward * length + across * 0.02
    points[PINKY[k]] = wrist + forward * length * 0.95 - across * 0.035
    points[THUMB[k]] = wrist + forward * length * 0.6 + across * 0.05


def _place_leg(rng, body: Body, points: np.ndarray, k: int, outward: float) -> None:
    hip = points[HIP[k]]
    stride = rng.random() < 0.2
    thigh_angle = rng.normal(0.03, 0.07) * outward + (rng.normal(0, 0.12) if stride else 0)
    shin_angle = thigh_angle - outward * rng.normal(0.03, 0.06) + (rng.normal(0, 0.2) if stride else 0)
    shorten = rng.uniform(0.7, 1.0) if stride and rng.random() < 0.5 else rng.uniform(0.96, 1.0)
    knee = hip + body.thigh * np.array([np.sin(thigh_angle), np.cos(thigh_angle)])
    ankle = knee + body.shin * shorten * np.array([np.sin(shin_angle), np.cos(shin_angle)])
    points[KNEE[k]], points[ANKLE[k]] = knee, ankle
    _place_foot(rng, body, points, k, outward)


def _place_seated_leg(rng, body: Body, points: np.ndarray, k: int, outward: float) -> None:
    hip = points[HIP[k]]
    angle = rng.normal(0.45, 0.3) * outward
    knee = hip + body.thigh * rng.uniform(0.35, 0.8) * np.array([np.sin(angle), np.cos(angle)])
    angle = rng.normal(0, 0.2)
    ankle = knee + body.shin * rng.uniform(0.8, 1) * np.array([np.sin(angle), np.cos(angle)])
    points[KNEE[k]], points[ANKLE[k]] = knee, ankle
    _place_foot(rng, body, points, k, outward)


def _place_foot(rng, body: Body, points: np.ndarray, k: int, outward: float) -> None:
    ankle = points[ANKLE[k]]
    out = float(np.clip(rng.normal(0.45, 0.45), -0.4, 1.5))
    drop = rng.uniform(0.35, 0.75)
    points[HEEL[k]] = ankle + np.array([-outward * 0.06 * np.sin(out), rng.uniform(0.06, 0.12)])
    points[TOE[k]] = points[HEEL[k]] + body.foot * 0.85 * np.array([outward * np.sin(out), drop * np.cos(out) + 0.1])


def _maybe_cross_legs(rng, points: np.ndarray) -> None:
    if rng.random() > 0.08:
        return
    shift = (points[ANKLE[1]] - points[ANKLE[0]])[0] * rng.uniform(0.4, 0.7)
    for left, right in (ANKLE, HEEL, TOE):
        points[left, 0] += shift
        points[right, 0] -= shift


#: Points of the face in head units (x to the person's left, y down, z towards the viewer), origin = middle of the
#: skull.
FACE_MODEL = {
    0: (0, 0.075, 0.17),
    1: (0.035, -0.005, 0.125),
    2: (0.062, -0.005, 0.12),
    3: (0.085, -0.005, 0.11),
    4: (-0.035, -0.005, 0.125),
    5: (-0.062, -0.005, 0.12),
    6: (-0.085, -0.005, 0.11),
    7: (0.128, 0.02, 0.0),
    8: (-0.128, 0.02, 0.0),
    9: (0.045, 0.14, 0.125),
    10: (-0.045, 0.14, 0.125),
}


def head_centre(points: np.ndarray) -> np.ndarray:
    """Middle of the skull, from the ears."""
    return mix(points[7], points[8], 0.5)


def project_head(spot: tuple[float, float, float], size: float, turn: float, roll: float) -> np.ndarray:
    """A point of the head model, turned and rolled, relative to the middle of the skull."""
    x, y, z = spot
    u = x * np.cos(turn) + z * np.sin(turn)
    return size * np.array([u * np.cos(roll) - y * np.sin(roll), u * np.sin(roll) + y * np.cos(roll)])


def _place_face(rng, body: Body, points: np.ndarray, turn: float, roll: float, lean: float) -> None:
    centre = np.array([rng.normal(0, 0.035) - lean * 0.4 + 0.1 * np.sin(roll), -0.2 - 0.24 * body.head])
    centre[1] += rng.normal(0, 0.025)
    nod = rng.normal(0, 0.03)
    for index, (x, y, z) in FACE_MODEL.items():
        points[index] = centre + project_head((x, y + (nod if z > 0.05 else 0), z), body.head, turn, roll)
