"""Lamps, lit."""

from __future__ import annotations

import math

import numpy as np

from forms.potting import circle
from forms.props import lamp
from forms.registry import Object, Ware, piece
from workshop import materials
from workshop.profiles import Points, smooth, solid
from workshop.shapes import bar, group, lathe, place, tube
from workshop.stage import View
from workshop.surfaces import surface


def _flex(path: list[tuple[float, float, float]], colour: str = "linen-flax") -> Object:
    """A cloth-covered flex; it may leave the picture and is not framed."""
    cord = tube(smooth(path, 10), 0.0028, surface(colour), sides=12)
    cord["unframed"] = True
    return cord


def _led_away(
    ware: Ware, path: list[tuple[float, float, float]], colour: str = "linen-flax"
) -> list[Object]:
    """The flex of a lamp that stands on the ground; one on furniture is shown without."""
    return [_flex(path, colour)] if ware.wish("flex", True) else []


def drum(lower: float, upper: float, height: float, z: float, glow: float) -> list[Object]:
    """A linen drum shade (radii in metres) with rolled rims and its carrier."""
    cloth = surface("linen-milk", glow=glow)
    wall = np.array([(lower, z), (upper, z + height)])
    inner = wall - [0.0012, 0]
    outline = np.array(
        [
            wall[0],
            *_line(wall[0], wall[1], 24),
            inner[1],
            *_line(inner[1], inner[0], 4),
            inner[0],
            wall[0],
        ]
    )
    rims = [
        lathe(_round_rim(r, at), surface("linen-milk", glow=glow * 0.6), segments=128)
        for r, at in ((lower, z), (upper, z + height))
    ]
    steel = surface("metal-brass")
    top = z + height * 0.94
    spider = [
        bar((0, 0, top - 0.01), (x * (upper - 0.001), y * (upper - 0.001), top), 0.0015, steel)
        for x, y in circle(1, 3, 0.4)
    ]
    return [lathe(outline, cloth, segments=160), *rims, *spider]


def _line(a: Points, b: Points, steps: int) -> list[Points]:
    return [a + (b - a) * k / steps for k in range(1, steps)]


def _round_rim(radius: float, z: float) -> Points:
    return np.array(
        [
            (radius + 0.0016 * math.cos(a), z + 0.0022 * math.sin(a))
            for a in np.linspace(0, 2 * math.pi, 14)
        ]
    )


@piece(
    "mushroom-lamp",
    front=View(dim=0.62, pitch=8, weight=0.58),
    detail=View(dim=0.62, pitch=-6, turn=8, look=(0, 0, 0.25), close=0.6),
)
def mushroom_lamp(ware: Ware) -> Object:
    glaze = ware.main()
    stem = smooth(
        [(0, 0.0), (0.05, 0), (0.055, 0.004), (0.0535, 0.02), (0.043, 0.08), (0.034, 0.15), (0.029, 0.215), (0.027, 0.24),
         (0.027, 0.24), (0.018, 0.246), (0, 0.246)], 8
    )  # fmt: skip
    cap = smooth(
        [
            (0.1385, 0.214),
            (0.14, 0.218),
            (0.139, 0.228),
            (0.125, 0.268),
            (0.095, 0.305),
            (0.055, 0.331),
            (0.0, 0.341),
        ],
        10,
    )
    under = smooth(
        [
            (0.0, 0.330),
            (0.053, 0.321),
            (0.090, 0.297),
            (0.120, 0.262),
            (0.1335, 0.222),
            (0.1372, 0.2145),
        ],
        10,
    )
    join = np.concatenate([cap[::-1], [(0.1382, 0.2142)], under[::-1][:1]])
    white = materials.glaze("#F2E8D6", rough=0.4, pool=0.02)
    bulb = lathe(solid(smooth([(0.004, 0.248), (0.014, 0.254), (0.021, 0.268), (0.0215, 0.281), (0.014, 0.295), (0.001, 0.300)], 8)),
                 materials.lit("#FFE0AE", 14.0), segments=48)  # fmt: skip
    parts = [
        lathe(stem, glaze, hand=0.003, seed=2),
        lathe(join[::-1], glaze, hand=0.004, seed=3),
        lathe(under, white, hand=0.004, seed=3),
        bulb,
        lamp((0, 0, 0.232), ware.wish("watts", 9.0), 0.03),
        *_led_away(
            ware,
            [
                (0.03, 0.045, 0.003),
                (0.09, 0.11, 0.003),
                (0.2, 0.16, 0.003),
                (0.36, 0.13, 0.003),
                (0.7, 0.2, 0.003),
            ],
        ),
    ]
    return group(parts)


@piece(
    "linen-shade-lamp",
    front=View(dim=0.62, pitch=6),
    detail=View(pitch=10, look=(0, 0, 0.13), close=0.46, blur=0.01, focus=(0, -0.04, 0.13)),
)
def linen_shade_lamp(ware: Ware) -> Object:
    base = smooth(
        [(0.0, 0), (0.066, 0), (0.07, 0.003), (0.07, 0.014), (0.064, 0.019), (0.03, 0.026), (0.02, 0.035), (0.03, 0.052),
         (0.047, 0.078), (0.045, 0.104), (0.024, 0.126), (0.019, 0.133), (0.029, 0.146), (0.036, 0.162), (0.03, 0.178),
         (0.0175, 0.19), (0.0155, 0.196), (0.021, 0.206), (0.0235, 0.216), (0.018, 0.228), (0.0125, 0.236), (0.0125, 0.24), (0, 0.24)], 8
    )  # fmt: skip
    brass = surface("metal-brass")
    parts = [
        lathe(base, ware.main(axis="z"), segments=128),
        bar((0, 0, 0.239), (0, 0, 0.285), 0.0065, brass),
        bar((0, 0, 0.284), (0, 0, 0.325), 0.013, brass),
        *drum(0.16, 0.138, 0.22, 0.262, 0.85),
        bar((0, 0, 0.32), (0, 0, 0.468), 0.0022, brass),
        lathe(
            solid(np.array([(0.005, 0.466), (0.007, 0.471), (0.005, 0.479), (0.001, 0.481)])),
            brass,
            segments=32,
        ),
        lamp((0, 0, 0.35), 4.0, 0.03),
        *_led_away(
            ware,
            [
                (0.05, 0.04, 0.003),
                (0.12, 0.14, 0.003),
                (0.26, 0.2, 0.003),
                (0.6, 0.24, 0.003),
                (1.2, 0.4, 0.003),
            ],
        ),
    ]
    return group(parts)


@piece(
    "brass-reading-lamp",
    front=View(dim=0.62, pitch=9, weight=0.54),
    detail=View(pitch=10, look=(-0.01, 0, 0.4), close=0.34, blur=0.01, focus=(0.0, -0.01, 0.4)),
)
def brass_reading_lamp(ware: Ware) -> Object:
    metal = ware.main()
    base = lathe(
        solid(
            smooth(
                [
                    (0.0785, 0),
                    (0.08, 0.0015),
                    (0.08, 0.011),
                    (0.0785, 0.0135),
                    (0.0785, 0.0135),
                    (0.009, 0.0142),
                    (0.0085, 0.018),
                ],
                5,
            )
        ),
        metal,
    )
    post = bar((0, 0, 0.012), (0, 0, 0.405), 0.005, metal)
    joint = place(_knurled(metal), (0, -0.011, 0.41), (90, 0, 0))
    knuckle = bar((0, -0.010, 0.41), (0, 0.010, 0.41), 0.0085, metal)
    arm = bar((0.03, 0, 0.398), (-0.135, 0, 0.461), 0.0042, metal)
    shade = _dome(metal)
    head = place(shade, (-0.1455, 0, 0.437), (0, 20, 0))
    neck = bar((-0.136, 0, 0.462), (-0.1455, 0, 0.4335), 0.0046, metal)
    parts = [base, post, joint, knuckle, arm, head, neck, lamp((-0.15, 0, 0.385), 3.0, 0.02),
             *_led_away(ware, [(0.06, 0.05, 0.003), (0.12, 0.1, 0.003), (0.24, 0.12, 0.003), (0.5, 0.2, 0.003)], "linen-pine")]  # fmt: skip
    return group(parts)


def _knurled(metal: materials.Material) -> Object:
    outline = smooth(
        [
            (0.0, 0),
            (0.0105, 0),
            (0.0115, 0.001),
            (0.0115, 0.010),
            (0.0105, 0.011),
            (0.0105, 0.011),
            (0, 0.0112),
        ],
        4,
    )

    def cut(vertices: Points) -> Points:
        angle = np.arctan2(vertices[:, 1], vertices[:, 0])
        radius = np.hypot(vertices[:, 0], vertices[:, 1])
        k = 1 - 0.05 * (radius > 0.0112) * (np.abs(np.sin(angle * 20)) < 0.5)
        return vertices * np.stack([k, k, np.ones_like(k)], axis=1)

    return lathe(outline, metal, segments=240, shape=cut)


def _dome(metal: materials.Material) -> Object:
    """A half dome hanging from the origin, white within, its bulb lit."""
    outer = smooth(
        [
            (0.0, 0.0),
            (0.012, -0.0005),
            (0.036, -0.008),
            (0.057, -0.026),
            (0.068, -0.052),
            (0.07, -0.074),
        ],
        10,
    )
    inner = smooth(
        [(0.069, -0.074), (0.067, -0.052), (0.056, -0.027), (0.035, -0.0092), (0.0, -0.0018)], 10
    )
    rim = np.array([(0.0704, -0.0745), (0.0698, -0.0752), (0.0692, -0.0745)])
    bulb = lathe(
        solid(
            smooth(
                [
                    (0.001, -0.066),
                    (0.015, -0.058),
                    (0.019, -0.044),
                    (0.014, -0.026),
                    (0.011, -0.012),
                ],
                8,
            )
        ),
        materials.lit("#FFE0AE", 14.0),
        segments=48,
    )
    return group([
        lathe(np.concatenate([outer, rim])[::-1], metal),
        lathe(inner[::-1] * [0.999, 1.0], surface("paint-white")),
        bulb,
    ])  # fmt: skip


@piece(
    "tripod-floor-lamp",
    front=View(dim=0.62, pitch=4, fill=(0.7, 0.8), weight=0.6),
    detail=View(pitch=6, turn=10, look=(0, 0, 1.13), close=0.26, blur=0.01, focus=(0, -0.05, 1.13)),
)
def tripod_floor_lamp(ware: Ware) -> Object:
    brass = ware.part("collar")
    parts: list[Object] = []
    for i, (x, y) in enumerate(circle(1.0, 3, -math.pi / 2 + 0.35)):
        wood = ware.main(axis="z", seed=i)
        parts.append(
            bar((x * 0.29, y * 0.29, 0.0), (x * 0.026, y * 0.026, 1.17), [0.009, 0.014], wood)
        )
        parts.append(
            bar(
                (x * 0.038, y * 0.038, 1.135),
                (x * 0.0545, y * 0.0545, 1.135),
                [0.006, 0.006],
                brass,
            )
        )
    collar = smooth(
        [
            (0.0, 1.12),
            (0.044, 1.12),
            (0.0455, 1.122),
            (0.0455, 1.148),
            (0.044, 1.15),
            (0.044, 1.15),
            (0.0, 1.151),
        ],
        4,
    )
    parts += [
        lathe(collar, brass),
        bar((0, 0, 1.15), (0, 0, 1.3), 0.008, brass),
        *drum(0.225, 0.205, 0.28, 1.24, 0.85),
        lamp((0, 0, 1.36), 16.0, 0.04),
        *_led_away(
            ware,
            [
                (0.0, 0.29, 0.004),
                (0.1, 0.4, 0.004),
                (0.5, 0.5, 0.004),
                (1.2, 0.5, 0.004),
                (2.6, 0.9, 0.004),
            ],
        ),
    ]
    return group(parts)


@piece(
    "dome-pendant",
    front=View(dim=0.62, pitch=3, fill=(0.66, 0.5), centre=(0.5, 0.42), setting="hanging"),
    angle=View(
        dim=0.62, pitch=-24, turn=10, fill=(0.7, 0.6), centre=(0.5, 0.45), setting="hanging"
    ),
)
def dome_pendant(ware: Ware) -> Object:
    paint = ware.main()
    outer = smooth(
        [
            (0.0, 0.2),
            (0.03, 0.2),
            (0.06, 0.192),
            (0.118, 0.152),
            (0.16, 0.092),
            (0.178, 0.024),
            (0.178, 0.006),
        ],
        12,
    )
    roll = np.array(
        [
            (0.178 + 0.0022 + 0.0022 * math.cos(a), 0.004 + 0.003 * math.sin(a))
            for a in np.linspace(2.4, -2.6, 10)
        ]
    )
    inner = smooth(
        [
            (0.1775, 0.004),
            (0.1768, 0.024),
            (0.1585, 0.091),
            (0.117, 0.15),
            (0.059, 0.19),
            (0.0, 0.1975),
        ],
        12,
    )
    brass = ware.part("cap")
    cap = smooth(
        [
            (0.0, 0.1995),
            (0.026, 0.1995),
            (0.027, 0.203),
            (0.02, 0.222),
            (0.009, 0.234),
            (0.0065, 0.246),
            (0, 0.247),
        ],
        8,
    )
    cord = bar((0, 0, 0.244), (0, 0, 3.0), 0.0032, materials.painted("#2A2826", rough=0.8))
    cord["unframed"] = True
    bulb = lathe(
        solid(
            smooth(
                [
                    (0.001, 0.05),
                    (0.024, 0.064),
                    (0.032, 0.088),
                    (0.022, 0.12),
                    (0.014, 0.15),
                    (0.014, 0.19),
                ],
                8,
            )
        ),
        materials.lit("#FFE0AE", 12.0),
        segments=48,
    )
    return group([
        lathe(np.concatenate([outer, roll])[::-1], paint),
        lathe(inner[::-1], ware.part("inside")),
        lathe(cap, brass, segments=64),
        cord,
        bulb,
        lamp((0, 0, 0.03), 4.0, 0.03),
    ])  # fmt: skip
