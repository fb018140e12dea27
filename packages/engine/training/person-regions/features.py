"""
The net's input, computed from photo, matte and landmarks.

This is the reference of `src/models/person-regions.ts`; the two must agree number by number.
"""

from __future__ import annotations

import torch

#: Order of the channels.
CHANNELS = (
    'red',
    'green',
    'blue',
    'skinL',
    'skinA',
    'skinB',
    'matte',
    'head',
    'trunk',
    'upperArms',
    'forearms',
    'hands',
    'thighs',
    'shins',
    'feet',
    'down',
    'across',
)
#: Reach of each pose channel in body units; its value is exp(-(distance / reach)²).
REACH = {
    'head': 0.28,
    'trunk': 0.3,
    'upperArms': 0.11,
    'forearms': 0.1,
    'hands': 0.09,
    'thighs': 0.16,
    'shins': 0.12,
    'feet': 0.09,
}
#: Lines between BlazePose landmarks that make up a channel; hands end between the knuckles of index and little finger.
BONES = {
    'upperArms': ((11, 13), (12, 14)),
    'forearms': ((13, 15), (14, 16)),
    'thighs': ((23, 25), (24, 26)),
    'shins': ((25, 27), (26, 28)),
    'feet': ((29, 31), (30, 32), (27, 31), (28, 32)),
}
#: Skin colour assumed when the face shows none: median L*, a*, b* of skin.
DEFAULT_SKIN = (60.0, 14.0, 18.0)
#: L*, a* and b* differences are divided by these and cut at ±2.
SKIN_SCALE = (50.0, 20.0, 20.0)
#: The face is probed on a grid of this many points a side, inside a disc of this share of the face radius.
PROBES, PROBE_REACH = 9, 0.6
#: Fewer plausible probes than this, and the default is used.
LEAST_PROBES = 8


def lab(rgb: torch.Tensor) -> torch.Tensor:
    """sRGB from 0 to 1 to CIE L*a*b* (D65), channels in dimension 1."""
    linear = torch.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055).clamp(min=0) ** 2.4)
    r, g, b = linear.unbind(1)
    xyz = torch.stack(
        [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        ],
        1,
    )
    f = torch.where(xyz > 0.008856, xyz.clamp(min=1e-9) ** (1 / 3), 7.787 * xyz + 16 / 116)
    x, y, z = f.unbind(1)
    return torch.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], 1)


def prepare(rgb: torch.Tensor, matte: torch.Tensor, landmarks: torch.Tensor) -> torch.Tensor:
    """
    Input of the net, `(n, 17, h, w)`, from rgb `(n, 3, h, w)` and matte `(n, 1, h, w)`, both 0 to 1, and landmarks `(n,
    33, 2)` in pixels.
    """
    _, _, h, w = rgb.shape
    frame = _frame(landmarks)
    colour = lab(rgb)
    skin = _skin_colour(colour, matte, landmarks, frame)
    scale = torch.tensor(SKIN_SCALE, device=rgb.device)[None, :, None, None]
    relative = ((colour - skin[:, :, None, None]) / scale).clamp(-2, 2)
    y, x = torch.meshgrid(
        torch.arange(h, device=rgb.device) + 0.5, torch.arange(w, device=rgb.device) + 0.5, indexing='ij'
    )
    pixels = torch.stack([x, y], -1)[None]
    return torch.cat([(rgb * 2 - 1) * matte, relative * matte, matte, _pose_channels(pixels, landmarks, frame)], 1)


def _mid(landmarks: torch.Tensor, a: int, b: int) -> torch.Tensor:
    return (landmarks[:, a] + landmarks[:, b]) / 2


def _frame(landmarks: torch.Tensor) -> dict[str, torch.Tensor]:
    shoulder, hip = _mid(landmarks, 11, 12), _mid(landmarks, 23, 24)
    trunk = hip - shoulder
    length = trunk.norm(dim=1, keepdim=True)
    down = torch.where(length > 1e-3, trunk / length.clamp(min=1e-3), torch.tensor([0.0, 1.0], device=landmarks.device))
    across = torch.stack([down[:, 1], -down[:, 0]], 1)
    width = (landmarks[:, 11] - landmarks[:, 12]).norm(dim=1, keepdim=True)
    unit = torch.maximum(length, 1.2 * width).clamp(min=8)
    eyes, mouth = _mid(landmarks, 2, 5), _mid(landmarks, 9, 10)
    face_radius = torch.maximum(
        torch.maximum(
            (eyes - mouth).norm(dim=1, keepdim=True) * 1.1,
            (landmarks[:, 7] - landmarks[:, 8]).norm(dim=1, keepdim=True) * 0.55,
        ),
        width * 0.16,
    )
    return {
        'shoulder': shoulder,
        'hip': hip,
        'down': down,
        'across': across,
        'unit': unit,
        'face': (eyes + mouth) / 2,
        'faceRadius': face_radius,
    }


def _skin_colour(
    colour: torch.Tensor, matte: torch.Tensor, landmarks: torch.Tensor, frame: dict[str, torch.Tensor]
) -> torch.Tensor:
    """(n, 3) median L*a*b* of plausible skin in the middle of the face."""
    _, _, h, w = colour.shape
    side = torch.linspace(-1, 1, PROBES, device=colour.device)
    gy, gx = torch.meshgrid(side, side, indexing='ij')
    inside = (gx**2 + gy**2 <= 1).flatten()
    offset = (
        torch.stack([gx.flatten()[inside], gy.flatten()[inside]], -1)[None] * PROBE_REACH * frame['faceRadius'][:, None]
    )
    spot = torch.floor(frame['face'][:, None] + offset).long()
    x, y = spot[..., 0], spot[..., 1]
    within = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    flat = (y.clamp(0, h - 1) * w + x.clamp(0, w - 1))[:, None]
    probes = torch.gather(colour.flatten(2), 2, flat.expand(-1, 3, -1))
    covered = torch.gather(matte.flatten(2), 2, flat)[:, 0] > 0.8
    lightness, a, b = probes.unbind(1)
    plausible = within & covered & (lightness > 12) & (a > 2) & (a < 40) & (b > 2) & (b < 45)
    probes = torch.where(plausible[:, None], probes, torch.full_like(probes, float('nan')))
    median = torch.nanmedian(probes, dim=2).values
    enough = plausible.sum(1, keepdim=True) >= LEAST_PROBES
    return torch.where(enough, median, torch.tensor(DEFAULT_SKIN, device=colour.device))


def _pose_channels(pixels: torch.Tensor, landmarks: torch.Tensor, frame: dict[str, torch.Tensor]) -> torch.Tensor:
    unit = frame['unit'][:, :, None]
    spread = lambda squared, name: torch.exp(-squared / (REACH[name] * unit) ** 2)
    head = spread((pixels - frame['face'][:, None, None]).square().sum(-1), 'head')
    trunk = spread(_to_line(pixels, frame['shoulder'], frame['hip']), 'trunk')
    maps = [head, trunk]
    for name in ('upperArms', 'forearms', 'hands', 'thighs', 'shins', 'feet'):
        if name == 'hands':
            lines = [(landmarks[:, 15], _mid(landmarks, 17, 19)), (landmarks[:, 16], _mid(landmarks, 18, 20))]
        else:
            lines = [(landmarks[:, a], landmarks[:, b]) for a, b in BONES[name]]
        squared = torch.stack([_to_line(pixels, a, b) for a, b in lines]).amin(0)
        maps.append(spread(squared, name))
    from_shoulder = (pixels - frame['shoulder'][:, None, None]) / unit[..., None]
    maps.append((from_shoulder * frame['down'][:, None, None]).sum(-1).clamp(-1, 3) / 2)
    maps.append((from_shoulder * frame['across'][:, None, None]).sum(-1).clamp(-2, 2) / 2)
    return torch.stack(maps, 1)


def _to_line(pixels: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """(n, h, w) squared distance of every pixel to the line from a to b, both (n, 2)."""
    a, b = a[:, None, None], b[:, None, None]
    line = b - a
    t = ((pixels - a) * line).sum(-1) / line.square().sum(-1).clamp(min=1e-6)
    return (pixels - a - t.clamp(0, 1)[..., None] * line).square().sum(-1)
