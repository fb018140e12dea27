"""
The net's input planes of drawings, with what cameras and cut-outs change.

`src/steps/garment/kind/product-kind.ts` computes the same planes.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from sketch import SIDE

#: Coverage below which nothing is known of a colour.
COVER_MIN = 0.02
#: Least spread that lightness is divided by: a plain product stays plain.
SPREAD_MIN = 0.06


def uncovered(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures whose colours were multiplied by their coverage, with the colours alone."""
    colours, cover = pictures[:, :3], pictures[:, 3:]
    return torch.cat([torch.where(cover > COVER_MIN, colours / cover.clamp_min(COVER_MIN), 0.0).clamp(0, 1), cover], 1)


def planes(pictures: torch.Tensor) -> torch.Tensor:
    """
    Input planes (n, 3, SIDE, SIDE) of pictures (n, 4, SIDE, SIDE) from 0 to 1, coverage last: coverage; lightness less its mean
    over the product, in units of its spread there; and distance of the colour from the product's mean colour, lightness apart.
    Zero where there is no product.
    """
    cover = pictures[:, 3:]
    colours = pictures[:, :3]
    area = cover.sum((2, 3), keepdim=True).clamp_min(1)
    light = (colours * torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)).sum(1, keepdim=True)
    mean = (light * cover).sum((2, 3), keepdim=True) / area
    spread = (((light - mean) ** 2 * cover).sum((2, 3), keepdim=True) / area).sqrt().clamp_min(SPREAD_MIN)
    tint = colours - light
    off = tint - (tint * cover).sum((2, 3), keepdim=True) / area
    distance = (off**2).sum(1, keepdim=True).sqrt()
    return torch.cat([cover, ((light - mean) / spread).clamp(-3, 3) * cover / 2, (distance * 3).clamp(0, 1.5) * cover], 1)


def vary(pictures: torch.Tensor) -> torch.Tensor:
    """Turns, stretches, mirrors and recolours drawings (colours times coverage, and coverage), and adds noise and blur."""
    n = len(pictures)
    flip = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    angle = torch.randn(n) * 0.06
    stretch = torch.exp(torch.randn(n, 2) * 0.06)
    size = 1 + torch.rand(n) * 0.12 - 0.02
    matrix = torch.zeros(n, 2, 3)
    matrix[:, 0, 0] = flip * angle.cos() * stretch[:, 0] * size
    matrix[:, 0, 1] = -angle.sin() * stretch[:, 1] * size
    matrix[:, 1, 0] = flip * angle.sin() * stretch[:, 0] * size
    matrix[:, 1, 1] = angle.cos() * stretch[:, 1] * size
    matrix[:, :, 2] = torch.randn(n, 2) * 0.03
    grid = F.affine_grid(matrix, [n, 4, SIDE, SIDE], align_corners=False)
    pictures = F.grid_sample(pictures, grid, align_corners=False)
    soft = F.avg_pool2d(pictures, 3, 1, 1)
    pictures = torch.where((torch.rand(n) < 0.35).view(n, 1, 1, 1), soft, pictures)
    pictures = uncovered(pictures)
    colours, cover = pictures[:, :3], pictures[:, 3:]
    mixed = torch.eye(3) + torch.randn(n, 3, 3) * 0.2
    colours = torch.einsum('nij,njhw->nihw', mixed, colours).clamp(0, 1)
    colours = torch.where((torch.rand(n) < 0.15).view(n, 1, 1, 1), 1 - colours, colours)
    colours = colours.clamp_min(1e-3) ** torch.exp(torch.randn(n, 1, 1, 1) * 0.35)
    colours = colours + torch.randn_like(colours) * (torch.rand(n, 1, 1, 1) * 0.06)
    return torch.cat([colours.clamp(0, 1), cover], 1)
