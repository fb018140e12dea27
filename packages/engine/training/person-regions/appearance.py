"""Gives drawings their colours: materials, light, backgrounds, camera and matte, all at random and all on the training device.

Every call invents new clothes for the same drawing, so that a drawing can be used several times.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F

import patterns
from canvas import BACKGROUND, HEIGHT, MATERIALS, MAX_GROUPS, OTHER, OUTSIDE, SHADE_STEP, SHADE_ZERO, WIDTH
from samples import IGNORE, INPUT_HEIGHT, INPUT_WIDTH, Drawings, Photos, View

SKIN_TONES = [
    (255, 226, 205),
    (247, 208, 180),
    (238, 190, 158),
    (226, 172, 138),
    (208, 152, 117),
    (190, 131, 96),
    (165, 108, 76),
    (138, 87, 60),
    (110, 68, 46),
    (84, 52, 37),
    (60, 39, 30),
    (44, 30, 26),
]
HAIR_COLOURS = [
    (18, 16, 16),
    (30, 24, 22),
    (52, 36, 28),
    (74, 48, 34),
    (98, 64, 42),
    (120, 70, 40),
    (140, 60, 35),
    (165, 112, 68),
    (196, 152, 100),
    (222, 188, 140),
    (235, 215, 180),
    (130, 128, 126),
    (190, 188, 186),
    (232, 230, 226),
]
CLOTH_COLOURS = [
    (15, 15, 17),
    (15, 15, 17),
    (35, 36, 40),
    (70, 72, 76),
    (128, 128, 130),
    (190, 190, 190),
    (245, 245, 243),
    (245, 245, 243),
    (250, 248, 240),
    (230, 216, 196),
    (205, 180, 150),
    (222, 186, 160),
    (160, 125, 95),
    (95, 70, 50),
    (60, 42, 32),
    (24, 30, 58),
    (30, 45, 90),
    (60, 90, 140),
    (110, 140, 180),
    (165, 185, 205),
    (85, 95, 70),
    (120, 30, 40),
    (190, 25, 35),
]
LEATHER_COLOURS = [
    (16, 15, 15),
    (30, 26, 25),
    (60, 38, 28),
    (110, 66, 38),
    (160, 105, 62),
    (205, 165, 120),
    (240, 236, 228),
    (150, 20, 25),
]
OBJECT_COLOURS = [
    (12, 12, 14),
    (40, 40, 44),
    (128, 130, 134),
    (200, 200, 204),
    (200, 160, 80),
    (245, 245, 245),
    (220, 200, 160),
]


class Studio:
    """Holds the tiles on the device and renders batches at a fixed size."""

    def __init__(
        self, device: torch.device, height: int = INPUT_HEIGHT, width: int = INPUT_WIDTH, seed: int = 0
    ) -> None:
        rng = np.random.default_rng(seed)
        self.device, self.height, self.width = device, height, width
        prints = patterns.prints(rng)
        # Flat, so that one pixel of one tile is one row.
        self.prints = torch.from_numpy(prints.transpose(0, 2, 3, 1).reshape(-1, 2).copy()).to(device)
        clouds = patterns.clouds(rng)
        relief = np.concatenate([patterns.folds(rng), patterns.strands(rng), clouds * 0.3])
        self.relief = torch.from_numpy(relief).to(device).flatten()
        self.clouds = torch.from_numpy(clouds).to(device).flatten()
        palette = lambda colours: torch.tensor(colours, dtype=torch.float32, device=device) / 255
        self.palettes = {
            'skin': palette(SKIN_TONES),
            'hair': palette(HAIR_COLOURS),
            'cloth': palette(CLOTH_COLOURS),
            'leather': palette(LEATHER_COLOURS),
            'object': palette(OBJECT_COLOURS),
        }
        y, x = torch.meshgrid(torch.arange(height, device=device), torch.arange(width, device=device), indexing='ij')
        #: Pixel coordinates, (1, h, w).
        self.x, self.y = x.float()[None], y.float()[None]
        #: Canvas pixels to one pixel of the input: patterns keep their size on the body whatever the input's size.
        self.step = HEIGHT / height

    def photograph(self, drawings: Drawings) -> Photos:
        """Crop, colours, camera and matte for a batch of drawings."""
        view = self._crop(drawings)
        label = torch.gather(drawings.region.long(), 1, view.parts.flatten(1)).view_as(view.parts)
        rgb = self._camera(self._colours(drawings, view))
        matte = self._matte(label) * ~view.outside[:, None]
        rgb = torch.where(view.outside[:, None], torch.full_like(rgb, 0.5), rgb)
        label = torch.where(view.outside, torch.full_like(label, IGNORE), label)
        label, weight = _score_map(label, matte[:, 0])
        return Photos(rgb, matte, label, weight, view.landmarks, drawings.dress)

    def _crop(self, d: Drawings) -> View:
        """Turn, scale, shift and mirror; every input pixel takes the nearest canvas pixel."""
        n = len(d.parts)
        turn = self._normal(n) * 0.05
        scale = self.step / self._uniform(n, low=0.92, high=1.1)
        mirror = torch.where(self._chance(n, odds=0.5), -1.0, 1.0)
        move = self._normal(n, 2) * 0.012 * HEIGHT
        cos, sin = torch.cos(turn) * scale, torch.sin(turn) * scale
        # Canvas position = matrix · (input position - middle of the input) + middle of the canvas + move.
        matrix = torch.stack([torch.stack([cos * mirror, -sin], -1), torch.stack([sin * mirror, cos], -1)], 1)
        middle = torch.tensor([WIDTH / 2, HEIGHT / 2], device=self.device) + move
        u, v = self.x + 0.5 - self.width / 2, self.y + 0.5 - self.height / 2
        at = lambda k: (
            (matrix[:, k, 0, None, None] * u + matrix[:, k, 1, None, None] * v + middle[:, k, None, None])
            .floor()
            .long()
        )
        column, row = at(0), at(1)
        inside = (column >= 0) & (row >= 0) & (column < WIDTH) & (row < HEIGHT)
        index = (row.clamp(0, HEIGHT - 1) * WIDTH + column.clamp(0, WIDTH - 1)).flatten(1)
        take = lambda plane: torch.gather(plane.flatten(1), 1, index).view_as(row)
        parts, light = take(d.parts).long(), take(d.light).float()
        outside = ~inside | (parts == OUTSIDE)
        inverse = torch.linalg.inv(matrix)
        landmarks = torch.einsum('nij,nkj->nki', inverse, d.landmarks - middle[:, None])
        landmarks = landmarks + torch.tensor([self.width / 2, self.height / 2], device=self.device)
        return View(
            torch.where(outside, torch.zeros_like(parts), parts), (light - SHADE_ZERO) / SHADE_STEP, outside, landmarks
        )

    # ---- random numbers ---------------------------------------------------------------------------------------------

    def _uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(shape, device=self.device) * (high - low) + low

    def _normal(self, *shape: int) -> torch.Tensor:
        return torch.randn(shape, device=self.device)

    def _chance(self, *shape: int, odds: float) -> torch.Tensor:
        return torch.rand(shape, device=self.device) < odds

    def _from_palette(self, name: str, n: int, m: int, spread: float) -> torch.Tensor:
        """(n, m, 3) colours between two neighbours of a palette, moved a little."""
        colours = self.palettes[name]
        at = torch.rand(n, m, device=self.device) * (len(colours) - 1)
        low = at.long().clamp(max=len(colours) - 2)
        t = (at - low)[..., None] if name in ('skin', 'hair') else torch.zeros_like(at)[..., None]
        mixed = colours[low] * (1 - t) + colours[low + 1] * t
        return (mixed * torch.exp(self._normal(n, m, 1) * spread) + self._normal(n, m, 3) * spread * 0.25).clamp(0, 1)

    def _any_colour(self, n: int, m: int) -> torch.Tensor:
        """(n, m, 3) colours of any hue."""
        hue, saturation, value = self._uniform(n, m, 1), self._uniform(n, m, 1), self._uniform(n, m, 1, low=0.08)
        offset = torch.tensor([0.0, 2 / 3, 1 / 3], device=self.device)
        wheel = (((hue + offset) % 1) * 6 - 3).abs().sub(1).clamp(0, 1)
        return value * (1 - saturation * (1 - wheel))

    # ---- colours ----------------------------------------------------------------------------------------------------

    def _group_colours(self, n: int, skin: torch.Tensor, hair: torch.Tensor, material: torch.Tensor) -> torch.Tensor:
        """(n, groups, 3, 3): three colours of each group, chosen by its material."""
        out = []
        for k in range(3):
            cloth = self._pick(self._from_palette('cloth', n, MAX_GROUPS, 0.12), self._any_colour(n, MAX_GROUPS), 0.42)
            if k == 0:
                near_skin = (
                    skin * torch.exp(self._normal(n, MAX_GROUPS, 1) * 0.2) + self._normal(n, MAX_GROUPS, 3) * 0.03
                ).clamp(0, 1)
                near_hair = (hair * torch.exp(self._normal(n, MAX_GROUPS, 1) * 0.3)).clamp(0, 1)
                cloth = self._pick(self._pick(cloth, near_skin, 0.09), near_hair, 0.05)
                twin = cloth[:, 3:4] * torch.exp(self._normal(n, MAX_GROUPS, 1) * 0.15)
                cloth = torch.where(
                    self._chance(n, 1, 1, odds=0.13) & self._chance(n, MAX_GROUPS, 1, odds=0.8), twin, cloth
                )
            leather = self._pick(
                self._from_palette('leather', n, MAX_GROUPS, 0.15), self._any_colour(n, MAX_GROUPS), 0.2
            )
            thing = self._pick(self._from_palette('object', n, MAX_GROUPS, 0.15), self._any_colour(n, MAX_GROUPS), 0.25)
            chosen = torch.where((material == MATERIALS.index('leather'))[..., None], leather, cloth)
            out.append(torch.where((material == MATERIALS.index('object'))[..., None], thing, chosen))
        return torch.stack(out, 2)

    def _pick(self, usual: torch.Tensor, other: torch.Tensor, odds: float) -> torch.Tensor:
        return torch.where(self._chance(*usual.shape[:2], 1, odds=odds), other, usual)

    def _part_colours(self, d: Drawings) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(n, parts, 3, 3) colours, (n, parts) material and the group of every part."""
        n, parts = d.material.shape
        skin, hair = self._from_palette('skin', n, 1, 0.06), self._from_palette('hair', n, 1, 0.15)
        hair = self._pick(hair, self._any_colour(n, 1), 0.06)
        material, group = d.material.long(), d.group.long()
        of_group = torch.zeros(n, MAX_GROUPS, dtype=torch.long, device=self.device)
        of_group.scatter_(1, group, material)
        colours = self._group_colours(n, skin, hair, of_group)
        colours = torch.gather(colours, 1, group[..., None, None].expand(n, parts, 3, 3)).clone()
        # Light falls differently on every part of the body, and faces are made up.
        limb_gain = torch.exp(self._normal(n, parts, 1) * self._uniform(n, 1, 1, high=0.24))
        tone = (skin * limb_gain + self._normal(n, parts, 3) * self._uniform(n, 1, 1, high=0.025)).clamp(0, 1)
        lip = tone * (torch.tensor([1.0, 0.72, 0.75], device=self.device) * self._uniform(n, 1, 3, low=0.6, high=1.1))
        eye = 0.5 * tone + 0.5 * self._uniform(n, 1, 1, low=0.6, high=1.0)
        brow = hair * self._uniform(n, 1, 1, low=0.3, high=0.9)
        strand = hair * torch.exp(self._normal(n, parts, 1) * 0.06)
        for name, colour in (('skin', tone), ('lip', lip), ('eye', eye), ('brow', brow), ('hair', strand)):
            here = (material == MATERIALS.index(name))[..., None, None]
            colours = torch.where(here, colour[:, :, None, :].expand_as(colours), colours)
        return colours, material, group

    def _colours(self, d: Drawings, view: View) -> torch.Tensor:
        """(n, 3, h, w) picture of the scene as it is, before the camera."""
        n, parts = d.material.shape
        colours, material, group = self._part_colours(d)
        is_body = (material >= 1) & (material <= 5)
        is_hair, is_background = material == MATERIALS.index('hair'), material == 0
        g = lambda low, high: torch.gather(self._uniform(n, MAX_GROUPS, low=low, high=high), 1, group)
        whole = lambda count: torch.gather(torch.randint(count, (n, MAX_GROUPS), device=self.device), 1, group)
        plain = torch.gather(self._chance(n, MAX_GROUPS, odds=0.52), 1, group) | is_body
        print_angle = torch.where(is_background, torch.zeros_like(d.angle), d.angle)
        print_angle = print_angle + torch.where(g(0, 1) < 0.8, torch.zeros_like(d.angle), g(0, math.pi))
        # Tile pixels to one pixel: from coarse motifs to weaves too fine to resolve.
        zoom = torch.exp(g(math.log(0.25), math.log(1.9))) * self.step
        relief_zoom = torch.exp(g(math.log(0.4), math.log(2.0))) * self.step
        smooth = (is_body & ~is_hair) | is_background
        first_cloud = patterns.FOLD_COUNT + patterns.STRAND_COUNT
        relief_tile = torch.where(
            is_hair, patterns.FOLD_COUNT + whole(patterns.STRAND_COUNT), whole(patterns.FOLD_COUNT)
        )
        relief_tile = torch.where(smooth, first_cloud + whole(patterns.CLOUD_COUNT), relief_tile)
        depth = torch.where(is_hair, g(0.2, 0.9), torch.where(smooth, g(0.0, 0.3), g(0.0, 1.0) ** 1.3 * 0.75))
        depth = torch.where(is_background, g(0.0, 1.5), depth)
        shift = self._uniform(n, parts, high=float(patterns.TILE))
        area = patterns.TILE * patterns.TILE
        columns = [
            torch.cos(print_angle) * zoom,
            torch.sin(print_angle) * zoom,
            torch.cos(d.angle) * relief_zoom,
            torch.sin(d.angle) * relief_zoom,
            shift,
            depth,
            1 - plain.float(),
            whole(patterns.PRINT_COUNT).float() * area,
            relief_tile.float() * area,
        ]
        table = torch.cat([torch.stack(columns, -1), colours.reshape(n, parts, 9)], -1)
        row = (view.parts + torch.arange(n, device=self.device)[:, None, None] * parts).flatten()
        pixel = table.flatten(0, 1).index_select(0, row).view(*view.parts.shape, -1)
        return self._shade(view.light, pixel)

    def _shade(self, light: torch.Tensor, pixel: torch.Tensor) -> torch.Tensor:
        """Look up the tiles at every pixel and put colour, relief and light together."""
        n = len(pixel)
        c, s, rc, rs, shift, depth, printed, print_tile, relief_tile = pixel[..., :9].unbind(-1)
        first, second, third = pixel[..., 9:12], pixel[..., 12:15], pixel[..., 15:18]
        mask, side = patterns.TILE - 1, patterns.TILE
        column = (self.x * rc + self.y * rs + shift).long() & mask
        row = (self.y * rc - self.x * rs + shift * 0.7).long() & mask
        relief = self.relief[relief_tile.long() + row * side + column] * depth
        # Folds bend the pattern a little.
        bend = shift + relief * 4
        column = (self.x * c + self.y * s + bend).long() & mask
        row = (self.y * c - self.x * s + bend).long() & mask
        motif = (
            self.prints.index_select(0, (print_tile.long() + row * side + column).flatten()).view(*row.shape, 2)
            * printed[..., None]
        )
        colour = torch.lerp(first, second, motif[..., :1])
        colour = torch.lerp(colour, third, motif[..., 1:])
        gain = light * self._uniform(n, 1, 1, low=0.2, high=1.2) + relief + self._scene_light(n)
        return (colour * torch.exp2(gain)[..., None]).clamp(0, 1.3).permute(0, 3, 1, 2)

    def _cloud(self, n: int, low: float, high: float) -> torch.Tensor:
        """(n, h, w) random clouds, `low` to `high` tile pixels to the canvas pixel."""
        tile = torch.randint(patterns.CLOUD_COUNT, (n, 1, 1), device=self.device) * patterns.TILE**2
        zoom = torch.exp(self._uniform(n, 1, 1, low=math.log(low), high=math.log(high))) * self.step
        shift = self._uniform(n, 2, 1, 1, high=float(patterns.TILE))
        mask = patterns.TILE - 1
        row, column = (self.y * zoom + shift[:, 0]).long() & mask, (self.x * zoom + shift[:, 1]).long() & mask
        return self.clouds[tile + row * patterns.TILE + column]

    def _scene_light(self, n: int) -> torch.Tensor:
        """Uneven light, sometimes with a hard shadow, as exponents of 2."""
        angle = self._uniform(n, 1, 1, high=2 * math.pi)
        slope = (self.x / self.width - 0.5) * torch.cos(angle) + (self.y / self.height - 0.5) * torch.sin(angle)
        slope = slope * self._normal(n, 1, 1) * 0.35
        soft = self._cloud(n, 0.2, 0.8) * self._uniform(n, 1, 1, high=0.15)
        hard = (
            (self._cloud(n, 0.15, 0.8) > 0.7).float()
            * self._chance(n, 1, 1, odds=0.12)
            * self._uniform(n, 1, 1, low=-1.2, high=-0.3)
        )
        return slope + soft + hard

    # ---- camera -----------------------------------------------------------------------------------------------------

    def _camera(self, rgb: torch.Tensor) -> torch.Tensor:
        """Exposure, colour cast, focus, noise and compression."""
        n = len(rgb)
        rgb = rgb * torch.exp(self._normal(n, 3, 1, 1) * 0.07 + self._normal(n, 1, 1, 1) * 0.16)
        grey = rgb.mean(1, keepdim=True)
        rgb = grey + (rgb - grey) * self._uniform(n, 1, 1, 1, low=0.55, high=1.3)
        rgb = rgb.clamp(1e-4, 1) ** torch.exp(self._normal(n, 1, 1, 1) * 0.16)
        middle = self._uniform(n, 1, 1, 1, low=0.3, high=0.6)
        rgb = middle + (rgb - middle) * self._uniform(n, 1, 1, 1, low=0.75, high=1.25) + self._normal(n, 1, 1, 1) * 0.03
        soft = F.avg_pool2d(F.pad(rgb, (1, 1, 1, 1), mode='replicate'), 3, 1)
        softer = F.avg_pool2d(F.pad(soft, (1, 1, 1, 1), mode='replicate'), 3, 1)
        rgb = soft + (rgb - soft) * self._uniform(n, 1, 1, 1, low=0.0, high=1.7)
        rgb = torch.where(self._chance(n, 1, 1, 1, odds=0.2), softer, rgb)
        fine = torch.randn_like(rgb) * self._uniform(n, 1, 1, 1, high=0.035)
        coarse = F.interpolate(self._normal(n, 3, self.height // 8, self.width // 8), scale_factor=8, mode='nearest')
        rgb = rgb + fine + coarse * self._uniform(n, 1, 1, 1, high=1.0) ** 3 * 0.03
        return rgb.clamp(0, 1)

    def _matte(self, label: torch.Tensor) -> torch.Tensor:
        """(n, 1, h, w) the person's mask with the errors of a segmentation net."""
        n = len(label)
        person = (label > BACKGROUND).float()
        # A matte often counts held things as background, now and then only in part.
        noise = self._cloud(n, 0.3, 1.2)
        drop = self._chance(n, 1, 1, odds=0.4) & (label == OTHER) & (noise > self._normal(n, 1, 1))
        person = (person * ~drop)[:, None]
        radius = max(1, round(10 / self.step / 2))
        soft = F.avg_pool2d(F.pad(person, (radius,) * 4, mode='replicate'), 2 * radius + 1, 1)
        edge = F.avg_pool2d(F.pad(person, (1,) * 4, mode='replicate'), 3, 1)
        strength = self._uniform(n, 1, 1, 1) ** 2 * 0.3
        rough = soft + noise[:, None] * strength + self._normal(n, 1, 1, 1) * 0.06
        rough = torch.sigmoid((rough - 0.5) * self._uniform(n, 1, 1, 1, low=8, high=30))
        matte = torch.where(self._chance(n, 1, 1, 1, odds=0.35), edge, rough)
        # Clutter beside the person that the net took for part of it.
        wide = F.avg_pool2d(F.pad(person, (3 * radius,) * 4, mode='replicate'), 6 * radius + 1, 1)
        second = self._cloud(n, 0.3, 1.0)[:, None]
        clutter = (second > 1.6) & (wide > 0.08) & self._chance(n, 1, 1, 1, odds=0.3)
        return torch.where(clutter, torch.ones_like(matte), matte).clamp(0, 1)


def _score_map(label: torch.Tensor, matte: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """
    Labels and weights for the loss. Where the matte hides the person nothing can be known, so nothing is asked;
    background that the matte already removes hardly counts.
    """
    hidden = (label != BACKGROUND) & (matte < 0.15)
    label = torch.where(hidden, torch.full_like(label, IGNORE), label)
    weight = torch.where((label == BACKGROUND) & (matte < 0.05), 0.05, 1.0)
    return label, weight * (label != IGNORE)
