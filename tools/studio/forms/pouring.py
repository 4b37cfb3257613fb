"""Jugs, teapot, bottle and everything of glass that is drunk or poured from."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from forms.potting import Millimetres, fluted, spout, strap, throw
from forms.registry import Object, Ware, arrangement, make, piece
from workshop import materials
from workshop.materials import Material
from workshop.profiles import Points, smooth, solid
from workshop.shapes import group, lathe, place, tube
from workshop.stage import View


@piece(
    "milk-jug",
    front=View(pitch=13, fill=(0.7, 0.62)),
    detail=View(
        pitch=20,
        turn=-25,
        look=(-0.03, 0, 0.09),
        close=0.5,
        blur=0.012,
        focus=(-0.035, -0.03, 0.09),
    ),
)
def milk_jug(ware: Ware) -> Object:
    glaze = ware.main(foot=0.006)
    pear: Millimetres = [
        (28, 0),
        (31, 3),
        (38, 18),
        (40, 34),
        (36, 56),
        (29, 74),
        (27, 84),
        (29.5, 98),
        (30, 100),
    ]
    body = throw(pear, glaze, wall=3.2, floor=5, foot=3, seed=4, shape=spout(100, 70, 14, 5))
    handle = strap([(27.5, 88), (40, 92), (52, 82), (53, 62), (46, 44), (37.5, 36)], glaze, thick=7)
    return group([body, handle])


@piece("water-jug", front=View(pitch=10), sizes=View(pitch=10, weight=0.6))
def water_jug(ware: Ware) -> Object:
    glaze = ware.main(foot=0.008)
    shape: Millimetres = [
        (48, 0), (52, 4), (60, 40), (62.5, 76), (57, 125), (47, 180), (43, 222), (45, 262), (46, 270),
    ]  # fmt: skip
    body = throw(
        shape,
        glaze,
        wall=4.5,
        floor=8,
        foot=5,
        rings=0.3,
        seed=9,
        shape=spout(270, 212, 20, 9, 0.38),
    )
    arm = [(43, 246), (58, 262), (78, 254), (88, 222), (85, 176), (72, 132), (58, 108)]
    return group([body, strap(arm, glaze, thick=11, flat=1.9)])


@arrangement("water-jug", "sizes")
def _two_jugs(ware: Ware) -> None:
    make("water-jug", ware.value, (-0.075, 0.03, 0), -8)
    make("water-jug", ware.value, (0.12, -0.03, 0), -14, scale=0.76, seed=2)


def _teapot_lid(ware: Ware) -> Object:
    lid = smooth(
        [
            (0, 0),
            (30, 0),
            (31.5, 1.5),
            (30, 4),
            (20, 8),
            (9, 10),
            (8, 13),
            (15, 17),
            (17, 20),
            (15, 22.5),
            (0, 23.5),
        ],
        8,
    )
    return lathe(lid / 1000, ware.main(), hand=0.004, seed=2)


@piece(
    "teapot",
    front=View(pitch=13, fill=(0.74, 0.68)),
    angle=View(pitch=28, turn=-12, fill=(0.78, 0.7)),
)
def teapot(ware: Ware) -> Object:
    glaze = ware.main(foot=0.005)
    shape: Millimetres = [
        (44, 0), (48, 3), (64, 18), (74, 44), (75, 60), (68, 86), (52, 106), (36, 115), (33, 117),
    ]  # fmt: skip
    body = throw(shape, glaze, wall=4, floor=7, foot=5, rings=0.3, seed=11)
    nose = smooth(
        [(-0.060, 0, 0.050), (-0.088, 0, 0.072), (-0.108, 0, 0.098), (-0.119, 0, 0.112)], 8
    )
    pipe = tube(nose, [0.021, 0.0165, 0.0125, 0.0108], glaze, sides=32)
    mouth = place(
        lathe(
            solid(np.array([(0.0088, -0.001), (0.0088, 0.0004)])),
            materials.painted("#1E1A17"),
            segments=32,
        )
    )
    place(mouth, (-0.1192, 0, 0.1123), (0, -40, 0))
    lugs = [tube(smooth([(s * 0.052, 0, 0.098), (s * 0.060, 0, 0.116), (s * 0.048, 0, 0.122), (s * 0.043, 0, 0.110)], 6),
                 0.0042, glaze, sides=16) for s in (-1, 1)]  # fmt: skip
    arch = [(s * 0.052 * math.cos(a), 0.0, 0.117 + 0.083 * math.sin(a)) for s, a in
            [(1, math.pi * k / 24) for k in range(25)]]  # fmt: skip
    cane = tube(smooth(arch, 4), 0.0052, ware.part("handle"), sides=20)
    bands = [
        tube(smooth(arch, 4)[i : i + 10], 0.0062, ware.part("handle"), sides=20) for i in (1, 86)
    ]
    parts = [body, pipe, mouth, *lugs, cane, *bands]
    if not ware.wish("open", False):
        parts.append(place(_teapot_lid(ware), (0, 0, 0.1165)))
    return group(parts)


@arrangement("teapot", "angle")
def _open_teapot(ware: Ware) -> None:
    make("teapot", ware.value, open=True, turn=-8)
    place(_teapot_lid(ware), (0.105, -0.075, 0.0001), (0, 0, 30))


@piece(
    "oil-bottle",
    front=View(pitch=10),
    detail=View(pitch=14, look=(0, 0, 0.2), close=0.46, blur=0.012, focus=(0, -0.014, 0.2)),
)
def oil_bottle(ware: Ware) -> Object:
    glaze = ware.main(foot=0.006)
    shape: Millimetres = [
        (38, 0), (41, 3), (42.5, 12), (42.5, 100), (41, 128), (33, 150), (19, 166), (14.5, 176), (14, 190),
        (15.8, 194), (16, 199), (15, 200),
    ]  # fmt: skip
    body = throw(shape, glaze, wall=4, floor=8, foot=4, rings=0.25, seed=3)
    cork = lathe(
        solid(
            smooth(
                [
                    (0.0105, 0.186),
                    (0.0112, 0.2005),
                    (0.0135, 0.2015),
                    (0.0138, 0.207),
                    (0.012, 0.2085),
                ],
                4,
            )
        ),
        materials.clay("#B98D5E", grog=1.2),
    )
    metal = ware.part("pourer")
    way = smooth(
        [(0, 0, 0.2), (0, 0, 0.222), (-0.004, 0, 0.236), (-0.016, 0, 0.25), (-0.030, 0, 0.259)], 8
    )
    pipe = tube(way, [0.0050, 0.0046, 0.0042, 0.0036], metal, sides=24)
    collar = lathe(
        solid(smooth([(0.0085, 0.2083), (0.0085, 0.2098), (0.006, 0.2112)], 4)), metal, segments=48
    )
    return group([body, cork, pipe, collar])


@piece(
    "ripple-tumbler",
    front=View(pitch=14, fill=(0.78, 0.62)),
    detail=View(
        pitch=10, look=(-0.04, 0, 0.055), close=0.46, blur=0.01, focus=(-0.04, -0.04, 0.05)
    ),
)
def ripple_tumbler(ware: Ware) -> Object:
    glass = ware.main()
    if ware.wish("single", False):
        return group([_tumbler(glass)])
    return group(
        [
            place(_tumbler(glass), (-0.05, 0.012, 0)),
            place(_tumbler(glass), (0.052, -0.018, 0), (0, 0, 8)),
        ]
    )


def _tumbler(glass: Material) -> Object:
    shape: Millimetres = [(31, 0), (33.5, 1.2), (34.6, 5), (36.5, 40), (39.6, 93), (39.8, 95)]
    ripples = fluted(16, 1.7, 6, 82, sharp=1.0)
    return throw(
        shape,
        glass,
        wall=2.8,
        floor=11,
        foot=1.5,
        hand=0.002,
        rings=0,
        shape=_outside(ripples, 0.0333),
    )


def _outside(change: Callable[[Points], Points], from_radius: float) -> Callable[[Points], Points]:
    """Keep a change of shape to the outer wall: the inner face of blown glass stays smooth."""

    def apply(vertices: Points) -> Points:
        changed = change(vertices)
        radius = np.hypot(vertices[:, 0], vertices[:, 1])
        limit = from_radius + np.clip(vertices[:, 2], 0, None) * 0.052 - 0.0009
        return np.where((radius > limit)[:, None], changed, vertices)

    return apply


def _wine_glass(glass: Material) -> Object:
    foot = [
        (0, 2.2),
        (28, 0.8),
        (36.5, 0),
        (37.5, 0.8),
        (36.8, 1.7),
        (24, 3.6),
        (10, 6.6),
        (4, 12),
        (2.2, 24),
        (2.0, 50),
        (2.4, 78),
    ]
    bowl = [
        (4, 88),
        (14, 94),
        (30, 108),
        (40, 128),
        (42.5, 146),
        (40, 170),
        (34.6, 198),
        (34.2, 199.6),
        (33.6, 199.2),
    ]
    inside = [
        (33.3, 197),
        (38.8, 169),
        (41.2, 146),
        (38.8, 128.6),
        (29, 109.6),
        (14, 96.6),
        (4, 93.6),
        (0, 93.2),
    ]
    return lathe(smooth([*foot, *bowl, *inside], 8) / 1000, glass, segments=128)


@piece(
    "stem-wine-glass",
    front=View(pitch=8, fill=(0.72, 0.66)),
    detail=View(
        pitch=8, look=(-0.055, 0, 0.135), close=0.5, blur=0.01, focus=(-0.055, -0.03, 0.13)
    ),
)
def stem_wine_glass(ware: Ware) -> Object:
    glass = ware.main()
    if ware.wish("single", False):
        return group([_wine_glass(glass)])
    return group(
        [
            place(_wine_glass(glass), (-0.055, 0.015, 0)),
            place(_wine_glass(glass), (0.056, -0.02, 0)),
        ]
    )


@piece("carafe", front=View(pitch=9), angle=View(pitch=12))
def carafe(ware: Ware) -> Object:
    shape: Millimetres = [
        (50, 0), (53, 1.5), (54.6, 6), (55, 30), (55, 112), (53, 134), (43, 158), (29, 174), (21.5, 190),
        (20.5, 206), (23, 224), (29, 239), (29.5, 240),
    ]  # fmt: skip
    return group([throw(shape, ware.main(), wall=2.6, floor=9, foot=1.5, hand=0.002, rings=0)])


@arrangement("carafe", "angle")
def _carafe_with_tumbler(ware: Ware) -> None:
    make("carafe", ware.value)
    glass = make("ripple-tumbler", ware.value, single=True)
    place(glass, (0, 0, 0.2515), (180, 0, 20))
