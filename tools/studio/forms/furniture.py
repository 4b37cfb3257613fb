"""Stools, tables, benches and shelves."""

from __future__ import annotations

import math

import numpy as np

from forms.potting import circle
from forms.registry import Object, Ware, arrangement, make, piece
from workshop.profiles import rounded_rectangle, smooth, solid
from workshop.shapes import bar, block, group, lathe, mesh, place, slab
from workshop.stage import View
from workshop.surfaces import surface


@piece(
    "three-leg-stool",
    front=View(pitch=13, turn=0, weight=0.6),
    detail=View(
        pitch=30, turn=-14, look=(0, -0.02, 0.44), close=0.42, blur=0.012, focus=(0, -0.06, 0.45)
    ),
)
def three_leg_stool(ware: Ware) -> Object:
    seat = smooth(
        [(0.0, 0.418), (0.11, 0.418), (0.152, 0.424), (0.163, 0.433), (0.165, 0.441), (0.161, 0.4485), (0.150, 0.450),
         (0.13, 0.4475), (0.08, 0.445), (0.0, 0.444)], 10
    )  # fmt: skip
    parts = [lathe(seat, ware.main(axis="x", seed=1))]
    for i, (x, y) in enumerate(circle(1.0, 3, -math.pi / 2 + 0.25)):
        wood = ware.main(axis="z", seed=2 + i)
        parts.append(
            bar(
                (x * 0.19, y * 0.19, 0),
                (x * 0.106, y * 0.106, 0.43),
                [0.0125, 0.0165, 0.0175, 0.0165],
                wood,
            )
        )
        top = (x * 0.1025, y * 0.1025, 0.4425)
        plug = bar(
            top, (x * 0.102, y * 0.102, 0.4472), 0.0135, ware.main(axis="z", seed=7 + i, deep=0.85)
        )
        wedge = block((0.0255, 0.0032, 0.0049), 0.0004, ware.part("wedges"), (0, 0, 0))
        parts += [
            plug,
            place(
                wedge, (x * 0.102, y * 0.102, 0.4452), (0, 0, math.degrees(math.atan2(y, x)) + 90)
            ),
        ]
    return group(parts)


@piece(
    "step-stool",
    front=View(pitch=15, turn=30, weight=0.62),
    detail=View(
        pitch=34, turn=22, look=(0, 0.05, 0.415), close=0.42, blur=0.012, focus=(0, 0.0, 0.42)
    ),
)
def step_stool(ware: Ware) -> Object:
    side = [
        (-0.16, 0), (-0.08, 0), *[(0.08 * math.cos(a), 0.075 * math.sin(a)) for a in np.linspace(math.pi, 0, 20)][1:-1],
        (0.08, 0), (0.16, 0), (0.16, 0.396), (-0.01, 0.396), (-0.01, 0.188), (-0.16, 0.188),
    ]  # fmt: skip
    parts: list[Object] = []
    for i, x in enumerate((-0.16, 0.16)):
        cheek = slab(np.array(side), 0.024, 0.002, ware.main(axis="y", seed=i))
        parts.append(group([place(cheek, (0, 0, 0), (90, 0, 0))], (x, 0, 0), (0, 0, 90)))
    slot = rounded_rectangle(0.1, 0.03, 0.0149) + [0, 0.0]
    top = slab(
        rounded_rectangle(0.38, 0.19, 0.006),
        0.024,
        0.003,
        ware.main(seed=3),
        holes=[slot],
        at=(0, 0.075, 0.396),
    )
    low = slab(
        rounded_rectangle(0.38, 0.17, 0.006), 0.024, 0.003, ware.main(seed=5), at=(0, -0.09, 0.188)
    )
    rail = block((0.297, 0.02, 0.07), 0.002, ware.main(seed=6), (0, 0.02, 0.3))
    return group([*parts, top, low, rail])


@piece(
    "dining-bench",
    front=View(pitch=12, turn=24, fill=(0.86, 0.6), weight=0.62),
    detail=View(
        pitch=30,
        turn=26,
        look=(0.42, -0.05, 0.44),
        close=0.28,
        blur=0.012,
        focus=(0.44, -0.1, 0.45),
    ),
)
def dining_bench(ware: Ware) -> Object:
    parts = [block((1.2, 0.32, 0.032), 0.003, ware.main(), (0, 0, 0.418))]
    for i, x in enumerate((-0.445, 0.445)):
        parts.append(
            block((0.032, 0.29, 0.4185), 0.0025, ware.main(axis="z", seed=1 + i), (x, 0, 0))
        )
        for y in (-0.07, 0.07):
            parts.append(
                block(
                    (0.032, 0.06, 0.0335),
                    0.0008,
                    ware.main(axis="z", seed=4, deep=0.75),
                    (x, y, 0.4173),
                )
            )
    parts.append(block((0.86, 0.028, 0.07), 0.002, ware.main(seed=5), (0, 0, 0.2)))
    return group(parts)


@piece("drum-side-table", front=View(pitch=12, weight=0.6), angle=View(pitch=34, weight=0.62))
def drum_side_table(ware: Ware) -> Object:
    outline = smooth(
        [(0.0, 0.004), (0.14, 0.004), (0.147, 0), (0.153, 0.004), (0.158, 0.03), (0.168, 0.12), (0.17, 0.21), (0.168, 0.3),
         (0.158, 0.39), (0.153, 0.412), (0.146, 0.42), (0.138, 0.4196), (0.126, 0.4166), (0.08, 0.416), (0.0, 0.4158)], 10
    )  # fmt: skip
    return group([lathe(outline, ware.main(), hand=0.003, rings=0.0004, seed=6)])


@piece(
    "tray-side-table", front=View(pitch=13, weight=0.6), angle=View(pitch=36, turn=12, weight=0.62)
)
def tray_side_table(ware: Ware) -> Object:
    top = smooth(
        [(0.0, 0.452), (0.2, 0.452), (0.219, 0.454), (0.2245, 0.46), (0.225, 0.472), (0.2245, 0.4785), (0.221, 0.48),
         (0.2175, 0.4785), (0.217, 0.472), (0.215, 0.4655), (0.207, 0.464), (0.207, 0.464), (0.0, 0.464)], 8
    )  # fmt: skip
    parts = [lathe(top, ware.main(axis="x", seed=2))]
    for i in range(3):
        a = 2 * math.pi * i / 3 + 0.4
        low = np.array([0.185 * math.cos(a), 0.185 * math.sin(a), 0.0])
        b = a + math.pi - 0.42
        high = np.array([0.15 * math.cos(b), 0.15 * math.sin(b), 0.4525])
        parts.append(bar(tuple(low), tuple(high), 0.0125, ware.main(axis="z", seed=3 + i)))
    return group(parts)


def _wall_plank(ware: Ware) -> Object:
    """The shelf's section (y, z) drawn along x: a square top edge, undercut below at the front."""
    section = np.array(
        [(-0.1, 0.0235), (-0.1, 0.016), (-0.075, 0.0), (0.1, 0.0), (0.1, 0.024), (-0.0995, 0.024)]
    )
    vertices = np.array([(x, y, z) for x in (-0.45, 0.45) for y, z in section])
    n = len(section)
    faces: list[tuple[int, ...]] = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    faces += [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    plank = mesh("plank", vertices, faces, ware.main())
    edge = plank.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments = 0.0016, 3
    plank.modifiers.new("normals", "WEIGHTED_NORMAL")
    return plank


@piece(
    "wall-shelf",
    front=View(pitch=3, turn=-6, fill=(0.86, 0.6), setting="wall"),
    detail=View(
        pitch=-8,
        turn=30,
        look=(0.40, -0.05, 0.01),
        close=0.3,
        blur=0.01,
        focus=(0.42, -0.1, 0.01),
        setting="wall",
    ),
)
def wall_shelf(ware: Ware) -> Object:
    return group([_wall_plank(ware)])


@arrangement("wall-shelf", "front")
def _dressed_shelf(ware: Ware) -> None:
    make("wall-shelf", ware.value)
    make("everyday-bowl", "Oat", (-0.24, -0.012, 0.0241))
    make("bud-vase", "Moss", (0.13, -0.03, 0.0241), 30)
    make("bottle-vase", "Celadon", (0.25, 0.004, 0.0241), 60)


@piece(
    "peg-shelf",
    front=View(pitch=4, turn=-8, fill=(0.84, 0.6), setting="wall"),
    angle=View(
        pitch=8, turn=26, fill=(0.86, 0.7), setting="wall", look=(0.1, 0, -0.05), close=0.72
    ),
)
def peg_shelf(ware: Ware) -> Object:
    parts = [
        block((0.7, 0.02, 0.09), 0.0022, ware.main(), (0, 0.055, 0)),
        block((0.72, 0.13, 0.018), 0.0022, ware.main(seed=3), (0, 0.0, 0.0901)),
    ]
    for i in range(5):
        x = -0.28 + 0.14 * i
        outline = smooth(
            [(0.0085, -0.002), (0.0085, 0.004), (0.0072, 0.02), (0.0078, 0.045), (0.0105, 0.062), (0.0125, 0.069),
             (0.0118, 0.0745), (0.007, 0.0765), (0.0005, 0.077)], 8
        )  # fmt: skip
        peg = lathe(solid(outline), ware.main(axis="z", seed=5 + i), segments=48)
        parts.append(group([peg], (x, 0.0455, 0.042), (84, 0, 0)))
    return group(parts)


@arrangement("peg-shelf", "angle")
def _peg_with_towel(ware: Ware) -> None:
    make("peg-shelf", ware.value)
    _hung_towel((0.14, -0.012, 0.052))


def _hung_towel(at: tuple[float, float, float]) -> Object:
    """A linen towel hung by its middle: folds that gather at the peg and open downwards."""
    rows, columns = 60, 90
    rng = np.random.default_rng(5)
    phase = rng.uniform(0, 6, 4)
    vertices = []
    for i in range(rows):
        t = i / (rows - 1)
        half = 0.020 + 0.085 * (1 - math.exp(-2.6 * t))
        for k in range(columns):
            s = k / (columns - 1) * 2 - 1
            fold = math.sin(s * 9 + phase[0]) + 0.5 * math.sin(s * 17 + phase[1] + t)
            y = (0.009 + 0.010 * t) * fold - 0.012 * math.cos(s * 1.5) * (1 - t)
            z = -0.40 * t - 0.018 * (s**2) * (1 - t) + 0.006 * math.sin(s * 4 + phase[2]) * t
            vertices.append((at[0] + half * s, at[1] + y, at[2] + z + 0.012))
    faces = [
        (i * columns + k, (i + 1) * columns + k, (i + 1) * columns + k + 1, i * columns + k + 1)
        for i in range(rows - 1)
        for k in range(columns - 1)
    ]
    towel = mesh("towel", np.array(vertices), faces, surface("linen-flax", plane="xz"))
    thick = towel.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.0016
    towel.modifiers.new("soft", "SUBSURF").render_levels = 1
    return towel
