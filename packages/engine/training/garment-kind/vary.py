"""What cameras, light and places change in a photo, and drawings laid on a ground."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from net import SIDE

#: Grey of a colour.
LUMA = (0.299, 0.587, 0.114)
#: Least and greatest share of a picture that a box covers.
COVERED = (0.02, 0.25)


def floats(pictures: torch.Tensor) -> torch.Tensor:
    """Bytes (n, height, width, channels) as floats (n, channels, height, width) from 0 to 1."""
    return pictures.permute(0, 3, 1, 2).float() / 255


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
    n, device = len(pictures), pictures.device
    flip = torch.where(torch.rand(n, device=device) < 0.5, -1.0, 1.0)
    angle = torch.randn(n, device=device) * 0.12
    stretch = torch.exp(torch.randn(n, 2, device=device) * 0.07)
    size = smallest + torch.rand(n, device=device) * (largest - smallest)
    matrix = torch.zeros(n, 2, 3, device=device)
    matrix[:, 0, 0] = flip * angle.cos() * stretch[:, 0] / size
    matrix[:, 0, 1] = -angle.sin() * stretch[:, 1] / size
    matrix[:, 1, 0] = flip * angle.sin() * stretch[:, 0] / size
    matrix[:, 1, 1] = angle.cos() * stretch[:, 1] / size
    if widths is not None:
        matrix[:, 0] /= widths[:, None]
    matrix[:, :, 2] = torch.randn(n, 2, device=device) * 0.07
    grid = F.affine_grid(matrix, [n, pictures.shape[1], SIDE, SIDE], align_corners=False)
    return F.grid_sample(pictures, grid, padding_mode=padding, align_corners=False)


def recolour(pictures: torch.Tensor) -> torch.Tensor:
    """Other light, white balance, saturation, hue, blur and noise."""
    n, device = len(pictures), pictures.device

    def factors(spread: float) -> torch.Tensor:
        return torch.exp(torch.randn(n, 1, 1, 1, device=device) * spread)

    mixed = torch.eye(3, device=device) + torch.randn(n, 3, 3, device=device) * 0.08
    pictures = torch.einsum('nij,njhw->nihw', mixed, pictures)
    grey = sum(share * pictures[:, channel, None] for channel, share in enumerate(LUMA))
    pictures = grey + (pictures - grey) * factors(0.4).clamp(0, 2)
    pictures = (pictures.clamp(1e-3, 1) ** factors(0.3)) * factors(0.12)
    soft = F.avg_pool2d(pictures, 3, 1, 1)
    pictures = torch.where(torch.rand(n, 1, 1, 1, device=device) < 0.25, soft, pictures)
    return (pictures + torch.randn_like(pictures) * (torch.rand(n, 1, 1, 1, device=device) * 0.04)).clamp(0, 1)


def cover(pictures: torch.Tensor, share: float) -> torch.Tensor:
    """Pictures; boxes of one colour hide parts of a share of them at random (Zhong et al. 2020)."""
    n, device = len(pictures), pictures.device
    smallest, largest = COVERED
    area = smallest + torch.rand(n, 1, device=device) * (largest - smallest)
    stretch = torch.exp(torch.randn(n, 1, device=device) * 0.4)
    area = area * (torch.rand(n, 1, device=device) < share)
    along = (torch.arange(SIDE, device=device) + 0.5) / SIDE
    rows = (along - torch.rand(n, 1, device=device)).abs() < (area * stretch).sqrt() / 2
    columns = (along - torch.rand(n, 1, device=device)).abs() < (area / stretch).sqrt() / 2
    box = rows[:, None, :, None] & columns[:, None, None, :]
    return torch.where(box, torch.rand(n, 3, 1, 1, device=device), pictures)


def on_ground(drawings: torch.Tensor, photos: torch.Tensor) -> torch.Tensor:
    """Drawings (n, 4, …), colours times coverage, laid on paper, a plain colour, or the corner of a photo."""
    n, device = len(drawings), drawings.device
    drawn = view(drawings, 0.45, 1.05, 'zeros')
    corners = F.interpolate(photos[:, :, :40, :40], (SIDE, SIDE), mode='bilinear', align_corners=False)
    chances = torch.rand(2, n, 1, 1, 1, device=device)
    pale = 0.85 + 0.15 * torch.rand(n, 1, 1, 1, device=device)
    colour = torch.where(chances[0] < 0.5, torch.rand(n, 3, 1, 1, device=device), pale)
    ground = torch.where(chances[1] < 0.5, corners, colour)
    return drawn[:, :3] + ground * (1 - drawn[:, 3:])


def on_paper(cut_outs: torch.Tensor, widths: torch.Tensor) -> torch.Tensor:
    """
    Cut-outs `(n, 4, …)`, colours times coverage, as shops show them. They lie on white or pale paper, with a soft
    shadow, so many times as wide as laid flat.
    """
    n, device = len(cut_outs), cut_outs.device
    seen = view(cut_outs, 0.65, 1.05, 'zeros', widths)
    dark, chance, depth = torch.rand(3, n, 1, 1, 1, device=device)
    paper = 1 - 0.2 * dark * (chance < 0.6) - 0.03 * torch.rand(n, 3, 1, 1, device=device)
    shadow = F.avg_pool2d(seen[:, 3:], 9, 1, 4) * 0.3 * depth
    return recolour(seen[:, :3]) * seen[:, 3:] + paper * (1 - shadow) * (1 - seen[:, 3:])
