"""Cutlery and carved spoons: blades, bowls and tines drawn out along a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from forms.cloth import folded
from forms.registry import Object, Ware, arrangement, make, piece
from workshop.materials import Material
from workshop.profiles import Points
from workshop.shapes import group, mesh, place
from workshop.stage import View

Stations = Sequence[tuple[float, float, float, float, float]]


def drawn(stations: Stations, material: Material, *, columns: int = 20) -> Object:
    """A body drawn out along +x.

    Each station, in millimetres: x, half width, half thickness, height of the centre, hollow of the
    upper face. Sections are ellipses whose upper half is pressed down by the hollow.
    """
    given = np.array(stations, dtype=float) / 1000
    t = np.linspace(0, len(given) - 1, (len(given) - 1) * 8 + 1)
    rows = np.stack([_eased(t, given[:, k]) for k in range(5)], axis=1)
    angle = np.linspace(0, 2 * np.pi, 2 * columns, endpoint=False)
    across, up = np.cos(angle), np.sin(angle)
    vertices = []
    for x, half, thick, centre, hollow in rows:
        y = half * across
        edge = np.clip(1 - across**2, 0, 1)
        z = centre + thick * np.sign(up) * np.abs(up) ** 0.8 - hollow * edge
        vertices.append(np.stack([np.full_like(y, x), y, z], axis=1))
    sides = len(angle)
    faces: list[tuple[int, ...]] = [
        (
            i * sides + k,
            i * sides + (k + 1) % sides,
            (i + 1) * sides + (k + 1) % sides,
            (i + 1) * sides + k,
        )
        for i in range(len(rows) - 1)
        for k in range(sides)
    ]
    faces.append(tuple(reversed(range(sides))))
    faces.append(tuple(range((len(rows) - 1) * sides, len(rows) * sides)))
    return mesh("drawn", np.concatenate(vertices), faces, material)


def _eased(t: Points, values: Points) -> Points:
    """Monotone cubic through the stations, so that no width overshoots."""
    index = np.arange(len(values), dtype=float)
    step = np.diff(values)
    slope = np.zeros_like(values)
    for i in range(1, len(values) - 1):
        if step[i - 1] * step[i] > 0:
            slope[i] = 2 * step[i - 1] * step[i] / (step[i - 1] + step[i])
    i = np.clip(t.astype(int), 0, len(values) - 2)
    u = t - index[i]
    h00, h10 = (1 + 2 * u) * (1 - u) ** 2, u * (1 - u) ** 2
    h01, h11 = u * u * (3 - 2 * u), u * u * (u - 1)
    return h00 * values[i] + h10 * slope[i] + h01 * values[i + 1] + h11 * slope[i + 1]


def _handle(length: float, lift: float = 3.0) -> list[tuple[float, float, float, float, float]]:
    return [
        (0, 0.8, 0.8, 3.0, 0), (1, 2.2, 2.0, 3.0, 0), (6, 2.9, 2.7, 3.0, 0), (length * 0.45, 2.6, 2.4, lift, 0),
        (length * 0.85, 2.0, 1.7, lift + 3, 0), (length, 2.2, 1.5, lift + 4, 0),
    ]  # fmt: skip


def spoon(length: float, bowl: float, material: Material) -> Object:
    """A steel spoon lying on its bowl, its handle end at the origin; lengths in mm."""
    a = length - bowl * 1.5
    w = bowl / 2
    return drawn(
        [*_handle(a), (a + bowl * 0.18, 3.6, 1.2, 6, 0.3), (a + bowl * 0.45, w * 0.72, 0.9, 5.5, 3.4),
         (a + bowl * 0.8, w, 0.8, 5.2, 4.6), (a + bowl * 1.15, w * 0.86, 0.8, 5.4, 4.2),
         (a + bowl * 1.4, w * 0.48, 0.7, 5.8, 2.0), (a + bowl * 1.49, w * 0.16, 0.5, 6.2, 0.3)],
        material,
    )  # fmt: skip


def fork(length: float, material: Material) -> Object:
    a = length - 78
    head = drawn(
        [*_handle(a), (a + 12, 4.5, 1.2, 6.5, 0.4), (a + 24, 10.5, 1.0, 5, 1.2), (a + 33, 12, 0.9, 3.6, 1.4),
         (a + 39, 12, 0.8, 3.2, 1.0)],
        material,
    )  # fmt: skip
    tines = [
        place(
            drawn(
                [(a + 36, 1.9, 0.9, 3.0, 0), (a + 50, 1.6, 0.85, 2.6, 0), (a + 66, 1.3, 0.8, 4.5, 0), (a + 77, 0.5, 0.4, 7, 0)],
                material,
                columns=8,
            ),
            (0, y / 1000, 0),
        )
        for y in (-9.8, -3.3, 3.3, 9.8)
    ]  # fmt: skip
    return group([head, *tines])


def knife(length: float, material: Material) -> Object:
    a = length * 0.52
    blade = [
        (a + 4, 6.5, 1.3, 3, 0), (a + 14, 9, 1.0, 2.4, 0), (a + 50, 9.8, 0.9, 2.2, 0), (length - 14, 8.5, 0.8, 2.2, 0),
        (length - 4, 4.5, 0.7, 2.2, 0), (length, 1.0, 0.5, 2.2, 0),
    ]  # fmt: skip
    return drawn([*[(x, w, t, 3, 0) for x, w, t, _, _ in _handle(a)], *blade], material)


@piece(
    "cutlery-set",
    front=View(pitch=52, fill=(0.72, 0.74), weight=0.64),
    detail=View(
        pitch=34, turn=18, look=(0, -0.06, 0.02), close=0.42, blur=0.012, focus=(0, -0.06, 0.02)
    ),
)
def cutlery_set(ware: Ware) -> Object:
    parts = (
        []
        if ware.wish("bare", False)
        else [folded(0.17, 0.27, 4, 0.0022, ware.part("napkin"), seed=3)]
    )
    ground = 0.0 if ware.wish("bare", False) else 0.0098
    tools = [
        fork(205, ware.main()),
        knife(220, ware.main()),
        spoon(190, 40, ware.main()),
        spoon(140, 30, ware.main()),
    ]
    for i, (tool, x) in enumerate(zip(tools, (-0.054, -0.018, 0.018, 0.052), strict=True)):
        parts.append(place(tool, (x, -0.105, ground), (0, 0, 90 + (0.6, -0.5, 0.4, -0.7)[i])))
    return group(parts)


def wooden_spoon(length: float, bowl: float, material: Material) -> Object:
    """A carved spoon lying on its bowl; lengths in mm."""
    a = length - bowl * 1.45
    w = bowl / 2
    return drawn(
        [(0, 1.5, 1.5, 12, 0), (1.5, 5, 3.6, 12, 0), (8, 6.5, 4.4, 12, 0), (a * 0.5, 5.4, 4.2, 12.5, 0), (a * 0.9, 5.2, 4.2, 14, 0),
         (a + bowl * 0.2, w * 0.42, 3.6, 13.5, 1.5), (a + bowl * 0.5, w * 0.86, 3.0, 13, 8),
         (a + bowl * 0.8, w, 2.8, 13, 10), (a + bowl * 1.15, w * 0.84, 2.8, 13.5, 8),
         (a + bowl * 1.38, w * 0.42, 2.4, 14, 3), (a + bowl * 1.45, w * 0.12, 1.0, 14.5, 0.2)],
        material,
    )  # fmt: skip


@piece(
    "serving-spoons",
    front=View(pitch=44, fill=(0.74, 0.74)),
    detail=View(
        pitch=34, look=(0.045, 0.1, 0.015), close=0.46, blur=0.012, focus=(0.03, 0.08, 0.015)
    ),
)
def serving_spoons(ware: Ware) -> Object:
    lower = place(wooden_spoon(300, 62, ware.main()), (0.06, -0.15, 0), (0, 0, 112))
    upper = place(wooden_spoon(300, 62, ware.main(seed=1)), (-0.06, -0.15, 0.0203), (0, 4.3, 68))
    return group([lower, upper])


@piece(
    "butter-knife",
    front=View(pitch=48, turn=18, fill=(0.74, 0.6)),
    detail=View(
        pitch=30,
        turn=-10,
        look=(0.0, -0.03, 0.02),
        close=0.55,
        blur=0.012,
        focus=(0.0, -0.05, 0.02),
    ),
)
def butter_knife(ware: Ware) -> Object:
    blade = drawn(
        [(0, 2.6, 2.6, 3, 0), (1.2, 3.4, 3.0, 3, 0), (60, 3.2, 2.8, 3, 0), (84, 3.0, 2.2, 2.8, 0), (92, 5.5, 1.4, 2.4, 0),
         (100, 10, 1.0, 2.2, 0), (128, 11, 0.9, 2.2, 0), (148, 9.6, 0.9, 2.2, 0), (157, 6, 0.8, 2.2, 0), (160, 1.2, 0.5, 2.2, 0)],
        ware.main(),
    )  # fmt: skip
    return group([place(blade, (-0.08, 0, 0))])


@arrangement("butter-knife", "detail")
def _knife_on_plate(_: Ware) -> None:
    make("side-plate", "Chalk")
    knife_on_rim = make("butter-knife")
    place(knife_on_rim, (0.0, -0.055, 0.0198), (0, 0, 3))
