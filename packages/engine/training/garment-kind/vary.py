"""What cameras, light and places change in a photo, and drawings laid on a ground."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from net import SIDE

#: Grey of a colour.
LUMA = torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)


def tensor_of(pictures) -> torch.Tensor:
    """Bytes (n, height, width, channels) as floats (n, channels, height, width) from 0 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255


def plain(pictures: torch.Tensor) -> torch.Tensor:
    """Squares at the size of the net's input, as the engine makes them."""
    return F.interpolate(pictures, (SIDE, SIDE), mode='bilinear', antialias=True, align_corners=False)


def view(
    pictures: torch.Tensor, smallest: float, largest: float, padding: str = 'border', widths: torch.Tensor | None = None
) -> torch.Tensor:
    """
    Turned, mirrored, stretched and cut out at random; what fills the view is the square times 1 / size. `widths` (n)
    makes each picture so many times as wide.
    """
    n = len(pictures)
    flip = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    angle = torch.randn(n) * 0.12
    stretch = torch.exp(torch.randn(n, 2) * 0.07)
    size = smallest + torch.rand(n) * (largest - smallest)
    matrix = torch.zeros(n, 2, 3)
    matrix[:, 0, 0] = flip * angle.cos() * stretch[:, 0] / size
    matrix[:, 0, 1] = -angle.sin() * stretch[:, 1] / size
    matrix[:, 1, 0] = flip * angle.sin() * stretch[:, 0] / size
    matrix[:, 1, 1] = angle.cos() * stretch[:, 1] / size
    if widths is not None:
        matrix[:, 0] /= widths[:, None]
    matrix[:, :, 2] = torch.randn(n, 2) * 0.07
    grid = F.affine_grid(matrix, [n, pictures.shape[1], SIDE, SIDE], align_corners=False)
    return F.grid_sample(pictures, grid, padding_mode=padding, align_corners=False)


def recolour(pictures: torch.Tensor) -> torch.Tensor:
    """Other light, white balance, saturation, hue, blur and noise."""
    n = len(pictures)
    mixed = torch.eye(3) + torch.randn(n, 3, 3) * 0.08
    pictures = torch.einsum('nij,njhw->nihw', mixed, pictures)
    grey = (pictures * LUMA).sum(1, keepdim=True)
    pictures = grey + (pictures - grey) * torch.exp(torch.randn(n, 1, 1, 1) * 0.4).clamp(0, 2)
    pictures = (pictures.clamp(1e-3, 1) ** torch.exp(torch.randn(n, 1, 1, 1) * 0.3)) * torch.exp(
        torch.randn(n, 1, 1, 1) * 0.12
    )
    soft = F.avg_pool2d(pictures, 3, 1, 1)
    pictures = torch.where((torch.rand(n) < 0.25).view(n, 1, 1, 1), soft, pictures)
    return (pictures + torch.randn_like(pictures) * (torch.rand(n, 1, 1, 1) * 0.04)).clamp(0, 1)


def on_ground(drawings: torch.Tensor, photos: torch.Tensor) -> torch.Tensor:
    """Drawings (n, 4, …), colours times coverage, laid on paper, a plain colour, or the corner of a photo."""
    n = len(drawings)
    drawn = view(drawings, 0.45, 1.05, 'zeros')
    corners = F.interpolate(photos[:, :, :40, :40], (SIDE, SIDE), mode='bilinear', align_corners=False)
    colour = torch.where(torch.rand(n, 1, 1, 1) < 0.5, torch.rand(n, 3, 1, 1), 0.85 + 0.15 * torch.rand(n, 1, 1, 1))
    ground = torch.where(torch.rand(n, 1, 1, 1) < 0.5, corners, colour)
    return drawn[:, :3] + ground * (1 - drawn[:, 3:])


def on_paper(cut_outs: torch.Tensor, widths: torch.Tensor) -> torch.Tensor:
    """
    Cut-outs `(n, 4, …)`, colours times coverage, as shops show them. They lie on white or pale paper, with a soft
    shadow, so many times as wide as laid flat.
    """
    n = len(cut_outs)
    seen = view(cut_outs, 0.65, 1.05, 'zeros', widths)
    paper = 1 - 0.2 * torch.rand(n, 1, 1, 1) * (torch.rand(n, 1, 1, 1) < 0.6) - 0.03 * torch.rand(n, 3, 1, 1)
    shadow = F.avg_pool2d(seen[:, 3:], 9, 1, 4) * 0.3 * torch.rand(n, 1, 1, 1)
    return recolour(seen[:, :3]) * seen[:, 3:] + paper * (1 - shadow) * (1 - seen[:, 3:])
