"""Clocks and mirrors."""

from __future__ import annotations

import math

import numpy as np

from forms.registry import Object, Ware, piece
from workshop import materials
from workshop.profiles import Points, arch, ellipse, smooth, solid
from workshop.shapes import bar, group, lathe, place, slab
from workshop.stage import View


def _hand(
    length: float, tail: float, width: float, thick: float, material: materials.Material
) -> Object:
    """A slim hand pointing along +y from its arbor at the origin."""
    outline = np.array(
        [(-width / 2, -tail), (width / 2, -tail), (width * 0.28, length), (-width * 0.28, length)]
    )
    return slab(outline, thick, thick * 0.3, material)


def _face(radius: float, depth: float, dish: float, edge: float) -> Points:
    """The profile of a disc whose upper side is dished within a rounded edge."""
    return smooth(
        [(0.0, 0.0), (radius - edge * 0.5, 0.0), (radius, edge * 0.5), (radius, depth - edge), (radius - edge * 0.3, depth - edge * 0.25),
         (radius - edge, depth), (radius - edge * 2.2, depth - dish * 0.3), (radius * 0.8, depth - dish * 0.85), (radius * 0.55, depth - dish), (0.0, depth - dish)], 10
    )  # fmt: skip


@piece(
    "wall-clock",
    front=View(pitch=2, turn=-10, fill=(0.68, 0.6), weight=0.56, setting="wall"),
    detail=View(
        pitch=8,
        turn=-26,
        look=(-0.02, -0.02, 0.03),
        close=0.4,
        blur=0.01,
        focus=(-0.02, -0.03, 0.03),
        setting="wall",
    ),
)
def wall_clock(ware: Ware) -> Object:
    brass = ware.part("hands")
    parts = [lathe(_face(0.15, 0.03, 0.006, 0.008), ware.main(axis="y", seed=2))]
    for i in range(12):
        a = math.pi / 6 * i
        x, y = 0.121 * math.sin(a), 0.121 * math.cos(a)
        parts.append(bar((x, y, 0.020), (x, y, 0.0268), 0.0032 if i % 3 == 0 else 0.0022, brass))
    hour = place(_hand(0.068, 0.016, 0.0065, 0.0012, brass), (0, 0, 0.0285), (0, 0, 55))
    minute = place(_hand(0.105, 0.020, 0.005, 0.0012, brass), (0, 0, 0.0305), (0, 0, -60))
    arbor = bar((0, 0, 0.022), (0, 0, 0.033), 0.0052, brass)
    disc = group([*parts, hour, minute, arbor])
    return group([place(disc, (0, 0, 0), (90, 0, 0))])


@piece(
    "desk-clock",
    front=View(pitch=10, turn=-14, weight=0.52),
    angle=View(pitch=12, turn=-58, weight=0.52),
)
def desk_clock(ware: Ware) -> Object:
    black = ware.part("hands")
    body = smooth(
        [(0.0, 0.0), (0.046, 0.0), (0.053, 0.004), (0.055, 0.011), (0.055, 0.044), (0.0535, 0.0485), (0.051, 0.05), (0.0485, 0.0485),
         (0.048, 0.0465), (0.048, 0.0465), (0.048, 0.044), (0.0, 0.044)], 8
    )  # fmt: skip

    def flat(vertices: Points) -> Points:
        out = vertices.copy()
        out[:, 1] = np.maximum(out[:, 1], -0.0465)
        return out

    dial = lathe(
        solid(np.array([(0.0478, 0.0441), (0.0478, 0.0446)])), ware.part("face"), segments=96
    )
    hour = place(_hand(0.022, 0.006, 0.0034, 0.0008, black), (0, 0, 0.0460), (0, 0, 55))
    minute = place(_hand(0.037, 0.008, 0.0026, 0.0008, black), (0, 0, 0.0474), (0, 0, -60))
    marks = []
    for i in range(12):
        a = math.pi / 6 * i
        long = 0.0065 if i % 3 == 0 else 0.004
        line = slab(
            np.array([(-0.0007, -long), (0.0007, -long), (0.0007, 0), (-0.0007, 0)]),
            0.0003,
            0.00005,
            black,
        )
        marks.append(
            place(
                line, (0.0435 * math.sin(a), 0.0435 * math.cos(a), 0.0447), (0, 0, -math.degrees(a))
            )
        )
    arbor = bar((0, 0, 0.0445), (0, 0, 0.0488), 0.0026, black)
    clock = group(
        [lathe(body, ware.main(), segments=192, shape=flat), dial, hour, minute, arbor, *marks]
    )
    upright = group([place(clock, (0, 0, 0), (90, 0, 0))], (0, 0, 0.0465))
    # The flat is cut at a slant: tilt the clock back and let it stand on the edge of its cut.
    tilted = group([upright], (0, 0, 0), (-9, 0, 0))
    return group([tilted], (0, 0, 0.0004))


@piece(
    "round-mirror",
    front=View(pitch=1, turn=-10, fill=(0.74, 0.66), weight=0.6, setting="wall"),
    detail=View(
        pitch=4,
        turn=-24,
        look=(0.24, -0.01, 0.25),
        close=0.3,
        blur=0.01,
        focus=(0.24, -0.02, 0.25),
        setting="wall",
    ),
)
def round_mirror(ware: Ware) -> Object:
    frame = np.array(
        [(0.328, 0.0), (0.3488, 0.0), (0.35, 0.0012), (0.35, 0.0285), (0.3488, 0.03), (0.3292, 0.03), (0.328, 0.0288), (0.328, 0.0)]
    )  # fmt: skip
    parts = [
        lathe(frame, ware.main(axis="x", seed=1, bent=0.34), segments=256),
        slab(ellipse(0.66, 0.66, 200), 0.0025, 0.0003, ware.part("glass"), at=(0, 0, 0.0215)),
    ]
    for i in range(4):
        a = math.pi / 4 + math.pi / 2 * i
        key = slab(
            np.array([(-0.0135, -0.006), (0.0135, -0.006), (0.0135, 0.006), (-0.0135, 0.006)])
            * [0.82, 0.5],
            0.0006,
            0.0001,
            ware.main(deep=0.55),
        )
        parts.append(
            place(key, (0.339 * math.cos(a), 0.339 * math.sin(a), 0.0301), (0, 0, math.degrees(a)))
        )
    disc = group(parts)
    return group([place(disc, (0, 0, 0), (90, 0, 0))])


@piece(
    "arch-mirror",
    front=View(pitch=4, turn=-14, fill=(0.7, 0.76), weight=0.62, setting="room"),
    detail=View(
        pitch=2,
        turn=-24,
        look=(0.08, 0.12, 1.5),
        close=0.3,
        blur=0.01,
        focus=(0.08, 0.1, 1.52),
        setting="room",
    ),
)
def arch_mirror(ware: Ware) -> Object:
    outline = arch(0.65, 1.65, 64)
    inner = arch(0.634, 1.634, 64) + [0, 0.008]
    frame = slab(outline, 0.025, 0.001, ware.part("frame"), holes=[inner])
    pane = slab(
        arch(0.636, 1.636, 64) + [0, 0.007], 0.004, 0.0003, ware.part("glass"), at=(0, 0, 0.014)
    )
    board = group([frame, pane])
    upright = group([place(board, (0, 0, 0), (90, 0, 0))])
    return group([upright], (0, 0, 0), (-5, 0, 0))
