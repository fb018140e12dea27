"""Random outfits, described in body coordinates (see `figure.py`); nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from canvas import Canvas, Stuff


@dataclass
class Top:
    """A garment of the upper body: shirt, dress bodice, jacket."""

    stuff: Stuff
    trim: Stuff
    #: Inner and outer end of the shoulder seam, shoulder widths from the middle.
    neck: float
    shoulder: float
    #: Depth of the neck opening below the neck points, torso lengths; exponent of its curve (1 V … 4 square).
    neck_depth: float
    neck_power: float
    #: No shoulder seams: the upper edge runs straight across the chest.
    bare_shoulders: bool
    straps: bool
    #: End of the armhole on the trunk.
    armhole: float
    #: Reach of the sleeve along the arm, 0 none … 1 wrist.
    sleeve: float
    sleeve_ease: float
    sleeve_extra: float
    sleeve_flare: float
    puff: float
    #: Level of the hem on the trunk; beyond 1.1 it falls around the legs.
    hem: float
    ease: float
    #: 0 follows the waist, 1 falls straight from the chest.
    boxy: float
    flare: float
    collar: str
    closure: str
    #: Half-width of the gap of an open jacket at chest and hem, torso lengths; None when closed.
    gap: tuple[float, float] | None = None
    printed: bool = False
    cuffs: bool = False
    hem_band: bool = False
    tucked: bool = False


@dataclass
class Bottom:
    """A garment of the lower body."""

    stuff: Stuff
    trim: Stuff
    kind: str
    #: Level of the waistband on the trunk.
    waist: float
    #: Reach along the leg.
    end: float
    ease: float
    extra: float
    flare: float
    pleats: bool
    band: bool
    belt: bool
    turn_ups: bool
    rips: bool


@dataclass
class Footwear:
    """Shoes, and the socks or tights under them."""

    stuff: Stuff
    sole: Stuff
    kind: str
    #: Where the shaft of a boot begins along the leg, 1 for low shoes.
    shaft: float
    socks: Stuff | None
    sock_start: float


@dataclass
class Outfit:
    """All clothes of one person."""

    top: Top
    bottom: Bottom
    outer: Top | None
    #: Top and bottom are one garment.
    dress: bool
    #: Level where a dress stops counting as `upper`.
    dress_split: float
    tights: Stuff | None
    shoes: Footwear | None


#: Level of the trunk at which a dress changes from `upper` to `lower`.
DRESS_SPLIT = 0.9


def random_outfit(rng: np.random.Generator, canvas: Canvas, feminine: bool) -> Outfit:
    """Clothes for one person; about a third of women wear dresses, a fifth of people an open jacket."""
    dress = rng.random() < (0.36 if feminine else 0.04)
    top = _random_top(rng, canvas, feminine)
    bottom = _random_bottom(rng, canvas, feminine)
    if dress:
        _make_dress(rng, top, bottom)
    outer = _random_outer(rng, canvas) if rng.random() < 0.24 else None
    if outer is not None and rng.random() < 0.2:
        bottom.stuff = outer.stuff if not dress else bottom.stuff
    tights = None
    bare_legs = bottom.end < 0.8
    if bare_legs and feminine and rng.random() < 0.25:
        tights = canvas.stuff('cloth')
    return Outfit(top, bottom, outer, dress, DRESS_SPLIT, tights, _random_shoes(rng, canvas, feminine))


def _pick(rng: np.random.Generator, odds: dict[str, float]) -> str:
    names = list(odds)
    weights = np.array([odds[name] for name in names])
    return names[rng.choice(len(names), p=weights / weights.sum())]


def _random_sleeve(rng: np.random.Generator, feminine: bool) -> float:
    kind = _pick(rng, {'none': 0.24 if feminine else 0.07, 'cap': 0.05, 'short': 0.27, 'mid': 0.12, 'long': 0.42})
    low, high = {'none': (0, 0), 'cap': (0.06, 0.14), 'short': (0.16, 0.44), 'mid': (0.45, 0.85), 'long': (0.9, 1.03)}[
        kind
    ]
    return rng.uniform(low, high)


def _random_neck(rng: np.random.Generator, sleeveless: bool) -> tuple[float, float, float]:
    kind = _pick(rng, {'crew': 0.4, 'v': 0.2, 'scoop': 0.18, 'boat': 0.08, 'square': 0.07, 'deep': 0.07})
    width = {
        'crew': (0.15, 0.22),
        'v': (0.15, 0.26),
        'scoop': (0.2, 0.34),
        'boat': (0.3, 0.45),
        'square': (0.24, 0.36),
        'deep': (0.15, 0.26),
    }[kind]
    depth = {
        'crew': (0.1, 0.2),
        'v': (0.22, 0.45),
        'scoop': (0.2, 0.36),
        'boat': (0.04, 0.14),
        'square': (0.2, 0.34),
        'deep': (0.4, 0.7),
    }[kind]
    power = {
        'crew': (2, 3),
        'v': (0.9, 1.25),
        'scoop': (1.8, 3),
        'boat': (1.6, 3),
        'square': (4, 8),
        'deep': (0.9, 1.4),
    }[kind]
    neck = rng.uniform(*width) + (0.03 if sleeveless else 0)
    return neck, rng.uniform(*depth), rng.uniform(*power)


def _random_top(rng: np.random.Generator, canvas: Canvas, feminine: bool) -> Top:
    sleeve = _random_sleeve(rng, feminine)
    neck, depth, power = _random_neck(rng, sleeve == 0)
    bare = feminine and rng.random() < (0.3 if sleeve == 0 else 0.06)
    collar = _pick(rng, {'none': 0.55, 'shirt': 0.2, 'turtle': 0.1, 'hood': 0.08, 'rib': 0.07}) if not bare else 'none'
    if collar in ('shirt', 'turtle', 'hood'):
        neck, depth, power = rng.uniform(0.15, 0.2), rng.uniform(0.06, 0.2), rng.uniform(1, 2.5)
        sleeve = sleeve or rng.uniform(0.2, 1)
    shoulder = 0.6 if sleeve > 0 else rng.uniform(neck + 0.05, max(neck + 0.08, 0.58))
    return Top(
        stuff=canvas.stuff('cloth'),
        trim=canvas.stuff('cloth'),
        neck=neck,
        shoulder=shoulder,
        neck_depth=depth,
        neck_power=power,
        bare_shoulders=bare,
        straps=rng.random() < 0.6,
        armhole=rng.uniform(0.2, 0.38),
        sleeve=sleeve,
        sleeve_ease=rng.uniform(1.05, 1.35) if rng.random() < 0.6 else rng.uniform(1.3, 2.0),
        sleeve_extra=rng.uniform(0.005, 0.03),
        sleeve_flare=max(0.0, rng.normal(0, 0.05)),
        puff=rng.uniform(0.02, 0.09) if rng.random() < 0.1 else 0.0,
        hem=rng.uniform(0.45, 0.85) if rng.random() < (0.16 if feminine else 0.03) else rng.uniform(0.9, 1.4),
        ease=rng.uniform(1.0, 1.12) if rng.random() < 0.6 else rng.uniform(1.1, 1.4),
        boxy=rng.random(),
        flare=max(0.0, rng.normal(0, 0.06)),
        collar=collar,
        closure=_pick(rng, {'none': 0.6, 'buttons': 0.25, 'zip': 0.15}),
        printed=rng.random() < 0.16,
        cuffs=rng.random() < 0.35,
        hem_band=rng.random() < 0.25,
        tucked=rng.random() < 0.35,
    )


def _random_bottom(rng: np.random.Generator, canvas: Canvas, feminine: bool) -> Bottom:
    kind = _pick(rng, {'trousers': 0.62, 'shorts': 0.13, 'skirt': 0.25 if feminine else 0.005})
    end = {'trousers': (0.72, 1.03), 'shorts': (0.14, 0.5), 'skirt': (0.16, 0.95)}[kind]
    slim = rng.random() < 0.5
    return Bottom(
        stuff=canvas.stuff('cloth'),
        trim=canvas.stuff('cloth'),
        kind=kind,
        waist=rng.uniform(0.68, 1.0),
        end=1.0 if kind == 'trousers' and rng.random() < 0.6 else rng.uniform(*end),
        ease=rng.uniform(1.02, 1.12) if slim else rng.uniform(1.1, 1.35),
        extra=rng.uniform(0.0, 0.015) if slim else rng.uniform(0.01, 0.06),
        flare=max(0.0, rng.normal(0.0, 0.06)) if kind != 'skirt' else rng.uniform(0, 1) ** 1.5,
        pleats=rng.random() < 0.3,
        band=rng.random() < 0.5,
        belt=rng.random() < 0.25,
        turn_ups=rng.random() < 0.12,
        rips=rng.random() < 0.05,
    )


def _make_dress(rng: np.random.Generator, top: Top, bottom: Bottom) -> None:
    """Turn top and bottom into one garment (or an overall when the bottom has legs)."""
    if rng.random() < 0.82:
        bottom.kind = 'skirt'
        bottom.end = rng.uniform(0.2, 1.0)
        bottom.flare = rng.uniform(0, 1) ** 1.4
    top.hem, top.tucked, top.boxy = rng.uniform(0.75, 1.0), True, top.boxy * 0.7
    bottom.waist = top.hem - 0.04
    bottom.belt = rng.random() < 0.25
    bottom.turn_ups = bottom.rips = False
    bottom.band = bottom.band and rng.random() < 0.3
    if rng.random() < 0.85:
        bottom.stuff = top.stuff


def _random_outer(rng: np.random.Generator, canvas: Canvas) -> Top:
    sleeve = 0.0 if rng.random() < 0.08 else (rng.uniform(0.92, 1.04) if rng.random() < 0.8 else rng.uniform(0.3, 0.85))
    coat = rng.random() < 0.35
    return Top(
        stuff=canvas.stuff('leather' if rng.random() < 0.12 else 'cloth'),
        trim=canvas.stuff('cloth'),
        neck=rng.uniform(0.16, 0.26),
        shoulder=0.62 if sleeve else rng.uniform(0.45, 0.6),
        neck_depth=rng.uniform(0.2, 0.5),
        neck_power=rng.uniform(0.9, 1.6),
        bare_shoulders=False,
        straps=False,
        armhole=rng.uniform(0.26, 0.36),
        sleeve=sleeve,
        sleeve_ease=rng.uniform(1.35, 1.9),
        sleeve_extra=rng.uniform(0.01, 0.04),
        sleeve_flare=max(0.0, rng.normal(0, 0.04)),
        puff=0.0,
        hem=rng.uniform(1.3, 2.4) if coat else rng.uniform(0.75, 1.25),
        ease=rng.uniform(1.1, 1.35),
        boxy=rng.random(),
        flare=max(0.0, rng.normal(0.05, 0.08)),
        collar=_pick(rng, {'none': 0.35, 'lapel': 0.4, 'shirt': 0.1, 'hood': 0.15}),
        closure='none',
        gap=(rng.uniform(0.02, 0.16), rng.uniform(0.02, 0.3)),
        printed=False,
        cuffs=rng.random() < 0.25,
        hem_band=rng.random() < 0.15,
    )


def _random_shoes(rng: np.random.Generator, canvas: Canvas, feminine: bool) -> Footwear | None:
    if rng.random() < 0.03:
        return None
    kind = _pick(
        rng,
        {
            'sneaker': 0.34,
            'boot': 0.24,
            'low': 0.2,
            'sandal': 0.16 if feminine else 0.05,
            'heel': 0.2 if feminine else 0,
        },
    )
    shaft = 1.0
    if kind == 'boot':
        shaft = rng.uniform(0.82, 0.95) if rng.random() < 0.7 else rng.uniform(0.48, 0.82)
    socks = canvas.stuff('cloth') if kind in ('sneaker', 'low') and rng.random() < 0.35 else None
    return Footwear(
        stuff=canvas.stuff('leather' if rng.random() < 0.6 else 'cloth'),
        sole=canvas.stuff('object'),
        kind=kind,
        shaft=shaft,
        socks=socks,
        sock_start=rng.uniform(0.7, 0.97),
    )


def turn_around(rng: np.random.Generator, outfit: Outfit) -> None:
    """Show the back of an outfit: shallow necklines, no closures, jackets closed."""
    for top in (outfit.top, outfit.outer):
        if top is None:
            continue
        top.closure, top.gap = 'none', None
        top.collar = top.collar if top.collar in ('turtle', 'hood', 'none') else 'none'
        if rng.random() < 0.85:
            top.neck_depth, top.neck_power = rng.uniform(-0.02, 0.1), rng.uniform(1.5, 3)
