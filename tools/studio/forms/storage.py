"""Baskets and boxes, trays, pots for plants."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from forms.potting import Millimetres, fluted, throw
from forms.props import soil
from forms.registry import Object, Ware, arrangement, make, piece
from workshop import materials
from workshop.materials import Material
from workshop.profiles import Points, rounded_rectangle, smooth
from workshop.shapes import bar, block, group, lathe, mesh, place, slab, tube
from workshop.stage import View
from workshop.surfaces import surface


def _coil(profile: Points, rope: float, material: Material) -> Object:
    """One rope wound up along a profile of (radius, height), twisted bundle by bundle."""
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(profile, axis=0), axis=1))])
    turns = length[-1] / (rope * 0.93)
    per_turn, sides = 150, 12
    count = int(turns * per_turn)
    t = np.arange(count) / per_turn
    at = t / turns * length[-1]
    r = np.interp(at, length, profile[:, 0])
    z = np.interp(at, length, profile[:, 1])
    a = 2 * math.pi * t
    rng = np.random.default_rng(3)
    uneven = np.interp(
        t,
        np.arange(0, turns + 2, 0.13),
        1 + rng.normal(0, 0.02, len(np.arange(0, turns + 2, 0.13))),
    )
    out = np.stack([np.cos(a), np.sin(a), 0 * a], axis=1)
    centre = out * r[:, None] + np.stack([0 * a, 0 * a, z], axis=1)
    phi = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    arc = np.cumsum(r * 2 * math.pi / per_turn)
    bundle = 1 + 0.10 * np.cos(3 * phi[None, :] - arc[:, None] * 190)
    radius = rope / 2 * uneven[:, None] * bundle
    up = np.array([0, 0, 1.0])
    vertices = (
        centre[:, None, :]
        + radius[..., None] * np.cos(phi)[None, :, None] * out[:, None, :]
        + radius[..., None] * np.sin(phi)[None, :, None] * up
    ).reshape(-1, 3)
    faces = [
        (
            i * sides + k,
            (i + 1) * sides + k,
            (i + 1) * sides + (k + 1) % sides,
            i * sides + (k + 1) % sides,
        )
        for i in range(count - 1)
        for k in range(sides)
    ]
    return mesh("coil", vertices, faces, material)


@piece(
    "seagrass-basket",
    front=View(pitch=15, turn=0, weight=0.58),
    sizes=View(pitch=15, fill=(0.86, 0.6), weight=0.64),
    detail=View(
        pitch=18, turn=52, look=(0.19, -0.0, 0.32), close=0.4, blur=0.01, focus=(0.2, -0.06, 0.32)
    ),
)
def seagrass_basket(ware: Ware) -> Object:
    grass = ware.main()
    profile = smooth(
        [(0.006, 0.006), (0.10, 0.006), (0.165, 0.007), (0.183, 0.018), (0.196, 0.08), (0.206, 0.17), (0.204, 0.25), (0.196, 0.334)], 12
    )  # fmt: skip
    parts = [_coil(profile, 0.0125, grass)]
    for side in (-1, 1):
        loop = smooth(
            [(side * 0.199, -0.062, 0.322), (side * 0.2, -0.055, 0.352), (side * 0.2, -0.026, 0.378), (side * 0.2, 0.026, 0.378),
             (side * 0.2, 0.055, 0.352), (side * 0.199, 0.062, 0.322)], 10
        )  # fmt: skip
        parts.append(tube(loop, 0.0064, grass, sides=14))
        for y in (-0.06, 0.06):
            wrap = [(side * (0.197 + 0.0105 * math.cos(a)), y + 0.0022 * a / 6.28 - 0.006, 0.331 + 0.015 * math.sin(a))
                    for a in np.linspace(0, 6.28 * 4, 80)]  # fmt: skip
            parts.append(tube(wrap, 0.0019, surface("fibre-seagrass"), sides=8))
    return group(parts)


@arrangement("seagrass-basket", "sizes")
def _three_baskets(_: Ware) -> None:
    make("seagrass-basket", at=(-0.44, 0.05, 0), scale=0.78)
    make("seagrass-basket", at=(-0.02, 0.0, 0), turn=20)
    make("seagrass-basket", at=(0.5, 0.03, 0), turn=-20, scale=1.2)


def _strip(
    width: float,
    height: float,
    thickness: float,
    material: Material,
    z: float,
    overlap: float = 0.1,
) -> list[Object]:
    """A bent wall: one strip round a circle, its tapered end lapped over its beginning at the front."""
    r = width / 2
    outline = np.array(
        [(r - thickness, z + 0.0005), (r - thickness + 0.0007, z), (r - 0.0007, z), (r, z + 0.0007), (r, z + height - 0.0007),
         (r - 0.0007, z + height), (r - thickness + 0.0007, z + height), (r - thickness, z + height - 0.0007),
         (r - thickness, z + 0.0005)]
    )  # fmt: skip
    ring = lathe(outline, material, segments=160)
    lap = _lap(r, height, thickness * 0.7, material, z, overlap)
    return [ring, lap]


def _lap(
    r: float, height: float, thickness: float, material: Material, z: float, overlap: float
) -> Object:
    """The outer lap with its rounded end, lying on the ring just right of the front."""
    rows = 24
    start, end = -math.pi / 2 - overlap / r, -math.pi / 2 + overlap * 1.2 / r
    vertices = []
    for i in range(rows + 1):
        s = i / rows
        a = start + (end - start) * s
        thin = thickness * min(1.0, 4 * (1 - s)) * min(1.0, 0.15 + 5 * s)
        half = (
            height / 2 * (1.0 if s < 0.72 else math.sqrt(max(1 - ((s - 0.72) / 0.285) ** 2, 0.02)))
        )
        for d, h in ((-0.0004, -1), (thin, -0.97), (thin, 0.97), (-0.0004, 1)):
            vertices.append(
                ((r + d) * math.cos(a), (r + d) * math.sin(a), z + height / 2 + half * h)
            )
    faces: list[tuple[int, ...]] = [
        (i * 4 + k, (i + 1) * 4 + k, (i + 1) * 4 + k + 1, i * 4 + k + 1)
        for i in range(rows)
        for k in range(3)
    ]
    faces += [(3, 2, 1, 0), (rows * 4, rows * 4 + 1, rows * 4 + 2, rows * 4 + 3)]
    thing = mesh("lap", np.array(vertices), faces, material)
    edge = thing.modifiers.new("flat", "EDGE_SPLIT")
    edge.split_angle = math.radians(35)
    return thing


def _pins(r: float, heights: list[float], angles: list[float], material: Material) -> list[Object]:
    pins = []
    for h in heights:
        for a in angles:
            turn = -math.pi / 2 + a
            outward = (math.cos(turn), math.sin(turn))
            pins.append(
                bar(
                    (outward[0] * r, outward[1] * r, h),
                    (outward[0] * (r + 0.0009), outward[1] * (r + 0.0009), h),
                    0.0017,
                    material,
                )
            )
    return pins


def _bentwood(ware: Ware) -> Object:
    ash = ware.main(axis="x", seed=2, bent=0.1)
    copper = ware.part("pins")
    parts = [
        lathe(np.array([(0.0, 0.0004), (0.0955, 0.0004), (0.0955, 0.006), (0.0, 0.006)]), ware.main()),
        *_strip(0.2, 0.078, 0.004, ash, 0.0),
        *_pins(0.1026, [0.02, 0.039, 0.058], [-0.5, 0.35], copper),
        *_strip(0.2068, 0.025, 0.0032, ash, 0.0752, 0.075),
        *_pins(0.1056, [0.0877], [-0.4, 0.2], copper),
        lathe(smooth([(0, 0.0945), (0.1, 0.0945), (0.1, 0.0945), (0.1012, 0.0998), (0.0995, 0.1005), (0.0995, 0.1005), (0, 0.1008)], 6), ware.main(axis="y", seed=4)),
    ]  # fmt: skip
    return group(parts)


@piece(
    "bentwood-box",
    front=View(pitch=20, turn=-16, fill=(0.7, 0.62)),
    sizes=View(pitch=15, turn=-14),
    detail=View(
        pitch=12, turn=-8, look=(0.02, -0.09, 0.05), close=0.42, blur=0.01, focus=(0.02, -0.1, 0.05)
    ),
)
def bentwood_box(ware: Ware) -> Object:
    return _bentwood(ware)


@arrangement("bentwood-box", "sizes")
def _box_tower(_: Ware) -> None:
    make("bentwood-box", scale=1.25)
    make("bentwood-box", at=(0.004, 0, 0.1262), turn=14)
    make("bentwood-box", at=(-0.002, 0.003, 0.2272), turn=-9, scale=0.76)


@piece(
    "dovetail-box",
    front=View(pitch=22, turn=28, fill=(0.76, 0.6)),
    detail=View(
        pitch=20,
        turn=42,
        look=(0.11, -0.07, 0.05),
        close=0.46,
        blur=0.01,
        focus=(0.13, -0.09, 0.055),
    ),
)
def dovetail_box(ware: Ware) -> Object:
    wood = ware.main()
    side = ware.main(axis="y", seed=3)
    ends = ware.main(axis="z", seed=5, deep=0.6)
    parts = [
        block((0.28, 0.0102, 0.085), 0.0012, wood, (0, -0.085, 0)),
        block((0.28, 0.0102, 0.085), 0.0012, wood, (0, 0.085, 0)),
        block((0.0102, 0.159, 0.085), 0.0008, side, (-0.135, 0, 0)),
        block((0.0102, 0.159, 0.085), 0.0008, side, (0.135, 0, 0)),
        block((0.262, 0.162, 0.006), 0.001, wood, (0, 0, 0.002)),
        slab(
            rounded_rectangle(0.28, 0.18, 0.003),
            0.0345,
            0.0032,
            ware.main(seed=2),
            at=(0, 0, 0.0856),
        ),
    ]
    for x in (-1, 1):
        for y in (-1, 1):
            for k in range(4):
                parts.append(_dovetail(x, y, 0.0135 + 0.0195 * k, ends))
    return group(parts)


def _dovetail(x: int, y: int, z: float, material: Material) -> Object:
    """One pin showing on the long side's face as a darker trapezium of end grain."""
    outline = np.array([(-0.0052, -0.0036), (0.0052, -0.0058), (0.0052, 0.0058), (-0.0052, 0.0036)])
    pin = slab(outline * [x, 1] if x > 0 else outline[::-1] * [-1, 1], 0.0008, 0.0001, material)
    upright = place(pin, (0, 0, 0), (90, 0, 0))
    return group([upright], (x * 0.1346, y * 0.0902, z))


@piece(
    "round-tray",
    front=View(pitch=32, turn=10, fill=(0.8, 0.66)),
    detail=View(
        pitch=24, turn=0, look=(0.03, -0.19, 0.02), close=0.36, blur=0.01, focus=(0.03, -0.2, 0.02)
    ),
)
def round_tray(ware: Ware) -> Object:
    wood = ware.main(axis="x", seed=1)
    base = lathe(
        smooth(
            [(0, 0.0), (0.194, 0.0), (0.1955, 0.003), (0.1955, 0.007), (0.1955, 0.007), (0, 0.007)],
            6,
        ),
        wood,
    )
    rim = _strip(0.4, 0.04, 0.005, ware.main(axis="x", seed=3, bent=0.2), 0.0)
    return group(
        [
            base,
            *rim,
            *_pins(0.2031, [0.012, 0.028], [-0.28, 0.24], materials.metal("#BC7448", rough=0.25)),
        ]
    )


POT: Millimetres = [
    (68, 0), (71, 3), (84, 70), (99, 160), (99.5, 164), (99.5, 164), (108, 166), (110, 172), (110, 192),
    (108, 199), (106, 200),
]  # fmt: skip


@piece(
    "terracotta-pot",
    front=View(pitch=14, weight=0.54),
    sizes=View(pitch=14, fill=(0.84, 0.6), weight=0.64),
    detail=View(
        pitch=20,
        turn=-14,
        look=(-0.05, -0.06, 0.2),
        close=0.46,
        blur=0.012,
        focus=(-0.05, -0.1, 0.2),
    ),
)
def terracotta_pot(ware: Ware) -> Object:
    clay = ware.main()
    pot = throw(POT, clay, wall=7, floor=10, foot=0.5, rings=0.35, seed=3 + ware.seed)
    dish: Millimetres = [(78, 0), (84, 2), (94, 18), (96, 24), (96, 26)]
    saucer = throw(dish, ware.main(), wall=5, floor=6, foot=0.5, seed=6)
    parts = [saucer, place(pot, (0, 0, 0.0063)), place(soil(0.0985, 0.172), (0, 0, 0.0063))]
    return group(parts)


@arrangement("terracotta-pot", "sizes")
def _three_pots(_: Ware) -> None:
    make("terracotta-pot", at=(-0.205, 0.02, 0), scale=0.68)
    make("terracotta-pot", at=(0.0, 0.0, 0), scale=0.9, seed=1)
    make("terracotta-pot", at=(0.255, 0.02, 0), scale=1.15, seed=2)


@piece(
    "ribbed-planter",
    front=View(pitch=14, weight=0.56),
    sizes=View(pitch=14, fill=(0.8, 0.62), weight=0.62),
    detail=View(
        pitch=10,
        turn=-20,
        look=(-0.05, -0.08, 0.15),
        close=0.42,
        blur=0.01,
        focus=(-0.06, -0.1, 0.15),
    ),
)
def ribbed_planter(ware: Ware) -> Object:
    wall: Millimetres = [
        (121, 0),
        (127, 2),
        (130, 7),
        (130, 60),
        (130, 130),
        (130, 190),
        (130, 236),
        (129, 240),
    ]
    ribs = fluted(36, 5.5, 13, 227, sharp=0.85)
    outside = _only_outside(ribs, 0.1265)
    profile = throw(
        wall,
        ware.main(foot=0.003),
        wall=8,
        floor=12,
        foot=4,
        hand=0.003,
        rings=0,
        seed=2,
        shape=outside,
    )
    return group([profile])


def _only_outside(change: Callable[[Points], Points], radius: float) -> Callable[[Points], Points]:
    def apply(vertices: Points) -> Points:
        far = np.hypot(vertices[:, 0], vertices[:, 1]) > radius
        return np.where(far[:, None], change(vertices), vertices)

    return apply


@arrangement("ribbed-planter", "sizes")
def _two_planters(ware: Ware) -> None:
    make("ribbed-planter", ware.value, (0.11, 0.04, 0))
    make("ribbed-planter", ware.value, (-0.17, -0.05, 0), scale=0.72)
