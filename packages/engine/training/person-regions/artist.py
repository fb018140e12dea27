"""Draws a dressed figure, from the layer farthest from the camera to the nearest."""

from __future__ import annotations

import numpy as np

import carried
from bottoms import BottomTailor
from canvas import LOWER, SKIN, Canvas
from cobbler import Cobbler
from figure import Figure
from head import HeadArtist
from shapes import filled, solid
from tailor import SKIN_STUFF
from tops import TopTailor
from wardrobe import Outfit, turn_around

#: Poses in which a hand lies over everything, hair included.
HAND_IN_FRONT = ('face', 'chest', 'belly', 'raised')


class Artist:
    """Draws one person."""

    def __init__(self, canvas: Canvas, figure: Figure, outfit: Outfit) -> None:
        self.canvas, self.figure, self.outfit, self.rng = canvas, figure, outfit, canvas.rng
        self.head = HeadArtist(canvas, figure)
        rough = figure.scale * self.rng.uniform(0.0, 0.012)
        self.tops = TopTailor(canvas, figure, rough)
        self.bottoms = BottomTailor(canvas, figure, rough)
        self.cobbler = Cobbler(canvas, figure, rough)
        #: Legs and arms, the farther one first.
        self.order = (figure.pose.far, 1 - figure.pose.far)

    def draw(self) -> None:
        """Draw everything. Later calls draw in front."""
        rng, pose, head = self.rng, self.figure.pose, self.head
        from_behind = np.cos(pose.turn) < -0.2
        if from_behind:
            turn_around(rng, self.outfit)
        far_behind = abs(np.sin(pose.turn)) > 0.35 and rng.random() < 0.75
        hidden = [k for k in (0, 1) if pose.arms[k] == 'behind' or (far_behind and k == pose.far)]
        bag_arm = int(rng.integers(0, 2)) if rng.random() < 0.42 else None
        if not from_behind:
            head.behind()
        for k in hidden:
            self._arm(k)
        self._legs()
        self._trunk()
        if bag_arm is not None and rng.random() < 0.5:
            carried.bag(self.canvas, self.figure, bag_arm)
            bag_arm = None
        if not from_behind:
            head.face()
        self._outer()
        if not from_behind:
            self._over_clothes()
        for k in self.order:
            if k not in hidden:
                self._arm(k)
        if bag_arm is not None:
            carried.bag(self.canvas, self.figure, bag_arm)
        if from_behind:
            head.face()
        head.hair()
        head.extras()
        for k in (0, 1):
            if pose.arms[k] in HAND_IN_FRONT and k not in hidden:
                self._hand(k)

    def _legs(self) -> None:
        canvas, figure, tights = self.canvas, self.figure, self.outfit.tights
        hips = filled(canvas.shape, figure.trunk_outline(0.7, 1.2))
        stuff, region = (tights, LOWER) if tights is not None else (SKIN_STUFF, SKIN)
        canvas.paint(hips, canvas.part(region, stuff), figure.scale * 0.3, 0.4, 0.2)
        for k in self.order:
            mask = solid(filled(canvas.shape, figure.leg_outline(k, 0.02, 1.04)))
            part = canvas.part(region, stuff, figure.leg_angle(k))
            canvas.paint(mask, part, figure.scale * 0.2, self.rng.uniform(0.3, 0.9), 0.6)
            self.cobbler.bare_foot(k, region, stuff)
            self.cobbler.footwear(self.outfit.shoes, k)

    def _trunk(self) -> None:
        """Naked trunk, neck, bottom and top in the order in which they are worn."""
        canvas, figure, outfit = self.canvas, self.figure, self.outfit
        trunk = filled(canvas.shape, figure.trunk_outline(-1.0, 1.0))
        canvas.paint(trunk, canvas.part(SKIN, SKIN_STUFF), figure.scale * 0.3, self.rng.uniform(0.2, 0.7), 0.2)
        tucked = outfit.top.tucked or outfit.dress
        hem = outfit.bottom.waist + 0.05 if tucked else outfit.top.hem
        boots_over = outfit.shoes is not None and outfit.shoes.kind == 'boot' and self.rng.random() < 0.7
        self.tops.collar_back(outfit.outer or outfit.top)
        self.tops.collar_back(outfit.top)
        self.head.neck()
        split = outfit.dress_split if outfit.dress else -1.0
        if tucked:
            self.tops.bodice(outfit.top, hem)
            self.bottoms.bottom(outfit.bottom, split)
        else:
            self.bottoms.bottom(outfit.bottom, split)
            self.tops.bodice(outfit.top, hem)
        if outfit.bottom.belt and (tucked or self.rng.random() < 0.2):
            carried.belt(canvas, figure, outfit.bottom.waist + 0.03)
        if boots_over and outfit.bottom.kind != 'skirt':
            for k in self.order:
                self.cobbler.footwear(outfit.shoes, k)
        self.tops.collar_front(outfit.top)

    def _outer(self) -> None:
        outer = self.outfit.outer
        if outer is not None:
            self.tops.bodice(outer, outer.hem)
            self.tops.collar_front(outer)

    def _over_clothes(self) -> None:
        canvas, figure, rng = self.canvas, self.figure, self.rng
        if rng.random() < 0.05 and not self.outfit.top.bare_shoulders:
            carried.tie(canvas, figure)
        if rng.random() < 0.06:
            carried.scarf(canvas, figure)
        if rng.random() < 0.1:
            carried.straps(canvas, figure)
        if rng.random() < 0.3:
            carried.jewellery(canvas, figure)

    def _arm(self, k: int) -> None:
        """Arm `k` with its sleeves and hand, nearer than everything drawn before."""
        canvas, figure, rng = self.canvas, self.figure, self.rng
        pocket = figure.pose.arms[k] == 'pocket' and rng.random() < 0.85
        arm = solid(filled(canvas.shape, figure.arm_outline(k, 0.0, 0.96 if pocket else 1.02)))
        part = canvas.part(SKIN, SKIN_STUFF, figure.arm_angle(k))
        canvas.paint(arm, part, figure.scale * 0.11, rng.uniform(0.3, 0.9), 0.7)
        if not pocket:
            self._hand(k)
        self.tops.sleeve(self.outfit.top, k)
        if self.outfit.outer is not None:
            self.tops.sleeve(self.outfit.outer, k)
        if rng.random() < 0.1 and not pocket:
            carried.held_thing(canvas, figure, k)
            if rng.random() < 0.6:
                self._hand(k)

    def _hand(self, k: int) -> None:
        canvas, figure = self.canvas, self.figure
        mask = carried.hand_mask(canvas, figure, k)
        canvas.paint(mask, canvas.part(SKIN, SKIN_STUFF, figure.arm_angle(k)), figure.scale * 0.07, 0.8, 0.5)
        if self.rng.random() < 0.02:
            carried.glove(canvas, mask)
