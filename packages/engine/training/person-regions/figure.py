"""A body in a pose, placed on the canvas: where along its trunk, arms and legs things are, in pixels."""

from __future__ import annotations

import numpy as np

from shapes import limb, mix, smooth_path, unit
from skeleton import ANKLE, ELBOW, HIP, KNEE, SHOULDER, TORSO_STATIONS, WRIST, Body, Pose

#: Height of the shoulder slope above the shoulder joints over the distance from the middle, both in shoulder widths.
SLOPE_ACROSS = np.array([0.0, 0.15, 0.22, 0.4, 0.52, 0.6])
SLOPE_HEIGHT = np.array([0.25, 0.22, 0.165, 0.11, 0.075, 0.01])
#: Where the radii of `Body.arm_radius` and `Body.leg_radius` belong along shoulder-elbow-wrist and hip-knee-ankle.
ARM_STATIONS = np.array([0.0, 0.25, 0.5, 0.65, 1.0])
LEG_STATIONS = np.array([0.0, 0.25, 0.5, 0.68, 1.0])
#: Depth of a trunk over its width, for bodies that turn.
TRUNK_DEPTH = 0.62


class Figure:
    """
    The geometry that garments are cut from. `t` runs down the trunk (0 shoulders, 1 hips), `u` across it in torso
    lengths (towards the right of the picture). `f` runs along an arm or leg (0 shoulder or hip, 0.5 elbow or knee, 1
    wrist or ankle).
    """

    def __init__(self, body: Body, pose: Pose, scale: float, origin: np.ndarray, tilt: float) -> None:
        self.body, self.pose, self.scale = body, pose, scale
        c, s = np.cos(tilt), np.sin(tilt)
        self.points = pose.points @ np.array([[c, s], [-s, c]]) * scale + origin
        self.shoulder = mix(self.points[SHOULDER[0]], self.points[SHOULDER[1]], 0.5)
        self.hip = mix(self.points[HIP[0]], self.points[HIP[1]], 0.5)
        self.down = unit(self.hip - self.shoulder)
        self.across = np.array([self.down[1], -self.down[0]])
        self.width = float(np.hypot(np.cos(pose.turn), TRUNK_DEPTH * np.sin(pose.turn)))
        #: Width between the shoulder joints as drawn.
        self.shoulder_width = body.shoulder_width * self.width * scale
        knees = mix(self.points[KNEE[0]], self.points[KNEE[1]], 0.5)
        self.leg_direction = unit(knees - self.hip)

    def at(self, t: float, u: float) -> np.ndarray:
        """The point at `t` along the trunk and `u` across."""
        if t <= 1:
            centre = self.shoulder + self.down * t * self.scale
        else:
            centre = self.hip + self.leg_direction * (t - 1) * self.scale
        return centre + self.across * u * self.scale

    def half_width(self, t: float) -> float:
        """Half-width of the trunk at `t`, in torso lengths."""
        return float(np.interp(t, TORSO_STATIONS, self.body.torso_half_width)) * self.width

    def slope(self, u: float) -> np.ndarray:
        """Point on top of the shoulders at `u` shoulder widths from the middle."""
        rise = float(np.interp(abs(u), SLOPE_ACROSS, SLOPE_HEIGHT)) * self.body.shoulder_width
        return self.at(-rise, u * self.body.shoulder_width * self.width)

    def side_of(self, k: int) -> float:
        """+1 when the arm and leg `k` are at the right of the picture, else -1."""
        return 1.0 if np.dot(self.points[SHOULDER[k]] - self.shoulder, self.across) >= 0 else -1.0

    def arm(self, k: int, start: float, end: float, ease: float = 1.0, extra: float = 0.0, count: int = 24):
        """Centre line (n, 2) and half-widths (n,) of a stretch of an arm, both in pixels."""
        joints = self.points[[SHOULDER[k], ELBOW[k], WRIST[k]]]
        return self._stretch(joints, ARM_STATIONS, self.body.arm_radius, start, end, ease, extra, count)

    def leg(self, k: int, start: float, end: float, ease: float = 1.0, extra: float = 0.0, count: int = 24):
        """The same for a leg."""
        joints = self.points[[HIP[k], KNEE[k], ANKLE[k]]]
        return self._stretch(joints, LEG_STATIONS, self.body.leg_radius, start, end, ease, extra, count)

    def _stretch(self, joints, stations, radii, start, end, ease, extra, count):
        path = np.concatenate(
            [
                joints[0] + (joints[1] - joints[0]) * np.linspace(0, 1, 17)[:-1, None],
                joints[1] + (joints[2] - joints[1]) * np.linspace(0, 1, 17)[:, None],
            ]
        )
        along = np.linspace(0, 1, len(path))
        path = smooth_path(path, len(path), 0.06)
        f = np.linspace(start, end, count)
        centre = np.stack([np.interp(f, along, path[:, 0]), np.interp(f, along, path[:, 1])], 1)
        return centre, (np.interp(f, stations, radii) * ease + extra) * self.scale

    def arm_angle(self, k: int) -> float:
        """Direction of the upper arm on the screen, radians from 'down'."""
        return _angle(self.points[ELBOW[k]] - self.points[SHOULDER[k]])

    def leg_angle(self, k: int) -> float:
        """Direction of the thigh on the screen, radians from 'down'."""
        return _angle(self.points[KNEE[k]] - self.points[HIP[k]])

    def trunk_angle(self) -> float:
        """Direction of the trunk on the screen, radians from 'down'."""
        return _angle(self.down)

    def trunk_outline(self, top: float, bottom: float) -> np.ndarray:
        """Closed outline of the naked trunk from the shoulder slope (top < 0) or a level `top` down to `bottom`."""
        levels = np.linspace(max(top, 0.12), bottom, 14)
        right = [self.at(t, self.half_width(t)) for t in levels]
        left = [self.at(t, -self.half_width(t)) for t in levels]
        crown = [] if top > 0.12 else [self.slope(u) for u in np.linspace(-0.58, 0.58, 13)]
        return np.array(crown + right + left[::-1])

    def arm_outline(self, k: int, start: float, end: float, ease: float = 1.0, extra: float = 0.0) -> np.ndarray:
        """Closed outline of a stretch of an arm; rounded at the shoulder."""
        return limb(*self.arm(k, start, end, ease, extra), round_start=start < 0.05)

    def leg_outline(self, k: int, start: float, end: float, ease: float = 1.0, extra: float = 0.0) -> np.ndarray:
        """Closed outline of a stretch of a leg; rounded at the hip."""
        return limb(*self.leg(k, start, end, ease, extra), round_start=start < 0.05)


def _angle(direction: np.ndarray) -> float:
    return float(np.arctan2(-direction[0], direction[1]))
